"""What every roll of many moments is worth: the door to the luck kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bgtool.core.dice import Dice
from bgtool.engine.bearoff import money_tables, no_money_tables
from bgtool.engine.boards import Boards
from bgtool.engine.candidates import best_equities
from bgtool.engine.cores import on_cores
from bgtool.engine.evaluators import Evaluator, brain_for
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import Terms, cubeless_stakes

IN_ORDER = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls in the order of the columns of :func:`equities_of_rolls`."""

_AT_ONCE = 16  # boards handed to a thread at a time


def sieved(evaluator: Evaluator) -> bool:
    """Whether :func:`equities_of_rolls` judges only the plays that pass the sieve: the network does."""
    return evaluator.brain.network is not None


def equities_of_rolls(
    boards: Boards,
    evaluator: Evaluator,
    terms: Sequence[Terms] | None = None,
    limits: Sequence[int] = (),
    jobs: int | None = None,
) -> NDArray[np.float64]:
    """The equity of the best play of each of the 21 rolls, float64 (n, 21), for its mover at 0-ply.

    ``boards`` is int8 (n, 2, 26). ``terms`` tell what each is played for; without them equities are cubeless points, a
    game counting at most ``limits[i]``. Plays have to pass the sieve first. ``jobs`` threads share the work (None = all
    cores) and never change a number. Evaluators without a compiled part judge every play.
    """
    brain, sieve = brain_for(evaluator, boards), standard_sieve()
    if brain.network is None and brain.heuristic is None:
        return _one_by_one(boards, evaluator, terms, limits)
    from bgtool.kernels.luck import values_of_rolls  # compiled only where luck is asked for

    boards = np.ascontiguousarray(boards)  # for other layouts the kernels would be compiled once more
    prune = int(brain.network is not None)
    exact = money_tables() if terms is not None else no_money_tables()
    kinds = [one.stakes for one in terms] if terms is not None else [cubeless_stakes(limit) for limit in limits]
    lots: dict[int, list[int]] = {}
    for index, kind in enumerate(kinds):
        lots.setdefault(id(kind), []).append(index)
    pieces = [own[start : start + _AT_ONCE] for own in lots.values() for start in range(0, len(own), _AT_ONCE)]
    out = np.empty((len(boards), len(IN_ORDER)), np.float64)

    def piece(own: list[int]) -> None:
        values = np.empty((len(own), len(IN_ORDER)), np.float64)
        values_of_rolls(brain, sieve, prune, kinds[own[0]]._replace(tables=exact), boards[own], values)
        out[own] = values if terms is None else terms[own[0]].scale.equities(values)

    on_cores(piece, pieces, jobs)
    return out


def _one_by_one(
    boards: Boards, evaluator: Evaluator, terms: Sequence[Terms] | None, limits: Sequence[int]
) -> NDArray[np.float64]:
    """The same with every play judged."""
    dice = np.array([(roll.high, roll.low) for roll in IN_ORDER], np.int8)
    out = np.empty((len(boards), len(IN_ORDER)), np.float64)
    for index in range(len(boards)):
        each = np.repeat(boards[index : index + 1], len(IN_ORDER), axis=0)
        if terms is not None:
            out[index] = best_equities(each, dice, evaluator, terms=[terms[index]] * len(IN_ORDER))
        else:
            out[index] = best_equities(each, dice, evaluator, limit=limits[index])
    return out
