"""How fast and how strong the heuristic is: evaluations and games a second on one core, and games against random play.

python examples/benchmark_heuristic.py [--games 10000] [--evaluator heuristic]

Times are CPU seconds of this process, the median of five runs.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from bgtool.core.variant import STANDARD
from bgtool.engine.boards import as_board
from bgtool.engine.evaluators import evaluator_named
from bgtool.kernels.evaluate import chances_of
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import plays
from bgtool.kernels.rng import WORDS, below, roll_dice, seed_state
from bgtool.kernels.search import best_play, new_scratch
from bgtool.layout import HOME, OFF, POINTS, ROW

RUNS = 5


@kernel
def play_games(brain, start, seed, games, random_side, points, boards):
    """Number of positions met, the last of which are left in *boards*; *points* of the first side for each game.

    The first side plays *brain*, the other one too, or at random if *random_side* is 1. They start in turn.
    """
    scratch = new_scratch()
    state = np.empty(WORDS, np.uint64)
    board = np.empty((2, ROW), np.int8)
    met = 0
    for game in range(games):
        seed_state(seed, game, state)
        board[:] = start
        on_roll = game % 2
        die1, die2 = roll_dice(state)
        while die1 == die2:
            die1, die2 = roll_dice(state)
        while True:
            boards[met % boards.shape[0]] = board
            met += 1
            if on_roll == random_side:
                chosen = below(state, plays(board[0], board[1], die1, die2, scratch.boards))
            else:
                chosen = best_play(brain, board[0], board[1], die1, die2, 3, scratch)
            board[0] = scratch.boards[chosen, 1]
            board[1] = scratch.boards[chosen, 0]
            if not board[1, 1:].any():
                won = 1 if board[0, OFF] else 2 + int(board[0, POINTS - HOME + 1 :].any())
                points[game] = won if on_roll == 0 else -won
                break
            on_roll = 1 - on_roll
            die1, die2 = roll_dice(state)
    return met


def seconds(work) -> float:
    """The median CPU time of a call, the first one (compiling) not counted."""
    work()
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games against random play")
    parser.add_argument("--evaluator", default="heuristic")
    given = parser.parse_args()
    judge = evaluator_named(given.evaluator)
    start = as_board(STANDARD.start)
    boards = np.empty((20_000, 2, ROW), np.int8)
    points = np.empty(max(400, given.games), np.int8)
    print(f"{judge.name} {judge.digest}, one core")

    met = play_games(judge.brain, start, 1, 400, 2, points, boards)
    games = seconds(lambda: play_games(judge.brain, start, 1, 400, 2, points, boards))
    print(f"self-play at 0-ply: {400 / games:,.0f} games a second, {met / 400:.1f} plays a game")

    out = np.empty((len(boards), 5), np.float32)
    race = (boards[:, :, HOME + 1 :].max(axis=(1, 2)) == 0).mean()
    took = seconds(lambda: chances_of(judge.brain, boards, out))
    print(f"positions of these games: {len(boards) / took:,.0f} evaluations a second ({race:.0%} from bear-off tables)")

    play_games(judge.brain, start, 2, given.games, 1, points, boards)
    won = points[: given.games].astype(float)
    error = won.std() / given.games**0.5
    print(f"against random play: {won.mean():+.3f} points a game (se {error:.3f}) over {given.games:,} games, seed 2")


if __name__ == "__main__":
    main()
