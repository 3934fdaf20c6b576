"""Exact equities for money with the cube, where tables know them: bear-offs, and the last checkers of a game.

They are points for the player on roll before he rolls, per unit of the cube, when nobody can lose more than one game:
both players have borne off a checker.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.bearoff import are_few, few_index, home_index
from bgtool.kernels.hypergammon import CENTRED_JACOBY
from bgtool.kernels.jit import kernel
from bgtool.layout import OFF


class MoneyTables(NamedTuple):
    """What tells exact equities; tables without rows are not loaded."""

    two_sided: NDArray[np.float32]
    """(n, n, 4): pairs of rows at home, as :mod:`bgtool.kernels.bearoff` has them."""
    few: NDArray[np.float32]
    """(m, m, 5): pairs of rows of few checkers anywhere, as :mod:`bgtool.kernels.hypergammon` has them."""


@kernel(_nrt=False)
def is_exact(tables, mine, theirs):
    """Whether the *tables* know the position."""
    if mine[OFF] == 0 or theirs[OFF] == 0:
        return False
    return _at_home(tables.two_sided, mine, theirs) or _few(tables.few, mine, theirs)


@kernel(_nrt=False)
def exact_equity(tables, mine, theirs, column):
    """The equity of a position that the *tables* know; *column* is that of a two-sided table."""
    if _at_home(tables.two_sided, mine, theirs):
        return float(tables.two_sided[home_index(mine), home_index(theirs), column])
    behind = column >= CENTRED_JACOBY  # which two-sided tables lack
    return float(tables.few[few_index(tables.few, mine), few_index(tables.few, theirs), column + behind])


@kernel(_nrt=False)
def _at_home(table, mine, theirs):
    return 0 <= home_index(mine) < table.shape[0] and 0 <= home_index(theirs) < table.shape[0]


@kernel(_nrt=False)
def _few(table, mine, theirs):
    return are_few(mine, theirs) and few_index(table, mine) >= 0 and few_index(table, theirs) >= 0
