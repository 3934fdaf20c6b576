"""Targets that are better than the network that makes them: one roll looked ahead exactly, and games followed.

The *one-ply* value of a position is the mean over the 21 rolls of the best reply. It is exact but for the network's
errors one ply later, and comparing siblings by it is what playing one ply deeper would do.

Where the network is wrong about a whole kind of game, one ply does not tell: the next position is misjudged alike.
So games are played on, and each target takes a share of what came out later: the one-ply value plus ``trace`` times
the difference of the next position's target and its bare value. Those differences are free of the luck of the dice
(they compare what was expected before the roll with what was thought of the position it led to), so a game says much
more than its bare outcome (the same trick as variance reduction in rollouts).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.evaluate import chances
from bgtool.kernels.jit import kernel
from bgtool.kernels.rng import below, next_u64, roll_dice
from bgtool.kernels.rows import rear
from bgtool.kernels.search import judge_plays
from bgtool.layout import OUTCOMES, POINTS, ROW
from bgtool.training.gradient import SIBLINGS

LIMIT = 3  # a game counts up to a backgammon
CLOSE = 0.25  # points: siblings farther behind the best play teach nothing about choosing
LOOSE = 0.12  # points: a loose play in a game is at most so much worse than the best
MOST_PLIES = 150


class Habits(NamedTuple):
    """How games are played for targets."""

    trace: float
    """How much of a later surprise goes into a target: 0 is the plain one-ply value, 1 follows the game to its end."""
    loose: float
    """Chance of a play that is not the best; later surprises do not count across it."""
    siblings: int
    """Positions of a decision that are labelled, 1 to 4."""


class Path(NamedTuple):
    """Room for one game: its decisions, labelled."""

    boards: np.ndarray
    """int8 (MOST_PLIES, 4, 2, 26): positions after plays, opponent on roll, the best play first."""
    labels: np.ndarray
    """float32 (MOST_PLIES, 4, 5): chances of the player on roll."""
    filled: np.ndarray
    """int64 (MOST_PLIES,): how many of the four there are."""
    bare: np.ndarray
    """float32 (MOST_PLIES, 5): what the evaluator says of the best play's position."""
    followed: np.ndarray
    """bool (MOST_PLIES,): the best play was played."""


@kernel
def new_path():
    """Room for a game."""
    return Path(
        np.zeros((MOST_PLIES, SIBLINGS, 2, ROW), np.int8),
        np.zeros((MOST_PLIES, SIBLINGS, OUTCOMES), np.float32),
        np.zeros(MOST_PLIES, np.int64),
        np.zeros((MOST_PLIES, OUTCOMES), np.float32),
        np.zeros(MOST_PLIES, np.bool_),
    )


@kernel
def one_ply(brain, board, scratch, out):
    """Write to *out*, float32 (5,), the chances of the player on roll: the mean over 21 rolls of the best reply."""
    if rear(board[0]) == 0 or rear(board[1]) == 0:
        chances(brain, board[0], board[1], out)
        return
    for k in range(OUTCOMES):
        out[k] = 0
    for die1 in range(1, 7):
        for die2 in range(1, die1 + 1):
            n = judge_plays(brain, board[0], board[1], die1, die2, LIMIT, scratch)
            best = best_of(scratch.equities, n)
            weight = np.float32(1 / 36) if die1 == die2 else np.float32(2 / 36)
            for k in range(OUTCOMES):
                out[k] += weight * scratch.chances[best, k]


@kernel
def best_of(equities, n):
    """Index of the highest of the first *n* equities."""
    best = 0
    for i in range(1, n):
        if equities[i] > equities[best]:
            best = i
    return best


@kernel
def chance(state):
    """A random number from 0 to 1."""
    return np.float64(next_u64(state) >> np.uint64(11)) / 9007199254740992.0


@kernel
def play_game(brain, start, state, habits, scratch, path):
    """Number of decisions of a game from *start*, int8 (2, 26), that went into *path*, labelled.

    Ends when the game is over or (mostly) when it has become a race, which has better teachers.
    """
    board, after = start.copy(), start.copy()
    n = 0
    while n < MOST_PLIES and rear(board[0]) > 0 and rear(board[1]) > 0:
        if rear(board[0]) + rear(board[1]) <= POINTS and chance(state) < 0.7:
            break
        die1, die2 = roll_dice(state)
        count = judge_plays(brain, board[0], board[1], die1, die2, LIMIT, scratch)
        best = best_of(scratch.equities, count)
        played = choose(scratch, count, best, state, habits, path, n)
        path.followed[n] = played == best
        after[0], after[1] = scratch.boards[played, 1], scratch.boards[played, 0]
        best_board = path.boards[n, 0]
        chances(brain, best_board[0], best_board[1], path.bare[n])
        for k in range(path.filled[n]):
            one_ply(brain, path.boards[n, k], scratch, path.labels[n, k])
        board[:] = after
        n += 1
    _hand_back(path, n, habits.trace)
    return n


@kernel
def choose(scratch, count, best, state, habits, path, n):
    """Put the best play and random close siblings into decision *n*; the index of the play to go on with."""
    close = 0
    for i in range(count):
        close += i != best and scratch.equities[i] > scratch.equities[best] - CLOSE
    wanted = min(habits.siblings - 1, close)
    _put(path, n, 0, scratch.boards[best])
    filled, played = 1, best
    for i in range(count):
        if i == best or scratch.equities[i] <= scratch.equities[best] - CLOSE:
            continue
        if below(state, close) < wanted:
            _put(path, n, filled, scratch.boards[i])
            filled += 1
            wanted -= 1
            near = scratch.equities[i] > scratch.equities[best] - LOOSE
            if played == best and near and chance(state) < habits.loose:
                played = i
        close -= 1
    path.filled[n] = filled
    return played


@kernel
def _put(path, n, k, board):
    for place in range(ROW):
        path.boards[n, k, 0, place] = board[1, place]
        path.boards[n, k, 1, place] = board[0, place]


@kernel
def _hand_back(path, n, trace):
    """Let surprises flow back along the game; all siblings share that of the best play's position."""
    surprise = np.zeros(OUTCOMES, np.float32)
    shift = np.zeros(OUTCOMES, np.float32)
    for i in range(n - 1, -1, -1):
        for k in range(OUTCOMES):
            shift[k] = 0
        if i < n - 1 and path.followed[i]:  # seen by the other player: chances of winning and losing change sides
            shift[0] = -trace * surprise[0]
            shift[1], shift[2] = trace * surprise[3], trace * surprise[4]
            shift[3], shift[4] = trace * surprise[1], trace * surprise[2]
        for k in range(OUTCOMES):
            surprise[k] = path.labels[i, 0, k] + shift[k] - path.bare[i, k]
        for j in range(path.filled[i]):
            board = path.boards[i, j]
            if rear(board[0]) > 0 and rear(board[1]) > 0:
                for k in range(OUTCOMES):
                    path.labels[i, j, k] += shift[k]
