"""What stays unclear is rolled out: which decisions, alike for all plays of one, and what is said of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.cube import judge_cube
from bgtool.analysis.records import CubeChoice
from bgtool.analysis.roll_out import CLOSE_CUBE, CLOSE_PLAY, MOST_PLAYS, WRONG, RollOut, unclear_cube
from bgtool.analysis.summary import summaries
from bgtool.core.outcomes import Outcomes
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.met import met_named
from bgtool.engine.rollout_records import RolloutSettings
from bgtool.formats import read_matches

SHORT = RolloutSettings(trials=36, truncate=2, variance_reduction=True, until_jsd=2.33, min_trials=36)


@pytest.fixture(scope="module")
def match():
    [found] = read_matches(Path(__file__).parents[1] / "data/ann_bo.mat")
    return found


@pytest.fixture(scope="module")
def static(match):
    return annotate(match, evaluator_named("net"), alternatives=40)


@pytest.fixture(scope="module")
def rolled(match):
    return annotate(match, evaluator_named("net"), rollout=SHORT, alternatives=40)


def of_plays(analysis):
    return [decision for decision in analysis.checker_decisions if decision.played is not None]


def test_some_decisions_are_rolled_out_and_clear_ones_are_not(rolled, static):
    for before, after in zip(of_plays(static), of_plays(rolled), strict=True):
        near = [play for play in before.plays if play.error <= CLOSE_PLAY]
        clear = before.trivial or before.error > WRONG or (before.error == 0 and len(near) == 1)
        assert any(play.rolled for play in after.plays) != clear
        if clear:
            assert after == before
    assert sum(decision.played.rolled is not None for decision in of_plays(rolled)) >= 3


def test_the_play_made_and_the_best_are_always_judged_alike(rolled):
    for decision in of_plays(rolled):
        assert (decision.played.rolled is None) == (decision.plays[0].rolled is None)
        if decision.played.rolled:
            assert decision.played.error == pytest.approx(decision.plays[0].equity - decision.played.equity)


def test_rolled_out_plays_come_first_by_their_equities(rolled):
    for decision in of_plays(rolled):
        flags = [play.rolled is not None for play in decision.plays]
        assert flags == sorted(flags, reverse=True)
        assert sum(flags) <= MOST_PLAYS + 1
        equities = [play.equity for play in decision.plays if play.rolled]
        assert equities == sorted(equities, reverse=True)
        assert {play.after for play in decision.plays} == {play.after for play in decision.plays}
        assert [play.rank for play in decision.plays] == sorted(play.rank for play in decision.plays)


def test_every_play_is_still_there_once(rolled, static):
    for before, after in zip(of_plays(static), of_plays(rolled), strict=True):
        assert sorted(str(play.move) for play in before.plays) == sorted(str(play.move) for play in after.plays)


def test_how_sure_it_is(rolled):
    found = [play.rolled for decision in of_plays(rolled) for play in decision.plays if play.rolled]
    assert {one.trials for one in found} == {36}
    assert all(0 <= one.std_error < 0.2 for one in found)
    assert {len(one.chance_errors) for one in found} == {5}


def test_it_is_the_same_for_any_number_of_threads(match, rolled):
    one = annotate(match, evaluator_named("net"), rollout=SHORT, alternatives=40, jobs=1)
    assert one == rolled


def test_the_totals_are_those_of_the_new_errors(rolled):
    first, second = summaries(rolled)
    for seat, summary in ((0, first), (1, second)):
        own = [decision.error for decision in of_plays(rolled) if decision.seat == seat and decision.counts]
        assert summary.checker.equity == pytest.approx(sum(own))


def test_whoever_watches_hears_of_every_rollout(match):
    heard = []
    annotate(match, evaluator_named("net"), rollout=SHORT, told=lambda done, number: heard.append((done, number)))
    numbers = {number for _, number in heard}
    assert len(numbers) == 1
    assert {done for done, _ in heard} <= set(range(numbers.pop()))


def test_cubeless_plays_are_rolled_out_without_a_cube(match):
    analysis = annotate(match, evaluator_named("net"), rollout=SHORT, cubeless=True)
    assert any(decision.played.rolled for decision in of_plays(analysis))
    assert {play.mwc for decision in of_plays(analysis) for play in decision.plays} == {None}


def decision_of(win):
    return judge_cube(MatchState(STANDARD.start), Outcomes(win, 0.2 * win, 0.0, 0.2 * (1 - win), 0.0))


@pytest.mark.parametrize("done", [CubeChoice.NO_DOUBLE, CubeChoice.DOUBLE, CubeChoice.TAKE, CubeChoice.PASS])
@pytest.mark.parametrize("win", [0.5, 0.66, 0.68, 0.70, 0.72, 0.74, 0.76, 0.78, 0.80, 0.9])
def test_a_cube_decision_is_unclear_near_its_line_and_farther_where_it_looks_wrong(done, win):
    decision = decision_of(win)
    answers = done in (CubeChoice.TAKE, CubeChoice.PASS)
    gap = decision.double_take - 1 if answers else decision.doubled - decision.no_double
    wrong = (gap > 0) == (done in (CubeChoice.NO_DOUBLE, CubeChoice.TAKE))
    assert unclear_cube(decision, done) == (abs(gap) < (WRONG if wrong else CLOSE_CUBE))


def test_where_there_is_no_choice_nothing_is_unclear():
    assert not unclear_cube(replace(decision_of(0.70), double_take=None), CubeChoice.NO_DOUBLE)


def test_a_double_that_may_be_beavered_is_left_to_the_lookahead():
    state = MatchState(STANDARD.start, beavers=True)
    decision = judge_cube(state, Outcomes(0.49, 0.1, 0.0, 0.1, 0.0))
    assert decision.beaver is not None
    assert not unclear_cube(decision, CubeChoice.DOUBLE)
    assert not unclear_cube(decision, CubeChoice.TAKE)


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        ([CubeChoice.DOUBLE], False),
        ([CubeChoice.DOUBLE, CubeChoice.TAKE], True),
        ([CubeChoice.DOUBLE, CubeChoice.PASS], True),
        ([], False),
    ],
)
def test_a_close_answer_to_a_clear_double_is_rolled_out(done, expected):
    """The answer was left to the lookahead where the double itself was clear."""
    decision = decision_of(0.75)
    assert not unclear_cube(decision, CubeChoice.DOUBLE)
    assert unclear_cube(decision, CubeChoice.TAKE)
    state = decision.state
    roll_out = RollOut(evaluator_named("net"), met_named(), SHORT, cubeful=True)
    _, decided = roll_out.refined({}, {}, {state: decision}, {state: done})
    assert bool(decided[state].rolled) == expected
