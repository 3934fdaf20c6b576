import numpy as np
import pytest

from bgtool.engine.network import WEIGHTS, Networks, read_weights, write_weights
from bgtool.errors import DataError
from bgtool.kernels.evaluate import Brain, chances_of
from bgtool.training.checkpoint import read_start, read_state
from bgtool.training.fit import predict
from bgtool.training.keys import boards_of
from bgtool.training.model import as_weights, parameters_of, random_parameters
from tests.training.sets import pip_race_examples


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


def test_a_damaged_checkpoint_is_one_clear_error(tmp_path):
    path = tmp_path / "fit.npz"
    path.write_bytes(b"PK\x03\x04 nonsense")
    with pytest.raises(DataError, match="cannot be read"):
        read_state(path)
