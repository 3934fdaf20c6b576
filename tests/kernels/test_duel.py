"""The kernels of duels against plain twins."""

import numpy as np
import pytest

from bgtool.core.variant import HYPERGAMMON_3, STANDARD
from bgtool.engine.boards import as_boards
from bgtool.engine.candidates import best_equities, ranked_candidates
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.sieve import standard_sieve
from bgtool.kernels.duel import choose_plays, measure_luck, seed_games, throw
from bgtool.kernels.rng import WORDS
from tests.reference.random_positions import played_boards, random_boards

BOARDS = np.concatenate([random_boards(120, 5), played_boards(2, 6), as_boards([STANDARD.start, HYPERGAMMON_3.start])])
BOARDS = BOARDS[BOARDS[:, :, 1:].any(axis=2).all(axis=1)]
ROLLS = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.int8)


@pytest.fixture(scope="module")
def net():
    return evaluator_named("net")


def dice_for(boards, seed=7):
    return np.random.default_rng(seed).integers(1, 7, (len(boards), 2)).astype(np.int8)


def luck_of(brain, boards, dice, opening=False, limit=3):
    luck = np.empty(len(boards))
    measure_luck(brain, standard_sieve(), boards, dice, np.full(len(boards), opening), limit, luck)
    return luck


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("name", ["heuristic", "net"])
def test_plays_are_those_that_ranking_puts_first(name, limit):
    evaluator = evaluator_named(name)
    dice = dice_for(BOARDS)
    after = np.empty_like(BOARDS)
    choose_plays(evaluator.brain, standard_sieve(), BOARDS, dice, limit, after)
    found = ranked_candidates(BOARDS, dice, evaluator, limit)
    np.testing.assert_array_equal(after, found.boards[found.starts[:-1]])


def test_plays_do_not_depend_on_the_neighbours(net):
    dice = dice_for(BOARDS)
    together, alone = np.empty_like(BOARDS), np.empty_like(BOARDS)
    choose_plays(net.brain, standard_sieve(), BOARDS, dice, 3, together)
    for i in range(0, len(BOARDS), 9):
        choose_plays(net.brain, standard_sieve(), BOARDS[i : i + 1], dice[i : i + 1], 3, alone[i : i + 1])
        np.testing.assert_array_equal(alone[i], together[i])


@pytest.mark.parametrize("opening", [False, True])
def test_luck_is_nothing_on_average(net, opening):
    """Whatever the evaluator thinks: otherwise taking luck off would shift results."""
    rolls = ROLLS[ROLLS[:, 0] != ROLLS[:, 1]] if opening else ROLLS
    weights = np.where(rolls[:, 0] == rolls[:, 1], 1, 2)
    for board in BOARDS[::12]:
        luck = luck_of(net.brain, np.repeat(board[None], len(rolls), axis=0), rolls, opening)
        assert (weights * luck).sum() == pytest.approx(0, abs=1e-6)
        assert np.abs(luck).max() <= 6


def test_luck_is_the_best_play_against_the_mean_of_all_rolls(net):
    """The plain twin judges every play; the sieve is seldom wrong, and then by little."""
    boards = played_boards(2, 8)[::15]
    dice = dice_for(boards)
    expected = best_equities(boards, dice, net)
    for i, board in enumerate(boards):
        best = best_equities(np.repeat(board[None], len(ROLLS), axis=0), ROLLS, net)
        expected[i] -= np.average(best, weights=np.where(ROLLS[:, 0] == ROLLS[:, 1], 1, 2))
    difference = np.abs(luck_of(net.brain, boards, dice) - expected)
    assert difference.mean() < 0.05
    assert difference.max() < 0.5


def test_luck_is_the_same_whichever_die_is_named_first(net):
    dice = dice_for(BOARDS)
    turned = np.ascontiguousarray(dice[:, ::-1])
    np.testing.assert_array_equal(luck_of(net.brain, BOARDS, dice), luck_of(net.brain, BOARDS, turned))


def test_dice_are_fair_and_an_opening_roll_is_no_doublet():
    games = 36_000
    states = np.empty((games, WORDS), np.uint64)
    seed_games(3, np.arange(games), states)
    dice = np.empty((games, 2), np.int8)
    throw(states, np.ones(games, bool), dice)
    counts = np.bincount(6 * (dice[:, 0] - 1) + dice[:, 1] - 1, minlength=36).reshape(6, 6)
    assert (np.diag(counts) == 0).all()
    assert ((counts - games / 30) ** 2 / (games / 30)).sum() - 6 * games / 30 < 60
    throw(states, np.zeros(games, bool), dice)
    counts = np.bincount(6 * (dice[:, 0] - 1) + dice[:, 1] - 1, minlength=36)
    assert ((counts - 1000) ** 2 / 1000).sum() < 75


def test_a_dice_sequence_depends_on_its_number_alone():
    states = np.empty((3, WORDS), np.uint64)
    seed_games(5, np.array([8, 1, 8]), states)
    assert (states[0] == states[2]).all()
    assert (states[0] != states[1]).any()
