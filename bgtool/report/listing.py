"""The decisions of a match as one flat list, each with its words: what every list, table and page goes through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    Annotation,
    CheckerDecision,
    CubeAction,
    CubeChoice,
    CubeJudgement,
    ResignationJudgement,
)
from bgtool.analysis.settings import Mark
from bgtool.core.record import Beaver, Double, Pass, Resign, SetPosition, Take
from bgtool.core.state import CubeOwner, MatchState
from bgtool.report.jsonout import played_text
from bgtool.report.selection import ALL, Selection

RESIGNATIONS = {1: "a single game", 2: "a gammon", 3: "a backgammon"}
PLAY, CUBE, RESIGNATION, OTHER = "play", "cube", "resignation", "other"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened, or the double not made before a roll, with its judgement where there is one.

    ``kind`` is :data:`PLAY`, :data:`CUBE`, :data:`RESIGNATION` or :data:`OTHER` (not judged, or nothing to judge).
    """

    part: AnnotatedGame
    item: Annotation
    kind: str
    cube: CubeJudgement | None = None

    @property
    def anchor(self) -> str:
        """A name that is unique in its match, such as ``g2-14`` for a play and ``g2-14c`` for the cube before it."""
        before_roll = self.kind == CUBE and isinstance(self.item, CheckerDecision)
        return f"g{self.part.game.number}-{self.item.number}{'c' if before_roll else ''}"

    @property
    def play(self) -> CheckerDecision | None:
        """The roll and what was done with it, where this is one."""
        return self.item if self.kind == PLAY and isinstance(self.item, CheckerDecision) else None

    @property
    def resignation(self) -> ResignationJudgement | None:
        """The judgement of a resignation, where this is one."""
        return self.item.resignation if isinstance(self.item, CubeAction) else None

    @property
    def seat(self) -> int | None:
        """Whose decision it is."""
        return self.item.seat

    @property
    def state(self) -> MatchState:
        """The moment to show: before the roll for the cube, with the roll for a play."""
        if self.cube is not None and self.cube.done in (CubeChoice.NO_DOUBLE, CubeChoice.DOUBLE):
            return self.cube.state
        return self.item.state

    @property
    def done(self) -> str:
        """What was done, in words: a play in standard notation, ``Doubles to 2``, ``No redouble``."""
        if self.play is not None:
            text = played_text(self.play.play)
            return "not recorded" if text is None else text or "cannot move"
        if isinstance(self.item, CubeAction):
            return action_words(self.item)
        assert self.cube is not None
        return no_double_words(self.cube)

    @property
    def best(self) -> str:
        """What would have been right; the same words as :attr:`done` where that was."""
        if self.play is not None:
            return str(self.play.plays[0].move) or "cannot move" if self.play.plays else ""
        if self.resignation is not None:
            return "play on" if self.resignation.error else self.done
        return self.cube.decision.words if self.cube is not None else ""

    @property
    def error(self) -> float | None:
        """The equity lost (EMG); None where nothing was judged."""
        judged = self._judged
        return None if judged is None else judged.error

    @property
    def error_mwc(self) -> float | None:
        """The same in match winning chance; None for money too."""
        judged = self._judged
        return None if judged is None else judged.error_mwc

    @property
    def cost(self) -> float:
        """What orders errors: match winning chance, or points with the cube of the moment where there is none."""
        if self.error_mwc is not None:
            return self.error_mwc
        return (self.error or 0.0) * self.item.state.cube.value

    @property
    def mark(self) -> Mark:
        """How bad it was."""
        judged = self._judged
        return Mark.NONE if judged is None else judged.mark

    @property
    def counts(self) -> bool:
        """Whether error rates count it: an unforced play, or a close or actual cube decision."""
        if self.play is not None:
            return self.play.counts
        return self.cube is not None and self.cube.close

    @property
    def skipped(self) -> str | None:
        """Why it was not judged."""
        return None if self.kind == CUBE else self.item.skipped

    @property
    def _judged(self) -> CheckerDecision | CubeJudgement | ResignationJudgement | None:
        return self.play or self.cube or self.resignation


def entries(analysis: AnnotatedMatch, selection: Selection = ALL) -> Iterator[Entry]:
    """Everything that the selection lists, in playing order: the cube before a roll, then the roll."""
    for part in analysis.games:
        if selection.game(part):
            yield from entries_of(part, selection)


def entries_of(part: AnnotatedGame, selection: Selection = ALL) -> Iterator[Entry]:
    """The same for one game."""
    for item in part.annotations:
        if isinstance(item, CheckerDecision):
            if item.cube is not None and selection.cube(item.cube):
                yield Entry(part, item, CUBE, item.cube)
            if selection.play(item):
                yield Entry(part, item, PLAY)
        elif selection.action(item):
            kind = CUBE if item.cube else RESIGNATION if item.resignation else OTHER
            yield Entry(part, item, kind, item.cube)


def no_double_words(cube: CubeJudgement) -> str:
    """The double not made, in words."""
    return "No redouble" if cube.decision.owned else "No double"


def action_words(item: CubeAction) -> str:
    """A turn of the cube, an answer, a resignation or a position set, in words."""
    action = item.action
    if isinstance(action, Double):
        owned = item.state.view(action.seat).cube_owner is not CubeOwner.CENTRED
        return f"{'Redoubles' if owned else 'Doubles'} to {action.value}"
    if isinstance(action, Beaver):
        return f"Beavers to {action.value}"
    if isinstance(action, Resign):
        return f"Resigns {RESIGNATIONS[action.points]}"
    words: dict[type, str] = {Take: "Takes", Pass: "Passes", SetPosition: "Position set by the record"}
    return words[type(action)]
