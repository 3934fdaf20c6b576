"""The best play of a roll, found quickly: what rollouts and searches do at every turn.

The plays are made, the sieve lets the promising ones pass, the brain judges those. Equal plays are told apart as in
``search``: more checkers off first, then the order of the move generator.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bgtool.kernels.evaluate import chances_with, new_memory, swap_viewpoint, worth_of
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.kernels.search import Scratch, better, new_scratch
from bgtool.kernels.sieve import SieveRoom, new_sieve_room, sift


class ReplyRoom(NamedTuple):
    """Memory for one thread; the plays of the last roll stay in ``scratch`` until the next."""

    scratch: Scratch
    sieve: SieveRoom
    memory: Any  # of the evaluator


@kernel
def new_reply_room(brain):
    """Room for one thread's ``best_reply`` with this brain."""
    return ReplyRoom(new_scratch(), new_sieve_room(MAX_PLAYS), new_memory(brain))


@kernel(_nrt=False)
def best_reply(brain, sieve, choice, rows, dice, prices, room):
    """Index in ``room.scratch`` of the best play for a roll; its chances there are seen by the mover.

    *rows* are the mover's and the opponent's, *dice* two numbers, *prices* what his gammons count (see ``worth_of``).
    *choice* is how many plays that pass the sieve are judged at most (0: all, without the sieve) and how many points
    worse than the best one a play may look to the sieve.
    """
    mine, theirs = rows
    n = plays(mine, theirs, dice[0], dice[1], room.scratch.boards)
    if choice[0]:
        n = sift(sieve, room.sieve, mine, theirs, room.scratch.boards, n, choice[0], choice[1])
    return best_of(brain, room.scratch, room.memory, n, prices)


@kernel(_nrt=False)
def best_of(brain, scratch, memory, n, prices):
    """Index of the best of the first *n* plays in *scratch*, all of them judged there for the mover."""
    best = 0
    for i in range(n):
        out = scratch.chances[i]
        chances_with(brain, memory, scratch.boards[i, 1], scratch.boards[i, 0], out)
        swap_viewpoint(out)
        scratch.equities[i] = worth_of(out, prices)
        if better(scratch, i, best):
            best = i
    return best
