"""What every roll is worth: the value of its best play, for all 21 rolls of many positions."""

from __future__ import annotations

import numpy as np

from bgtool.kernels.cube import best_value
from bgtool.kernels.evaluate import chances_with
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import plays
from bgtool.kernels.reply import new_reply_room
from bgtool.kernels.sieve import sift
from bgtool.layout import OUTCOMES

ROLLS = 21
MOST = 8
"""Plays of a roll that are judged, of those that pass the sieve."""
MARGIN = 0.6
"""Points by which a play may look worse to the sieve than the best, and still be judged."""

_HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
_LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])


@kernel
def values_of_rolls(brain, sieve, prune, stakes, boards, out):
    """Write to *out*, float64 (n, 21), what the best play of each roll is worth to the player on roll of each board.

    *boards* is int8 (n, 2, 26), *stakes* are those of the player on roll, the same for all (see ``lookahead``). Plays
    are judged at 0-ply with the opponent on roll and free to double; with *prune* 1 those that pass the sieve only.
    The rolls are in the order 11, 21, 22, 31 and so on.
    """
    room = new_reply_room(brain)
    chances = np.empty(OUTCOMES, np.float32)
    context, owner = stakes.contexts[1], -stakes.owner
    for i in range(boards.shape[0]):
        mine, theirs = boards[i, 0], boards[i, 1]
        for roll in range(ROLLS):
            n = plays(mine, theirs, _HIGH[roll], _LOW[roll], room.scratch.boards)
            if prune:
                n = sift(sieve, room.sieve, mine, theirs, room.scratch.boards, n, MOST, MARGIN)
            best = -np.inf
            for k in range(n):
                after = room.scratch.boards[k]
                chances_with(brain, room.memory, after[1], after[0], chances)
                value = -best_value(context, stakes.tables, stakes.efficiency, after[1], after[0], chances, 0, owner)
                best = max(best, value)
            out[i, roll] = best
