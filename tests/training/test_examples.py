from dataclasses import replace

import numpy as np
import pytest

from bgtool.errors import DataError
from bgtool.layout import ROW
from bgtool.training.examples import as_measured, hold_out, join, read_examples, write_examples
from bgtool.training.gradient import endings_of
from bgtool.training.keys import keys_of
from tests.training.sets import pip_race_examples


def test_labels_beyond_the_bounds_of_a_chance_stay_what_they_are(tmp_path):
    """Cut off, results with the luck taken off would be too high where the truth is near 0."""
    examples = pip_race_examples(30)
    beyond = np.full((30, 4, 5), -0.02)
    beyond[..., 0] = 1.01
    write_examples(tmp_path / "set.npz", replace(examples, chances=as_measured(beyond)))
    again = join([examples, read_examples(tmp_path / "set.npz")])
    np.testing.assert_allclose(endings_of(again.chances[30:]).sum(-1), 1, atol=1e-6)
    np.testing.assert_allclose(endings_of(again.chances[30:])[..., 3], 1 - 1.01 + 0.02, atol=2e-5)
    assert (again.chances[:30] == examples.chances).all()


def test_examples_survive_a_round_trip(tmp_path):
    examples = pip_race_examples(30)
    write_examples(tmp_path / "set.npz", examples)
    again = read_examples(tmp_path / "set.npz", trust=0.5)
    assert (again.keys == examples.keys).all()
    assert (again.chances == examples.chances).all()
    assert (again.trust == 0.5).all()
    assert len(join([examples, again])) == 60


def test_a_foreign_training_set_is_one_clear_error(tmp_path):
    np.savez(tmp_path / "set.npz", position_key=np.zeros((3, 10)), chances=np.zeros((3, 5)))
    with pytest.raises(DataError, match="do not fit"):
        read_examples(tmp_path / "set.npz")


@pytest.mark.parametrize(
    ("place", "board"),
    [
        ("all ones", None),
        ("sixteen checkers", {(0, 6): 16}),
        ("both on a point", {(0, 6): 2, (1, 19): 2}),
    ],
)
def test_keys_that_are_no_positions_are_named(tmp_path, place, board):
    examples = pip_race_examples(5)
    if board is None:
        examples.keys[3, 2] = 255
    else:
        changed = np.zeros((2, ROW), np.int8)
        for (side, point), count in board.items():
            changed[side, point] = count
        examples.keys[3, 2] = keys_of(changed)
    write_examples(tmp_path / "set.npz", examples)
    with pytest.raises(DataError, match=r"decision 3, position 2"):
        read_examples(tmp_path / "set.npz")


def test_held_out_decisions_stay_apart():
    examples = pip_race_examples(600)
    train, held_out = hold_out(examples, one_in=5)
    assert 60 < len(held_out) < 240
    assert len(train) + len(held_out) == len(examples)
    firsts = {key.tobytes() for key in held_out.keys[:, 0]}
    assert not firsts & {key.tobytes() for key in train.keys[:, 0]}
