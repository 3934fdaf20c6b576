"""Positions of few checkers a side, contact or not, solved: Hypergammon, and the last checkers of an ordinary game.

Everything is for the player on roll. An ordinary game is covered when at most two checkers a side are left (three once
``bgtool bearoff build few --checkers 3`` has run): nobody can lose a gammon then, so chances and cubeless equity say
the same at every score.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.engine.bearoff_build import hypergammon_tables
from bgtool.engine.boards import Boards, as_board
from bgtool.engine.databases import FEW, HYPERGAMMON, STANDARD, Database, is_stored, load
from bgtool.engine.money_equities import MoneyEquities
from bgtool.kernels.bearoff import row_index
from bgtool.kernels.hypergammon import Hypergammon, ranks_of
from bgtool.layout import BAR, CHECKERS, OFF


def hypergammon(checkers: int) -> Hypergammon:
    """The values of every Hypergammon position; built on first use for 1 and 2 checkers.

    Raises :class:`DataError` where those of 3 checkers have not been built (``bgtool bearoff build hypergammon``).
    """
    return hypergammon_tables(load(HYPERGAMMON[checkers - 1]))


def few_database() -> Database:
    """The database of the last checkers of a game: the larger one if it has been built, else the standard one."""
    return next((database for database in reversed(FEW) if is_stored(database)), FEW[0])


def few() -> Hypergammon:
    """The values of the last checkers of a game, built on first use."""
    return hypergammon_tables(load(few_database()))


def few_boards(boards: Boards) -> NDArray[np.bool_]:
    """Which of the boards, int8 (n, 2, 26), the database of the last checkers of a game knows, bool (n,)."""
    off = boards[:, :, OFF]
    left = CHECKERS - off.min(axis=1)
    found: NDArray[np.bool_] = (left <= FEW[-1].checkers) & (off.max(axis=1) < CHECKERS)
    if found.any():
        found &= left <= few_database().checkers
    return found


def exact_database(position: Position) -> Database | None:
    """The database of few checkers that knows the position; None for another one, one that is over, or without it."""
    if position.is_over:
        return None
    if position.checkers <= len(HYPERGAMMON):
        database = HYPERGAMMON[position.checkers - 1]
        return database if database in STANDARD or is_stored(database) else None
    return few_database() if few_boards(as_board(position)[None])[0] else None


def exact_outcomes(position: Position, database: Database) -> Outcomes:
    """The exact chances of a position that the database of few checkers knows. :class:`DataError` if it is missing."""
    return Outcomes.of(hypergammon_tables(load(database)).chances[_indices(position, database)])


def exact_equities(position: Position, database: Database, *, jacoby: bool = False) -> MoneyEquities:
    """The exact money equities of a position that the database of few checkers knows.

    With ``jacoby`` gammons count double only after the cube was turned, in ``centred`` alone.
    """
    found = hypergammon_tables(load(database)).equities[_indices(position, database)]
    cubeless, centred, with_jacoby, owned, opponents = (float(value) for value in found)
    return MoneyEquities(cubeless, with_jacoby if jacoby else centred, owned, opponents)


def _indices(position: Position, database: Database) -> tuple[int, int]:
    ranks = ranks_of(database.checkers)
    mine, theirs = (row_index(np.array(row, np.int8), BAR, ranks) for row in (position.on_roll, position.opponent))
    return mine, theirs
