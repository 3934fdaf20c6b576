"""A rollout game in plain Python, written to be read: the twin of ``kernels/rollout.py``."""

from __future__ import annotations

import numpy as np

from bgtool.core.dice import ROLLS, Dice
from bgtool.kernels.cube import CENTRED, OPPONENTS, OWNED, dead_value, position_value
from bgtool.kernels.exact_money import is_exact
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


class CubefulGame:
    """A game with the cube, everything for the player of row 0; ``stakes`` are his, and his opponent's."""

    def __init__(self, judge, stakes, opposite, *, beavers=False):
        self.judge, self.stakes, self.beavers = judge, (stakes, opposite), beavers

    def held(self, rows, mover, level, owner):
        """What the position is worth to the mover, not doubling; *owner* is as the player of row 0 sees him."""
        stakes, board = self.stakes[mover], np.array(rows if mover == 0 else rows[::-1])
        owner = owner if mover == 0 else -owner
        chances = self.judge(board[None])[0]
        if not (board[0, 1:].any() and board[1, 1:].any()):
            return dead_value(stakes.contexts[0], level, owner, chances)
        rates = stakes.efficiency
        return position_value(stakes.contexts[0], stakes.tables, rates, *board, chances, level, owner)

    def choice(self, rows, mover, level, owner):
        """The best of both sides' decisions: its value to the mover, and whether it is a double, a drop, a beaver."""
        context = self.stakes[mover].contexts[0]
        nothing = self.held(rows, mover, level, owner)
        theirs = owner == (OPPONENTS if mover == 0 else OWNED)
        if theirs or not context.i_may_turn[level] or not (rows[0][1:].any() and rows[1][1:].any()):
            return nothing, False, False, False
        other = OPPONENTS if mover == 0 else OWNED
        taken, cash = self.held(rows, mover, level + 1, other), context.values[level, 0]
        beaver = False
        if self.beavers:
            beavered = self.held(rows, mover, level + 2, other)
            beaver = beavered < taken < 0
            taken = min(taken, beavered) if beaver else taken
        if min(taken, cash) <= nothing:
            return nothing, False, False, False
        return min(taken, cash), True, taken > cash, beaver

    def best(self, rows, mover, dice, level, owner):
        """The rows after the best play for a roll, and its value to the mover."""
        mine, theirs = (rows[0], rows[1]) if mover == 0 else (rows[1], rows[0])
        out = np.empty((MAX_PLAYS, 2, ROW), np.int8)
        after = out[: plays(mine, theirs, dice.high, dice.low, out)].copy()
        boards = [board if mover == 0 else board[::-1] for board in after]
        beavers, self.beavers = self.beavers, False  # the model that judges plays knows none
        values = [-self.choice(board, 1 - mover, level, owner)[0] for board in boards]
        self.beavers = beavers
        best = max(range(len(after)), key=lambda i: (values[i], after[i, 0, OFF], -i))
        return boards[best], values[best]

    def equity(self, value, mover):
        """A value of the mover as an equity of the player of row 0."""
        cash, drop = self.stakes[0].contexts[0].values[0, [0, 3]]
        return (2 * (value if mover == 0 else -value) - cash - drop) / (cash - drop)

    def play(self, board, rolls, *, level=0, owner=CENTRED, settled=False, opponent_rolls=False, truncate=None):
        """The cubeful equity of a game as played, and with the luck of the rolls taken off, and how it ended."""
        mover, turn, rows, luck = int(opponent_rolls), 0, np.array(board), 0.0
        while turn != truncate and rows[0, 1:].any() and rows[1, 1:].any():
            if truncate and self.stakes[0].contexts[0].endless and is_exact(self.stakes[0].tables, *rows):
                break
            if not settled:
                _, doubled, dropped, beaver = self.choice(rows, mover, level, owner)
                if dropped:
                    value = self.equity(self.stakes[mover].contexts[0].values[level, 0], mover)
                    return value, value - luck, "dropped"
                if doubled:
                    level, owner = level + 1 + beaver, OPPONENTS if mover == 0 else OWNED
            settled = False
            worth = {roll: self.equity(self.best(rows, mover, roll, level, owner)[1], mover) for roll in ROLLS}
            dice = next(rolls)
            luck += worth[dice] - sum(roll.weight * worth[roll] for roll in ROLLS) / 36
            rows = np.array(self.best(rows, mover, dice, level, owner)[0])
            mover, turn = 1 - mover, turn + 1
        over = not (rows[0, 1:].any() and rows[1, 1:].any())
        over_or_settled = over or settled
        beavers, self.beavers = self.beavers, False
        value = self.held(rows, mover, level, owner) if over_or_settled else self.choice(rows, mover, level, owner)[0]
        self.beavers = beavers
        value = self.equity(value, mover)
        return value, value - luck, "over" if over else "judged"
