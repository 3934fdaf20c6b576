"""Jellyfish's ``.pos`` files: one position, 16-bit numbers and strings with their length before them.

Player 1 is seat 0. Points are counted from his ace, so that index 25 is his bar and index 0 the other player's; his
checkers are below 20, the other's above.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.record import Match
from bgtool.core.state import Cube, MatchState
from bgtool.errors import InputError
from bgtool.formats.position_match import match_of, only_state_of
from bgtool.formats.source import Source
from bgtool.layout import BAR, CHECKERS, OFF, ROW

__all__ = ["read", "sniff", "write"]

_VERSIONS = {124: 0, 125: 3, 126: 5}
"""How many numbers stand between the version and the cube."""
_SMALLEST = 100
_LARGEST = 2000
_MIDDLE = 20
_AFTER_CUBE = ("on roll", "left", "right", "unused", "match", "opponent", "level", "length", "score 1", "score 2")
_BEFORE_CRAWFORD, _CRAWFORD, _AFTER_CRAWFORD = 1, 2, 3
_MATCH, _MONEY = 1, 3
_WRITTEN = 126
_OPPONENT = (2, 7)
"""Jellyfish as the opponent, at its highest level."""


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


def write(matches: Sequence[Match]) -> bytes:
    """The file of one position, as GNU Backgammon writes it. Raises :class:`InputError` for anything else."""
    state = only_state_of(matches, "Jellyfish position")
    seat, length = state.on_roll, state.length
    view = state.position if seat == 0 else state.position.swapped()
    dice = state.rolled or ((state.dice.high, state.dice.low) if state.dice else (0, 0))
    crawford = _CRAWFORD if state.crawford else _AFTER_CRAWFORD if length - 1 in state.score else _BEFORE_CRAWFORD
    numbers = [_WRITTEN, 0, 0, int(state.cube_limit != 1)]
    # The rules of money play have no meaning in a match; GNU Backgammon writes its settings, which are on.
    numbers += [int(state.jacoby or length > 0), int(state.beavers or length > 0)]
    numbers += [state.cube.value, 0 if state.cube.owner is None else 1 + state.cube.owner]
    numbers += [1 + seat if state.dice else 3 + seat, 0, 0, 0, _MATCH if length else _MONEY, *_OPPONENT, length]
    names = b"".join(bytes([len(name)]) + name for name in map(_name, matches[0].players))
    points = [view.opponent[BAR - index] - view.on_roll[index] for index in range(1, BAR)]
    # Index 0 is the bar of the player who moves up, index 25 that of the other.
    counts = [view.opponent[BAR], *points, -view.on_roll[BAR]]
    checkers = [number for count in counts for number in (count + _MIDDLE, count + _MIDDLE)]
    parts = _packed(*numbers, *state.score), names, _packed(0, crawford, 0), b"\0", _packed(*dice, *checkers)
    return b"".join(parts)


def _name(name: str) -> bytes:
    """A name as the file holds it: 255 letters of Windows-1252 at most."""
    return name.encode("cp1252", errors="replace")[:255]


def _packed(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}h", *numbers)


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
