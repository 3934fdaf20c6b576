"""Small training sets that say something simple."""

import numpy as np

from bgtool.training.examples import Examples, as_stored
from bgtool.training.keys import keys_of
from tests.reference.random_positions import random_boards


def pip_race_examples(decisions, seed=1):
    """Decisions whose chances follow from the pip counts alone."""
    boards = random_boards(16 * decisions, seed)
    boards = boards[boards.sum((1, 2)) == 30][: 4 * decisions].reshape(-1, 4, 2, 26)
    pips = boards @ np.arange(26)
    win = 1 / (1 + np.exp((pips[..., 0] - pips[..., 1]) / 40.0))
    gammon = np.where(boards[..., 1, 0] == 0, win / 4, 0)
    lost = np.where(boards[..., 0, 0] == 0, (1 - win) / 4, 0)
    chances = as_stored(np.stack((win, gammon, gammon / 8, lost, lost / 8), axis=-1))
    return Examples(keys_of(boards), chances, np.ones(len(boards), np.float32))
