"""What an analysis answers: frozen records that stand beside the match, each with the settings it was made with.

``error`` is never negative; equities, errors and luck are cubeless points per cube for the player who acted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bgtool.analysis.decisions import RankedPlay
from bgtool.core.record import Action, Game, Match, Play
from bgtool.core.state import MatchState


class Mark(Enum):
    """How bad an error is; the value is the sign written after the play."""

    NONE = ""
    DOUBTFUL = "?!"
    BAD = "?"
    VERY_BAD = "??"

    @property
    def words(self) -> str:
        """The mark in words, such as ``very bad``; empty for none."""
        return self.name.lower().replace("_", " ") if self.value else ""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The errors above which a decision is marked; the defaults are GNU Backgammon's (1.07)."""

    doubtful: float = 0.030
    bad: float = 0.060
    very_bad: float = 0.120

    def mark(self, error: float) -> Mark:
        """The mark that an error earns."""
        if error > self.very_bad:
            return Mark.VERY_BAD
        if error > self.bad:
            return Mark.BAD
        return Mark.DOUBTFUL if error > self.doubtful else Mark.NONE


GNU_BACKGAMMON = Thresholds()


@dataclass(frozen=True, slots=True)
class Settings:
    """What every number of an analysis was made with.

    ``plies`` counts as in GNU Backgammon (0 = the bare evaluation) and holds for the plays, of which those that pass
    the move filter ``moves`` are judged so deep; luck is always measured at ``luck_plies``. ``equity`` says which
    equity is meant.
    """

    evaluator: str
    digest: str
    plies: int = 0
    moves: str = ""
    luck_plies: int = 0
    equity: str = "cubeless money"
    thresholds: Thresholds = GNU_BACKGAMMON

    def __str__(self) -> str:
        """One line, as every report prints it."""
        marks = self.thresholds
        depth = f"{self.plies}-ply (XG {self.plies + 1}-ply)"
        if self.plies:
            depth += f", {self.moves} filter, luck {self.luck_plies}-ply"
        return (
            f"{self.evaluator} {self.digest}, {depth}, {self.equity} equity; "
            f"?! > {marks.doubtful:.3f}, ? > {marks.bad:.3f}, ?? > {marks.very_bad:.3f}"
        )


@dataclass(frozen=True, slots=True)
class CheckerDecision:
    """A roll and what was done with it, judged.

    ``choices`` counts the distinct legal plays; a ``forced`` one (a single choice) has no error to make. ``plays``
    are the best ones and the one played, best first; the played one is ``played``, None if ``skipped`` says why the
    play could not be judged. ``luck`` is what the roll was worth above the average roll, None where the position
    is not known.
    """

    number: int
    seat: int
    state: MatchState
    play: Play
    choices: int = 0
    plays: tuple[RankedPlay, ...] = ()
    played: RankedPlay | None = None
    luck: float | None = None
    mark: Mark = Mark.NONE
    skipped: str | None = None

    @property
    def action(self) -> Play:
        """The play, under the name that every annotation has."""
        return self.play

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.choices == 1

    @property
    def counts(self) -> bool:
        """Whether this is an unforced play that was judged: what error rates are taken over."""
        return self.played is not None and self.choices > 1

    @property
    def error(self) -> float | None:
        """The equity lost against the best play; 0 for a forced play, None if it was not judged."""
        return None if self.played is None else self.played.error


@dataclass(frozen=True, slots=True)
class CubeAction:
    """A turn of the cube, an answer to it, a resignation or a position set: listed with the moment, not judged."""

    number: int
    seat: int | None
    state: MatchState
    action: Action


Annotation = CheckerDecision | CubeAction


@dataclass(frozen=True, slots=True)
class AnnotatedGame:
    """A game with an annotation for each of its actions; ``broken`` says why the record could not be followed on."""

    game: Game
    annotations: tuple[Annotation, ...] = ()
    broken: str | None = None

    @property
    def checker_decisions(self) -> tuple[CheckerDecision, ...]:
        """The plays, without the cube."""
        return tuple(item for item in self.annotations if isinstance(item, CheckerDecision))


@dataclass(frozen=True, slots=True)
class AnnotatedMatch:
    """A match with every action annotated, and the settings it was done with."""

    match: Match
    settings: Settings
    games: tuple[AnnotatedGame, ...] = ()

    @property
    def checker_decisions(self) -> tuple[CheckerDecision, ...]:
        """The plays of all games, without the cube."""
        return tuple(decision for game in self.games for decision in game.checker_decisions)
