"""Which decisions of an analysis a report lists; totals are never touched by it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bgtool.analysis.records import AnnotatedGame, Annotation, CheckerDecision, CubeAction, CubeJudgement
from bgtool.analysis.settings import Mark

BOTH = (0, 1)
KINDS = ("cube", "checker", "blunders")


@dataclass(frozen=True, slots=True)
class Selection:
    """What to list: the actions of these ``seats``, in these ``games`` (by number, None = all), that cost enough.

    ``kind`` is ``cube``, ``checker`` or ``blunders`` (those with the worst mark), None for everything; ``least`` is
    the error from which a decision is listed.
    """

    seats: Collection[int] = BOTH
    kind: str | None = None
    least: float = 0.0
    games: Collection[int] | None = None

    @property
    def narrow(self) -> bool:
        """Whether decisions are left out for what they are or cost, so that the rest is no whole game any more."""
        return self.kind is not None or self.least > 0.0

    def game(self, part: AnnotatedGame) -> bool:
        """Whether the game is listed."""
        return self.games is None or part.game.number in self.games

    def play(self, decision: CheckerDecision) -> bool:
        """Whether a play is listed."""
        return decision.seat in self.seats and self._costly("checker", decision.error, decision.mark)

    def cube(self, judgement: CubeJudgement | None) -> bool:
        """Whether a cube decision is listed; a no-double where it is close or wrong only."""
        if judgement is None or judgement.seat not in self.seats or not (judgement.close or judgement.error):
            return False
        return self._costly("cube", judgement.error, judgement.mark)

    def action(self, item: CubeAction) -> bool:
        """Whether a turn of the cube, an answer, a resignation or a position set is listed."""
        if item.cube is not None:
            return self.cube(item.cube)
        if item.resignation is None:
            return not self.narrow and (item.seat is None or item.seat in self.seats)
        verdict = item.resignation
        return (verdict.seat in self.seats and self._costly("cube", verdict.error, verdict.mark)) or (
            self.narrow
            and 1 - verdict.seat in self.seats
            and self._costly("cube", verdict.accept_error, verdict.accept_mark)
        )

    def any(self, item: Annotation) -> bool:
        """Whether anything of an annotation is listed."""
        if isinstance(item, CheckerDecision):
            return self.play(item) or self.cube(item.cube)
        return self.action(item)

    def _costly(self, kind: str, error: float | None, mark: Mark) -> bool:
        if self.kind in ("cube", "checker") and self.kind != kind:
            return False
        if self.kind == "blunders" and mark is not Mark.VERY_BAD:
            return False
        return not self.least or (error is not None and error >= self.least)


ALL = Selection()
