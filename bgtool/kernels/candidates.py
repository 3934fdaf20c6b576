"""The plays of many rolls at once, laid end to end, so that Python crosses over once for a whole match."""

from __future__ import annotations

import numpy as np

from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.layout import ROW


@kernel
def count_plays(boards, dice, starts):
    """Write to ``starts[i]`` where the plays of roll *i* begin when all are laid end to end; ``starts[n]`` = all.

    *boards* is int8 (n, 2, 26), the player on roll first; *dice* int8 (n, 2); *starts* int64 (n + 1,).
    """
    room = np.empty((MAX_PLAYS, 2, ROW), np.int8)
    starts[0] = 0
    for i in range(boards.shape[0]):
        high, low = np.int64(dice[i, 0]), np.int64(dice[i, 1])  # as other kernels call it, so that it is compiled once
        starts[i + 1] = starts[i] + plays(boards[i, 0], boards[i, 1], high, low, room)


@kernel
def write_plays(boards, dice, starts, out):
    """Write the positions after every play, the mover still first, to ``out[starts[i]:starts[i + 1]]``.

    *out* is int8 (starts[n], 2, 26). The order within a roll is the move generator's.
    """
    room = np.empty((MAX_PLAYS, 2, ROW), np.int8)
    for i in range(boards.shape[0]):
        n = plays(boards[i, 0], boards[i, 1], np.int64(dice[i, 0]), np.int64(dice[i, 1]), room)
        for k in range(n):
            for p in range(ROW):
                out[starts[i] + k, 0, p] = room[k, 0, p]
                out[starts[i] + k, 1, p] = room[k, 1, p]
