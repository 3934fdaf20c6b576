import numpy as np
import pytest

from bgtool.core.dice import Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.engine.boards import as_board
from bgtool.engine.heuristic import shipped_weights
from bgtool.kernels.evaluate import Brain, chances, chances_after, chances_of
from bgtool.kernels.heuristic import HeuristicWeights
from bgtool.kernels.search import best_play, judge_plays, new_scratch, rank
from tests.boards import as_position
from tests.reference.random_positions import random_boards

BRAIN = Brain(heuristic=shipped_weights())
IGNORANT = Brain(heuristic=HeuristicWeights(*(np.zeros_like(table) for table in shipped_weights())))
ROLLS = [(6, 5), (3, 1), (2, 2), (4, 4)]


def slow_ranking(position, dice, limit):
    """The plays with equities, from the rules and an evaluation of each position on its own."""
    ranked = []
    for _, after in legal_moves(position, dice):
        board = as_board(after.swapped())
        out = np.empty(5, np.float32)
        chances(BRAIN, board[0], board[1], out)
        ranked.append((Outcomes.of(out).swapped().capped_equity(limit), after))
    return sorted(ranked, key=lambda play: -play[0])


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("roll", ROLLS)
def test_ranks_every_play_as_the_slow_twin_does(roll, limit):
    scratch = new_scratch()
    for board in random_boards(24, 5):
        n = rank(BRAIN, board[0], board[1], *roll, limit, scratch)
        order = scratch.order[:n]
        expected = slow_ranking(as_position(board), Dice.of(*roll), limit)
        assert n == len(expected)
        np.testing.assert_allclose(scratch.equities[order], [equity for equity, _ in expected], atol=1e-5)
        found = {as_position(scratch.boards[i]) for i in order if rear(scratch.boards[i])}
        assert found == {after for _, after in expected if not after.is_over}
        assert sorted(order) == list(range(n))


def rear(board):
    return board[0, 1:].any() and board[1, 1:].any()


@pytest.mark.parametrize("roll", ROLLS)
def test_the_best_play_is_the_first_of_the_ranking(roll):
    first, second = new_scratch(), new_scratch()
    for board in random_boards(200, 6):
        n = rank(BRAIN, board[0], board[1], *roll, 3, first)
        best = best_play(BRAIN, board[0], board[1], *roll, 3, second)
        assert best == first.order[0]
        np.testing.assert_array_equal(second.boards[best], first.boards[first.order[0]])
        if n > 1:
            assert second.equities[best] == first.equities[:n].max()


def test_equal_plays_bear_off_most_then_keep_the_order_of_the_generator():
    scratch = new_scratch()
    board = as_board(Position.of("6:2 5:2 4:2", "24:2 6:5"))
    n = rank(IGNORANT, board[0], board[1], 4, 1, 3, scratch)
    order = scratch.order[:n]
    assert len(set(scratch.equities[:n])) == 1
    off = scratch.boards[order, 0, 0].tolist()
    assert off == sorted(off, reverse=True)
    assert len(set(off)) > 1
    for count in set(off):
        same = [i for i in order if scratch.boards[i, 0, 0] == count]
        assert same == sorted(same)


def test_a_dance_is_one_unchanged_board():
    board = as_board(Position.of("bar:1 13:9 6:5", "6:2 5:2 4:2 3:2 2:2 1:2 8:3"))
    scratch = new_scratch()
    assert rank(BRAIN, board[0], board[1], 6, 5, 3, scratch) == 1
    np.testing.assert_array_equal(scratch.boards[0], board)
    assert best_play(BRAIN, board[0], board[1], 6, 5, 3, scratch) == 0


def test_a_play_that_ends_the_game_is_exact():
    board = as_board(Position.of("1:2", "23:2 13:13"))
    scratch = new_scratch()
    n = judge_plays(BRAIN, board[0], board[1], 6, 5, 3, scratch)
    assert n == 1
    assert scratch.chances[0].tolist() == [1, 1, 1, 0, 0]
    assert scratch.equities[0] == 3
    judge_plays(BRAIN, board[0], board[1], 6, 5, 2, scratch)
    assert scratch.equities[0] == 2


def test_after_a_play_the_mover_sees_the_mirror_of_what_the_other_sees():
    boards = random_boards(300, 8)
    mine, theirs = np.empty((300, 5), np.float32), np.empty((300, 5), np.float32)
    chances_after(BRAIN, boards, 300, mine)
    chances_of(BRAIN, np.ascontiguousarray(boards[:, ::-1]), theirs)
    np.testing.assert_array_equal(mine[:, 0], 1 - theirs[:, 0])
    np.testing.assert_array_equal(mine[:, 1:], theirs[:, [3, 4, 1, 2]])


def test_chances_after_writes_only_what_was_asked_for():
    boards = random_boards(4, 9)
    out = np.full((4, 5), np.nan, np.float32)
    chances_after(BRAIN, boards, 2, out)
    assert np.isfinite(out[:2]).all()
    assert np.isnan(out[2:]).all()


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ("", "3:1 2:1", [1, 0, 0, 0, 0]),
        ("", "7:15", [1, 1, 0, 0, 0]),
        ("", "19:1 7:14", [1, 1, 1, 0, 0]),
        ("", "bar:1 7:14", [1, 1, 1, 0, 0]),
        ("3:1 2:1", "", [0, 0, 0, 0, 0]),
        ("7:15", "", [0, 0, 0, 1, 0]),
        ("24:1 7:14", "", [0, 0, 0, 1, 1]),
    ],
)
def test_a_finished_game_is_exact(mine, theirs, expected):
    board = as_board(Position.of(mine, theirs))
    out = np.empty(5, np.float32)
    chances(BRAIN, board[0], board[1], out)
    assert out.tolist() == expected


def test_a_hypergammon_gammon_needs_all_three_checkers_not_fifteen():
    board = as_board(Position.of("", "5:3", 3))
    out = np.empty(5, np.float32)
    chances(BRAIN, board[0], board[1], out)
    assert out.tolist() == [1, 1, 0, 0, 0]
