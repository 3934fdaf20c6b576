import itertools
import random

import numpy as np
import pytest

from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.sieve import standard_sieve
from bgtool.kernels.rollout import (
    EQUITY,
    FACES,
    NO_DOUBLETS,
    NUMBERS,
    RAW,
    REDUCED,
    SCALE,
    RolloutRules,
    add_up,
    roll_out,
)
from bgtool.layout import ROW
from tests.reference.random_positions import KINDS, random_board
from tests.reference.slow_rollout import equity, random_rolls, slow_game

HEURISTIC = evaluator_named("heuristic")
SIEVE = standard_sieve()


def rules(**given):
    base = {"seed": 5, "limit": 3, "opponent_rolls": 0, "initial": 0, "truncate": -1}
    return RolloutRules(**{**base, "reduce_variance": 0, "stratify": 1, "prune": 0, **given})


def rolled_out(boards, trials, first=0, stop=False, **given):
    results = np.zeros((trials, len(boards), 2, NUMBERS), np.int64)
    classes = np.full((trials, 2), -1, np.int8)
    boards = np.ascontiguousarray(boards, np.int8)
    stopped = np.array([stop])
    done = roll_out(HEURISTIC.brain, SIEVE, rules(**given), boards, first, results, classes, stopped)
    assert done == (0 if stop else trials)
    return results, classes


def race_board(*checkers):
    board = np.zeros((2, ROW), np.int8)
    for row, points in zip(board, checkers, strict=True):
        for point in points:
            row[point] += 1
        row[0] = 15 - len(points)
    return board


SHORT = race_board([6, 5, 4, 1], [6, 4, 2, 2, 1])


@pytest.mark.parametrize("kind", KINDS)
def test_every_trial_as_in_plain_python(kind):
    chooser = random.Random(kind)
    for trial in range(3):
        board = np.array(random_board(chooser, kind), np.int8)
        given = {"limit": chooser.choice([2, 3]), "opponent_rolls": trial % 2, "initial": trial % 2, "truncate": 5}
        results, _ = rolled_out(board[None], 2, trial, stratify=0, reduce_variance=1, **given)
        for i in range(2):
            rolls = random_rolls(5, trial + i, given["initial"])
            slow = slow_game(HEURISTIC.evaluate, board, rolls, **given)
            for kind_of_result in (RAW, REDUCED):
                expected = [*slow[kind_of_result], equity(slow[kind_of_result], given["limit"])]
                assert results[i, 0, kind_of_result] / SCALE == pytest.approx(expected, abs=4e-6)


def test_without_variance_reduction_the_same_games_are_played():
    boards = SHORT[None]
    plain, _ = rolled_out(boards, 72)
    reduced, _ = rolled_out(boards, 72, reduce_variance=1)
    assert (plain[:, :, RAW] == reduced[:, :, RAW]).all()
    assert (plain[:, :, REDUCED] == plain[:, :, RAW]).all()


def test_first_two_rolls_are_dealt_evenly():
    _, classes = rolled_out(SHORT[None], FACES * FACES)
    for start in range(0, FACES * FACES, FACES):
        for turn in range(2):
            assert sorted(classes[start : start + FACES, turn]) == list(range(FACES))
    assert len({tuple(pair) for pair in classes.tolist()}) == FACES * FACES


def test_later_thousands_are_dealt_evenly_in_another_order():
    _, classes = rolled_out(SHORT[None], 2 * FACES * FACES)
    early, late = classes[: FACES * FACES].tolist(), classes[FACES * FACES :].tolist()
    assert early != late
    assert sorted(early) == sorted(late) == [list(pair) for pair in itertools.product(range(FACES), repeat=2)]


def test_opening_rolls_are_dealt_evenly_and_never_doublets():
    _, classes = rolled_out(SHORT[None], NO_DOUBLETS * FACES, initial=1)
    assert all(first // 6 != first % 6 for first in classes[:, 0])
    assert len(set(classes[:NO_DOUBLETS, 0].tolist())) == NO_DOUBLETS
    assert len({tuple(pair) for pair in classes.tolist()}) == NO_DOUBLETS * FACES


@pytest.mark.parametrize("initial", [0, 1])
def test_random_dice_show_every_roll_about_equally_often(initial):
    _, classes = rolled_out(SHORT[None], 5000, stratify=0, initial=initial)
    for turn, sides in ((0, NO_DOUBLETS if initial else FACES), (1, FACES)):
        counts = np.unique(classes[:, turn], return_counts=True)[1]
        assert len(counts) == sides
        expected = 5000 / sides
        assert ((counts - expected) ** 2 / expected).sum() < 80  # chi-squared, 35 degrees of freedom: 1 in 40,000


@pytest.mark.parametrize("stratify", [0, 1])
def test_any_grouping_of_trials_gives_the_same(stratify):
    whole, _ = rolled_out(SHORT[None], 100, stratify=stratify)
    parts = [rolled_out(SHORT[None], n, first, stratify=stratify)[0] for first, n in ((0, 7), (7, 60), (67, 33))]
    assert (np.concatenate(parts) == whole).all()


def test_seeds_differ():
    assert (rolled_out(SHORT[None], 72)[0] != rolled_out(SHORT[None], 72, seed=6)[0]).any()


def test_candidates_share_their_dice():
    twice, _ = rolled_out([SHORT, SHORT], 50)
    assert (twice[:, 0] == twice[:, 1]).all()


def test_results_are_whole_games():
    results, _ = rolled_out(SHORT[None], 50)
    assert set(results[:, 0, RAW, EQUITY].tolist()) == {-SCALE, SCALE}


def test_nothing_is_played_once_told_to_stop():
    results, _ = rolled_out(SHORT[None], 50, stop=True)
    assert not results.any()


def test_sums_as_numpy_makes_them():
    results, classes = rolled_out([SHORT, race_board([6, 5, 4, 2], [6, 4, 2, 2, 1])], 90, reduce_variance=1)
    sums, squares = np.zeros((2, 2, 2, NUMBERS), np.int64)
    products = np.zeros((2, 2, 2), np.int64)
    by_roll = np.zeros((2, FACES, 2, 2, NUMBERS), np.int64)
    counts = np.zeros((2, FACES), np.int64)
    for part in (slice(0, 30), slice(30, 90)):
        add_up(results[part], classes[part], sums, squares, products, by_roll, counts)
    assert (sums == results.sum(axis=0)).all()
    assert (squares == (results**2).sum(axis=0)).all()
    equities = results[..., EQUITY]
    assert (products == np.einsum("tkc,tlc->ckl", equities, equities)).all()
    for turn in range(2):
        for roll in range(FACES):
            came = classes[:, turn] == roll
            assert counts[turn, roll] == came.sum()
            assert (by_roll[turn, roll] == results[came].sum(axis=0)).all()
