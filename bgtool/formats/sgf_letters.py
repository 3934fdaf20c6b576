"""Points, dice and plays as GNU Backgammon writes them in SGF: letters that are absolute, not a player's own.

``a`` to ``x`` are the points 1 to 24 of White (seat 0) and 24 to 1 of Black (seat 1); ``y`` is the bar, ``z`` is off.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bgtool.core.move import Hop, Step
from bgtool.core.position import Position
from bgtool.errors import NotationError
from bgtool.layout import BAR, OFF, POINTS, ROW

COLOURS = "WB"
"""The letters of the seats."""

_PLAY = re.compile(r"\s*([1-6])\s*([1-6])\s*((?:[a-z]{2})*)\s*")
_HOPS = re.compile(r"(?:[a-z]{2})*")
_POINTS = re.compile(r"([a-y])(?::([a-y]))?")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def point_of(letter: str, seat: int) -> int:
    """The point of a letter in the numbering of ``seat``."""
    index = ord(letter) - ord("a") + 1
    if index > POINTS:
        return BAR if letter == "y" else OFF
    return index if seat == 0 else BAR - index


def letter_of(point: int, seat: int) -> str:
    """The letter of a point of ``seat``."""
    if point in (OFF, BAR):
        return "z" if point == OFF else "y"
    return _LETTERS[(point if seat == 0 else BAR - point) - 1]


@lru_cache(maxsize=4096)
def hops_of(letters: str, seat: int) -> tuple[Hop, ...]:
    """The hops of pairs of letters, hits not marked; :class:`NotationError` for what are no letters of points."""
    if not _HOPS.fullmatch(letters):
        raise NotationError(f"{letters[:20]!r} are not pairs of letters from a to z")
    points = [point_of(letter, seat) for letter in letters]
    return tuple(Hop(source, target) for source, target in zip(points[::2], points[1::2], strict=True))


def play_of(value: str, seat: int) -> tuple[tuple[int, int], tuple[Hop, ...]] | None:
    """The dice as rolled and the hops of a value such as ``31hefe``; None if it is no play."""
    found = _PLAY.fullmatch(value)
    return ((int(found[1]), int(found[2])), hops_of(found[3], seat)) if found else None


def letters_of(steps: tuple[Step, ...] | tuple[Hop, ...], seat: int) -> str:
    """The letters of steps or hops."""
    return "".join(letter_of(step.source, seat) + letter_of(step.target, seat) for step in steps)


def add_points(row: list[int], values: list[str], seat: int) -> bool:
    """Put a checker on every point named into a row of ``seat``; False if a value is no point."""
    fine = True
    for value in values:
        found = _POINTS.fullmatch(value.strip())
        if not found:
            fine = False
            continue
        first, last = sorted((ord(found[1]), ord(found[2] or found[1])))
        for code in range(first, last + 1):
            row[point_of(chr(code), seat)] += 1
    return fine


def points_of(position: Position, mover: int) -> dict[str, list[str]]:
    """``AW`` and ``AB`` of a position seen by ``mover``: a letter for every checker on the board."""
    rows = (position.on_roll, position.opponent) if mover == 0 else (position.opponent, position.on_roll)
    return {
        f"A{COLOURS[seat]}": [letter_of(point, seat) for point in range(1, ROW) for _ in range(rows[seat][point])]
        for seat in (0, 1)
    }
