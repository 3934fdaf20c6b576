"""The position dump of Snowie: 40 fields, each ended by a semicolon.

Fields: 0 length, 1 Jacoby, 3 money, 4 player on roll, 5 and 6 names (on roll first), 7 Crawford, 8 and 9 scores,
10 cube, 11 its owner, 12 one bar, 13..36 points 1..24 of the roller, 37 the other bar, 38 and 39 dice. The roller's
checkers are positive, the other's negative, on the bars too: Snowie has the roller's bar first, GNU Backgammon last.
"""

from __future__ import annotations

from bgtool.core.position import Position
from bgtool.errors import ParseError
from bgtool.layout import BAR, CHECKERS, OFF, ROW

FIELDS = 40
_BOARD = slice(12, 38)


def read_dump(text: str) -> Position:
    """The position that the fields describe, seen by its player on roll.

    Raises :class:`ParseError` or :class:`PositionError` for fields that are no position.
    """
    fields = [field.strip() for field in text.strip().strip("()").split(";")]
    if len(fields) < FIELDS:
        raise ParseError(f"a position dump needs {FIELDS} fields, here are {len(fields) - 1}")
    try:
        counts = [int(field) for field in fields[_BOARD]]
    except ValueError:
        raise ParseError(f"not a number among the points of the dump {text[:60]!r}") from None
    mine, theirs = [0] * ROW, [0] * ROW
    for point, count in enumerate(counts[1:-1], 1):
        row, place = (mine, point) if count > 0 else (theirs, BAR - point)
        row[place] = abs(count)
    mine[BAR] = sum(bar for bar in (counts[0], counts[-1]) if bar > 0)
    theirs[BAR] = -sum(bar for bar in (counts[0], counts[-1]) if bar < 0)
    mine[OFF], theirs[OFF] = CHECKERS - sum(mine), CHECKERS - sum(theirs)
    return Position(tuple(mine), tuple(theirs))


def write_dump(position: Position, names: tuple[str, str], length: int, score: tuple[int, int]) -> str:
    """GNU Backgammon's fields of a position, its player on roll first in ``names`` and ``score``, no dice rolled."""
    points = [position.on_roll[p] - position.opponent[BAR - p] for p in range(1, BAR)]
    fields = [length, 0, 1, int(not length), 0, *names, 0, *score, 1, 0]
    fields += [-position.opponent[BAR], *points, position.on_roll[BAR], 0, 0]
    return "".join(f"{str(field).replace(';', ',')};" for field in fields)
