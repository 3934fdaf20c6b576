"""The best play of a roll, found quickly: what rollouts and searches do at every turn.

The plays are made, the sieve lets the promising ones pass, the brain judges those. Equal plays are told apart as in
``search``: more checkers off first, then the order of the move generator.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bgtool.kernels.evaluate import chances_with, equity_of, new_memory, swap_viewpoint
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.kernels.search import Scratch, better, new_scratch
from bgtool.kernels.sieve import SieveRoom, new_sieve_room, sift

MARGIN = 0.1
"""Points by which a play may look worse to the sieve than the best, and still be judged."""


class ReplyRoom(NamedTuple):
    """Memory for one thread; the plays of the last roll stay in ``scratch`` until the next."""

    scratch: Scratch
    sieve: SieveRoom
    memory: Any  # of the evaluator


@kernel
def new_reply_room(brain):
    """Room for one thread's ``best_reply`` with this brain."""
    return ReplyRoom(new_scratch(), new_sieve_room(MAX_PLAYS), new_memory(brain))


@kernel
def best_reply(brain, sieve, most, rows, dice, limit, room):
    """Index in ``room.scratch`` of the best play for a roll; its chances there are seen by the mover.

    *rows* are the mover's and the opponent's, *dice* two numbers. At most *most* plays that pass the sieve are judged
    (0: all of them, without the sieve). *limit* is the most points that a game counts.
    """
    mine, theirs = rows
    scratch = room.scratch
    n = plays(mine, theirs, dice[0], dice[1], scratch.boards)
    if most:
        n = sift(sieve, room.sieve, mine, theirs, scratch.boards, n, most, MARGIN)
    best = 0
    for i in range(n):
        out = scratch.chances[i]
        chances_with(brain, room.memory, scratch.boards[i, 1], scratch.boards[i, 0], out)
        swap_viewpoint(out)
        scratch.equities[i] = equity_of(out, limit)
        if better(scratch, i, best):
            best = i
    return best
