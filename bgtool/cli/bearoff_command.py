"""``bgtool bearoff``: build, query and verify the bear-off databases."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from bgtool.cli.exits import Tally
from bgtool.cli.inputs import answer_each, json_line
from bgtool.cli.options import Rules, ids_argument, json_option, plain_json_option, rules_options
from bgtool.cli.progress import ProgressLine
from bgtool.cli.warmup import note_compilation
from bgtool.errors import BgtoolError, SettingsError

if TYPE_CHECKING:
    from bgtool.engine.databases import Database

SCHEMA = "bgtool.bearoff/1"
CHECKERS = {"one-sided": 15, "two-sided": 6, "few": 3, "hypergammon": 3}
"""The kinds of databases, each with its usual number of checkers."""

kind_argument = click.argument("kind", required=False, type=click.Choice(list(CHECKERS)))


def size_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with ``--points`` and ``--checkers``."""
    points = click.option("--points", type=click.IntRange(1, 25), metavar="N", help="Points covered (default: 6).")
    usual = ", ".join(f"{kind} {checkers}" for kind, checkers in CHECKERS.items())
    checkers = click.option(
        "--checkers", type=click.IntRange(1, 15), metavar="N", help=f"Most checkers a side (default: {usual})."
    )
    return points(checkers(command))


@click.group()
def command() -> None:
    """Exact bear-off databases: build larger ones, ask them, verify them.

    The standard ones (one-sided 6 points x 15 checkers, two-sided 6 x 6, the last 2 checkers a side wherever they
    stand, Hypergammon with 1 and 2 checkers) are built in seconds when first needed.
    """


@command.command()
@kind_argument
@size_options
@click.option("--force", is_flag=True, help="Build it even if it is there.")
@plain_json_option
def build(kind: str | None, points: int | None, checkers: int | None, force: bool, as_json: bool) -> None:
    """Build databases: the standard ones, or one of a KIND (one-sided, two-sided, few, hypergammon) and size.

    An interrupted build goes on where it stopped; a damaged file is built again. For one core: one-sided 8 x 15 takes
    20 seconds and 83 MB, two-sided 6 x 8 takes 20 seconds and 144 MB; Hypergammon with 3 checkers, and the last 3
    checkers a side of an ordinary game (few), 12 minutes and 429 MB each.
    """
    from bgtool.engine.databases import is_sound

    note_compilation()
    for database in _databases(kind, points, checkers):
        new = force or not is_sound(database)
        began = time.perf_counter()
        if new:
            _build(database, anew=force)
        seconds = time.perf_counter() - began if new else None
        document = {
            "schema": SCHEMA,
            "database": str(database),
            "rows": database.rows,
            "bytes": database.layout.size,
            "path": str(database.path),
            "built": new,
            "seconds": seconds,
        }
        what = f"built in {seconds:.1f} s" if new else "already there"
        text = f"{database}: {database.rows:,} rows, {database.layout.size / 1e6:.1f} MB, {what}: {database.path}"
        click.echo(json_line(document) if as_json else text)


@command.command()
@kind_argument
@size_options
@plain_json_option
def verify(kind: str | None, points: int | None, checkers: int | None, as_json: bool) -> None:
    """Check databases: their checksums, and rows drawn at random computed anew, bit for bit.

    Without a KIND all that have been built.
    """
    from bgtool.engine import databases

    note_compilation()
    named = kind or points or checkers
    chosen = _databases(kind, points, checkers) if named else databases.stored_databases()
    if not chosen and not as_json:
        click.echo("No database has been built yet.")
    tally = Tally()
    for database in chosen:
        document: dict[str, Any] = {"schema": SCHEMA, "database": str(database), "path": str(database.path)}
        try:
            databases.verify(database)
            tally.done += 1
            document["ok"] = True
            if not as_json:
                click.echo(f"{database}: fine")
        except (BgtoolError, OSError) as error:
            given = str(database.path) if isinstance(error, OSError) else ""  # whose own words name no file
            document |= {"ok": False, "error": tally.failure(error, given)}
        if as_json:
            click.echo(json_line(document))
    tally.close()


@command.command()
@ids_argument
@rules_options
@json_option
def query(ids: tuple[str, ...], rules: Rules, as_json: bool) -> None:
    """What the databases know of positions: rolls, effective pips, chances, money equities and cube decisions."""
    from bgtool.cli.bearoff_output import query_document, query_text

    note_compilation()
    answer_each(ids, lambda line: query_document(line, rules.state(line)), query_text, as_json)


def _build(database: Database, *, anew: bool) -> None:
    """Build one database, saying on a terminal how far it has come; ``anew`` goes on with no interrupted build."""
    from bgtool.engine.databases import build_on_disk

    line = ProgressLine()

    def progress(share: float) -> None:
        if line.due:
            line.show(f"Building {database}: {share:.0%}")

    try:
        build_on_disk(database, progress, anew=anew)
    finally:
        line.wipe()


def _databases(kind: str | None, points: int | None, checkers: int | None) -> list[Database]:
    """The databases that the arguments mean: the standard ones where nothing is said."""
    from bgtool.engine.databases import ALL_POINTS, STANDARD, Database

    if not (kind or points or checkers):
        return list(STANDARD)
    kind = kind or "one-sided"
    usual_points = 25 if kind in ALL_POINTS else 6
    try:
        return [Database(kind, points or usual_points, checkers or CHECKERS[kind])]
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
