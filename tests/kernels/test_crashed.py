import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.core.variant import NACKGAMMON, STANDARD
from bgtool.engine.boards import as_boards
from bgtool.kernels.crashed import BACK, FREE, crashed_share
from bgtool.kernels.jit import kernel
from tests.reference.game_boards import game_boards
from tests.reference.random_positions import random_boards


@kernel
def shares(boards, out):
    for i in range(boards.shape[0]):
        out[i] = crashed_share(boards[i, 0], boards[i, 1])


def shares_of(boards):
    out = np.full(len(boards), np.nan, np.float32)
    shares(np.ascontiguousarray(boards, np.int8), out)
    return out


def slow_share(board):
    """The same from lists of checkers, as the words above the kernel say it."""
    found = 0.0
    for row in np.asarray(board).tolist():
        checkers = [place for place, count in enumerate(row) for _ in range(count)]
        free = sum(place not in (0, 1, 2) for place in checkers)
        back = sum(25 - place <= 6 for place in checkers)
        for count, (none, whole) in ((free, FREE[::-1]), (back, BACK)):
            found = max(found, (count - none) / (whole - none))
    return min(found, 1.0)


@pytest.mark.parametrize("boards", [random_boards(500, 4), game_boards(20)], ids=["random", "of games"])
def test_matches_the_slow_twin(boards):
    found = shares_of(boards)
    assert len(np.unique(found)) > 2
    np.testing.assert_allclose(found, [slow_share(board) for board in boards], atol=1e-6)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (STANDARD.start, 0),
        (NACKGAMMON.start, 0),
        (Position.of("24:3 22:3 13:2 8:3 6:4", "18:2 13:2 8:3 6:4 5:2 4:2"), 1),  # back game
        (Position.of("18:2 13:2 8:3 6:4 5:2 4:2", "24:3 22:3 13:2 8:3 6:4"), 1),  # against one
        (Position.of("20:2 3:2 2:5 1:6", "13:2 8:3 6:5 4:3 3:2"), 1),  # buried
        (Position.of("25:1 6:2 0:12", "8:2 7:2 6:3 5:3 4:3 3:2"), 1),  # caught while bearing off
    ],
)
def test_names_of_the_field(position, expected):
    board = as_boards([position])
    assert shares_of(board)[0] == shares_of(board[:, ::-1])[0] == expected


def test_a_checker_moved_changes_little():
    """Wherever a checker goes, the share changes by no more than one step of each border."""
    most = 1 / min(FREE[1] - FREE[0], BACK[1] - BACK[0])
    boards = game_boards(3)
    for board in boards:
        moved = np.repeat(board[None], 26 * 26, 0)
        sources, targets = np.divmod(np.arange(26 * 26), 26)
        moved[np.arange(len(moved)), 0, sources] -= 1
        moved[np.arange(len(moved)), 0, targets] += 1
        legal = board[0, sources] > 0
        assert np.abs(shares_of(moved[legal]) - shares_of(board[None])[0]).max() <= most + 1e-6
