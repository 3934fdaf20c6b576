import pytest

from bgtool.analysis.luck import Roll
from bgtool.analysis.luck import luck_of as measured_luck
from bgtool.core.dice import ROLLS, Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from tests.fakes import Judge, by_pips, rank_plays

LAST_ROLL = Position.of("2:1 1:1", "1:1")
"""Every roll but 1-1 ... takes both checkers off except 2-1's like; the opponent is off next turn."""


def rolled(position, dice, opening=False):
    return Roll(MatchState(position, dice=dice), opening)


def luck_of(rolls, judge):
    """Luck in cubeless points."""
    return [luck.equity for luck in measured_luck(rolls, judge, cubeless=True)]


def last_roll(position):
    """Exact at the end, and certain before it: whoever is on roll with one checker left on the ace point wins."""
    return Outcomes.from_result(position.result()) if position.is_over else Outcomes(1.0)


def test_luck_is_the_best_play_minus_the_average_of_36_rolls():
    position = Position.of("4:1 2:1", "1:1")
    wins = sum(roll.weight for roll in ROLLS if best(position, roll) > 0)
    assert wins == 23, "4-2 is off with 23 rolls of 36"
    mean = (2 * wins - 36) / 36
    lucky, unlucky = luck_of([rolled(position, Dice.parse("66")), rolled(position, Dice.parse("21"))], Judge(last_roll))
    assert lucky == pytest.approx(1 - mean)
    assert unlucky == pytest.approx(-1 - mean)


def best(position, roll):
    return rank_plays(position, roll, Judge(last_roll))[0].equity


def test_the_luck_of_all_rolls_adds_up_to_nothing():
    position = Position.of("8:2 6:3 13:2 bar:1 5:7", "22:1 13:4 6:4 4:3 3:3")
    luck = luck_of([rolled(position, roll) for roll in ROLLS], Judge(by_pips))
    assert sum(roll.weight * one for roll, one in zip(ROLLS, luck, strict=True)) == pytest.approx(0, abs=1e-9)
    assert max(luck) > 0 > min(luck)


def test_at_the_opening_the_other_player_may_have_thrown_the_higher_die():
    rolls = [roll for roll in ROLLS if not roll.is_doublet]
    luck = luck_of([rolled(STANDARD.start, roll, opening=True) for roll in rolls], Judge(by_pips))
    equities = [rank_plays(STANDARD.start, roll, Judge(by_pips))[0].equity for roll in rolls]
    assert luck == pytest.approx(equities), "by symmetry the average is 0, so going first is luck too"


def test_a_position_is_evaluated_once_however_often_it_was_rolled_in():
    once, thrice = Judge(by_pips), Judge(by_pips)
    roll = rolled(LAST_ROLL, Dice.parse("31"))
    luck_of([roll], once)
    luck_of([roll, roll, rolled(LAST_ROLL, Dice.parse("55"))], thrice)
    assert once.asked == thrice.asked > 0


def test_no_rolls_no_luck():
    assert luck_of([], Judge(by_pips)) == []


def test_luck_in_a_match_is_a_gain_of_winning_chance_whose_average_is_nothing():
    position = Position.of("8:2 6:3 13:2 bar:1 5:7", "22:1 13:4 6:4 4:3 3:3")
    states = [MatchState(position, dice=roll, score=(1, 3), length=5) for roll in ROLLS]
    luck = measured_luck([Roll(state) for state in states], Judge(by_pips))
    for unit in ("equity", "mwc"):
        total = sum(roll.weight * getattr(one, unit) for roll, one in zip(ROLLS, luck, strict=True))
        assert total == pytest.approx(0, abs=1e-9)
    assert all(-1 < one.mwc < 1 for one in luck)


def test_the_first_roll_at_an_unequal_score_is_measured_against_both_players_chances_there():
    rolls = [roll for roll in ROLLS if not roll.is_doublet]
    mine = [MatchState(STANDARD.start, dice=roll, score=(1, 3), length=5) for roll in rolls]
    theirs = [MatchState(STANDARD.start, 1, dice=roll, score=(1, 3), length=5) for roll in rolls]
    luck = measured_luck([Roll(state, opening=True) for state in (*mine, *theirs)], Judge(by_pips))
    won = sum(one.mwc for one in luck[: len(rolls)])
    assert won == pytest.approx(sum(one.mwc for one in luck[len(rolls) :])), "the gain of one is the loss of the other"
    assert won > 0.01, "going first is luck"
