"""Exact chances of a bear-off from tables: one-sided roll distributions and two-sided equities.

*Index of a row.* Let s(p) be the number of checkers on point p or higher. Rows on ``points`` points are ranked by
s(1), then s(2), and so on, in the combinatorial number system: index = sum over p of C(s(p) + points - p,
points - p + 1). So every step of a checker lowers the index, index 0 is "all off", and the rows with at most n
checkers are the first C(points + n, n), whatever the most a table holds.

*One-sided tables* tell for every row with which chance it is borne off in 1, 2, 3 ... rolls (and the same for the
first checker off, which saves the gammon), played so that the mean number of rolls is least. Two players who do not
meet are combined as if each played his row alone, as GNU Backgammon does: exact but for the plays that a
player would change because of the other's position.

*Two-sided tables* hold for every pair of rows the equity of the player on roll, with perfect play by both.

*Tables over all points* (:mod:`bgtool.kernels.hypergammon`) hold every pair of rows of few checkers, contact or not.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import rear
from bgtool.layout import (
    BAR,
    CHECKERS,
    HOME,
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OFF,
    OUTCOMES,
    POINTS,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)

# Last axis of a two-sided table: equities of the player on roll before he rolls, money play, cube at 1, no double
# at this moment, both players doubling, taking and playing perfectly from here on.
CUBELESS = 0
CENTRED = 1
OWNED = 2
OPPONENTS = 3
EQUITIES = 4

NEGLIGIBLE = 1e-8  # a chance that single precision does not see beside 1


class OneSided(NamedTuple):
    """Roll distributions of ``n`` rows: chance[i, k] is that of needing exactly first[i] + k rolls."""

    off_first: NDArray[np.uint8]  # (n,) all checkers off
    off_chance: NDArray[np.float32]  # (n, width)
    gammon_first: NDArray[np.uint8]  # (n,) the first checker off, had none been borne off before
    gammon_chance: NDArray[np.float32]  # (n, width)
    mean: NDArray[np.float64]  # (n,) mean number of rolls until all are off
    gammon_mean: NDArray[np.float64]  # (n,) ... until the first is


class BearoffTables(NamedTuple):
    """What :func:`bearoff_chances` reads: both kinds of tables over the home board; no rows = not loaded."""

    one_sided: OneSided
    two_sided: NDArray[np.float32]  # (m, m, EQUITIES): row of the player on roll, row of the opponent
    hypergammon: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]
    """For 1, 2 and 3 checkers a side (h, h, 5): the chances of every position, rows over all points and the bar."""
    few: NDArray[np.float32]
    """The same of the last checkers of an ordinary game: at most 2 (or 3) a side, the others borne off."""


def rank_table(points: int, checkers: int) -> NDArray[np.int64]:
    """What each point adds to the index: int64 ``[point, checkers on it or higher]``, HOME + 2 points or more."""
    table = np.zeros((max(points, HOME) + 2, checkers + 1), dtype=np.int64)
    for point in range(1, points + 1):
        for held in range(checkers + 1):
            table[point, held] = comb(held + points - point, points - point + 1)
    return table


HOME_RANKS = rank_table(HOME, CHECKERS)
MOST_FEW = 3  # checkers a side in tables over all points
FEW_RANKS = rank_table(BAR, MOST_FEW)


def no_tables() -> BearoffTables:
    """Empty tables of the right types, for an evaluator that does without."""
    first, chance, mean = np.zeros(0, np.uint8), np.zeros((0, 1), np.float32), np.zeros(0, np.float64)
    pairs, all_pairs = np.zeros((0, 0, EQUITIES), np.float32), np.zeros((0, 0, OUTCOMES), np.float32)
    one_sided = OneSided(first, chance, first, chance, mean, mean)
    return BearoffTables(one_sided, pairs, (all_pairs, all_pairs, all_pairs), all_pairs)


@kernel(_nrt=False)
def home_index(row):
    """Index of a row over the six home points, or -1 if a checker is not at home."""
    if rear(row) > HOME:
        return -1
    held = 0
    index = 0
    for point in range(HOME, 0, -1):
        held += row[point]
        index += HOME_RANKS[point, held]
    return index


@kernel(_nrt=False)
def row_index(row, points, ranks):
    """Index of a row over *points* points by their :func:`rank_table`, or -1 if it does not fit."""
    if rear(row) > points:
        return -1
    held = 0
    index = 0
    for point in range(points, 0, -1):
        held += row[point]
        if held >= ranks.shape[1]:
            return -1
        index += ranks[point, held]
    return index


@kernel(_nrt=False)
def chance_not_later(first, chance, i, other_first, other_chance, j, head_start):
    """Chance that row *i* needs no more rolls for its event than row *j* after *head_start* rolls of its owner."""
    behind = int(first[i]) + head_start - int(other_first[j])  # my first roll that counts, as a column of his
    left = 1.0  # chance that the other event is still to come
    for k in range(min(behind, other_chance.shape[1])):
        left -= other_chance[j, k]
    total = 0.0
    for m in range(chance.shape[1]):
        if left < NEGLIGIBLE:
            break
        total += chance[i, m] * left
        if 0 <= behind + m < other_chance.shape[1]:
            left -= other_chance[j, behind + m]
    return min(max(total, 0.0), 1.0)


@kernel(_nrt=False)
def knows_hypergammon(tables):
    """Whether any of the Hypergammon *tables* is loaded."""
    return tables[0].shape[0] + tables[1].shape[0] + tables[2].shape[0] != 0


@kernel(_nrt=False)
def hypergammon_chances(tables, mine, theirs, out):
    """Whether the Hypergammon *tables* (for 1, 2, 3 checkers) know the position; then ``out[:5]`` holds its chances."""
    if not knows_hypergammon(tables):
        return False
    checkers = 0
    for place in range(BAR + 1):
        checkers += mine[place]
    if checkers > 3 or tables[checkers - 1].shape[0] == 0:
        return False
    table = tables[checkers - 1]
    i = row_index(mine, BAR, FEW_RANKS)
    j = row_index(theirs, BAR, FEW_RANKS)
    for k in range(OUTCOMES):
        out[k] = table[i, j, k]
    return True


@kernel(_nrt=False)
def are_few(mine, theirs):
    """Whether so many checkers of an ordinary game are off that a table of few checkers may know the position."""
    return mine[OFF] + theirs[OFF] >= 2 * (CHECKERS - MOST_FEW)


@kernel(_nrt=False)
def few_index(table, row):
    """Index of a row of an ordinary game in a *table* of few checkers, or -1 if it holds more than the table knows."""
    if row[OFF] < CHECKERS - MOST_FEW:
        return -1
    index = row_index(row, BAR, FEW_RANKS)
    return index if index < table.shape[0] else -1


@kernel(_nrt=False)
def few_chances(table, mine, theirs, out):
    """Whether the *table* of few checkers knows the position; then ``out[:5]`` holds its chances."""
    if not are_few(mine, theirs):
        return False
    i, j = few_index(table, mine), few_index(table, theirs)
    if i < 0 or j < 0:
        return False
    for k in range(OUTCOMES):
        out[k] = table[i, j, k]
    return True


@kernel(_nrt=False)
def bearoff_chances(tables, mine, theirs, out):
    """Whether the tables know the position; then ``out[:5]`` holds the five chances of the player on roll.

    *mine* and *theirs* are rows of 26; both have to be at home, except in Hypergammon and where few checkers are left.
    A pair of rows at home gets its exact winning chance if both have a checker off and the two-sided table knows them,
    else what two independent one-sided distributions give.
    """
    if hypergammon_chances(tables.hypergammon, mine, theirs, out):
        return True
    one = tables.one_sided
    i = home_index(mine)
    if i < 0 or i >= one.off_first.shape[0]:
        return few_chances(tables.few, mine, theirs, out)
    j = home_index(theirs)
    if j < 0 or j >= one.off_first.shape[0]:
        return few_chances(tables.few, mine, theirs, out)
    for k in range(OUTCOMES):
        out[k] = 0.0
    if mine[OFF] > 0 and theirs[OFF] > 0 and max(i, j) < tables.two_sided.shape[0]:
        out[WIN] = 0.5 + 0.5 * tables.two_sided[i, j, CUBELESS]
        return True
    out[WIN] = chance_not_later(one.off_first, one.off_chance, i, one.off_first, one.off_chance, j, 0)
    if theirs[OFF] == 0:
        gammon = chance_not_later(one.off_first, one.off_chance, i, one.gammon_first, one.gammon_chance, j, 0)
        out[WIN_GAMMON] = min(gammon, out[WIN])
    if mine[OFF] == 0:
        gammon = chance_not_later(one.off_first, one.off_chance, j, one.gammon_first, one.gammon_chance, i, 1)
        out[LOSE_GAMMON] = min(gammon, 1.0 - out[WIN])
    out[WIN_BACKGAMMON] = 0.0
    out[LOSE_BACKGAMMON] = 0.0
    return True


@kernel(_nrt=False)
def race_backgammons(tables, mine, theirs, out):
    """Write the exact chances of a backgammon in a race to *out*, where the tables know them.

    They do while the winner is at home: the loser's checkers leave that home as they would be borne off from their
    places in it. It is the chance if the loser plays for that alone, which he does when it matters.
    """
    one = tables.one_sided
    if theirs[OFF] == 0:
        i, j = home_index(mine), _behind_index(theirs)
        if j > 0 and 0 <= i < one.off_first.shape[0]:
            out[WIN_BACKGAMMON] = chance_not_later(
                one.off_first, one.off_chance, i, one.off_first, one.off_chance, j, 0
            )
    if mine[OFF] == 0:
        i, j = _behind_index(mine), home_index(theirs)
        if i > 0 and 0 <= j < one.off_first.shape[0]:
            out[LOSE_BACKGAMMON] = chance_not_later(
                one.off_first, one.off_chance, j, one.off_first, one.off_chance, i, 1
            )


@kernel(_nrt=False)
def _behind_index(row):
    """Index of the checkers in the other side's home, as if they stood that far from home in one's own."""
    held = 0
    index = 0
    for point in range(HOME, 0, -1):
        held += row[POINTS - HOME + point]
        index += HOME_RANKS[point, held]
    return index
