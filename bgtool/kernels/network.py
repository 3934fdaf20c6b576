"""The network: five chances of a position in about a microsecond.

The inputs say for each place of a board how many checkers stand there. Since every place has few possible counts,
the first layer is a table: one row of numbers for each (place, count), and the sum of a position is a bias plus the
rows of its occupied places. Sums are 16-bit integers, so adding rows is quick and *exact*: a sum that is carried
over from another position by exchanging the rows that differ is the very same sum, to the last bit, as one built
anew. Positions that come one after another (the plays of a roll) are evaluated that way.

Units of the first layer work in pairs: both sums are cut off at 0 and ``ONE``, and their product is the activation.
Most products are 0, and the second layer skips them. Two small layers follow, then a softmax over the six ways a
game can end, which keeps the chances in order.

``_nrt=False`` leaves out the counting of references to arrays, which would cost a third of the time: nothing is
allocated here, and the caller holds every array.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.jit import kernel
from bgtool.kernels.vectors import add_weighted_rows, positive_places
from bgtool.layout import ROW

FIRST = 1024  # sums of the first layer
PAIRS = FIRST // 2
SECOND = 64
THIRD = 32
ENDINGS = 6  # won backgammon, gammon, single; lost single, gammon, backgammon
ONE = 1024  # what counts as 1 in the first layer's integers
PLACES = 2 * ROW
COUNTS = 16  # table rows for each place: 0 to 15 checkers


class Weights(NamedTuple):
    """The arrays of a network, as the kernels take them; ``engine.network`` loads them from the package's data."""

    table: np.ndarray  # int16 (PLACES * COUNTS, FIRST), the row of no checkers is 0
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
    seen: np.ndarray  # int8 (PLACES,), the counts that ``sums`` belong to
    rows: np.ndarray  # int64 (3, PLACES + 1), table rows: of all occupied places; to add and to take away
    products: np.ndarray  # float32 (PAIRS,)
    active: np.ndarray  # int16 (PAIRS + 8,), the products that are not 0
    hidden: np.ndarray  # float32 (SECOND + THIRD + ENDINGS,)


@kernel
def new_scratch(weights):
    """Fresh scratch memory for *weights*: an empty board's sums, which are the bias."""
    return Scratch(
        weights.bias.copy(),
        np.zeros(PLACES, np.int8),
        np.zeros((3, PLACES + 1), np.int64),
        np.zeros(PAIRS, np.float32),
        np.zeros(PAIRS + 8, np.int16),
        np.zeros(SECOND + THIRD + ENDINGS, np.float32),
    )


@kernel(_nrt=False)
def network_chances(weights, scratch, mine, theirs, out):
    """Write the five chances of the player on roll to *out*, float32 (5,): in order and within [0, 1].

    *mine* and *theirs* are rows of 26, *mine* on roll. What the rules exclude is left to the caller.
    """
    _first_layer(weights, scratch, mine, theirs)
    _hidden_layers(weights, scratch)
    _softmax(scratch.hidden[SECOND + THIRD :], out)


@kernel(_nrt=False)
def _first_layer(weights, scratch, mine, theirs):
    """Bring ``scratch.sums`` to this position, from the one seen last or from nothing, whichever is less work."""
    occupied, new, old = scratch.rows[0], scratch.rows[1], scratch.rows[2]
    n = 0
    m = 0
    for place in range(PLACES):  # lists grow without a branch, which the processor could only guess
        count = np.int64(mine[place] if place < ROW else theirs[place - ROW])
        before = np.int64(scratch.seen[place])
        occupied[m] = new[n] = place * COUNTS + count
        old[n] = place * COUNTS + before
        m += count != 0
        n += count != before
        scratch.seen[place] = count
    sums, table = scratch.sums, weights.table
    if 2 * n > m:
        for j in range(FIRST):
            sums[j] = weights.bias[j]
        for k in range(m & 3):
            _add(sums, table[occupied[k]])
        for k in range(m & 3, m, 4):
            _add_four(sums, table[occupied[k]], table[occupied[k + 1]], table[occupied[k + 2]], table[occupied[k + 3]])
    else:
        if n & 1:
            _exchange(sums, table[new[0]], table[old[0]])
        for k in range(n & 1, n, 2):
            _exchange_two(sums, table[new[k]], table[old[k]], table[new[k + 1]], table[old[k + 1]])


@kernel(_nrt=False)
def _add(sums, a):
    for j in range(FIRST):
        sums[j] += a[j]


@kernel(_nrt=False)
def _add_four(sums, a, b, c, d):
    for j in range(FIRST):
        sums[j] += a[j] + b[j] + c[j] + d[j]


@kernel(_nrt=False)
def _exchange(sums, new, old):
    for j in range(FIRST):
        sums[j] += new[j] - old[j]


@kernel(_nrt=False)
def _exchange_two(sums, new, old, new2, old2):
    for j in range(FIRST):
        sums[j] += new[j] - old[j] + new2[j] - old2[j]


@kernel(_nrt=False, fastmath=True)  # test_matches_the_slow_twin shows that the order of additions does not matter
def _hidden_layers(weights, scratch):
    sums, products, active = scratch.sums, scratch.products, scratch.active
    low, high = np.int32(0), np.int32(ONE)
    for j in range(PAIRS):
        a = min(max(np.int32(sums[j]), low), high)
        b = min(max(np.int32(sums[PAIRS + j]), low), high)
        products[j] = np.float32(a * b)
    n = positive_places(products, active)
    hidden = scratch.hidden[:SECOND]
    for i in range(SECOND):
        hidden[i] = weights.second_bias[i]
    add_weighted_rows(SECOND, hidden, products, weights.second, active, n)
    deeper = scratch.hidden[SECOND : SECOND + THIRD]
    for i in range(THIRD):
        deeper[i] = weights.third_bias[i]
    n = positive_places(hidden, active)
    add_weighted_rows(THIRD, deeper, hidden, weights.third, active, n)
    endings = scratch.hidden[SECOND + THIRD :]
    for k in range(ENDINGS):
        endings[k] = weights.last_bias[k]
    for j in range(THIRD):
        x, u = deeper[j], weights.last[j]
        if x > 0:
            for k in range(ENDINGS):
                endings[k] += x * u[k]


@kernel(_nrt=False)
def _softmax(endings, out):
    """Turn the last layer's six numbers into chances of the six endings, and sum those up to the five."""
    top = endings[0]
    for k in range(1, ENDINGS):
        top = max(top, endings[k])
    won3, lost3 = np.exp(endings[0] - top), np.exp(endings[5] - top)
    won2, lost2 = won3 + np.exp(endings[1] - top), lost3 + np.exp(endings[4] - top)
    won, lost = won2 + np.exp(endings[2] - top), lost2 + np.exp(endings[3] - top)
    part = np.float32(1) / (won + lost)
    out[0] = won * part
    out[1] = won2 * part
    out[2] = won3 * part
    out[3] = min(lost2 * part, np.float32(1) - out[0])
    out[4] = min(lost3 * part, out[3])
