"""What the decisions of one player add up to, in a game, a match or many matches.

How things are counted, as in GNU Backgammon where it counts them:

- *total moves*: every roll, dances included. *Unforced moves*: those with more than one distinct legal result that
  were judged. *Not judged*: illegal plays and plays that the record does not give; they count among the moves only.
- *marks*: by the thresholds of the settings, each unforced move in one class.
- *total cube decisions*: every double, take, pass and beaver judged, and every roll before which the player could have
  doubled. *Close or actual*: the doubles and answers, and the no-doubles where doubling loses less than 0.16.
- *error totals* are sums of errors in EMG and, beside that, in match winning chance (for money in points: times the
  cube). *Error rates* are per unforced move (checker), per close or actual decision (cube), per both together
  (overall). *Snowie*: per move of both players, forced ones included. *PR*: half the error per counted decision, which
  leaves out moves whose plays are all worth the same.
- *luck*: the sum over every roll from a known position.
- *resignations* are no part of the error totals.
- *luck adjusted result*: result - own luck + the other's luck. *Residue*: what is left of that when both players'
  errors (resignations among them) are taken off too, because luck is measured at another depth than the plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, sqrt

from bgtool.analysis import ratings
from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    CheckerDecision,
    CubeAction,
    CubeChoice,
    CubeFault,
    CubeJudgement,
)
from bgtool.analysis.settings import CUBEFUL, LuckMark, Mark, luck_mark
from bgtool.core.state import MatchState

MWC, POINTS = "mwc", "points"
"""What errors and luck are counted in beside EMG: match winning chance, or points for money."""


@dataclass(frozen=True, slots=True)
class Sum:
    """How many there were and what they come to: ``equity`` in EMG, ``cost`` in the unit of the summary."""

    count: int = 0
    equity: float = 0.0
    cost: float = 0.0

    def __add__(self, other: Sum) -> Sum:
        """Both together."""
        return Sum(self.count + other.count, self.equity + other.equity, self.cost + other.cost)

    @property
    def rate(self) -> float | None:
        """The equity of one; None of none."""
        return self.equity / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player's decisions in numbers; the module's docstring says how each is counted.

    ``unit`` is what the ``cost`` of every sum is in. ``error`` sums count the decisions that they are a rate of:
    ``checker`` the unforced moves, ``cube`` the close or actual decisions. ``faults`` has every kind of cube error,
    ``resigned`` and ``accepted`` are resignations that gave up too much and those accepted too cheaply. ``result``,
    ``luck_adjusted`` and ``residue`` are over the games that were finished, None without any; ``results`` are the
    results of each with its luck-adjusted one.
    """

    name: str
    seat: int
    unit: str | None
    length: int
    moves: int = 0
    opponents_moves: int = 0
    not_judged: int = 0
    trivial: int = 0
    marks: Mapping[Mark, int] = field(default_factory=dict)
    checker: Sum = Sum()
    luck_marks: Mapping[LuckMark, int] = field(default_factory=dict)
    luck: Sum = Sum()
    cube_total: int = 0
    actions: Mapping[CubeChoice, int] = field(default_factory=dict)
    faults: Mapping[CubeFault, Sum] = field(default_factory=dict)
    cube: Sum = Sum()
    resigned: Sum = Sum()
    accepted: Sum = Sum()
    result: float | None = None
    luck_adjusted: float | None = None
    residue: float | None = None
    results: tuple[tuple[float, float], ...] = ()

    @property
    def unforced(self) -> int:
        """Moves with a choice."""
        return self.checker.count

    @property
    def close(self) -> int:
        """Close or actual cube decisions."""
        return self.cube.count

    @property
    def error(self) -> Sum:
        """The errors of plays and cube together, over all decisions counted."""
        return self.checker + self.cube

    @property
    def lost(self) -> float:
        """The cost of all errors, those of resignations among them."""
        return self.error.cost + self.resigned.cost + self.accepted.cost

    @property
    def error_rate(self) -> float | None:
        """EMG per unforced move and close or actual cube decision (times 1000 for mEMG); None without any."""
        return self.error.rate

    @property
    def snowie_rate(self) -> float | None:
        """EMG per move of both players; None without any."""
        moves = self.moves + self.opponents_moves
        return self.error.equity / moves if moves else None

    @property
    def counted(self) -> int:
        """The decisions that PR counts: unforced moves that matter, and close or actual cube decisions."""
        return self.unforced - self.trivial + self.close

    @property
    def pr(self) -> float | None:
        """Performance rating as eXtreme Gammon reckons it: 500 x error per counted decision; None without any."""
        return 500.0 * self.error.equity / self.counted if self.counted else None

    @property
    def luck_rate(self) -> float | None:
        """EMG per roll; None without any."""
        return self.luck.rate

    @property
    def rating_losses(self) -> tuple[float, float] | None:
        """The FIBS points that checker and cube errors cost; None for money."""
        if not self.length or self.unit != MWC:
            return None
        return (
            ratings.checker_loss(self.checker.rate or 0.0, self.length),
            ratings.cube_loss(self.cube.rate or 0.0, self.length),
        )

    @property
    def fibs_rating(self) -> float | None:
        """The absolute FIBS rating that the error rates speak of; None for money."""
        return None if self.rating_losses is None else ratings.OFFSET - sum(self.rating_losses)

    @property
    def fibs_difference(self) -> float | None:
        """How much stronger than the opponent the luck-adjusted result makes him look; None for money."""
        if self.luck_adjusted is None or not self.length or self.unit != MWC:
            return None
        return ratings.rating_difference(0.5 + self.luck_adjusted, self.length)

    @property
    def advantage(self) -> tuple[float, float] | None:
        """Points per game and half the width of its 95 % interval; None in a match and for fewer than two games."""
        return _mean([result for result, _ in self.results]) if self.unit == POINTS else None

    @property
    def adjusted_advantage(self) -> tuple[float, float] | None:
        """The same of the luck-adjusted results."""
        return _mean([adjusted for _, adjusted in self.results]) if self.unit == POINTS else None


def unit_of(match: AnnotatedMatch) -> str:
    """What costs are in: match winning chance where the analysis knows it, else points."""
    return MWC if match.settings.met and match.settings.equity == CUBEFUL else POINTS


def summaries(match: AnnotatedMatch, part: AnnotatedGame | None = None) -> tuple[PlayerSummary, PlayerSummary]:
    """The summaries of both players, by seat, over one game of the match, or all of it."""
    games = match.games if part is None else (part,)
    unit = unit_of(match)
    first, second = (_summed(match, games, seat, unit) for seat in (0, 1))
    ended = tuple(game for game in games if _gain(game, unit) is not None)
    if not ended:
        return first, second
    both = (first, second) if ended == games else tuple(_summed(match, ended, seat, unit) for seat in (0, 1))
    pairs = [(_gain(game, unit) or 0.0, _luck(game, 0, unit) - _luck(game, 1, unit)) for game in ended]
    result = fsum(gain for gain, _ in pairs)
    adjusted = result - fsum(luck for _, luck in pairs)
    residue = adjusted + both[0].lost - both[1].lost
    results = tuple((gain, gain - luck) for gain, luck in pairs)
    turned = tuple((-gain, -adjusted) for gain, adjusted in results)
    return (
        replace(first, result=result, luck_adjusted=adjusted, residue=residue, results=results),
        replace(second, result=-result, luck_adjusted=-adjusted, residue=-residue, results=turned),
    )


def total_of(name: str, parts: Sequence[PlayerSummary]) -> PlayerSummary:
    """One player's summaries of several matches (at least one) as one; ``unit`` is None where they have different ones.

    What means something only in a match (FIBS ratings) or with one unit (costs, results) is then left out.
    """
    units = {part.unit for part in parts}
    return PlayerSummary(
        name=name,
        seat=parts[0].seat,
        unit=units.pop() if len(units) == 1 else None,
        length=0,
        moves=sum(part.moves for part in parts),
        opponents_moves=sum(part.opponents_moves for part in parts),
        not_judged=sum(part.not_judged for part in parts),
        trivial=sum(part.trivial for part in parts),
        marks={mark: sum(part.marks[mark] for part in parts) for mark in Mark},
        checker=_added(part.checker for part in parts),
        luck_marks={mark: sum(part.luck_marks[mark] for part in parts) for mark in LuckMark},
        luck=_added(part.luck for part in parts),
        cube_total=sum(part.cube_total for part in parts),
        actions={choice: sum(part.actions[choice] for part in parts) for choice in CubeChoice},
        faults={fault: _added(part.faults[fault] for part in parts) for fault in CubeFault},
        cube=_added(part.cube for part in parts),
        resigned=_added(part.resigned for part in parts),
        accepted=_added(part.accepted for part in parts),
        result=_known(part.result for part in parts),
        luck_adjusted=_known(part.luck_adjusted for part in parts),
        residue=_known(part.residue for part in parts),
        results=tuple(pair for part in parts for pair in part.results),
    )


def _summed(match: AnnotatedMatch, games: Sequence[AnnotatedGame], seat: int, unit: str) -> PlayerSummary:
    plays = [decision for game in games for decision in game.checker_decisions]
    own = [decision for decision in plays if decision.seat == seat]
    judged = [decision for decision in own if decision.counts]
    cubes = [one for game in games for one in game.cube_decisions if one.seat == seat]
    resigned, accepted = _resignations(games, seat, unit)
    return PlayerSummary(
        name=match.match.players[seat],
        seat=seat,
        unit=unit,
        length=match.match.length,
        moves=len(own),
        opponents_moves=len(plays) - len(own),
        not_judged=sum(decision.skipped is not None for decision in own),
        trivial=sum(decision.trivial for decision in judged),
        marks={mark: sum(decision.mark is mark for decision in judged) for mark in Mark},
        checker=_sum(_cost(one.error, one.error_mwc, one.state, unit) for one in judged),
        luck_marks=_luck_marks(own),
        luck=_sum(_cost(one.luck, one.luck_mwc, one.state, unit) for one in own if one.luck is not None),
        cube_total=len(cubes),
        actions={choice: sum(one.done is choice for one in cubes) for choice in CubeChoice},
        faults={fault: _sum(_cube_cost(one, unit) for one in cubes if one.fault is fault) for fault in CubeFault},
        cube=replace(_sum(_cube_cost(one, unit) for one in cubes), count=sum(one.close for one in cubes)),
        resigned=resigned,
        accepted=accepted,
    )


def _luck_marks(own: Sequence[CheckerDecision]) -> dict[LuckMark, int]:
    marks = [luck_mark(decision.luck) for decision in own if decision.luck is not None]
    return {mark: marks.count(mark) for mark in LuckMark}


def _resignations(games: Sequence[AnnotatedGame], seat: int, unit: str) -> tuple[Sum, Sum]:
    """What the seat gave up too much by resigning, and what it accepted too little."""
    all_of_them = [
        (item.resignation, item.state)
        for game in games
        for item in game.annotations
        if isinstance(item, CubeAction) and item.resignation
    ]
    resigned = [_cost(one.error, one.error_mwc, state, unit) for one, state in all_of_them if one.seat == seat]
    accepted = [
        _cost(one.accept_error, one.accept_error_mwc, state, unit) for one, state in all_of_them if one.seat != seat
    ]
    return _sum(cost for cost in resigned if cost[0]), _sum(cost for cost in accepted if cost[0])


def _cube_cost(one: CubeJudgement, unit: str) -> tuple[float, float]:
    return _cost(one.error, one.error_mwc, one.state, unit)


def _cost(equity: float | None, mwc: float | None, state: MatchState, unit: str) -> tuple[float, float]:
    """An equity with what it comes to in the unit: match winning chance, or points with the cube of the moment."""
    equity = equity or 0.0
    return equity, (mwc or 0.0) if unit == MWC else equity * state.cube.value


def _sum(costs: Iterable[tuple[float, float]]) -> Sum:
    pairs = list(costs)
    return Sum(len(pairs), fsum(equity for equity, _ in pairs), fsum(cost for _, cost in pairs))


def _added(sums: Iterable[Sum]) -> Sum:
    parts = list(sums)
    return Sum(sum(p.count for p in parts), fsum(p.equity for p in parts), fsum(p.cost for p in parts))


def _known(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return fsum(known) if known else None


def _gain(game: AnnotatedGame, unit: str) -> float | None:
    """What seat 0 won in the game, in the unit; None where the record does not tell how it ended."""
    if unit == MWC:
        return None if game.mwc is None or game.mwc_after is None else game.mwc_after - game.mwc
    if game.game.winner is None or game.game.points is None:
        return None
    return float(-game.game.points if game.game.winner else game.game.points)


def _luck(game: AnnotatedGame, seat: int, unit: str) -> float:
    own = [one for one in game.checker_decisions if one.seat == seat and one.luck is not None]
    return fsum(_cost(one.luck, one.luck_mwc, one.state, unit)[1] for one in own)


def _mean(results: Sequence[float]) -> tuple[float, float] | None:
    """The mean and half the width of its 95 % interval, by the normal distribution."""
    if len(results) < 2:
        return None
    mean = fsum(results) / len(results)
    variance = fsum((result - mean) ** 2 for result in results) / (len(results) - 1)
    return mean, 1.96 * sqrt(variance / len(results))
