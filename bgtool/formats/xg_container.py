"""The archive in an eXtreme Gammon file: a header with a picture, then compressed members and their list.

Programs other than XG write the header and one compressed stream with no list behind it; that is read too. Names and
paths in the list are never used as file names.
"""

from __future__ import annotations

import struct
import zlib

from bgtool.core.record import Problem
from bgtool.formats.problems import problem
from bgtool.formats.source import LARGEST, Source

MAGIC = b"RGMH"
RECORDS = "temp.xg"
COMMENTS = "temp.xgc"
ROLLOUTS = "temp.xgr"

_HEADER = struct.Struct("<4sIIqI")
_HEADER_SIZE = 8232
_TRAILER = struct.Struct("<IiiiiI12x")
_ENTRY = 532
_SIZES = struct.Struct("<iiiIB")
_SIZES_AT = 512
_MOST_MEMBERS = 64
_CHUNK = 1 << 14
"""Bytes unpacked at a time, so that what stands before damage is not lost with it."""
_MEMBERS = frozenset({RECORDS, COMMENTS, ROLLOUTS, "temp.xgi"})


def members(source: Source) -> tuple[dict[str, bytes], list[Problem]]:
    """The members of the archive by name, and what was odd about them.

    Raises :class:`ParseError` where there is no member that can be unpacked.
    """
    data = source.data
    if len(data) < _HEADER_SIZE or not data.startswith(MAGIC):
        raise source.error("not an eXtreme Gammon file: its header is missing or cut short")
    _, _, size, _, picture = _HEADER.unpack_from(data)
    payload = data[min(size + picture, len(data)) :] if _HEADER_SIZE <= size <= len(data) else data[_HEADER_SIZE:]
    problems: list[Problem] = []
    found = _listed(source, payload, problems)
    if RECORDS not in found:
        found = _streams(source, payload, problems)
    return found, problems


def _listed(source: Source, payload: bytes, problems: list[Problem]) -> dict[str, bytes]:
    """The members that the list at the end names; nothing if there is no list that makes sense."""
    if len(payload) < _TRAILER.size:
        return {}
    _, count, _, listed, stored, packed = _TRAILER.unpack_from(payload, len(payload) - _TRAILER.size)
    end = len(payload) - _TRAILER.size
    begin = end - listed - stored
    if not 0 < count <= _MOST_MEMBERS or listed <= 0 or stored < 0 or begin < 0:
        return {}
    entries = payload[end - listed : end]
    if packed:
        entries, whole = _inflated(source, entries, count * _ENTRY + 1)
        if not whole:
            return {}
    if len(entries) < count * _ENTRY:
        return {}
    found: dict[str, bytes] = {}
    room = LARGEST
    for at in range(0, count * _ENTRY, _ENTRY):
        name = entries[at + 1 : at + 1 + entries[at]].decode("ascii", errors="replace").lower()
        size, compressed, offset, checksum, plain = _SIZES.unpack_from(entries, at + _SIZES_AT)
        if name not in _MEMBERS or name in found:
            continue
        part = payload[begin + offset : begin + offset + compressed] if offset >= 0 and compressed >= 0 else b""
        member, whole = (part, True) if plain else _inflated(source, part, room)
        room -= len(member)
        if not whole or len(member) != size:
            problems.append(problem("truncated", f"{name} in the file breaks off or is damaged"))
        elif zlib.crc32(member) != checksum:
            problems.append(problem("bad-checksum", f"{name} in the file does not fit its checksum"))
        found[name] = member
    return found


def _streams(source: Source, payload: bytes, problems: list[Problem]) -> dict[str, bytes]:
    """The records from the first compressed stream, where the list is missing."""
    member, whole = _inflated(source, payload, LARGEST)
    if not member:
        raise source.error("no game data that can be unpacked in this eXtreme Gammon file")
    if not whole:
        problems.append(problem("truncated", "the game data breaks off or is damaged"))
    return {RECORDS: member}


def _inflated(source: Source, data: bytes, room: int) -> tuple[bytes, bool]:
    """What unpacks from the data, and whether all of it did. Raises :class:`ParseError` for far too much."""
    unpacker = zlib.decompressobj()
    parts: list[bytes] = []
    try:
        for at in range(0, len(data), _CHUNK):
            parts.append(unpacker.decompress(data[at : at + _CHUNK], room + 1))
            room -= len(parts[-1])
            if room < 0:
                raise source.error(f"more than {LARGEST >> 20} MB unpacked is no match record")
            if unpacker.eof:
                break
    except zlib.error:
        return b"".join(parts), False
    return b"".join(parts), unpacker.eof
