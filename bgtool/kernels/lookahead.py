"""Looking ahead: the chances of a position some plies deep, and what it is worth with the cube.

A ply is a roll and the best reply to it. One ply deep, a position is worth the mean over the 21 rolls of its best play
at 0-ply; two plies deep, that play is judged one ply deep instead, and so on, as GNU Backgammon counts. Plays are
chosen at 0-ply among those that the sieve lets pass, by their chances and what gammons count at the score.

With the cube, the model (``kernels/cube.py``) speaks at the leaves only. Above them the player on roll doubles where
that gains, and every state that the cube can be in is followed at once: the same plays, another table entry.

The search keeps its path in arrays instead of calling itself: compiled code that does cannot be cached.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.bearoff import bearoff_chances
from bgtool.kernels.cube import CubeContext, decided, held_values
from bgtool.kernels.cube_efficiency import Efficiency
from bgtool.kernels.evaluate import chances_with, swap_viewpoint
from bgtool.kernels.exact_money import MoneyTables, is_exact
from bgtool.kernels.jit import kernel
from bgtool.kernels.reply import ReplyRoom, best_reply, new_reply_room
from bgtool.kernels.rows import rear
from bgtool.kernels.visited import Visited, keep, new_visited, recall
from bgtool.layout import OUTCOMES, ROW

MOST_PLIES = 4
"""The deepest that :func:`look_ahead` goes."""

INNER = 8
"""Plays judged for a roll when more plies follow: these cost little beside what follows."""

LAST = 5
"""Plays judged for the last roll."""

MARGIN = 0.3
"""Points by which a play may look worse to the sieve than the best, and still be judged."""

NO_DOUBLE, DOUBLE_TAKE, BEAVER, BEST = range(4)
NUMBERS = 4
"""Cube numbers of a position, as values of the player on roll: no double; double and take; double, beaver; and what
it is worth before he decides, the cube being where it is."""

_OWNERS = 3
_LEVELS = MOST_PLIES + 3
_ROLLS = 21
_HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
_LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])


class SearchRules(NamedTuple):
    """How a position is searched; whole numbers only."""

    plies: int
    """0 to ``MOST_PLIES``."""
    prune: int
    """1 when only the plays that pass the sieve are judged, 0 when all are."""
    cube: int
    """1 when the cube is followed, 0 for chances alone."""


class Stakes(NamedTuple):
    """What the game is played for; all pairs are for the player on roll, then for the opponent."""

    prices: tuple[tuple[float, float, float, float], tuple[float, float, float, float]]
    """What each of them reckons gammons and backgammons to count (see ``worth_of``), when they choose a play."""
    contexts: tuple[CubeContext, CubeContext]
    owner: int
    """Who owns the cube: CENTRED, OWNED (by the player on roll) or OPPONENTS."""
    tables: MoneyTables
    """Exact equities for money; they may be empty."""
    efficiency: Efficiency


class Lookout(NamedTuple):
    """Room for one thread: the path from the position asked about, one entry a ply."""

    reply: ReplyRoom
    path: np.ndarray
    """int8 (MOST_PLIES, 2, 26), the player on roll first."""
    rolls: np.ndarray
    """int64 (MOST_PLIES,): the rolls of each that are done."""
    sums: np.ndarray
    """float64 (MOST_PLIES, 5): what their chances add up to."""
    worth: np.ndarray
    """float64 (MOST_PLIES, levels, 3): what their cubeful values add up to, by the cube's level and owner."""
    values: np.ndarray
    """float64 (levels, 3): the values of the position looked at last."""
    visited: Visited


@kernel
def new_lookout(brain):
    """Room for one thread's ``look_ahead`` with this brain."""
    return Lookout(
        new_reply_room(brain),
        np.empty((MOST_PLIES, 2, ROW), np.int8),
        np.empty(MOST_PLIES, np.int64),
        np.empty((MOST_PLIES, OUTCOMES), np.float64),
        np.empty((MOST_PLIES, _LEVELS, _OWNERS), np.float64),
        np.empty((_LEVELS, _OWNERS), np.float64),
        new_visited(MOST_PLIES, _LEVELS, _OWNERS),
    )


@kernel(_nrt=False)
def look_ahead(brain, sieve, rules, stakes, mine, theirs, lookout, out, numbers):
    """Write the five chances of the player on roll, as deep as *rules* say, to *out*, float32 (5,).

    If the cube is followed its numbers go to *numbers*, float64 (NUMBERS,).
    """
    if not rules.plies or _known(brain, rules, stakes, mine, theirs, out):
        chances_with(brain, lookout.reply.memory, mine, theirs, out)
        if rules.cube:
            _judge_cube(rules, stakes, 0, mine, theirs, out, lookout.values)
            _take_numbers(rules, stakes, lookout.values, numbers)
        return
    path, rolls, values, visited = lookout.path, lookout.rolls, lookout.values, lookout.visited
    visited.search[0] += 1
    depth = np.int64(0)
    _enter(rules, mine, theirs, depth, lookout)
    while True:
        if rolls[depth] == _ROLLS:
            for k in range(OUTCOMES):
                out[k] = lookout.sums[depth, k] / 36
            if rules.cube:
                for level in range(_LEVELS):
                    for owner in range(_OWNERS):
                        values[level, owner] = lookout.worth[depth, level, owner] / 36
            if depth == 0:
                break
            keep(visited, depth, path[depth], out, values)
            depth -= 1
            swap_viewpoint(out)
            _count(rules, stakes, out, depth, lookout)
            continue
        last = depth == rules.plies - 1
        dice = _HIGH[rolls[depth]], _LOW[rolls[depth]]
        most = (LAST if last else INNER) if rules.prune else 0
        choice = most, MARGIN
        best = best_reply(brain, sieve, choice, path[depth], dice, stakes.prices[depth % 2], lookout.reply)
        board = lookout.reply.scratch.boards[best]
        if last or _known(brain, rules, stakes, board[1], board[0], out):
            judged = lookout.reply.scratch.chances[best]
            if rules.cube:
                swap_viewpoint(judged)
                _judge_cube(rules, stakes, (depth + 1) % 2, board[1], board[0], judged, values)
                swap_viewpoint(judged)
            _count(rules, stakes, judged, depth, lookout)
        elif recall(visited, depth + 1, board[1], board[0], out, values):
            swap_viewpoint(out)
            _count(rules, stakes, out, depth, lookout)
        else:
            depth += 1
            _enter(rules, board[1], board[0], depth, lookout)
    if rules.cube:
        _exact(brain.bearoff, mine, theirs, out)
        _take_numbers(rules, stakes, values, numbers)


@kernel
def look_ahead_of(brain, sieve, rules, stakes, boards, out, numbers):
    """Write to *out*, float32 (n, 5), the chances of the players on roll in *boards*, int8 (n, 2, 26).

    *numbers*, float64 (n, NUMBERS), takes those of the cube if it is followed. The stakes are the same for all.
    """
    lookout = new_lookout(brain)
    for i in range(boards.shape[0]):
        look_ahead(brain, sieve, rules, stakes, boards[i, 0], boards[i, 1], lookout, out[i], numbers[i])


@kernel(_nrt=False)
def _enter(rules, mine, theirs, depth, lookout):
    """Start on a position: nothing counted yet."""
    for i in range(ROW):
        lookout.path[depth, 0, i] = mine[i]
        lookout.path[depth, 1, i] = theirs[i]
    lookout.rolls[depth] = 0
    for k in range(OUTCOMES):
        lookout.sums[depth, k] = 0
    if rules.cube:
        lookout.worth[depth] = 0


@kernel(_nrt=False)
def _count(rules, stakes, judged, depth, lookout):
    """Count what the roll in turn is worth, and go on to the next.

    *judged* are the chances after it, seen by the one who rolled; ``lookout.values`` are seen by the other, who is
    on roll then and doubles where that gains.
    """
    roll = lookout.rolls[depth]
    weight = 1 if _HIGH[roll] == _LOW[roll] else 2
    for k in range(OUTCOMES):
        lookout.sums[depth, k] += weight * np.float64(judged[k])
    if rules.cube:
        context = stakes.contexts[(depth + 1) % 2]
        for level in range(_levels(rules, context)):
            for owner in range(_OWNERS):
                value = _best(rules, context, lookout.values, level, owner)
                lookout.worth[depth, level, _OWNERS - 1 - owner] -= weight * value
    lookout.rolls[depth] = roll + 1


@kernel(_nrt=False)
def _judge_cube(rules, stakes, side, mine, theirs, chances, values):
    """Write the model's values of a position, not doubling, for every state of the cube to *values*."""
    context = stakes.contexts[side]
    levels = _levels(rules, context)
    held_values(context, stakes.tables, stakes.efficiency, mine, theirs, chances, levels, values)


@kernel(_nrt=False)
def _best(rules, context, values, level, owner):
    """What a position is worth to the player on roll before he decides; *values* are those of not doubling."""
    value = values[level, owner]
    if owner == 0 or not context.i_may_turn[level]:
        return value
    if context.endless:
        return decided(value, 2.0 * values[level, 0], context.values[level, 0])
    if level + 1 == _levels(rules, context):
        return value
    return decided(value, values[level + 1, 0], context.values[level, 0])


@kernel(_nrt=False)
def _levels(rules, context):
    """The levels of the cube to follow: for money the first is enough, since the others are multiples of it."""
    return 1 if context.endless else min(rules.plies + 3, context.values.shape[0])


@kernel(_nrt=False)
def _take_numbers(rules, stakes, values, numbers):
    """Pick the root's numbers out of its values."""
    context = stakes.contexts[0]
    numbers[NO_DOUBLE] = values[0, stakes.owner + 1]
    for number, level in ((DOUBLE_TAKE, 1), (BEAVER, 2)):
        numbers[number] = 2.0**level * values[0, 0] if context.endless else values[level, 0]
    numbers[BEST] = _best(rules, context, values, 0, stakes.owner + 1)


@kernel(_nrt=False)
def _known(brain, rules, stakes, mine, theirs, out):
    """Whether a search would tell nothing new: the game is over, or exact tables know all that is asked."""
    if rear(mine) == 0 or rear(theirs) == 0:
        return True
    if rules.cube:
        return stakes.contexts[0].endless and is_exact(stakes.tables, mine, theirs)
    return _exact(brain.bearoff, mine, theirs, out)


@kernel(_nrt=False)
def _exact(bearoff, mine, theirs, out):
    """Whether the exact tables know the position; then *out* has its chances."""
    if bearoff is not None:
        return bearoff_chances(bearoff, mine, theirs, out)
    return False
