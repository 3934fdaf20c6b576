"""Adding up what trials gave: whole numbers, so that any order and any grouping gives the same sums."""

from __future__ import annotations

from bgtool.kernels.jit import kernel
from bgtool.kernels.rollout_game import NUMBERS


@kernel
def add_up(trials, decisive, sums, squares, products, by_roll, counts, endings):
    """Add the trials of ``roll_out``, a :class:`~bgtool.kernels.rollout.Trials`, to running sums, all int64.

    *sums* and *squares* (k, 2, NUMBERS): of every number and its square; *products* (2, k, k): of the numbers
    *decisive* (an index) of two candidates in the same trial; *by_roll* (2, 36, k, 2, NUMBERS): *sums* by first and
    by second roll; *counts* (2, 36): trials with that roll; *endings* (k, ENDINGS): games by how they ended. Squares
    are below 2**57, so sums must be emptied after 64 trials.
    """
    results, classes = trials.results, trials.classes
    candidates = results.shape[1]
    for trial in range(results.shape[0]):
        for turn in range(2):
            counts[turn, classes[trial, turn]] += 1
        for k in range(candidates):
            endings[k, trials.endings[trial, k]] += 1
            for kind in range(2):
                for i in range(NUMBERS):
                    value = results[trial, k, kind, i]
                    sums[k, kind, i] += value
                    squares[k, kind, i] += value * value
                    for turn in range(2):
                        by_roll[turn, classes[trial, turn], k, kind, i] += value
                mine = results[trial, k, kind, decisive]
                for other in range(candidates):
                    products[kind, k, other] += mine * results[trial, other, kind, decisive]
