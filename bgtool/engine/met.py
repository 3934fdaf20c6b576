"""The match equity tables that bgtool knows by name; others are read by :mod:`bgtool.formats.met_xml`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from bgtool.core.met import MatchEquityTable, table_from
from bgtool.core.met_formulas import mec_table, post_crawford_row, zadeh_table
from bgtool.errors import DataError, SettingsError

DEFAULT = "Kazaross-XG2"
_FILE = Path(__file__).parent.parent / "data" / "kazaross-xg2.json"
_SCHEMA = "bgtool-met-1"


def met_names() -> tuple[str, ...]:
    """The names that :func:`met_named` knows, the default first."""
    return tuple(_TABLES)


def met_named(name: str | None = None) -> MatchEquityTable:
    """The built-in table of that name, any case; ``None`` is the default, Kazaross-XG2.

    Raises :class:`~bgtool.errors.SettingsError` for an unknown name, never answers with another table.
    """
    wanted = (DEFAULT if name is None else name).casefold()
    for known in _TABLES:
        if known.casefold() == wanted:
            return _built(known)
    raise SettingsError(f"match equity table {name!r} is not known; choose one of {', '.join(_TABLES)}, or an XML file")


@cache
def _built(name: str) -> MatchEquityTable:
    return _TABLES[name]()


def _kazaross() -> MatchEquityTable:
    """Neil Kazaross's table (2011), 25 points: its numbers lie in ``data/kazaross-xg2.json``."""
    try:
        document = json.loads(_FILE.read_text(encoding="utf-8"))
        if document["schema"] != _SCHEMA:
            raise ValueError(f"not of kind {_SCHEMA}")
        pre, post = document["pre_crawford"], document["post_crawford"]
        return table_from(document["name"], pre, (post, post), len(pre))
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise DataError(f"{_FILE}: cannot read the match equity table ({error}); install bgtool again") from None


def _zadeh() -> MatchEquityTable:
    row = post_crawford_row(0.25, 0.015, 0.004)
    return zadeh_table("Zadeh", (row, row))


def _mec() -> MatchEquityTable:
    row = post_crawford_row(0.26, 0.015, 0.004, drops_count_on=False)
    return mec_table("mec", (row, row))


_TABLES: dict[str, Callable[[], MatchEquityTable]] = {DEFAULT: _kazaross, "Zadeh": _zadeh, "mec": _mec}
