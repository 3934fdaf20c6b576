"""What the plays of one player add up to, in a game or a match.

How things are counted:

- *plays*: every roll, dances included.
- *unforced plays*: those with more than one distinct legal result. Error rates are taken over these alone.
- *not judged*: illegal plays and plays that the record does not give; they count among the plays and nowhere else.
- *marks*: by the thresholds of the settings, each play in one class.
- *error total*: the sum of the errors of the judged unforced plays, in points per cube.
- *error rate*: 1000 x error total / unforced plays, in mEMG: GNU Backgammon's.
- *luck total*: the sum over every roll from a known position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from bgtool.analysis.records import AnnotatedGame, AnnotatedMatch, CheckerDecision
from bgtool.analysis.settings import Mark


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player's plays in numbers; the module's docstring says how each is counted."""

    name: str
    seat: int
    plays: int
    unforced: int
    not_judged: int
    doubtful: int
    bad: int
    very_bad: int
    error: float
    luck: float

    @property
    def error_rate(self) -> float | None:
        """Error per unforced play (multiply by 1000 for mEMG); None without any."""
        return self.error / self.unforced if self.unforced else None


def summaries(
    match: AnnotatedMatch, part: AnnotatedMatch | AnnotatedGame | None = None
) -> tuple[PlayerSummary, PlayerSummary]:
    """The summaries of both players, by seat, over ``part`` of the match (one of its games), or all of it."""
    decisions = (part or match).checker_decisions
    first, second = match.match.players
    return _summary(first, 0, decisions), _summary(second, 1, decisions)


def _summary(name: str, seat: int, decisions: Iterable[CheckerDecision]) -> PlayerSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    judged = [decision for decision in own if decision.counts]
    marks = [decision.mark for decision in judged]
    return PlayerSummary(
        name=name,
        seat=seat,
        plays=len(own),
        unforced=len(judged),
        not_judged=sum(decision.skipped is not None for decision in own),
        doubtful=marks.count(Mark.DOUBTFUL),
        bad=marks.count(Mark.BAD),
        very_bad=marks.count(Mark.VERY_BAD),
        error=fsum(decision.error or 0.0 for decision in judged),
        luck=fsum(decision.luck or 0.0 for decision in own),
    )
