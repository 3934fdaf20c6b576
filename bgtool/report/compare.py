"""Two analyses of one match side by side: where they differ, and what each adds up to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum

from bgtool.analysis.records import AnnotatedMatch, CheckerDecision, CubeJudgement

NOTABLE = 0.02
"""Errors (EMG) that differ by less than this are taken to agree."""

_CHOICE, _NAME = 26, 12


@dataclass(frozen=True, slots=True)
class Pair:
    """One decision as both analyses judge it: what was done, what each thinks it cost, and what each thinks best."""

    game: int
    number: int
    seat: int
    done: str
    errors: tuple[float, float]
    best: tuple[str, str]

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
    return Pair(game, two.number, two.seat, two.done.value, (one.error, two.error), (one.best.value, two.best.value))


def _checker(game: int, one: CheckerDecision, two: CheckerDecision) -> Pair:
    done = f"{two.play.dice}: {two.play.move}"
    best = str(one.plays[0].move), str(two.plays[0].move)
    return Pair(game, two.number, two.seat, done, (one.error or 0.0, two.error or 0.0), best)


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
        errors = [pair.errors for pair in found if pair.seat == seat]
        totals = fsum(error for error, _ in errors), fsum(error for _, error in errors)
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
