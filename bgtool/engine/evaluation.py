"""One position judged: the library's twin of ``bgtool eval``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from bgtool.engine.bearoff import known_by
from bgtool.engine.boards import as_boards
from bgtool.engine.candidates import counted
from bgtool.engine.evaluators import BrainEvaluator, Evaluator, evaluator_named
from bgtool.engine.search import STATIC, Depth, Lookahead
from bgtool.layout import OUTCOMES

Question = MatchState | Position
"""What can be judged: a moment of a match, or just where the checkers stand in standard backgammon."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position is worth to the player on roll, before he rolls; a roll already on the board does not count.

    ``limit`` is the most points a game counts (2 in Portes, else 3). ``plies`` counts as in GNU Backgammon: 0 is the
    bare evaluation. ``evaluator`` and ``digest`` say what judged, ``database`` which table told the chances (None: they
    are a judgement).
    """

    position: Position
    outcomes: Outcomes
    limit: int
    plies: int
    evaluator: str
    digest: str
    database: str | None = None

    @property
    def equity(self) -> float:
        """The cubeless equity in points per cube."""
        return self.outcomes.capped_equity(self.limit)


def evaluate(question: Question, evaluator: str | Evaluator | None = None, depth: Depth = STATIC) -> Evaluation:
    """What a position is worth to the player on roll, by the evaluator of that name (``None``: the best), that deep.

    Raises :class:`~bgtool.errors.SettingsError` for an unknown evaluator.
    """
    [evaluation] = evaluate_all([question], evaluator, depth)
    return evaluation


def evaluate_all(
    questions: Sequence[Question], evaluator: str | Evaluator | None = None, depth: Depth = STATIC
) -> tuple[Evaluation, ...]:
    """As :func:`evaluate` for many positions in one compiled call, in their order."""
    judge = evaluator_named(evaluator) if evaluator is None or isinstance(evaluator, str) else evaluator
    positions = [question.position if isinstance(question, MatchState) else question for question in questions]
    limits = [(question.variant if isinstance(question, MatchState) else STANDARD).max_points for question in questions]
    chances = np.empty((len(positions), OUTCOMES), np.float32)
    for limit in set(limits):
        own = [index for index, other in enumerate(limits) if other == limit]
        boards = as_boards([positions[index] for index in own])
        chances[own] = counted(Lookahead(judge, depth.plies, limit).evaluate(boards), limit)
    known = [known_by(position) if isinstance(judge, BrainEvaluator) else None for position in positions]
    return tuple(
        Evaluation(
            position,
            Outcomes(*row),
            limit,
            depth.plies,
            judge.name,
            judge.digest,
            None if table is None else str(table),
        )
        for position, row, limit, table in zip(positions, chances.tolist(), limits, known, strict=True)
    )
