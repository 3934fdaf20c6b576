"""An evaluator that rolls positions out: slow, and as good as the games that it plays."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

import numpy as np

from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD, VARIANTS
from bgtool.engine.boards import Boards
from bgtool.engine.evaluators import Chances, Evaluator
from bgtool.engine.rollout_records import Candidate, RolloutSettings
from bgtool.engine.rollout_run import RolloutRun
from bgtool.kernels.evaluate import Brain
from bgtool.layout import OUTCOMES, ROW

QUICK = RolloutSettings(trials=108, truncate=7, variance_reduction=True)


@dataclass(frozen=True)
class RolloutEvaluator:
    """An evaluator that answers the mean chances of cubeless games, which another one plays.

    The same board gets the same answer whatever its neighbours, and for any number of ``jobs``.
    """

    evaluator: Evaluator
    settings: RolloutSettings = field(default=QUICK)
    jobs: int | None = None

    @property
    def name(self) -> str:
        """What the user calls it: a rollout by the other evaluator."""
        return f"rollout-{self.evaluator.name}"

    @property
    def digest(self) -> str:
        """A short digest of the other's weights and of the settings."""
        return hashlib.sha256(f"{self.evaluator.digest} {self.settings}".encode()).hexdigest()[:8]

    @property
    def brain(self) -> Brain:
        """What compiled loops take in its place: the brain that plays its games."""
        return self.evaluator.brain

    def evaluate(self, boards: Boards) -> Chances:
        """The five chances of the player on roll, float32 (n, 5), for int8 (n, 2, 26); order kept, n may be 0.

        Raises what the other evaluator and :class:`~bgtool.engine.rollout_run.RolloutRun` raise.
        """
        boards = np.asarray(boards, np.int8).reshape(-1, 2, ROW)
        settings = replace(self.settings, cubeful=False)
        out = np.empty((len(boards), OUTCOMES), np.float32)
        for board, chances in zip(boards.tolist(), out, strict=True):
            position = Position(tuple(board[0]), tuple(board[1]))
            variant = next((v for v in VARIANTS.values() if v.checkers == position.checkers), STANDARD)
            run = RolloutRun(
                MatchState(position, variant=variant), [Candidate(None, position)], settings, self.evaluator, self.jobs
            )
            run.run()
            chances[:] = tuple(run.result().best.outcomes)
        return out
