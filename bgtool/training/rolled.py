"""Decisions labelled anew by rollouts: dear, and as good as the games that a network plays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.bearoff import money_tables
from bgtool.engine.boards import Boards
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import cubeless_stakes
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.rollout import Candidates, new_trials, roll_out
from bgtool.kernels.rollout_game import REDUCED, SCALE
from bgtool.kernels.rollout_rules import RolloutRules
from bgtool.layout import OUTCOMES
from bgtool.training.examples import Examples, as_measured
from bgtool.training.keys import boards_of
from bgtool.training.targets import LIMIT


def rolled_out(brain: Brain, examples: Examples, trials: int, seed: int) -> Examples:
    """The same decisions with the mean chances of so many games each, played to the end with the luck taken off.

    Siblings are played from the same dice. A decision's seed follows from *seed* and its place.
    """
    found = np.stack([_means(brain, boards, trials, seed + i) for i, boards in enumerate(boards_of(examples.keys))])
    return Examples(examples.keys, as_measured(found), np.ones(len(examples), np.float32))


def with_level(brain: Brain, examples: Examples, trials: int, seed: int) -> Examples:
    """The same decisions, their labels moved alike so that the first's is the mean of so many games and itself.

    For games that were followed to their end: their labels are worth one game more.
    """
    chances = examples.chances.astype(np.int32)
    for i, key in enumerate(examples.keys[:, :1]):
        shift = as_measured(_means(brain, boards_of(key), trials, seed + i)[0]) - chances[i, 0]
        chances[i] += shift * trials // (trials + 1)
    return Examples(examples.keys, chances, np.ones(len(examples), np.float32))


def _means(brain: Brain, boards: Boards, trials: int, seed: int) -> NDArray[np.float64]:
    """Mean chances of the player on roll in each of a few boards, float64 (n, 5), from the same dice."""
    rules = RolloutRules(
        seed=seed,
        limit=LIMIT,
        opponent_rolls=0,
        initial=0,
        truncate=-1,
        reduce_variance=1,
        stratify=1,
        prune=1,
        cubeful=0,
        beavers=0,
        deep=None,
    )
    stakes = cubeless_stakes(LIMIT)._replace(tables=money_tables())
    games = new_trials(trials, len(boards))
    candidates = Candidates(boards, np.zeros((len(boards), 3), np.int64))
    roll_out(brain, standard_sieve(), rules, stakes, candidates, 0, games, np.zeros(1, np.bool_))
    means: NDArray[np.float64] = games.results[:, :, REDUCED, :OUTCOMES].mean(axis=0) / SCALE
    return means
