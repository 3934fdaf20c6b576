"""Ten famous positions whose winning chances everybody knows: a mangled network fails here within a second.

The bands are 0.03 to either side of what GNU Backgammon says at 2-ply.
"""

import pytest

from bgtool.core.position import Position
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named

CANARIES = {
    "the opening position": ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 0.525),
    "the opponent has made his five point with 31": ("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:2", 0.449),
    "a checker closed out": ("25:1 6:2 5:3 4:3 3:3 2:3", "7:1 6:3 5:3 4:2 3:2 2:2 1:2", 0.041),
    "two checkers closed out": ("25:2 6:3 5:2 4:3 3:3 2:2", "7:1 6:3 5:3 4:2 3:2 2:2 1:2", 0.052),
    "bearing off against an ace point": ("6:4 5:4 4:3 3:2 2:2", "24:2 6:3 5:3 4:3 3:2 2:2", 0.910),
    "even, the midpoints still to pass": ("13:3 8:3 6:4 5:3 4:2", "13:3 8:3 6:4 5:3 4:2", 0.573),
    "behind a full prime": ("24:2 13:2 8:3 6:4 5:2 4:2", "10:2 9:2 8:2 7:2 6:2 5:2 13:3", 0.178),
    "a back game": ("23:2 22:2 13:2 8:2 6:3 5:2 4:2", "13:2 8:3 7:2 6:3 5:2 4:3", 0.350),
    "a five-point holding game": ("20:2 13:3 8:3 6:4 5:3", "13:4 10:1 8:4 6:4 4:2", 0.448),
    "two on the bar against a blitz": ("25:2 13:5 8:3 6:5", "24:2 13:2 8:2 6:4 5:3 4:2", 0.244),
}


@pytest.mark.parametrize("name", CANARIES)
def test_canary(name):
    on_roll, opponent, win = CANARIES[name]
    found = evaluator_named("net").evaluate(as_boards([Position.of(on_roll, opponent)]))[0]
    assert found[0] == pytest.approx(win, abs=0.03)
