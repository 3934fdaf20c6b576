"""The plain twin of the lookahead kernel: recursion over the readable rules."""

import numpy as np

from bgtool.core.dice import ROLLS
from bgtool.core.outcomes import Outcomes
from bgtool.core.rules import legal_moves
from bgtool.engine.boards import as_boards


def best_after(evaluator, position, dice, limit):
    """The position after the best 0-ply play of a roll (opponent on roll), and its outcomes for the mover."""
    afters = [after.swapped() for _, after in legal_moves(position, dice)]
    judged = [Outcomes.of(row).swapped() for row in evaluator.evaluate(as_boards(afters))]
    best = max(range(len(afters)), key=lambda i: (judged[i].capped_equity(limit), afters[i].opponent[0]))
    return afters[best], judged[best]


def look_ahead(evaluator, position, plies, limit=3):
    """The five chances of the player on roll, so many plies deep, as float64 (5,)."""
    if not plies or position.is_over:
        return np.array(evaluator.evaluate(as_boards([position]))[0], np.float64)
    total = np.zeros(5)
    for dice in ROLLS:
        after, judged = best_after(evaluator, position, dice, limit)
        if plies > 1:
            judged = Outcomes.of(look_ahead(evaluator, after, plies - 1, limit)).swapped()
        total += dice.weight * np.array(list(judged))
    return total / 36
