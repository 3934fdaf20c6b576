from dataclasses import replace

import numpy as np
import pytest

from bgtool.engine.network import WEIGHTS, Networks, read_weights, write_weights
from bgtool.errors import DataError
from bgtool.kernels.evaluate import Brain, chances_of
from bgtool.layout import ROW
from bgtool.training.checkpoint import read_start, read_state
from bgtool.training.examples import as_measured, hold_out, join, read_examples, write_examples
from bgtool.training.fit import Plan, fit, predict, validate
from bgtool.training.gradient import endings_of
from bgtool.training.keys import boards_of, boards_of_ids, keys_of
from bgtool.training.model import as_weights, parameters_of, random_parameters
from tests.reference.random_positions import random_boards
from tests.training.sets import pip_race_examples

SHORT = Plan(steps=60, batch=64, step_size=4e-3, warm_up=10, averaging=0.9, report=20, seed=5)


def test_a_fit_learns_and_says_so():
    examples = pip_race_examples(800)
    reports = []
    parameters = fit(examples, pip_race_examples(100, seed=9), SHORT, log=reports.append)
    before = validate(random_parameters(5), pip_race_examples(100, seed=9))
    assert [report["step"] for report in reports] == [20, 40, 60]
    assert reports[-1]["held_out"]["equity"] < 0.6 * before["equity"]
    assert reports[-1]["cross_entropy"] < reports[0]["cross_entropy"]
    as_weights(parameters)


def test_an_interrupted_fit_goes_on_where_it_was(tmp_path):
    examples, held_out = pip_race_examples(300), pip_race_examples(20, seed=9)
    whole = fit(examples, held_out, SHORT)
    path = tmp_path / "fit.npz"

    class Stop(Exception):
        pass

    def stop(report):
        if report["step"] == 40:
            raise Stop

    with pytest.raises(Stop):
        fit(examples, held_out, SHORT, checkpoint=path, log=stop)
    assert read_state(path).step == 20
    again = fit(examples, held_out, SHORT, checkpoint=path)
    assert (again == whole).all()


@pytest.mark.parametrize("part", Networks._fields)
def test_shipped_weights_are_parameters_to_go_on_from(part):
    """To the last bit, and they judge as the kernels do."""
    weights = getattr(read_weights(WEIGHTS)[0], part)
    parameters = read_start(WEIGHTS, part)
    for again, array in zip(as_weights(parameters), weights, strict=True):
        assert (again == array).all()
    examples = pip_race_examples(50)
    brain = Brain(network=weights)
    found = np.empty((200, 5), np.float32)
    chances_of(brain, boards_of(examples.keys).reshape(-1, 2, 26), found)
    won, lost = np.split(predict(parameters, examples), 2, axis=1)
    judged = np.stack((won.sum(1), won[:, :2].sum(1), won[:, 0], lost[:, 1:].sum(1), lost[:, 2]), axis=1)
    gammons_count = (boards_of(examples.keys).reshape(-1, 2, 26)[:, :, 0] == 0).all(1)
    np.testing.assert_allclose(judged[:, 0], found[:, 0], atol=5e-3)  # table entries are whole numbers of 1024ths
    np.testing.assert_allclose(judged[gammons_count, 1], found[gammons_count, 1], atol=6e-3)


def test_parameters_of_any_weights(tmp_path):
    weights = as_weights(random_parameters(4))
    write_weights(Networks(weights, weights, weights), tmp_path / "some.weights")
    again = read_start(tmp_path / "some.weights")
    assert (again == parameters_of(weights)).all()
    assert np.abs(again - random_parameters(4)).max() < 2e-3


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


def test_a_damaged_checkpoint_is_one_clear_error(tmp_path):
    path = tmp_path / "fit.npz"
    path.write_bytes(b"PK\x03\x04 nonsense")
    with pytest.raises(DataError, match="cannot be read"):
        read_state(path)


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


def test_keys_and_boards_are_one_another():
    boards = random_boards(200)
    boards = boards[boards.sum((1, 2)) == 30]
    assert (boards_of(keys_of(boards)) == boards).all()
    start = boards_of_ids(["4HPwATDgc/ABMA"])[0]
    assert start[0].tolist() == start[1].tolist()
    assert {place: count for place, count in enumerate(start[0].tolist()) if count} == {6: 5, 8: 3, 13: 5, 24: 2}
