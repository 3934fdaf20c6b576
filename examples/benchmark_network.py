"""How many positions a second the network evaluates on one core, nothing cached.

    python examples/benchmark_network.py [--positions 4000]

Positions come from the network's own games from the opening, bear-offs left out. They are evaluated twice: all plays
of each roll one after another, as a search does it, and in random order. CPU time, best of many passes.
"""

import argparse
import time

import numpy as np

from bgtool.engine.evaluators import evaluator_named
from bgtool.kernels.evaluate import chances_of
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.layout import HOME


def positions(brain, count, seed=1):
    """At least *count* boards, int8 (n, 2, 26): all plays of each roll of some games, opponent on roll."""
    rng = np.random.default_rng(seed)
    start = np.zeros(26, np.int8)
    start[[6, 8, 13, 24]] = 5, 3, 5, 2
    board, room = np.stack((start, start)), np.empty((MAX_PLAYS, 2, 26), np.int8)
    found = []
    while sum(map(len, found)) < count:
        n = plays(board[0], board[1], int(rng.integers(1, 7)), int(rng.integers(1, 7)), room)
        after = room[:n, ::-1].copy()
        chances = np.empty((n, 5), np.float32)
        chances_of(brain, after, chances)
        board = after[chances[:, 0].argmin()]
        outside = after[:, :, HOME + 1 :].any(axis=(1, 2))
        found.append(after[outside])
        if not board[:, HOME + 1 :].any():
            board = np.stack((start, start))
    return np.concatenate(found)


def speed(brain, boards, seconds=3.0):
    """Evaluations per second of CPU time."""
    out = np.empty((len(boards), 5), np.float32)
    chances_of(brain, boards, out)
    best, until = float("inf"), time.monotonic() + seconds
    while time.monotonic() < until:
        begin = time.process_time()
        chances_of(brain, boards, out)
        best = min(best, time.process_time() - begin)
    return len(boards) / best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=4000)
    arguments = parser.parse_args()
    brain = evaluator_named("net").brain
    boards = positions(brain, arguments.positions)
    print(f"{len(boards)} positions")
    print(f"plays of a roll together: {speed(brain, boards):10,.0f} a second")
    shuffled = boards[np.random.default_rng(2).permutation(len(boards))]
    print(f"in random order:          {speed(brain, shuffled):10,.0f} a second")


if __name__ == "__main__":
    main()
