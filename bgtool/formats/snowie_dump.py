"""The position dump of Snowie: 40 fields, each ended by a semicolon.

Fields: 0 length, 1 Jacoby, 3 money, 4 player on roll, 5 and 6 names (on roll first), 7 Crawford, 8 and 9 scores,
10 cube, 11 its owner, 12 one bar, 13..36 points 1..24 of the roller, 37 the other bar, 38 and 39 dice. The roller's
checkers are positive, the other's negative, on the bars too: Snowie has the roller's bar first, GNU Backgammon last.
"""

from __future__ import annotations

from bgtool.core.position import Position
from bgtool.core.state import MatchState
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


def write_dump(state: MatchState, players: tuple[str, str]) -> str:
    """The fields of a moment, as GNU Backgammon writes them; ``players`` are the names by seat."""
    seat, position = state.on_roll, state.position
    owner = 0 if state.cube.owner is None else 1 if state.cube.owner == seat else -1
    dice = (state.dice.high, state.dice.low) if state.dice else (0, 0)
    points = [position.on_roll[p] - position.opponent[BAR - p] for p in range(1, BAR)]
    fields = [state.length, int(state.jacoby), 0, int(not state.length), seat, players[seat], players[1 - seat]]
    fields += [int(state.crawford), state.score[seat], state.score[1 - seat], state.cube.value, owner]
    fields += [-position.opponent[BAR], *points, position.on_roll[BAR], *(state.rolled or dice)]
    return "".join(f"{_field(field)};" for field in fields)


def _field(value: object) -> str:
    """A value without what would end its field or its line."""
    return " ".join(str(value).replace(";", ",").split())
