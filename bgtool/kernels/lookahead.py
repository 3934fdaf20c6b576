"""Looking ahead: the chances of a position some plies deep.

A ply is a roll and the best reply to it. One ply deep, a position is worth the mean over the 21 rolls of its best play
at 0-ply; two plies deep, that play is judged one ply deep instead, and so on, as GNU Backgammon counts. Inner plays are
chosen at 0-ply among the few that the sieve lets pass. Positions that the exact tables know, and finished games, are
worth the same at any depth and are not searched.

The search keeps its path in arrays instead of calling itself: compiled code that does cannot be cached.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.bearoff import bearoff_chances
from bgtool.kernels.evaluate import chances_with, swap_viewpoint
from bgtool.kernels.jit import kernel
from bgtool.kernels.reply import ReplyRoom, best_reply, new_reply_room
from bgtool.kernels.rows import rear
from bgtool.layout import OUTCOMES, ROW

MOST_PLIES = 4
"""The deepest that :func:`look_ahead` goes."""

INNER = 2
"""Plays judged for a roll when more plies follow: the choice matters, its judgement does not."""

LAST = 3
"""Plays judged for the last roll, whose judgement counts."""

_ROLLS = 21
_HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
_LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])


class SearchRules(NamedTuple):
    """How a position is searched; whole numbers only."""

    plies: int
    """0 to ``MOST_PLIES``."""
    limit: int
    """The most points that a game counts to the players: 2 in Portes, else 3."""
    prune: int
    """1 when only the plays that pass the sieve are judged, 0 when all are."""


class Lookout(NamedTuple):
    """Room for one thread: the path from the position asked about, one entry a ply."""

    reply: ReplyRoom
    path: np.ndarray
    """int8 (MOST_PLIES, 2, 26), the player on roll first."""
    rolls: np.ndarray
    """int64 (MOST_PLIES,): the rolls of each that are done."""
    sums: np.ndarray
    """float64 (MOST_PLIES, 5): what these add up to."""


@kernel
def new_lookout(brain):
    """Room for one thread's ``look_ahead`` with this brain."""
    return Lookout(
        new_reply_room(brain),
        np.empty((MOST_PLIES, 2, ROW), np.int8),
        np.empty(MOST_PLIES, np.int64),
        np.empty((MOST_PLIES, OUTCOMES), np.float64),
    )


@kernel
def look_ahead(brain, sieve, rules, mine, theirs, lookout, out):
    """Write the five chances of the player on roll, as deep as *rules* say, to *out*, float32 (5,)."""
    if not rules.plies:
        chances_with(brain, lookout.reply.memory, mine, theirs, out)
        return
    if _known(brain, mine, theirs, lookout, out):
        return
    path, rolls, sums = lookout.path, lookout.rolls, lookout.sums
    depth = np.int64(0)
    _enter(mine, theirs, depth, lookout)
    while True:
        if rolls[depth] == _ROLLS:
            for k in range(OUTCOMES):
                out[k] = sums[depth, k] / 36
            if depth == 0:
                return
            depth -= 1
            swap_viewpoint(out)
            _count(out, depth, lookout)
            continue
        last = depth == rules.plies - 1
        dice = _HIGH[rolls[depth]], _LOW[rolls[depth]]
        most = (LAST if last else INNER) if rules.prune else 0
        best = best_reply(brain, sieve, most, path[depth], dice, rules.limit, lookout.reply)
        if last:
            _count(lookout.reply.scratch.chances[best], depth, lookout)
            continue
        board = lookout.reply.scratch.boards[best]
        if _known(brain, board[1], board[0], lookout, out):
            swap_viewpoint(out)
            _count(out, depth, lookout)
        else:
            depth += 1
            _enter(board[1], board[0], depth, lookout)


@kernel
def look_ahead_of(brain, sieve, rules, boards, out):
    """Write to *out*, float32 (n, 5), the chances of the players on roll in *boards*, int8 (n, 2, 26)."""
    lookout = new_lookout(brain)
    for i in range(boards.shape[0]):
        look_ahead(brain, sieve, rules, boards[i, 0], boards[i, 1], lookout, out[i])


@kernel
def _enter(mine, theirs, depth, lookout):
    """Start on a position: nothing counted yet."""
    for i in range(ROW):
        lookout.path[depth, 0, i] = mine[i]
        lookout.path[depth, 1, i] = theirs[i]
    lookout.rolls[depth] = 0
    for k in range(OUTCOMES):
        lookout.sums[depth, k] = 0


@kernel
def _count(judged, depth, lookout):
    """Count what the roll in turn is worth, and go on to the next."""
    roll = lookout.rolls[depth]
    weight = 1 if _HIGH[roll] == _LOW[roll] else 2
    for k in range(OUTCOMES):
        lookout.sums[depth, k] += weight * np.float64(judged[k])
    lookout.rolls[depth] = roll + 1


@kernel
def _known(brain, mine, theirs, lookout, out):
    """Whether no search is needed, since the game is over or exact tables hold the position; *out* has the chances."""
    if rear(mine) == 0 or rear(theirs) == 0:
        chances_with(brain, lookout.reply.memory, mine, theirs, out)
        return True
    return _exact(brain.bearoff, mine, theirs, out)


@kernel
def _exact(bearoff, mine, theirs, out):
    if bearoff is not None:
        return bearoff_chances(bearoff, mine, theirs, out)
    return False
