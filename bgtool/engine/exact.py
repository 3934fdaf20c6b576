"""The exact evaluator, ``bearoff``: positions that the tables know, and no others."""

from __future__ import annotations

import numpy as np

from bgtool.engine.boards import Boards
from bgtool.engine.evaluators import BrainEvaluator, Chances
from bgtool.engine.few_checkers import few_boards
from bgtool.errors import InputError
from bgtool.kernels.evaluate import Brain
from bgtool.layout import HOME, OFF, ROW


def load() -> Bearoff:
    """The evaluator; its tables are opened, or built, when it is first asked."""
    return Bearoff("bearoff", "exact", Brain())


class Bearoff(BrainEvaluator):
    """The evaluator that knows nothing but bear-offs and the last checkers of a game, and those exactly."""

    def evaluate(self, boards: Boards) -> Chances:
        """The five chances of the player on roll, float32 (n, 5), for int8 (n, 2, 26) with all checkers at home.

        Also with at most two checkers a side, wherever they stand, and of finished games. Raises :class:`InputError`
        for any other board.
        """
        boards = np.ascontiguousarray(boards, np.int8).reshape(-1, 2, ROW)
        playing = boards[:, :, OFF + 1 :].sum(axis=2).min(axis=1) > 0
        outside = boards[:, :, HOME + 1 :].any(axis=(1, 2)) & playing
        if (outside & ~few_boards(boards)).any():
            raise InputError("evaluator bearoff knows bear-offs alone, but not all checkers are at home")
        return super().evaluate(boards)
