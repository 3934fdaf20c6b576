import pytest

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.core.variant import PORTES, STANDARD
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluation import evaluate, evaluate_all
from bgtool.engine.evaluators import evaluator_named
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


@pytest.mark.parametrize(
    ("on_roll", "opponent", "expected"),
    [
        ("1:2 0:13", "20:2 13:13", 1.0),  # off at once
        ("1:1 2:1 0:13", "18:2 13:13", 0.0),  # nobody is left behind
        # off at once with a doublet; else the opponent moves both men two points with 26 of the 36 rolls
        ("1:3 0:12", "20:2 13:13", 6 / 36 + 30 / 36 * 10 / 36),
        ("1:3 0:12", "19:1 13:14", 6 / 36),
        ("1:5 0:10", "19:2 13:13", 0.0),  # at least two rolls; by then both are gone
        ("3:15", "21:1 13:14", 0.0),
        ("1:1 2:1 0:13", "20:2 13:12 0:1", 0.0),  # a checker off saves both
    ],
)
@pytest.mark.parametrize("name", ["net", "heuristic"])
def test_a_race_can_end_in_a_backgammon(name, on_roll, opponent, expected):
    """The race network once knew no backgammons: it gave 0.000 for the first of these."""
    found = evaluator_named(name).evaluate(as_boards([Position.of(on_roll, opponent)]))[0]
    assert found[2] == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(("opponent", "expected"), [("1:2 0:13", 10 / 36), ("1:3 0:12", 10 / 36 * 6 / 36)])
def test_a_backgammon_of_the_player_on_roll_is_one_roll_less_likely(opponent, expected):
    found = evaluator_named("net").evaluate(as_boards([Position.of("20:2 13:13", opponent)]))[0]
    assert expected <= found[4] < expected + 0.08  # and may take a second roll


def test_in_a_race_the_loser_runs_home():
    """Of two plays that both lose a gammon, the one that leaves the winner's home is the better."""
    home, stays = (Position.of("1:2 0:13", rows) for rows in ("18:2 15:1 8:12", "20:2 15:1 8:12"))
    found = evaluator_named("net").evaluate(as_boards([home, stays]))
    assert found[1, 2] - found[0, 2] == pytest.approx(1, abs=1e-6)


def test_where_two_points_are_the_most_there_are_no_backgammons():
    found = evaluate(MatchState(PORTES.start, variant=PORTES))
    assert found.outcomes.win_backgammon == found.outcomes.lose_backgammon == 0.0
    assert found.outcomes.win_gammon > 0.0
