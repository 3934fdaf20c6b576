"""What was done about the cube, against what was right: every kind of fault, close calls, beavers, resignations."""

from dataclasses import replace

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.cube import judge_cube
from bgtool.analysis.records import CubeChoice, CubeFault
from bgtool.analysis.settings import GNU_BACKGAMMON, Mark
from bgtool.analysis.verdicts import judged_cube, why_not_judged
from bgtool.core.dice import Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.record import Beaver, Double, Match, Pass, Resign, Take
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from tests.fakes import Flat, Judge, by_pips
from tests.matches import game, one_game

MONEY = MatchState(STANDARD.start)
NO_DOUBLE, DOUBLE, TAKE, PASS, BEAVER = CubeChoice


def judged(done, win, gammon=0.0, state=MONEY):
    seat = 0 if done in (NO_DOUBLE, DOUBLE) else 1
    decision = judge_cube(state, Outcomes(win, gammon, 0.0, 0.0, 0.0))
    return judged_cube(4, seat, done, decision, GNU_BACKGAMMON)


@pytest.mark.parametrize(
    ("done", "win", "gammon", "best", "fault"),
    [
        (NO_DOUBLE, 0.50, 0.0, NO_DOUBLE, None),
        (NO_DOUBLE, 0.73, 0.0, DOUBLE, CubeFault.MISSED_BELOW_CP),
        (NO_DOUBLE, 0.85, 0.0, DOUBLE, CubeFault.MISSED_ABOVE_CP),
        (DOUBLE, 0.73, 0.0, DOUBLE, None),
        (DOUBLE, 0.50, 0.0, NO_DOUBLE, CubeFault.WRONG_BELOW_DP),
        (DOUBLE, 0.90, 0.8, NO_DOUBLE, CubeFault.WRONG_ABOVE_TG),
        (TAKE, 0.73, 0.0, TAKE, None),
        (TAKE, 0.90, 0.0, PASS, CubeFault.WRONG_TAKE),
        (PASS, 0.90, 0.0, PASS, None),
        (PASS, 0.60, 0.0, TAKE, CubeFault.WRONG_PASS),
    ],
)
def test_every_kind_of_fault(done, win, gammon, best, fault):
    verdict = judged(done, win, gammon)
    assert (verdict.best, verdict.fault) == (best, fault)
    assert (verdict.error == 0) == (fault is None)


def test_the_errors_are_those_of_the_decision():
    decision = judged(DOUBLE, 0.5).decision
    assert judged(DOUBLE, 0.5).error == decision.double_error > 0
    assert judged(NO_DOUBLE, 0.73).error == pytest.approx(judged(NO_DOUBLE, 0.73).decision.no_double_error)
    assert judged(TAKE, 0.9).error == pytest.approx(judged(TAKE, 0.9).decision.take_error)
    assert judged(PASS, 0.6).error == pytest.approx(judged(PASS, 0.6).decision.pass_error)
    assert judged(PASS, 0.6).mark is Mark.VERY_BAD


def test_a_match_error_is_a_loss_of_winning_chance_too():
    verdict = judged(PASS, 0.6, state=MatchState(STANDARD.start, score=(1, 2), length=7))
    decision = verdict.decision
    assert verdict.error_mwc == pytest.approx(decision.double_pass_mwc - decision.double_take_mwc)
    assert judged(PASS, 0.6).error_mwc is None


def test_a_no_double_is_close_where_doubling_loses_less_than_gnu_backgammons_margin():
    calls = [judged(NO_DOUBLE, win / 1000) for win in range(300, 999)]
    for verdict in calls:
        decision = verdict.decision
        assert verdict.close == (decision.best_equity - min(decision.double_take, 1) < 0.16)
    assert {verdict.close for verdict in calls} == {True, False}
    assert judged(DOUBLE, 0.3).close, "what was done counts"
    assert judged(TAKE, 0.3).close


def test_beavers_are_answers_where_the_rules_have_them():
    rules = replace(MONEY, beavers=True)
    assert judged(TAKE, 0.4, state=rules).fault is CubeFault.MISSED_BEAVER
    assert judged(BEAVER, 0.4, state=rules).error == 0
    assert judged(BEAVER, 0.7, state=rules).fault is CubeFault.WRONG_BEAVER
    assert judged(TAKE, 0.4).error == 0
    assert why_not_judged(judge_cube(MONEY, Outcomes(0.4)), BEAVER)
    assert not why_not_judged(judge_cube(rules, Outcomes(0.4)), BEAVER)


def cubes(*rows, judge=None, **fields):
    return annotate(one_game(*rows, **fields), judge or Flat(Outcomes(0.5, 0.1, 0.0, 0.1))).cube_decisions


ROLLS = ("0 31: 8/5 6/5", "1 64: 24/14", "0 52: 13/8 24/22")


def test_a_no_double_stands_before_every_roll_but_the_first():
    found = cubes(*ROLLS)
    assert [(one.number, one.seat, one.done) for one in found] == [(2, 1, NO_DOUBLE), (3, 0, NO_DOUBLE)]
    assert [one.state.on_roll for one in found] == [1, 0]
    assert all(one.state.dice is None for one in found)


def test_who_may_not_double_has_no_decision():
    found = cubes(*ROLLS, "1 double", "0 take", "1 21: 13/11 6/5", "0 42: 8/4 6/4", "1 66: ?")
    assert [(one.number, one.seat, one.done) for one in found[2:]] == [(4, 1, DOUBLE), (5, 0, TAKE), (7, 0, NO_DOUBLE)]
    assert found[3].decision is found[2].decision, "the answer is judged by the doubler's numbers"
    assert not cubes(*ROLLS, score=(4, 2), crawford=True)
    assert not cubes(*ROLLS, length=1)
    assert [one.seat for one in cubes(*ROLLS, score=(4, 2))] == [1], "one away has no use for the cube"


def test_a_cube_turned_where_it_is_of_no_use_is_listed_not_judged():
    match = one_game(*ROLLS, "1 double", "0 take", score=(2, 4))
    [part] = annotate(match, Flat()).games
    assert [item.skipped is not None for item in part.annotations] == [False, False, False, True, True]
    assert "no use" in part.annotations[3].skipped


def test_nothing_is_judged_after_the_end_of_the_match_or_beyond_the_table():
    for fields, why in (({"score": (7, 2)}, "over"), ({"length": 99}, "64")):
        [part] = annotate(one_game(*ROLLS, **fields), Flat()).games
        assert all(why in item.skipped for item in part.annotations)
        assert not part.cube_decisions


def test_a_position_set_at_the_start_may_be_doubled():
    start = STANDARD.start.of("24:2 13:5 8:3 6:5", "24:2 13:4 11:1 8:3 6:5")
    [verdict] = cubes("0 31: 8/5 6/5", start=start)
    assert (verdict.number, verdict.seat) == (1, 0)


def resigned(points, win, gammon=0.0, dice=None, rows=ROLLS, **fields):
    """A game in which seat 1 resigns, having these chances."""
    match = one_game(*rows, **fields)
    end = (*match.games[0].actions, Resign(1, points, dice))
    match = replace(match, games=(replace(match.games[0], actions=end),))
    chances = Outcomes(win, 0.0, 0.0, gammon)
    judge = Judge(lambda position: chances if position.on_roll[14] else chances.swapped())
    [verdict] = annotate(match, judge).games[0].resignations
    return verdict


def test_a_resignation_is_measured_against_playing_on():
    early = resigned(1, 0.3)
    assert early.given == -1
    assert early.error == pytest.approx(early.played_on + 1)
    assert early.error > 0.2
    assert early.mark is Mark.VERY_BAD
    assert early.accept_error == 0
    right = resigned(1, 0.0)
    assert right.error == right.accept_error == 0


def test_a_resignation_accepted_too_cheaply_costs_the_other_player():
    cheap = resigned(1, 0.0, gammon=0.5, length=0)
    assert cheap.error == 0
    assert cheap.accept_error == pytest.approx(0.5)
    assert cheap.accept_error_mwc is None
    match = resigned(1, 0.0, gammon=0.5)
    assert match.accept_error_mwc > 0


def test_a_gammon_given_up_is_worth_what_it_costs_at_the_score():
    assert resigned(2, 0.0, gammon=1.0, length=0).given == -2
    last = resigned(2, 0.0, gammon=1.0, score=(4, 0))
    assert last.given == pytest.approx(-1), "one point was enough"
    assert resigned(2, 0.0, gammon=0.0).error == pytest.approx(-1 - resigned(2, 0.0).given)


def test_a_resignation_after_the_roll_is_measured_against_the_best_play():
    late = resigned(1, 0.2, dice=Dice.parse("21"))
    assert late.error > 0
    assert late.plies == 0


def test_a_resignation_instead_of_an_answer_is_measured_against_the_right_answer():
    verdict = resigned(1, 0.2, rows=(*ROLLS, "1 21: 13/11 6/5", "0 double"))
    assert verdict.given == -1
    assert verdict.error == pytest.approx(1 + verdict.played_on)


def test_beavers_of_a_record_are_judged_and_what_follows_them_is_not():
    match = Match(("Ann", "Bo"), 0, beavers=True)
    first = game(*ROLLS, match=match)
    turned = (Double(1, 2), Beaver(0, 4), Beaver(1, 8), Take(0))
    annotated = annotate(replace(match, games=(replace(first, actions=(*first.actions, *turned)),)), Flat()).games[0]
    double, beaver, raccoon, take = annotated.annotations[3:]
    assert double.cube.done is DOUBLE
    assert beaver.cube.done is BEAVER
    assert beaver.cube.seat == 0
    assert "beaver" in raccoon.skipped
    assert "beaver" in take.skipped


def test_the_answers_of_a_match_swap_with_its_seats():
    rows = (*ROLLS, "1 double", "0 pass")
    swap = str.maketrans("01", "10")
    here = annotate(one_game(*rows), Judge(by_pips)).cube_decisions
    there = annotate(one_game(*(row[0].translate(swap) + row[1:] for row in rows)), Judge(by_pips)).cube_decisions
    assert [one.error for one in here] == [one.error for one in there]
    assert [one.seat for one in here] == [1 - one.seat for one in there]
    assert isinstance(annotate(one_game(*rows), Flat()).games[0].annotations[-1].action, Pass)
