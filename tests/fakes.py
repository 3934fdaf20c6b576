"""Evaluators for tests: their answers are known beforehand."""

import numpy as np

from bgtool.analysis.decisions import rank_roll
from bgtool.core.outcomes import Outcomes
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from bgtool.kernels.evaluate import Brain
from tests.boards import as_position


class Judge:
    """An evaluator that asks a Python function, position (player on roll) in, :class:`Outcomes` out."""

    name = "judge"
    digest = "0000"
    brain = Brain()

    def __init__(self, judge):
        self.judge = judge
        self.asked = 0

    def evaluate(self, boards):
        self.asked += len(boards)
        answers = [tuple(self.judge(as_position(board))) for board in boards]
        return np.array(answers, np.float32).reshape(-1, 5)


def rank_plays(position, dice, evaluator, variant=STANDARD):
    """Every distinct play of the roll by cubeless equity in points, best first; one empty move for a dance."""
    return rank_roll(MatchState(position, dice=dice, variant=variant), evaluator, cubeless=True).top()


def told(known):
    """An evaluator that knows the positions in this dictionary and fails on any other."""
    return Judge(known.__getitem__)


def by_pips(position):
    """A winning chance from the pip counts alone, exact when the game is over; mover and opponent add up to 1."""
    result = position.result()
    if result:
        return Outcomes.from_result(result)
    mine, theirs = position.pips
    return Outcomes(0.5 + 0.4 * (theirs - mine) / (theirs + mine))


class Taste(Judge):
    """Likes the five point and dislikes blots, so that plays differ in round steps; exact when the game is over."""

    def __init__(self):
        super().__init__(lambda position: Outcomes.from_result(position.result()))

    def evaluate(self, boards):
        worth = 2 * boards[:, :, 5].astype(int) - (boards[:, :, 1:25] == 1).sum(axis=2)
        chances = np.zeros((len(boards), 5), np.float32)
        chances[:, 0] = 0.5 + (worth[:, 0] - worth[:, 1]) / 64
        chances[:, [1, 3]] = 0.125
        over = (boards[:, :, 0] == boards[:, :1].sum(axis=2)).any(axis=1)
        if over.any():
            chances[over] = super().evaluate(boards[over])
        return chances


class Flat(Judge):
    """An evaluator to which every position is the same, quick enough for whole matches."""

    def __init__(self, outcomes=Outcomes(0.5)):  # noqa: B008
        super().__init__(None)
        self.outcomes = tuple(outcomes)

    def evaluate(self, boards):
        return np.tile(np.array(self.outcomes, np.float32), (len(boards), 1))
