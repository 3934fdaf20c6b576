"""The network while it is trained: floating-point parameters in one flat array, and their way into shipped weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.errors import DataError
from bgtool.kernels.network import COUNTS, ENDINGS, FIRST, ONE, PAIRS, SECOND, THIRD, Weights, with_steps
from bgtool.layout import CHECKERS, ROW
from bgtool.training.inputs import INPUTS, table_of

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

    Raises :class:`DataError` if a sum could leave 16 bits, however the checkers stand.
    """
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
