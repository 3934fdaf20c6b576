"""How fast plays are found: checked totals from the starting position, then results per CPU second.

python examples/benchmark_movegen.py [--depth 3]
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from bgtool.core.dice import ROLLS, Dice
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, count, plays
from bgtool.layout import ROW

START = Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
TOTALS = {1: 447, 2: 202_782, 3: 116_154_993}


@kernel
def results_of_every_roll(boards, repeats, out):
    """Results of all 36 rolls over all boards, *repeats* times over."""
    total = 0
    for _ in range(repeats):
        for i in range(len(boards)):
            for die1 in range(1, 7):
                for die2 in range(1, 7):
                    total += plays(boards[i, 0], boards[i, 1], die1, die2, out)
    return total


def game_boards(games: int, seed: int) -> np.ndarray:
    """Every position of some games of random legal plays."""
    rng = random.Random(seed)
    boards = []
    for _ in range(games):
        position = START
        while not position.is_over:
            boards.append((position.on_roll, position.opponent))
            position = rng.choice(legal_moves(position, rng.choice([*ROLLS, *filter(_mixed, ROLLS)])))[1].swapped()
    return np.array(boards, np.int8)


def _mixed(dice: Dice) -> bool:
    return not dice.is_doublet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=2, choices=TOTALS, help="rolls to look ahead from the start")
    depth = parser.parse_args().depth
    start = np.array([START.on_roll, START.opponent], np.int8)
    count(start, 1)
    for rolls in range(1, depth + 1):
        began = time.process_time()
        total = count(start, rolls)
        seconds = time.process_time() - began
        verdict = "as published" if total == TOTALS[rolls] else f"WRONG, should be {TOTALS[rolls]:,}"
        print(f"depth {rolls}: {total:>11,} results ({verdict}) in {seconds:.3f} s")
    out = np.empty((MAX_PLAYS, 2, ROW), np.int8)
    games = game_boards(20, seed=1)
    for name, boards, repeats in (("starting position", start[None], 20_000), ("random games", games, 20)):
        results_of_every_roll(boards[:1], 1, out)
        began = time.process_time()
        total = results_of_every_roll(boards, repeats, out)
        seconds = time.process_time() - began
        calls = len(boards) * repeats * 36
        print(
            f"{name}: {total / calls:.1f} results a roll, {seconds / calls * 1e9:.0f} ns a roll, "
            f"{total / seconds / 1e6:.1f} million results per CPU second"
        )


if __name__ == "__main__":
    main()
