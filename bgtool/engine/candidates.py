"""Every play of many rolls with its chances: one evaluation for a whole match."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards
from bgtool.engine.evaluators import Chances, Evaluator
from bgtool.kernels.candidates import count_plays, write_plays
from bgtool.layout import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OFF,
    ROW,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)


@dataclass(frozen=True, eq=False)
class Candidates:
    """The distinct plays of n rolls, best first within each roll, laid end to end.

    ``boards`` int8 (m, 2, 26) after the play, the mover first; ``chances`` float32 (m, 5) and cubeless ``equities``
    float64 (m,) of the mover; the plays of roll i are ``starts[i]:starts[i + 1]``. A dance is one unchanged board.
    """

    boards: Boards
    chances: Chances
    equities: NDArray[np.float64]
    starts: NDArray[np.int64]


def ranked_candidates(boards: Boards, dice: NDArray[np.int8], evaluator: Evaluator, limit: int = 3) -> Candidates:
    """Every distinct play of n rolls, judged in one call of the evaluator, best first within each roll.

    ``boards`` int8 (n, 2, 26), player on roll first; ``dice`` int8 (n, 2); a win counts at most ``limit`` points.
    Equal plays are told apart as in compiled search: more checkers off first, then the move generator's order.
    """
    after, starts = _all_plays(boards, dice)
    chances = _swapped(evaluator.evaluate(after[:, ::-1]))
    equities = equities_of(chances, limit)
    roll = np.repeat(np.arange(len(boards)), np.diff(starts))
    order = np.lexsort((-after[:, 0, OFF], -equities, roll))
    return Candidates(after[order], chances[order], equities[order], starts)


def best_equities(boards: Boards, dice: NDArray[np.int8], evaluator: Evaluator, limit: int = 3) -> NDArray[np.float64]:
    """The cubeless equity of the best play of each of n rolls for its mover, float64 (n,); arguments as above."""
    after, starts = _all_plays(boards, dice)
    equities = equities_of(_swapped(evaluator.evaluate(after[:, ::-1])), limit)
    return np.maximum.reduceat(equities, starts[:-1]) if len(boards) else equities


def equities_of(chances: Chances, limit: int) -> NDArray[np.float64]:
    """The cubeless equities of chances float32 (n, 5), a game counting at most ``limit``; float64 (n,), same owner."""
    parts = chances.astype(np.float64)
    equities: NDArray[np.float64] = 2.0 * parts[:, WIN] - 1.0
    if limit >= 2:
        equities += parts[:, WIN_GAMMON] - parts[:, LOSE_GAMMON]
    if limit >= 3:
        equities += parts[:, WIN_BACKGAMMON] - parts[:, LOSE_BACKGAMMON]
    return equities


def _all_plays(boards: Boards, dice: NDArray[np.int8]) -> tuple[Boards, NDArray[np.int64]]:
    starts = np.zeros(len(boards) + 1, np.int64)
    count_plays(boards, dice, starts)
    after = np.empty((starts[-1], 2, ROW), np.int8)
    write_plays(boards, dice, starts, after)
    return after, starts


def _swapped(chances: Chances) -> Chances:
    """The same chances seen by the other player."""
    swapped = chances[:, [WIN, LOSE_GAMMON, LOSE_BACKGAMMON, WIN_GAMMON, WIN_BACKGAMMON]]
    swapped[:, WIN] = 1 - swapped[:, WIN]
    return swapped
