"""The judged sets as they are read: JSON lines, each checked before anything is made of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bgtool.core.state import MatchState
from bgtool.errors import InputError, ParseError
from bgtool.formats.ids import parse_position_id, parse_state

Row = dict[str, Any]
Check = Callable[[Row], object]

MOST_POINTS = 1000
"""No number of a set is larger, either side of 0."""


def judged_rows(path: Path, check: Check) -> Iterator[list[Row]]:
    """The rows of a set, all at once, or nothing where there is no such file.

    *check* raises :class:`InputError` for a row that cannot be used. Raises
    :class:`~bgtool.errors.ParseError`, naming file and line, for the first such row and for a file without any.
    """
    if not path.exists():
        return
    rows = []
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    row = _row(line)
                    check(row)
                except InputError as error:
                    raise ParseError(str(error), file=str(path), line=number) from None
                rows.append(row)
    if not rows:
        raise ParseError("the judged set is empty; fetch it anew, or remove it to do without", file=str(path))
    yield rows


def _row(line: bytes) -> Row:
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8") from None
    except (ValueError, RecursionError) as error:  # also what is nested without end, or has a number as long
        raise InputError(f"{_shown(line.decode('utf-8'))} is not JSON: {error}") from None
    return as_object(row, "the line")


def field(row: Row, name: str) -> Any:
    """A field of a row. Raises :class:`InputError` where it is missing."""
    if name not in row:
        raise InputError(f"the field {name!r} is missing; there are {_shown(list(row))}")
    return row[name]


def as_object(found: Any, what: str) -> Row:
    """The JSON object that *found* is. Raises :class:`InputError`."""
    if not isinstance(found, dict):
        raise InputError(f"{what} is {_shown(found)}, no JSON object")
    return found


def number(row: Row, name: str) -> float:
    """A number of a row. Raises :class:`InputError`, also for one that is not finite or too large."""
    found = field(row, name)
    if isinstance(found, bool) or not isinstance(found, int | float) or not -MOST_POINTS <= found <= MOST_POINTS:
        raise InputError(f"{name!r} is {_shown(found)}, no number from {-MOST_POINTS} to {MOST_POINTS}")
    return float(found)


def word(row: Row, name: str, among: tuple[str, ...] = ()) -> str:
    """A text of a row, one of *among* if there are any. Raises :class:`InputError`."""
    found = field(row, name)
    if not isinstance(found, str) or not found or not found.isprintable():
        raise InputError(f"{name!r} is {_shown(found)}, no text")
    if among and found not in among:
        raise InputError(f"{name!r} is {_shown(found)}, none of {', '.join(among)}")
    return found


def position_in(row: Row) -> None:
    """Nothing, unless ``posid`` of the row is no Position ID: raises :class:`InputError`."""
    parse_position_id(word(row, "posid"))


def moment_in(row: Row) -> MatchState:
    """The moment of ``posid`` and ``matchid``, with the cube to be decided on. Raises :class:`InputError`."""
    position_in(row)
    state = parse_state(f"{row['posid']}:{word(row, 'matchid')}")
    if state.position.is_over:
        raise InputError(f"'posid' is {row['posid']!r}: the game is over")
    return state


def candidates_in(row: Row, loss: str) -> None:
    """Nothing, unless ``cands`` of the row are no plays with a position and a loss each: raises :class:`InputError`."""
    found = field(row, "cands")
    if not isinstance(found, list) or not found:
        raise InputError(f"'cands' is {_shown(found)}, no list of candidates")
    for at, one in enumerate(found, 1):
        candidate = as_object(one, f"candidate {at}")
        try:
            position_in(candidate)
            number(candidate, loss)
        except InputError as error:
            raise InputError(f"candidate {at}: {error}") from None


def _shown(found: Any) -> str:
    text = repr(found)
    return text if len(text) <= 60 else f"{text[:60]}..."
