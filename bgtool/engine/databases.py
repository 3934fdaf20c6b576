"""The bear-off databases: where they lie, how they are built, opened and verified.

The standard ones (one-sided 6 points x 15 checkers, two-sided 6 x 6) are built in seconds when they are first
needed; a damaged or foreign file in their place is replaced with a note, and where nothing can be stored they live
in memory. Larger ones are built on request only, in steps that survive an interruption; a damaged one is an error.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.tablefile import Layout, Tables, check_payload, encode, open_tables, unfinished
from bgtool.errors import DataError, SettingsError
from bgtool.kernels.bearoff import EQUITIES, OneSided, rank_table
from bgtool.kernels.bearoff_build import ROLLS, fill_one_sided, fill_two_sided, followers, most_plays, solve_pair
from bgtool.kernels.jit import cache_root, write_aside
from bgtool.layout import CHECKERS, HOME

NOTES = logging.getLogger("bgtool")
MOST_ROWS = 1 << 30
UNFINISHED = ".unfinished"
CHUNK_SECONDS = 0.3
SAVE_SECONDS = 20.0

Progress = Callable[[float], None]
"""Told from time to time which part of the work is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Database:
    """One database: ``kind`` "one-sided" or "two-sided", over this many points and at most this many checkers."""

    kind: str
    points: int
    checkers: int

    def __post_init__(self) -> None:
        """Refuse what cannot be built (:class:`SettingsError`)."""
        if self.kind not in ("one-sided", "two-sided"):
            raise SettingsError(f"{self.kind!r}: a bear-off database is one-sided or two-sided")
        if not (1 <= self.points <= 24 and 1 <= self.checkers <= CHECKERS):
            raise SettingsError(f"{self}: between 1 and 24 points and 1 and {CHECKERS} checkers")
        if self.rows > (MOST_ROWS if self.kind == "one-sided" else 1 << 16):
            raise SettingsError(f"{self}: {self.rows:,} rows are more than can be built; take fewer points or checkers")

    @property
    def rows(self) -> int:
        """The number of ways in which one player's checkers can stand."""
        return comb(self.points + self.checkers, self.checkers)

    @property
    def layout(self) -> Layout:
        """The arrays of its file."""
        n = self.rows
        if self.kind == "two-sided":
            return Layout(str(self), (("equities", "float32", (n, n, EQUITIES)),))
        extra = 2 * max(0, self.points - HOME)  # more points, longer distributions
        return Layout(
            str(self),
            (
                ("off_first", "uint8", (n,)),
                ("off_chance", "float32", (n, 20 + extra)),
                ("gammon_first", "uint8", (n,)),
                ("gammon_chance", "float32", (n, 10 + extra)),
                ("mean", "float64", (n,)),
                ("gammon_mean", "float64", (n,)),
            ),
        )

    @property
    def path(self) -> Path | None:
        """Where its file lies: in ``bearoff/`` of the user's cache or of ``BGTOOL_CACHE_DIR``; None without a home."""
        folder = folder_of_databases()
        return folder / f"{self}.tables" if folder else None

    def __str__(self) -> str:
        """Its name, which is also the file's."""
        return f"{self.kind}-{self.points}x{self.checkers}"


ONE_SIDED = Database("one-sided", HOME, CHECKERS)
TWO_SIDED = Database("two-sided", HOME, 6)
STANDARD = (ONE_SIDED, TWO_SIDED)


def folder_of_databases() -> Path | None:
    """The folder of all databases; None without a home."""
    root = cache_root()
    return root.parent / "bearoff" if root else None


def stored_databases() -> list[Database]:
    """Every database whose file is there, complete or not, smallest first."""
    folder = folder_of_databases()
    found = []
    for path in folder.glob("*.tables") if folder else ():
        kind, _, size = path.stem.rpartition("-")
        with contextlib.suppress(ValueError):
            points, checkers = map(int, size.split("x"))
            found.append(Database(kind, points, checkers))
    return sorted(found, key=lambda database: database.layout.size)


@cache
def load(database: Database) -> Tables:
    """The arrays of a database, opened once per process; a standard one is built if need be.

    Raises :class:`DataError` where another one is missing or damaged.
    """
    path = database.path
    standard = database in STANDARD
    try:
        if path is not None:
            return open_tables(path, database.layout)
    except FileNotFoundError:
        if not standard:
            raise _missing(database) from None
    except (DataError, OSError) as error:
        if not standard:
            raise DataError(f"{error}; build it anew with: {_remedy(database)} --force") from None
        NOTES.warning("Building the bear-off database %s again: %s", database, error)
    if not standard:
        raise DataError(f"database {database}: there is no folder to keep it in; set BGTOOL_CACHE_DIR")
    return build_in_memory(database)


def build_in_memory(database: Database, progress: Progress | None = None) -> Tables:
    """The arrays of a database, built now and stored if that is possible; a note says if not."""
    NOTES.info("Building the bear-off database %s ...", database)
    tables = database.layout.empty()
    for done in _filled(database, tables, 0):
        if progress:
            progress(_share(database, done))
    path = database.path
    try:
        if path is None:
            raise OSError("there is no home directory")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_aside(path, encode(database.layout, tables))
    except OSError as error:
        NOTES.warning("The bear-off database %s is kept in memory only: %s", database, error)
    return tables


def build_on_disk(database: Database, progress: Progress | None = None) -> None:
    """Build a database straight into its file, going on where an interrupted build stopped.

    Raises OSError where the file cannot be written, :class:`DataError` while another process builds it.
    """
    path = database.path
    if path is None:
        raise DataError(f"database {database}: there is no folder to keep it in; set BGTOOL_CACHE_DIR")
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(path.with_suffix(UNFINISHED), database.layout) as file:
        saved, done = time.monotonic(), file.done
        try:
            for done in _filled(database, file.tables, file.done):
                if progress:
                    progress(_share(database, done))
                if time.monotonic() - saved > SAVE_SECONDS:
                    file.save(done)
                    saved = time.monotonic()
        except KeyboardInterrupt:
            file.save(done)
            raise
        file.finish(path)


def forget(database: Database) -> None:
    """Remove a database and what an interrupted build left of it; nothing happens where there is none."""
    path = database.path
    if path is not None:
        path.unlink(missing_ok=True)
        path.with_suffix(UNFINISHED).unlink(missing_ok=True)


def verify(database: Database, samples: int = 200) -> None:
    """Check the file's checksum, and compute rows drawn at random anew from those below them: bit for bit the same.

    Raises :class:`DataError` saying what is wrong.
    """
    path = database.path
    if path is None:
        raise DataError(f"database {database}: there is no folder to keep it in; set BGTOOL_CACHE_DIR")
    if not path.exists():
        raise _missing(database)
    check_payload(path, database.layout)
    tables = open_tables(path, database.layout)
    picks = np.random.default_rng().integers(1, database.rows, (samples, 2))
    recompute = _recompute_one_sided if database.kind == "one-sided" else _recompute_two_sided
    wrong = recompute(database, tables, picks)
    if wrong is not None:
        raise DataError(f"{path}: wrong value at row {wrong}; delete the file and build it anew")


def _missing(database: Database) -> DataError:
    return DataError(f"database {database} has not been built; do so with: {_remedy(database)}")


def _remedy(database: Database) -> str:
    return f"bgtool bearoff build {database.kind} --points {database.points} --checkers {database.checkers}"


def one_sided_tables(tables: Tables) -> OneSided:
    """The one-sided arrays as kernels take them."""
    return OneSided(*(tables[name] for name in OneSided._fields))


def _share(database: Database, done: int) -> float:
    share = done / database.rows
    return share if database.kind == "one-sided" else share * share


def _filled(database: Database, tables: Tables, done: int) -> Iterator[int]:
    """Fill the tables from row *done* on, saying after each short while how many rows are there."""
    ranks = rank_table(database.points, database.checkers)
    lists = None if database.kind == "one-sided" else lists_of(database.points, ranks, 0, database.rows)
    if done == 0:
        _first_row(database, tables)
        done = 1
    chunk = 16
    while done < database.rows:
        began = time.perf_counter()
        end = min(done + chunk, database.rows)
        if lists is None:
            part = lists_of(database.points, ranks, done, end)
            fill_one_sided(one_sided_tables(tables), ranks, part, done, end)
        else:
            fill_two_sided(tables["equities"], *lists, done, end)
        done = end
        yield done
        spent = time.perf_counter() - began
        chunk = max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / max(spent, 1e-6))))


def _first_row(database: Database, tables: Tables) -> None:
    """Row 0: all checkers are off, after no roll."""
    if database.kind == "one-sided":
        tables["off_chance"][0, 0] = tables["gammon_chance"][0, 0] = 1.0


def lists_of(
    points: int, ranks: NDArray[np.int64], begin: int, end: int
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The :func:`followers` of rows *begin* to *end*: where their lists start, and the lists end to end."""
    slots = ROLLS * (end - begin)
    starts = np.zeros(slots + 1, np.int64)
    indices = np.empty(slots * most_plays(points), np.int32)  # mostly never touched, so it takes no memory
    followers(points, ranks, begin, end, starts, indices)
    return starts, indices[: starts[-1]].copy()


def _recompute_one_sided(database: Database, tables: Tables, picks: NDArray[np.int64]) -> int | None:
    ranks = rank_table(database.points, database.checkers)
    for row in sorted(set(picks.ravel().tolist())):
        before = {name: table[row].copy() for name, table in tables.items()}
        part = lists_of(database.points, ranks, row, row + 1)
        fill_one_sided(one_sided_tables(tables), ranks, part, row, row + 1)
        if any(not np.array_equal(before[name], table[row]) for name, table in tables.items()):
            return int(row)
    return None


def _recompute_two_sided(database: Database, tables: Tables, picks: NDArray[np.int64]) -> int | None:
    lists = lists_of(database.points, rank_table(database.points, database.checkers), 0, database.rows)
    table = tables["equities"]
    for mine, theirs in picks.tolist():
        before = table[mine, theirs].copy()
        solve_pair(table, mine, theirs, *lists)
        if not np.array_equal(before, table[mine, theirs]):
            return int(mine)
    return None
