"""A sieve for the plays of a roll: a tiny network that tells which few are worth a real evaluation.

It has one small hidden layer over the counts of checkers on each place, all in 16-bit integers. The sums of the
position before the roll are worked out once; a play changes a few of them. So a play costs some ten nanoseconds, and
of the twenty that a roll has on average two or three are left to be evaluated. What is lost by it is measured when
the sieve is trained (``training/sieve_fit.py``), on plays of games as rollouts meet them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.crashed import FIRST_BACK
from bgtool.kernels.intrinsics import checkers_from, differing, lowest_bit
from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import rear
from bgtool.kernels.sieve_vectors import WIDTH, score_with, sums_with
from bgtool.layout import BAR, CHECKERS, OFF, POINTS, ROW

COUNTS = 16  # table rows for each place: 0 to 15 checkers
PLACES = 2 * ROW
ONE = 256  # what counts as 1 in the hidden layer
POINT = ONE * 2048  # what a score counts for one point of equity

MANY_BACK = 6
"""Checkers of a side in the opponent's home board and on the bar that make a position strange."""

NEARLY_OFF = 9
"""Checkers borne off that do."""

MOST = 8
"""Plays that can be asked to pass at most (more pass only where scores are equal)."""


class Sieve(NamedTuple):
    """The tiny network's weights; ``engine.sieve`` loads them from the package's data."""

    table: NDArray[np.int16]
    """(PLACES * COUNTS, WIDTH): what each count on each place of the mover, then of the opponent, adds."""
    bias: NDArray[np.int16]
    """(WIDTH,)"""
    out: NDArray[np.int16]
    """(WIDTH,)"""


class SieveRoom(NamedTuple):
    """Memory for one thread."""

    rows: NDArray[np.int8]
    """(2, ROW): the rows before the roll."""
    before: NDArray[np.int16]
    """(WIDTH,): the sums of the position before the roll."""
    changes: NDArray[np.int64]
    """(2, PLACES): table rows to add and to take away."""
    scores: NDArray[np.int64]
    best: NDArray[np.int64]


@kernel
def new_sieve_room(plays):
    """Room for so many plays of a roll; works in compiled code and in Python."""
    return SieveRoom(
        np.zeros((2, ROW), np.int8),
        np.empty(WIDTH, np.int16),
        np.zeros((2, PLACES), np.int64),
        np.empty(plays, np.int64),
        np.empty(MOST, np.int64),
    )


@kernel(_nrt=False)
def sift(sieve, room, mine, theirs, boards, n, most, margin):
    """Move the promising ones of ``boards[:n]`` to the front, in their order; the number of them.

    *mine* and *theirs* are the rows before the roll, *boards* int8 (m, 2, 26) the positions after its plays, mover
    first. A play passes if it is among the *most* (1 to ``MOST``) best scores and within *margin* points of the best.
    Everything passes where the sieve knows nothing: fewer checkers than in backgammon, and *strange* positions.
    """
    if n <= most or checkers(mine) != CHECKERS or strange(mine, theirs):
        return n
    rows, before, changes, scores, best = room
    added, taken = changes[0], changes[1]
    _take(sieve, mine, theirs, room)
    for k in range(most):
        best[k] = -(1 << 62)
    for i in range(n):
        changed = _changes(boards[i, 0], rows[0], 0, changes, 0)
        if boards[i, 1, BAR] != theirs[BAR]:
            changed = _changes(boards[i, 1], rows[1], ROW, changes, changed)
        score = score_with(sieve.table, before, added, taken, changed, sieve.out, ONE)
        scores[i] = score
        k = most - 1
        if score > best[k]:
            while k > 0 and score > best[k - 1]:
                best[k] = best[k - 1]
                k -= 1
            best[k] = score
    bar = max(best[most - 1], best[0] - np.int64(margin * POINT))
    kept = 0
    for i in range(n):
        if scores[i] >= bar:
            if i != kept:
                for side in range(2):
                    for p in range(ROW):
                        boards[kept, side, p] = boards[i, side, p]
            kept += 1
    return kept


@kernel(_nrt=False)
def strange(mine, theirs):
    """Whether the position is of a kind in which a sieve as small as this one errs by tenths of a point.

    Six checkers back or more, a race with a checker still in the opponent's home board, one side about to be off: they
    are rare, and have few plays or plays that no ordinary game knows.
    """
    if max(checkers_from(FIRST_BACK, mine), checkers_from(FIRST_BACK, theirs)) >= MANY_BACK:
        return True
    if max(mine[OFF], theirs[OFF]) >= NEARLY_OFF:
        return True
    my_rear, their_rear = rear(mine), rear(theirs)
    return my_rear + their_rear <= POINTS and max(my_rear, their_rear) >= FIRST_BACK


@kernel(_nrt=False)
def checkers(row):
    """The number of checkers of a row, those borne off included."""
    total = 0
    for p in range(ROW):
        total += row[p]
    return total


@kernel(_nrt=False)
def _take(sieve, mine, theirs, room):
    """Keep the rows before the roll, and their sums."""
    n = 0
    for p in range(ROW):
        room.rows[0, p] = mine[p]
        room.rows[1, p] = theirs[p]
        if mine[p]:
            room.changes[0, n] = p * COUNTS + int(mine[p])
            room.changes[1, n] = p * COUNTS
            n += 1
        if theirs[p]:
            room.changes[0, n] = (ROW + p) * COUNTS + int(theirs[p])
            room.changes[1, n] = (ROW + p) * COUNTS
            n += 1
    sums_with(sieve.table, sieve.bias, room.changes[0], room.changes[1], n, room.before)


@kernel(_nrt=False)
def _changes(new, old, start, changes, n):
    """Add to *changes* what distinguishes two rows, places counted from *start*; the number of changes then."""
    mask = differing(new, old)
    while mask:
        p = lowest_bit(mask)
        mask &= mask - 1
        place = (start + p) * COUNTS
        changes[0, n] = place + int(new[p])
        changes[1, n] = place + int(old[p])
        n += 1
    return n
