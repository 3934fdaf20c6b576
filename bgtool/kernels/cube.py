"""What a position is worth with the cube: Janowski's mix of a dead and a live cube, for money and for matches.

*Values* are on a scale where one player's gain is the other's loss: points per unit of the first cube for money,
``2 MWC - 1`` in a match. A *level* counts the turns of the cube since the context's first cube, so at level k it
stands at 2^k times that; *owner* is CENTRED, OWNED (by the player on roll) or OPPONENTS.

With a dead cube a position is worth its chances times what each result is worth. With a live one the value is linear
between the points where somebody would double and the other pass (R. Janowski, "Take-Points in Money Games", 1993):
nothing, the opponent's cash point, mine, certainty. For money the cash points have a closed form, because redoubles
never end; in a match (and under a limit of the cube) they are worked out from the last useful turn of the cube down,
each from the one above, with the gammon rates of the position. The value is (1 - x) dead + x live, where x is the
efficiency of the cube in this kind of position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.kernels.bearoff import CENTRED as EXACT_CENTRED
from bgtool.kernels.bearoff import CUBELESS as EXACT_CUBELESS
from bgtool.kernels.bearoff import OPPONENTS as EXACT_OPPONENTS
from bgtool.kernels.bearoff import OWNED as EXACT_OWNED
from bgtool.kernels.cube_efficiency import efficiency_of
from bgtool.kernels.exact_money import exact_equity, is_exact
from bgtool.kernels.jit import kernel
from bgtool.layout import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OUTCOMES,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)

CENTRED = 0
OWNED = 1
OPPONENTS = -1

CERTAIN = 1e-7  # a chance nearer to 0 or 1 leaves the cube nothing to do
RESULTS = 6  # won single, gammon, backgammon; lost single, gammon, backgammon


class CubeContext(NamedTuple):
    """Score, cube and rules as one player sees them: all that a cubeful value needs beside the position."""

    values: NDArray[np.float64]
    """(levels, 6): what each result is worth to me with the cube at that level."""
    my_stake: NDArray[np.int64]
    """(levels,): by how many levels a double of mine there raises what is at stake: one, or two where they redouble
    at once because it costs them nothing; 0 at the last."""
    their_stake: NDArray[np.int64]
    alive: NDArray[np.bool_]
    """(levels,): whether anybody can still gain by turning the cube."""
    i_may_turn: NDArray[np.bool_]
    """(levels,): whether I may turn it and have a use for that, if I have access to it."""
    they_may_turn: NDArray[np.bool_]
    turns: int
    """The first level at which a double, once taken, leaves a cube that one of the two has no more use for."""
    endless: bool
    """Money without a limit of the cube; then ``turns`` does not count."""
    jacoby: bool
    """Gammons count single while the cube is centred."""


@kernel(_nrt=False)
def dead_value(context, level, owner, chances):
    """Value of five chances when the cube is not turned any more."""
    value = context.values
    win = float(chances[WIN])
    lose = 1.0 - win
    if context.jacoby and owner == CENTRED:
        return win * value[level, 0] + lose * value[level, 3]
    my_gammon, my_backgammon = float(chances[WIN_GAMMON]), float(chances[WIN_BACKGAMMON])
    gammon, backgammon = float(chances[LOSE_GAMMON]), float(chances[LOSE_BACKGAMMON])
    won = (win - my_gammon) * value[level, 0] + (my_gammon - my_backgammon) * value[level, 1]
    lost = (lose - gammon) * value[level, 3] + (gammon - backgammon) * value[level, 4]
    return won + my_backgammon * value[level, 2] + lost + backgammon * value[level, 5]


@kernel(_nrt=False)
def cubeful_value(context, level, owner, chances, x):
    """Value of five chances without a double now, with the cube at *level* and efficiency *x*."""
    dead = dead_value(context, level, owner, chances)
    win = float(chances[WIN])
    if not context.alive[level] or win < CERTAIN or win > 1.0 - CERTAIN:
        return dead
    rates = rates_of(chances)
    points = money_points(rates) if context.endless else match_points(context, level, rates)
    return _mixed(context, level, owner, win, rates, points, dead, x)


@kernel(_nrt=False)
def rates_of(chances):
    """Shares of gammons and of backgammons in my wins, and in my losses; neither may be certain."""
    win = float(chances[WIN])
    lose = 1.0 - win
    my_gammons = (float(chances[WIN_GAMMON]) - float(chances[WIN_BACKGAMMON])) / win
    my_backgammons = float(chances[WIN_BACKGAMMON]) / win
    gammons = (float(chances[LOSE_GAMMON]) - float(chances[LOSE_BACKGAMMON])) / lose
    backgammons = float(chances[LOSE_BACKGAMMON]) / lose
    return my_gammons, my_backgammons, gammons, backgammons


@kernel(_nrt=False)
def _mixed(context, level, owner, win, rates, points, dead, x):
    """The mix of the dead value with the live one, which is linear between the players' cash *points*."""
    mine, theirs = points
    cash, drop = context.values[level, 0], context.values[level, 3]
    if context.jacoby and owner == CENTRED:
        best, worst = cash, drop
    else:
        best, worst = _won(context.values, level, rates), _lost(context.values, level, rates)
    low = 0.0 if owner == OWNED else 1.0 - theirs
    high = 1.0 if owner == OPPONENTS else mine
    live = _between(
        win, low, high, worst, best, drop if owner != OWNED else worst, cash if owner != OPPONENTS else best
    )
    return dead + x * (live - dead)


@kernel(_nrt=False)
def _between(win, low, high, worst, best, at_low, at_high):
    """The straight line through (0, worst), (low, at_low), (high, at_high), (1, best), at *win*."""
    if win <= low:
        return worst + (at_low - worst) * win / low if low > 0.0 else at_low
    if win < high:
        return at_low + (at_high - at_low) * (win - low) / (high - low)
    return at_high + (best - at_high) * (win - high) / (1.0 - high) if high < 1.0 else at_high


@kernel(_nrt=False)
def money_points(rates):
    """My and the opponent's cash point with a live cube in an endless game: winning chances of each."""
    my_wins = 1.0 + rates[0] + 2.0 * rates[1]
    losses = 1.0 + rates[2] + 2.0 * rates[3]
    whole = my_wins + losses + 0.5
    return (losses + 1.0) / whole, (my_wins + 1.0) / whole


@kernel(_nrt=False)
def match_points(context, level, rates):
    """My and the opponent's cash point with a live cube, from the last useful turn of the cube down to *level*."""
    mine = theirs = 1.0
    for k in range(max(level, context.turns), level - 1, -1):
        mine, theirs = _points_from_above(context, k, rates, mine, theirs)
    return mine, theirs


@kernel(_nrt=False)
def _points_from_above(context, k, rates, mine, theirs):
    """The cash points at level *k*; *mine* and *theirs* are those one level higher."""
    value = context.values
    cash, drop = value[k, 0], value[k, 3]
    if k >= context.turns:
        stake = k + context.my_stake[k]
        won, lost = _won(value, stake, rates), _lost(value, stake, rates)
        my_next = (cash - lost) / (won - lost) if won > lost else 1.0
        stake = k + context.their_stake[k]
        won, lost = _won(value, stake, rates), _lost(value, stake, rates)
        their_next = (drop - won) / (lost - won) if won > lost else 1.0
    else:
        won, lost = _won(value, k + 1, rates), _lost(value, k + 1, rates)
        my_next = 1.0 - theirs * (cash - won) / (value[k + 1, 3] - won)
        their_next = 1.0 - mine * (drop - lost) / (value[k + 1, 0] - lost)
    return my_next, their_next


@kernel(_nrt=False)
def _won(value, level, rates):
    """What my wins are worth on average with the cube at *level*."""
    single = value[level, 0]
    return single + rates[0] * (value[level, 1] - single) + rates[1] * (value[level, 2] - single)


@kernel(_nrt=False)
def _lost(value, level, rates):
    single = value[level, 3]
    return single + rates[2] * (value[level, 4] - single) + rates[3] * (value[level, 5] - single)


@kernel(_nrt=False)
def position_value(context, tables, rates, mine, theirs, chances, level, owner):
    """Value of a position without a double now: exact for money where *tables* know it, else the model's.

    *rates* is an :class:`Efficiency`, *chances* are those of the player on roll, whose row is *mine*. In a match the
    exact money equities tell the efficiency, as in GNU Backgammon.
    """
    x = efficiency_of(rates, mine, theirs)
    if is_exact(tables, mine, theirs):
        column = EXACT_CENTRED if owner == CENTRED else EXACT_OWNED if owner == OWNED else EXACT_OPPONENTS
        exact = exact_equity(tables, mine, theirs, column)
        if context.endless:
            return exact * context.values[level, 0]
        x = _implied_efficiency(exact_equity(tables, mine, theirs, EXACT_CUBELESS), exact, owner, x)
    return cubeful_value(context, level, owner, chances, x)


@kernel(_nrt=False)
def held_values(context, tables, rates, mine, theirs, chances, levels, out):
    """Write ``position_value`` for each of the first *levels* and every owner to *out*, float64 (levels, 3).

    ``out[level, owner + 1]``; the same numbers, with what they share worked out once. A cube that has been turned is
    not centred, and that entry is left alone.
    """
    win = float(chances[WIN])
    if win < CERTAIN or win > 1.0 - CERTAIN or is_exact(tables, mine, theirs):
        for level in range(levels):
            for owner in range(OPPONENTS, OWNED + 1):
                if owner != CENTRED or level == 0:
                    held = position_value(context, tables, rates, mine, theirs, chances, level, owner)
                    out[level, owner + 1] = held
        return
    x = efficiency_of(rates, mine, theirs)
    shares = rates_of(chances)
    points = money_points(shares) if context.endless else (1.0, 1.0)
    top = levels - 1 if context.endless else max(levels - 1, context.turns)
    for level in range(top, -1, -1):
        if not context.endless:
            points = _points_from_above(context, level, shares, points[0], points[1])
        if level >= levels:
            continue
        for owner in range(OPPONENTS, OWNED + 1):
            if owner != CENTRED or level == 0:
                dead = dead_value(context, level, owner, chances)
                held = dead if not context.alive[level] else _mixed(context, level, owner, win, shares, points, dead, x)
                out[level, owner + 1] = held


@kernel(_nrt=False)
def _implied_efficiency(cubeless, exact, owner, most):
    """The efficiency with which the money model would give the exact equity, at most *most*; no gammons here."""
    win = 0.5 + 0.5 * cubeless
    low = 0.0 if owner == OWNED else 0.2
    high = 1.0 if owner == OPPONENTS else 0.8
    live = _between(win, low, high, -1.0, 1.0, -1.0, 1.0)
    if abs(live - cubeless) < 1e-6:
        return most
    return min(max((exact - cubeless) / (live - cubeless), 0.0), most)


@kernel(_nrt=False)
def decided(no_double, double_take, double_pass):
    """Value of a position to the player who may double, with the right decisions by both players."""
    return max(no_double, min(double_take, double_pass))


@kernel(_nrt=False)
def best_value(context, tables, rates, mine, theirs, chances, level, owner):
    """Value of a position before the player on roll decides whether to double; leaves of a search ask this."""
    value = position_value(context, tables, rates, mine, theirs, chances, level, owner)
    if owner == OPPONENTS or not context.i_may_turn[level]:
        return value
    taken = position_value(context, tables, rates, mine, theirs, chances, level + 1, OPPONENTS)
    return decided(value, taken, context.values[level, 0])


@kernel(_nrt=False)
def cube_numbers(context, tables, rates, mine, theirs, chances, owner, out):
    """Write to *out*, float64 (4,), what a cube decision at level 0 is made of, as values of the player on roll.

    No double; double and take; double and beaver; cubeless. The second and third mean something only where the cube
    may be turned that often.
    """
    out[0] = position_value(context, tables, rates, mine, theirs, chances, 0, owner)
    out[1] = position_value(context, tables, rates, mine, theirs, chances, 1, OPPONENTS)
    out[2] = position_value(context, tables, rates, mine, theirs, chances, 2, OPPONENTS)
    out[3] = dead_value(context, 0, OWNED, chances)


@kernel
def values_after(context, tables, rates, boards, chances, owner, out):
    """Write to *out*, float64 (n,), what plays are worth to the mover, the opponent being on roll and free to double.

    *context* and *owner* are the opponent's; *boards* int8 (n, 2, 26) have the mover in row 0, whose *chances*,
    float64 (n, 5), are given.
    """
    theirs = np.empty(OUTCOMES, np.float64)
    for i in range(boards.shape[0]):
        theirs[WIN] = 1.0 - chances[i, WIN]
        theirs[WIN_GAMMON], theirs[WIN_BACKGAMMON] = chances[i, LOSE_GAMMON], chances[i, LOSE_BACKGAMMON]
        theirs[LOSE_GAMMON], theirs[LOSE_BACKGAMMON] = chances[i, WIN_GAMMON], chances[i, WIN_BACKGAMMON]
        out[i] = -best_value(context, tables, rates, boards[i, 1], boards[i, 0], theirs, 0, owner)
