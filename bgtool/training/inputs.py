"""What the network sees of a board while it is trained: 204 numbers, most of them 0.

Each place of each side (24 points, bar, off) has a few numbers that grow with its checkers. They are functions of one
count, so the first layer of a trained network is a table over (place, count), which is what
:mod:`bgtool.kernels.network` plays with; training them instead of the table lets rare counts learn from common ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.network import COUNTS, PLACES
from bgtool.layout import BAR, OFF, ROW

Floats = NDArray[np.float32]

COUNT = np.arange(COUNTS, dtype=np.float32)
ON_POINT = np.stack((COUNT >= 1, COUNT >= 2, COUNT >= 3, np.maximum(COUNT - 3, 0) / 2), axis=1, dtype=np.float32)
ON_BAR = np.stack((COUNT >= 1, COUNT >= 2, np.maximum(COUNT - 2, 0) / 2), axis=1, dtype=np.float32)
BORNE_OFF = np.stack((COUNT >= 1, COUNT / 5, np.maximum(COUNT - 8, 0) / 2), axis=1, dtype=np.float32)


def _blocks() -> list[tuple[int, slice, Floats]]:
    found, start = [], 0
    for side in range(2):
        for place in (*range(1, BAR + 1), OFF):
            functions = {BAR: ON_BAR, OFF: BORNE_OFF}.get(place, ON_POINT)
            end = start + functions.shape[1]
            found.append((side * ROW + place, slice(start, end), functions))
            start = end
    return found


BLOCKS = _blocks()
"""For each place: its index, which inputs are its own, and their values for 0 to 15 checkers."""

INPUTS = BLOCKS[-1][1].stop


def table_of(first: Floats) -> Floats:
    """The table, float32 (PLACES * COUNTS, n), that a first layer over the inputs, (INPUTS, n), amounts to."""
    table = np.empty((PLACES, COUNTS, first.shape[1]), np.float32)
    for place, inputs, functions in BLOCKS:
        np.matmul(functions, first[inputs], out=table[place])
    return table.reshape(PLACES * COUNTS, -1)


def add_gradient(of_table: Floats, of_first: Floats) -> None:
    """Add to the first layer's gradient what a gradient of its table means for it."""
    by_place = of_table.reshape(PLACES, COUNTS, -1)
    for place, inputs, functions in BLOCKS:
        of_first[inputs] += functions.T @ by_place[place]
