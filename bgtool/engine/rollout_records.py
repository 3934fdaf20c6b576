"""What a rollout is asked and what it answers, as frozen records."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from bgtool.core.move import Move
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.errors import SettingsError

GREATEST_SEED = (1 << 63) - 1
MOST_TRIALS = 1 << 40


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How a rollout is made. What is wrong is listed in one :class:`SettingsError`.

    ``truncate`` judges a game after so many rolls instead of playing it out. ``initial`` means that the first roll is
    an opening roll, never a doublet. ``prune`` evaluates only the plays that pass a quick sieve. ``until_se`` stops
    when every candidate's standard error is as small as that. ``until_jsd`` drops a candidate that is so many joint
    standard deviations behind the best, and stops when one is left; neither before ``min_trials``. ``time`` stops
    after so many seconds, the one setting that makes a result depend on the machine. Whatever stops it, a rollout
    never has more than ``trials`` games a candidate, from trial number ``first`` on, so that machines can share one
    rollout.
    """

    trials: int = 1296
    first: int = 0
    seed: int = 1
    truncate: int | None = None
    variance_reduction: bool = False
    stratified: bool = True
    initial: bool = False
    prune: bool = True
    until_se: float | None = None
    until_jsd: float | None = None
    min_trials: int = 324
    time: float | None = None

    def __post_init__(self) -> None:
        """Refuse numbers that make no rollout."""
        faults = []
        if not 1 <= self.trials <= MOST_TRIALS:
            faults.append(f"trials {self.trials}: at least 1")
        if not 0 <= self.first <= MOST_TRIALS:
            faults.append(f"first {self.first}: a trial number, from 0")
        if not 0 <= self.seed <= GREATEST_SEED:
            faults.append(f"seed {self.seed}: from 0 to {GREATEST_SEED}")
        if self.truncate is not None and self.truncate < 1:
            faults.append(f"truncate {self.truncate}: at least 1 roll; leave it out to play to the end")
        if self.min_trials < 2:
            faults.append(f"min_trials {self.min_trials}: at least 2, one trial has no error")
        for name in ("until_se", "until_jsd", "time"):
            value = getattr(self, name)
            if value is not None and not (isfinite(value) and value > 0):
                faults.append(f"{name} {value}: a number above 0")
        if faults:
            raise SettingsError("; ".join(faults))


@dataclass(frozen=True, slots=True)
class Candidate:
    """One position to roll out: a play with the position after it, or the position itself where no dice are known.

    ``position`` always has the player whose decision it is first.
    """

    move: Move | None
    position: Position


@dataclass(frozen=True, slots=True)
class RolledOut:
    """What the rollout says of one candidate; all of it for the player whose decision it is.

    ``equity``, ``chances`` and their standard errors are the best estimates: the reduced ones when luck was taken off,
    else the raw ones. ``chances`` are as estimated, so a reduced chance near 0 may be a little below it;
    :attr:`outcomes` has them in order. ``games`` counts games won single, gammon, backgammon, then lost so; None when
    games were truncated. ``error`` is the equity lost against the best candidate, from the same dice.
    """

    candidate: Candidate
    trials: int
    equity: float
    std_error: float
    std_deviation: float
    chances: tuple[float, ...]
    chance_errors: tuple[float, ...]
    raw_equity: float
    raw_std_error: float
    raw_chances: tuple[float, ...]
    games: tuple[int, ...] | None
    error: float
    error_std_error: float
    dropped: bool

    @property
    def outcomes(self) -> Outcomes:
        """The chances put in order, all within [0, 1]."""
        win = min(1.0, max(0.0, self.chances[0]))
        gammon = min(win, max(0.0, self.chances[1]))
        lost_gammon = min(1.0 - win, max(0.0, self.chances[3]))
        return Outcomes(
            win,
            gammon,
            min(gammon, max(0.0, self.chances[2])),
            lost_gammon,
            min(lost_gammon, max(0.0, self.chances[4])),
        )

    @property
    def jsd(self) -> float | None:
        """How many joint standard deviations it is behind the best; None where that has no error."""
        return self.error / self.error_std_error if 0 < self.error_std_error < float("inf") else None


@dataclass(frozen=True, slots=True)
class Rollout:
    """A finished or stopped rollout: its candidates best first, what made it, and why it ended.

    ``stopped`` is ``trials`` (all done), ``until_se``, ``until_jsd``, ``time`` or ``interrupted``.
    """

    state: MatchState
    settings: RolloutSettings
    evaluator: str
    digest: str
    candidates: tuple[RolledOut, ...]
    trials: int
    stopped: str

    @property
    def best(self) -> RolledOut:
        """The candidate with the greatest equity."""
        return self.candidates[0]
