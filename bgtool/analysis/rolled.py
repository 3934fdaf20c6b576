"""How sure an equity is that was rolled out."""

from __future__ import annotations

from dataclasses import dataclass

from bgtool.analysis.units import mwc_lost
from bgtool.engine.cube import Scale
from bgtool.engine.rollout_records import RolledOut


@dataclass(frozen=True, slots=True)
class Rolled:
    """The games played for an equity, and standard errors: its own (EMG), of the cubeless one, of the five chances.

    ``std_error_mwc`` is its own as a match winning chance, None for money.
    """

    trials: int
    std_error: float
    std_error_mwc: float | None
    cubeless_std_error: float
    chance_errors: tuple[float, ...]

    @staticmethod
    def of(candidate: RolledOut, scale: Scale) -> Rolled:
        """What a rollout says of one of its candidates; ``scale`` says how its equity reads as a chance."""
        error = candidate.std_error
        return Rolled(
            candidate.trials, error, mwc_lost(scale, error), candidate.cubeless_std_error, candidate.chance_errors
        )

    def __str__(self) -> str:
        """As reports print it, such as ``324 games ±0.004``."""
        return f"{self.trials} games ±{self.std_error:.3f}"


def depth_words(plies: int, rolled: Rolled | None) -> str:
    """How an equity was found, such as ``2-ply`` or ``rollout, 324 games ±0.004``."""
    return f"{plies}-ply" if rolled is None else f"rollout, {rolled}"
