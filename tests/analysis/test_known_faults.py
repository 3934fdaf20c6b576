"""Faults that users of other programs reported about rankings, luck and statistics, by their numbers."""

from dataclasses import replace

import pytest

from bgtool.analysis import ratings
from bgtool.analysis.annotate import annotate
from bgtool.analysis.cube import judge_cube
from bgtool.analysis.decisions import rank_roll
from bgtool.analysis.luck import Roll, luck_of
from bgtool.analysis.records import CubeChoice
from bgtool.analysis.settings import LUCKY, VERY_LUCKY
from bgtool.analysis.summary import summaries
from bgtool.core.dice import Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.state import Cube, MatchState
from bgtool.core.variant import STANDARD
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.met import met_named
from bgtool.engine.search import depth_of
from bgtool.errors import SettingsError
from bgtool.formats.ids import parse_position_id, parse_state
from tests.fakes import Flat, Judge
from tests.matches import one_game


def five_point(position):
    return Outcomes(0.5 - 0.01 * position.opponent[5] + 0.01 * position.on_roll[5])


def test_u036_of_equal_plays_the_one_with_more_checkers_off_comes_first():
    state = MatchState(parse_position_id("fycAAPC9EwwAAA").swapped(), dice=Dice(4, 2))
    first, second = rank_roll(state, evaluator_named("net"), cubeless=True).top()
    assert (str(first.move), str(second.move)) == ("4/off 2/off", "4/off")
    assert first.after.on_roll[0] == second.after.on_roll[0] + 1
    assert first.error == 0.0


@pytest.mark.parametrize("win", [0.3, 0.5, 0.7, 0.8])
def test_u041_with_the_jacoby_rule_gammons_count_once_the_cube_is_turned(win):
    chances = Outcomes(win, 0.4 * win, 0.0, 0.3 * (1 - win), 0.0)
    centred = judge_cube(MatchState(STANDARD.start, jacoby=True), chances)
    without = judge_cube(MatchState(STANDARD.start, jacoby=True), Outcomes(win))
    plain = judge_cube(MatchState(STANDARD.start), chances)
    # Undoubled, nobody can win more than the cube: within the window of the centred cube, and clamped outside it.
    assert -1.0 <= centred.no_double <= 1.0
    # After a double the gammons are there, as without the rule.
    assert centred.double_take == pytest.approx(plain.double_take)
    assert centred.double_take != pytest.approx(without.double_take)


def test_u041_the_curve_is_clamped_outside_the_window():
    for win, end in ((0.99, 1.0), (0.01, -1.0)):
        decision = judge_cube(MatchState(STANDARD.start, jacoby=True), Outcomes(win, 0.9 * win, 0.0, 0.9 * (1 - win)))
        assert decision.no_double == pytest.approx(end, abs=0.04)
        assert abs(decision.no_double) <= 1.0


def test_u061_without_errors_what_luck_leaves_of_the_result_is_the_residue():
    analysis = annotate(replace_result(one_game("0 31: 8/5 6/5", "1 64: 24/14")), Flat())
    first, second = summaries(analysis)
    assert first.error.equity == second.error.equity == 0.0
    assert first.residue == pytest.approx(first.luck_adjusted)
    assert first.residue == pytest.approx(first.result - first.luck.cost + second.luck.cost)
    assert second.residue == -first.residue


def replace_result(match):
    return replace(match, games=(replace(match.games[0], winner=0, points=1),))


def test_u063_the_first_roll_may_be_thrown_by_either_player_and_has_no_doublet():
    state = MatchState(STANDARD.start, dice=Dice(6, 5), length=7, score=(2, 5), cube=Cube())
    judge = Judge(five_point)
    thrown, later = luck_of([Roll(state, True), Roll(state, False)], judge, met_named())
    assert thrown.mwc != pytest.approx(later.mwc)


def test_u064_a_luck_of_three_tenths_is_a_mark_of_one_roll_and_ratings_are_of_the_mean():
    assert (LUCKY, VERY_LUCKY) == (0.3, 0.6)
    assert ratings.luck_rating(0.0) == "None"
    words = [ratings.luck_rating(rate) for rate in (-0.3, -0.05, 0.05, 0.3)]
    assert len(set(words)) == 4
    assert ratings.luck_rating(0.5) == ratings.luck_rating(0.3)


def test_u066_forced_and_trivial_plays_are_not_in_the_denominator_and_no_cube_counts_twice():
    analysis = annotate(one_game(), Judge(five_point))
    for summary in summaries(analysis):
        plays = [one for one in analysis.checker_decisions if one.seat == summary.seat]
        cubes = [one for one in analysis.cube_decisions if one.seat == summary.seat]
        counted = sum(one.counts and not one.trivial for one in plays) + sum(one.close for one in cubes)
        assert summary.counted == counted
        assert len({(one.number, one.done) for one in cubes}) == len(cubes)
        if counted:
            assert summary.pr == pytest.approx(500 * summary.error.equity / counted)


def test_u070_the_snowie_rate_is_per_move_of_both_and_no_half():
    first, second = summaries(annotate(one_game(), Judge(five_point)))
    for own, other in ((first, second), (second, first)):
        assert own.snowie_rate == pytest.approx(own.error.equity / (own.moves + other.moves))


def test_u072_a_double_is_measured_against_not_doubling():
    analysis = annotate(one_game("1 double", "0 take"), Judge(lambda position: Outcomes(0.3)))
    [double] = [one for one in analysis.cube_decisions if one.done is CubeChoice.DOUBLE]
    assert double.best is CubeChoice.NO_DOUBLE
    assert double.error == pytest.approx(double.decision.no_double - double.decision.doubled)
    assert double.error > 0


def test_u113_depths_that_there_are_not_are_refused():
    with pytest.raises(SettingsError, match="5 plies"):
        depth_of(plies=5)


@pytest.mark.parametrize(
    "xgid",
    ["XGID=-----BC-CB--dC--acbe---AA-:0:0:1:22:0:0:0:0:10", "XGID=-----bE-D--AeC---c-e----B-:0:0:1:61:0:0:0:0:10"],
)
def test_u116_plays_judged_deeper_come_first_and_every_play_says_how_deep(xgid):
    plays = rank_roll(parse_state(xgid), evaluator_named("net"), depth_of(preset="standard")).top()
    depths = [play.plies for play in plays]
    assert depths == sorted(depths, reverse=True)
    assert depths[0] == 2
    assert plays[0].error == 0.0
    for plies in set(depths):
        own = [play.equity for play in plays if play.plies == plies]
        assert own == sorted(own, reverse=True)
