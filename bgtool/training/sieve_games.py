"""Games of an evaluator with itself, for the sieve of plays: every play of every roll judged."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.evaluate import Brain
from bgtool.kernels.jit import kernel
from bgtool.kernels.rng import WORDS, below, seed_state
from bgtool.kernels.rows import rear
from bgtool.kernels.search import judge_plays, new_scratch
from bgtool.kernels.sieve import PLACES, strange
from bgtool.layout import ROW
from bgtool.training.starts import a_start

MIXTURE = {
    "opening": 10.0,
    "back game": 2.0,
    "primes": 1.0,
    "containment": 2.5,
    "crashed": 1.5,
    "ace point": 1.5,
    "stragglers": 6.0,
    "holding": 0.7,
    "blitz": 0.7,
    "closed out": 0.7,
    "left behind": 4.0,
    "few left": 1.5,
    "altered": 5.0,
}
"""How often games of each kind are begun; those that are altered, near one of the others."""

FEWEST = 3
"""Plays that a roll must have to be learned from; what the sieve lets pass anyway is not learned."""
MOST_LEARNED = 32
"""Plays of one roll that are learned from: the best and others picked at random."""


class Decisions(NamedTuple):
    """Rolls to learn from: the position before, and the positions and equities after the plays."""

    before: NDArray[np.int8]  # (n, PLACES)
    after: NDArray[np.int8]  # (plays of all, PLACES)
    equities: NDArray[np.float32]  # (plays of all,), the mover's
    starts: NDArray[np.int64]  # (n + 1,)


def decisions_of(brain: Brain, rolls: int, seed: int, mixture: Mapping[str, float] = MIXTURE) -> Decisions:
    """So many rolls of self-play, some plays random, from games of many kinds; the same for the same seed."""
    rng = random.Random(seed)
    kinds = rng.choices(list(mixture), list(mixture.values()), k=rolls // 20 + 10)
    pool = np.stack([a_start(rng, kind) for kind in kinds if kind != "altered"])
    starts = np.stack([a_start(rng, kind, pool) for kind in kinds])
    room = rolls * 20
    decisions = Decisions(
        np.empty((rolls, PLACES), np.int8),
        np.empty((room, PLACES), np.int8),
        np.empty(room, np.float32),
        np.zeros(rolls + 1, np.int64),
    )
    found, plays = collect(brain, starts, seed, decisions)
    return Decisions(
        decisions.before[:found], decisions.after[:plays], decisions.equities[:plays], decisions.starts[: found + 1]
    )


@kernel
def collect(brain, starts, seed, decisions):
    """Fill *decisions* from self-play; the number of rolls and of plays written. Games begin at *starts* in turn."""
    state = np.empty(WORDS, np.uint64)
    seed_state(seed, 0, state)
    scratch = new_scratch()
    board = np.empty((2, ROW), np.int8)
    rolls, total, game = 0, 0, 0
    while True:
        board[:] = starts[game % len(starts)]
        game += 1
        while rear(board[0]) and rear(board[1]):
            roll = below(state, 36)
            n = judge_plays(brain, board[0], board[1], roll // 6 + 1, roll % 6 + 1, 3, scratch)
            best = 0
            for i in range(n):
                if scratch.equities[i] > scratch.equities[best]:
                    best = i
            if n >= FEWEST and not strange(board[0], board[1]):
                learned = min(n, MOST_LEARNED)
                if rolls == len(decisions.before) or total + learned > len(decisions.after):
                    return rolls, total
                for p in range(ROW):
                    decisions.before[rolls, p] = board[0, p]
                    decisions.before[rolls, ROW + p] = board[1, p]
                for k in range(learned):
                    i = k if n <= MOST_LEARNED else (best if k == 0 else below(state, n))
                    for p in range(ROW):
                        decisions.after[total, p] = scratch.boards[i, 0, p]
                        decisions.after[total, ROW + p] = scratch.boards[i, 1, p]
                    decisions.equities[total] = scratch.equities[i]
                    total += 1
                rolls += 1
                decisions.starts[rolls] = total
            chosen = _picked(state, scratch.equities, n, best)
            for p in range(ROW):
                board[0, p], board[1, p] = scratch.boards[chosen, 1, p], scratch.boards[chosen, 0, p]


@kernel
def _picked(state, equities, n, best):
    """Mostly the best play, one time in five one up to 0.1 points worse, one time in twenty up to 0.5."""
    spread = 0.0
    luck = below(state, 20)
    if luck < 4:
        spread = 0.1
    elif luck == 4:
        spread = 0.5
    if spread == 0.0:
        return best
    found, value = best, -9.0
    for i in range(n):
        disturbed = equities[i] + spread * below(state, 1000) / 1000
        if disturbed > value:
            found, value = i, disturbed
    return found
