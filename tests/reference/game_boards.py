"""Boards that really come up: those of games in which the network plays itself."""

from __future__ import annotations

import numpy as np

from bgtool.core.variant import STANDARD
from bgtool.engine.boards import as_board
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.sieve import standard_sieve
from bgtool.kernels.duel import choose_plays, seed_games, throw
from bgtool.kernels.rng import WORDS
from bgtool.layout import BAR, OFF, POINTS


def game_boards(games: int, seed: int = 1) -> np.ndarray:
    """All boards of so many games, int8 (n, 2, 26), the player on roll first; the same for the same seed."""
    brain = evaluator_named("net").brain
    states = np.empty((games, WORDS), np.uint64)
    seed_games(seed, np.arange(games), states)
    boards = np.repeat(as_board(STANDARD.start)[None], games, axis=0)
    met = []
    opening = np.ones(games, bool)
    while len(boards):
        met.append(boards)
        dice = np.empty((len(boards), 2), np.int8)
        throw(states, opening, dice)
        after = np.empty_like(boards)
        choose_plays(brain, standard_sieve(), boards, dice, 3, after)
        on = after[:, 0, OFF + 1 :].any(axis=1)
        boards, states = np.ascontiguousarray(after[on, ::-1]), states[on]
        opening = np.zeros(len(boards), bool)
    return np.concatenate(met)


def rears(rows: np.ndarray) -> np.ndarray:
    """The point of the last checker of each row, int8 (n, 26): 25 the bar, 0 when all are off."""
    return np.where(rows[:, OFF + 1 :].any(axis=1), BAR - np.argmax(rows[:, BAR:OFF:-1] > 0, axis=1), 0)


def contact_left(boards: np.ndarray) -> np.ndarray:
    """The pips by which the last checkers still have to pass each other; 0 or less in a race."""
    return rears(boards[:, 0]) + rears(boards[:, 1]) - POINTS
