import itertools
import os
import random
from dataclasses import replace

import numpy as np
import pytest

from bgtool.analysis.score import state_at
from bgtool.core.position import Position
from bgtool.core.state import Cube as CubeState
from bgtool.core.state import MatchState
from bgtool.engine.bearoff import money_tables
from bgtool.engine.evaluators import brain_for, evaluator_named
from bgtool.engine.met import met_named
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import cubeless_stakes, terms_of
from bgtool.kernels.cube import OPPONENTS
from bgtool.kernels.rollout import Candidates, new_trials, roll_out
from bgtool.kernels.rollout_game import (
    CUBE_SCALE,
    CUBEFUL,
    ENDINGS,
    EQUITY,
    FACES,
    JUDGED,
    NO_DOUBLETS,
    NUMBERS,
    RAW,
    REDUCED,
    SCALE,
    THEY_DROPPED,
    WE_DROPPED,
)
from bgtool.kernels.rollout_rules import RolloutRules
from bgtool.kernels.rollout_sums import add_up
from bgtool.layout import ROW
from tests.reference.random_positions import KINDS, random_board
from tests.reference.slow_rollout import CubefulGame, equity, random_rolls, slow_game

FULL = bool(os.environ.get("BGTOOL_FULL"))
"""Whether the long versions are asked for."""

HEURISTIC = evaluator_named("heuristic")
SIEVE = standard_sieve()


def rules(**given):
    base = {"seed": 5, "limit": 3, "opponent_rolls": 0, "initial": 0, "truncate": -1, "reduce_variance": 0}
    return RolloutRules(**{**base, "stratify": 1, "prune": 0, "cubeful": 0, "beavers": 0, "deep": None, **given})


def trials_of(boards, trials, first=0, stop=False, stakes=None, cubes=None, **given):
    played = new_trials(trials, len(boards))
    played.classes[:] = -1
    boards = np.ascontiguousarray(boards, np.int8)
    stopped = np.array([stop])
    candidates = Candidates(boards, np.zeros((len(boards), 3), np.int64) if cubes is None else cubes)
    asked = rules(**given)
    stakes = cubeless_stakes(asked.limit) if stakes is None else stakes
    done = roll_out(brain_for(HEURISTIC, boards), SIEVE, asked, stakes, candidates, first, played, stopped)
    assert done == (0 if stop else trials)
    return played


def rolled_out(boards, trials, first=0, stop=False, **given):
    played = trials_of(boards, trials, first, stop, **given)
    return played.results, played.classes


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
                assert results[i, 0, kind_of_result, :CUBEFUL] / SCALE == pytest.approx(expected, abs=4e-6)


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


@pytest.mark.parametrize("cubeful", [0, 1])
def test_the_luck_taken_off_has_mean_0(cubeful):
    """U074: so raw and reduced means agree too. In games of random dice from all kinds of positions."""
    chooser = random.Random(74 + cubeful)
    scores = []
    for k in range(100 if FULL else 8):
        board = np.array(random_board(chooser, KINDS[k % len(KINDS)]), np.int8)
        stakes = terms_of(BASE.view(), met_named()).stakes if cubeful else None
        given = {"stratify": 0, "reduce_variance": 1, "prune": 1, "truncate": 6, "cubeful": cubeful}
        trials = 2000  # fewer hold too little of the rare, great luck of a decided game: their spread looks too small
        results = trials_of(board[None], trials, stakes=stakes, seed=1000 + k, **given).results[:, 0]
        number = CUBEFUL if cubeful else EQUITY
        luck = (results[:, RAW, number] - results[:, REDUCED, number]).astype(float)
        if luck.std() > 0:
            scores.append(luck.mean() / (luck.std(ddof=1) / trials**0.5))
    assert len(scores) >= 6
    assert max(map(abs, scores)) < 4.5
    assert np.mean(np.square(scores)) < 1 + 5 / len(scores) ** 0.5


BASE = MatchState(Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"))
MOMENTS = {
    "money": BASE,
    "Jacoby and beavers": replace(BASE, jacoby=True, beavers=True),
    "owned": replace(BASE, cube=CubeState(2, 0)),
    "opponent's": replace(BASE, cube=CubeState(2, 1)),
    "cube limit": replace(BASE, cube_limit=2),
    "3-5": state_at(3, 5, of=BASE),
    "2-4 after Crawford": state_at(4, 1, post_crawford=True, of=BASE),
    "Crawford": state_at(1, 4, of=BASE),
    "double match point": state_at(1, 1, of=BASE),
}
DUELS = (
    Position.of("6:1 5:1 2:2", "6:1 4:1 3:1 1:1"),
    Position.of("24:1 6:3 5:3 4:3 3:3 2:2", "6:2 5:3 4:3 3:2 2:3"),
    Position.of("24:2 6:4 5:3 4:3 3:2 2:1", "bar:1 6:4 5:3 4:3 3:2 2:2"),
)


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("settled", [0, 1])
def test_a_cubeful_game_as_in_plain_python(name, settled):
    state = MOMENTS[name]
    terms = terms_of(state.view(), met_named())
    exact = money_tables()
    mine, theirs = (stakes._replace(tables=exact) for stakes in (terms.stakes, terms.opposite))
    game = CubefulGame(HEURISTIC.evaluate, mine, theirs, beavers=state.beavers)
    start = (1, OPPONENTS) if settled and mine.contexts[0].i_may_turn[0] else (0, mine.owner)
    given = {"opponent_rolls": 1 - settled}
    for k, position in enumerate(DUELS):
        board = np.array([position.on_roll, position.opponent], np.int8)
        cubes = np.array([[*start, settled]])
        played = trials_of(
            board[None], 3, k, stakes=mine, cubes=cubes, stratify=0, reduce_variance=1, cubeful=1,
            beavers=int(state.beavers), truncate=9, **given,
        )  # fmt: skip
        for trial in range(3):
            level, owner = start
            slow = game.play(
                board, random_rolls(5, k + trial), level=level, owner=owner, settled=bool(settled),
                truncate=9, **given,
            )  # fmt: skip
            found = played.results[trial, 0, :, CUBEFUL] / CUBE_SCALE
            assert found == pytest.approx(slow[:2], abs=1e-4)
            ending = played.endings[trial, 0]
            kind = "dropped" if ending in (THEY_DROPPED, WE_DROPPED) else "judged" if ending == JUDGED else "over"
            assert kind == slow[2]


def test_sums_as_numpy_makes_them():
    played = trials_of([SHORT, race_board([6, 5, 4, 2], [6, 4, 2, 2, 1])], 60, reduce_variance=1)
    results, classes = played.results, played.classes
    sums, squares = np.zeros((2, 2, 2, NUMBERS), np.int64)
    products = np.zeros((2, 2, 2), np.int64)
    by_roll = np.zeros((2, FACES, 2, 2, NUMBERS), np.int64)
    counts = np.zeros((2, FACES), np.int64)
    endings = np.zeros((2, ENDINGS), np.int64)
    for part in (slice(0, 20), slice(20, 60)):
        some = type(played)(*(array[part] for array in played))
        add_up(some, EQUITY, sums, squares, products, by_roll, counts, endings)
    assert (sums == results.sum(axis=0)).all()
    assert (squares == (results**2).sum(axis=0)).all()
    equities = results[..., EQUITY]
    assert (products == np.einsum("tkc,tlc->ckl", equities, equities)).all()
    for turn in range(2):
        for roll in range(FACES):
            came = classes[:, turn] == roll
            assert counts[turn, roll] == came.sum()
            assert (by_roll[turn, roll] == results[came].sum(axis=0)).all()
    for k in range(2):
        assert (endings[k] == np.bincount(played.endings[:, k], minlength=ENDINGS)).all()
        assert endings[k, 0] == (results[:, k, RAW, EQUITY] > 0).sum()
