import numpy as np
import pytest

from bgtool.engine import network
from bgtool.engine.evaluators import evaluator_named
from bgtool.errors import DataError
from tests.reference.network import slow_chances
from tests.reference.random_positions import random_boards


@pytest.fixture(scope="module")
def shipped():
    return network.read_weights(network.WEIGHTS)


def test_weights_survive_a_round_trip(tmp_path, shipped):
    weights, digest = shipped
    path = tmp_path / "copy.weights"
    assert network.write_weights(weights, path) == digest
    assert path.read_bytes() == network.WEIGHTS.read_bytes()
    again, _ = network.read_weights(path)
    for one, other in zip(weights, again, strict=True):
        assert one.dtype == other.dtype
        assert (one == other).all()


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda data: data[:-1], "damaged"),
        (lambda data: data + b"\0", "damaged"),
        (lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], "damaged"),
        (lambda data: data.replace(b"1024-64", b"2048-64", 1), "2048-64-32"),
        (lambda data: data.replace(b"network 1", b"network 2", 1), "network 2"),
        (lambda data: b"\x89PNG\r\n" + data, "is not a network"),
        (lambda data: b"", "is not a network"),
    ],
)
def test_a_damaged_or_foreign_file_is_one_clear_error(tmp_path, harm, says):
    path = tmp_path / "some.weights"
    path.write_bytes(harm(network.WEIGHTS.read_bytes()))
    with pytest.raises(DataError, match=says) as caught:
        network.read_weights(path)
    assert str(path) in str(caught.value)
    assert "reinstall" in str(caught.value)


def test_a_missing_file_is_one_clear_error(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        network.read_weights(tmp_path / "none.weights")


def test_the_first_layer_cannot_overflow(shipped):
    from bgtool.training.model import extreme_sums

    weights, _ = shipped
    highest, lowest = extreme_sums(weights.table.astype(np.float32), weights.bias.astype(np.float32))
    assert highest.max() <= np.iinfo(np.int16).max
    assert lowest.min() >= np.iinfo(np.int16).min


def test_the_evaluator_answers_what_its_weights_say(shipped):
    weights, digest = shipped
    evaluator = evaluator_named("net")
    assert (evaluator.name, evaluator.digest) == ("net", digest)
    boards = np.array([board for board in random_boards(160, 8) if board.sum() == 30 and not board[:, 0].any()])
    inside = (boards[:, :, 7:].sum((1, 2)) > 0) & (boards[:, :, 19:].sum((1, 2)) > 0)
    boards = boards[inside]
    assert len(boards) > 20
    expected = np.array([slow_chances(weights, board) for board in boards])
    np.testing.assert_allclose(evaluator.evaluate(boards)[:, 0], expected[:, 0], atol=1e-4)
    assert evaluator.evaluate(boards[:0]).shape == (0, 5)
