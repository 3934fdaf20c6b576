"""bgtool moves: every legal play of a roll."""

import json

import pytest

from bgtool.cli import run
from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.rules import apply_move, find_move
from bgtool.core.variant import STANDARD
from bgtool.formats.ids import position_id

START = STANDARD.start


def test_plays_with_the_position_after_them(capsys):
    assert run(["moves", "4HPwATDgc/ABMA", "--dice", "31", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "bgtool.moves/1"
    assert document["count"] == len(document["plays"]) == 16
    best = next(play for play in document["plays"] if play["play"] == "8/5 6/5")
    assert best["position_id"] == position_id(apply_move(START, find_move(START, Dice(3, 1), "8/5 6/5")).swapped())


def test_u088_moves_and_board_numbers_are_the_mover_s(capsys):
    top = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:65:0:0:0:7:10"
    assert run(["moves", top]) == 0
    assert "24/13" in capsys.readouterr().out
    assert run(["show", top]) == 0
    assert capsys.readouterr().out.splitlines()[2].startswith(" +12-11")


def test_a_roll_that_cannot_be_played(capsys):
    assert run(["moves", "MzuDAyCYz+ABYA:cAmnAAAAAAAE"]) == 0
    assert capsys.readouterr().out == "mM/gAWAzO4MDIA  cannot move\n"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["4HPwATDgc/ABMA"], 1, "give one with --dice 31"),
        (["4HPwATDgc/ABMA", "--dice", "70"], 2, "1 to 6"),
        (["--dice", "31"], 2, "Nothing to do"),
    ],
)
def test_what_is_missing_is_said(arguments, code, words, capsys):
    assert run(["moves", *arguments]) == code
    assert words in capsys.readouterr().err


def test_hypergammon_from_its_own_start(capsys):
    assert run(["moves", "AACgAgAAKgAAAA", "--dice", "21", "--variant", "hypergammon3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] > 3


@pytest.mark.parametrize("dice", [[], ["--dice", "31"]])
def test_a_finished_game_has_no_plays(dice, capsys):
    over = position_id(Position.of("6:1 5:1", ""))
    assert run(["moves", over, *dice]) == 1
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err == (
        f"Error: {over}: the game is over: the player on roll has lost a single game, so there is nothing to play\n"
    )
