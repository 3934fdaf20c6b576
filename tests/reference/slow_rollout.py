"""A rollout game in plain Python, written to be read: the twin of ``kernels/rollout.py``."""

from __future__ import annotations

import numpy as np

from bgtool.core.dice import ROLLS, Dice
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.kernels.rng import WORDS, below, seed_state
from bgtool.layout import BAR, OFF, ROW


def equity(chances, limit):
    win, gammon, backgammon, lose_gammon, lose_backgammon = (float(chance) for chance in chances)
    total = 2 * win - 1
    if limit >= 2:
        total += gammon - lose_gammon
    if limit >= 3:
        total += backgammon - lose_backgammon
    return total


def swapped(chances):
    win, gammon, backgammon, lose_gammon, lose_backgammon = chances
    return np.array([1 - win, lose_gammon, lose_backgammon, gammon, backgammon])


def best_result(judge, board, dice, limit):
    """The position after the best play (mover first) and the mover's chances there."""
    out = np.empty((MAX_PLAYS, 2, ROW), np.int8)
    after = out[: plays(board[0], board[1], dice.high, dice.low, out)]
    chances = [swapped(row) for row in judge(after[:, ::-1])]
    best = max(range(len(after)), key=lambda i: (equity(chances[i], limit), after[i, 0, OFF], -i))
    return after[best].copy(), chances[best]


def random_rolls(seed, trial, initial=False):
    """The rolls of a trial with random dice, one after the other."""
    state = np.empty(WORDS, np.uint64)
    seed_state(seed, trial, state)
    if initial:
        roll = [a * 6 + b for a in range(6) for b in range(6) if a != b][below(state, 30)]
        yield Dice.of(roll // 6 + 1, roll % 6 + 1)
    while True:
        roll = below(state, 36)
        yield Dice.of(roll // 6 + 1, roll % 6 + 1)


def slow_game(judge, board, rolls, *, limit=3, opponent_rolls=False, truncate=None, initial=False):
    """The chances at the end of a game for the player of row 0, as played and with the luck of the rolls taken off."""
    mover, turn = int(opponent_rolls), 0
    rows = np.array(board)
    luck = np.zeros(5)
    while turn != truncate and rows[0, 1 : BAR + 1].any() and rows[1, 1 : BAR + 1].any():
        played = rows if mover == 0 else rows[::-1]
        dice = next(rolls)
        possible = [roll for roll in ROLLS if not (initial and turn == 0 and roll.is_doublet)]
        weights = sum(roll.weight for roll in possible)
        judged = {roll: best_result(judge, played, roll, limit)[1] for roll in possible}
        mean = sum(judged[roll] * roll.weight / weights for roll in possible)
        after, chances = best_result(judge, played, dice, limit)
        luck += chances - mean if mover == 0 else _swapped_difference(chances - mean)
        rows = after if mover == 0 else after[::-1].copy()
        mover, turn = 1 - mover, turn + 1
    chances = judge((rows if mover == 0 else rows[::-1])[None])[0].astype(float)
    chances = chances if mover == 0 else swapped(chances)
    if limit < 3:
        chances[[2, 4]] = luck[[2, 4]] = 0
    return chances, chances - luck


def _swapped_difference(difference):
    win, gammon, backgammon, lose_gammon, lose_backgammon = difference
    return np.array([-win, lose_gammon, lose_backgammon, gammon, backgammon])
