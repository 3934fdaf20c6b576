import numpy as np
import pytest

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.variant import STANDARD
from bgtool.engine.boards import as_board
from bgtool.engine.explain import explain
from bgtool.engine.heuristic import shipped_weights
from bgtool.errors import InputError
from bgtool.kernels.evaluate import Brain, chances
from tests.boards import as_position
from tests.reference.random_positions import played_boards, random_boards

START = "24:2 13:5 8:3 6:5"
BOARDS = np.concatenate([random_boards(80, 21), played_boards(1, 22)[::3]])


def heuristic_equity(position):
    out = np.empty(5, np.float32)
    board = as_board(position)
    chances(Brain(heuristic=shipped_weights()), board[0], board[1], out)
    return Outcomes.of(out).equity


@pytest.mark.parametrize("board", BOARDS[:: len(BOARDS) // 40])
def test_shares_add_up_to_the_equity_of_the_heuristic(board):
    found = explain(as_position(board))
    total = found.reference_equity + sum(share.equity for share in found.shares)
    assert total == pytest.approx(found.equity, abs=1e-3)
    assert found.equity == pytest.approx(heuristic_equity(as_position(board)), abs=1e-3)


def test_the_starting_position_needs_no_explanation():
    found = explain(STANDARD.start)
    assert found.shares == ()
    assert found.equity == found.reference_equity


def test_the_greatest_share_comes_first():
    shares = explain(Position.of("24:2 13:4 8:3 6:4 5:2", "24:2 13:5 8:3 6:5")).shares
    sizes = [abs(share.equity) for share in shares]
    assert sizes == sorted(sizes, reverse=True)


def test_the_values_of_both_players_stand_in_one_share():
    position = Position.of("24:2 13:5 8:3 6:5", "bar:1 24:1 13:5 8:3 6:5")
    shares = {share.feature: share for share in explain(position).shares}
    assert (shares["on the bar"].mine, shares["on the bar"].theirs) == (0, 1)
    assert (shares["pips"].mine, shares["pips"].theirs) == pytest.approx((1.67, 1.68))
    assert shares["on the bar"].group == "bar"


def test_a_blot_under_fire_is_good_for_the_other_side():
    mine = {share.feature: share for share in explain(Position.of("24:2 13:4 8:3 7:1 6:5", START)).shares}
    theirs = {share.feature: share for share in explain(Position.of(START, "24:2 13:4 8:3 7:1 6:5")).shares}
    blots = ("shots", "shots from a board", "pips at risk", "blot 7")

    def total(shares):
        return sum(shares[name].equity for name in blots if name in shares)

    assert total(mine) < total(theirs)
    assert total(theirs) > 0


def test_a_race_is_compared_with_the_same_race_for_both():
    even = Position.of("6:5 5:5 4:5", "6:5 5:5 4:5")
    assert explain(even).shares == ()
    ahead = explain(Position.of("6:5 5:5 4:5", "6:5 5:5 13:5"))
    assert ahead.reference == "same race for both"
    assert ahead.shares[0].equity > 0
    assert ahead.equity > explain(even).equity


def test_a_finished_game_cannot_be_explained():
    with pytest.raises(InputError, match="over"):
        explain(Position.of("", "3:1"))
