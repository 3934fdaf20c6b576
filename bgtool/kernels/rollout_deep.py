"""Rollouts that look ahead: plays, cube decisions and ends of games judged some plies deep.

Each function takes the depth as its first argument, a :class:`Deep` or None; with None it does nothing, and Numba
leaves the lookahead out of what it compiles: hence an ``if`` of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.cube import CENTRED, CubeContext
from bgtool.kernels.evaluate import worth_of
from bgtool.kernels.exact_money import is_exact
from bgtool.kernels.jit import kernel
from bgtool.kernels.lookahead import (
    BEST,
    NUMBERS,
    Lookout,
    SearchRules,
    Stakes,
    look_ahead,
    new_lookout,
)
from bgtool.kernels.rows import rear
from bgtool.kernels.search import better
from bgtool.layout import OUTCOMES

NEAR = 0.1
"""Units of the cube by which a play may be worse at 0-ply than the best, and still be looked at deeper."""

MOST = 4
"""Plays that are looked at deeper at most."""

_CUBELESS, _CUBEFUL = 0, 1


class Deep(NamedTuple):
    """How deep, whole numbers."""

    plies: int
    """Of plays, and of positions where a game is cut short."""
    cube_plies: int
    """Of cube decisions."""
    prune: int


class DeepRoom(NamedTuple):
    """Memory for one thread."""

    lookout: Lookout
    judged: np.ndarray
    """float32 (5,)"""
    numbers: np.ndarray
    """float64 (NUMBERS,)"""


@kernel
def room_for(deep, brain):
    """Room for one thread's lookahead, if there is any."""
    if deep is not None:
        return DeepRoom(new_lookout(brain), np.empty(OUTCOMES, np.float32), np.empty(NUMBERS, np.float64))
    return None


@kernel(_nrt=False)
def look_at_cube(deep, brain, sieve, here, rows, room, numbers):
    """Write the cube numbers of the player on roll, whose row is the first of *rows*, to *numbers*.

    *here* are his stakes without the cube's turns so far, the level and the owner as he sees him.
    """
    if deep is not None:  # noqa: SIM102
        if deep.cube_plies:
            stakes, player, level, owner = here
            there = _stakes_at(stakes, player, level, owner)
            search = SearchRules(deep.cube_plies, deep.prune, _CUBEFUL)
            look_ahead(brain, sieve, search, there, rows[0], rows[1], room.lookout, room.judged, numbers)
            for k in range(NUMBERS):
                numbers[k] *= _factor(stakes.contexts[player], level)


@kernel(_nrt=False)
def look_at_plays(deep, brain, sieve, cubeful, here, plays, scratch, room):
    """Index of the best play in *scratch*, of which those close to the best at 0-ply are looked at deeper.

    *plays* are their number and the best of them. *here* is for the opponent of the mover, who is on roll after the
    play. Chances in *scratch* stay those of 0-ply; equities do not stay.
    """
    n, best = plays
    if deep is not None:  # noqa: SIM102
        if deep.plies and n > 1:
            stakes, player, level, owner = here
            values = stakes.contexts[player].values
            least = scratch.equities[best] - NEAR * 0.5 * (values[level, 0] - values[level, 3])
            near = 0
            for i in range(n):
                near += scratch.equities[i] >= least
            if near > 1:
                there = _stakes_at(stakes, player, level, owner)
                search = SearchRules(deep.plies, deep.prune, cubeful)
                out, numbers = room.judged, room.numbers
                most = -np.inf
                for _ in range(min(near, MOST)):
                    place = -1  # the best play not yet looked at
                    for i in range(n):
                        if scratch.equities[i] >= least and (place < 0 or better(scratch, i, place)):
                            place = i
                    scratch.equities[place] = -np.inf
                    board = scratch.boards[place]
                    look_ahead(brain, sieve, search, there, board[1], board[0], room.lookout, out, numbers)
                    worth = -numbers[BEST] if cubeful else -worth_of(out, there.prices[0])
                    if worth > most:
                        best, most = place, worth
    return best


@kernel(_nrt=False)
def look_at_end(deep, brain, sieve, here, rows, room, judged, numbers):
    """Judge the position where a game was cut short deeper: its chances, and what it is worth with the cube.

    Writes the chances of the player on roll to *judged*, float32 (5,), and his value to ``numbers[BEST]``; leaves
    both alone where tables know them. *here* as for :func:`look_at_cube`.
    """
    if deep is not None:
        stakes, player, level, owner = here
        if deep.plies and rear(rows[0]) and rear(rows[1]) and not is_exact(stakes.tables, rows[0], rows[1]):
            there = _stakes_at(stakes, player, level, owner)
            search = SearchRules(deep.plies, deep.prune, _CUBEFUL)
            look_ahead(brain, sieve, search, there, rows[0], rows[1], room.lookout, judged, numbers)
            numbers[BEST] *= _factor(stakes.contexts[player], level)


@kernel(_nrt=False)
def _stakes_at(stakes, player, level, owner):
    """The stakes of *player* (0 or 1) on roll, the cube being at *level*; *owner* is as he sees him.

    For endless money these are those of a cube of the first level: see ``_factor``.
    """
    mine, theirs = _context_at(stakes.contexts[player], level), _context_at(stakes.contexts[1 - player], level)
    prices = _prices(mine, owner), _prices(theirs, -owner)
    return Stakes(prices, (mine, theirs), owner, stakes.tables, stakes.efficiency)


@kernel(_nrt=False)
def _factor(context, level):
    """What values under ``_stakes_at`` are to be multiplied by."""
    return context.values[level, 0] / context.values[0, 0] if context.endless else 1.0


@kernel(_nrt=False)
def _context_at(context, level):
    """The context of a game whose first cube is the one at *level*."""
    if context.endless or level == 0:
        return context
    return CubeContext(
        context.values[level:],
        context.my_stake[level:],
        context.their_stake[level:],
        context.alive[level:],
        context.i_may_turn[level:],
        context.they_may_turn[level:],
        max(context.turns - level, 0),
        context.endless,
        context.jacoby,
    )


@kernel(_nrt=False)
def _prices(context, owner):
    """What gammons and backgammons count to a player (see ``worth_of``) with the cube at his context's first level."""
    if context.jacoby and owner == CENTRED:
        return 0.0, 0.0, 0.0, 0.0
    value = context.values[0]
    half = 0.5 * (value[0] - value[3])
    return (
        (value[1] - value[0]) / half,
        (value[2] - value[1]) / half,
        (value[3] - value[4]) / half,
        (value[4] - value[5]) / half,
    )
