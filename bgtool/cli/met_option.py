"""``--met``: the match equity table that a command reckons with."""

from __future__ import annotations

from pathlib import Path

import click

from bgtool.core.met import MatchEquityTable
from bgtool.errors import SettingsError

met_option = click.option(
    "--met",
    metavar="NAME|FILE",
    help="Match equity table: Kazaross-XG2 (default), Zadeh, mec, or an XML file of GNU Backgammon's kind.",
)


def table_of(given: str | None) -> MatchEquityTable:
    """The match equity table that the user named, built in or a file; the default for None.

    Raises :class:`~bgtool.errors.SettingsError` where there is neither, :class:`~bgtool.errors.ParseError` or OSError
    for a file that cannot be read. There is never another table in its place.
    """
    from bgtool.engine.met import met_named, met_names

    if given is None or given.casefold() in (name.casefold() for name in met_names()):
        return met_named(given)
    if not given or not Path(given).exists():  # Path("") is the folder that one is in
        raise SettingsError(f"--met {given!r} is no file, and not one of {', '.join(met_names())}")
    from bgtool.formats.met_xml import read_met

    return read_met(given)
