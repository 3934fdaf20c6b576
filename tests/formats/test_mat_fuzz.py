"""Damaged match files: a record with problems or one clear error, quickly, and never a lost or invented position.

Routinely a few hundred damaged files are read; with ``BGTOOL_CORPUS`` set (to anything) every prefix of three files and
20,000 mutations.
"""

import os
import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bgtool.core.record import Problem, Severity
from bgtool.core.replay import replay
from bgtool.errors import ParseError
from bgtool.formats import FORMATS
from bgtool.formats.source import Source
from tests.formats.test_mat_write import CANONICAL
from tests.formats.test_problem_codes import EARNED
from tests.formats.texts import everything, is_clean, read_all, there_and_back

DATA = Path(__file__).parents[1] / "data" / "matches"
FULL = bool(os.environ.get("BGTOOL_CORPUS"))
MUTATIONS = 20_000 if FULL else 300
SECONDS = 0.2
PREFIXED = ("bgkifu/01.txt", "galaxy/02.txt", "gridgammon/04.txt")

TEXTS = [(DATA / name).read_text(encoding="utf-8") for name in (*PREFIXED, "foxamon/01.mat", "xg-setpos/01.mat")]
TEXTS += [CANONICAL, *(text for text in EARNED.values() if isinstance(text, str))]
LINES = [line for text in TEXTS for line in text.split("\n")]
LETTERS = "0123456789:;/* ()?\t=>abzBD\x00é\N{SNOWMAN}"


def check(text):
    """Read a damaged text as a user would; what is read replays and is written back without loss."""
    begun = time.process_time()
    source = Source(text.encode(), "damaged")
    try:
        if not FORMATS["mat"].call("sniff", source):
            return
        records = FORMATS["mat"].call("read", source)
    except ParseError:
        return
    finally:
        # A busy machine may double the time of a single read.
        assert time.process_time() - begun < SECONDS * (1 if FULL else 5)
    for record in records:
        assert all(isinstance(problem, Problem) for problem in record.problems)
        assert len(list(replay(record))) == sum(len(game.actions) for game in record.games)
    assert everything(there_and_back(records, "json")) == everything(records)
    again = there_and_back(records, "mat")
    if all(is_clean(record) for record in records):
        assert again == records


@pytest.mark.parametrize("name", PREFIXED)
def test_every_prefix_is_read_as_far_as_it_goes(name):
    text = (DATA / name).read_text(encoding="utf-8")
    for end in range(0, len(text), 1 if FULL else 97):
        check(text[:end])


def test_a_file_that_breaks_off_says_so():
    text = (DATA / "galaxy/02.txt").read_text(encoding="utf-8")
    [record] = read_all(text[: len(text) // 2])
    assert any(problem.severity is not Severity.NOTE for problem in record.problems)


@pytest.mark.parametrize("seed", range(10))
def test_damaged_lines(seed):
    chance = random.Random(seed)
    for _ in range(MUTATIONS // 10):
        check(damaged(chance.choice(TEXTS), chance))


def damaged(text, chance):
    lines = text.split("\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        lines[at : at + 1] = chance.choice(DAMAGES)(lines[at], chance)
        lines = lines or [""]
    return "\n".join(lines)


def _spot(line, chance):
    at = chance.randint(0, len(line))
    return line[:at], line[at:]


def _lost(line, chance):
    return []


def _twice(line, chance):
    return [line, line]


def _foreign(line, chance):
    return [chance.choice(LINES), line]


def _replaced(line, chance):
    return [chance.choice(LINES)]


def _joined(line, chance):
    return [line + " " * chance.randrange(20) + chance.choice(LINES).strip()]


def _cut(line, chance):
    return [_spot(line, chance)[0]]


def _broken(line, chance):
    return list(_spot(line, chance))


def _shorter(line, chance):
    left, right = _spot(line, chance)
    return [left + right[1:]]


def _longer(line, chance):
    left, right = _spot(line, chance)
    return [left + chance.choice(LETTERS) + right]


def _other(line, chance):
    left, right = _spot(line, chance)
    return [left + chance.choice(LETTERS) + right[1:]]


DAMAGES = (_lost, _twice, _foreign, _replaced, _joined, _cut, _broken, _shorter, _longer, _other, _other)


@pytest.mark.parametrize(
    "text",
    [
        " 5 point match\n" + "x" * 200_000,
        " 5 point match\n Game 1\n A : 0   B : 0\n" + "  1) " + "31: 8/5 6/5 " * 5_000,
        " 5 point match\n Game 1\n A : 0   B : 0\n" + "  1) 31: " + "8/5" * 50_000,
        " 5 point match\n Game 1\n" + "a : 1 " * 30_000,
        " 5 point match\n" + " Game 1\n" * 5_000,
        '; [a "' + "[" * 100_000 + "\n 5 point match\n",
        "; [a" + " " * 100_000 + "\n 5 point match\n",
        " 5 point match\n Game 1\n A : 0   B : 0\n  1) 31: 8/5" + " " * 100_000 + "x",
        " 5 point match\n Game 1\n A : 0   B : 0\n  1) 11: Illegal play (" + "1;" * 100_000,
        " 0 point match\n Game 1\n A : 0   B : 0\n" + "  1)  Doubles => 2   Takes\n" * 3000,
    ],
    ids=[
        "long line",
        "many cells",
        "long play",
        "many scores",
        "many games",
        "brackets",
        "blanks",
        "gaps",
        "long dump",
        "many doubles",
    ],
)
def test_monsters_are_answered_quickly(text):
    begun = time.process_time()
    with suppress(ParseError):
        read_all(text)
    assert time.process_time() - begun < 5
