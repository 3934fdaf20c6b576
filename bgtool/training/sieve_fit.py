"""Train the sieve of plays (``kernels/sieve.py``) to agree with an evaluator: ``python -m bgtool.training.sieve_fit``.

The evaluator judges every play of every roll of games of many kinds (:mod:`bgtool.training.sieve_games`). The sieve
learns the differences between the plays of a roll, those near the best above all: a weighted squared error around the
weighted mean, by stochastic gradient descent with Adagrad's step sizes. Minutes on one core; the same seed gives the
same weights on the same machine. At the end :mod:`bgtool.training.sieve_report` tells what it costs.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.evaluators import Evaluator, evaluator_named
from bgtool.engine.sieve import WEIGHTS, save_sieve
from bgtool.kernels.jit import kernel
from bgtool.kernels.sieve import COUNTS, ONE, PLACES, POINT, Sieve
from bgtool.kernels.sieve_vectors import WIDTH
from bgtool.training.sieve_games import MOST_LEARNED, decisions_of
from bgtool.training.sieve_report import report

NEAR = np.float32(0.06)
"""Points behind the best at which a play counts e times less."""
FAR = np.float32(0.02)
"""What the worst of plays counts."""

Floats = NDArray[np.float32]


class Weights(NamedTuple):
    """The sieve in floating point; also used for sums of squared gradients and for gradients."""

    table: Floats  # (PLACES * COUNTS, WIDTH)
    bias: Floats  # (WIDTH,)
    out: Floats  # (WIDTH,)


@kernel(fastmath=True)
def learn(decisions, order, weights, squares, gradients, rate):
    """One step for each roll in *order*; the sum of the equities lost by taking the sieve's first choice."""
    zero, one = np.float32(0), np.float32(1)
    hidden = np.empty((MOST_LEARNED, WIDTH), np.float32)
    rows = np.empty((MOST_LEARNED, 2, PLACES), np.int64)
    changes = np.empty(MOST_LEARNED, np.int64)
    scores = np.empty(MOST_LEARNED, np.float32)
    shares = np.empty(MOST_LEARNED, np.float32)
    sums, total = np.empty(WIDTH, np.float32), np.empty(WIDTH, np.float32)
    touched = np.empty(PLACES * (MOST_LEARNED + 1), np.int64)
    seen = np.zeros(PLACES * COUNTS, np.bool_)
    lost = 0.0
    for d in order:
        before = decisions.before[d]
        first, n = decisions.starts[d], decisions.starts[d + 1] - decisions.starts[d]
        for j in range(WIDTH):
            sums[j] = weights.bias[j]
            total[j] = zero
        for p in range(PLACES):
            if before[p]:
                row = weights.table[p * COUNTS + before[p]]
                for j in range(WIDTH):
                    sums[j] += row[j]
        best = decisions.equities[first]
        for a in range(n):
            best = max(best, decisions.equities[first + a])
            after, h, k = decisions.after[first + a], hidden[a], 0
            for j in range(WIDTH):
                h[j] = sums[j]
            for p in range(PLACES):
                if after[p] != before[p]:
                    rows[a, 0, k], rows[a, 1, k] = p * COUNTS + after[p], p * COUNTS + before[p]
                    new, old = weights.table[rows[a, 0, k]], weights.table[rows[a, 1, k]]
                    for j in range(WIDTH):
                        h[j] += new[j] - old[j]
                    k += 1
            changes[a] = k
            score = zero
            for j in range(WIDTH):
                score += min(max(h[j], zero), one) * weights.out[j]
            scores[a] = score
        whole, mean, top = zero, zero, 0
        for a in range(n):
            behind = decisions.equities[first + a] - best
            shares[a] = np.exp(behind / NEAR) + FAR
            whole += shares[a]
            mean += shares[a] * (scores[a] - behind)
            if scores[a] > scores[top]:
                top = a
        mean /= whole
        lost += best - decisions.equities[first + top]
        n_touched = 0
        for a in range(n):
            h = hidden[a]
            slope = shares[a] / whole * (scores[a] - (decisions.equities[first + a] - best) - mean)
            for j in range(WIDTH):
                gradients.out[j] += slope * min(max(h[j], zero), one)
                h[j] = slope * weights.out[j] if zero < h[j] < one else zero
                total[j] += h[j]
            for side in range(2):
                for k in range(changes[a]):
                    r = rows[a, side, k]
                    if not seen[r]:
                        seen[r] = True
                        touched[n_touched] = r
                        n_touched += 1
                    gradient = gradients.table[r]
                    for j in range(WIDTH):
                        gradient[j] += h[j] if side == 0 else -h[j]
        for p in range(PLACES):
            r = p * COUNTS + before[p]
            if not seen[r]:
                seen[r] = True
                touched[n_touched] = r
                n_touched += 1
            gradient = gradients.table[r]
            for j in range(WIDTH):
                gradient[j] += total[j]
        _descend(weights.out, squares.out, gradients.out, rate)
        _descend(weights.bias, squares.bias, total, rate)
        for t in range(n_touched):
            r = touched[t]
            seen[r] = False
            if r % COUNTS:  # no checkers add nothing
                _descend(weights.table[r], squares.table[r], gradients.table[r], rate)
            else:
                gradients.table[r] = zero
    return lost


@kernel(fastmath=True)
def _descend(weights, squares, gradient, rate):
    """One step of Adagrad down *gradient*, which is 0 afterwards."""
    for j in range(WIDTH):
        squares[j] += gradient[j] * gradient[j]
        weights[j] -= rate * gradient[j] / np.sqrt(squares[j])
        gradient[j] = 0


def fitted(judge: Evaluator, rolls: int, epochs: int, seed: int, rate: float = 0.03) -> Sieve:
    """A sieve that agrees with the evaluator, from so many rolls gone over so often."""
    began = time.process_time()
    decisions = decisions_of(judge.brain, rolls, seed)
    rolls, total = len(decisions.before), len(decisions.after)
    print(f"{rolls} rolls with {total} plays judged in {time.process_time() - began:.0f} s", flush=True)
    rng = np.random.default_rng(seed)
    weights = Weights(
        rng.normal(0, 0.15, (PLACES * COUNTS, WIDTH)).astype(np.float32),
        rng.normal(0.3, 0.2, WIDTH).astype(np.float32),
        rng.normal(0, 0.2, WIDTH).astype(np.float32),
    )
    weights.table[::COUNTS] = 0
    squares = Weights(*(np.full_like(part, 1e-4) for part in weights))
    gradients = Weights(*(np.zeros_like(part) for part in weights))
    for epoch in range(epochs):
        left = np.float32(rate * (1 - epoch / epochs) + 0.02 * rate)
        lost = learn(decisions, rng.permutation(rolls), weights, squares, gradients, left)
        spent = time.process_time() - began
        print(f"epoch {epoch + 1}: first choice loses {1000 * lost / rolls:.2f} mEq ({spent:.0f} s)", flush=True)
    return in_integers(weights)


def in_integers(weights: Weights) -> Sieve:
    """The weights as the kernel takes them."""
    scales = (ONE, ONE, POINT // ONE)
    parts = (np.rint(part * scale) for part, scale in zip(weights, scales, strict=True))
    return Sieve(*(np.clip(part, -32767, 32767).astype(np.int16) for part in parts))


def main() -> None:
    """Train, report and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evaluator", default="net", help="what the sieve shall agree with")
    parser.add_argument("--rolls", type=int, default=400_000)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=50, help="games of each kind in the closing report")
    parser.add_argument("--trials", type=int, default=1296, help="trials of each kind with and without the sieve")
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    judge = evaluator_named(given.evaluator)
    sieve = fitted(judge, given.rolls, given.epochs, given.seed)
    save_sieve(given.output, sieve)
    for line in report(judge.brain, sieve, given.seed + 1, given.games, given.trials):
        print(line, flush=True)


if __name__ == "__main__":
    main()
