import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.core.variant import STANDARD
from bgtool.engine.boards import as_boards
from bgtool.errors import SettingsError
from bgtool.training.examples import Examples
from bgtool.training.keys import keys_of
from bgtool.training.parts import concerning
from bgtool.training.selfplay import mixture_of

OPENING = STANDARD.start
BACK_GAME = Position.of("24:3 22:3 13:2 8:3 6:4", "18:2 13:2 8:3 6:4 5:2 4:2")
BETWEEN = Position.of("24:3 22:2 13:3 8:3 6:4", "18:2 13:2 8:3 6:4 5:2 4:2")
RACE = Position.of("10:5 6:5 5:5", "10:5 6:5 5:5")


def decisions(*positions):
    """One decision for each, of four times the same position."""
    keys = np.repeat(keys_of(as_boards(positions))[:, None], 4, axis=1)
    return Examples(keys, np.zeros((len(keys), 4, 5), np.uint16), np.ones(len(keys), np.float32))


@pytest.mark.parametrize(
    ("part", "expected"),
    [("contact", [OPENING, BETWEEN]), ("crashed", [BACK_GAME, BETWEEN]), ("race", [RACE])],
)
def test_decisions_go_to_the_networks_that_judge_them(part, expected):
    found = concerning(decisions(OPENING, BACK_GAME, BETWEEN, RACE), part)
    assert {key.tobytes() for key in found.keys[:, 0]} == {key.tobytes() for key in keys_of(as_boards(expected))}


def test_one_position_of_four_is_enough():
    mixed = decisions(OPENING)
    mixed.keys[0, 3] = keys_of(as_boards([BACK_GAME]))[0]
    assert len(concerning(mixed, "contact")) == len(concerning(mixed, "crashed")) == 1
    assert len(concerning(mixed, "race")) == 0


def test_mixtures_have_weights():
    assert mixture_of(["back game", "altered=2.5"]) == {"back game": 1.0, "altered": 2.5}
    for text in ("front game", "altered=much", "altered=0", "altered=nan"):
        with pytest.raises(SettingsError, match=text.split("=")[0]):
            mixture_of([text])
