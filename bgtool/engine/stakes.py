"""What a game is played for, as a search needs it: the score, the cube and the rules, seen by both players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache

from bgtool.core.met import MatchEquityTable
from bgtool.core.state import View
from bgtool.engine.bearoff import standard_tables
from bgtool.engine.cube import GNU_BACKGAMMON, Scale, cube_context, gammon_prices, money_context, scale_of
from bgtool.kernels.cube import CENTRED, CubeContext, Efficiency
from bgtool.kernels.evaluate import prices_of
from bgtool.kernels.lookahead import Stakes


@dataclass(frozen=True, eq=False)
class Terms:
    """The stakes of a player on roll, how his values read, and the stakes of his opponent, who rolls next."""

    stakes: Stakes
    scale: Scale
    opposite: Stakes


def terms_of(view: View, met: MatchEquityTable, efficiency: Efficiency = GNU_BACKGAMMON) -> Terms:
    """The terms of the player of the view; the same object for the same score, cube and rules.

    ``met`` has to be seen by the same player. Raises what :func:`~bgtool.engine.cube.cube_context` raises.
    """
    return _terms(replace(view, position=view.variant.start), met, efficiency)


@cache
def cubeless_stakes(limit: int) -> Stakes:
    """The stakes of a money game without a cube that counts at most ``limit`` points."""
    prices = tuple(map(float, prices_of(limit)))
    context = money_context(1, None, False, limit, False)
    return _stakes((prices, prices), (context, context), CENTRED, GNU_BACKGAMMON)


@lru_cache(maxsize=4096)
def _terms(view: View, met: MatchEquityTable, efficiency: Efficiency) -> Terms:
    contexts = cube_context(view, met), cube_context(view.swapped(), met.swapped)
    gammon, their_gammon, backgammon, their_backgammon = gammon_prices(contexts[0]) if view.gammons_count else (0.0,) * 4
    prices = (gammon, backgammon, their_gammon, their_backgammon), (their_gammon, their_backgammon, gammon, backgammon)
    owner = int(view.cube_owner.value)
    return Terms(
        _stakes(prices, contexts, owner, efficiency),
        scale_of(contexts[0], view.away is not None),
        _stakes(prices[::-1], contexts[::-1], -owner, efficiency),
    )


def _stakes(
    prices: tuple[tuple[float, ...], ...], contexts: tuple[CubeContext, ...], owner: int, efficiency: Efficiency
) -> Stakes:
    """The stakes with the exact tables, which every loop that looks ahead opens."""
    return Stakes(prices, contexts, owner, standard_tables().two_sided, efficiency)  # type: ignore[arg-type]
