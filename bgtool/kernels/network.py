"""The network: five chances of a position in about a microsecond.

The inputs say for each place of a board how many checkers stand there. Since every place has few possible counts,
the first layer is a table: one row of numbers for each (place, count), and the sum of a position is a bias plus the
rows of its occupied places. Sums are 16-bit integers, so adding rows is quick and *exact*: a sum that is carried
over from another position by exchanging the rows that differ is the very same sum, to the last bit, as one built
anew. Positions that come one after another (the plays of a roll) are evaluated that way. Most changes are by one
checker, and the table holds those differences, too: then there is one row to add or to take away instead of two.

Units of the first layer work in pairs: both sums are cut off at 0 and ``ONE``, and their product is the activation.
Most products are 0, and the second layer skips them. Two small layers follow, then a softmax over the six ways a
game can end, which keeps the chances in order.

``_nrt=False`` leaves out the counting of references to arrays, which would cost a third of the time: nothing is
allocated here, and the caller holds every array.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.intrinsics import copy_board, differing, lowest_bit
from bgtool.kernels.jit import kernel
from bgtool.kernels.vectors import LANES, add_all_rows, add_weighted_rows, exchange_rows, multiply_pairs
from bgtool.layout import ROW

FIRST = 1024  # sums of the first layer
PAIRS = FIRST // 2
SECOND = 64
THIRD = 32
ENDINGS = 6  # won backgammon, gammon, single; lost single, gammon, backgammon
ONE = 1024  # what counts as 1 in the first layer's integers
PLACES = 2 * ROW
COUNTS = 16  # table rows for each place: 0 to 15 checkers
STEPS = PLACES * COUNTS  # rows that the steps from one count to the next begin with
MANY = 14  # rows to exchange that are more work than the occupied places of most positions


class Weights(NamedTuple):
    """The arrays of a network, as the kernels take them; ``engine.network`` loads them from the package's data."""

    table: np.ndarray  # int16 (2 * STEPS, FIRST), :func:`with_steps`; the row of no checkers is 0
    bias: np.ndarray  # int16 (FIRST,)
    second: np.ndarray  # float32 (PAIRS, SECOND), already divided by ONE * ONE
    second_bias: np.ndarray  # float32 (SECOND,)
    third: np.ndarray  # float32 (SECOND, THIRD)
    third_bias: np.ndarray  # float32 (THIRD,)
    last: np.ndarray  # float32 (THIRD, ENDINGS)
    last_bias: np.ndarray  # float32 (ENDINGS,)


class Scratch(NamedTuple):
    """Memory that one thread needs for evaluating; it remembers the sums of the position seen last."""

    sums: np.ndarray  # int16 (FIRST,)
    seen: np.ndarray  # int8 (1, 2, ROW), the board that ``sums`` belong to
    rows: np.ndarray  # int64 (2, PLACES + 1), table rows to add and to take away
    products: np.ndarray  # float32 (PAIRS,)
    active: np.ndarray  # int16 (PAIRS + 8,), the products that are not 0
    hidden: np.ndarray  # float32 (SECOND,)
    deeper: np.ndarray  # float32 (THIRD,)
    endings: np.ndarray  # float32 (LANES,), the last two not used


def with_steps(table: np.ndarray) -> np.ndarray:
    """A first layer as :class:`Weights` has it, from its rows for each (place, count), int16 (STEPS, FIRST).

    Behind the rows come their differences: row STEPS + i is row i less the one before, that is what one checker more
    on the place adds. Most places that a play changes have one more or one less.
    """
    steps = np.diff(table, axis=0, prepend=table[:1])
    steps[::COUNTS] = 0
    return np.concatenate((table, steps))


@kernel
def new_scratch(weights):
    """Fresh scratch memory for *weights*: an empty board's sums, which are the bias."""
    return Scratch(
        weights.bias.copy(),
        np.zeros((1, 2, ROW), np.int8),
        np.zeros((2, PLACES + 1), np.int64),
        np.zeros(PAIRS, np.float32),
        np.zeros(PAIRS + 8, np.int16),
        np.zeros(SECOND, np.float32),
        np.zeros(THIRD, np.float32),
        np.zeros(LANES, np.float32),
    )


@kernel(_nrt=False, forceinline=True)
def network_chances(weights, scratch, mine, theirs, out):
    """Write the five chances of the player on roll to *out*, float32 (5,): in order and within [0, 1].

    *mine* and *theirs* are rows of 26, *mine* on roll. What the rules exclude is left to the caller.
    """
    _first_layer(weights, scratch, mine, theirs)
    _hidden_layers(weights, scratch)
    _softmax(scratch.endings, out)


@kernel(_nrt=False, forceinline=True)
def _first_layer(weights, scratch, mine, theirs):
    """Bring ``scratch.sums`` to this position, from the one seen last or from nothing, whichever is less work."""
    sums, seen, added, taken = scratch.sums, scratch.seen, scratch.rows[0], scratch.rows[1]
    n, m = _changes(seen[0, 0], mine, 0, added, taken, 0, 0)
    n, m = _changes(seen[0, 1], theirs, ROW, added, taken, n, m)
    if n + m > MANY:
        seen[:] = 0
        _copy(sums, weights.bias)
        n, m = _changes(seen[0, 0], mine, 0, added, taken, 0, 0)
        n, m = _changes(seen[0, 1], theirs, ROW, added, taken, n, m)
    exchange_rows(sums, weights.table, added, n, taken, m)
    copy_board(mine, theirs, seen, 0)


@kernel(_nrt=False)
def _changes(before, after, first, added, taken, n, m):
    """The numbers n and m, grown by the table rows that lead from one row of checkers to another.

    They are put behind those in ``added[:n]`` and ``taken[:m]``. *first* is the place in the table that both begin at.
    """
    mask = differing(before, after)
    while mask:
        p = lowest_bit(mask)
        mask &= mask - 1
        old, new = np.int64(before[p]), np.int64(after[p])
        one = abs(new - old) == 1
        row = (first + p) * COUNTS + one * STEPS
        added[n] = row + new  # lists grow without a branch, which the processor could only guess
        taken[m] = row + old
        n += (new > old) | ((not one) & (new != 0))
        m += (old > new) | ((not one) & (old != 0))
    return n, m


@kernel(_nrt=False, forceinline=True, fastmath=True)
def _hidden_layers(weights, scratch):
    # Fast math: test_matches_the_slow_twin shows that the order of additions does not matter.
    n = multiply_pairs(scratch.sums, ONE, scratch.products, scratch.active)
    hidden, deeper, endings = scratch.hidden, scratch.deeper, scratch.endings
    _copy(hidden, weights.second_bias)
    add_weighted_rows(SECOND, hidden, scratch.products, weights.second, scratch.active, n)
    _cut_off(hidden)
    _copy(deeper, weights.third_bias)
    add_all_rows(THIRD, deeper, hidden, weights.third)
    _cut_off(deeper)
    _copy(endings, weights.last_bias)
    add_all_rows(ENDINGS, endings, deeper, weights.last)


@kernel(_nrt=False)
def _cut_off(values):
    for i in range(values.shape[0]):
        values[i] = max(values[i], np.float32(0))


@kernel(_nrt=False)
def _softmax(endings, out):
    """Turn the last layer's six numbers into chances of the six endings, and sum those up to the five."""
    top = endings[0]
    for k in range(1, ENDINGS):
        top = max(top, endings[k])
    for k in range(ENDINGS):
        endings[k] = np.exp(endings[k] - top)
    won3, lost3 = endings[0], endings[5]
    won2, lost2 = won3 + endings[1], lost3 + endings[4]
    won, lost = won2 + endings[2], lost2 + endings[3]
    part = np.float32(1) / (won + lost)
    out[0] = won * part
    out[1] = won2 * part
    out[2] = won3 * part
    out[3] = min(lost2 * part, np.float32(1) - out[0])
    out[4] = min(lost3 * part, out[3])


@kernel(_nrt=False)
def _copy(target, source):
    for i in range(source.shape[0]):
        target[i] = source[i]
