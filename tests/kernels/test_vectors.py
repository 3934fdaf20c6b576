import numpy as np
import pytest

from bgtool.kernels.jit import kernel
from bgtool.kernels.vectors import add_weighted_rows, positive_places


@kernel
def compiled_places(values, places):
    return positive_places(values, places)


@kernel
def compiled_sum_of_64(total, weights, rows, picks, n):
    add_weighted_rows(64, total, weights, rows, picks, n)


@kernel
def compiled_sum_of_32(total, weights, rows, picks, n):
    add_weighted_rows(32, total, weights, rows, picks, n)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.8, 1.0])
def test_positive_places(share):
    rng = np.random.default_rng(1)
    values = np.where(rng.random(512) < share, rng.random(512), -rng.integers(0, 2, 512)).astype(np.float32)
    places = np.full(520, -1, np.int16)
    n = compiled_places(values, places)
    assert places[:n].tolist() == np.flatnonzero(values > 0).tolist()
    assert n == positive_places(values, places)


def test_positive_places_knows_every_pattern_of_eight():
    for mask in range(256):
        values = np.array([(mask >> i) & 1 for i in range(8)], np.float32)
        places = np.zeros(16, np.int16)
        n = compiled_places(values, places)
        assert places[:n].tolist() == [i for i in range(8) if (mask >> i) & 1]


@pytest.mark.parametrize(("width", "compiled_sum"), [(64, compiled_sum_of_64), (32, compiled_sum_of_32)])
@pytest.mark.parametrize("n", [0, 1, 7, 100])
def test_add_weighted_rows(n, width, compiled_sum):
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(128, width)).astype(np.float32)
    weights = rng.normal(size=128).astype(np.float32)
    picks = rng.permutation(128).astype(np.int16)
    total = rng.normal(size=width).astype(np.float32)
    expected = total + (weights[picks[:n], None].astype(float) * rows[picks[:n]]).sum(0)
    slow, fast = total.copy(), total.copy()
    add_weighted_rows(width, slow, weights, rows, picks, n)
    compiled_sum(fast, weights, rows, picks, n)
    np.testing.assert_allclose(slow, expected, atol=1e-4)
    np.testing.assert_allclose(fast, expected, atol=1e-4)
