import hashlib
import zlib

import numpy as np
import pytest

from bgtool.engine import network
from bgtool.engine.evaluators import evaluator_named
from bgtool.errors import DataError
from bgtool.kernels.crashed import crashed_share
from bgtool.kernels.network import STEPS
from tests.reference.network import slow_chances
from tests.reference.random_positions import random_boards


@pytest.fixture(scope="module")
def shipped():
    return network.read_weights(network.WEIGHTS)


def test_weights_survive_a_round_trip(tmp_path, shipped):
    networks, digest = shipped
    path = tmp_path / "copy.weights"
    assert network.write_weights(networks, path) == digest
    again = network.read_weights(path)
    assert again[1] == digest
    for weights, found in zip(networks, again[0], strict=True):
        for one, other in zip(weights, found, strict=True):
            assert one.dtype == other.dtype
            assert (one == other).all()


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda data: data[:-1], "damaged"),
        (lambda data: data + b"\0", "damaged"),
        (lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], "damaged"),
        (lambda data: data.replace(b"1024-64", b"2048-64", 1), "2048-64-32"),
        (lambda data: data.replace(b"network 3", b"network 4", 1), "network 4"),
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
    assert "make it anew" in str(caught.value)


@pytest.mark.parametrize(("payload", "says"), [(b"no zlib", "unpack"), (zlib.compress(b"12345"), "5 bytes")])
def test_contents_that_fit_their_digest_but_not_the_network(tmp_path, payload, says):
    path = tmp_path / "some.weights"
    path.write_bytes(f"{network.TITLE} {hashlib.sha256(payload).hexdigest()}\n".encode() + payload)
    with pytest.raises(DataError, match=says):
        network.read_weights(path)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 1e30])
@pytest.mark.parametrize("field", ["second", "last_bias"])
def test_what_is_no_number_is_no_weight(tmp_path, shipped, field, number):
    """Games with such weights never ended."""
    networks, _ = shipped
    spoilt = getattr(networks.race, field).copy()
    spoilt.flat[-1] = number
    path = tmp_path / "some.weights"
    network.write_weights(networks._replace(race=networks.race._replace(**{field: spoilt})), path)
    with pytest.raises(DataError, match="not finite"):
        network.read_weights(path)


def test_the_shipped_file_comes_back_with_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(network, "WEIGHTS", tmp_path / "none.weights")
    with pytest.raises(DataError, match="reinstall bgtool"):
        network.load()


def test_a_missing_file_is_one_clear_error(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        network.read_weights(tmp_path / "none.weights")


def test_the_first_layer_cannot_overflow(shipped):
    from bgtool.training.model import extreme_sums

    for weights in shipped[0]:
        highest, lowest = extreme_sums(weights.table[:STEPS].astype(np.float32), weights.bias.astype(np.float32))
        assert highest.max() <= np.iinfo(np.int16).max
        assert lowest.min() >= np.iinfo(np.int16).min


def test_each_network_judges_its_own(shipped):
    """Contact goes to one, crashed positions to another, races beyond the bear-off tables to the third."""
    networks, digest = shipped
    evaluator = evaluator_named("net")
    assert (evaluator.name, evaluator.digest) == ("net", digest)
    boards = random_boards(400, 8)
    boards = boards[(boards.sum((1, 2)) == 30) & (boards[:, :, 7:].sum((1, 2)) > 0)]
    rears = np.array([[np.flatnonzero(row).max() for row in board] for board in boards])
    races = rears.sum(1) <= 24
    shares = np.array([crashed_share(*board) for board in boards])
    for parts, kind in (
        (((1.0, networks.contact),), boards[~races & (shares == 0)]),
        (((1.0, networks.crashed),), boards[~races & (shares == 1)]),
        (((0.5, networks.contact), (0.5, networks.crashed)), boards[~races & (shares == 0.5)]),
        (((1.0, networks.race),), boards[races]),
    ):
        assert len(kind) > 20
        expected = sum(share * np.array([slow_chances(weights, board) for board in kind]) for share, weights in parts)
        np.testing.assert_allclose(evaluator.evaluate(kind)[:, 0], expected[:, 0], atol=1e-4)
    assert evaluator.evaluate(boards[:0]).shape == (0, 5)
