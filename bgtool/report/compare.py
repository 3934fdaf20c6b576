"""Two analyses of one match side by side: where they differ, and what each adds up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from bgtool.analysis.records import AnnotatedMatch, CheckerDecision, CubeJudgement
from bgtool.core.dice import Dice
from bgtool.report.listing import CUBE, PLAY

NOTABLE = 0.02
"""Errors (EMG) that differ by less than this are taken to agree."""

_CHOICE, _NAME = 26, 12


@dataclass(frozen=True, slots=True)
class Pair:
    """One decision as both analyses judge it: what was done, what each thinks it cost, and what each thinks best.

    Pairs are (theirs, ours). ``kind`` is :data:`~bgtool.report.listing.PLAY` or :data:`~bgtool.report.listing.CUBE`,
    ``dice`` the roll of a play; ``errors_mwc`` are None for money.
    """

    game: int
    number: int
    seat: int
    kind: str
    dice: Dice | None
    played: str
    errors: tuple[float, float]
    errors_mwc: tuple[float | None, float | None]
    best: tuple[str, str]

    @property
    def done(self) -> str:
        """What was done, the roll before a play."""
        return self.played if self.dice is None else f"{self.dice}: {self.played}"

    @property
    def differs(self) -> bool:
        """Whether the two differ notably in what it cost."""
        return abs(self.errors[0] - self.errors[1]) >= NOTABLE


def pairs(other: AnnotatedMatch, own: AnnotatedMatch) -> Iterator[Pair]:
    """Every decision that both analyses judge, in the order of the games."""
    for theirs, ours in zip(other.games, own.games, strict=True):
        for one, two in zip(theirs.annotations, ours.annotations, strict=False):
            if one.cube and two.cube:
                yield _cube(ours.game.number, one.cube, two.cube)
            if isinstance(one, CheckerDecision) and isinstance(two, CheckerDecision) and one.counts and two.counts:
                yield _checker(ours.game.number, one, two)


def _cube(game: int, one: CubeJudgement, two: CubeJudgement) -> Pair:
    return Pair(
        game=game,
        number=two.number,
        seat=two.seat,
        kind=CUBE,
        dice=None,
        played=two.done.value,
        errors=(one.error, two.error),
        errors_mwc=(one.error_mwc, two.error_mwc),
        best=(one.best.value, two.best.value),
    )


def _checker(game: int, one: CheckerDecision, two: CheckerDecision) -> Pair:
    return Pair(
        game=game,
        number=two.number,
        seat=two.seat,
        kind=PLAY,
        dice=two.play.dice,
        played=str(two.play.move),
        errors=(one.error or 0.0, two.error or 0.0),
        errors_mwc=(one.error_mwc, two.error_mwc),
        best=(str(one.plays[0].move), str(two.plays[0].move)),
    )


def totals_of(found: Sequence[Pair], seat: int) -> tuple[float, float]:
    """What the decisions of a seat cost by theirs and by ours."""
    errors = [pair.errors for pair in found if pair.seat == seat]
    return fsum(error for error, _ in errors), fsum(error for _, error in errors)


def comparison_text(other: AnnotatedMatch, own: AnnotatedMatch) -> list[str]:
    """The totals of both for each player, then the decisions on which they differ, for people to read."""
    found = list(pairs(other, own))
    differ = [pair for pair in found if pair.differs]
    lines = [
        "",
        f"Theirs: {other.settings.evaluator}, {other.settings.plies}-ply at most",
        f"Ours:   {own.settings}",
        "",
        f"{len(found)} decisions judged by both, {len(differ)} errors differ by {NOTABLE:.3f} or more",
        f"{'':<{_NAME}} {'error theirs':>12} {'ours':>8} {'apart':>8}",
    ]
    for seat, name in enumerate(own.match.players):
        totals = totals_of(found, seat)
        lines.append(f"{name:<{_NAME}.{_NAME}} {totals[0]:>12.3f} {totals[1]:>8.3f} {totals[1] - totals[0]:>+8.3f}")
    if differ:
        lines += [
            "",
            f"game no. {'player':<{_NAME}} {'done':<{_CHOICE}} theirs   ours  {'best theirs':<{_CHOICE}} best ours",
        ]
    for pair in differ:
        name, (theirs, ours), (best, own_best) = own.match.players[pair.seat], pair.errors, pair.best
        lines.append(
            f"{pair.game:>4} {pair.number:>3}  {name:<{_NAME}.{_NAME}} {pair.done:<{_CHOICE}.{_CHOICE}} "
            f"{theirs:>6.3f} {ours:>6.3f}  {best:<{_CHOICE}.{_CHOICE}} {own_best}".rstrip()
        )
    return lines
