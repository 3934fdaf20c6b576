"""A moment of a match: position, cube, score and rules; the only floor, with the records, that knows seats."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import PositionError

LONGEST_MATCH = 32767
"""The most points that a Match ID can hold."""

MOST_CUBE = 1 << 15


class Phase(Enum):
    """Where the game is, numbered as in a Match ID."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


class Offer(Enum):
    """What one side has put to the other, who now has to answer."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    RESIGN_SINGLE = "resign single"
    RESIGN_GAMMON = "resign gammon"
    RESIGN_BACKGAMMON = "resign backgammon"

    @property
    def resignation(self) -> int:
        """The points at cube 1 of an offered resignation: 1, 2 or 3; 0 for a turn of the cube."""
        return _RESIGNATIONS.get(self, 0)


_RESIGNATIONS = {Offer.RESIGN_SINGLE: 1, Offer.RESIGN_GAMMON: 2, Offer.RESIGN_BACKGAMMON: 3}
RESIGNATION_OFFERS = {points: offer for offer, points in _RESIGNATIONS.items()}


class CubeOwner(Enum):
    """Who may turn the cube next, seen by one player."""

    CENTRED = 0
    OWNED = 1
    OPPONENT = -1


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: its value and the seat that owns it, ``None`` when centred."""

    value: int = 1
    owner: int | None = None

    def __post_init__(self) -> None:
        """Refuse a value that is no power of two or a seat that does not exist."""
        if self.value < 1 or self.value & (self.value - 1) or self.value > MOST_CUBE:
            raise PositionError(f"cube value {self.value}: expected a power of two up to {MOST_CUBE}")
        if self.owner not in (None, 0, 1):
            raise PositionError(f"cube owner {self.owner}: expected seat 0, seat 1 or None for a centred cube")

    def turned_to(self, owner: int) -> Cube:
        """The cube doubled and given to ``owner``."""
        return Cube(self.value * 2, owner)


@dataclass(frozen=True, slots=True)
class View:
    """A moment as one player sees it: what every evaluation starts from. No seats, one viewpoint.

    ``away`` is (mine, theirs) in points still needed, ``None`` for money. ``crawford`` is the Crawford game;
    ``post_crawford`` says that it has been played.
    """

    position: Position
    cube_value: int
    cube_owner: CubeOwner
    away: tuple[int, int] | None
    crawford: bool
    post_crawford: bool
    jacoby: bool
    beavers: bool
    variant: Variant
    cube_limit: int | None = None

    def swapped(self) -> View:
        """The same moment seen by the other player, the position turned round."""
        return replace(
            self,
            position=self.position.swapped(),
            cube_owner=CubeOwner(-self.cube_owner.value),
            away=None if self.away is None else (self.away[1], self.away[0]),
        )

    @property
    def gammons_count(self) -> bool:
        """Whether gammons and backgammons count: under the Jacoby rule only once the cube has been turned and taken.

        An automatic double leaves the cube in the middle and does not count as a turn.
        """
        return not (self.jacoby and self.cube_owner is CubeOwner.CENTRED)

    @property
    def may_double(self) -> bool:
        """Whether the player on roll may turn the cube and has a use for it (rules and score allow it)."""
        if not self.variant.has_cube or self.cube_owner is CubeOwner.OPPONENT or self.crawford:
            return False
        if self.cube_limit is not None and self.cube_value >= self.cube_limit:
            return False
        return self.away is None or self.cube_value < self.away[0]


@dataclass(frozen=True, slots=True)
class MatchState:
    """One moment of a match or money session.

    ``position`` is seen by seat ``on_roll``. ``score`` is by seat, ``length`` 0 means money. ``dice`` is None before
    the roll. With an ``offer`` standing, ``on_roll`` stays the side whose turn it is and :attr:`decider` answers.
    During a double the cube still has its old value; it has been turned already when a beaver or raccoon is offered.
    A double passed or a resignation accepted stays in ``offer`` while ``phase`` says that the game is over.
    ``answering`` is the turn of the cube that an offered resignation answers (None = it answers none).
    ``jacoby`` and ``beavers`` are money rules, ``cube_limit`` the greatest cube value allowed (None = no limit,
    1 = no cube). ``rolled`` keeps the dice in the order thrown where the record tells it; it never makes two states
    differ. Raises :class:`PositionError` listing all faults.
    """

    position: Position
    on_roll: int = 0
    dice: Dice | None = None
    cube: Cube = field(default_factory=Cube)
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    offer: Offer | None = None
    phase: Phase = Phase.PLAYING
    variant: Variant = STANDARD
    cube_limit: int | None = None
    answering: Offer | None = None
    rolled: tuple[int, int] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Validate once, so that nobody needs to check again."""
        faults = []
        if self.on_roll not in (0, 1):
            faults.append(f"seat {self.on_roll} on roll")
        if not 0 <= self.length <= LONGEST_MATCH:
            faults.append(f"match length {self.length}")
        if min(self.score) < 0:
            faults.append(f"score {self.score[0]}-{self.score[1]}")
        if self.crawford and not (self.length and self.length - 1 in self.score):
            faults.append("Crawford game although nobody is one point away")
        if self.jacoby and self.length:
            faults.append("Jacoby rule in a match")
        if self.answering and not (self.offer and self.offer.resignation and not self.answering.resignation):
            faults.append(f"{self.answering.value} answered by no resignation")
        if self.position.checkers != self.variant.checkers:
            faults.append(f"{self.position.checkers} checkers a side in {self.variant.title}")
        if faults:
            raise PositionError("impossible match state: " + "; ".join(faults))

    @property
    def decider(self) -> int:
        """The seat whose decision it is: the one on roll, or the one who has to answer the offer."""
        decider = self.on_roll
        for offer in (self.answering, self.offer):
            if offer is Offer.DOUBLE or offer is Offer.RACCOON or (offer and offer.resignation):
                decider = 1 - decider
        return decider

    @property
    def away(self) -> tuple[int, int] | None:
        """Points still needed by seat 0 and seat 1, at least 0; None for money."""
        if not self.length:
            return None
        return max(0, self.length - self.score[0]), max(0, self.length - self.score[1])

    @property
    def post_crawford(self) -> bool:
        """Whether the Crawford game has been played: somebody is one away and this is not that game."""
        return self.length > 1 and not self.crawford and self.length - 1 in self.score

    def view(self, seat: int | None = None) -> View:
        """The moment seen by ``seat`` (default: the side on roll, whose position it is)."""
        seat = self.on_roll if seat is None else seat
        away = self.away
        owner = CubeOwner.CENTRED
        if self.cube.owner is not None:
            owner = CubeOwner.OWNED if self.cube.owner == seat else CubeOwner.OPPONENT
        return View(
            position=self.position if seat == self.on_roll else self.position.swapped(),
            cube_value=self.cube.value,
            cube_owner=owner,
            away=None if away is None else (away[seat], away[1 - seat]),
            crawford=self.crawford,
            post_crawford=self.post_crawford,
            jacoby=self.jacoby,
            beavers=self.beavers,
            variant=self.variant,
            cube_limit=self.cube_limit,
        )

    def mirrored(self) -> MatchState:
        """The same moment with the two seats exchanged."""
        owner = None if self.cube.owner is None else 1 - self.cube.owner
        return replace(
            self,
            on_roll=1 - self.on_roll,
            score=(self.score[1], self.score[0]),
            cube=Cube(self.cube.value, owner),
        )
