"""Tens of thousands of boards, most of them ones that no game would show: whatever is asked, chances are chances."""

import numpy as np
import pytest

from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import Lookahead
from bgtool.layout import HOME, OFF, POINTS
from tests.reference.game_boards import contact_left, rears
from tests.reference.random_positions import random_boards

BOARDS = random_boards(20_000, seed=77)
ONE_MINUS_WIN = 1e-7
"""How exactly single precision knows the chance of losing when that of winning is near 1."""


HOW_MANY = {
    ("net", 0): len(BOARDS),
    ("net", 1): 3000,
    ("net", 2): 160,
    ("heuristic", 0): len(BOARDS),
    ("heuristic", 1): 400,
    ("heuristic", 2): 40,
}


@pytest.fixture(scope="module", params=HOW_MANY, ids=str)
def asked(request):
    name, plies = request.param
    boards = BOARDS[: HOW_MANY[request.param]]
    return boards, Lookahead(evaluator_named(name), plies).evaluate(boards)


def test_every_chance_is_a_number_from_0_to_1(asked):
    _, chances = asked
    assert np.isfinite(chances).all()
    assert (chances >= 0).all()
    assert (chances <= 1).all()


def test_backgammons_are_gammons_and_gammons_are_wins(asked):
    _, (win, gammon, backgammon, lost_gammon, lost_backgammon) = asked[0], asked[1].T
    assert (gammon <= win).all()
    assert (backgammon <= gammon).all()
    assert (lost_gammon <= 1 - win + ONE_MINUS_WIN).all()
    assert (lost_backgammon <= lost_gammon).all()


def test_no_gammon_once_a_checker_is_off(asked):
    boards, chances = asked
    assert (boards[:, :, OFF] > 0).any(axis=0).all()
    assert (chances[boards[:, 1, OFF] > 0, 1:3] == 0).all()
    assert (chances[boards[:, 0, OFF] > 0, 3:5] == 0).all()


def test_no_backgammon_once_the_last_checker_is_out(asked):
    boards, chances = asked
    race = contact_left(boards) <= 0
    out = [race & (rears(boards[:, side]) <= POINTS - HOME) for side in range(2)]
    assert out[0].any()
    assert (chances[out[1], 2] == 0).all()
    assert (chances[out[0], 4] == 0).all()
