"""Exact bear-offs: chances, cubeful money equities, roll distributions and effective pip counts.

Everything is for the player on roll (or for the owner of the row that is asked about), cubeless unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position, pip_count
from bgtool.engine.bearoff_build import hypergammon_tables, lists_of, one_sided_tables
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
from bgtool.kernels.hypergammon import Hypergammon, ranks_of
from bgtool.layout import BAR, HOME, OFF, POINTS

PIPS_A_ROLL = 49 / 6
SAME = 1e-6  # equities closer than single precision tells apart
MOST_ROWS_SOLVED = 1200  # pairs of this many rows are solved in about two seconds


class EffectivePips(NamedTuple):
    """How long one player's bear-off takes: mean rolls, effective pip count, and what he wastes of it."""

    mean_rolls: float
    epc: float
    wastage: float


@dataclass(frozen=True, slots=True)
class MoneyEquities:
    """Exact equities of the player on roll before he rolls, without doubling now, cube at 1, both perfect thereafter.

    ``centred``, ``owned`` and ``opponents`` say who has the cube.
    """

    cubeless: float
    centred: float
    owned: float
    opponents: float

    @property
    def double_take(self) -> float:
        """Equity of a double that is taken, per unit of the cube before it."""
        return 2.0 * self.opponents

    def proper_action(self, no_double: float) -> str:
        """The right cube decision in the words of ``bgtool hint``, where not doubling is worth ``no_double``."""
        cash = min(self.double_take, 1.0)
        answer = "take" if self.double_take <= 1.0 else "pass"
        if abs(cash - no_double) < SAME:
            return f"optional-double-{answer}"
        if cash > no_double:
            return f"double-{answer}"
        return f"too-good-{answer}" if no_double > 1.0 else f"no-double-{answer}"

    def best(self, no_double: float) -> float:
        """Equity with the right cube decision, where not doubling is worth ``no_double`` (``centred`` or ``owned``)."""
        return max(no_double, min(self.double_take, 1.0))


def one_sided(points: int = ONE_SIDED.points, checkers: int = ONE_SIDED.checkers) -> OneSided:
    """The one-sided tables; the standard ones are built on first use. :class:`DataError` where others are missing."""
    return one_sided_tables(load(Database("one-sided", points, checkers)))


def two_sided(points: int = TWO_SIDED.points, checkers: int = TWO_SIDED.checkers) -> NDArray[np.float32]:
    """The two-sided equities, float32 (n, n, 4): row on roll, opponent's row, as :mod:`bgtool.kernels.bearoff` says."""
    table: NDArray[np.float32] = load(Database("two-sided", points, checkers))["equities"]
    return table


def hypergammon(checkers: int) -> Hypergammon:
    """The values of every Hypergammon position; built on first use for 1 and 2 checkers.

    Raises :class:`DataError` where those of 3 checkers have not been built (``bgtool bearoff build hypergammon``).
    """
    return hypergammon_tables(load(HYPERGAMMON[checkers - 1]))


def standard_tables() -> BearoffTables:
    """The tables for loops that may meet any position: bear-offs, built on first use, and stored Hypergammon."""
    empty = no_tables().hypergammon
    stored = (hypergammon(n).chances if is_stored(HYPERGAMMON[n - 1]) else empty[n - 1] for n in (1, 2, 3))
    first, second, third = stored
    return BearoffTables(one_sided(), two_sided(), (first, second, third))


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
    few = {int(n) for n in np.unique(boards[:, 0].sum(axis=1)) if 1 <= n <= len(HYPERGAMMON)}
    if few:
        known = {n for n in few if HYPERGAMMON[n - 1] in STANDARD or is_stored(HYPERGAMMON[n - 1])}
        first, second, third = (hypergammon(n).chances if n in known else found.hypergammon[n - 1] for n in (1, 2, 3))
        found = found._replace(hypergammon=(first, second, third))
    return found


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
    """The exact money equities of a bear-off without gammons; None where the position is no such thing or too large.

    Outside the standard table the reachable rows are solved on the spot if there are at most ``most_rows``.
    """
    rows = np.array((position.on_roll, position.opponent), np.int8)
    if rows[:, HOME + 1 :].any() or not rows[:, OFF].all() or position.is_over:
        return None
    mine, theirs = _home_indices(position)
    if max(mine, theirs) < TWO_SIDED.rows:
        found = two_sided()[mine, theirs]
    else:
        solved = _solve(mine, theirs, most_rows)
        if solved is None:
            return None
        found = solved
    return MoneyEquities(*(float(value) for value in found))


def hypergammon_equities(position: Position, *, jacoby: bool = False) -> MoneyEquities | None:
    """The exact money equities of a Hypergammon position; None in another game, one that is over, or without tables.

    With ``jacoby`` gammons count double only after the cube was turned, in ``centred`` alone.
    """
    if position.is_over or position.checkers > len(HYPERGAMMON):
        return None
    database = HYPERGAMMON[position.checkers - 1]
    if database not in STANDARD and not is_stored(database):
        return None
    found = hypergammon(position.checkers).equities[_hypergammon_indices(position)]
    cubeless, centred, with_jacoby, owned, opponents = (float(value) for value in found)
    return MoneyEquities(cubeless, with_jacoby if jacoby else centred, owned, opponents)


def hypergammon_outcomes(position: Position) -> Outcomes:
    """The exact chances of a Hypergammon position. Raises :class:`DataError` where the tables have not been built."""
    return Outcomes.of(hypergammon(position.checkers).chances[_hypergammon_indices(position)])


def _hypergammon_indices(position: Position) -> tuple[int, int]:
    ranks = ranks_of(position.checkers)
    mine, theirs = (row_index(np.array(row, np.int8), BAR, ranks) for row in (position.on_roll, position.opponent))
    return mine, theirs


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
