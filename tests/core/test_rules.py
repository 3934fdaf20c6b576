import random

import pytest

from bgtool.core.dice import ROLLS, Dice
from bgtool.core.move import parse_hops
from bgtool.core.position import Position
from bgtool.core.rules import apply_as_written, apply_move, find_move, legal_moves
from bgtool.core.variant import STANDARD
from bgtool.errors import IllegalPlayError

START = STANDARD.start
FROM_START = (
    "11:42 21:15 22:75 31:16 32:17 33:73 41:14 42:18 43:17 44:52 51:8 52:8 53:9 54:9 55:4 "
    "61:10 62:14 63:14 64:14 65:7 66:11"
)


@pytest.mark.parametrize("row", FROM_START.split())
def test_count_from_the_start(row):
    dice, count = row.split(":")
    results = [after for _, after in legal_moves(START, Dice.parse(dice))]
    assert len(results) == len(set(results)) == int(count)


def plays(position, dice):
    return {str(move) for move, _ in legal_moves(position, Dice.parse(dice))}


def test_larger_die_when_only_one_can_be_played():
    position = Position.of("24:1 1:14", "23:11 8:2 3:2")
    assert plays(position, "61") == {"24/18"}
    assert plays(Position.of("24:1 1:14", "23:11 8:2 7:2"), "61") == {"24/23"}


def test_u001_the_only_way_that_uses_both_dice():
    """Playing the 6 with 8/2 and dropping the 2 is not allowed while 24/22 8/2 uses both."""
    position = Position.of("24:1 8:1 6:13", "21:2 9:2 7:3 6:4 5:4")
    assert plays(position, "62") == {"24/22 8/2"}
    with pytest.raises(IllegalPlayError):
        find_move(position, Dice.of(6, 2), "8/2")


def test_u011_bar_comes_first_and_all_of_it():
    position = Position.of("bar:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    assert plays(position, "66") == {""}
    assert plays(position, "65") == {"bar/20"}
    assert plays(position, "54") == {"bar/21 bar/20"}
    with pytest.raises(IllegalPlayError, match=r"bar/20 13/8.*65"):
        find_move(position, Dice.of(6, 5), "bar/20 13/8")
    open_point = Position.of("bar:2 13:5 8:3 6:5", "24:2 13:5 8:3 7:5")
    assert "bar/19(2) 13/7(2)" in plays(open_point, "66")
    assert str(find_move(open_point, Dice.of(6, 6), "bar/19 bar/19 19/13 13/7")) == "bar/7 bar/19"


def test_u022_pips_may_be_wasted_as_long_as_both_dice_are_used():
    position = Position.of("4:1 3:4 2:4", "bar:1 6:4 5:4 4:3 3:3")
    assert plays(position, "61") == {"4/off 3/2", "4/off 2/1", "4/off"}
    assert len(find_move(position, Dice.of(6, 1), "4/3 3/off").steps) == 2


def test_a_number_above_the_highest_checker_takes_that_checker():
    assert plays(Position.of("4:1 2:1", "1:2"), "65") == {"4/off 2/off"}
    assert plays(Position.of("6:1 2:1", "1:2"), "43") == {"6/off"}


@pytest.mark.parametrize(
    ("dice", "written", "canonical"),
    [
        ("65", "24/13", "24/13"),
        ("65", "24/18 18/13", "24/13"),
        ("11", "8/7 8/7 6/5 6/5", "8/7(2) 6/5(2)"),
        ("31", "6/5 8/5", "8/5 6/5"),
        ("44", "24/16(2)", "24/16(2)"),
    ],
)
def test_find_move_whatever_was_written(dice, written, canonical):
    assert str(find_move(START, Dice.parse(dice), written)) == canonical


def test_merged_bear_off():
    """U098: ``65: 9/off`` is one checker borne off by both dice."""
    position = Position.of("9:1 4:1 3:1 2:1", "1:2")
    assert str(find_move(position, Dice.of(6, 5), "9/off")) == "9/off"


def test_u006_no_way_through_a_made_point():
    """18/7 with 6-5 can only pass the 13 point when the opponent holds the 12."""
    position = Position.of("18:1 6:14", "13:2 1:13")
    steps = find_move(position, Dice.of(6, 5), "18/7").steps
    assert [step.target for step in steps] == [13, 7]


def test_stars_choose_between_plays_that_hit_differently():
    position = Position.of("13:1 6:14", "17:1 1:14")
    assert position.opponent[25 - 8] == 1
    assert find_move(position, Dice.of(5, 3), "13/8*/5").hits == 1
    assert find_move(position, Dice.of(5, 3), "13/5").hits == 0


@pytest.mark.parametrize("written", ["24/12", "24/18", "5/4 6/5", "13/7 13/6", "13/8 6/off", ""])
def test_illegal_plays(written):
    with pytest.raises(IllegalPlayError):
        find_move(START, Dice.of(6, 5), written)


def test_as_written_keeps_what_was_played():
    after = apply_as_written(START, parse_hops("13/3 7/4"))
    assert after is None
    after = apply_as_written(START, parse_hops("24/23 13/3*"))
    assert after is not None
    assert after.on_roll[3] == 1


def test_as_written_hits_and_refuses_made_points():
    position = Position.of("13:2 6:13", "20:1 18:2 1:12")
    hit = apply_as_written(position, parse_hops("13/5"))
    assert hit.opponent[25] == 1
    assert apply_as_written(position, parse_hops("13/7")) is None


def random_position(source: random.Random) -> Position:
    position = START
    for _ in range(source.randrange(80)):
        if position.is_over:
            return START
        dice = Dice.of(source.randint(1, 6), source.randint(1, 6))
        position = source.choice(legal_moves(position, dice))[1].swapped()
    return START if position.is_over else position


def test_every_written_play_reads_back():
    source = random.Random(7)
    for _ in range(40):
        position, dice = random_position(source), source.choice(ROLLS)
        for move, after in legal_moves(position, dice):
            assert apply_move(position, find_move(position, dice, str(move))) == after, (position, dice, str(move))
            assert apply_move(position, move) == after
            assert after.checkers == 15


def test_dice_order_never_matters():
    source = random.Random(8)
    for _ in range(30):
        position = random_position(source)
        assert legal_moves(position, Dice.of(2, 5)) == legal_moves(position, Dice.of(5, 2))
