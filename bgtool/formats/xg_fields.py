"""The records of an eXtreme Gammon match: 2,560 bytes each, little-endian, one table of offsets a kind.

Codes are those of :mod:`struct`, besides ``p`` for a string with its length before it (Windows-1252) and ``u`` for
UTF-16 ended by a zero. Player 1 is 1, player 2 is -1; the bottom of XG's board is player 1.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from math import isfinite
from typing import Any

SIZE = 2560
_KIND_AT = 8

NOT_ANALYSED = -1000.0
MONEY = 99999
"""The length of a money session."""
MOST_PLAYS = 32


class Kind(IntEnum):
    """What a record is."""

    MATCH = 0
    GAME = 1
    CUBE = 2
    MOVE = 3
    GAME_END = 4
    MATCH_END = 5


_ENGINE = 64
_PLAYS = 124

FIELDS: dict[Kind, dict[str, tuple[int, str]]] = {
    Kind.MATCH: {
        "old name 1": (9, "p40"),
        "old name 2": (50, "p40"),
        "length": (92, "i"),
        "variation": (96, "i"),
        "crawford": (100, "?"),
        "jacoby": (101, "?"),
        "beaver": (102, "?"),
        "elo 1": (104, "d"),
        "elo 2": (112, "d"),
        "games 1": (120, "i"),
        "games 2": (124, "i"),
        "date": (128, "d"),
        "old event": (136, "p128"),
        "id": (268, "i"),
        "old location": (283, "p128"),
        "old round": (417, "p128"),
        "version": (552, "i"),
        "magic": (556, "4s"),
        "cube limit": (612, "i"),
        "event": (622, "u258"),
        "name 1": (880, "u258"),
        "name 2": (1138, "u258"),
        "location": (1396, "u258"),
        "round": (1654, "u258"),
        "transcriber": (1960, "u258"),
    },
    Kind.GAME: {
        "score 1": (12, "i"),
        "score 2": (16, "i"),
        "crawford": (20, "?"),
        "position": (21, "26b"),
        "number": (48, "i"),
        "comment before": (56, "i"),
        "comment after": (60, "i"),
        "automatic doubles": (64, "i"),
    },
    Kind.CUBE: {
        "player": (12, "i"),
        "double": (16, "i"),
        "take": (20, "i"),
        "beaver": (24, "i"),
        "raccoon": (28, "i"),
        "cube": (32, "i"),
        "position": (36, "26b"),
        "level": (_ENGINE + 28, "i"),
        "flag": (_ENGINE + 56, "h"),
        "no double": (_ENGINE + 60, "7f"),
        "equities": (_ENGINE + 88, "3f"),
        "double take": (_ENGINE + 104, "7f"),
        "error of cube": (200, "d"),
        "dice": (208, "p2"),
        "error of take": (216, "d"),
        "error of beaver": (240, "d"),
        "error of raccoon": (248, "d"),
        "flagged": (288, "?"),
        "comment": (292, "i"),
    },
    Kind.MOVE: {
        "before": (9, "26b"),
        "after": (35, "26b"),
        "player": (64, "i"),
        "play": (68, "8i"),
        "die 1": (100, "i"),
        "die 2": (104, "i"),
        "cube": (108, "i"),
        "count": (_PLAYS + 64, "i"),
        "results": (_PLAYS + 68, "832b"),
        "plays": (_PLAYS + 900, "256b"),
        "levels": (_PLAYS + 1156, "64h"),
        "values": (_PLAYS + 1284, "224f"),
        "played": (2308, "?"),
        "error": (2312, "d"),
        "luck": (2320, "d"),
        "level": (2472, "i"),
        "invalid": (2480, "i"),
        "comment": (2524, "i"),
    },
    Kind.GAME_END: {
        "score 1": (12, "i"),
        "score 2": (16, "i"),
        "winner": (24, "i"),
        "points": (28, "i"),
        "termination": (32, "i"),
    },
    Kind.MATCH_END: {"score 1": (12, "i"), "score 2": (16, "i"), "winner": (20, "i")},
}


class Record:
    """One record: its kind, and its fields by name, unpacked when asked for."""

    __slots__ = ("_data", "kind", "number")

    def __init__(self, data: bytes, number: int) -> None:
        """Take record ``number`` of a file; :class:`ValueError` for a kind that does not exist."""
        self.kind = Kind(data[_KIND_AT])
        self.number = number
        self._data = data

    def __getitem__(self, name: str) -> Any:
        """The value of a field: a number, a text, or a tuple where the code has a count."""
        offset, code = FIELDS[self.kind][name]
        if code[0] == "p":
            text = self._data[offset + 1 : offset + 1 + min(self._data[offset], int(code[1:]))]
            return text.decode("cp1252", errors="replace").rstrip("\0").strip()
        if code[0] == "u":
            text = self._data[offset : offset + int(code[1:])]
            return text.decode("utf-16-le", errors="replace").split("\0", 1)[0].strip()
        values = struct.unpack_from(f"<{code}", self._data, offset)
        return values if len(values) > 1 else values[0]

    def number_of(self, name: str) -> float | None:
        """A real number, None where XG has not analysed it or it is none."""
        value = self[name]
        return value if isfinite(value) and abs(value) < -NOT_ANALYSED else None


def records(data: bytes) -> tuple[list[Record], int]:
    """The records of a member, and how many of unknown kind were passed over."""
    found, unknown = [], 0
    for number, at in enumerate(range(0, len(data) - SIZE + 1, SIZE), 1):
        try:
            found.append(Record(data[at : at + SIZE], number))
        except ValueError:
            unknown += 1
    return found, unknown
