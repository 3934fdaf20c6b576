"""Cube decisions at any depth: the values of many at once, exact where the tables know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bgtool.core.met import MatchEquityTable
from bgtool.core.outcomes import Outcomes
from bgtool.core.state import View
from bgtool.engine.boards import as_boards
from bgtool.engine.cube import GNU_BACKGAMMON, CubeValues, Efficiency, cube_values
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.lookahead import searched
from bgtool.engine.stakes import terms_of
from bgtool.kernels.lookahead import BEAVER, DOUBLE_TAKE, NO_DOUBLE


def cube_values_at(
    views: Sequence[View],
    mets: Sequence[MatchEquityTable],
    evaluator: Evaluator,
    plies: int = 0,
    efficiency: Efficiency = GNU_BACKGAMMON,
    jobs: int | None = None,
) -> list[tuple[Outcomes, CubeValues]]:
    """The chances and the cube's values of players on roll, ``plies`` deep, in order.

    ``mets`` are seen by the same players. Raises what :func:`~bgtool.engine.cube.cube_context` and
    :func:`~bgtool.engine.lookahead.searched` raise.
    """
    boards = as_boards([view.position for view in views])
    if not plies:
        static = [Outcomes.of(row) for row in evaluator.evaluate(boards).tolist()]
        asked = zip(views, static, mets, strict=True)
        return [(outcomes, cube_values(view, outcomes, met, efficiency)) for view, outcomes, met in asked]
    terms = [terms_of(view, met, efficiency) for view, met in zip(views, mets, strict=True)]
    kinds = {found: index for index, found in enumerate(dict.fromkeys(terms))}
    which = np.array([kinds[found] for found in terms], np.int64)
    stakes = [found.stakes for found in kinds]
    chances, numbers = searched(evaluator, plies, boards, stakes, which, cube=True, jobs=jobs)
    answers = []
    for view, met, row, values in zip(views, mets, chances.tolist(), numbers.tolist(), strict=True):
        outcomes = Outcomes.of(row)
        judged = cube_values(view, outcomes, met, efficiency)
        if not judged.exact:
            doubled = {"double_take": values[DOUBLE_TAKE], "beaver": values[BEAVER]}
            judged = replace(judged, no_double=values[NO_DOUBLE], **doubled)
        answers.append((outcomes, judged))
    return answers
