import numpy as np
import pytest

from bgtool.kernels.network import FIRST
from bgtool.training.gradient import Emphasis, Gradient, endings_of
from bgtool.training.inputs import INPUTS, add_gradient, table_of
from bgtool.training.model import Parameters, random_parameters, views
from tests.training.sets import pip_race_examples

EMPHASIS = Emphasis(differences=3.0, equity=1.0, sparsity=0.0)


def gradient_at(flat, examples):
    gradient = Gradient(decisions=7)
    at = views(flat)
    gradient.add(at, table_of(at.first), examples.keys, examples.chances, examples.trust, EMPHASIS)
    add_gradient(gradient.of_table, gradient.of.first)
    return gradient


def loss_at(flat, examples):
    """The loss from its definition, in the sums that the gradient reports."""
    gradient = gradient_at(flat, examples)
    return gradient.cross_entropy + EMPHASIS.differences * gradient.difference + EMPHASIS.equity * gradient.equity


@pytest.mark.parametrize("name", Parameters._fields)
def test_gradient_is_the_slope_of_the_loss(name):
    examples = pip_race_examples(20)
    flat = random_parameters(3)
    slope = np.zeros_like(flat)
    getattr(views(slope), name)[:] = getattr(gradient_at(flat, examples).of, name)
    length = float(np.sqrt(slope.astype(float) @ slope))
    assert length > 0
    step = 0.01 / length  # 0.01 along the gradient of this layer alone
    measured = loss_at(flat + np.float32(step) * slope, examples) - loss_at(flat - np.float32(step) * slope, examples)
    assert measured / 0.02 == pytest.approx(length, rel=0.02)


def test_siblings_share_their_first_layer_exactly():
    """A decision of four unlike positions has the sums of each position on its own."""
    from bgtool.kernels.network import PAIRS
    from bgtool.training.gradient import open_first_layer

    examples = pip_race_examples(8)
    at = views(random_parameters(4))
    table = table_of(at.first)

    def sums_of(keys):
        sums, products = np.empty((4 * len(keys), FIRST), np.float32), np.empty((4 * len(keys), PAIRS), np.float32)
        open_first_layer(keys, table, at.first_bias, sums, products)
        return sums

    alone = np.concatenate(
        [sums_of(np.repeat(key[None, None], 4, axis=1))[:1] for key in examples.keys.reshape(-1, 10)]
    )
    np.testing.assert_allclose(sums_of(examples.keys), alone, atol=1e-4)


def test_endings_add_up():
    examples = pip_race_examples(50)
    endings = endings_of(examples.chances)
    np.testing.assert_allclose(endings.sum(-1), 1, atol=1e-4)
    np.testing.assert_allclose(endings[..., 0] + endings[..., 1], examples.chances[..., 1] / 65535, atol=1e-4)


def test_every_input_reaches_the_table():
    first = np.eye(INPUTS, dtype=np.float32)
    table = table_of(first)
    assert (table != 0).any(axis=0).all()
    assert (table.reshape(52, 16, INPUTS)[:, 0] == 0).all()
