"""The exact databases: where they lie, how they are built, opened and verified.

The standard ones (one-sided 6 points x 15 checkers, two-sided 6 x 6, the last 2 checkers a side, Hypergammon with 1 and
2 checkers) are built in seconds when they are first needed; a damaged or foreign file in their place is replaced with a
note, and where nothing can be stored they live in memory. Larger ones are built on request only, in steps that survive
an interruption; a damaged one is an error.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.engine import bearoff_build
from bgtool.engine.bearoff_build import Step
from bgtool.engine.tablefile import Layout, Tables, check_payload, encode, open_tables, unfinished
from bgtool.errors import DataError, SettingsError
from bgtool.kernels import bearoff, hypergammon
from bgtool.kernels.jit import cache_root, write_aside
from bgtool.layout import BAR, CHECKERS, HOME, OUTCOMES

NOTES = logging.getLogger("bgtool")
UNFINISHED = ".unfinished"
SAVE_SECONDS = 60.0

Progress = Callable[[float], None]
"""Told from time to time which part of the work is done, 0 to 1."""


class Kind(NamedTuple):
    """One kind of database: how it is filled and checked, and the most rows that it may have."""

    fill: Callable[[int, int, Tables, int], Iterator[Step]]
    first_wrong: Callable[[int, int, Tables, NDArray[np.int64]], int | None]
    most_rows: int


KINDS = {
    "one-sided": Kind(bearoff_build.fill_one_sided_tables, bearoff_build.wrong_one_sided, 1 << 30),
    "two-sided": Kind(bearoff_build.fill_two_sided_table, bearoff_build.wrong_two_sided, 1 << 16),
    "few": Kind(
        partial(bearoff_build.fill_hypergammon, gammons=False),
        partial(bearoff_build.wrong_hypergammon, gammons=False),
        hypergammon.rows_of(hypergammon.MOST_CHECKERS),
    ),
    "hypergammon": Kind(
        bearoff_build.fill_hypergammon,
        bearoff_build.wrong_hypergammon,
        hypergammon.rows_of(hypergammon.MOST_CHECKERS),
    ),
}
ALL_POINTS = ("few", "hypergammon")
"""The kinds over all points, the bar included, contact or not."""


@dataclass(frozen=True, slots=True)
class Database:
    """One database: its kind (``KINDS``), over this many points and at most this many checkers a side.

    Hypergammon is over all 25 points, the bar included, and exactly this many checkers. ``few`` is the same for the
    last checkers of an ordinary game, in which nobody can lose a gammon any more.
    """

    kind: str
    points: int
    checkers: int

    def __post_init__(self) -> None:
        """Refuse what cannot be built (:class:`SettingsError`)."""
        if self.kind not in KINDS:
            raise SettingsError(f"{self.kind!r}: a database is {', '.join(KINDS)}")
        most = BAR if self.kind in ALL_POINTS else BAR - 1
        if not (1 <= self.points <= most and 1 <= self.checkers <= CHECKERS):
            raise SettingsError(f"{self}: between 1 and {most} points and 1 and {CHECKERS} checkers")
        if self.kind in ALL_POINTS and self.points != BAR:
            raise SettingsError(f"{self}: {self.kind} covers all {BAR} points (the bar included)")
        if self.rows > KINDS[self.kind].most_rows:
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
            return Layout(str(self), (("equities", "float32", (n, n, bearoff.EQUITIES)),))
        if self.kind in ALL_POINTS:
            equities = ("equities", "float32", (n, n, hypergammon.EQUITIES))
            return Layout(str(self), (("chances", "float32", (n, n, OUTCOMES)), equities))
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
HYPERGAMMON = tuple(Database("hypergammon", BAR, n) for n in range(1, hypergammon.MOST_CHECKERS + 1))
FEW = tuple(Database("few", BAR, n) for n in range(2, hypergammon.MOST_CHECKERS + 1))
STANDARD = (ONE_SIDED, TWO_SIDED, FEW[0], *HYPERGAMMON[:2])


def folder_of_databases() -> Path | None:
    """The folder of all databases; None without a home."""
    root = cache_root()
    return root.parent / "bearoff" if root else None


def is_stored(database: Database) -> bool:
    """Whether its file is there."""
    path = database.path
    return path is not None and path.exists()


def stored_databases() -> list[Database]:
    """Every database whose file is there, complete or not, smallest first."""
    folder = folder_of_databases()
    found = []
    for path in folder.glob("*.tables") if folder else ():
        kind, _, size = path.stem.rpartition("-")
        with contextlib.suppress(ValueError):
            points, checkers = map(int, size.split("x"))
            database = Database(kind, points, checkers)
            if path.stem == str(database):  # and no 06x06
                found.append(database)
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
        NOTES.warning("Building the database %s again: %s", database, error)
    if not standard:
        raise DataError(f"database {database}: there is no folder to keep it in; set BGTOOL_CACHE_DIR")
    return build_in_memory(database)


def build_in_memory(database: Database, progress: Progress | None = None) -> Tables:
    """The arrays of a database, built now and stored if that is possible; a note says if not."""
    NOTES.info("Building the database %s (first use only) ...", database)
    tables = database.layout.empty()
    for step in _filled(database, tables, 0):
        if progress:
            progress(step.share)
    path = database.path
    try:
        if path is None:
            raise OSError("there is no home directory")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_aside(path, encode(database.layout, tables))
    except OSError as error:
        NOTES.warning("The database %s is kept in memory only: %s", database, error)
    return tables


def build_on_disk(database: Database, progress: Progress | None = None, *, anew: bool = False) -> None:
    """Build a database straight into its file, going on where an interrupted build stopped unless it is made ``anew``.

    A file that is there stays until the new one takes its place. Raises OSError where the file cannot be written,
    :class:`DataError` while another process builds it, or where a folder lies in its place.
    """
    path = _place_of(database)
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(path.with_suffix(UNFINISHED), database.layout, anew=anew) as file:
        saved, done = time.monotonic(), file.done
        try:
            for done, share in _filled(database, file.tables, file.done):
                if progress:
                    progress(share)
                if time.monotonic() - saved > SAVE_SECONDS:
                    file.save(done)
                    saved = time.monotonic()
        except KeyboardInterrupt:
            file.save(done)
            raise
        file.finish(path)


def is_sound(database: Database) -> bool:
    """Whether its file is there and whole by its checksum; a note tells what is wrong with one that is not.

    Raises OSError where it cannot be read, :class:`DataError` where a folder lies in its place.
    """
    path = _place_of(database)
    try:
        check_payload(path, database.layout)
    except FileNotFoundError:
        return False
    except DataError as error:
        NOTES.warning("Building the database %s again: %s", database, error)
        return False
    return True


def verify(database: Database, samples: int = 200) -> None:
    """Check the file's checksum, and compute rows drawn at random anew from those below them: bit for bit the same.

    Raises :class:`DataError` saying what is wrong.
    """
    path = _place_of(database)
    if not path.exists():
        raise _missing(database)
    check_payload(path, database.layout)
    tables = open_tables(path, database.layout)
    picks = np.random.default_rng().integers(1, database.rows, (samples, 2))
    wrong = KINDS[database.kind].first_wrong(database.points, database.checkers, tables, picks)
    if wrong is not None:
        raise DataError(f"{path}: wrong value at row {wrong}; delete the file and build it anew")


def _place_of(database: Database) -> Path:
    """Where its file lies or is to lie; :class:`DataError` where nothing can lie there."""
    path = database.path
    if path is None:
        raise DataError(f"database {database}: there is no folder to keep it in; set BGTOOL_CACHE_DIR")
    if path.is_dir():
        raise DataError(f"{path}: a folder lies in the place of the database {database}; move it away")
    return path


def _missing(database: Database) -> DataError:
    return DataError(f"database {database} has not been built; do so with: {_remedy(database)}")


def _remedy(database: Database) -> str:
    points = "" if database.kind in ALL_POINTS else f" --points {database.points}"
    return f"bgtool bearoff build {database.kind}{points} --checkers {database.checkers}"


def _filled(database: Database, tables: Tables, done: int) -> Iterator[Step]:
    return KINDS[database.kind].fill(database.points, database.checkers, tables, done)
