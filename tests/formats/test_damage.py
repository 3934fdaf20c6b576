"""Damaged files of every format but match text: a record with problems or one clear error, and quickly.

Routinely a few hundred damaged files are read; with ``BGTOOL_CORPUS`` set (to anything) every sample is cut at 2,000
places and 20,000 bytes are changed in each format.
"""

import gzip
import os
import random
import time
import zlib
from pathlib import Path

import pytest

from bgtool.core.record import Problem
from bgtool.core.replay import replay
from bgtool.errors import ParseError
from bgtool.formats import FORMATS, format_of
from bgtool.formats.source import Source
from bgtool.formats.xg_container import members
from tests.formats.texts import everything, there_and_back
from tests.formats.xg_files import rich_header

DATA = Path(__file__).parents[1] / "data"
FULL = bool(os.environ.get("BGTOOL_CORPUS"))
CUTS = 2000 if FULL else 12
CHANGES = 20_000 if FULL else 60
SMALL = 5000
"""The most bytes of a file whose damaged records are routinely written and read again, too."""
SECONDS = 0.5

FOLDERS = ("sgf", "xg", "bgf", "ogxm", "positions", "old")
FILES = sorted(file for folder in FOLDERS for file in (DATA / folder).iterdir())
SAMPLES = [(format_of(Source(file.read_bytes(), file.name)).name, file) for file in FILES]
each_sample = pytest.mark.parametrize(("name", "file"), SAMPLES, ids=[file.name for _, file in SAMPLES])


def check(name, data):
    """Read damaged data as a user would; what is read replays and survives in bgtool's own format."""
    begun = time.process_time()
    try:
        source = Source(data, "damaged")
        FORMATS[name].call("sniff", source)
        records = FORMATS[name].call("read", source)
    except ParseError:
        return
    finally:
        # A busy machine may double the time of a single read.
        assert time.process_time() - begun < SECONDS * (1 if FULL else 4)
    if len(data) > SMALL and not FULL:
        return
    for record in records:
        assert all(isinstance(problem, Problem) for problem in record.problems)
        assert len(list(replay(record))) == sum(len(game.actions) for game in record.games)
    assert everything(there_and_back(records, "json")) == everything(records)
    there_and_back(records, "sgf")


@each_sample
def test_cut_anywhere(name, file):
    data = file.read_bytes()
    for end in {len(data) * cut // CUTS for cut in range(CUTS)}:
        check(name, data[:end])


@each_sample
def test_bytes_changed(name, file):
    chance = random.Random(file.name)
    whole = file.read_bytes()
    for _ in range(CHANGES // sum(other == name for other, _ in SAMPLES)):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 8))):
            data[chance.randrange(len(data))] = chance.choice((chance.randrange(256), 0, 255, 0x20, 0x30, 0x5D))
        check(name, bytes(data))


def packed_records(data):
    return rich_header() + zlib.compress(data, 1)


def packed_document(data):
    return b'{"format":"BGF","compress":true,"useSmile":true}\n' + gzip.compress(data, 1)


def records_inside():
    return members(Source((DATA / "xg" / "money.xg").read_bytes()))[0]["temp.xg"][: 60 * 2560]


def document_inside():
    return gzip.decompress((DATA / "bgf" / "money.bgf").read_bytes().partition(b"\n")[2])[:40_000]


@pytest.mark.parametrize(
    ("name", "inside", "pack"),
    [("xg", records_inside, packed_records), ("bgf", document_inside, packed_document)],
    ids=["xg", "bgf"],
)
def test_unpacked_bytes_changed(name, inside, pack):
    """Data changed before it is packed: damage that no checksum tells."""
    chance, whole = random.Random(name), inside()
    for _ in range(CHANGES):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 10, 50))):
            data[chance.randrange(len(data))] = chance.choice((chance.randrange(256), 0, 255))
        check(name, pack(bytes(data)))


@pytest.mark.parametrize(
    "data",
    [
        b"(;GM[6]" + b"(;B[31])" * 30_000,
        b"(" * 500_000 + b";GM[6]",
        b"(;GM[6]C[" + b"\\" * 500_000,
        b"(;GM[6];B[" + b"a" * 500_000 + b"])",
        b"(;GM[6];AW[" + b"a][" * 300_000 + b"])",
        b"(;GM[6];B[31qtst]A[0]" + b"[qtst E ver 3 0 0 0 0 0 0 2C]" * 2_000 + b")",
        b"(;GM[6];B[31qtst]DA[" + b"1 " * 400_000 + b"])",
        b"(;GM[6]MI" + b"[length:5]" * 100_000 + b")",
        b"(;GM[6]GC[" + b"[" * 400_000 + b"])",
    ],
    ids=[
        "variations",
        "nesting",
        "escapes",
        "long move",
        "many checkers",
        "many plays",
        "many numbers",
        "rules",
        "tags",
    ],
)
def test_monsters_of_sgf(data):
    check("sgf", data)


FIBS = b"Score is 0-0 in a 3 point match.\nann is X - bo is O\n"
XGID = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("oldmoves", FIBS * 3_000),
        ("oldmoves", FIBS + b"X: (3 1) " + b"8-5 " * 50_000),
        ("gamesgrid", b"Bo vs. Ann\n" + b"Game 1.0-0/3\n" * 5_000),
        ("truemoney", b"MatchID: 1\nPlayer1: 1 a\n" + b"Game 1: 0-0\n" * 5_000),
        ("gam", b"ann    bo\n  1) 31: 8/5 6/5\n" * 1_000),
        ("gam", b"a" + b" " * 200_000 + b"\n  1) 31: 8/5 6/5\n"),
        ("partygammon", b"GAME_1_GAMEPLAY=" + b"1 1 " * 50_000),
        ("backgammonroom", b"BGF version 1.2\n" + b"Game 1 - a (X) vs. b (0)\n" * 5_000),
        ("backgammonroom", b"BGF version 1.2\nGame 1 - a (X) vs. b (0)\n1.X:(3 1)" + b"8/5 " * 50_000),
        ("berliner", b"Black  6-1: " + b"13-7 " * 50_000),
        ("berliner", b"Black  6-1: 13-7 8-7\nBlack wins a game\n" * 5_000),
        ("ogxm", b'{"player_white":"a","games":' + b"[" * 200_000),
        ("ogxm", b'{"player_white":"a","games":[' + b'{"plies":[]},' * 50_000 + b"{}]}"),
        ("ogxm", b'{"player_white":"a","games":[{"plies":[' + b'{"action_id":21},' * 50_000 + b"{}]}]}"),
        ("ogxm", b"OGXM\2\0\0\0\2\0\0\0" + b"\xff" * 200_000),
        ("ogxm", b"OGXM\1\0\3\0\1\0\0\0" + bytes(8) + b"GAME\0\0\0\0\1\0\0\0" * 20_000),
        ("postext", (XGID + b" ") * 500),
        ("postext", XGID + b"\nX:" + b" " * 200_000 + b"O:"),
        ("postext", XGID.replace(b":00:", b":31:") + b"\n" * 200_000 + b" " * 200_000 + b"1. x"),
    ],
)
def test_monsters_of_text(name, data):
    check(name, data)
