"""What bgtool writes, GNU Backgammon imports without a word, and what it exports then is the same record."""

from dataclasses import replace
from functools import cache

import pytest

from bgtool.core.position import Position
from bgtool.core.record import Resign
from bgtool.core.state import MatchState
from bgtool.formats import read_matches, write_match
from bgtool.formats.gnubgid import position_id
from bgtool.formats.snowie_dump import read_dump, write_dump
from tests.formats.test_corpus import CORPUS, GOLDEN, ROOT
from tests.formats.test_mat_troubles import OPENING
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import game, is_clean, match, read_all
from tests.oracle import ask_gnubg, needs_gnubg

pytestmark = needs_gnubg

COMPLAINTS = ("warning", "unrecogni", "invalid", "illegal", "edited", "not ", "error", "garbage", "but doesn't")

OWN = [
    CANONICAL,
    match(game("  1)  Doubles => 2                Beavers => 4", ("Raccoons => 8", ""), OPENING), length=0),
    match(game(OPENING, (" Doubles => 2", " Takes"), ("52: 13/8 24/22", "")), length=64),
    match(game(("", "31: 8/5 6/5"), (" Doubles => 2", " Drops"), result="      Wins 1 point"), length=1),
]
FILES = [line["file"] for line in GOLDEN if all(is_clean(record) for record in read_matches(ROOT / line["file"]))]
if not CORPUS:
    FILES = FILES[:4]


@cache
def small_talk():
    """What GNU Backgammon says whatever it is asked."""
    return frozenset(ask_gnubg("set confirm save off").splitlines())


def imported(file):
    """GNU Backgammon's complaints about a file, and its own export of it."""
    export = file.with_suffix(".out.mat")
    said = ask_gnubg("set confirm save off", f"import mat {file}", f"export match mat {export}")
    lines = [line for line in said.splitlines() if line not in small_talk()]
    return [line for line in lines if any(word in line.lower() for word in COMPLAINTS)], export


def comparable(record):
    """A record without what GNU Backgammon does not export: header fields, remarks, game numbers, a roll given up.

    It writes the full worth of a game where a site caps it at the points needed.
    """

    def capped(played):
        needed = record.length - played.score[played.winner] if record.length and played.winner is not None else None
        points = played.points if needed is None or played.points is None else min(played.points, needed)
        actions = tuple(replace(a, dice=None) if isinstance(a, Resign) else a for a in played.actions)
        return replace(played, number=0, comments=(), actions=actions, points=points)

    return replace(
        record,
        games=tuple(capped(played) for played in record.games),
        tags=(),
        comments=(),
        ratings=(None, None),
        crawford_rule=True,
        jacoby=False,
        cube_limit=None,
    )


def assert_same_to_gnubg(record, file):
    write_match(record, file)
    complaints, export = imported(file)
    assert not complaints
    [again] = read_matches(export)
    assert comparable(again) == comparable(record)


@pytest.mark.parametrize("text", OWN)
def test_own_matches(text, tmp_path):
    assert_same_to_gnubg(read_all(text)[0], tmp_path / "own.mat")


@pytest.mark.parametrize("name", FILES)
def test_real_files_without_problems(name, tmp_path):
    assert_same_to_gnubg(read_matches(ROOT / name)[0], tmp_path / "real.mat")


def test_a_complaint_would_be_heard(tmp_path):
    file = tmp_path / "bad.mat"
    file.write_text(match(game(OPENING, "nonsense here", ("52: 13/8 24/22", ""))))
    complaints, _ = imported(file)
    assert complaints


@pytest.mark.parametrize(
    "rows", [("bar:1 24:1 13:5 8:3 6:5", "bar:2 13:5 8:3 6:5"), ("24:2 13:5 8:3 6:5", "bar:1 24:1 13:5 8:3 6:5")]
)
def test_its_position_dumps_are_read(rows, tmp_path):
    position, file = Position.of(*rows), tmp_path / "position.txt"
    board = f"set board {position_id(position)}"
    ask_gnubg("set confirm save off", "new game", board, f"export position snowietxt {file}")
    assert read_dump(file.read_text()) == position
    assert read_dump(write_dump(MatchState(position, length=5, score=(1, 2)), ("A", "B"))) == position
