"""The position dump of Snowie: 40 fields, each ended by a semicolon.

Fields: 0 length, 1 Jacoby, 3 money, 4 player on roll, 5 and 6 names (on roll first), 7 Crawford, 8 and 9 scores,
10 cube, 11 its owner, 12 the roller's bar, 13..36 points 1..24 of the roller (the other's checkers negative),
37 the other's bar, 38 and 39 dice.
"""

from __future__ import annotations

from typing import NamedTuple

from bgtool.core.position import Position
from bgtool.errors import ParseError
from bgtool.layout import BAR, CHECKERS, OFF, ROW

FIELDS = 40
_BOARD = slice(12, 38)


class Dump(NamedTuple):
    """A position seen by its player on roll, that player's name, and what had to be left out to make sense of it."""

    position: Position
    on_roll: str
    doubts: tuple[str, ...]


def read_dump(text: str) -> Dump:
    """The position that the fields describe.

    Some dumps count a checker both on the bar and on a point; then the bar is left out and named in ``doubts``.
    Raises :class:`ParseError` or :class:`PositionError` for fields that are no position.
    """
    fields = [field.strip() for field in text.strip().strip("()").split(";")]
    if len(fields) < FIELDS:
        raise ParseError(f"a position dump needs {FIELDS} fields, here are {len(fields) - 1}")
    try:
        counts = [int(field) for field in fields[_BOARD]]
    except ValueError:
        raise ParseError(f"not a number among the points of the dump {text[:60]!r}") from None
    rows = [0] * ROW, [0] * ROW
    for point, count in enumerate(counts[1:-1], 1):
        row, place = (rows[0], point) if count > 0 else (rows[1], BAR - point)
        row[place] = abs(count)
    doubts = []
    for row, bar, name in zip(rows, (counts[0], counts[-1]), fields[5:7], strict=True):
        row[BAR] = abs(bar)
        if row[BAR] and sum(row) == CHECKERS + row[BAR]:
            doubts.append(f"{row[BAR]} of {name}'s checkers on the bar would be one too many")
            row[BAR] = 0
        row[OFF] = CHECKERS - sum(row)
    return Dump(Position(tuple(rows[0]), tuple(rows[1])), fields[5], tuple(doubts))
