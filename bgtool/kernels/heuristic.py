"""The hand-made evaluator: features a player would name, turned into the five chances."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.jit import kernel
from bgtool.layout import BAR, HOME, POINTS


class HeuristicWeights(NamedTuple):
    """What the heuristic needs: one column of logit weights for each of the five nested chances."""

    contact: np.ndarray
    """float32 (features, 5), for positions with contact."""


FEATURES = ("on roll", "pip lead", "blots", "home points", "on the bar", "borne off", "rear")


@kernel
def heuristic_chances(weights, mine, theirs, out):
    """Write the five chances of the player on roll to *out*, float32 (5,); rows int8 (26,), nobody has finished."""
    x = np.zeros(7, np.float32)
    x[0] = 1.0
    for side in range(2):
        row = mine if side == 0 else theirs
        sign = np.float32(1 - 2 * side)
        for p in range(1, BAR + 1):
            x[1] -= sign * p * row[p] / np.float32(167.0)
            if row[p] == 1 and p < BAR:
                x[2] += sign * np.float32(0.1)
            if row[p] >= 2 and p <= HOME:
                x[3] += sign
            if row[p] and p > POINTS - HOME:
                x[6] += sign * row[p]
        x[4] += sign * row[BAR]
        x[5] += sign * row[0]
    for k in range(5):
        z = np.float32(0.0)
        for i in range(7):
            z += weights.contact[i, k] * x[i]
        out[k] = 1.0 / (1.0 + np.exp(-z))
    out[1] *= out[0]
    out[2] *= out[1]
    out[3] *= 1.0 - out[0]
    out[4] *= out[3]
