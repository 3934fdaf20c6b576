"""What was recorded of a match: games of actions, with every oddity of the record beside it.

Records hold facts only; analysis stands beside them. Seats 0 and 1 are the file's left and right player.
Records are equal when the same things happened: lines, spelling and problems tell of a file and are not compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bgtool.core.dice import Dice
from bgtool.core.move import Hop, Move
from bgtool.core.opinion import SourceAnalysis
from bgtool.core.position import Position
from bgtool.core.state import Cube
from bgtool.core.variant import STANDARD, Variant


class Severity(Enum):
    """How bad a problem is: an error costs something of the record, an oddity and a note do not."""

    ERROR = "error"
    ODDITY = "oddity"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something odd in a record: a stable code, a sentence, and where it stands (line and column from 1)."""

    code: str
    message: str
    line: int | None = None
    column: int | None = None
    text: str = ""
    severity: Severity = Severity.ODDITY


class Legality(Enum):
    """What is known about a recorded play."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    """Played against the rules; it stands as written, ``after`` is the position it led to."""
    UNKNOWN = "unknown"
    """The roll is known, the play is not (hidden, unreadable or followed by a resignation)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A roll and what was done with it.

    A legal play has its ``move`` (no steps = danced). An illegal one has ``after``, the position it led to with the
    mover first. An unknown one has neither. ``written`` is the text of the file, ``hops`` what could be read of it.
    """

    seat: int
    dice: Dice
    move: Move | None = None
    legality: Legality = Legality.LEGAL
    after: Position | None = None
    hops: tuple[Hop, ...] = field(default=(), compare=False)
    rolled: tuple[int, int] | None = None
    written: str = field(default="", compare=False)
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Double:
    """A double or redouble offered to the other seat; ``value`` is the cube's value once taken."""

    seat: int
    value: int
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Beaver:
    """An immediate redouble by the side just doubled (or, after a beaver, a raccoon by the other side)."""

    seat: int
    value: int
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Take:
    """The cube taken; its new owner is the seat that takes."""

    seat: int
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """A double passed, which ends the game."""

    seat: int
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Resign:
    """The game given up by ``seat`` for ``points`` times the cube (1, 2 or 3); ``dice`` if after a roll."""

    seat: int
    points: int
    dice: Dice | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SetPosition:
    """The board set by the record itself: ``position`` is seen by ``on_roll``, None when the file does not say who."""

    position: Position
    on_roll: int | None = None
    cube: Cube | None = None
    line: int | None = field(default=None, compare=False)


Action = Play | Double | Beaver | Take | Pass | Resign | SetPosition


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark of the record; ``at`` is the index of the action before which it stands."""

    text: str
    at: int = 0
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """One game: the score before it, its actions, and how it ended.

    ``winner`` and ``points`` (with the cube) are None for an unfinished game. ``cube`` is the cube before the first
    roll (above 1 after automatic doubles), ``start`` a position other than the variant's, ``players`` the names where
    the record gives this game others than the match. ``lost`` holds the lines that could not be replayed after the
    record broke, so that nothing of the file is thrown away.
    """

    number: int
    score: tuple[int, int]
    actions: tuple[Action, ...] = ()
    crawford: bool = False
    winner: int | None = None
    points: int | None = None
    cube: Cube = field(default_factory=Cube)
    start: Position | None = None
    players: tuple[str, str] | None = None
    comments: tuple[Comment, ...] = ()
    lost: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False)

    @property
    def score_after(self) -> tuple[int, int] | None:
        """The score that the game leads to, None if it was not finished."""
        if self.winner is None or self.points is None:
            return None
        gain = (self.points, 0) if self.winner == 0 else (0, self.points)
        return self.score[0] + gain[0], self.score[1] + gain[1]


@dataclass(frozen=True, slots=True)
class Match:
    """A match (``length`` points) or money session (``length`` 0) between ``players[0]`` and ``players[1]``.

    ``tags`` are the file's header fields in order. ``crawford_rule``, ``jacoby``, ``beavers`` and ``cube_limit`` are
    the rules in force. ``ratings`` are the players' ratings by seat, where known. ``analysis`` is what another program
    has written about the match into its file. ``source`` names the format it was read from, ``file`` the file.
    """

    players: tuple[str, str]
    length: int
    games: tuple[Game, ...] = ()
    variant: Variant = STANDARD
    crawford_rule: bool = True
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    ratings: tuple[float | None, float | None] = (None, None)
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    analysis: SourceAnalysis | None = field(default=None, compare=False)
    source: str = field(default="", compare=False)
    file: str = field(default="", compare=False)

    @property
    def final_score(self) -> tuple[int, int]:
        """The score after the last game, as far as it is known."""
        if not self.games:
            return (0, 0)
        return self.games[-1].score_after or self.games[-1].score
