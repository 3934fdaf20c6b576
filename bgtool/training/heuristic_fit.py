"""Fit the weights of the heuristic on the outcomes of its own games: ``python -m bgtool.training.heuristic_fit``.

Starting from weights that know nothing, each generation plays itself and fits the five nested chances to how the
games went, by logistic regression (Newton's method, a little ridge). Minutes on one core, no trainer needed; the same
seed gives the same weights on the same machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bgtool.core.variant import STANDARD
from bgtool.engine.boards import Boards, as_board
from bgtool.engine.heuristic import WEIGHTS, save_weights
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.features import CONTACT, RACE, contact_rows, race_rows
from bgtool.kernels.heuristic import PLANE, HeuristicWeights
from bgtool.kernels.heuristic_games import MOST_PLIES, self_play
from bgtool.layout import BAR, OFF, OUTCOMES, POINTS, ROW

GENERATIONS = ((1_500, 0.0), (6_000, 0.0), (10_000, 0.1), (20_000, 0.1), (30_000, 0.1), (60_000, 0.1))
"""Games of each generation, and how far its targets lean on the evaluator itself instead of the bare outcome."""

_CHUNK = 32_768
_FOR_CURVATURE = 40_000  # positions that the second derivative is taken from; the first takes all
_STEPS = 10
_SMALL = 2e-3  # a change of the weights that is not worth another step
_RIDGE = 10.0

Matrix = NDArray[np.float32]
Features = Callable[[Boards], Matrix]


def play(weights: HeuristicWeights, games: int, trust: float, seed: int) -> tuple[Boards, Matrix]:
    """Positions of self-play games, int8 (n, 2, 26), and the chances they turned out to have, float32 (n, 5)."""
    batch = 2_000
    room = batch * MOST_PLIES
    boards, targets = np.empty((room, 2, ROW), np.int8), np.empty((room, OUTCOMES), np.float32)
    brain, start = Brain(heuristic=weights), as_board(STANDARD.start)
    parts = []
    for first in range(0, games, batch):
        n = self_play(brain, start, seed, (first, min(first + batch, games)), trust, boards, targets)
        parts.append((boards[:n].copy(), targets[:n].copy()))
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def fit(weights: HeuristicWeights, boards: Boards, targets: Matrix) -> HeuristicWeights:
    """New weights that fit the targets best, starting from ``weights``; arguments as :func:`play` answers them."""
    contact = _rears(boards[:, 0]) + _rears(boards[:, 1]) > POINTS
    # The kernel's rows hold, for one feature, the five chances for each number of the plane; a fit has one row for each
    # number of each feature.
    planes = weights.contact.reshape(len(CONTACT), PLANE, OUTCOMES).swapaxes(0, 1).reshape(-1, OUTCOMES)
    fitted = fit_logits(planes, contact_matrix, boards[contact], targets[contact])
    rows = fitted.reshape(PLANE, len(CONTACT), OUTCOMES).swapaxes(0, 1).reshape(len(CONTACT), -1)
    race = fit_logits(weights.race, race_matrix, boards[~contact], targets[~contact])
    return HeuristicWeights(np.ascontiguousarray(rows), race)


def fit_logits(weights: Matrix, matrix_of: Features, boards: Boards, targets: Matrix) -> Matrix:
    """Weights, float32 (k, 5), of the nested logistic chances that make the targets likeliest, less a ridge."""
    hits, asked = nested_targets(boards, targets)
    fitted = weights.astype(np.float64)
    for _ in range(_STEPS):
        gradient = -_RIDGE * fitted
        for rows in _chunks(len(boards)):
            x = matrix_of(boards[rows])
            gradient += x.T @ (hits[rows] - asked[rows] * _logistic(x @ fitted.astype(np.float32)))
        change = np.stack(
            [_step(fitted[:, k], gradient[:, k], matrix_of, boards, asked[:, k]) for k in range(OUTCOMES)], axis=1
        )
        fitted += change
        if np.abs(change).max() < _SMALL:
            break
    return fitted.astype(np.float32)


def _step(
    fitted: NDArray[np.float64], gradient: NDArray[np.float64], matrix_of: Features, boards: Boards, asked: Matrix
) -> NDArray[np.float64]:
    """Newton's step for one chance: the gradient is of all positions, the curvature of a sample of them."""
    chosen = np.random.default_rng(0).permutation(np.flatnonzero(asked))[:_FOR_CURVATURE]
    if not len(chosen):
        return gradient / _RIDGE
    x = matrix_of(boards[chosen])
    chance = _logistic(x @ fitted.astype(np.float32))
    spread = x * np.sqrt(chance * (1 - chance) * asked[chosen])[:, None]
    curvature = (spread.T @ spread).astype(np.float64) * (np.count_nonzero(asked) / len(chosen))
    step: NDArray[np.float64] = np.linalg.solve(curvature + _RIDGE * np.eye(len(fitted)), gradient)
    # Far from the best fit a step can be much too long: let the logits of the sample move by 1 on average at most.
    jump = float(np.linalg.norm(x @ step.astype(np.float32))) / len(chosen) ** 0.5
    step /= max(1.0, jump)
    return step


def nested_targets(boards: Boards, targets: Matrix) -> tuple[Matrix, Matrix]:
    """How often each nested chance came true, and how often it was asked; both float32 (n, 5), from 0 to 1.

    A gammon is asked of won games in which the loser has nothing off yet (else it is known to be impossible).
    """
    win, win_gammon, _, lose_gammon, _ = targets.T
    asked = np.stack(
        [
            np.ones_like(win),
            np.where(boards[:, 1, OFF] > 0, 0, win),
            win_gammon,
            np.where(boards[:, 0, OFF] > 0, 0, 1 - win),
            lose_gammon,
        ],
        axis=1,
    )
    return targets, asked


def contact_matrix(boards: Boards) -> Matrix:
    """The contact features with their products with both pip counts / 167, float32 (n, 3 * len(CONTACT))."""
    out = np.empty((len(boards), PLANE * len(CONTACT)), np.float32)
    contact_rows(boards, out)
    return out


def race_matrix(boards: Boards) -> Matrix:
    """The race features, float32 (n, len(RACE))."""
    out = np.empty((len(boards), len(RACE)), np.float32)
    race_rows(boards, out)
    return out


def _logistic(logits: Matrix) -> Matrix:
    return (1 / (1 + np.exp(-np.clip(logits, -50, 50)))).astype(np.float32)


def _rears(rows: Boards) -> NDArray[np.int64]:
    """The points of the last checkers of rows that have some left."""
    points: NDArray[np.int64] = BAR - np.argmax(rows[:, BAR:OFF:-1] > 0, axis=1)
    return points


def _chunks(n: int) -> Iterator[slice]:
    return (slice(first, first + _CHUNK) for first in range(0, n, _CHUNK))


def train(generations: Sequence[tuple[int, float]] = GENERATIONS, seed: int = 1) -> Iterator[HeuristicWeights]:
    """The weights after each generation of (games, trust), from nothing; prints one line a generation."""
    weights = HeuristicWeights(
        np.zeros((len(CONTACT), PLANE * OUTCOMES), np.float32), np.zeros((len(RACE), OUTCOMES), np.float32)
    )
    for number, (games, trust) in enumerate(generations):
        begin = time.process_time()
        boards, targets = play(weights, games, trust, seed + number)
        played = time.process_time()
        weights = fit(weights, boards, targets)
        print(
            f"generation {number + 1}: {games} games in {played - begin:.0f} CPU s, {len(boards)} positions fitted in "
            f"{time.process_time() - played:.0f} CPU s; chances on average {targets.mean(axis=0).round(4).tolist()}",
            flush=True,
        )
        yield weights


def main() -> None:
    """Fit the weights; write them after every generation, so that nothing is lost if the run is stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS, help="file to write (default: the shipped one)")
    parser.add_argument("--scale", type=float, default=1.0, help="times the games of the shipped recipe")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    generations = [(max(1, round(games * given.scale)), trust) for games, trust in GENERATIONS]
    for weights in train(generations, given.seed):
        save_weights(weights, given.output)


if __name__ == "__main__":
    main()
