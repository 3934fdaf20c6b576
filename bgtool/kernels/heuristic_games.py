"""Self-play for the heuristic: positions and what became of them, hundreds of games a second."""

from __future__ import annotations

import numpy as np

from bgtool.kernels.evaluate import chances, swap_viewpoint
from bgtool.kernels.jit import kernel
from bgtool.kernels.rng import WORDS, below, roll_dice, seed_state
from bgtool.kernels.rows import rear
from bgtool.kernels.search import best_play, judge_plays, new_scratch
from bgtool.layout import OUTCOMES, ROW

MOST_PLIES = 600
"""Plies after which a game is given up; only evaluators without any sense get there."""

_LAST_SURPRISE = 56  # plies before the play that is not the best; about as long as a game
_LOOSE_PLAYS = 10  # before it, one play in so many is loose as well
_KEPT = 4  # after it, one position in so many is kept
_CLOSE = 0.15  # points: a loose play is mostly one of those that look nearly best


@kernel
def self_play(brain, start, seed, games, trust, boards, targets):
    """Number of positions kept; they are written to *boards*, int8 (n, 2, 26), and *targets*, float32 (n, 5).

    *games* is (first, last + 1), the numbers of the games, each with dice of its own; there must be room for
    MOST_PLIES positions beyond those kept. In each game both sides play *brain* at 0 plies from *start*, but at one
    random moment the play is a loose one: so plays that the brain never makes are seen, too. Positions are kept from
    there on only, so that they are followed by the brain's own play.

    Targets are the chances of the player on roll as they turned out: the end of the game, pulled at each ply by a
    share of *trust* towards what the brain thought then (a TD(lambda) return, lambda = 1 - trust). With a trust of 0
    they are the bare outcome.
    """
    scratch = new_scratch()
    state = np.empty(WORDS, np.uint64)
    path = np.empty((MOST_PLIES + 1, 2, ROW), np.int8)
    thoughts = np.empty((MOST_PLIES, OUTCOMES), np.float32)
    n = 0
    for game in range(games[0], games[1]):
        seed_state(seed, game, state)
        for side in range(2):
            for p in range(ROW):
                path[0, side, p] = start[side, p]
        surprise = below(state, _LAST_SURPRISE)
        plies = 0
        while plies < MOST_PLIES and rear(path[plies, 1]):
            board = path[plies]
            die1, die2 = roll_dice(state)
            while plies == 0 and die1 == die2:
                die1, die2 = roll_dice(state)
            if plies == surprise or (plies < surprise and below(state, _LOOSE_PLAYS) == 0):
                chosen = _loose_play(brain, board, die1, die2, state, scratch)
            else:
                chosen = best_play(brain, board[0], board[1], die1, die2, 3, scratch)
            for p in range(ROW):
                path[plies + 1, 0, p] = scratch.boards[chosen, 1, p]
                path[plies + 1, 1, p] = scratch.boards[chosen, 0, p]
            chances(brain, path[plies + 1, 0], path[plies + 1, 1], thoughts[plies])
            plies += 1
        if rear(path[plies, 1]) == 0:
            n += _look_back(path, thoughts, (surprise + 1, plies), trust, state, boards[n:], targets[n:])
    return n


@kernel
def _look_back(path, thoughts, plies, trust, state, boards, targets):
    """Number of positions kept of a finished game, those from ply ``plies[0]`` on; ``plies[1]`` is its length.

    ``thoughts[i]`` are the chances of the player on roll at ``path[i + 1]``.
    """
    first, end = plies
    n = 0
    target = thoughts[end - 1].copy()  # exact: the game is over
    for ply in range(end - 1, first - 1, -1):
        for k in range(OUTCOMES):
            target[k] += trust * (thoughts[ply, k] - target[k])
        swap_viewpoint(target)
        if ply == first or below(state, _KEPT) == 0:
            for k in range(OUTCOMES):
                targets[n, k] = target[k]
            for side in range(2):
                for p in range(ROW):
                    boards[n, side, p] = path[ply, side, p]
            n += 1
    return n


@kernel
def _loose_play(brain, board, die1, die2, state, scratch):
    """Index of a random play: any in a quarter of the cases, else one within ``_CLOSE`` of the best."""
    n = judge_plays(brain, board[0], board[1], die1, die2, 3, scratch)
    if below(state, 4) == 0:
        return below(state, n)
    best = scratch.equities[0]
    for i in range(n):
        best = max(best, scratch.equities[i])
    chosen = 0
    close = 0
    for i in range(n):
        if scratch.equities[i] >= best - _CLOSE:
            close += 1
            if below(state, close) == 0:
                chosen = i
    return chosen
