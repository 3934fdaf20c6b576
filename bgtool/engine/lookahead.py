"""Positions searched in parallel, with or without the cube: the door to the lookahead kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.bearoff import money_tables, no_money_tables
from bgtool.engine.boards import Boards
from bgtool.engine.cores import on_cores
from bgtool.engine.evaluators import Chances, Evaluator, brain_for
from bgtool.engine.sieve import standard_sieve
from bgtool.errors import SettingsError
from bgtool.kernels.lookahead import NUMBERS, SearchRules, Stakes, look_ahead_of
from bgtool.layout import OUTCOMES, ROW

_WORK = (512, 64, 4, 1, 1)
"""Positions handed to a thread at a time, by plies: few enough to share out, many enough to keep a network's sums."""


def searched(
    evaluator: Evaluator,
    plies: int,
    boards: Boards,
    stakes: Sequence[Stakes],
    which: NDArray[np.int64] | None = None,
    *,
    cube: bool,
    jobs: int | None = None,
) -> tuple[Chances, NDArray[np.float64]]:
    """The chances of the players on roll, float32 (n, 5), and the cube's numbers, float64 (n, NUMBERS), in order.

    ``boards`` is int8 (n, 2, 26); position i is played for ``stakes[which[i]]`` (default: the first stakes for all).
    The numbers mean something only with ``cube``. ``jobs`` threads share the work (None = all cores) and never change
    a number. Raises :class:`~bgtool.errors.SettingsError` for an evaluator that has no compiled part.
    """
    boards = np.ascontiguousarray(boards, np.int8).reshape(-1, 2, ROW)
    brain, sieve = brain_for(evaluator, boards), standard_sieve()
    if brain.network is None and brain.heuristic is None:
        raise SettingsError(f"evaluator {evaluator.name!r} cannot look ahead: it has no compiled part")
    exact = money_tables() if cube else no_money_tables()
    rules = SearchRules(plies, int(brain.network is not None), int(cube))
    chances = np.empty((len(boards), OUTCOMES), np.float32)
    numbers = np.zeros((len(boards), NUMBERS), np.float64)
    which = np.zeros(len(boards), np.int64) if which is None else which

    def piece(own: NDArray[np.int64]) -> None:
        out, values = np.empty((len(own), OUTCOMES), np.float32), np.empty((len(own), NUMBERS), np.float64)
        played_for = stakes[which[own[0]]]._replace(tables=exact)
        look_ahead_of(brain, sieve, rules, played_for, boards[own], out, values)
        chances[own], numbers[own] = out, values

    on_cores(piece, list(_pieces(which, _WORK[plies])), jobs)
    return chances, numbers


def _pieces(which: NDArray[np.int64], size: int) -> list[NDArray[np.int64]]:
    """The indices of the positions in lots of equal stakes, at most ``size`` each."""
    order = np.argsort(which, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(which[order])) + 1) if len(order) else []
    return [group[start : start + size] for group in groups for start in range(0, len(group), size)]
