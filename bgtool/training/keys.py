"""Position keys, the ten bytes behind a Position ID: how training sets store boards.

The opponent's checkers come first, then those of the player on roll; each point from 1 to 24 and then the bar is as
many ones as it has checkers and a zero, lowest bit first. What is missing of 15 has been borne off.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards
from bgtool.kernels.jit import kernel
from bgtool.layout import BAR, CHECKERS, OFF, ROW

KEY = 10
Keys = NDArray[np.uint8]


def boards_of(keys: Keys) -> Boards:
    """Boards of keys, uint8 (..., 10): int8 (..., 2, 26), player on roll first."""
    flat = np.ascontiguousarray(keys, np.uint8).reshape(-1, KEY)
    boards = np.empty((len(flat), 2, ROW), np.int8)
    read_keys(flat, boards)
    return boards.reshape(*keys.shape[:-1], 2, ROW)


def keys_of(boards: Boards) -> Keys:
    """Keys of standard boards, int8 (..., 2, 26): uint8 (..., 10)."""
    flat = np.ascontiguousarray(boards, np.int8).reshape(-1, 2, ROW)
    keys = np.zeros((len(flat), KEY), np.uint8)
    write_keys(flat, keys)
    return keys.reshape(*boards.shape[:-2], KEY)


def boards_of_ids(ids: Sequence[str]) -> Boards:
    """Boards of Position IDs that are known to be sound, int8 (n, 2, 26)."""
    data = b"".join(base64.b64decode(text + "==") for text in ids)
    return boards_of(np.frombuffer(data, np.uint8).reshape(-1, KEY))


@kernel
def read_key(key: Keys, board: Boards) -> None:
    """Write the board of one key, uint8 (10,), to int8 (2, 26)."""
    side, place, held, standing = 1, 1, 0, 0
    for bit in range(8 * KEY):
        if (key[bit >> 3] >> (bit & 7)) & 1:
            held += 1
            standing += 1
            continue
        board[side, place] = held
        held = 0
        place += 1
        if place > BAR:
            board[side, OFF] = CHECKERS - standing
            side, place, standing = side - 1, 1, 0
            if side < 0:
                return


@kernel
def read_keys(keys: Keys, boards: Boards) -> None:
    """Write the boards of keys, uint8 (n, 10), to int8 (n, 2, 26)."""
    for i in range(keys.shape[0]):
        read_key(keys[i], boards[i])


@kernel
def first_impossible(keys: Keys) -> int:
    """Index of the first of *keys*, uint8 (n, 10), that is no position: too many checkers, or both sides on a point.

    -1 if all of them are positions.
    """
    board, again = np.zeros((1, 2, ROW), np.int8), np.zeros((1, KEY), np.uint8)
    for i in range(keys.shape[0]):
        board[:] = 0
        again[:] = 0
        read_key(keys[i], board[0])
        mine, theirs = board[0]
        possible = mine[OFF] >= 0 and theirs[OFF] >= 0
        for point in range(1, BAR):
            possible = possible and (mine[point] == 0 or theirs[BAR - point] == 0)
        if possible:
            write_keys(board, again)
            for k in range(KEY):
                possible = possible and again[0, k] == keys[i, k]
        if not possible:
            return i
    return -1


@kernel
def write_keys(boards: Boards, keys: Keys) -> None:
    """Write the keys of boards, int8 (n, 2, 26), into zeroed uint8 (n, 10)."""
    for i in range(boards.shape[0]):
        bit = 0
        for side in (1, 0):
            for place in range(1, ROW):
                for _ in range(boards[i, side, place]):
                    keys[i, bit >> 3] |= 1 << (bit & 7)
                    bit += 1
                bit += 1
