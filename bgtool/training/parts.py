"""Which network a decision concerns: one has a word in a position, or another, or two of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards
from bgtool.kernels.crashed import crashed_share
from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import rear
from bgtool.layout import POINTS
from bgtool.training.examples import Examples
from bgtool.training.keys import boards_of

PARTS = ("contact", "crashed", "race")
"""The networks, as :class:`~bgtool.engine.network.Networks` names them."""


def concerning(examples: Examples, part: str) -> Examples:
    """The decisions that have a position in whose verdict the network *part* has a word."""
    boards = boards_of(examples.keys)
    words = np.empty((*boards.shape[:2], len(PARTS)), np.bool_)
    words_in(boards.reshape(-1, *boards.shape[2:]), words.reshape(-1, len(PARTS)))
    return examples.some(np.flatnonzero(words[..., PARTS.index(part)].any(axis=1)))


@kernel
def words_in(boards: Boards, words: NDArray[np.bool_]) -> None:
    """Write to *words*, bool (n, 3), which networks have a word in the verdicts on *boards*, int8 (n, 2, 26)."""
    for i in range(boards.shape[0]):
        mine, theirs = boards[i]
        contact = rear(mine) + rear(theirs) > POINTS
        share = crashed_share(mine, theirs)
        words[i, 0] = contact and share < 1
        words[i, 1] = contact and share > 0
        words[i, 2] = not contact
