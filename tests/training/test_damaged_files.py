"""Training sets and checkpoints that are damaged, or hold what nothing can be reckoned with."""

from dataclasses import replace

import numpy as np
import pytest

from bgtool.errors import DataError, SettingsError
from bgtool.training.checkpoint import NUMBERS, State, read_state, write_state
from bgtool.training.examples import read_examples, write_examples
from bgtool.training.fit import Plan, fit
from bgtool.training.model import SIZE, as_weights, random_parameters, views
from tests.damage import refusals
from tests.training.sets import pip_race_examples


def test_no_damage_of_a_set_is_a_traceback(tmp_path):
    path = tmp_path / "set.npz"
    write_examples(path, pip_race_examples(4))
    assert refusals(path, read_examples) > 300


def test_no_damage_of_a_checkpoint_is_a_traceback(tmp_path):
    path = tmp_path / "fit.npz"
    np.savez_compressed(path, **vars(State.fresh(np.zeros(SIZE, np.float32), "race")))  # a small one
    assert refusals(path, read_state) > 300


@pytest.mark.parametrize(
    ("trust", "says"),
    [
        (np.array([1, np.nan, 1, 1, 1], np.float32), r"trust nan \(decision 1\)"),
        (np.array([1, 1, np.inf, 1, 1], np.float32), "trust inf"),
        (np.array([-1, 1, 1, 1, 1], np.float32), "trust -1"),
        (np.array([1, 1, 1, 1, 1e7]), "trust 10000000.0"),
        (np.array(["much"] * 5), "do not fit"),
        (np.ones(5, np.int64), "do not fit"),
        (np.ones(5, np.complex64), "do not fit"),
    ],
)
def test_trust_that_cannot_be_reckoned_with(tmp_path, trust, says):
    path = tmp_path / "set.npz"
    write_examples(path, replace(pip_race_examples(5), trust=trust))
    with pytest.raises(DataError, match=says):
        read_examples(path)


@pytest.mark.parametrize(
    ("label", "fine"),
    [(-3 * 65535, True), (4 * 65535, True), (-3 * 65535 - 1, False), (2**31 - 1, False), (-(2**31), False)],
)
def test_labels_that_are_no_chances_are_named(tmp_path, label, fine):
    path = tmp_path / "set.npz"
    examples = pip_race_examples(5)
    chances = examples.chances.astype(np.int32)
    chances[3, 2, 1] = label
    write_examples(path, replace(examples, chances=chances))
    if fine:
        assert read_examples(path).chances[3, 2, 1] == label
    else:
        with pytest.raises(DataError, match=rf"label {label} \(decision 3, position 2\)"):
            read_examples(path)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 3e38])
def test_checkpoints_hold_numbers(tmp_path, name, number):
    path = tmp_path / "fit.npz"
    state = State.fresh(random_parameters(1))
    getattr(state, name)[5] = number
    write_state(path, state)
    with pytest.raises(DataError, match=f"in its {name} are numbers that are not finite"):
        read_state(path)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"step": np.inf}, "step is inf"),
        ({"step": np.nan}, "step is nan"),
        ({"step": -5}, "step is -5"),
        ({"step": 2.5}, "step is 2.5"),
        ({"step": "late"}, "step is late"),
        ({"step": np.zeros(2, int)}, "no whole number"),
        ({"spread": np.full(SIZE, -1, np.float32)}, "in its spread"),
        ({"average": np.array(["0"] * SIZE)}, "of another network"),
        ({"average": np.zeros(SIZE, complex)}, "of another network"),
        ({"momentum": np.float32(3)}, "of another network"),
        ({"part": "middle game"}, "none of the networks contact, crashed, race"),
        ({"part": 3}, "none of the networks"),
        ({"part": np.array([0x7FFFFFFF], np.uint32).view("<U1")[0:1].reshape(())}, "none of the networks"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_checkpoints_that_no_fit_has_written(tmp_path, changes, says):
    path = tmp_path / "fit.npz"
    np.savez(path, **{**vars(State.fresh(random_parameters(1))), **changes})
    with pytest.raises(DataError, match=says):
        read_state(path)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_fit_that_leaves_all_bounds_says_so():
    """The gradient was not a number, and dividing by it was a traceback."""
    start = random_parameters(1) * np.float32(1e30)
    with pytest.raises(SettingsError, match=r"step \d+ went out of all bounds"):
        fit(pip_race_examples(80), pip_race_examples(5, seed=9), Plan(steps=2), start=start)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 1e30])
@pytest.mark.parametrize("layer", range(8))
def test_parameters_that_are_no_numbers_make_no_weights(layer, number):
    parameters = random_parameters(1)
    views(parameters)[layer].flat[3] = number
    with pytest.raises(DataError, match="make no network"):
        as_weights(parameters)
