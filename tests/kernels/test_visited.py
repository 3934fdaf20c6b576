import numpy as np

from bgtool.kernels.visited import PLACES, keep, new_visited, recall
from tests.reference.random_positions import random_boards


def kept(visited, depth, board, number):
    keep(visited, depth, board, np.full(5, number, np.float32), np.full((2, 3), number))


def recalled(visited, depth, board):
    """The number that was kept, or None."""
    chances, values = np.zeros(5, np.float32), np.zeros((2, 3))
    if not recall(visited, depth, board[0], board[1], chances, values):
        assert not chances.any()
        assert not values.any()
        return None
    assert (chances == chances[0]).all()
    assert (values == chances[0]).all()
    return float(chances[0])


def started():
    visited = new_visited(4, 2, 3)
    visited.search[0] = 1
    return visited


def test_nothing_is_known_at_first():
    visited = started()
    for board in (*random_boards(50, 1), np.zeros((2, 26), np.int8)):
        assert recalled(visited, 2, board) is None


def test_a_position_is_known_to_its_search_and_its_depth_alone():
    visited = started()
    board = random_boards(1, 2)[0]
    kept(visited, 1, board, 0.25)
    assert recalled(visited, 1, board) == 0.25
    assert recalled(visited, 2, board) is None
    assert recalled(visited, 1, board[::-1]) is None
    visited.search[0] += 1
    assert recalled(visited, 1, board) is None


def test_the_newest_stays_and_nothing_is_mistaken_for_it():
    visited = started()
    boards = random_boards(8 * PLACES, 3)
    for number, board in enumerate(boards):
        kept(visited, 0, board, number)
        assert recalled(visited, 0, board) == number
    found = [recalled(visited, 0, board) for board in boards]
    known = [number for number, answer in enumerate(found) if answer is not None]
    assert all(found[number] == number for number in known)
    assert PLACES // 2 < len(known) <= PLACES
