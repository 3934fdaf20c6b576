import numpy as np
import pytest

from bgtool.kernels.jit import kernel
from bgtool.kernels.network import (
    COUNTS,
    ENDINGS,
    FIRST,
    PAIRS,
    PLACES,
    SECOND,
    STEPS,
    THIRD,
    Weights,
    new_scratch,
    with_steps,
)
from bgtool.kernels.network import network_chances as one_position
from tests.reference.network import slow_chances
from tests.reference.random_positions import random_boards


@kernel
def network_batch(weights, scratch, boards, out):
    for i in range(boards.shape[0]):
        one_position(weights, scratch, boards[i, 0], boards[i, 1], out[i])


def chances(weights, boards):
    out = np.full((len(boards), 5), np.nan, np.float32)
    network_batch(weights, new_scratch(weights), boards, out)
    return out


def random_weights(seed, size=1.0):
    """Weights whose sums stay within 16 bits and whose units are open about every third time."""
    rng = np.random.default_rng(seed)
    table = rng.integers(-200, 200, (PLACES * COUNTS, FIRST)).astype(np.int16)
    table[::COUNTS] = 0

    def floats(*shape):
        return (size * rng.normal(size=shape) / shape[0] ** 0.5).astype(np.float32)

    return Weights(
        with_steps(table),
        rng.integers(-300, 300, FIRST).astype(np.int16),
        floats(PAIRS, SECOND) / np.float32(1 << 18),
        floats(SECOND),
        floats(SECOND, THIRD),
        floats(THIRD),
        floats(THIRD, ENDINGS),
        floats(ENDINGS),
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_matches_the_slow_twin(seed):
    weights = random_weights(seed)
    boards = random_boards(400, seed)
    expected = np.array([slow_chances(weights, board) for board in boards])
    assert expected[:, 0].std() > 0.01  # the weights do tell positions apart
    np.testing.assert_allclose(chances(weights, boards), expected, atol=2e-5)


def test_the_position_before_leaves_no_trace():
    """Sums carried over from another position are the sums built anew, to the last bit."""
    weights = random_weights(3)
    boards = random_boards(300, 3)
    together = chances(weights, boards)
    alone = np.concatenate([chances(weights, boards[i : i + 1]) for i in range(len(boards))])
    assert (together == alone).all()
    order = np.random.default_rng(4).permutation(len(boards))
    assert (chances(weights, boards[order]) == together[order]).all()


def test_a_step_leads_from_one_count_to_the_next():
    table = random_weights(1).table
    rows, steps = table.reshape(2, PLACES, COUNTS, FIRST)
    assert (rows[:, :-1] + steps[:, 1:] == rows[:, 1:]).all()
    assert not steps[:, 0].any()
    assert len(table) == 2 * STEPS


@pytest.mark.parametrize("size", [0.0, 1.0, 30.0, 1e4])
def test_chances_are_always_in_order(size):
    out = chances(random_weights(5, size), random_boards(400, 5))
    assert np.isfinite(out).all()
    assert (out >= 0).all()
    assert (out <= 1).all()
    assert (np.diff(out[:, :3]) <= 0).all()
    assert (out[:, 4] <= out[:, 3]).all()
    assert (out[:, 0] + out[:, 3] <= 1 + 1e-6).all()


def test_every_place_counts():
    """One checker more anywhere changes the result: no input is lost."""
    weights = random_weights(6)
    empty = np.zeros((1, 2, 26), np.int8)
    base = chances(weights, empty)
    for side in range(2):
        for place in range(26):
            board = empty.copy()
            board[0, side, place] = 1
            assert (chances(weights, board) != base).any(), (side, place)
