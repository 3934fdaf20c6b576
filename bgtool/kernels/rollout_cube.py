"""The cube of a rollout: who turns it, who drops, and what a position or a play is worth with it.

A game's cube is two numbers: its *level*, how often it has been turned since the rollout's first cube, and its
*owner*, seen by the player of row 0. Values are those of ``kernels/cube.py``, for the player on roll;
``equity_for_row_0`` turns them into what a rollout adds up.
"""

from __future__ import annotations

from bgtool.kernels.cube import OPPONENTS, best_value, dead_value, position_value
from bgtool.kernels.evaluate import chances_with, swap_viewpoint, worth_of
from bgtool.kernels.jit import kernel
from bgtool.kernels.lookahead import BEAVER, DOUBLE_TAKE, NO_DOUBLE
from bgtool.kernels.rollout_deep import look_at_cube
from bgtool.kernels.rows import rear
from bgtool.kernels.search import better

HOLD, TAKEN, BEAVERED, DROPPED = range(4)
"""What happens to the cube before a roll."""

MOST_TURNS = 10
"""A cube that has been turned so often in a rollout stays where it is, so that whole numbers hold what a game costs."""

CLOSE = 0.25
"""A decision further than this (in units of the cube) from doubling at 0-ply is not looked at deeper."""


@kernel(_nrt=False)
def side_owner(owner, mover):
    """The cube's owner as the player on roll sees him: *mover* is 0 for the player of row 0, else 1."""
    return -owner if mover else owner


@kernel(inline="always")
def cube_action(brain, sieve, rules, stakes, mover, room):
    """What happens before the roll of *mover*, both deciding as the model says: one of HOLD, TAKEN, BEAVERED, DROPPED.

    ``room.rows`` has the player of row 0 first, ``room.judged`` the chances of *mover*. A beaver is right where the
    cube costs the doubler, so he never gains by a raccoon, which would double that.
    """
    level, owner = room.cube[0], side_owner(room.cube[1], mover)
    context = stakes.contexts[mover]
    if owner == OPPONENTS or level >= MOST_TURNS or not context.i_may_turn[level]:
        return HOLD
    mine, theirs, numbers = room.rows[mover], room.rows[1 - mover], room.numbers
    for number in (NO_DOUBLE, DOUBLE_TAKE, BEAVER):
        if number != BEAVER or rules.beavers:
            turned = level + number
            holder = OPPONENTS if number else owner
            numbers[number] = position_value(
                context, stakes.tables, stakes.efficiency, mine, theirs, room.judged, turned, holder
            )
    cash = context.values[level, 0]
    if min(numbers[DOUBLE_TAKE], cash) > numbers[NO_DOUBLE] - CLOSE * 0.5 * (cash - context.values[level, 3]):
        here = stakes, mover, level, owner
        look_at_cube(rules.deep, brain, sieve, here, (mine, theirs), room.deep, numbers)
    taken = numbers[DOUBLE_TAKE]
    beavers = rules.beavers and numbers[BEAVER] < taken < 0.0
    if min(numbers[BEAVER] if beavers else taken, cash) <= numbers[NO_DOUBLE]:
        return HOLD
    if taken > cash:
        return DROPPED
    return BEAVERED if beavers else TAKEN


@kernel(_nrt=False)
def best_judged(brain, rules, stakes, mover, cube, n, room):
    """Index of the best of the first *n* plays in ``room.scratch``, all of them judged there for *mover*.

    By what they are worth with the cube, the opponent being on roll and free to double, if the rollout is cubeful.
    """
    scratch = room.scratch
    level, owner = cube[0], side_owner(cube[1], 1 - mover)
    context = stakes.contexts[1 - mover]
    best = 0
    for i in range(n):
        out = scratch.chances[i]
        mine, theirs = scratch.boards[i, 1], scratch.boards[i, 0]
        chances_with(brain, room.memory, mine, theirs, out)
        if rules.cubeful:
            value = best_value(context, stakes.tables, stakes.efficiency, mine, theirs, out, level, owner)
            scratch.equities[i] = -value
            swap_viewpoint(out)
        else:
            swap_viewpoint(out)
            scratch.equities[i] = worth_of(out, stakes.prices[mover])
        if better(scratch, i, best):
            best = i
    return best


@kernel(_nrt=False)
def end_value(stakes, mover, may_turn, room):
    """What the position at which a game ends is worth to *mover*, who is on roll, at 0-ply or exactly.

    ``room.judged`` are his chances; *may_turn* says whether he may still double.
    """
    mine, theirs = room.rows[mover], room.rows[1 - mover]
    level, owner = room.cube[0], side_owner(room.cube[1], mover)
    context, tables, rates = stakes.contexts[mover], stakes.tables, stakes.efficiency
    if rear(mine) == 0 or rear(theirs) == 0:
        return dead_value(context, level, owner, room.judged)
    if may_turn:
        return best_value(context, tables, rates, mine, theirs, room.judged, level, owner)
    return position_value(context, tables, rates, mine, theirs, room.judged, level, owner)


@kernel(_nrt=False)
def equity_for_row_0(stakes, value, mover):
    """A value of *mover* as the equity of the player of row 0, per unit of the first cube (EMG in a match)."""
    values = stakes.contexts[0].values
    cash, drop = values[0, 0], values[0, 3]
    return (2.0 * (-value if mover else value) - cash - drop) / (cash - drop)
