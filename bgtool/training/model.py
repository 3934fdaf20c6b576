"""The network while it is trained: floating-point parameters in one flat array, and their way into shipped weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.network import LARGEST, within
from bgtool.errors import DataError
from bgtool.kernels.network import COUNTS, ENDINGS, FIRST, ONE, PAIRS, PLACES, SECOND, STEPS, THIRD, Weights, with_steps
from bgtool.layout import CHECKERS, ROW
from bgtool.training.inputs import BLOCKS, INPUTS, table_of

Floats = NDArray[np.float32]

SHAPES = (
    (INPUTS, FIRST),
    (FIRST,),
    (PAIRS, SECOND),
    (SECOND,),
    (SECOND, THIRD),
    (THIRD,),
    (THIRD, ENDINGS),
    (ENDINGS,),
)
SIZE = sum(int(np.prod(shape)) for shape in SHAPES)
NEAR_ENOUGH = 0.499  # of a table's unit: rounding brings the table back
GAIN = 2.0  # a product of two half-open units counts as half of a fully open one, and this makes up for it


class Parameters(NamedTuple):
    """Views into one flat array of ``SIZE`` numbers; also used for gradients."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    third: Floats
    third_bias: Floats
    last: Floats
    last_bias: Floats


def views(flat: Floats) -> Parameters:
    """The arrays that a flat array of ``SIZE`` numbers holds one after another."""
    arrays, start = [], 0
    for shape in SHAPES:
        size = int(np.prod(shape))
        arrays.append(flat[start : start + size].reshape(shape))
        start += size
    return Parameters(*arrays)


def random_parameters(seed: int) -> Floats:
    """Parameters to begin with: uniform, scaled to each layer's inputs."""
    rng = np.random.default_rng(seed)
    flat = np.zeros(SIZE, np.float32)
    parameters = views(flat)
    for weights, bias in zip(parameters[0::2], parameters[1::2], strict=True):
        reach = len(weights) ** -0.5
        weights[:] = rng.uniform(-reach, reach, weights.shape)
        bias[:] = rng.uniform(-reach, reach, bias.shape)
    parameters.first[:] *= 1.5
    parameters.first_bias[PAIRS:] += 0.5  # half-open gates, so that something passes
    parameters.last[:] *= 0.5
    return flat


def as_weights(flat: Floats) -> Weights:
    """What the kernels play with: the first layer as a table of 16-bit integers.

    Raises :class:`DataError` if a parameter is no finite number, or a sum could leave 16 bits, however the checkers
    stand.
    """
    if not within(flat, LARGEST):
        raise DataError(
            f"these parameters make no network: some are not finite, or beyond {LARGEST:,.0f}; start from others"
        )
    parameters = views(flat.astype(np.float32))
    table = np.rint(table_of(parameters.first) * ONE)
    bias = np.rint(parameters.first_bias * ONE)
    highest, lowest = extreme_sums(table, bias)
    if highest.max() > np.iinfo(np.int16).max or lowest.min() < np.iinfo(np.int16).min:
        raise DataError(f"first-layer sums from {lowest.min():.0f} to {highest.max():.0f} do not fit into 16 bits")
    return Weights(
        with_steps(table.astype(np.int16)),
        bias.astype(np.int16),
        np.ascontiguousarray(parameters.second * np.float32(GAIN / ONE**2)),
        *(np.ascontiguousarray(array) for array in parameters[3:]),
    )


def parameters_of(weights: Weights) -> Floats:
    """Parameters that :func:`as_weights` turns into these weights again, wherever those came from parameters."""
    flat = np.empty(SIZE, np.float32)
    parameters = views(flat)
    rows = weights.table[:STEPS].reshape(PLACES, COUNTS, -1).astype(np.float64)
    for place, inputs, functions in BLOCKS:
        parameters.first[inputs] = _within_rounding(functions.astype(np.float64), rows[place]) / ONE
    parameters.first_bias[:] = weights.bias.astype(np.float32) / ONE
    parameters.second[:] = weights.second * np.float32(ONE**2 / GAIN)
    for mine, theirs in zip(parameters[3:], weights[3:], strict=True):
        mine[:] = theirs
    return flat


def _within_rounding(functions: NDArray[np.float64], rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Factors (m, n) with which *functions* (counts, m) come so near to *rows* (counts, n) that rounding finds them.

    Weighted least squares, each weight growing with what its row was missed by, tend to the fit whose worst error is
    the least (Lawson 1961).
    """
    factors = np.linalg.lstsq(functions, rows, rcond=None)[0]
    best, weights = factors.copy(), np.full(rows.shape, 1 / len(rows))
    least = np.abs(functions @ factors - rows).max(axis=0)
    for _ in range(100):
        if least.max() <= NEAR_ENOUGH:
            break
        weights *= np.abs(functions @ factors - rows) + 1e-9
        weights /= weights.sum(axis=0)
        square = np.einsum("ci,cn,cj->nij", functions, weights, functions) + 1e-12 * np.eye(functions.shape[1])
        target = np.einsum("ci,cn,cn->ni", functions, weights, rows)
        factors = np.linalg.solve(square, target[..., None])[..., 0].T
        worst = np.abs(functions @ factors - rows).max(axis=0)
        better = worst < least
        best[:, better], least[better] = factors[:, better], worst[better]
    return best


def extreme_sums(table: NDArray[np.floating], bias: NDArray[np.floating]) -> tuple[Floats, Floats]:
    """The highest and the lowest sum that each unit can reach with 15 checkers a side, wherever they stand."""
    places = table.reshape(2, ROW, COUNTS, -1)
    bounds = []
    for sign in (1.0, -1.0):
        total = sign * bias
        for side in places * sign:
            best = np.full((CHECKERS + 1, side.shape[-1]), -np.inf)  # by checkers placed so far
            best[0] = 0.0
            for rows in side:
                best = np.array(
                    [
                        np.max([best[placed - count] + rows[count] for count in range(placed + 1)], axis=0)
                        for placed in range(CHECKERS + 1)
                    ]
                )
            total = total + best[CHECKERS]
        bounds.append((sign * total).astype(np.float32))
    return bounds[0], bounds[1]
