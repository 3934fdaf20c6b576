"""The exact evaluator, ``bearoff``: positions that the tables know, and no others."""

from __future__ import annotations

import numpy as np

from bgtool.engine.bearoff import standard_tables
from bgtool.engine.boards import Boards
from bgtool.engine.evaluators import Chances
from bgtool.errors import InputError
from bgtool.kernels.evaluate import Brain, chances_of
from bgtool.layout import HOME, OUTCOMES, ROW


def load() -> Bearoff:
    """The evaluator; its tables are opened, or built, when it is first asked."""
    return Bearoff()


class Bearoff:
    """The evaluator that knows nothing but bear-offs, and those exactly."""

    name = "bearoff"
    digest = "exact"

    @property
    def brain(self) -> Brain:
        """What compiled loops take in its place."""
        return Brain(bearoff=standard_tables())

    def evaluate(self, boards: Boards) -> Chances:
        """The five chances of the player on roll, float32 (n, 5), for int8 (n, 2, 26) with all checkers at home.

        Raises :class:`InputError` for any other board.
        """
        boards = np.ascontiguousarray(boards, np.int8).reshape(-1, 2, ROW)
        outside = np.flatnonzero(boards[:, :, HOME + 1 :].any(axis=(1, 2)))
        if outside.size:
            which = f"in board {outside[0] + 1} " if len(boards) > 1 else ""
            raise InputError(f"evaluator bearoff knows bear-offs alone, but {which}not all checkers are at home")
        out = np.empty((len(boards), OUTCOMES), np.float32)
        chances_of(self.brain, boards, out)
        return out
