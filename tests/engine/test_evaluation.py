import pytest

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.core.variant import PORTES, STANDARD
from bgtool.engine.evaluation import evaluate, evaluate_all
from bgtool.errors import SettingsError
from tests.fakes import told

RACE = Position.of("6:5 5:5", "6:5 5:5")
KNOWN = {
    STANDARD.start: Outcomes(0.525, 0.15, 0.0078125, 0.125, 0.00390625),
    RACE: Outcomes(0.75),
}


def test_answers_the_chances_of_the_player_on_roll_with_what_judged():
    found = evaluate(STANDARD.start, told(KNOWN))
    assert tuple(found.outcomes) == pytest.approx(tuple(KNOWN[STANDARD.start]), abs=1e-6)
    assert found.equity == pytest.approx(0.05 + 0.025 + 0.00390625, abs=1e-6)
    assert (found.position, found.plies, found.evaluator, found.digest) == (STANDARD.start, 0, "judge", "0000")


def test_a_state_brings_the_most_that_its_game_can_count():
    found = evaluate(MatchState(STANDARD.start, variant=PORTES), told(KNOWN))
    assert found.limit == 2
    assert found.equity == pytest.approx(0.05 + 0.025, abs=1e-6)


def test_many_at_once_keep_their_order_and_cost_one_call():
    judge = told(KNOWN)
    found = evaluate_all([RACE, MatchState(STANDARD.start), RACE], judge)
    assert [evaluation.position for evaluation in found] == [RACE, STANDARD.start, RACE]
    assert judge.asked == 3
    assert evaluate_all([], judge) == ()


def test_evaluators_have_names():
    assert evaluate(STANDARD.start, "heuristic").evaluator == "heuristic"
    with pytest.raises(SettingsError, match="'gnu'"):
        evaluate(STANDARD.start, "gnu")
