"""The plain twin of the lookahead kernel: recursion over the readable rules, one state of the cube at a time."""

import numpy as np

from bgtool.core.dice import ROLLS
from bgtool.core.outcomes import Outcomes
from bgtool.core.rules import legal_moves
from bgtool.engine.boards import as_board, as_boards
from bgtool.kernels.cube import OPPONENTS, position_value
from bgtool.kernels.exact_money import is_exact


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


def cubeful(evaluator, position, plies, stakes, level, owner):
    """What a position is worth to the player on roll if he does not double now, the cube at that level."""
    board = as_board(position)
    context = stakes.contexts[0]
    exact = context.endless and is_exact(stakes.tables, *board)
    if not plies or position.is_over or exact:
        chances = evaluator.evaluate(board[None])[0]
        return position_value(context, stakes.tables, stakes.efficiency, *board, chances, level, owner)
    total = 0.0
    theirs = stakes._replace(contexts=stakes.contexts[::-1], prices=stakes.prices[::-1])
    for dice in ROLLS:
        after = best_priced(evaluator, position, dice, stakes.prices[0])
        total -= dice.weight * decided(evaluator, after, plies - 1, theirs, level, -owner)
    return total / 36


def decided(evaluator, position, plies, stakes, level, owner):
    """What a position is worth to the player on roll before he decides whether to double."""
    context = stakes.contexts[0]
    held = cubeful(evaluator, position, plies, stakes, level, owner)
    if owner == OPPONENTS or not context.i_may_turn[level]:
        return held
    taken = cubeful(evaluator, position, plies, stakes, level + 1, OPPONENTS)
    return max(held, min(taken, context.values[level, 0]))


def best_priced(evaluator, position, dice, prices):
    """The position after the best 0-ply play of a roll (opponent on roll), gammons and backgammons at these prices."""
    afters = [after.swapped() for _, after in legal_moves(position, dice)]
    judged = [list(Outcomes.of(row).swapped()) for row in evaluator.evaluate(as_boards(afters))]
    signs = np.array([2.0, prices[0], prices[1], -prices[2], -prices[3]])
    best = max(range(len(afters)), key=lambda i: (np.dot(signs, judged[i]) - 1.0, afters[i].opponent[0]))
    return afters[best]
