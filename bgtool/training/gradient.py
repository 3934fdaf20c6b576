"""The loss of a batch of decisions and its gradient.

A decision is four positions after plays of the same roll (siblings). The loss of each position is the cross-entropy
of its six endings plus the squared error of its equity; that of a decision is the squared error of its *differences*,
each equity minus the decision's mean, since choosing a play is nothing but comparing siblings.

The first layer is summed from table rows by compiled loops, siblings from the first one's sum; the rest is matrices.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.jit import kernel
from bgtool.kernels.network import COUNTS, ENDINGS, FIRST, PAIRS, PLACES
from bgtool.layout import ROW
from bgtool.training.keys import Keys, read_key
from bgtool.training.model import GAIN, SIZE, Parameters, views

Floats = NDArray[np.float32]
Counts = NDArray[np.int8]  # (PLACES,): a board in one row

SIBLINGS = 4
POINTS_OF = np.array((3, 2, 1, -1, -2, -3), np.float32)  # what each ending is worth
FULL = np.float32(1 / 65535)  # chances are stored as integers


@dataclass(frozen=True)
class Emphasis:
    """How much the parts of the loss count beside the cross-entropy; ``sparsity`` is a price on every open product."""

    differences: float = 10.0
    equity: float = 1.0
    sparsity: float = 1e-5


def endings_of(chances: NDArray[np.integer]) -> Floats:
    """Chances of the six endings, float32 (..., 6), from five stored chances (..., 5)."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = np.moveaxis(
        chances.astype(np.float32) * FULL, -1, 0
    )
    endings = (
        win_backgammon,
        win_gammon - win_backgammon,
        win - win_gammon,
        1 - win - lose_gammon,
        lose_gammon - lose_backgammon,
        lose_backgammon,
    )
    return np.stack(endings, axis=-1)


class Gradient:
    """Room for the gradient of up to *decisions* decisions at a time; one for each thread."""

    def __init__(self, decisions: int = 128):
        """Room for so many decisions."""
        self.decisions = decisions
        self.flat = np.zeros(SIZE, np.float32)
        self.of = views(self.flat)
        self.of_table = np.zeros((PLACES * COUNTS, FIRST), np.float32)
        self.cross_entropy = self.difference = self.equity = self.open = 0.0  # sums since they were last cleared
        self._sums = np.zeros((decisions * SIBLINGS, FIRST), np.float32)
        self._products = np.zeros((decisions * SIBLINGS, PAIRS), np.float32)

    def add(
        self, at: Parameters, table: Floats, keys: Keys, chances: NDArray[np.integer], trust: Floats, emphasis: Emphasis
    ) -> None:
        """Add the gradient at some parameters (*table* is their first layer's), decision by decision.

        *keys* uint8 (n, 4, 10), *chances* as Examples have them; *trust* (n,) says how much the level of a decision's
        labels counts, its differences always count fully.
        """
        for start in range(0, len(keys), self.decisions):
            part = slice(start, start + self.decisions)
            self._add_part(at, table, keys[part], chances[part], np.repeat(trust[part], SIBLINGS), emphasis)

    def clear_sums(self) -> None:
        """Start the reported sums anew."""
        self.cross_entropy = self.difference = self.equity = self.open = 0.0

    def _add_part(
        self, at: Parameters, table: Floats, keys: Keys, chances: NDArray[np.integer], trust: Floats, emphasis: Emphasis
    ) -> None:
        n = len(trust)
        sums, products = self._sums[:n], self._products[:n]
        open_first_layer(keys, table, at.first_bias, sums, products)
        hidden = np.maximum(products @ at.second + at.second_bias, 0)
        deeper = np.maximum(hidden @ at.third + at.third_bias, 0)
        found = softmax(deeper @ at.last + at.last_bias)
        labels = endings_of(chances).reshape(n, ENDINGS)

        equity = found @ POINTS_OF
        error = equity - labels @ POINTS_OF
        by_decision = error.reshape(-1, SIBLINGS)
        apart = (by_decision - by_decision.mean(axis=1, keepdims=True)).ravel()
        self.cross_entropy -= float((labels * np.log(found + 1e-9)).sum())
        self.difference += float(apart @ apart)
        self.equity += float(error @ error)
        self.open += float(np.count_nonzero(products))

        pull = 2 * (emphasis.differences * apart + emphasis.equity * trust * error)
        d_last = (found - labels) * trust[:, None] + pull[:, None] * found * (POINTS_OF - equity[:, None])
        d_last = d_last.astype(np.float32)
        d_deeper = (d_last @ at.last.T) * (deeper > 0)
        d_hidden = (d_deeper @ at.third.T) * (hidden > 0)
        for inputs, outputs, weights, bias in (
            (deeper, d_last, self.of.last, self.of.last_bias),
            (hidden, d_deeper, self.of.third, self.of.third_bias),
            (products, d_hidden, self.of.second, self.of.second_bias),
        ):
            weights += inputs.T @ outputs
            bias += outputs.sum(axis=0)
        np.matmul(d_hidden, at.second.T, out=products)
        products += np.float32(emphasis.sparsity)
        close_first_layer(keys, sums, products, self.of_table, self.of.first_bias)


def softmax(numbers: Floats) -> Floats:
    """Positive numbers that add up to 1 in each row."""
    powers = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


@kernel(fastmath=True)  # no number here can be infinite or nan, and the order of sums is free
def open_first_layer(keys: Keys, table: Floats, bias: Floats, sums: Floats, products: Floats) -> None:
    """Sums and products of decisions' siblings, one row each; keys uint8 (n, 4, 10)."""
    first, other = np.zeros(PLACES, np.int8), np.zeros(PLACES, np.int8)
    low, high, gain = np.float32(0), np.float32(1), np.float32(GAIN)
    for i in range(keys.shape[0]):
        for k in range(SIBLINGS):
            into = sums[SIBLINGS * i + k]
            if k == 0:
                read_key(keys[i, 0], first.reshape(2, ROW))
                for j in range(FIRST):
                    into[j] = bias[j]
                exchange(into, first, first, table, True)
            else:
                read_key(keys[i, k], other.reshape(2, ROW))
                origin = sums[SIBLINGS * i]
                for j in range(FIRST):
                    into[j] = origin[j]
                exchange(into, other, first, table, False)
            product = products[SIBLINGS * i + k]
            for j in range(PAIRS):
                product[j] = gain * min(max(into[j], low), high) * min(max(into[PAIRS + j], low), high)


@kernel(fastmath=True)
def exchange(sums: Floats, new: Counts, old: Counts, table: Floats, whole: bool) -> None:
    """Add the rows of *new* that differ from *old*, or the *whole* of it, and take those of *old* away."""
    for place in range(PLACES):
        count = new[place]
        before = 0 if whole else old[place]
        if count != before:
            if count:
                row = table[place * COUNTS + count]
                for j in range(FIRST):
                    sums[j] += row[j]
            if before:
                row = table[place * COUNTS + before]
                for j in range(FIRST):
                    sums[j] -= row[j]


@kernel(fastmath=True)
def close_first_layer(keys: Keys, sums: Floats, products: Floats, of_table: Floats, of_bias: Floats) -> None:
    """Turn gradients of products into those of the table and the bias, which are added up; overwrites *sums*."""
    first, other = np.zeros(PLACES, np.int8), np.zeros(PLACES, np.int8)
    low, high, gain = np.float32(0), np.float32(1), np.float32(GAIN)
    total = np.zeros(FIRST, np.float32)
    for i in range(keys.shape[0]):
        read_key(keys[i, 0], first.reshape(2, ROW))
        for j in range(FIRST):
            total[j] = 0
        for k in range(SIBLINGS):
            of_sum, of_product = sums[SIBLINGS * i + k], products[SIBLINGS * i + k]
            for j in range(PAIRS):
                a, b = of_sum[j], of_sum[PAIRS + j]
                slope = gain * of_product[j]
                of_sum[j] = slope * min(max(b, low), high) if low < a < high else low
                of_sum[PAIRS + j] = slope * min(max(a, low), high) if low < b < high else low
            for j in range(FIRST):
                total[j] += of_sum[j]
            if k:
                read_key(keys[i, k], other.reshape(2, ROW))
                give_back(of_sum, other, first, of_table)
        for j in range(FIRST):
            of_bias[j] += total[j]
        for place in range(PLACES):
            count = first[place]
            if count:
                row = of_table[place * COUNTS + count]
                for j in range(FIRST):
                    row[j] += total[j]


@kernel(fastmath=True)
def give_back(of_sum: Floats, new: Counts, old: Counts, of_table: Floats) -> None:
    """What :func:`exchange` means for the gradient of the table."""
    for place in range(PLACES):
        count, before = new[place], old[place]
        if count != before:
            if count:
                row = of_table[place * COUNTS + count]
                for j in range(FIRST):
                    row[j] += of_sum[j]
            if before:
                row = of_table[place * COUNTS + before]
                for j in range(FIRST):
                    row[j] -= of_sum[j]
