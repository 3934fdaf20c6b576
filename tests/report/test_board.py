"""Text boards: their shape, and that GNU Backgammon prints the same."""

import re

import pytest

from bgtool.core.state import MatchState
from bgtool.core.variant import HYPERGAMMON_3, PORTES
from bgtool.formats.ids import parse_state
from bgtool.report.board import text_board
from tests.formats.test_ids import VECTORS
from tests.formats.test_ids_gnubg import KEPT
from tests.oracle import ask_gnubg, needs_gnubg

START = """\
 bgtool          Position ID: 4HPwATDgc/ABMA
                 Match ID   : cImmABAAEAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg
 | X           O    |   | O              X |     1 point
 | X           O    |   | O              X |     .
 | X           O    |   | O                |     .
 | X                |   | O                |     .
 | X                |   | O                |    .
v|                  |BAR|                  |     5 points match (Cube: 1)
 | O                |   | X                |    .
 | O                |   | X                |     .
 | O           X    |   | X                |     .
 | O           X    |   | X              O |     Rolled 51
 | O           X    |   | X              O |     2 points
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: root
""".replace(".\n", "\n")
"""From GNU Backgammon 1.07.001; a full stop shows where blanks end a line."""


def body(text):
    return text.splitlines()[2:]


def test_the_start_in_gnubg_s_shape():
    assert text_board(parse_state("4HPwATDgc/ABMA:cImmABAAEAAE"), ("gnubg", "root")) == START


def test_u088_numbers_belong_to_the_player_on_roll():
    for state in (MatchState(PORTES.start, on_roll=0), MatchState(PORTES.start, on_roll=1)):
        lines = body(text_board(state))
        assert ("24-+" in lines[-1]) is (state.on_roll == 0)
        assert ("24-+" in lines[0]) is (state.on_roll == 1)


def test_many_checkers_are_counted_by_a_digit():
    lines = body(text_board(parse_state("/38AAAD/fwAAAA:cAkAAAAAAAAE")))
    assert [line[41] for line in lines[1:6]] == list("OOOOF")
    assert [line[41] for line in lines[7:12]] == list("FXXXX")


def test_borne_off_checkers_fill_three_columns():
    lines = body(text_board(parse_state("AAAABAAAAAAAAA:MALgADAAIAAE")))
    assert [line[45:48] for line in lines[1:6]] == ["OOO"] * 4 + ["OO "]
    assert [line[45:48] for line in lines[7:12]] == ["XXX"] * 5


def test_a_variant_without_cube_shows_none():
    assert "Cube" not in text_board(MatchState(PORTES.start, length=5, variant=PORTES))
    assert "5 points match\n" in text_board(MatchState(PORTES.start, length=5, variant=PORTES))


def test_hypergammon_has_three_checkers():
    board = text_board(MatchState(HYPERGAMMON_3.start, on_roll=1, variant=HYPERGAMMON_3))
    assert board.count("X") == 3 + 1  # and the name
    assert all(line[45:48].strip() == "" for line in body(board)[1:6])


def test_u089_every_number_shown_is_of_this_board():
    board = text_board(parse_state("2F6DAyDMPQsDCA:cIlqACAACAAE"))
    assert "2 points\n" in board
    assert "1 point\n" in board
    assert "0 points" not in board


@pytest.mark.parametrize("name", ["\x1b[31mred", "two\nlines", "\u202eright to left", "x" * 500])
def test_hostile_names_are_harmless(name):
    lines = body(text_board(MatchState(PORTES.start), (name, name)))
    assert len(lines) == 13
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) < 130


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_every_vector_can_be_drawn(vector):
    lines = body(text_board(parse_state(vector["gnubgid"])))
    assert len(lines) == 13
    assert {line[:20].strip()[:1] for line in lines} <= set("+|^v")


@pytest.mark.oracle
@needs_gnubg[1]
def test_boards_as_gnubg_prints_them():
    ids = [vector["gnubgid"] for vector in KEPT]
    assert len(ids) >= 40
    printed = ask_gnubg("new session", *(line for text in ids for line in (f"set gnubgid {text}", "show board")))
    blocks = re.split(r"Setting GNUbg ID \S+\n", printed)[1:]
    for text, block in zip(ids, blocks, strict=True):
        theirs = block.splitlines()[2:15]
        ours = body(text_board(parse_state(text), ("gnubg", "NAME")))
        theirs[-1] = re.sub(r"X: \S+", "X: NAME", theirs[-1])
        assert ours == theirs, text
