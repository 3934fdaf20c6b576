"""Positions as the arrays that kernels take."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bgtool.core.position import Position
from bgtool.layout import ROW

Boards = NDArray[np.int8]
"""int8, (2, 26) for one board or (n, 2, 26) for several; row 0 is the player on roll."""


def as_board(position: Position) -> Boards:
    """The position as int8 (2, 26), player on roll first."""
    return np.array((position.on_roll, position.opponent), np.int8)


def as_boards(positions: Sequence[Position]) -> Boards:
    """Positions as int8 (n, 2, 26), player on roll first; n may be 0."""
    return np.array([(p.on_roll, p.opponent) for p in positions], np.int8).reshape(-1, 2, ROW)
