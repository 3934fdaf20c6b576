"""Jellyfish's ``.pos`` files: one position, 16-bit numbers and strings with their length before them.

Player 1 is seat 0. Points are counted from his ace, so that index 25 is his bar and index 0 the other player's; his
checkers are below 20, the other's above.
"""

from __future__ import annotations

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.record import Match
from bgtool.core.state import Cube, MatchState
from bgtool.errors import InputError
from bgtool.formats.position_match import match_of
from bgtool.formats.source import Source
from bgtool.layout import BAR, CHECKERS, OFF, ROW

__all__ = ["read", "sniff"]

_VERSIONS = {124: 0, 125: 3, 126: 5}
"""How many numbers stand between the version and the cube."""
_SMALLEST = 100
_LARGEST = 2000
_MIDDLE = 20
_AFTER_CUBE = ("on roll", "left", "right", "unused", "match", "opponent", "level", "length", "score 1", "score 2")
_CRAWFORD = 2
_MATCH = 1


def sniff(source: Source) -> bool:
    """Whether it looks like a Jellyfish position: small, and a version first."""
    data = source.data
    return _SMALLEST < len(data) < _LARGEST and data[0] in _VERSIONS and data[1] == 0


def read(source: Source) -> tuple[Match, ...]:
    """The record of the position. Raises :class:`ParseError`."""
    try:
        state, names = _read(_Bytes(source.data))
    except InputError as error:
        raise source.error(f"not a Jellyfish position: {error}") from None
    return (match_of(state, "jellyfish-pos", source.file, names),)


class _Bytes:
    """Numbers and strings one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self) -> int:
        return int.from_bytes(self._taken(2), "little", signed=True)

    def text(self) -> str:
        return self._taken(self._taken(1)[0]).decode("cp1252", errors="replace").strip()

    def _taken(self, length: int) -> bytes:
        end = self._at + length
        if end > len(self._data):
            raise InputError(f"it breaks off after {len(self._data)} bytes")
        self._at = end
        return self._data[end - length : end]


def _read(given: _Bytes) -> tuple[MatchState, tuple[str, str]]:
    version = given.number()
    if version not in _VERSIONS:
        raise InputError(f"version {version} is not known")
    rules = [given.number() for _ in range(_VERSIONS[version])][-3:] or [1, 0, 0]
    cube = Cube(given.number(), {1: 0, 2: 1}.get(given.number()))
    fields = {name: given.number() for name in _AFTER_CUBE}
    names = given.text(), given.text()
    _, crawford, _ = given.number(), given.number(), given.number()
    given.text()
    dice = abs(given.number()), abs(given.number())
    counts = [given.number() - _MIDDLE for _ in range(2 * ROW)][::2]
    rows = [[0] * ROW, [0] * ROW]
    for index, count in enumerate(counts):
        rows[count > 0][index if count < 0 else BAR - index] += abs(count)
    for row in rows:
        row[OFF] = CHECKERS - sum(row)
    seat = 1 if fields["on roll"] in (2, 4) else 0
    rolled = fields["on roll"] in (1, 2) and all(1 <= die <= 6 for die in dice)
    length = fields["length"] if fields["match"] == _MATCH else 0
    state = MatchState(
        position=Position(tuple(rows[seat]), tuple(rows[1 - seat])),
        on_roll=seat,
        dice=Dice.of(*dice) if rolled else None,
        rolled=dice if rolled else None,
        cube=cube,
        score=(fields["score 1"], fields["score 2"]),
        length=length,
        crawford=bool(length) and crawford == _CRAWFORD,
        jacoby=not length and bool(rules[1]),
        beavers=not length and bool(rules[2]),
        cube_limit=None if rules[0] else 1,
    )
    return state, names
