"""Which network a decision concerns: one has a word in a position, or another, or two of them.

The network for crashed positions learns from those that may soon be crashed as well: with its own alone, which are few,
it learned by heart (held-out differences went from 0.0155 back up to 0.0160 while it was fitted).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards
from bgtool.engine.network import Networks
from bgtool.kernels.crashed import FIRST_BACK, FIRST_FREE, crashed_share
from bgtool.kernels.intrinsics import checkers_from
from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import rear
from bgtool.layout import POINTS
from bgtool.training.examples import Examples
from bgtool.training.keys import boards_of

PARTS = Networks._fields
"""The names of the networks."""

NEAR_FREE, NEAR_BACK = 10, 3  # checkers: nearly crashed with so few or so many


def concerning(examples: Examples, part: str) -> Examples:
    """The decisions that have a position in whose verdict the network *part* has a word, or may have it soon."""
    boards = boards_of(examples.keys)
    words = np.empty((*boards.shape[:2], len(PARTS)), np.bool_)
    words_in(boards.reshape(-1, *boards.shape[2:]), words.reshape(-1, len(PARTS)))
    return examples.some(np.flatnonzero(words[..., PARTS.index(part)].any(axis=1)))


@kernel
def _is_near(row):
    """Whether a side is crashed or may soon be."""
    return checkers_from(FIRST_FREE, row) <= NEAR_FREE or checkers_from(FIRST_BACK, row) >= NEAR_BACK


@kernel
def words_in(boards: Boards, words: NDArray[np.bool_]) -> None:
    """Write to *words*, bool (n, 3), which networks learn from *boards*, int8 (n, 2, 26)."""
    for i in range(boards.shape[0]):
        mine, theirs = boards[i]
        contact = rear(mine) + rear(theirs) > POINTS
        words[i, 0] = contact and crashed_share(mine, theirs) < 1
        words[i, 1] = contact and (_is_near(mine) or _is_near(theirs))
        words[i, 2] = not contact
