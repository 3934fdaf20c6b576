"""Exact bear-offs: chances, cubeful money equities, roll distributions and effective pip counts.

Everything is for the player on roll (or for the owner of the row that is asked about), cubeless unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position, pip_count
from bgtool.engine.bearoff_build import lists_of, one_sided_tables
from bgtool.engine.boards import Boards
from bgtool.engine.databases import (
    HYPERGAMMON,
    ONE_SIDED,
    STANDARD,
    TWO_SIDED,
    Database,
    is_stored,
    load,
    stored_databases,
)
from bgtool.engine.few_checkers import exact_database, exact_equities, few, few_boards, hypergammon
from bgtool.engine.money_equities import MoneyEquities
from bgtool.errors import InputError
from bgtool.kernels.bearoff import (
    BearoffTables,
    OneSided,
    chance_not_later,
    home_index,
    no_tables,
    rank_table,
    row_index,
)
from bgtool.kernels.bearoff_build import fill_two_sided
from bgtool.kernels.exact_money import MoneyTables
from bgtool.layout import BAR, HOME, OFF, POINTS

PIPS_A_ROLL = 49 / 6
MOST_ROWS_SOLVED = 1200  # pairs of this many rows are solved in about two seconds


class EffectivePips(NamedTuple):
    """How long one player's bear-off takes: mean rolls, effective pip count, and what he wastes of it."""

    mean_rolls: float
    epc: float
    wastage: float


def one_sided(points: int = ONE_SIDED.points, checkers: int = ONE_SIDED.checkers) -> OneSided:
    """The one-sided tables; the standard ones are built on first use. :class:`DataError` where others are missing."""
    return one_sided_tables(load(Database("one-sided", points, checkers)))


def two_sided(points: int = TWO_SIDED.points, checkers: int = TWO_SIDED.checkers) -> NDArray[np.float32]:
    """The two-sided equities, float32 (n, n, 4): row on roll, opponent's row, as :mod:`bgtool.kernels.bearoff` says."""
    table: NDArray[np.float32] = load(Database("two-sided", points, checkers))["equities"]
    return table


def standard_tables() -> BearoffTables:
    """The tables for loops that may meet any position of an ordinary game, built on first use.

    Those of Hypergammon are left empty: no ordinary game needs them, or has to suffer when they are damaged.
    """
    return BearoffTables(one_sided(), two_sided(), no_tables().hypergammon, few().chances)


def money_tables() -> MoneyTables:
    """The exact equities with the cube for loops that may meet any position, built on first use."""
    return MoneyTables(two_sided(), few().equities)


def no_money_tables() -> MoneyTables:
    """Empty tables of the same types."""
    return MoneyTables(no_tables().two_sided, no_tables().few)


def needs_tables(boards: Boards) -> bool:
    """Whether the bear-off tables know any of the boards, int8 (n, 2, 26), or a race's chance of a backgammon."""
    at_home = ~boards[:, :, HOME + 1 :].any(axis=2)
    behind = boards[:, :, POINTS - HOME + 1 :].any(axis=2) & (boards[:, :, OFF] == 0)
    return bool((at_home & (at_home | behind)[:, ::-1]).any())


def tables_for(boards: Boards) -> BearoffTables:
    """The tables that know any of the boards, int8 (n, 2, 26), opened or built now; the others are left empty.

    Empty tables have the same types as full ones, so that a kernel is compiled once.
    """
    found = no_tables()
    if needs_tables(boards):
        found = found._replace(one_sided=one_sided(), two_sided=two_sided())
    if few_boards(boards).any():
        found = found._replace(few=few().chances)
    played = {int(n) for n in np.unique(boards[:, 0].sum(axis=1)) if 1 <= n <= len(HYPERGAMMON)}
    if played:
        known = {n for n in played if HYPERGAMMON[n - 1] in STANDARD or is_stored(HYPERGAMMON[n - 1])}
        first, second, third = (hypergammon(n).chances if n in known else found.hypergammon[n - 1] for n in (1, 2, 3))
        found = found._replace(hypergammon=(first, second, third))
    return found


def money_tables_for(boards: Boards) -> MoneyTables:
    """The exact equities with the cube that may be known of the boards, int8 (n, 2, 26); the others are left empty."""
    found = no_money_tables()
    if needs_tables(boards):
        found = found._replace(two_sided=two_sided())
    if few_boards(boards).any():
        found = found._replace(few=few().equities)
    return found


def known_by(position: Position) -> Database | None:
    """The database that says what an evaluation of the position says; None for one that has to be judged or is over."""
    if position.is_over or not _at_home(position) or position.checkers <= len(HYPERGAMMON):
        return exact_database(position)
    inside = position.on_roll[OFF] and position.opponent[OFF] and max(_home_indices(position)) < TWO_SIDED.rows
    return TWO_SIDED if inside else ONE_SIDED


def effective_pips(row: Sequence[int]) -> EffectivePips:
    """Mean rolls, effective pip count (mean rolls x 49/6) and wastage of a row of 26 counts.

    It is played so that the mean is least. A row with checkers beyond the home board needs a larger database that was
    built before (``bgtool bearoff build one-sided --points 10``). Raises :class:`InputError` where none covers it.
    Ten checkers on the ace point take 4.408 rolls: an effective pip count of 36, wastage 26.
    """
    tables, index = _tables_for(row)
    mean = float(tables.mean[index])
    epc = mean * PIPS_A_ROLL
    return EffectivePips(mean, epc, epc - pip_count(tuple(row)))


def roll_distribution(row: Sequence[int], *, first_checker: bool = False) -> NDArray[np.float64]:
    """The chances of needing exactly 0, 1, 2 ... rolls to bear off a row of 26 counts (or its first checker).

    Played as for :func:`effective_pips`, which also says what is raised.
    """
    tables, index = _tables_for(row)
    if first_checker and row[OFF]:
        return np.ones(1)
    first, chance = tables[2:4] if first_checker else tables[0:2]
    found = np.concatenate((np.zeros(first[index]), chance[index].astype(np.float64)))
    return np.trim_zeros(found, "b")


def money_equities(position: Position, most_rows: int = MOST_ROWS_SOLVED) -> MoneyEquities | None:
    """The exact money equities of a bear-off without gammons or of few checkers; None for another position.

    Bear-offs outside the standard table are solved on the spot if at most ``most_rows`` rows can arise, else None.
    """
    if position.is_over or not (position.on_roll[OFF] and position.opponent[OFF]):
        return None
    if not _at_home(position):
        database = exact_database(position)
        return None if database is None or database in HYPERGAMMON else exact_equities(position, database)
    mine, theirs = _home_indices(position)
    if max(mine, theirs) < TWO_SIDED.rows:
        found = two_sided()[mine, theirs]
    else:
        solved = _solve(mine, theirs, most_rows)
        if solved is None:
            return None
        found = solved
    return MoneyEquities(*(float(value) for value in found))


def race_outcomes(position: Position, most_rows: int = MOST_ROWS_SOLVED) -> tuple[Outcomes, str]:
    """The chances of a race, and which database or method they come from.

    Exact where both sides are in the two-sided database or no more than ``most_rows`` rows can arise, whose pairs are
    solved on the spot; else those of two independent one-sided bear-offs. Raises :class:`InputError` for a position
    with contact, one that is over, or one that no database covers (see :func:`effective_pips`).
    """
    if position.is_over or position.has_contact:
        raise InputError("the game is over" if position.is_over else "there is still contact: this is no bear-off")
    money = money_equities(position, most_rows)
    if money is not None:
        inside = max(_home_indices(position)) < TWO_SIDED.rows
        return Outcomes((1.0 + money.cubeless) / 2.0), str(TWO_SIDED) if inside else "solved"
    database = _database_for(position.on_roll, position.opponent)
    tables = one_sided(database.points, database.checkers)
    off, gammon = tables[0:2], tables[2:4]
    mine, theirs = _index_in(database, position.on_roll), _index_in(database, position.opponent)
    win = chance_not_later(*off, mine, *off, theirs, 0)
    win_gammon = 0.0 if position.opponent[OFF] else chance_not_later(*off, mine, *gammon, theirs, 0)
    lose_gammon = 0.0 if position.on_roll[OFF] else chance_not_later(*off, theirs, *gammon, mine, 1)
    return Outcomes(win, min(win, win_gammon), 0.0, min(1.0 - win, lose_gammon), 0.0), str(database)


def _at_home(position: Position) -> bool:
    return not (any(position.on_roll[HOME + 1 :]) or any(position.opponent[HOME + 1 :]))


def _home_indices(position: Position) -> tuple[int, int]:
    mine, theirs = (home_index(np.array(row, np.int8)) for row in (position.on_roll, position.opponent))
    return mine, theirs


def _index_in(database: Database, row: Sequence[int]) -> int:
    index: int = row_index(np.array(row, np.int8), database.points, rank_table(database.points, database.checkers))
    return index


def _tables_for(row: Sequence[int]) -> tuple[OneSided, int]:
    """The smallest one-sided tables that know a row, and its index there."""
    database = _database_for(row)
    return one_sided(database.points, database.checkers), _index_in(database, row)


def _database_for(*rows: Sequence[int]) -> Database:
    """The smallest one-sided database that knows the rows: the standard one or one that was built before."""
    for database in (ONE_SIDED, *(d for d in stored_databases() if d.kind == "one-sided")):
        if all(_index_in(database, row) >= 0 for row in rows):
            return database
    rear = max(index for row in rows for index in range(BAR + 1) if row[index])
    if rear == BAR:
        raise InputError("a checker on the bar: this is no race")
    raise InputError(
        f"a checker on point {rear}: that needs a larger database; "
        f"bgtool bearoff build one-sided --points {rear} makes one"
    )


def _solve(mine: int, theirs: int, most_rows: int) -> NDArray[np.float32] | None:
    """The equities of a pair of home rows by solving every pair of rows that can arise from them."""
    ranks = rank_table(HOME, ONE_SIDED.checkers)
    after: dict[int, list[NDArray[np.int32]]] = {0: [np.zeros(0, np.int32)] * 21}
    waiting = {mine, theirs}
    while waiting:
        row = waiting.pop()
        starts, indices = lists_of(HOME, ranks, row, row + 1)
        after[row] = np.split(indices, starts[1:-1])
        waiting.update(set(indices.tolist()) - after.keys())
        if len(after) > most_rows:
            return None
    rows = np.array(sorted(after))
    lists = [new for row in rows.tolist() for new in after[row]]
    starts = np.concatenate(([0], np.cumsum([len(new) for new in lists])))
    indices = np.searchsorted(rows, np.concatenate(lists)).astype(np.int32)
    table = np.zeros((len(rows), len(rows), 4), np.float32)
    fill_two_sided(table, starts, indices, 1, len(rows))
    solved: NDArray[np.float32] = table[np.searchsorted(rows, mine), np.searchsorted(rows, theirs)]
    return solved
