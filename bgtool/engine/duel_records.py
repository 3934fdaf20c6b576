"""What a duel is asked and what it answers, as frozen records."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from bgtool.core.variant import STANDARD, Variant
from bgtool.engine.rollout_records import GREATEST_SEED
from bgtool.errors import SettingsError

MOST_GAMES = 10_000_000


@dataclass(frozen=True, slots=True)
class DuelSettings:
    """How a duel is played. What is wrong is listed in one :class:`SettingsError`.

    ``games`` is even: every dice sequence is played twice, with seats exchanged. ``one_point`` counts wins alone, as
    at double match point; otherwise it is cubeless money. ``first`` is the number of the first dice sequence, so that
    a duel can be continued. ``variance_reduction`` takes the luck of the dice off the result.
    """

    games: int = 1000
    first: int = 0
    seed: int = 1
    variant: Variant = STANDARD
    one_point: bool = False
    variance_reduction: bool = False

    def __post_init__(self) -> None:
        """Refuse numbers that make no duel."""
        faults = []
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            faults.append(f"games {self.games}: an even number from 2 to {MOST_GAMES:,}, half of them from each side")
        if not 0 <= self.first <= MOST_GAMES:
            faults.append(f"first {self.first}: the number of a dice sequence, from 0 to {MOST_GAMES:,}")
        if not 0 <= self.seed <= GREATEST_SEED:
            faults.append(f"seed {self.seed}: from 0 to {GREATEST_SEED}")
        if faults:
            raise SettingsError("; ".join(faults))

    @property
    def pairs(self) -> int:
        """The number of dice sequences."""
        return self.games // 2

    @property
    def limit(self) -> int:
        """The most points that a game counts."""
        return 1 if self.one_point else self.variant.max_points


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error, which is unknown (None) with less than two pairs of games."""

    mean: float
    std_error: float | None


@dataclass(frozen=True, slots=True)
class DuelResult:
    """How a duel stands, all of it seen by the first player.

    ``points`` are per game, their error from the pairs of games with the same dice; ``luck_adjusted`` is the same with
    the luck of the dice taken off (None when it was not measured). ``counts`` are games won single, gammon,
    backgammon, then lost so, whatever they counted. ``stopped`` is ``games`` (all played) or ``interrupted``.
    """

    players: tuple[str, str]
    settings: DuelSettings
    games: int
    points: Mean
    luck_adjusted: Mean | None
    counts: tuple[int, ...]
    stopped: str

    @property
    def shares(self) -> tuple[float, ...]:
        """The five cumulative shares of games: won, won gammon and backgammon, lost gammon and backgammon."""
        won, won_gammon, won_backgammon, _, lost_gammon, lost_backgammon = self.counts
        gammons, lost_gammons = won_gammon + won_backgammon, lost_gammon + lost_backgammon
        totals = (won + gammons, gammons, won_backgammon, lost_gammons, lost_backgammon)
        return tuple(total / self.games for total in totals)


def mean_of(pairs: NDArray[np.float64]) -> Mean:
    """The mean of what pairs of games gave a game, with its standard error."""
    error = float(pairs.std(ddof=1)) / sqrt(len(pairs)) if len(pairs) > 1 else None
    return Mean(float(pairs.mean()), error)
