"""The cube and the score, made ready for the kernels: what each result is worth at every turn of the cube.

A kernel's value is points per unit of the present cube for money and ``2 MWC - 1`` in a match; :class:`Scale` turns it
into an equity (EMG: +1 = winning the cube's value now, -1 = losing it) and into a match winning chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bgtool.core.met import MatchEquityTable
from bgtool.core.outcomes import Outcomes
from bgtool.core.state import View
from bgtool.engine.bearoff import money_equities, money_tables, money_tables_for
from bgtool.engine.boards import as_board
from bgtool.errors import InputError
from bgtool.kernels.cube import (
    RESULTS,
    CubeContext,
    cube_numbers,
    match_points,
    money_points,
)
from bgtool.kernels.cube_efficiency import Efficiency as Efficiency
from bgtool.kernels.evaluate import Brain

GNU_BACKGAMMON = Efficiency()
MONEY_LEVELS = 16
ROUNDING = 1e-5
"""How far rounding, most of all that of a rollout's sums, may take a chance out of 0 to 1."""

FEW_ROWS = 300
"""Bear-offs beyond the tables are solved on the spot when no more rows can arise: a moment's work."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a kernel's values read: ``equity`` is EMG, ``mwc`` the match winning chance, None for money."""

    cash: float
    drop: float
    match: bool

    def equity(self, value: float) -> float:
        """The value as an equity per unit of the present cube (EMG in a match)."""
        return (2.0 * value - self.cash - self.drop) / (self.cash - self.drop)

    def equities(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """``equity`` of many values."""
        return (2.0 * values - self.cash - self.drop) / (self.cash - self.drop)

    def mwc(self, value: float) -> float | None:
        """The value as a match winning chance, 0 to 1 but for a value that itself is none; None for money."""
        if not self.match:
            return None
        mwc = 0.5 * (value + 1.0)
        nearest = min(1.0, max(0.0, mwc))
        return nearest if abs(mwc - nearest) < ROUNDING else mwc

    def value(self, mwc: float) -> float:
        """The kernel's value of a match winning chance."""
        return 2.0 * mwc - 1.0


@dataclass(frozen=True, slots=True)
class CubeValues:
    """What a cube decision is made of, as kernel values of the player on roll; see :class:`Scale`.

    ``double_pass`` is the value of winning the present cube. ``beaver`` is a double that is taken and turned again at
    once by the taker. Those of a double are given whether it is allowed or not. ``exact`` says that tables told them.
    """

    no_double: float
    double_take: float
    double_pass: float
    beaver: float
    cubeless: float
    scale: Scale
    exact: bool = False


def cube_context(view: View, met: MatchEquityTable) -> CubeContext:
    """What the kernels need to know of score, cube and rules, as the player of the view sees them.

    ``met`` has to be seen by the same player (:meth:`~bgtool.core.met.MatchEquityTable.seen_by`). Raises
    :class:`~bgtool.errors.InputError` for a match that is over or longer than match equities reach.
    """
    played = view.crawford or view.post_crawford
    usable = view.variant.has_cube and not view.crawford
    limit = None if view.cube_limit is None else max(view.cube_limit, view.cube_value)
    if view.away is None:
        return money_context(view.cube_value, limit, view.jacoby, view.variant.max_points, usable)
    return _match(view.away, played, view.cube_value, limit, view.variant.max_points, usable, met)


@lru_cache(maxsize=256)
def money_context(cube: int, limit: int | None, jacoby: bool, most: int, usable: bool) -> CubeContext:
    """A money game: its cube's value and greatest value, the most points a win counts, whether it may be turned."""
    points = np.array([min(won, most) for won in (1, 2, 3)], np.float64)
    unit = np.concatenate((points, -points))
    turns = MONEY_LEVELS if limit is None else max(0, (limit // cube).bit_length() - 1)
    levels = min(turns, MONEY_LEVELS) + 3
    steps = np.arange(levels)
    open_to_all = (steps < turns) & usable
    return CubeContext(
        values=unit * 2.0 ** steps[:, None],
        my_stake=np.minimum(1, levels - 1 - steps),
        their_stake=np.minimum(1, levels - 1 - steps),
        alive=open_to_all,
        i_may_turn=open_to_all,
        they_may_turn=open_to_all,
        turns=max(0, turns - 1),
        endless=limit is None,
        jacoby=jacoby,
    )


def scale_of(context: CubeContext, match: bool) -> Scale:
    """How the values of a context read at its first cube."""
    return Scale(float(context.values[0, 0]), float(context.values[0, 3]), match)


def cube_values(
    view: View, outcomes: Outcomes, met: MatchEquityTable, efficiency: Efficiency = GNU_BACKGAMMON
) -> CubeValues:
    """The values of a cube decision at 0-ply, from the position's five chances; exact where the tables know it.

    ``met`` has to be seen by the same player. Raises what :func:`cube_context` raises.
    """
    context = cube_context(view, met)
    board = as_board(view.position)
    tables = money_tables_for(board[None])
    chances = np.array(tuple(outcomes), np.float64)
    out = np.empty(4, np.float64)
    cube_numbers(context, tables, efficiency, board[0], board[1], chances, int(view.cube_owner.value), out)
    scale = scale_of(context, view.away is not None)
    known = context.endless and (tables.two_sided.size or tables.few.size)
    exact = money_equities(view.position, FEW_ROWS) if known else None
    if exact is not None:
        held = (exact.centred, exact.owned, exact.opponents)[int(view.cube_owner.value)]
        out[:] = held, exact.double_take, 2.0 * exact.double_take, exact.cubeless
    return CubeValues(float(out[0]), float(out[1]), scale.cash, float(out[2]), float(out[3]), scale, exact is not None)


def gammon_prices(context: CubeContext) -> tuple[float, float, float, float]:
    """My gammon price, theirs, and both of a backgammon, at the context's first cube, in EMG.

    What a gammon adds to a win (a backgammon to a gammon) where winning the cube's value is +1 and losing it -1: all
    1.0 for money.
    """
    value = context.values[0].tolist()
    half = 0.5 * (value[0] - value[3])
    return (
        (value[1] - value[0]) / half,
        (value[3] - value[4]) / half,
        (value[2] - value[1]) / half,
        (value[4] - value[5]) / half,
    )


@dataclass(frozen=True, slots=True)
class Window:
    """Where doubling and passing become right, as winning chances of the doubler; he is taken below the cash point.

    ``double`` is where a dead cube is worth doubling with, ``cash`` where the opponent has to pass, ``too_good`` where
    playing on for a gammon is worth more than cashing (None: never). With a live cube doubling is right from the live
    cash point. ``automatic`` says that the taker turns the cube again at once, having nothing to lose.
    """

    double: float
    cash: float
    cash_live: float
    too_good: float | None
    automatic: bool

    @property
    def take(self) -> float:
        """The opponent's take point with a dead cube: the chance he needs."""
        return 1.0 - self.cash

    @property
    def take_live(self) -> float:
        """The opponent's take point with a live cube."""
        return 1.0 - self.cash_live


def window(context: CubeContext, gammons: tuple[float, float], *, mine: bool) -> Window:
    """The window of a double from the context's first cube, by me or by the opponent, cube centred.

    ``gammons`` are the shares of gammons in my wins and in theirs; backgammons count as gammons.
    """
    rates = (gammons[0], 0.0, gammons[1], 0.0)
    live = money_points(rates) if context.endless else match_points(context, 0, rates)
    stake = int((context.my_stake if mine else context.their_stake)[0])
    won, lost, cash, _ = _results(context, 0, gammons, mine)
    double_won, double_lost, _, _ = _results(context, stake, gammons, mine)
    risk, gain = lost - double_lost, double_won - won
    return Window(
        double=risk / (risk + gain) if risk + gain > 0.0 else 1.0,
        cash=(cash - double_lost) / (double_won - double_lost),
        cash_live=float(live[0 if mine else 1]),
        too_good=(cash - lost) / (won - lost) if won > cash else None,
        automatic=stake > 1,
    )


def _results(
    context: CubeContext, level: int, gammons: tuple[float, float], mine: bool
) -> tuple[float, float, float, float]:
    """What a player's wins and losses are worth to him on average at a level, and what single ones are."""
    value = context.values[level].tolist()
    won = value[0] + gammons[0] * (value[1] - value[0])
    lost = value[3] + gammons[1] * (value[4] - value[3])
    return (won, lost, value[0], value[3]) if mine else (-lost, -won, -value[3], -value[0])


def market_losers_of(view: View, brain: Brain, met: MatchEquityTable, efficiency: Efficiency = GNU_BACKGAMMON) -> float:
    """The share, 0 to 1, of the next two rolls after which a double of the player on roll would have to be passed.

    ``met`` has to be seen by the same player. Raises what :func:`cube_context` raises.
    """
    from bgtool.kernels.market import market_losers  # a kernel over the brain: compiled only when asked for

    board = as_board(view.position)
    limit = view.variant.max_points
    return float(market_losers(brain, cube_context(view, met), money_tables(), efficiency, board, limit))


@lru_cache(maxsize=4096)
def _match(
    away: tuple[int, int],
    post_crawford: bool,
    cube: int,
    limit: int | None,
    most: int,
    usable: bool,
    met: MatchEquityTable,
) -> CubeContext:
    mine, theirs = away
    if min(away) < 1:
        raise InputError("the match is over: there is no equity to reckon with")
    useful = 0
    while cube << useful < max(away) and (limit is None or cube << useful < limit):
        useful += 1
    levels = useful + 3
    values = np.empty((levels, RESULTS), np.float64)
    for level in range(levels):
        for k in range(RESULTS // 2):
            points = min(k + 1, most) * (cube << level)
            values[level, k] = 2.0 * met.after(mine, theirs, points, post_crawford=post_crawford) - 1.0
            values[level, 3 + k] = 2.0 * met.after(mine, theirs, -points, post_crawford=post_crawford) - 1.0
    cubes = np.array([cube << level for level in range(levels)])
    steps = np.arange(levels)
    live = (steps < useful) & usable
    # One of the two has no use for the next cube; the other, for whom it is free, turns it again at once.
    i_am_done, they_are_done = mine <= 2 * cubes, theirs <= 2 * cubes
    again = np.array([limit is None or 2 * value < limit for value in cubes.tolist()])
    no_use = away == (2, 2) and cube == 1  # whoever doubles first, the next game decides: no efficiency to speak of
    return CubeContext(
        values=values,
        my_stake=np.minimum(1 + (i_am_done & ~they_are_done & again), levels - 1 - steps),
        their_stake=np.minimum(1 + (they_are_done & ~i_am_done & again), levels - 1 - steps),
        alive=live & ~((steps == 0) & no_use),
        i_may_turn=live & (cubes < mine),
        they_may_turn=live & (cubes < theirs),
        turns=int(np.argmax(i_am_done | they_are_done | ~again)),
        endless=False,
        jacoby=False,
    )
