import numpy as np
import pytest

from bgtool.kernels.jit import kernel
from bgtool.kernels.vectors import BLOCK, add_all_rows, add_weighted_rows, exchange_rows, multiply_pairs


@kernel
def compiled_exchange(sums, table, added, n, taken, m):
    exchange_rows(sums, table, added, n, taken, m)


@kernel
def compiled_pairs(sums, one, products, places):
    return multiply_pairs(sums, one, products, places)


@kernel
def compiled_sum_of_64(total, weights, rows, picks, n):
    add_weighted_rows(64, total, weights, rows, picks, n)


@kernel
def compiled_sum_of_32(total, weights, rows, picks, n):
    add_weighted_rows(32, total, weights, rows, picks, n)


@kernel
def compiled_whole_sum_of_32(total, weights, rows):
    add_all_rows(32, total, weights, rows)


@kernel
def compiled_whole_sum_of_6(total, weights, rows):
    add_all_rows(6, total, weights, rows)


@pytest.mark.parametrize(("n", "m"), [(0, 0), (1, 0), (0, 1), (2, 3), (9, 5)])
def test_exchange_rows(n, m):
    """Exact, however often 16 bits overflow on the way."""
    rng = np.random.default_rng(3)
    table = rng.integers(-(1 << 15), 1 << 15, (40, 2 * BLOCK)).astype(np.int16)
    added, taken = rng.integers(0, 40, (2, 10))
    sums = rng.integers(-(1 << 15), 1 << 15, 2 * BLOCK).astype(np.int16)
    expected = sums + table[added[:n]].astype(int).sum(0) - table[taken[:m]].astype(int).sum(0)
    for exchange in (exchange_rows, compiled_exchange):
        changed = sums.copy()
        exchange(changed, table, added, n, taken, m)
        assert (changed == expected.astype(np.int16)).all()


def pairs_of(multiply, sums, one):
    products, places = np.full(len(sums) // 2, np.nan, np.float32), np.full(len(sums) // 2 + 8, -1, np.int16)
    n = multiply(sums, one, products, places)
    return products.tolist(), places[:n].tolist()


@pytest.mark.parametrize("spread", [0, 3, 1000, 30000])
def test_multiply_pairs(spread):
    sums = np.random.default_rng(1).integers(-spread, spread + 1, 1024).astype(np.int16)
    first, second = np.clip(sums.astype(int).reshape(2, -1), 0, 700)
    expected = (first * second).tolist(), np.flatnonzero(first * second).tolist()
    assert pairs_of(compiled_pairs, sums, 700) == expected
    assert pairs_of(multiply_pairs, sums, 700) == expected


def test_multiply_pairs_knows_every_pattern_of_eight():
    for mask in range(256):
        bits = [(mask >> i) & 1 for i in range(8)]
        sums = np.array([*bits, *bits[::-1]] * 2, np.int16)
        _, places = pairs_of(compiled_pairs, sums, 1)
        assert places == np.flatnonzero(sums[:16]).tolist()


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


@pytest.mark.parametrize(("width", "compiled_sum"), [(32, compiled_whole_sum_of_32), (6, compiled_whole_sum_of_6)])
@pytest.mark.parametrize("k", [0, 8, 64])
def test_add_all_rows(k, width, compiled_sum):
    rng = np.random.default_rng(4)
    rows, weights = rng.normal(size=(k, width)).astype(np.float32), rng.normal(size=k).astype(np.float32)
    total = np.append(rng.normal(size=width), [7, 7]).astype(np.float32)  # nothing is written behind it
    expected = np.append(total[:width] + weights.astype(float) @ rows, [7, 7])
    slow, fast = total.copy(), total.copy()
    add_all_rows(width, slow[:width], weights, rows)
    compiled_sum(fast, weights, rows)
    np.testing.assert_allclose(slow, expected, atol=1e-4)
    np.testing.assert_allclose(fast, expected, atol=1e-4)
