"""Faults once found in other programs, each tried here: legality, rules and notation."""

import pytest

from bgtool.core.dice import Dice
from bgtool.core.move import parse_hops
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.rules import find_move, legal_moves
from bgtool.core.variant import HYPERGAMMON_1, HYPERGAMMON_3
from bgtool.errors import IllegalPlayError
from bgtool.formats.ids import parse_position_id


def plays(position, roll):
    return {str(move) for move, _ in legal_moves(position, Dice.parse(roll))}


@pytest.mark.parametrize("roll", ["62", "26"])
def test_u001_and_u003_no_play_of_a_single_die_beside_whole_ones(roll):
    position = parse_position_id("8N4ZAAbg/xMAIA")
    assert plays(position, roll) == {"24/22 8/2"}


def test_u003_every_offered_play_uses_as_many_dice():
    position = parse_position_id("4HPwATDgc/ABMA")
    for roll in ("31", "62", "65"):
        assert {len(move.steps) for move, _ in legal_moves(position, Dice.parse(roll))} == {2}


def test_u011_both_checkers_enter_before_anything_else_moves():
    barred = parse_position_id("4HPwATDgc/ABYA")
    assert plays(barred, "66") == {""}
    assert plays(barred, "65") == {"bar/20"}
    assert plays(barred, "54") == {"bar/21 bar/20"}
    opened = Position.of("bar:2 13:5 8:3 6:5", "24:2 13:5 8:3 5:5")
    assert str(find_move(opened, Dice(6, 6), "bar/19 bar/19 13/7 13/7")) == "bar/19(2) 13/7(2)"
    with pytest.raises(IllegalPlayError):
        find_move(barred, Dice(6, 5), "bar/20 13/8")


def test_u012_every_hop_that_hits_has_its_star():
    position = Position.of("bar:1 21:1 13:5 8:3 6:5", "24:1 13:5 9:1 8:3 6:4 1:1")
    assert str(find_move(position, Dice(5, 1), "bar/24* 21/16*")) == "bar/24* 21/16*"


def test_u015_all_three_plays_from_the_bar():
    assert plays(parse_position_id("4OfgIDBudgCAXA"), "53") == {"bar/20 24/21", "bar/20 6/3", "bar/20 5/2"}


def test_u017_every_player_counts_from_his_own_ace_point():
    position = Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    assert plays(position, "31") == plays(position.swapped(), "31")


def test_u018_a_hypergammon_game_ends_with_the_last_of_its_checkers():
    assert Position.of("", "24:1 23:1 22:1", 3).result() == 3
    assert Position.of("24:1", "", 1).is_over
    assert not HYPERGAMMON_3.start.is_over
    assert HYPERGAMMON_1.start.checkers == 1


def test_u020_one_hop_of_several_dice_from_the_bar():
    position = Position.of("bar:1 13:5 8:3 6:6", "13:5 8:3 6:7")
    chained = find_move(position, Dice(5, 5), "bar/15 13/8(2)")
    assert [(step.source, step.target) for step in chained.steps][:2] == [(25, 20), (20, 15)]
    assert find_move(position, Dice(5, 5), "25/15 13/8 13/8") == chained


def test_u022_pips_may_be_wasted_where_both_dice_are_used():
    position = parse_position_id("3L0HAEDeCwAAAA")
    assert str(find_move(position, Dice(6, 1), "4/3/off")) in plays(position, "61")
    assert len(plays(position, "61")) == 3


def test_u023_one_checker_off_on_each_side_rules_out_gammons():
    position = parse_position_id("mxmAQ4PbAQAAAA")
    assert (position.on_roll[0], position.opponent[0]) == (7, 1)
    assert Outcomes.from_result(Position.of("", "24:14 off:1").result()) == Outcomes(1.0)


@pytest.mark.parametrize("loser", ["24:10 off:5", "bar:1 24:12 off:2", "6:13 off:2"])
def test_u027_and_u028_any_checker_off_makes_a_single_game(loser):
    assert Position.of("", loser).result() == 1
    assert Position.of(loser, "").result() == -1


def test_u028_a_backgammon_needs_the_bar_or_the_winners_home():
    assert Position.of("", "bar:1 6:14").result() == 3
    assert Position.of("", "19:1 6:14").result() == 3
    assert Position.of("", "18:1 6:14").result() == 2


def test_hops_of_no_length_are_dice_not_used():
    assert parse_hops("0/0 8/5") == parse_hops("8/5")
