"""What rolls are worth: the kernel against every play judged one by one."""

import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState
from bgtool.core.variant import HYPERGAMMON_3, STANDARD
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.met import met_named
from bgtool.engine.rolls import IN_ORDER, _one_by_one, equities_of_rolls
from bgtool.engine.stakes import terms_of
from tests.boards import as_position
from tests.reference.random_positions import played_boards

RACE = Position.of("6:4 5:4 4:3 3:2 2:2", "6:5 5:4 4:2 2:2 1:2")
DANCE = Position.of("bar:2 6:5 5:4 4:4", "6:2 5:2 4:2 3:2 2:2 1:2 24:3")


def states(positions, **fields):
    return [MatchState(position, **fields) for position in positions if not position.is_over]


def terms(given):
    return [terms_of(state.view(), met_named()) for state in given]


SAMPLE = [as_position(np.array(board, np.int8)) for board in played_boards(4, 21)[::9]]


@pytest.mark.parametrize(
    "fields",
    [{}, {"cube": Cube(2, 0)}, {"score": (1, 3), "length": 5}, {"score": (4, 4), "length": 5}, {"jacoby": True}],
    ids=["money", "owned", "match", "double match point", "Jacoby"],
)
def test_rolls_are_worth_their_best_play_but_for_what_the_sieve_loses(fields):
    given = states([*SAMPLE, STANDARD.start, RACE, DANCE], **fields)
    boards, evaluator = as_boards([state.position for state in given]), evaluator_named("net")
    quick = equities_of_rolls(boards, evaluator, terms(given), jobs=1)
    slow = _one_by_one(boards, evaluator, terms(given), ())
    lost = slow - quick
    assert quick.shape == (len(given), len(IN_ORDER))
    assert lost.min() > -1e-5
    assert lost.mean() < 0.002
    assert (lost > 0.001).mean() < 0.04


def test_without_a_sieve_nothing_is_lost():
    given = states([*SAMPLE[:6], RACE, DANCE])
    boards, evaluator = as_boards([state.position for state in given]), evaluator_named("heuristic")
    quick, slow = equities_of_rolls(boards, evaluator, terms(given)), _one_by_one(boards, evaluator, terms(given), ())
    assert np.abs(slow - quick).max() < 1e-5


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_points_are_counted_up_to_the_limit(limit):
    boards, evaluator = as_boards([*SAMPLE[:6], DANCE]), evaluator_named("heuristic")
    limits = [limit] * len(boards)
    quick, slow = (rolls(boards, evaluator, None, limits) for rolls in (equities_of_rolls, _one_by_one))
    assert np.abs(slow - quick).max() < 1e-5


def test_any_number_of_threads_gives_the_same():
    boards, evaluator = as_boards(SAMPLE), evaluator_named("net")
    limits = [3] * len(boards)
    one, two = (equities_of_rolls(boards, evaluator, None, limits, jobs=jobs) for jobs in (1, 2))
    assert (one == two).all()


def test_fewer_checkers_are_judged_without_the_sieve():
    boards, evaluator = as_boards([HYPERGAMMON_3.start]), evaluator_named("heuristic")
    quick, slow = (rolls(boards, evaluator, None, [3]) for rolls in (equities_of_rolls, _one_by_one))
    assert np.abs(slow - quick).max() < 1e-5
