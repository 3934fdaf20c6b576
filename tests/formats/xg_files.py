"""Small eXtreme Gammon files for tests, built from the table of fields."""

import struct
import zlib

from bgtool.formats.xg_fields import FIELDS, SIZE, Kind

START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
AFTER_31 = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
NO_PLAY = (-1,) * 8


def turned(counts):
    """The board seen by the other player."""
    return tuple(-count for count in reversed(counts))


def record(kind, **fields):
    """A record with these fields, blanks in their names written as ``_``, all others zero."""
    data = bytearray(SIZE)
    data[8] = kind
    for name, value in fields.items():
        offset, code = FIELDS[kind][name.replace("_", " ")]
        if code[0] == "p":
            data[offset] = len(value)
            data[offset + 1 : offset + 1 + len(value)] = value.encode("cp1252")
        elif code[0] == "u":
            text = value.encode("utf-16-le")
            data[offset : offset + len(text)] = text
        else:
            struct.pack_into(f"<{code}", data, offset, *(value if isinstance(value, tuple) else (value,)))
    return bytes(data)


def match_header(**fields):
    given = {"name_1": "Ann", "name_2": "Bo", "length": 5, "crawford": True, "cube_limit": 10, "version": 30}
    return record(Kind.MATCH, **(given | fields))


def game_header(**fields):
    return record(Kind.GAME, **({"position": START, "number": 1, "comment_before": -1, "comment_after": -1} | fields))


def cube(player, position, **fields):
    given = {"double": 0, "take": -1, "beaver": -1, "raccoon": -1, "flag": -100, "comment": -1}
    given |= dict.fromkeys(("error_of_cube", "error_of_take", "error_of_beaver", "error_of_raccoon"), -1000.0)
    return record(Kind.CUBE, player=player, position=position, **(given | fields))


def move(player, before, after, dice, play, **fields):
    given = {"played": True, "comment": -1, "error": -1000.0, "luck": -1000.0}
    die_1, die_2 = dice
    return record(
        Kind.MOVE, player=player, before=before, after=after, die_1=die_1, die_2=die_2,
        play=(*play, *NO_PLAY)[:8], **(given | fields),
    )  # fmt: skip


def end(winner, points, termination=0):
    return record(Kind.GAME_END, winner=winner, points=points, termination=termination)


def rich_header(picture=0):
    return struct.pack("<4sIIqI", b"RGMH", 1, 8232, 0, picture).ljust(8232, b"\0")


def container(*records, trailer=True, damaged=False, **others):
    """A file with these records, other members by the last letter of their name, and perhaps wrong checksums."""
    plain = {"temp.xg": b"".join(records)} | {f"temp.xg{letter}": data for letter, data in others.items()}
    packed = {name: zlib.compress(data) for name, data in plain.items()}
    stored = b"".join(packed.values())
    if not trailer:
        return rich_header() + packed["temp.xg"]
    entries, offset = b"", 0
    for name, data in packed.items():
        entry = bytes([len(name)]) + name.encode().ljust(511, b"\0")
        sizes = struct.pack("<iiiIB", len(plain[name]), len(data), offset, zlib.crc32(plain[name]) ^ damaged, 0)
        entries += (entry + sizes).ljust(532, b"\0")
        offset += len(data)
    listed = zlib.compress(entries)
    last = struct.pack("<IiiiiI12x", zlib.crc32(stored + listed), len(packed), 1, len(listed), len(stored), 1)
    return rich_header() + stored + listed + last
