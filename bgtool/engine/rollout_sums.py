"""Running sums of a rollout and what they say: means and honest standard errors.

Sums are whole numbers, so they do not depend on the order in which trials arrive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.rollout import Trials
from bgtool.kernels.rollout_game import CUBEFUL, ENDINGS, EQUITY, FACES, NUMBERS, RAW, REDUCED, SCALES
from bgtool.kernels.rollout_sums import add_up
from bgtool.layout import OUTCOMES

_ARRAYS = ("sums", "squares", "products", "by_roll", "counts", "endings")
_ENOUGH = 4 * FACES  # trials from which the spread between rolls is taken out of the standard error


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over trials with its standard error and the standard deviation of one trial."""

    mean: float
    std_error: float
    std_deviation: float


class Block:
    """The sums of some trials in a row of the candidates that were in them."""

    def __init__(self, candidates: int):
        """Empty sums for that many candidates."""
        self.trials = 0
        self.sums = np.zeros((candidates, 2, NUMBERS), np.int64)
        self.squares = np.zeros((candidates, 2, NUMBERS), np.int64)
        self.products = np.zeros((2, candidates, candidates), np.int64)
        self.by_roll = np.zeros((2, FACES, candidates, 2, NUMBERS), np.int64)
        self.counts = np.zeros((2, FACES), np.int64)
        self.endings = np.zeros((candidates, ENDINGS), np.int64)

    def add(self, trials: Trials, decisive: int) -> None:
        """Take in what ``kernels.rollout.roll_out`` wrote; *decisive* is the number whose differences count."""
        sums = self.sums, self.squares, self.products, self.by_roll, self.counts, self.endings
        add_up(trials, decisive, *sums)
        self.trials += len(trials.classes)

    def only(self, places: list[int]) -> Block:
        """The same trials with only the candidates at these places."""
        block = Block(len(places))
        block.trials = self.trials
        block.sums = self.sums[places]
        block.squares = self.squares[places]
        block.products = self.products[np.ix_([RAW, REDUCED], places, places)]
        block.by_roll = self.by_roll[:, :, places]
        block.counts = self.counts
        block.endings = self.endings[places]
        return block


class Sums:
    """Everything known about the candidates of a rollout; each has had the trials 0 to ``trials[k] - 1``."""

    def __init__(self, candidates: int, stratified: bool, cubeful: bool = False):
        """No trials yet; *stratified* dice take the spread between the first two rolls out of the standard errors.

        Candidates are compared by their cubeful equities if *cubeful*, else by the cubeless ones.
        """
        self.stratified = stratified
        self.decisive = CUBEFUL if cubeful else EQUITY
        self.trials = [0] * candidates
        self.sums = np.zeros((candidates, 2, NUMBERS), object)
        self.squares = np.zeros((candidates, 2, NUMBERS), object)
        self.products = np.zeros((2, candidates, candidates), object)
        self.by_roll = np.zeros((2, FACES, candidates, 2, NUMBERS), np.int64)
        self.counts = np.zeros((2, FACES, candidates), np.int64)
        self.endings = np.zeros((candidates, ENDINGS), np.int64)

    def add(self, block: Block, live: Sequence[int]) -> None:
        """Add the sums of a block in which the candidates *live* took part, in this order."""
        chosen = list(live)
        for k in chosen:
            self.trials[k] += block.trials
        self.sums[chosen] += block.sums.astype(object)
        self.squares[chosen] += block.squares.astype(object)
        self.products[np.ix_([RAW, REDUCED], chosen, chosen)] += block.products.astype(object)
        self.by_roll[:, :, chosen] += block.by_roll
        self.counts[:, :, chosen] += block.counts[:, :, None]
        self.endings[chosen] += block.endings

    def merge(self, other: Sums) -> None:
        """Add the sums of other trials of the same candidates."""
        self.trials = [a + b for a, b in zip(self.trials, other.trials, strict=True)]
        self.sums += other.sums
        self.squares += other.squares
        self.products += other.products
        self.by_roll += other.by_roll
        self.counts += other.counts
        self.endings += other.endings

    def as_lists(self) -> dict[str, Any]:
        """Everything as whole numbers in lists, for a file."""
        arrays = {name: getattr(self, name).ravel().tolist() for name in _ARRAYS}
        return {"trials": self.trials, **arrays}

    @classmethod
    def from_lists(cls, lists: dict[str, Any], candidates: int, stratified: bool, cubeful: bool) -> Sums:
        """The sums that :meth:`as_lists` wrote; ValueError, KeyError or TypeError if they are not such."""
        made = cls(candidates, stratified, cubeful)
        made.trials = [int(number) for number in lists["trials"]]
        for name in _ARRAYS:
            array = getattr(made, name)
            if any(type(number) is not int for number in lists[name]):
                raise TypeError(name)
            array[...] = np.array(lists[name], array.dtype).reshape(array.shape)
        if len(made.trials) != candidates:
            raise ValueError("trials")
        return made

    def equity(self, candidate: int, kind: int) -> Estimate:
        """The mean equity of a candidate by which it is compared; *kind* is ``RAW`` or ``REDUCED``."""
        return self._estimate(candidate, kind, self.decisive)

    def cubeless(self, candidate: int, kind: int) -> Estimate:
        """The mean cubeless equity of a candidate for money."""
        return self._estimate(candidate, kind, EQUITY)

    def chances(self, candidate: int, kind: int) -> tuple[Estimate, ...]:
        """The five mean chances of a candidate."""
        return tuple(self._estimate(candidate, kind, number) for number in range(OUTCOMES))

    def difference(self, better: int, worse: int, kind: int, times: int = 1) -> Estimate:
        """The mean of *better*'s equity, *times* over, minus *worse*'s.

        From the same dice trial by trial where both had the same trials, else as if they were independent.
        """
        n = self.trials[better]
        if n != self.trials[worse]:
            a, b = self.equity(better, kind), self.equity(worse, kind)
            return Estimate(
                times * a.mean - b.mean,
                hypot(times * a.std_error, b.std_error),
                hypot(times * a.std_deviation, b.std_deviation),
            )
        number = self.decisive
        square = (
            times**2 * self.squares[better, kind, number]
            + self.squares[worse, kind, number]
            - 2 * times * self.products[kind, better, worse]
        )
        total = times * self.sums[better, kind, number] - self.sums[worse, kind, number]
        by_roll = times * self.by_roll[:, :, better, kind, number] - self.by_roll[:, :, worse, kind, number]
        return _estimated(n, SCALES[number], total, square, by_roll, self.counts[:, :, better], self.stratified)

    def _estimate(self, candidate: int, kind: int, number: int) -> Estimate:
        return _estimated(
            self.trials[candidate],
            SCALES[number],
            self.sums[candidate, kind, number],
            self.squares[candidate, kind, number],
            self.by_roll[:, :, candidate, kind, number],
            self.counts[:, :, candidate],
            self.stratified,
        )


def _estimated(
    n: int, scale: int, total: Any, square: Any, by_roll: NDArray[np.int64], counts: NDArray[np.int64], stratified: bool
) -> Estimate:
    """Mean, standard error and standard deviation from sums in units of ``1 / scale``.

    With stratified dice every first and every second roll has come equally often, so what they alone decide adds
    nothing to the error of the mean: the spread between rolls is taken out, as in a two-way analysis of variance, but
    for the trials by which a roll came too often or too rarely.
    """
    if n < 2:
        return Estimate(int(total) / scale / max(n, 1), float("inf"), float("inf"))
    mean = int(total) / n
    spread = (n * int(square) - int(total) ** 2) / n  # sum of squared deviations
    variance = max(0.0, spread) / (n - 1)
    error = variance / n
    if stratified and n >= _ENOUGH:
        error = _stratified_error(n, mean, spread, by_roll, counts)
    return Estimate(mean / scale, sqrt(error) / scale, sqrt(variance) / scale)


def _stratified_error(
    n: int, mean: float, spread: float, by_roll: NDArray[np.int64], counts: NDArray[np.int64]
) -> float:
    """The variance of a mean over trials whose first two rolls were dealt, in squared units."""
    between, unevenness, classes = [], [], []
    for turn in range(2):
        came = counts[turn] > 0
        number = counts[turn][came].astype(float)
        deviation = by_roll[turn][came] - number * mean
        between.append(float(np.sum(deviation**2 / number)))
        unevenness.append(float(np.sum((number - n / len(number)) ** 2)))
        classes.append(len(number))
    within = max(0.0, spread - sum(between)) / (n - 1 - sum(count - 1 for count in classes))
    error = n * within
    for spread_between, uneven, count in zip(between, unevenness, classes, strict=True):
        of_rolls = max(0.0, spread_between - (count - 1) * within) / n
        error += of_rolls * uneven * count / (count - 1)
    return error / n**2
