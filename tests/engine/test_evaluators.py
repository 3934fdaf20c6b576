"""The contract of every evaluator, the ones to come included."""

import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.engine.boards import as_board, as_boards
from bgtool.engine.evaluators import DEFAULT, brain_for, evaluator_named, evaluator_names
from bgtool.engine.search import Lookahead
from bgtool.errors import SettingsError
from bgtool.kernels.evaluate import chances_of
from bgtool.layout import BAR, HOME, OFF
from tests.boards import as_position
from tests.reference.random_positions import played_boards, random_boards

ALL = np.concatenate([random_boards(1600, 11), played_boards(4, 12)])
START = as_board(Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"))
SINGLE = 1e-7  # how exactly single precision knows the chance of losing when that of winning is near 1
OVER = {
    (1, 0, 0, 0, 0): ("", "3:1"),
    (1, 1, 0, 0, 0): ("", "18:15"),
    (1, 1, 1, 0, 0): ("", "19:1 3:14"),
    (0, 0, 0, 0, 0): ("24:1", ""),
    (0, 0, 0, 1, 0): ("18:15", ""),
    (0, 0, 0, 1, 1): ("bar:1 3:14", ""),
}


CASES = {
    **{name: (lambda name=name: evaluator_named(name), len(ALL)) for name in evaluator_names()},
    "net 1-ply": (lambda: Lookahead(evaluator_named("net"), 1), 800),
    "heuristic 1-ply": (lambda: Lookahead(evaluator_named("heuristic"), 1), 200),
    "net 2-ply": (lambda: Lookahead(evaluator_named("net"), 2), 100),
}
"""What makes each evaluator, and how many boards are asked of it."""


@pytest.fixture(params=CASES)
def evaluator(request):
    return CASES[request.param][0]()


@pytest.fixture
def boards(request, evaluator):
    """Boards of every kind that the evaluator knows, as many as it answers in a second."""
    number = CASES[request.node.callspec.params["evaluator"]][1]
    if evaluator.name == "bearoff":
        return ALL[~ALL[:, :, HOME + 1 :].any(axis=(1, 2))]
    return ALL[:: -(-len(ALL) // number)]


def rears(rows):
    return np.where(rows[:, 1:].any(axis=1), BAR - np.argmax(rows[:, BAR:OFF:-1] > 0, axis=1), 0)


def test_has_a_name_and_a_digest(evaluator):
    assert evaluator.name in evaluator_names()
    assert len(evaluator.digest) >= 4


@pytest.mark.parametrize("name", evaluator_names())
def test_is_loaded_once(name):
    assert evaluator_named(name) is evaluator_named(name)
    assert evaluator_named(name).name == name


def test_answers_five_floats_for_each_board_and_none_for_none(evaluator, boards):
    found = evaluator.evaluate(boards[:7])
    assert (found.shape, found.dtype) == ((7, 5), np.float32)
    assert evaluator.evaluate(boards[:0]).shape == (0, 5)


def test_keeps_the_order_and_does_not_depend_on_the_neighbours(evaluator, boards):
    boards = boards[:200]
    together = evaluator.evaluate(boards)
    np.testing.assert_array_equal(evaluator.evaluate(boards[::-1]), together[::-1])
    alone = np.concatenate([evaluator.evaluate(boards[i : i + 1]) for i in range(40)])
    np.testing.assert_array_equal(alone, together[:40])


def test_leaves_the_boards_alone(evaluator, boards):
    given = boards.copy()
    evaluator.evaluate(given)
    np.testing.assert_array_equal(given, boards)


def test_chances_are_ordered_and_within_0_and_1(evaluator, boards):
    win, gammon, backgammon, lost_gammon, lost_backgammon = evaluator.evaluate(boards).T
    for big, small in ((1, win), (win, gammon), (gammon, backgammon), (1 - win + SINGLE, lost_gammon)):
        assert (small >= 0).all()
        assert (small <= big).all()
    assert ((lost_backgammon >= 0) & (lost_backgammon <= lost_gammon)).all()


def test_no_gammon_once_a_checker_is_off(evaluator, boards):
    found = evaluator.evaluate(boards)
    assert (found[boards[:, 1, OFF] > 0, 1:3] == 0).all()
    assert (found[boards[:, 0, OFF] > 0, 3:5] == 0).all()
    assert (found[(boards[:, 1, OFF] == 0) & (boards[:, :, 1:].any(axis=(1, 2)))][:, 1] > 0).any()


def test_no_backgammon_once_the_loser_cannot_be_caught(evaluator, boards):
    mine, theirs = rears(boards[:, 0]), rears(boards[:, 1])
    found = evaluator.evaluate(boards)
    race = mine + theirs <= 24
    assert (found[race & (theirs <= 18), 2] == 0).all()
    assert (found[race & (mine <= 18), 4] == 0).all()


@pytest.mark.parametrize("expected", OVER)
def test_a_finished_game_is_exact(evaluator, expected):
    board = as_board(Position.of(*OVER[expected]))
    np.testing.assert_array_equal(evaluator.evaluate(board[None])[0], expected)


def test_says_the_same_in_a_compiled_loop(evaluator, boards):
    if isinstance(evaluator, Lookahead):
        pytest.skip("is a loop itself")
    found = np.empty((len(boards), 5), np.float32)
    chances_of(brain_for(evaluator, boards), boards, found)
    np.testing.assert_array_equal(found, evaluator.evaluate(boards))


def test_knows_good_from_bad(evaluator):
    closed = as_board(Position.of("7:1 6:2 5:2 4:2 3:2 2:3 1:3", "bar:1 6:5 5:4 4:5"))
    race = as_board(Position.of("6:5 5:5 4:5", "6:5 5:5 13:5"))
    bearoff = as_board(Position.of("3:2 2:2", "6:4 5:4"))
    for board in (bearoff,) if evaluator.name == "bearoff" else (closed, race, bearoff):
        ahead, behind = evaluator.evaluate(np.array([board, board[::-1]]))[:, 0]
        assert ahead > 0.75
        assert behind < 0.4
    if evaluator.name != "bearoff":
        assert 0.5 < evaluator.evaluate(START[None])[0, 0] < 0.56


def test_an_unknown_name_says_which_there_are():
    with pytest.raises(SettingsError, match=r"'gnubg'.*heuristic"):
        evaluator_named("gnubg")


def test_the_default_comes_first():
    assert evaluator_names()[0] == DEFAULT
    assert evaluator_named() is evaluator_named(DEFAULT)


def test_boards_go_there_and_back():
    positions = [as_position(board) for board in ALL[:50]]
    np.testing.assert_array_equal(as_boards(positions), ALL[:50])
    assert as_boards([]).shape == (0, 2, 26)
