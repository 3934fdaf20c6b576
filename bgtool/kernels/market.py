"""Market losers: how often the next two rolls take a double out of the opponent's reach."""

from __future__ import annotations

import numpy as np

from bgtool.kernels.cube import OPPONENTS, position_value
from bgtool.kernels.evaluate import chances
from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import rear
from bgtool.kernels.search import best_play, new_scratch
from bgtool.layout import OUTCOMES, ROW


@kernel
def market_losers(brain, context, tables, rates, board, limit):
    """Share of the 1296 sequences of my roll and theirs after which my double is to be passed, 0 to 1.

    Both play their best cubeless 0-ply play; *limit* is the most a game counts. A game won at once is a market lost.
    """
    mine, after_me, after_them = new_scratch(), new_scratch(), new_scratch()
    first = np.empty((2, ROW), np.int8)
    out = np.empty(OUTCOMES, np.float32)
    lost = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = 1 if high == low else 2
            best = best_play(brain, board[0], board[1], high, low, limit, mine)
            _turn_round(mine.boards[best], first)
            if not rear(first[1]):
                lost += 36 * weight
                continue
            for their_high in range(1, 7):
                for their_low in range(1, their_high + 1):
                    reply = best_play(brain, first[0], first[1], their_high, their_low, limit, after_me)
                    _turn_round(after_me.boards[reply], after_them.boards[0])
                    me, them = after_them.boards[0, 0], after_them.boards[0, 1]
                    if not rear(them):
                        continue
                    chances(brain, me, them, out)
                    taken = position_value(context, tables, rates, me, them, out, 1, OPPONENTS)
                    if taken > context.values[0, 0]:
                        lost += weight * (1 if their_high == their_low else 2)
    return lost / 1296.0


@kernel
def _turn_round(board, out):
    for point in range(ROW):
        out[0, point] = board[1, point]
        out[1, point] = board[0, point]
