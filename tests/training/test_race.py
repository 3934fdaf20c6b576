import random

import numpy as np
import pytest

from bgtool.engine.evaluators import evaluator_named
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.movegen import MAX_PLAYS
from bgtool.training.keys import boards_of
from bgtool.training.race import is_race, judge, race_chances, race_decisions, race_label, races_of, races_of_kind
from tests.reference.random_positions import random_boards


@pytest.fixture(scope="module")
def small_judge():
    return judge(Brain(network=evaluator_named("net").parts.race), points=6)


@pytest.fixture(scope="module")
def pool():
    boards = random_boards(2000, 3)
    return races_of(boards[boards.sum((1, 2)) == 30])


def test_races_are_races(pool):
    assert len(pool) > 50
    for board in pool:
        assert np.flatnonzero(board[0]).max() + np.flatnonzero(board[1]).max() <= 24
    contact = np.zeros((2, 26), np.int8)
    contact[0, 20], contact[1, 6] = 15, 15
    assert not is_race(contact)


def test_labels_inside_the_table_are_the_bearoff_evaluators(small_judge):
    """The exact evaluator and the labels agree wherever the shipped tables know a position."""
    exact = evaluator_named("net")
    rng = random.Random(5)
    room, equity = np.empty((MAX_PLAYS, 2, 26), np.int8), np.empty(MAX_PLAYS)
    boards = np.zeros((20, 2, 26), np.int8)
    for board in boards:
        for row in board:
            row[0] = rng.choice((0, 0, 3, 7))
            for _ in range(15 - row[0]):
                row[rng.randint(1, 6)] += 1
    out = np.empty((len(boards), 5), np.float32)
    for board, label in zip(boards, out, strict=True):
        race_label(small_judge, board, room, equity, label)
    np.testing.assert_allclose(out, exact.evaluate(boards), atol=2e-3)


def test_outside_the_table_a_label_looks_one_roll_ahead(small_judge, pool):
    room, equity, out = np.empty((MAX_PLAYS, 2, 26), np.int8), np.empty(MAX_PLAYS), np.empty(5, np.float32)
    bare = np.empty(5, np.float32)
    for board in pool[:5]:
        race_label(small_judge, board, room, equity, out)
        race_chances(small_judge, board[0], board[1], bare)
        assert 0 <= out[0] <= 1 + 1e-6  # rounding, cut off where labels are stored
        assert abs(out[0] - bare[0]) < 0.1


def test_race_decisions_are_reproducible_and_of_races(small_judge, pool):
    some = race_decisions(small_judge, pool, 40, seed=4)
    again = race_decisions(small_judge, pool, 40, seed=4)
    assert (some.keys == again.keys).all()
    assert (some.chances == again.chances).all()
    boards = boards_of(some.keys).reshape(-1, 2, 26)
    over = (boards[:, :, 0] == 15).any(1)
    assert all(is_race(board) for board in boards[~over])


def test_few_checkers_are_known_exactly_wherever_they_stand():
    """One checker on 13 against one on 9, by value iteration 0.526; a network without such positions said 0.395."""
    of = judge(Brain(network=evaluator_named("net").parts.race), points=13, checkers=2)
    board = np.zeros((2, 26), np.int8)
    board[0, [13, 0]], board[1, [9, 0]] = (1, 14), (1, 14)
    out = np.empty(5, np.float32)
    race_chances(of, board[0], board[1], out)
    assert out[0] == pytest.approx(0.5261, abs=1e-4)
    assert not out[1:].any()


def test_races_of_few_are_races_of_few():
    for board in races_of_kind("few left", 30, seed=2):
        assert is_race(board)
        assert (board[:, 0] >= 11).all()


def test_races_left_behind_are_lopsided_races():
    for board in races_of_kind("left behind", 30, seed=2):
        assert is_race(board)
        rears = sorted(int(np.flatnonzero(row[1:]).max()) + 1 for row in board)
        assert rears[0] <= 9
        assert rears[1] >= 7
