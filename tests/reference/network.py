"""The network in plain NumPy, one position at a time, in double precision and without any short cut."""

from __future__ import annotations

import numpy as np

from bgtool.kernels.network import COUNTS, ONE, PAIRS


def slow_chances(weights, board):
    """The five chances of the player on roll, float64 (5,), before anything that the rules exclude is taken out."""
    sums = weights.bias.astype(np.int64)
    for place, count in enumerate(np.ravel(board).tolist()):
        sums = sums + weights.table[place * COUNTS + count]
    opened = np.clip(sums, 0, ONE).astype(float)
    products = opened[:PAIRS] * opened[PAIRS:]
    hidden = np.maximum(products @ weights.second.astype(float) + weights.second_bias, 0)
    deeper = np.maximum(hidden @ weights.third.astype(float) + weights.third_bias, 0)
    endings = np.exp(deeper @ weights.last.astype(float) + weights.last_bias)
    endings /= endings.sum()
    won, lost = endings[:3], endings[:2:-1]
    return np.array([won.sum(), won[:2].sum(), won[0], lost[:2].sum(), lost[0]])
