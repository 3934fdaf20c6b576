"""What players do over many matches: rates with error bars, by kind of decision, and what cost most.

Counted are the decisions that error rates count: unforced plays that were judged, and close or actual cube decisions.
The kinds:

- *opening*: each player's first three rolls of a game. *contact*: later, as long as the sides have to pass each other;
  *race*: no contact any more; *bear-off*: no contact, and all of the player's checkers at home.
- *no double*: doubles that were not made; their errors are doubles that come too late. *double*: doubles that were
  made; their errors come too early, or cash what was too good. *take*, *pass*, *beaver*: the answers.

An error bar is the standard error of a mean: decisions are taken for independent of each other. It speaks of the
sample, not of how well the analysis judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from heapq import nlargest
from math import fsum, sqrt

from bgtool.analysis.settings import Mark
from bgtool.core.position import Position

OPENING_ROLLS = 3
"""How many rolls of each player in a game are its opening."""

WORST = 5
_HOME = 6


class Kind(Enum):
    """The kinds of decisions, the value what people and JSON call them."""

    OPENING = "opening"
    CONTACT = "contact"
    RACE = "race"
    BEAROFF = "bear-off"
    NO_DOUBLE = "no double"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"

    @property
    def is_cube(self) -> bool:
        """Whether it is about the cube."""
        return self in _CUBE


_CUBE = (Kind.NO_DOUBLE, Kind.DOUBLE, Kind.TAKE, Kind.PASS, Kind.BEAVER)


def kind_of_play(position: Position, rolls_before: int) -> Kind:
    """The kind of a checker play from ``position`` (player on roll), after so many own rolls in this game."""
    if not position.has_contact:
        return Kind.RACE if any(position.on_roll[_HOME + 1 :]) else Kind.BEAROFF
    return Kind.OPENING if rolls_before < OPENING_ROLLS else Kind.CONTACT


@dataclass(frozen=True, slots=True)
class Fact:
    """A decision that counts: whose, of what kind, what it cost (EMG, and MWC where known), and where it stands.

    ``matters`` says that PR counts it, too: not all plays come to the same.
    """

    seat: int
    kind: Kind
    error: float
    error_mwc: float | None = None
    mark: Mark = Mark.NONE
    matters: bool = True
    file: str = ""
    game: int = 0
    number: int = 0
    done: str = ""
    best: str = ""
    moment: str = ""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What statistics need of a match: its players by seat, who won, their decisions, rolls and luck (EMG).

    ``signature`` is the same for the same match, whatever its file and its analysis. ``settings`` says in a line what
    the numbers were made with.
    """

    file: str
    players: tuple[str, str]
    winner: int | None
    facts: tuple[Fact, ...]
    luck: tuple[tuple[float, ...], tuple[float, ...]]
    moves: tuple[int, int]
    signature: str = ""
    settings: str = ""


@dataclass(frozen=True, slots=True)
class Rate:
    """A mean of many numbers with its error bar."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Rate:
        """The rate of these numbers."""
        all_of_them = list(numbers)
        return cls(len(all_of_them), fsum(all_of_them), fsum(number * number for number in all_of_them))

    @property
    def mean(self) -> float | None:
        """The mean; None of none."""
        return self.total / self.count if self.count else None

    @property
    def std_error(self) -> float | None:
        """The standard error of the mean; None of fewer than two."""
        if self.count < 2:
            return None
        variance = max(0.0, self.squares - self.total * self.total / self.count) / (self.count - 1)
        return sqrt(variance / self.count)


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One player over all matches; rates are EMG for one decision (``error``, by ``kinds``) or one roll (``luck``).

    ``counted`` is the rate over the decisions that PR counts. ``cost_mwc`` is what the errors cost in matches. The
    ``worst`` decisions stand first by what they cost in EMG.
    """

    name: str
    matches: int = 0
    won: int = 0
    lost: int = 0
    moves: int = 0
    opponents_moves: int = 0
    error: Rate = Rate()
    counted: Rate = Rate()
    luck: Rate = Rate()
    cost_mwc: float = 0.0
    kinds: Mapping[Kind, Rate] = field(default_factory=dict)
    marks: Mapping[Kind, Mapping[Mark, int]] = field(default_factory=dict)
    worst: tuple[Fact, ...] = ()

    @property
    def checker(self) -> Rate:
        """The rate of plays alone."""
        return _joined(rate for kind, rate in self.kinds.items() if not kind.is_cube)

    @property
    def cube(self) -> Rate:
        """The rate of cube decisions alone."""
        return _joined(rate for kind, rate in self.kinds.items() if kind.is_cube)

    @property
    def pr(self) -> float | None:
        """Performance rating, eXtreme Gammon's: 500 x error per counted decision; None without any."""
        return 500.0 * self.error.total / self.counted.count if self.counted.count else None

    @property
    def pr_std_error(self) -> float | None:
        """The standard error of that."""
        error = self.counted.std_error
        return None if error is None else 500.0 * error

    @property
    def snowie_rate(self) -> float | None:
        """EMG per move of both players; None without any."""
        moves = self.moves + self.opponents_moves
        return self.error.total / moves if moves else None


def once_each(matches: Iterable[MatchFacts]) -> tuple[list[MatchFacts], list[tuple[MatchFacts, MatchFacts]]]:
    """The matches without those that were there before, and the pairs of a second one with its first."""
    first: dict[str, MatchFacts] = {}
    again = []
    for match in matches:
        known = first.setdefault(match.signature, match)
        if known is not match:
            again.append((match, known))
    return list(first.values()), again


def player_stats(matches: Sequence[MatchFacts], worst: int = WORST) -> tuple[PlayerStats, ...]:
    """Every player of the matches, those of most matches first.

    Players are one where their names are the same; those without a name are somebody else in every match.
    """
    seats: dict[object, list[tuple[MatchFacts, int]]] = {}
    for index, match in enumerate(matches):
        for seat, name in enumerate(match.players):
            somebody = name if name.strip() else (index, seat)
            seats.setdefault(somebody, []).append((match, seat))
    players = (_player(own[0][0].players[own[0][1]], own, worst) for own in seats.values())
    return tuple(sorted(players, key=lambda one: (-one.matches, -one.moves, one.name)))


def _player(name: str, own: Sequence[tuple[MatchFacts, int]], worst: int) -> PlayerStats:
    facts = [fact for match, seat in own for fact in match.facts if fact.seat == seat]
    by_kind = {kind: [fact for fact in facts if fact.kind is kind] for kind in Kind}
    return PlayerStats(
        name=name,
        matches=len(own),
        won=sum(match.winner == seat for match, seat in own),
        lost=sum(match.winner == 1 - seat for match, seat in own),
        moves=sum(match.moves[seat] for match, seat in own),
        opponents_moves=sum(match.moves[1 - seat] for match, seat in own),
        error=Rate.of(fact.error for fact in facts),
        counted=Rate.of(fact.error for fact in facts if fact.matters),
        luck=Rate.of(luck for match, seat in own for luck in match.luck[seat]),
        cost_mwc=fsum(fact.error_mwc or 0.0 for fact in facts),
        kinds={kind: Rate.of(fact.error for fact in some) for kind, some in by_kind.items()},
        marks={kind: _marks(some) for kind, some in by_kind.items()},
        worst=tuple(nlargest(worst, (fact for fact in facts if fact.error), key=lambda fact: fact.error)),
    )


def _marks(facts: Sequence[Fact]) -> dict[Mark, int]:
    return {mark: sum(fact.mark is mark for fact in facts) for mark in Mark}


def _joined(rates: Iterable[Rate]) -> Rate:
    parts = list(rates)
    return Rate(sum(p.count for p in parts), fsum(p.total for p in parts), fsum(p.squares for p in parts))
