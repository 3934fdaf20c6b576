"""Filling the arrays of a database, in short steps that a caller can watch, interrupt and resume."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.bearoff import OneSided, rank_table
from bgtool.kernels.bearoff_build import (
    MAX_ROLLS,
    ROLLS,
    fill_one_sided,
    fill_two_sided,
    followers,
    most_plays,
    new_room,
    solve_pair,
)
from bgtool.kernels.hypergammon import (
    Hypergammon,
    all_rows,
    list_plays,
    ranks_of,
    row_facts,
    set_finished,
    solve,
    sweep,
)

Tables = dict[str, NDArray[Any]]
Lists = tuple[NDArray[np.int64], NDArray[np.int32]]

STEP_SECONDS = 0.3
CONVERGED = 2e-6  # a sweep that changes no equity by more is the last one
SHRINKS = 4.0  # times that the changes shrink from sweep to sweep, for the forecast only


class Step(NamedTuple):
    """How far the work has come: what to hand back to go on from here, and the share that is done, 0 to 1."""

    done: int
    share: float


def one_sided_tables(tables: Tables) -> OneSided:
    """The one-sided arrays as kernels take them."""
    return OneSided(*(tables[name] for name in OneSided._fields))


def hypergammon_tables(tables: Tables) -> Hypergammon:
    """The Hypergammon arrays as kernels take them."""
    return Hypergammon(*(tables[name] for name in Hypergammon._fields))


def lists_of(points: int, ranks: NDArray[np.int64], begin: int, end: int) -> Lists:
    """The :func:`followers` of rows *begin* to *end*: where their lists start, and the lists end to end."""
    slots = ROLLS * (end - begin)
    starts = np.zeros(slots + 1, np.int64)
    indices = np.empty(slots * most_plays(points), np.int32)  # mostly never touched, so it takes no memory
    followers(new_room(), points, ranks, begin, end, starts, indices)
    return starts, indices[: starts[-1]].copy()


def fill_one_sided_tables(points: int, checkers: int, tables: Tables, done: int) -> Iterator[Step]:
    """Fill one-sided tables from row *done* on."""
    one, ranks, rows = one_sided_tables(tables), rank_table(points, checkers), len(tables["mean"])
    one.off_chance[0, 0] = one.gammon_chance[0, 0] = 1.0  # all are off after no roll

    for row in _in_steps(lambda begin, end: _fill_rows(points, one, ranks, begin, end), max(done, 1), rows):
        yield Step(row, row / rows)


def _fill_rows(points: int, one: OneSided, ranks: NDArray[np.int64], begin: int, end: int) -> None:
    off, gammon = np.zeros(MAX_ROLLS), np.zeros(MAX_ROLLS)
    fill_one_sided(one, ranks, lists_of(points, ranks, begin, end), begin, end, off, gammon)


def fill_two_sided_table(points: int, checkers: int, tables: Tables, done: int) -> Iterator[Step]:
    """Fill a two-sided table from the pairs with row *done* on."""
    table = tables["equities"]
    rows = len(table)
    lists = lists_of(points, rank_table(points, checkers), 0, rows)
    for row in _in_steps(lambda begin, end: fill_two_sided(table, *lists, begin, end), max(done, 1), rows):
        yield Step(row, (row / rows) ** 2)


def fill_hypergammon(points: int, checkers: int, tables: Tables, done: int, *, gammons: bool = True) -> Iterator[Step]:
    """Sweep over all pairs until nothing changes; *done* counts the rows of all sweeps together.

    Without *gammons* every win counts one point: the last checkers of an ordinary game.
    """
    values, rows = hypergammon_tables(tables), len(tables["equities"])
    facts, lists = row_facts(checkers, gammons), hypergammon_plays(checkers)
    set_finished(values, facts)
    sweeps, begin = divmod(done, rows)
    change = np.inf if begin else 0.0  # what the interrupted part of a sweep has changed is not known
    to_come = math.log(1 / CONVERGED, SHRINKS)
    while True:

        def run(begin: int, end: int) -> None:
            nonlocal change
            change = max(change, sweep(values, begin, end, facts, lists))

        for row in _in_steps(run, max(begin, 1), rows):
            part = (row / rows) ** 2
            yield Step(sweeps * rows + min(row, rows - 1), (sweeps + part) / (sweeps + 1 + to_come))
        sweeps += 1
        if change < CONVERGED:
            yield Step(sweeps * rows, 1.0)
            return
        to_come = min(max(math.log(change / CONVERGED, SHRINKS), 1.0), to_come)
        begin, change = 0, 0.0


def hypergammon_plays(checkers: int) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """The :func:`list_plays` of all rows of so many checkers."""
    table, ranks = all_rows(checkers), ranks_of(checkers)
    starts = np.zeros(25 * len(table) * ROLLS + 1, np.int64)
    none = np.zeros(0, np.int32)
    count = list_plays(table, ranks, starts, none, none)
    after, landings = np.zeros(count, np.int32), np.zeros(count, np.int32)
    list_plays(table, ranks, starts, after, landings)
    return starts, after, landings


def wrong_one_sided(points: int, checkers: int, tables: Tables, picks: NDArray[np.int64]) -> int | None:
    """The first of the rows *picks* whose values are not what those below it make of it, to the last bit."""
    one, ranks = one_sided_tables(tables), rank_table(points, checkers)
    for row in sorted(set(picks.ravel().tolist())):
        before = {name: table[row].copy() for name, table in tables.items()}
        _fill_rows(points, one, ranks, row, row + 1)
        if any(not np.array_equal(before[name], table[row]) for name, table in tables.items()):
            return int(row)
    return None


def wrong_two_sided(points: int, checkers: int, tables: Tables, picks: NDArray[np.int64]) -> int | None:
    """The row of the first of the pairs *picks* whose equities are not what the pairs after it make of it."""
    table = tables["equities"]
    lists = lists_of(points, rank_table(points, checkers), 0, len(table))
    for mine, theirs in picks.tolist():
        before = table[mine, theirs].copy()
        solve_pair(table, mine, theirs, *lists)
        if not np.array_equal(before, table[mine, theirs]):
            return int(mine)
    return None


def wrong_hypergammon(
    points: int, checkers: int, tables: Tables, picks: NDArray[np.int64], *, gammons: bool = True
) -> int | None:
    """The row of the first of the pairs *picks* whose equities change when solved once more."""
    values, facts, lists = hypergammon_tables(tables), row_facts(checkers, gammons), hypergammon_plays(checkers)
    for mine, theirs in picks.tolist():
        if facts.points[mine] & facts.mirrored[theirs]:
            continue
        if solve(values, mine, theirs, facts, lists) > 2 * CONVERGED:
            return int(mine)
    return None


def _in_steps(work: Callable[[int, int], None], begin: int, end: int) -> Iterator[int]:
    """Do ``work(begin, end)`` in pieces of about ``STEP_SECONDS``; where each ended."""
    piece = 16
    while begin < end:
        started = time.perf_counter()
        stop = min(begin + piece, end)
        work(begin, stop)
        begin = stop
        yield begin
        spent = time.perf_counter() - started
        piece = max(1, min(2 * piece, int(piece * STEP_SECONDS / max(spent, 1e-6))))
