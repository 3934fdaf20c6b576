"""The fifteen opening rolls: two plies deep the best play is one that players agree on."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.analysis.decisions import rank_roll
from bgtool.core.dice import Dice
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import Depth

CONSENSUS = json.loads((Path(__file__).parents[1] / "data/openings.json").read_text())
"""The plays of the opening rolls that rollouts and books recommend, the preferred one first (bkgm.com, Robertie)."""


@pytest.mark.parametrize("roll", CONSENSUS)
@pytest.mark.parametrize("cubeless", [False, True], ids=["cubeful", "cubeless"])
def test_best_play(roll, cubeless):
    state = replace(MatchState(STANDARD.start), dice=Dice.parse(roll))
    best = rank_roll(state, evaluator_named("net"), Depth(2), cubeless=cubeless).top(1)[0]
    assert best.plies == 2
    assert str(best.move) in CONSENSUS[roll]


def test_there_are_fifteen():
    assert len(CONSENSUS) == 15
    assert all(roll[0] > roll[1] for roll in CONSENSUS)
