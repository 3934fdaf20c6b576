"""What a game is played for, as a search needs it: the score, the cube and the rules, seen by both players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from bgtool.core.met import MatchEquityTable
from bgtool.core.state import View
from bgtool.engine.bearoff import money_tables_for, no_money_tables
from bgtool.engine.boards import Boards
from bgtool.engine.cube import GNU_BACKGAMMON, Scale, cube_context, gammon_prices, money_context, scale_of
from bgtool.engine.evaluators import Chances
from bgtool.kernels.cube import CENTRED, CubeContext, values_after
from bgtool.kernels.cube_efficiency import Efficiency
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


def values_of_plays(terms: Terms, boards: Boards, chances: Chances) -> NDArray[np.float64]:
    """What plays are worth to the player of the terms at 0-ply, float64 (n,), to be read by ``terms.scale``.

    ``boards`` int8 (n, 2, 26) are the positions after the plays, the mover in row 0, ``chances`` (n, 5) his. The
    opponent is on roll and may double.
    """
    theirs = terms.opposite
    out = np.empty(len(boards), np.float64)
    known = chances.astype(np.float64)
    values_after(theirs.contexts[0], money_tables_for(boards), theirs.efficiency, boards, known, theirs.owner, out)
    return out


@cache
def cubeless_stakes(limit: int) -> Stakes:
    """The stakes of a money game without a cube that counts at most ``limit`` points."""
    prices = tuple(map(float, prices_of(limit)))
    context = money_context(1, None, False, limit, False)
    return _stakes((prices, prices), (context, context), CENTRED, GNU_BACKGAMMON)


@lru_cache(maxsize=4096)
def _terms(view: View, met: MatchEquityTable, efficiency: Efficiency) -> Terms:
    contexts = cube_context(view, met), cube_context(view.swapped(), met.swapped)
    gammon, their_gammon, backgammon, their_backgammon = (
        gammon_prices(contexts[0]) if view.gammons_count else (0.0,) * 4
    )
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
    """The stakes without exact tables: those who search open them."""
    return Stakes(prices, contexts, owner, no_money_tables(), efficiency)  # type: ignore[arg-type]
