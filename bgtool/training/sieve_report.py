"""What a sieve of plays costs: the equity it loses a roll, and whether games played with it end as games without it.

The second says what the first cannot. Where an evaluator sees no difference between plays (a lost game in which it does
not fear the backgammon), it loses nothing by its own account with any of them, and yet the games end differently.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards
from bgtool.engine.stakes import cubeless_stakes
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS
from bgtool.kernels.rng import WORDS, below, seed_state
from bgtool.kernels.rollout import Candidates, new_trials, roll_out
from bgtool.kernels.rollout_game import EQUITY, MARGIN, RAW, SCALE
from bgtool.kernels.rollout_rules import RolloutRules
from bgtool.kernels.rows import rear
from bgtool.kernels.search import judge_plays, new_scratch
from bgtool.kernels.sieve import MOST, Sieve, new_sieve_room, sift
from bgtool.layout import ROW
from bgtool.training.starts import a_start

SETTINGS = ((1, 0.0), (8, MARGIN), (5, 0.3), (8, 0.3))
"""Plays that pass at most and within how many points of the best: alone, for rollouts, for looking ahead."""

KINDS = ("opening", "back game", "crashed", "containment", "ace point")
NAMES = ("win", "win g", "win bg", "lose g", "lose bg", "equity")


def report(brain: Brain, sieve: Sieve, seed: int, games: int, trials: int) -> Iterator[str]:
    """Lines that tell what is lost in so many games of each kind, and how as many trials of each end."""
    rng = random.Random(seed)
    for kind in KINDS:
        starts = np.stack([a_start(rng, kind) for _ in range(games)])
        for most, margin in SETTINGS:
            if most > MOST:
                continue
            rolls, total, passed, lost = play_games(brain, sieve, starts, seed, most, margin)
            yield (
                f"{kind}, {most} within {margin}: {passed / rolls:.2f} of {total / rolls:.1f} plays evaluated, "
                f"{1000 * lost / rolls:.2f} mEq lost a roll"
            )
    yield f"{'':24s}" + "".join(f"{name:>16s}" for name in NAMES)
    for kind in KINDS if trials else ():
        board = a_start(random.Random(seed), kind)
        ends = [endings(brain, sieve, board, seed, trials, prune) for prune in (0, 1)]
        for name, (mean, error) in zip(("without", "with"), ends, strict=True):
            yield f"{kind + ' ' + name:24s}" + "".join(
                f"{f'{m:.4f} ± {e:.4f}':>16s}" for m, e in zip(mean, error, strict=True)
            )
        apart = (ends[1][0] - ends[0][0]) / np.maximum(np.hypot(ends[0][1], ends[1][1]), 1e-9)
        yield f"{'  standard errors apart':24s}" + "".join(f"{z:16.1f}" for z in apart)


def endings(
    brain: Brain, sieve: Sieve, board: Boards, seed: int, trials: int, prune: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The five chances and the equity of the player on roll from so many games, and their standard errors."""
    rules = RolloutRules(
        seed=seed,
        limit=3,
        opponent_rolls=0,
        initial=0,
        truncate=-1,
        reduce_variance=0,
        stratify=1,
        prune=prune,
        cubeful=0,
        beavers=0,
        deep=None,
    )
    played = new_trials(trials, 1)
    start = Candidates(board[None], np.zeros((1, 3), np.int64))
    roll_out(brain, sieve, rules, cubeless_stakes(3), start, 0, played, np.zeros(1, np.bool_))
    values = played.results[:, 0, RAW, : EQUITY + 1] / SCALE
    return values.mean(0), values.std(0) / trials**0.5


@kernel
def play_games(brain, sieve, starts, seed, most, margin):
    """Rolls, plays, plays that were evaluated and equity lost in games from *starts*, int8 (n, 2, 26), with the sieve.

    Where one play passes nothing is evaluated. The equity lost is what the evaluator says of the best play, less what
    it says of the best that passed; that one is played.
    """
    state = np.empty(WORDS, np.uint64)
    scratch, room = new_scratch(), new_sieve_room(MAX_PLAYS)
    board, few = np.empty((2, ROW), np.int8), np.empty((MAX_PLAYS, 2, ROW), np.int8)
    rolls, total, evaluated, lost = 0, 0, 0, 0.0
    for game in range(len(starts)):
        seed_state(seed, game, state)
        board[:] = starts[game]
        while rear(board[0]) and rear(board[1]):
            roll = below(state, 36)
            n = judge_plays(brain, board[0], board[1], roll // 6 + 1, roll % 6 + 1, 3, scratch)
            few[:n] = scratch.boards[:n]
            kept = sift(sieve, room, board[0], board[1], few, n, most, margin)
            best, found, place = 0, -1, 0
            for i in range(n):
                if scratch.equities[i] > scratch.equities[best]:
                    best = i
                if place < kept and (few[place] == scratch.boards[i]).all():
                    if found < 0 or scratch.equities[i] > scratch.equities[found]:
                        found = i
                    place += 1
            rolls, total = rolls + 1, total + n
            evaluated += kept if kept > 1 else 0
            lost += scratch.equities[best] - scratch.equities[found]
            for p in range(ROW):
                board[0, p], board[1, p] = scratch.boards[found, 1, p], scratch.boards[found, 0, p]
    return rolls, total, evaluated, lost
