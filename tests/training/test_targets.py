import random

import numpy as np
import pytest

from bgtool.core.dice import ROLLS
from bgtool.core.rules import legal_moves
from bgtool.engine.boards import as_board, as_position
from bgtool.engine.evaluators import evaluator_named
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.search import new_scratch
from bgtool.training.gradient import SIBLINGS
from bgtool.training.keys import boards_of
from bgtool.training.selfplay import filled_up, games
from bgtool.training.starts import KINDS, a_start, altered, is_legal
from bgtool.training.strength import equities
from bgtool.training.targets import Habits, one_ply

PLAIN = Habits(trace=0.0, loose=0.1, siblings=2)
BRAIN = Brain(network=evaluator_named("net").parts.network)


def chances_of(boards):
    from bgtool.kernels.evaluate import chances_of as kernel

    out = np.empty((len(boards), 5), np.float32)
    kernel(BRAIN, np.ascontiguousarray(boards, np.int8), out)
    return out


def slow_one_ply(board):
    """The mean over the rolls of the best reply, by the readable rules."""
    total = np.zeros(5)
    for dice in ROLLS:
        weight = 1 if dice.high == dice.low else 2
        after = [position for _, position in legal_moves(as_position(board), dice)]
        theirs = chances_of([as_board(position.swapped()) for position in after])
        best = theirs[equities(theirs).argmin()]
        win, gammon, backgammon, lost_gammon, lost_backgammon = best
        total += np.array([1 - win, lost_gammon, lost_backgammon, gammon, backgammon]) * weight / 36
    return total


@pytest.mark.parametrize("kind", ["opening", "containment", "ace point"])
def test_one_ply_is_the_mean_of_the_best_replies(kind):
    board = a_start(random.Random(3), kind)
    out = np.empty(5, np.float32)
    one_ply(BRAIN, board, new_scratch(), out)
    np.testing.assert_allclose(out, slow_one_ply(board), atol=1e-5)
    assert np.abs(out - chances_of(board[None])[0]).max() > 1e-4  # it does look ahead


def test_one_ply_of_a_finished_game_is_what_it_is():
    board = a_start(random.Random(4), "opening")
    board[1] = 0
    board[1, 0] = 15
    out = np.empty(5, np.float32)
    one_ply(BRAIN, board, new_scratch(), out)
    assert out.tolist() == [0, 0, 0, 1, 1]  # the opponent is off, my back checkers are in his home


def test_games_are_reproducible_and_labelled_by_looking_ahead():
    some = games(BRAIN, 30, seed=2, habits=PLAIN)
    again = games(BRAIN, 30, seed=2, habits=PLAIN)
    assert (some.keys == again.keys).all()
    assert (some.chances == again.chances).all()
    other = games(BRAIN, 30, seed=3, habits=PLAIN)
    shared = min(len(some), len(other))
    assert (some.keys[:shared] != other.keys[:shared]).any()
    scratch, out = new_scratch(), np.empty(5, np.float32)
    for i in (0, 11, 23):
        for k in range(SIBLINGS):
            one_ply(BRAIN, boards_of(some.keys[i, k]), scratch, out)
            np.testing.assert_allclose(some.chances[i, k] / 65535, out, atol=2e-5)


def test_the_best_play_comes_first():
    some = games(BRAIN, 40, seed=5, habits=PLAIN)
    bare = equities(chances_of(boards_of(some.keys).reshape(-1, 2, 26))).reshape(-1, SIBLINGS)
    assert (bare.argmin(1) == 0).all()  # the opponent is on roll
    assert (bare.max(1) - bare.min(1) <= 0.25 + 1e-6).all()
    assert (bare.max(1) > bare.min(1)).mean() > 0.5


def test_surprises_flow_back_along_a_game():
    """Following the game to its end gives other labels than one ply, but the same ones in the mean."""
    plain = games(BRAIN, 400, seed=6, habits=PLAIN)
    traced = games(BRAIN, 400, seed=6, habits=PLAIN._replace(trace=1.0))
    assert (plain.keys == traced.keys).all()
    moved = equities(traced.chances[:, 0] / 65535) - equities(plain.chances[:, 0] / 65535)
    assert np.abs(moved).mean() > 0.005
    assert abs(moved.mean()) < 0.1
    # what was added is common to the siblings of a decision, apart from the bounds of a chance
    other = equities(traced.chances[:, 1] / 65535) - equities(plain.chances[:, 1] / 65535)
    assert np.median(np.abs(moved - other)) < 1e-3


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_starts_are_legal(kind):
    rng = random.Random(7)
    for _ in range(50):
        board = a_start(rng, kind)
        assert is_legal(board)
        as_position(board)
        assert (altered(rng, board).sum(1) == 15).all()


def test_missing_siblings_repeat_those_there_are():
    assert filled_up(np.array([1, 2, 4])).tolist() == [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 3]]
