"""A moment and its mirror, the seats exchanged, get the same numbers through every door."""

import json

import numpy as np
import pytest

import bgtool
from bgtool.cli import run
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import Depth, Lookahead

START = Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
DANCE = Position.of("bar:1 24:2 13:4 8:3 6:5", "9:2 7:1 6:3 5:3 4:2 3:2 2:2")
BACK_GAME = Position.of("23:2 22:2 13:2 8:2 6:3 5:2 4:2", "13:2 8:3 7:2 6:3 5:2 4:3")
RACE = Position.of("13:1 9:2 8:3 6:4 5:3 4:2", "10:2 9:1 8:3 6:4 5:3 3:2")
BEAROFF = Position.of("6:3 5:2 3:2 off:8", "4:3 2:3 1:2 off:7")
STATES = (
    MatchState(START, 1),
    MatchState(START, length=7, score=(2, 4)),
    MatchState(START, 1, cube=Cube(2, 1), length=5, score=(3, 1)),
    MatchState(DANCE, length=5, score=(0, 4), crawford=True),
    MatchState(BACK_GAME, jacoby=True),
    MatchState(RACE, cube=Cube(2, 0)),
    MatchState(RACE, length=3, score=(2, 1)),
    MatchState(BEAROFF, 1, cube=Cube(4, 1)),
)
IDS = [bgtool.xgid(state) for state in STATES]
NAMED = {"gnubg": bgtool.gnubg_id, "xgid": bgtool.xgid, "ogid": bgtool.ogid}
TOLD = {"id", "match_id", "xgid", "position_id", "gnubg_id"}


def numbers(capsys, *arguments):
    """What a command answers in JSON, without the IDs in it."""
    assert run([*arguments, "--json"]) == 0

    def cleaned(value):
        if isinstance(value, dict):
            return {name: cleaned(inner) for name, inner in value.items() if name not in TOLD}
        return [cleaned(inner) for inner in value] if isinstance(value, list) else value

    return cleaned(json.loads(capsys.readouterr().out))


def test_a_mirror_is_another_moment():
    assert all(state.mirrored().mirrored() == state != state.mirrored() for state in STATES)


@pytest.mark.parametrize("state", STATES, ids=IDS)
@pytest.mark.parametrize("notation", NAMED)
def test_eval(state, notation, capsys):
    ours, theirs = (NAMED[notation](moment) for moment in (state, state.mirrored()))
    for plies in "012":
        assert numbers(capsys, "eval", ours, "--plies", plies) == numbers(capsys, "eval", theirs, "--plies", plies)


@pytest.mark.parametrize("state", STATES, ids=IDS)
@pytest.mark.parametrize("dice", [[], ["--dice", "31"], ["--dice", "66"]], ids=["cube", "31", "66"])
def test_hint(state, dice, capsys):
    ours, theirs = (bgtool.xgid(moment) for moment in (state, state.mirrored()))
    for plies in "01":
        assert numbers(capsys, "hint", ours, *dice, "--plies", plies) == numbers(
            capsys, "hint", theirs, *dice, "--plies", plies
        )


@pytest.mark.parametrize("name", ["heuristic", "net"])
def test_library(name):
    for state in STATES:
        for plies in range(3):
            ours, theirs = (
                bgtool.evaluate(moment, evaluator=name, depth=Depth(plies)) for moment in (state, state.mirrored())
            )
            assert (
                ours.outcomes
                == theirs.outcomes
                == bgtool.evaluate(state.position, evaluator=name, depth=Depth(plies)).outcomes
            )


@pytest.mark.parametrize("plies", range(3))
def test_lookahead_does_not_mind_who_else_is_asked_about(plies):
    """The position, then the same with the other player on roll, alone and together."""
    boards = as_boards([state.position for state in STATES])
    both = np.concatenate([boards, boards[:, ::-1]])
    lookahead = Lookahead(evaluator_named("net"), plies)
    together = lookahead.evaluate(both)
    np.testing.assert_array_equal(together[: len(boards)], lookahead.evaluate(boards))
    np.testing.assert_array_equal(together[len(boards) :], lookahead.evaluate(boards[:, ::-1]))


def test_rollout(capsys):
    state = STATES[0]
    settings = ["--trials", "36", "--seed", "3"]
    ours, theirs = (numbers(capsys, "rollout", bgtool.xgid(m), *settings) for m in (state, state.mirrored()))
    assert ours == theirs
