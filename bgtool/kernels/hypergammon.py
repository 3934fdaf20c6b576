"""Every position of 1 to 3 checkers a side solved, by value iteration.

That is Hypergammon; and, where a win counts one point whatever it is, the last checkers of an ordinary game.

*Rows* have the index of :mod:`bgtool.kernels.bearoff` over 25 points, the bar being the last: a step forward lowers it,
and 0 is "all off".

*Plays.* With at most three checkers the opponent blocks at most one point, so what a roll can lead to depends on the
row and that point alone: a table made once by the move generator, which sees a blot on every other point and so
tells where checkers land. Hits are worked out from those landings.

*Iteration.* Pairs are solved in the order of the bear-off tables, each from the newest values of the pairs after it.
Only hits lead back, so a sweep settles everything up to the next hit, and errors shrink several times in each sweep.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.bearoff import rank_table, row_index
from bgtool.kernels.bearoff_build import unrank
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.layout import BAR, HOME, OFF, OUTCOMES, POINTS, ROW

MOST_CHECKERS = 3
ROLLS = 21

# Last axis of the equities: points for the player on roll before he rolls, cube at 1, no double at this moment.
CUBELESS = 0
CENTRED = 1
CENTRED_JACOBY = 2
OWNED = 3
OPPONENTS = 4
EQUITIES = 5


class Hypergammon(NamedTuple):
    """Values of every pair of rows (of the player on roll, of the opponent); no rows = not loaded."""

    chances: NDArray[np.float32]  # (n, n, 5) for the best cubeless money play
    equities: NDArray[np.float32]  # (n, n, EQUITIES)


class Rows(NamedTuple):
    """What a sweep has to know of each row."""

    points: NDArray[np.int64]  # (n,) bit p: a checker on the owner's point p
    mirrored: NDArray[np.int64]  # (n,) bit p: a checker on the point that the other player calls p
    blocked: NDArray[np.int64]  # (n,) the point, as the other player counts, that is held by two or more; 0 = none
    blots: NDArray[np.int64]  # (n, MOST_CHECKERS) points of blots as the other player counts; 0 = none
    hit: NDArray[np.int64]  # (n, 2 ** MOST_CHECKERS) the row after these blots are hit
    loss: NDArray[np.int64]  # (n,) what the owner pays if the other is off now: 1, 2 or 3


def rows_of(checkers: int) -> int:
    """The number of rows of so many checkers."""
    return comb(BAR + checkers, checkers)


def ranks_of(checkers: int) -> NDArray[np.int64]:
    """The rank table that :func:`row_index` takes for rows of so many checkers, with ``points`` = BAR."""
    return rank_table(BAR, checkers)


def all_rows(checkers: int) -> NDArray[np.int8]:
    """Every row in the order of the indices, int8 (n, 26)."""
    ranks = ranks_of(checkers)
    rows = np.zeros((rows_of(checkers), ROW), np.int8)
    held = np.zeros(ROW + 1, np.int64)  # checkers on a point or behind it
    for index, row in enumerate(rows):
        unrank(index, BAR, ranks, held)
        row[1:] = held[1:-1] - held[2:]
        row[OFF] = checkers - held[1]
    return rows


def row_facts(checkers: int, gammons: bool = True) -> Rows:
    """What a sweep has to know of each row of so many checkers; without *gammons* all losses count one point."""
    table, ranks = all_rows(checkers), ranks_of(checkers)
    n = len(table)
    facts = Rows(
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros((n, MOST_CHECKERS), np.int64),
        np.zeros((n, 1 << MOST_CHECKERS), np.int64),
        np.ones(n, np.int64),
    )
    for i, row in enumerate(table):
        held = [point for point in range(1, POINTS + 1) if row[point]]
        blots = [point for point in held if row[point] == 1]
        facts.points[i] = sum(1 << point for point in held)
        facts.mirrored[i] = sum(1 << (BAR - point) for point in held)
        facts.blocked[i] = next((BAR - point for point in held if row[point] > 1), 0)
        facts.blots[i, : len(blots)] = [BAR - point for point in blots]
        for subset in range(1 << len(blots)):
            after = row.copy()
            for k, point in enumerate(blots):
                if subset >> k & 1:
                    after[point] -= 1
                    after[BAR] += 1
            facts.hit[i, subset] = row_index(after, BAR, ranks)
        if gammons and not row[OFF]:
            facts.loss[i] = 3 if row[POINTS - HOME + 1 :].any() else 2
    return facts


@kernel
def list_plays(table, ranks, starts, after, landings):
    """Write every play of every row, roll and blocked point; the number of plays (only counted if *after* is empty).

    *table* is :func:`all_rows`, *ranks* their rank table. The plays of row i against blocked point b (0 = none) with
    roll r (11, 21, 22, 31 ...) are ``starts[s]`` to ``starts[s + 1]``, s = (b * n + i) * 21 + r: ``after`` int32 the
    row after it, ``landings`` int32 with bit p set where a checker landed on point p. A row that stands on the blocked
    point has no plays.
    """
    n = table.shape[0]
    out = np.zeros((MAX_PLAYS, 2, ROW), np.int8)
    opponent = np.zeros(ROW, np.int8)
    used = 0
    slot = 0
    starts[0] = 0
    for blocked in range(POINTS + 1):
        for point in range(1, POINTS + 1):
            opponent[BAR - point] = 2 if point == blocked else 1
        for i in range(n):
            possible = i > 0 and (blocked == 0 or table[i, blocked] == 0)
            for die1 in range(1, 7):
                for die2 in range(1, die1 + 1):
                    found = plays(table[i], opponent, die1, die2, out) if possible else 0
                    for k in range(found):
                        if after.shape[0]:
                            after[used + k] = row_index(out[k, 0], BAR, ranks)
                            mask = 0
                            for point in range(1, POINTS + 1):
                                if opponent[BAR - point] == 1 and out[k, 1, BAR - point] == 0:
                                    mask |= 1 << point
                            landings[used + k] = mask
                    used += found
                    slot += 1
                    starts[slot] = used
    return used


@kernel
def set_finished(values, facts):
    """Write the certain values of finished games: the opponent of the row is off, or the row itself."""
    for i in range(1, facts.loss.shape[0]):
        loss = facts.loss[i]
        for k in range(OUTCOMES):
            values.chances[i, 0, k] = 0.0
            values.chances[0, i, k] = 0.0
        values.chances[0, i, 0] = 1.0
        for k in range(loss - 1):
            values.chances[0, i, 1 + k] = 1.0
            values.chances[i, 0, 3 + k] = 1.0
        for k in range(EQUITIES):
            worth = 1 if k == CENTRED_JACOBY else loss
            values.equities[i, 0, k] = -worth
            values.equities[0, i, k] = worth


@kernel
def solve(values, mine, theirs, facts, lists):
    """Compute the values of one pair anew; the largest change of an equity."""
    starts, after, landings = lists
    equities = values.equities
    sums = np.zeros(EQUITIES + OUTCOMES, np.float64)
    slot = (facts.blocked[theirs] * facts.loss.shape[0] + mine) * ROLLS
    blot0, blot1, blot2 = facts.blots[theirs, 0], facts.blots[theirs, 1], facts.blots[theirs, 2]
    for die1 in range(1, 7):
        for die2 in range(1, die1 + 1):
            weight = (1.0 if die1 == die2 else 2.0) / 36.0
            low0 = 9.0
            low1 = 9.0
            low2 = 9.0
            low3 = 9.0
            low4 = 9.0
            best_theirs = 0
            best_mine = 0
            for k in range(starts[slot], starts[slot + 1]):
                mask = landings[k] & ~1
                hits = (mask >> blot0) & 1 | ((mask >> blot1) & 1) << 1 | ((mask >> blot2) & 1) << 2
                i = facts.hit[theirs, hits] if hits else theirs
                j = after[k]
                cash = min(2.0 * equities[i, j, OPPONENTS], 1.0)
                if equities[i, j, CUBELESS] < low0:
                    low0 = equities[i, j, CUBELESS]
                    best_theirs, best_mine = i, j
                low1 = min(low1, max(equities[i, j, CENTRED], cash))
                low2 = min(low2, max(equities[i, j, CENTRED_JACOBY], cash))
                low3 = min(low3, equities[i, j, OPPONENTS])  # my cube: he cannot double
                low4 = min(low4, max(equities[i, j, OWNED], cash))  # his cube
            sums[CUBELESS] -= weight * low0
            sums[CENTRED] -= weight * low1
            sums[CENTRED_JACOBY] -= weight * low2
            sums[OWNED] -= weight * low3
            sums[OPPONENTS] -= weight * low4
            sums[EQUITIES] += weight * (1.0 - values.chances[best_theirs, best_mine, 0])
            for k in range(2):
                sums[EQUITIES + 1 + k] += weight * values.chances[best_theirs, best_mine, 3 + k]
                sums[EQUITIES + 3 + k] += weight * values.chances[best_theirs, best_mine, 1 + k]
            slot += 1
    change = 0.0
    for k in range(EQUITIES):
        change = max(change, abs(sums[k] - equities[mine, theirs, k]))
        equities[mine, theirs, k] = sums[k]
    for k in range(OUTCOMES):
        values.chances[mine, theirs, k] = sums[EQUITIES + k]
    return change


@kernel
def sweep(values, begin, end, facts, lists):
    """Solve once the pairs whose higher index is *begin* (1 or more) to *end* - 1; the largest change of an equity."""
    change = 0.0
    for m in range(begin, end):
        for j in range(1, m + 1):
            if facts.points[m] & facts.mirrored[j]:
                continue  # both players on one point
            change = max(change, solve(values, j, m, facts, lists))
            if j < m:
                change = max(change, solve(values, m, j, facts, lists))
    return change
