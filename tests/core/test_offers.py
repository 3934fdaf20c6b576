"""Offers: who has to answer, what a record leaves behind, when gammons count and the cube may be turned."""

from dataclasses import replace

import pytest

from bgtool.core.position import Position
from bgtool.core.record import Beaver, Double, Pass, Resign, Take
from bgtool.core.replay import after
from bgtool.core.state import Cube, MatchState, Offer, Phase
from bgtool.errors import PositionError

MONEY = MatchState(Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"), on_roll=1, jacoby=True, beavers=True)


def done(*actions):
    state = MONEY
    for action in actions:
        state = after(state, action)
    return state


def test_beaver_and_raccoon_up_to_the_take():
    state = done(Double(1, 2), Beaver(0, 4))
    assert (state.offer, state.cube, state.decider) == (Offer.BEAVER, Cube(4, 0), 1)
    state = after(state, Beaver(1, 8))
    assert (state.offer, state.cube, state.decider) == (Offer.RACCOON, Cube(8, 0), 0)
    assert after(state, Take(0)) == replace(MONEY, cube=Cube(8, 0))


def test_a_passed_double_stays_to_be_seen():
    state = done(Double(1, 2), Pass(0))
    assert (state.phase, state.offer, state.decider) == (Phase.DROPPED, Offer.DOUBLE, 0)


def test_a_resignation_may_answer_a_double():
    state = done(Double(1, 2), Resign(0, 2))
    assert (state.offer, state.answering) == (Offer.RESIGN_GAMMON, Offer.DOUBLE)
    assert state.decider == 1
    assert done(Resign(1, 1)).decider == 0


def test_nothing_but_a_resignation_answers_the_cube():
    with pytest.raises(PositionError, match="answered by no resignation"):
        replace(MONEY, answering=Offer.DOUBLE)


@pytest.mark.parametrize(("cube", "count"), [(Cube(), False), (Cube(2), False), (Cube(2, 0), True), (Cube(2, 1), True)])
def test_jacoby_lets_gammons_count_once_the_cube_was_taken(cube, count):
    """An automatic double, a centred cube at 2, does not turn it."""
    assert replace(MONEY, cube=cube).view().gammons_count is count
    assert replace(MONEY, cube=cube, jacoby=False).view().gammons_count


@pytest.mark.parametrize(("limit", "allowed"), [(None, True), (64, True), (2, False), (1, False)])
def test_a_cube_at_its_limit_is_not_turned(limit, allowed):
    assert replace(MONEY, cube=Cube(2, 1), cube_limit=limit).view().may_double is allowed
