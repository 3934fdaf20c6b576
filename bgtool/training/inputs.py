"""What the network sees of a board while it is trained: 204 numbers, most of them 0.

Each place of each side (24 points, bar, off) has a few numbers that grow with its checkers. They are sums of fixed
functions of one count, so the first layer of a trained network is a table over (place, count), which is what
:mod:`bgtool.kernels.network` plays with; training them instead of the table lets rare counts learn from common ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.network import COUNTS, PLACES
from bgtool.layout import BAR, CHECKERS, OFF, ROW

POINT_INPUTS = 4
OTHER_INPUTS = 3
SIDE_INPUTS = 24 * POINT_INPUTS + 2 * OTHER_INPUTS
INPUTS = 2 * SIDE_INPUTS


def place_inputs(place: int, count: int) -> tuple[float, ...]:
    """The numbers of one place with so many checkers."""
    if place == OFF:
        return (float(count >= 1), count / 5, max(count - 8, 0) / 2)
    if place == BAR:
        return (float(count >= 1), float(count >= 2), max(count - 2, 0) / 2)
    return (float(count >= 1), float(count >= 2), float(count >= 3), max(count - 3, 0) / 2)


def first_input(side: int, place: int) -> int:
    """Where the numbers of a place begin."""
    within = {BAR: 24 * POINT_INPUTS, OFF: 24 * POINT_INPUTS + OTHER_INPUTS}.get(place, (place - 1) * POINT_INPUTS)
    return side * SIDE_INPUTS + within


def table_of_inputs() -> NDArray[np.float32]:
    """The inputs that each row of the first layer's table stands for, float32 (PLACES * COUNTS, INPUTS)."""
    table = np.zeros((PLACES, COUNTS, INPUTS), np.float32)
    for side in range(2):
        for place in range(ROW):
            start = first_input(side, place)
            for count in range(1, CHECKERS + 1):
                numbers = place_inputs(place, count)
                table[side * ROW + place, count, start : start + len(numbers)] = numbers
    return table.reshape(PLACES * COUNTS, INPUTS)
