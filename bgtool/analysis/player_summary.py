"""The numbers of one player, as :mod:`bgtool.analysis.summary` counts them, and the rates that follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt

from bgtool.analysis import ratings
from bgtool.analysis.records import CubeChoice, CubeFault
from bgtool.analysis.settings import LuckMark, Mark

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
    """One player's decisions in numbers; :mod:`bgtool.analysis.summary` says how each is counted.

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


def _mean(results: Sequence[float]) -> tuple[float, float] | None:
    """The mean and half the width of its 95 % interval, by the normal distribution."""
    if len(results) < 2:
        return None
    mean = fsum(results) / len(results)
    variance = fsum((result - mean) ** 2 for result in results) / (len(results) - 1)
    return mean, 1.96 * sqrt(variance / len(results))
