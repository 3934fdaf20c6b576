import pytest

from bgtool.core.dice import Dice
from bgtool.core.record import Beaver, Double, Game, Match, Pass, Play, Resign, Take
from bgtool.core.replay import after, before, first_state, replay
from bgtool.core.rules import find_move
from bgtool.core.state import Cube, Offer, Phase
from bgtool.core.variant import STANDARD
from bgtool.errors import InputError

START = STANDARD.start


def play(state, seat, dice, text):
    state = before(state, Play(seat, Dice.parse(dice)))
    return Play(seat, Dice.parse(dice), find_move(state.position, Dice.parse(dice), text))


def record(*actions, length=5, score=(0, 0)):
    return Match(("Ann", "Bob"), length, (Game(1, score, tuple(actions)),))


def test_each_play_has_the_position_before_it_seen_by_its_player():
    first = Play(1, Dice(3, 1), find_move(START, Dice(3, 1), "8/5 6/5"))
    second_state = after(before(first_state(record(first), record(first).games[0]), first), first)
    second = play(second_state, 0, "61", "13/7 8/7")
    turns = list(replay(record(first, second)))
    assert [turn.state.on_roll for turn in turns] == [1, 0]
    assert turns[0].state.position == START
    assert turns[0].opening
    assert not turns[1].opening
    assert turns[1].state.position.opponent[5] == 2
    assert turns[1].state.dice == Dice(6, 1)


def test_double_and_take_turn_the_cube():
    first = Play(0, Dice(2, 1), find_move(START, Dice(2, 1), "13/11 6/5"))
    turns = list(replay(record(first, Double(1, 2), Take(0), Play(1, Dice(6, 5)))))
    double, take, last = turns[1:]
    assert double.state.cube == Cube(1)
    assert double.state.on_roll == 1
    assert take.state.offer is Offer.DOUBLE
    assert take.state.decider == 0
    assert last.state.cube == Cube(2, 0)
    assert last.state.on_roll == 1


@pytest.mark.parametrize(("answer", "cube"), [([], Cube(4, 0)), ([Beaver(1, 8)], Cube(8, 1))])
def test_beaver_and_raccoon(answer, cube):
    """Neither is followed by a take in a match file: the next roll accepts it."""
    first = Play(0, Dice(2, 1), find_move(START, Dice(2, 1), "13/11 6/5"))
    actions = (first, Double(1, 2), Beaver(0, 4), *answer, Play(1, Dice(6, 5)))
    last = list(replay(record(*actions, length=0)))[-1]
    assert last.state.cube.value == cube.value
    assert last.state.offer is None
    assert last.state.on_roll == 1


def test_beaver_keeps_the_cube_with_the_side_that_beavered():
    turns = list(replay(record(Double(1, 2), Beaver(0, 4), Take(1), length=0)))
    assert turns[-1].state.cube == Cube(4, 0)
    assert turns[-1].state.decider == 1


def test_pass_and_resignation_end_the_game():
    match = record(Double(0, 2), Pass(1))
    last = list(replay(match))[-1]
    assert after(last.state, last.action).phase is Phase.DROPPED
    resigned = list(replay(record(Resign(1, 2, Dice(6, 6)))))[-1]
    assert after(resigned.state, resigned.action).offer is Offer.RESIGN_GAMMON
    assert resigned.state.dice == Dice(6, 6)


def test_take_without_a_double_is_an_error():
    with pytest.raises(InputError, match="no double"):
        list(replay(record(Take(0), Take(1))))
