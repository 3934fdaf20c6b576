"""OGXM's bytes, versions 1 and 2, as the document that GammonView's ``.gva`` holds in JSON: the match, no analysis.

Both begin with ``OGXM`` and a version. Version 1 has chunks with a header of 12 bytes and numbers of fixed size,
version 2 sections with one of 9 bytes, numbers of 7 bits a byte, and records that begin with their length and a mask
of the fields they have. Plies are nearly the same in both. Described in HedgeHog's ``OGXM_FORMAT_SPEC.md`` and in
GammonView's of the same name.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from bgtool.errors import InputError

Document = dict[str, Any]
Report = Callable[[str, str], None]

MAGIC = b"OGXM"
SET_POSITION = 31
CUBE_SET = 36

_NEWEST = (2, 2)
_END = b"END!"
_RULES = {"crawford": 1, "jacoby": 2, "beaver": 4}
_ROLLS = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
_BOARD = 26
_ESCAPE = 63
_EXTRAS = ("dice", "resign", "cube_value", "illegal", "settle", "steps", "set_position", "action_id", "cube_owner")
_GAME = ("winner", "points_won", "", "initial_board", "cube_value", "cube_owner", "auto_doubles")


class Reader:
    """Bytes taken one after the other; :class:`InputError` where there are no more."""

    def __init__(self, data: bytes) -> None:
        """Begin at the first byte."""
        self._data = data
        self.at = 0

    @property
    def left(self) -> int:
        """How many bytes there are still."""
        return len(self._data) - self.at

    def take(self, length: int) -> bytes:
        """The next bytes."""
        if length > self.left:
            raise InputError(f"it breaks off after {len(self._data)} bytes")
        self.at += length
        return self._data[self.at - length : self.at]

    def number(self, size: int = 1) -> int:
        """A number of so many bytes, the lowest first."""
        return int.from_bytes(self.take(size), "little")

    def varint(self) -> int:
        """A number of 7 bits a byte, the lowest first; the high bit says that more follow."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self.number()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise InputError("a number without an end")

    def text(self, length: int | None = None) -> str:
        """A text, its length before it (by default as a :meth:`varint`)."""
        return self.take(self.varint() if length is None else length).decode("utf-8", errors="replace")

    def board(self) -> list[int]:
        """The checkers on White's bar, the points and Black's bar, White's positive."""
        return list(struct.unpack(f"<{_BOARD}b", self.take(_BOARD)))

    def record(self) -> tuple[Reader, int]:
        """The inside of a record of version 2, and the mask of its fields."""
        inside = Reader(self.take(self.varint()))
        return inside, inside.varint()


def document_of(data: bytes, report: Report) -> Document:
    """The match of the bytes; what is odd is told to ``report`` as a code and a message.

    Raises :class:`InputError` for what is no OGXM, needs a newer reader or has no match in it.
    """
    head = Reader(data)
    if head.take(4) != MAGIC:
        raise InputError("it does not begin with OGXM")
    version = head.number(2), head.number(2)
    needed = head.number(2), head.number(2)
    if max(version[0], 1) > _NEWEST[0] or needed > _NEWEST:
        raise InputError(f"version {version[0]}.{version[1]}, which needs a reader of {needed[0]}.{needed[1]}")
    second = version[0] > 1
    document: Document = {"games": []}
    analyses = 0
    try:
        for name, start, inside in _sections(data, 16 if second else 20, second):
            if name == b"MTCH" and second:
                document |= _match(inside)
            elif name == b"MHDR" and not second:
                document |= _header(inside)
            elif name == b"GAME":
                document["games"].append(_game(inside, report) if second else _old_game(inside, report))
            elif name == b"CSUM" and _is_wrong(data[:start], inside, second):
                report("bad-checksum", "the data does not fit its checksum")
            analyses += name == b"ANAL"
    except InputError as error:
        report("truncated", str(error))
    if "match_length" not in document:
        raise InputError("it holds no match")
    if analyses:
        report("not-kept", "the analysis in an OGXM file is not read: GammonView's .gva holds it, too")
    return document


def _sections(data: bytes, start: int, second: bool) -> Iterator[tuple[bytes, int, Reader]]:
    """The name of each section, where its header stands, and what is in it."""
    reader = Reader(data)
    reader.take(start)
    while reader.left:
        at, name = reader.at, reader.take(4)
        if name == _END:
            return
        length = reader.number(4)
        reader.take(1 if second else 4)
        yield name, at, Reader(reader.take(length))
    raise InputError("the mark of the end is missing")


def _is_wrong(covered: bytes, inside: Reader, second: bool) -> bool:
    """Whether a CRC-32 of the bytes before it is another; other checksums are not looked at."""
    if second:
        body, _ = inside.record()
        algorithm, length = body.varint(), body.varint()
        return not algorithm and length == 4 and body.number(4) != zlib.crc32(covered)
    return not inside.number(4) and inside.number(4) != zlib.crc32(covered)


# -- version 1


def _header(inside: Reader) -> Document:
    length, _, flags = inside.number(2), inside.number(), inside.number()
    inside.take(6)
    timestamp = inside.number(4)
    inside.take(2)
    limit = inside.number(2)
    inside.take(6)
    document: Document = {"match_length": length, "timestamp": timestamp, "cube_limit": limit}
    document |= {name: bool(flags & bit) for name, bit in _RULES.items()}
    for name in ("player_white", "player_black", "event", "site"):
        if inside.left:
            document[name] = inside.text(inside.number())
    return document


def _old_game(inside: Reader, report: Report) -> Document:
    _, count, winner, points, flags = (inside.number(size) for size in (1, 2, 1, 1, 1))
    inside.take(2)
    game: Document = {"winner": winner, "points_won": points, "is_crawford": bool(flags & 1), "plies": []}
    first = inside.take(2)
    if first != b"\xff\xff":
        game["initial_board"] = list(struct.unpack(f"<{_BOARD}b", first + inside.take(_BOARD - 2)))
        inside.take(1)
    try:
        for _ in range(count):
            game["plies"].append(_old_ply(inside))
    except InputError as error:
        report("truncated", str(error))
    return game


def _old_ply(inside: Reader) -> Document:
    first = inside.number()
    ply: Document = {"action_id": first & 0x1F, "color": first >> 5 & 1}
    if ply["action_id"] == SET_POSITION:
        if first & 0x40:
            dice = inside.number()
            ply |= {"d1": dice & 15, "d2": dice >> 4}
        ply["set_position"] = inside.board()
    elif ply["action_id"] < len(_ROLLS):
        ply |= _rolled(ply["action_id"], inside, to_zero=False)
    return ply


def _rolled(action: int, inside: Reader, to_zero: bool) -> Document:
    """The dice and the steps of a roll; a step of 0 is none, and in version 2 the last."""
    low, high = _ROLLS[action]
    steps = []
    for _ in range(4 if low == high else 2):
        step = inside.number()
        if step:
            steps.append({"from": step & 0x1F, "pips": step >> 5})
        elif to_zero:
            break
    return {"d1": low, "d2": high, "moves": steps}


# -- version 2


def _match(inside: Reader) -> Document:
    body, mask = inside.record()
    document: Document = {"match_length": body.varint(), "variant": body.varint()}
    for bit, name in enumerate(("player_white", "player_black")):
        if mask >> bit & 1:
            document[name] = body.text()
    if mask >> 2 & 1:
        rules = body.varint()
        document |= {name: bool(rules & bit) for name, bit in _RULES.items()}
    if mask >> 3 & 1:
        document["cube_limit"] = body.varint()
    if mask >> 4 & 1:
        document["score_start"] = [body.varint(), body.varint()]
    skipped = {5: 2, 6: 1, 7: 1}
    for bit in range(5, 8):
        for _ in range(skipped[bit] if mask >> bit & 1 else 0):
            body.varint()
    for bit in range(8, 11):
        if mask >> bit & 1:
            value = body.varint()
            document |= {"timestamp": value // 1000} if bit == 8 else {}
    document["crawford_before_start"] = bool(mask >> 11 & 1)
    for bit, name in enumerate(("event", "", "", "stage", "round", "table", "city", "country", "", "site"), 12):
        if mask >> bit & 1:
            text = str(body.varint()) if bit in (13, 14, 16) else body.text()
            document |= {name: text} if name else {}
    return document


def _game(inside: Reader, report: Report) -> Document:
    body, mask = inside.record()
    game: Document = {"plies": []}
    for bit, name in enumerate(_GAME):
        if mask >> bit & 1 and name:
            game[name] = body.board() if bit == 3 else body.varint()
    try:
        while inside.left:
            game["plies"].append(_ply(inside))
    except InputError as error:
        report("truncated", str(error))
    return game


def _ply(inside: Reader) -> Document:
    first = inside.number()
    ply: Document = {"action_id": first & 0x3F, "color": 1 - (first >> 6 & 1)}
    if ply["action_id"] < len(_ROLLS):
        ply |= _rolled(ply["action_id"], inside, to_zero=True)
    if first & 0x80:
        body, mask = inside.record()
        if ply["action_id"] <= CUBE_SET + 1 or ply["action_id"] == _ESCAPE:
            ply |= _extras(body, mask)
    if ply["action_id"] == SET_POSITION and "d1" in ply:
        # The play is told by its result, seen by the side that is on roll then.
        ply["color"] = 1 - ply["color"]
    return ply


def _extras(body: Reader, mask: int) -> Document:
    found: Document = {}
    for bit, name in enumerate(_EXTRAS):
        if not mask >> bit & 1:
            continue
        if name == "dice":
            found |= {"d1": body.number(), "d2": body.number()}
        elif name == "set_position":
            found[name] = body.board()
        elif name == "settle":
            body.take(4)
        elif name == "steps":
            body.take(body.varint())
        elif name != "illegal":
            found[name] = body.varint()
    return found
