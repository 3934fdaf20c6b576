"""Choosing a play inside compiled code: every distinct result of a roll judged, best first.

Callers bring a :class:`Scratch` of their own (one a thread), so that nothing is allocated in a loop. Equal plays are
told apart in a fixed way, the same in every kernel: more checkers off first, then the order of the move generator.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.evaluate import chances_after, equity_of
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.layout import OFF, OUTCOMES, ROW


class Scratch(NamedTuple):
    """Room for the plays of one roll; what a kernel leaves in it stays until the next call."""

    boards: np.ndarray
    """int8 (MAX_PLAYS, 2, 26): the positions after the plays, mover in row 0."""
    chances: np.ndarray
    """float32 (MAX_PLAYS, 5), mover's viewpoint."""
    equities: np.ndarray
    """float64 (MAX_PLAYS,), mover's viewpoint."""
    order: np.ndarray
    """int32 (MAX_PLAYS,): indices into the others, best play first (written by ``rank`` only)."""


@kernel
def new_scratch():
    """Room for one thread's ``rank`` or ``best_play``; works in compiled code and in Python."""
    return Scratch(
        np.empty((MAX_PLAYS, 2, ROW), np.int8),
        np.empty((MAX_PLAYS, OUTCOMES), np.float32),
        np.empty(MAX_PLAYS, np.float64),
        np.empty(MAX_PLAYS, np.int32),
    )


@kernel
def judge_plays(brain, mine, theirs, die1, die2, limit, scratch):
    """Number of distinct plays; boards, chances and equities of the mover are written to *scratch*, unsorted.

    *mine* is on roll; *limit* is the most that a game counts (2 in Portes, else 3). A dance is one unchanged board.
    """
    n = plays(mine, theirs, die1, die2, scratch.boards)
    chances_after(brain, scratch.boards, n, scratch.chances)
    for i in range(n):
        scratch.equities[i] = equity_of(scratch.chances[i], limit)
    return n


@kernel
def rank(brain, mine, theirs, die1, die2, limit, scratch):
    """Number of distinct plays, as ``judge_plays``; ``scratch.order[:n]`` lists them best first."""
    n = judge_plays(brain, mine, theirs, die1, die2, limit, scratch)
    order = scratch.order
    for i in range(n):
        j = i
        while j > 0 and better(scratch, i, order[j - 1]):
            order[j] = order[j - 1]
            j -= 1
        order[j] = i
    return n


@kernel
def best_play(brain, mine, theirs, die1, die2, limit, scratch):
    """Index in *scratch* of the best 0-ply play of the player on roll: the first that ``rank`` would list."""
    n = plays(mine, theirs, die1, die2, scratch.boards)
    if n == 1:
        return 0
    chances_after(brain, scratch.boards, n, scratch.chances)
    best = 0
    for i in range(n):
        scratch.equities[i] = equity_of(scratch.chances[i], limit)
        if better(scratch, i, best):
            best = i
    return best


@kernel(_nrt=False)
def better(scratch, i, j):
    """Whether play *i*, found after *j*, is to be preferred."""
    if scratch.equities[i] != scratch.equities[j]:
        return scratch.equities[i] > scratch.equities[j]
    return scratch.boards[i, 0, OFF] > scratch.boards[j, 0, OFF]
