"""Positions that a search has been through, and what it found there.

Many rolls lead to one position, above all those that a closed board makes a dance, and what follows it costs twenty
times a roll's plays. So what was found at a position is kept until another needs its place; being there again a search
would find the same, to the last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.intrinsics import copy_board, differing
from bgtool.kernels.jit import kernel
from bgtool.layout import OUTCOMES, ROW

PLACES = 64


class Visited(NamedTuple):
    """Room for one thread; first axis: how deep a position was met, that is how much of the search was left."""

    search: NDArray[np.int64]
    """(1,): the number of the search; nothing is shared between two, which may be about other stakes."""
    kept_by: NDArray[np.int64]
    """(plies, PLACES): the search that left something there."""
    boards: NDArray[np.int8]
    """(plies, PLACES, 2, 26): the player on roll first."""
    chances: NDArray[np.float32]
    """(plies, PLACES, 5)"""
    values: NDArray[np.float64]
    """(plies, PLACES, n, m): those of the cube."""


@kernel
def new_visited(plies, levels, owners):
    """Room for searches of so many plies and states of the cube."""
    return Visited(
        np.zeros(1, np.int64),
        np.zeros((plies, PLACES), np.int64),
        np.empty((plies, PLACES, 2, ROW), np.int8),
        np.empty((plies, PLACES, OUTCOMES), np.float32),
        np.empty((plies, PLACES, levels, owners), np.float64),
    )


@kernel(_nrt=False)
def keep(visited, depth, board, chances, values):
    """Keep what was found at *board*, int8 (2, 26), for this search."""
    place = _place(board[0], board[1])
    visited.kept_by[depth, place] = visited.search[0]
    copy_board(board[0], board[1], visited.boards[depth], place)
    _copy(chances, values, visited.chances[depth, place], visited.values[depth, place])


@kernel(_nrt=False)
def recall(visited, depth, mine, theirs, chances, values):
    """Whether this search has kept something of a position; then it is written to *chances* and *values*."""
    place = _place(mine, theirs)
    board = visited.boards[depth, place]
    if visited.kept_by[depth, place] != visited.search[0] or differing(board[0], mine) or differing(board[1], theirs):
        return False
    _copy(visited.chances[depth, place], visited.values[depth, place], chances, values)
    return True


@kernel(_nrt=False)
def _place(mine, theirs):
    mixed = np.uint64(0)
    for p in range(ROW):
        mixed = (mixed ^ np.uint64(np.int64(mine[p]) * 16 + theirs[p])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(PLACES - 1))


@kernel(_nrt=False)
def _copy(chances, values, to_chances, to_values):
    for k in range(OUTCOMES):
        to_chances[k] = chances[k]
    for level in range(values.shape[0]):
        for owner in range(values.shape[1]):
            to_values[level, owner] = values[level, owner]
