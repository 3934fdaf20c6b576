"""Targets that are better than the network that makes them: some plies looked ahead, and games followed.

Comparing siblings by what they are worth a ply or two deeper is what playing deeper would do. Where the network is
wrong about a whole kind of game, that does not tell: the next position is misjudged alike. So games are played on, and
each target takes a share of what came out later: its value some plies deep plus ``trace`` times the difference of the
next position's target and what the search had foreseen for that roll. Those differences are free of the luck of the
dice (as far as the sieve, if the search has one, lets the best plays pass), so a game says much more than its bare
outcome. With ``trace`` 1 the game counts to its end: each target is a rollout of one trial with the luck of all rolls
taken off, and games of few labelled decisions each give very many of them. What is traced back is the worth of the
games as they are played; where the network misplays a kind of game, they have to be played deeper than it judges.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.evaluate import equity_of
from bgtool.kernels.jit import kernel
from bgtool.kernels.lookahead import SearchRules, look_ahead
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
    """How much of a later surprise goes into a target: 0 is the plain looked ahead value, 1 the game to its end."""
    loose: float
    """Chance that a random sibling, almost as good, is played; later surprises do not count across it."""
    siblings: int
    """Positions of a decision that are labelled, 1 to 4."""
    plies: int = 1
    """How deep labelled positions are judged, 1 or 2; at 2 the best of them is played, at 1 the best at 0-ply."""
    share: float = 1.0
    """Share of the decisions of a game that are labelled."""
    prune: int = 0
    """1 to look ahead with the sieve, which has to fit the network."""
    length: int = MOST_PLIES
    """Decisions after which a game is broken off, at most ``MOST_PLIES``; the last one's label traces nothing back."""


class Path(NamedTuple):
    """Room for one game: its decisions, some of them labelled."""

    boards: np.ndarray
    """int8 (MOST_PLIES, 4, 2, 26): positions after plays, opponent on roll, the best play first."""
    labels: np.ndarray
    """float32 (MOST_PLIES, 4, 5): chances of the player on roll."""
    filled: np.ndarray
    """int64 (MOST_PLIES,): how many of the four there are; 0 if the decision is not labelled."""
    foreseen: np.ndarray
    """float32 (MOST_PLIES, 5): what was expected of this roll before: its best play at 0-ply, a ply less deep."""
    ahead: np.ndarray
    """float32 (MOST_PLIES, 5): what the position after the play that was meant is worth, as deep as labels look."""
    followed: np.ndarray
    """bool (MOST_PLIES,): the play was made that looked best, no loose one."""


@kernel
def new_path():
    """Room for a game."""
    return Path(
        np.zeros((MOST_PLIES, SIBLINGS, 2, ROW), np.int8),
        np.zeros((MOST_PLIES, SIBLINGS, OUTCOMES), np.float32),
        np.zeros(MOST_PLIES, np.int64),
        np.zeros((MOST_PLIES, OUTCOMES), np.float32),
        np.zeros((MOST_PLIES, OUTCOMES), np.float32),
        np.zeros(MOST_PLIES, np.bool_),
    )


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
def play_game(brain, sieve, stakes, start, state, habits, rooms, path):
    """Number of decisions of a game from *start*, int8 (2, 26), that went into *path*, some of them labelled.

    *stakes* are those of a cubeless game, *rooms* a ``new_scratch()`` and a ``new_lookout(brain)``. Ends when the game
    is over or has become a race, which has better teachers.
    """
    scratch, lookout = rooms
    board = start.copy()
    expected, deep = SearchRules(habits.plies - 1, habits.prune, 0), SearchRules(habits.plies, habits.prune, 0)
    no_cube = np.empty(0)
    n = 0
    while n < habits.length and rear(board[0]) > 0 and rear(board[1]) > 0:
        if rear(board[0]) + rear(board[1]) <= POINTS:
            break
        die1, die2 = roll_dice(state)
        count = judge_plays(brain, board[0], board[1], die1, die2, LIMIT, scratch)
        played = choose(scratch, count, best_of(scratch.equities, count), state, habits, path, n)
        path.followed[n] = played == 0
        mine, theirs = path.boards[n, 0]
        look_ahead(brain, sieve, expected, stakes, mine, theirs, lookout, path.foreseen[n], no_cube)
        labelled = chance(state) < habits.share
        if labelled or habits.plies > 1:
            for k in range(path.filled[n]):
                mine, theirs = path.boards[n, k]
                look_ahead(brain, sieve, deep, stakes, mine, theirs, lookout, path.labels[n, k], no_cube)
            meant = _worst_for_the_other(path.labels[n], path.filled[n]) if habits.plies > 1 else 0
            path.ahead[n] = path.labels[n, meant]
            if path.followed[n]:
                played = meant
        else:
            look_ahead(brain, sieve, deep, stakes, mine, theirs, lookout, path.ahead[n], no_cube)
        if not labelled:
            path.filled[n] = 0
        board[:] = path.boards[n, played]
        n += 1
    _hand_back(path, n, habits)
    return n


@kernel
def choose(scratch, count, best, state, habits, path, n):
    """Put the best play and close siblings into decision *n*; which of them to go on with, 0 unless it is a loose one.

    Where the game is played deeper the next best play is among them; the others are any.
    """
    close = 0
    second = -1
    for i in range(count):
        if i != best and scratch.equities[i] > scratch.equities[best] - CLOSE:
            close += 1
            if second < 0 or scratch.equities[i] > scratch.equities[second]:
                second = i
    wanted = min(habits.siblings - 1, close)
    _put(path, n, 0, scratch.boards[best])
    filled, played = 1, 0
    if habits.plies > 1 and wanted > 0:
        _put(path, n, filled, scratch.boards[second])
        filled += 1
        wanted -= 1
        close -= 1
    else:
        second = -1
    for i in range(count):
        if i in (best, second) or scratch.equities[i] <= scratch.equities[best] - CLOSE:
            continue
        if below(state, close) < wanted:
            near = scratch.equities[i] > scratch.equities[best] - LOOSE
            if played == 0 and near and chance(state) < habits.loose:
                played = filled
            _put(path, n, filled, scratch.boards[i])
            filled += 1
            wanted -= 1
        close -= 1
    path.filled[n] = filled
    return played


@kernel
def _put(path, n, k, board):
    for place in range(ROW):
        path.boards[n, k, 0, place] = board[1, place]
        path.boards[n, k, 1, place] = board[0, place]


@kernel
def _worst_for_the_other(labels, n):
    """Index of the first of *n* positions, the opponent on roll in each, that is worth the least to him."""
    worst = 0
    for k in range(1, n):
        if equity_of(labels[k], LIMIT) < equity_of(labels[worst], LIMIT):
            worst = k
    return worst


@kernel
def _hand_back(path, n, habits):
    """Let surprises flow back along the game; all siblings share those of the play that was meant.

    A surprise is what a position turned out to be worth less what was foreseen of the roll that led to it, the best
    play at 0-ply. So the mean of a roll's surprises is by how much the play that was meant is better than that.
    """
    surprise = np.zeros(OUTCOMES, np.float32)
    shift = np.zeros(OUTCOMES, np.float32)
    for i in range(n - 1, -1, -1):
        shift[:] = 0
        if i < n - 1 and path.followed[i]:
            _seen_by_the_other(surprise, habits.trace, shift)
        for j in range(path.filled[i]):
            board = path.boards[i, j]
            if rear(board[0]) > 0 and rear(board[1]) > 0:
                path.labels[i, j] += shift
        surprise[:] = path.ahead[i] + shift - path.foreseen[i]


@kernel
def _seen_by_the_other(change, times, out):
    """Write a change of chances, *times* as much and from the other side, to *out*."""
    out[0] = -times * change[0]
    for k in range(1, 3):
        out[k], out[k + 2] = times * change[k + 2], times * change[k]
