"""How the bear-off tables of :mod:`bgtool.kernels.bearoff` are computed, by backward induction.

A player who bears off without contact can always play both dice (all four of a doublet) until his last checker is
off: the generator below needs no rule about forfeited numbers. Rolls are ordered 11, 21, 22, 31 ... 66 throughout.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.bearoff import CENTRED, CUBELESS, EQUITIES, OPPONENTS, OWNED
from bgtool.kernels.jit import kernel
from bgtool.layout import HOME, ROW

ROLLS = 21
DOUBLETS = (0, 2, 5, 9, 14, 20)  # which of them
LEAST = 1e-9  # less of a distribution than this is folded into its first roll
MAX_ROLLS = 160  # more than any row takes: 15 checkers on point 24 waste at most a pip a roll


def most_plays(points: int) -> int:
    """More than one roll can lead to from rows on *points* points, counting repeats.

    Two dice: at most 2 orders x points x points; a doublet: multisets of four points left, C(points + 3, 4).
    """
    return max(2 * points * points, comb(points + 3, 4))


def new_room() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Memory for :func:`followers`: checkers on each point or higher, the dice to play, the point that each left."""
    return np.zeros(ROW + 2, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)


@kernel
def unrank(index, points, ranks, held):
    """Write into ``held[p]`` how many checkers of row *index* stand on point p or higher, zeros beyond *points*."""
    for point in range(held.shape[0]):
        held[point] = 0
    most = ranks.shape[1] - 1
    for point in range(1, points + 1):
        while ranks[point, most] > index:
            most -= 1
        index -= ranks[point, most]
        held[point] = most


@kernel
def play_in_order(room, points, ranks, out, n):
    """Append the index after every way to play the dice of *room* in this order; number of indices in *out* then.

    The dice end with a 0. A doublet is played from the highest point down, which reaches every result exactly once.
    """
    held, dice, left = room
    left[0] = points + 1
    depth = 0
    while depth >= 0:
        die = dice[depth]
        point = left[depth] - 1
        while point > 0:
            if held[point] > held[point + 1]:
                may_bear_off = held[HOME + 1] == 0 and (point == die or held[point + 1] == 0)
                if point > die or may_bear_off:
                    break
            point -= 1
        change = -1
        if point > 0:
            left[depth] = point
        else:  # nothing more to try here: take back the step before
            depth -= 1
            if depth < 0:
                break
            point = left[depth]
            die = dice[depth]
            change = 1
        for p in range(max(point - die, 0) + 1, point + 1):
            held[p] += change
        if change == 1:
            continue
        if dice[depth + 1] and held[1]:
            left[depth + 1] = point + 1 if dice[depth + 1] == die else points + 1
            depth += 1
            continue
        index = 0
        for p in range(1, points + 1):
            index += ranks[p, held[p]]
        out[n] = index
        n += 1
        for p in range(max(point - die, 0) + 1, point + 1):
            held[p] += 1
    return n


@kernel
def followers(room, points, ranks, begin, end, starts, indices):
    """Write where each of the 21 rolls can lead from rows *begin* to *end*; row 0 leads nowhere.

    The distinct rows after roll r of row i are ``indices[starts[s]:starts[s + 1]]``, s = 21 * (i - begin) + r.
    *starts* is int64 [21 * (end - begin) + 1], *indices* int32 with room for :func:`most_plays` each, *room* comes from
    :func:`new_room`.
    """
    held, dice, _ = room
    slot = 0
    starts[0] = 0
    used = starts[0]
    for i in range(begin, end):
        unrank(i, points, ranks, held)
        for die1 in range(1, 7):
            for die2 in range(1, die1 + 1):
                doublet = die1 == die2
                dice[2] = die1 if doublet else 0
                dice[3] = dice[2]
                n = used
                for order in range(2):
                    dice[0] = die2 if order else die1
                    dice[1] = die1 if order else die2
                    if i > 0 and not (doublet and order):
                        n = play_in_order(room, points, ranks, indices, n)
                first = used
                for k in range(first, n):
                    fresh = True
                    for earlier in range(first, first if doublet else used):  # a doublet repeats nothing
                        fresh = fresh and indices[earlier] != indices[k]
                    if fresh:
                        indices[used] = indices[k]
                        used += 1
                slot += 1
                starts[slot] = used


@kernel
def add_later(total, first, chance, i, weight):
    """Add distribution *i*, one roll later and times *weight*, to *total*."""
    for k in range(chance.shape[1]):
        total[int(first[i]) + 1 + k] += weight * chance[i, k]


@kernel
def store(total, first, chance, i):
    """Put *total* into the window of distribution *i*, what falls outside into its two ends, and clear it."""
    low = 0
    before = 0.0
    while before + total[low] < LEAST:
        before += total[low]
        low += 1
    total[low] += before
    width = chance.shape[1]
    first[i] = low
    rest = 0.0
    for k in range(low + width - 1, total.shape[0]):
        rest += total[k]
    total[low + width - 1] = rest
    for k in range(width):
        chance[i, k] = total[low + k]
    for k in range(total.shape[0]):
        total[k] = 0.0


@kernel
def least_mean(means, indices, begin, end):
    """Which of ``indices[begin:end]`` has the least mean, the lowest index among equals."""
    best = indices[begin]
    for k in range(begin + 1, end):
        after = indices[k]
        if means[after] < means[best] or (means[after] == means[best] and after < best):
            best = after
    return best


@kernel
def fill_one_sided(one, ranks, lists, begin, end, off, gammon):
    """Fill rows *begin* (1 or more) to *end* of the :class:`OneSided` tables; all rows below must be there.

    Each roll is played so that the mean number of rolls still needed is least; for the gammon distribution, so that
    the mean until the first checker is off is. *lists* are the rows' :func:`followers`, *ranks* their rank table, *off*
    and *gammon* zeros, float64[MAX_ROLLS], and zeros again at the end.
    """
    starts, indices = lists
    slot = 0
    held = 0
    for i in range(begin, end):
        while held + 1 < ranks.shape[1] and ranks[1, held + 1] <= i:
            held += 1
        none_off = ranks[1, held]  # the lowest index with as many checkers; below it, one has been borne off
        mean = 1.0
        first_mean = 1.0
        for roll in range(ROLLS):
            weight = (1.0 if roll in DOUBLETS else 2.0) / 36.0
            best = least_mean(one.mean, indices, starts[slot], starts[slot + 1])
            mean += weight * one.mean[best]
            add_later(off, one.off_first, one.off_chance, best, weight)
            saved = False
            for k in range(starts[slot], starts[slot + 1]):
                saved = saved or indices[k] < none_off
            if saved:
                gammon[1] += weight
            else:
                best = least_mean(one.gammon_mean, indices, starts[slot], starts[slot + 1])
                first_mean += weight * one.gammon_mean[best]
                add_later(gammon, one.gammon_first, one.gammon_chance, best, weight)
            slot += 1
        one.mean[i] = mean
        one.gammon_mean[i] = first_mean
        store(off, one.off_first, one.off_chance, i)
        store(gammon, one.gammon_first, one.gammon_chance, i)


@kernel
def solve_pair(table, mine, theirs, starts, indices):
    """Compute ``table[mine, theirs]`` from the opponent's equities after each play."""
    cubeless = 0.0
    centred = 0.0
    owned = 0.0
    opponents = 0.0
    for roll in range(ROLLS):
        low0 = 1.0
        low1 = 1.0
        low2 = 1.0
        low3 = 1.0
        for k in range(starts[ROLLS * mine + roll], starts[ROLLS * mine + roll + 1]):
            after = indices[k]
            cash = min(2.0 * table[theirs, after, OPPONENTS], 1.0)
            low0 = min(low0, table[theirs, after, CUBELESS])
            low1 = min(low1, max(table[theirs, after, CENTRED], cash))
            low2 = min(low2, table[theirs, after, OPPONENTS])  # my cube: he cannot double
            low3 = min(low3, max(table[theirs, after, OWNED], cash))  # his cube
        weight = 1.0 if roll in DOUBLETS else 2.0
        cubeless -= weight * low0
        centred -= weight * low1
        owned -= weight * low2
        opponents -= weight * low3
    table[mine, theirs, CUBELESS] = cubeless / 36.0
    table[mine, theirs, CENTRED] = centred / 36.0
    table[mine, theirs, OWNED] = owned / 36.0
    table[mine, theirs, OPPONENTS] = opponents / 36.0


@kernel
def fill_two_sided(table, starts, indices, begin, end):
    """Fill the pairs whose higher index is *begin* (1 or more) to *end* - 1; all lower pairs must be there.

    A pair needs only pairs (theirs, mine after a play), so each of these can be done when its turn comes.
    """
    for m in range(begin, end):
        for k in range(EQUITIES):  # a player who has no checker left has won
            table[0, m, k] = 1.0
            table[m, 0, k] = -1.0
        for j in range(1, m + 1):
            solve_pair(table, j, m, starts, indices)
            solve_pair(table, m, j, starts, indices)
