"""Where the checkers stand, seen by the player on roll."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import mul

from bgtool.errors import PositionError
from bgtool.layout import BAR, CHECKERS, HOME, OFF, POINTS, ROW

_CHECKERS_ALLOWED = (1, 2, 3, CHECKERS)
_GROUP = re.compile(r"(\d+|bar|off):(\d+)")


def row_faults(row: tuple[int, ...], name: str) -> list[str]:
    """Every reason why ``row`` cannot hold one player's checkers; empty when it can."""
    if len(row) != ROW:
        return [f"{name}: {len(row)} counts instead of {ROW}"]
    if min(row) >= 0 and max(row) <= CHECKERS:
        return []
    return [f"{name}: {count} checkers on {_spot(i)}" for i, count in enumerate(row) if not 0 <= count <= CHECKERS]


def _spot(index: int) -> str:
    return {OFF: "off", BAR: "the bar"}.get(index, f"point {index}")


@dataclass(frozen=True, slots=True)
class Position:
    """Both players' checkers, the player on roll first, each row in that player's own numbering.

    A row has 26 counts: index 0 = borne off, 1..24 = points, 25 = bar. Both rows have the same number
    of checkers (15, or 1 to 3 in Hypergammon). :class:`PositionError` lists all that is wrong.
    """

    on_roll: tuple[int, ...]
    opponent: tuple[int, ...]

    def __post_init__(self) -> None:
        """Validate once, so that nobody needs to check again."""
        if self._stands():
            return
        faults = row_faults(self.on_roll, "player on roll") + row_faults(self.opponent, "opponent")
        if not faults:
            mine, theirs = sum(self.on_roll), sum(self.opponent)
            if mine != theirs:
                faults.append(f"{mine} checkers against {theirs}")
            elif mine not in _CHECKERS_ALLOWED:
                faults.append(f"{mine} checkers a side instead of {CHECKERS} (or 1 to 3 in Hypergammon)")
            shared = [p for p in range(1, POINTS + 1) if self.on_roll[p] and self.opponent[BAR - p]]
            faults += [f"both players on point {point}" for point in shared]
            if self.on_roll[OFF] == mine and self.opponent[OFF] == theirs and mine:
                faults.append("both players have borne off all checkers")
        if faults:
            raise PositionError("impossible position: " + "; ".join(faults))

    def _stands(self) -> bool:
        """Whether nothing is wrong: the quick test that nearly every position passes."""
        mine, theirs = self.on_roll, self.opponent
        if len(mine) != ROW or len(theirs) != ROW or min(mine) < 0 or min(theirs) < 0:
            return False
        checkers = sum(mine)
        if checkers != sum(theirs) or checkers not in _CHECKERS_ALLOWED or mine[OFF] == theirs[OFF] == checkers:
            return False
        return not any(map(mul, mine[1:BAR], theirs[POINTS:OFF:-1]))

    @classmethod
    def of(cls, on_roll: str, opponent: str, checkers: int = CHECKERS) -> Position:
        """The position of two texts such as ``"24:2 13:5 8:3 6:5"``; checkers not named are off.

        ``bar:1`` and ``off:1`` are understood. Raises :class:`PositionError`.
        """
        return cls(_row_of(on_roll, checkers), _row_of(opponent, checkers))

    @property
    def checkers(self) -> int:
        """The number of checkers on each side: 15, or 1 to 3 in Hypergammon."""
        return sum(self.on_roll)

    def swapped(self) -> Position:
        """The same board seen by the other player."""
        return Position(self.opponent, self.on_roll)

    @property
    def pips(self) -> tuple[int, int]:
        """The pip counts: player on roll, opponent."""
        return pip_count(self.on_roll), pip_count(self.opponent)

    @property
    def is_over(self) -> bool:
        """Whether one side has borne off everything."""
        return self.on_roll[OFF] == self.checkers or self.opponent[OFF] == self.checkers

    @property
    def has_contact(self) -> bool:
        """Whether a checker still has to pass an opposing one."""
        return _rear(self.on_roll) + _rear(self.opponent) > POINTS

    def result(self) -> int:
        """The points at cube 1 for the player on roll if the game is over: ±1, ±2 or ±3; 0 while it goes on."""
        if self.on_roll[OFF] == self.checkers:
            return _loss(self.opponent)
        if self.opponent[OFF] == self.checkers:
            return -_loss(self.on_roll)
        return 0

    def ending(self, limit: int = 3) -> str | None:
        """How the game ended, such as ``the player on roll has won a gammon``; None while it goes on.

        ``limit`` is the most points that a game counts: 2 in Portes.
        """
        points = self.result()
        if points == 0:
            return None
        what = ("a single game", "a gammon", "a backgammon")[min(abs(points), limit) - 1]
        return f"the player on roll has {'won' if points > 0 else 'lost'} {what}"

    def __repr__(self) -> str:
        """Code that rebuilds the position."""
        extra = "" if self.checkers == CHECKERS else f", {self.checkers}"
        return f"Position.of({row_text(self.on_roll)!r}, {row_text(self.opponent)!r}{extra})"


def pip_count(row: tuple[int, ...]) -> int:
    """The pips that a row of checkers still has to travel, a checker on the bar counting 25."""
    return sum(index * count for index, count in enumerate(row))


def _rear(row: tuple[int, ...]) -> int:
    return next((index for index in range(BAR, 0, -1) if row[index]), 0)


def _loss(row: tuple[int, ...]) -> int:
    """What the loser with these checkers pays: single, gammon or backgammon."""
    if row[OFF]:
        return 1
    return 3 if any(row[POINTS - HOME + 1 :]) else 2


def _row_of(text: str, checkers: int) -> tuple[int, ...]:
    row = [0] * ROW
    for group in text.split():
        found = _GROUP.fullmatch(group)
        index = {"bar": BAR, "off": OFF}.get(found[1], -1) if found else -1
        if found and found[1].isdigit():
            index = int(found[1])
        if not found or not 0 <= index <= BAR:
            raise PositionError(f"{group!r}: expected point:count, such as 13:5, bar:1 or off:2")
        row[index] += int(found[2])
    if not row[OFF]:
        row[OFF] = max(0, checkers - sum(row))
    return tuple(row)


def row_text(row: tuple[int, ...]) -> str:
    """The checkers of a row still on the board as :meth:`Position.of` reads them, such as ``24:2 13:5 8:3 6:5``."""
    groups = [f"{'bar' if index == BAR else index}:{row[index]}" for index in range(BAR, 0, -1) if row[index]]
    return " ".join(groups)
