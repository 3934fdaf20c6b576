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
MOST_ROLLS = 1_000_000
"""The latest roll after which a game may be judged; no game is ever that long."""

DEEPEST = 2
"""The deepest that the games of a rollout are played."""

NO_DOUBLE, DOUBLE_TAKE, DOUBLE_PASS = "no-double", "double-take", "double-pass"
CLEAR = 2.33
"""Joint standard deviations from which a cube decision counts as settled: 1 in 100 goes the other way."""


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

    ``cubeful`` plays with the cube and for the score, otherwise for money without a cube; None = where there is a cube
    or a score. Plays are judged ``plies`` deep, cube decisions ``cube_plies`` deep (None = as deep as plays).
    """

    trials: int = 1296
    first: int = 0
    seed: int = 1
    truncate: int | None = None
    variance_reduction: bool = False
    stratified: bool = True
    initial: bool = False
    prune: bool = True
    cubeful: bool | None = None
    plies: int = 0
    cube_plies: int | None = None
    until_se: float | None = None
    until_jsd: float | None = None
    min_trials: int = 324
    time: float | None = None

    def __post_init__(self) -> None:
        """Refuse numbers that make no rollout."""
        faults = []
        if not 1 <= self.trials <= MOST_TRIALS:
            faults.append(f"trials {self.trials}: from 1 to {MOST_TRIALS:,}")
        if not 0 <= self.first <= MOST_TRIALS:
            faults.append(f"first {self.first}: a trial number, from 0 to {MOST_TRIALS:,}")
        if not 0 <= self.seed <= GREATEST_SEED:
            faults.append(f"seed {self.seed}: from 0 to {GREATEST_SEED}")
        if self.truncate is not None and not 1 <= self.truncate <= MOST_ROLLS:
            faults.append(f"truncate {self.truncate}: from 1 to {MOST_ROLLS:,} rolls; leave it out to play to the end")
        if not 2 <= self.min_trials <= MOST_TRIALS:
            faults.append(f"min_trials {self.min_trials}: from 2 (one trial has no error) to {MOST_TRIALS:,}")
        for name in ("plies", "cube_plies"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= DEEPEST:
                faults.append(f"{name} {value}: 0 (the bare evaluation) to {DEEPEST}")
        for name in ("until_se", "until_jsd", "time"):
            value = getattr(self, name)
            if value is not None and not (isfinite(value) and value > 0):
                faults.append(f"{name} {value}: a number above 0")
        if faults:
            raise SettingsError("; ".join(faults))


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing to roll out: a play with the position after it, or the position itself where no dice are known.

    ``position`` always has the player whose decision it is first. ``action`` is ``no-double`` or ``double-take`` in a
    cube decision; without it the player on roll of a position without dice may double as in any later turn.
    """

    move: Move | None
    position: Position
    action: str | None = None

    @property
    def name(self) -> str:
        """What tells it from the other candidates."""
        return self.action or ("" if self.move is None else str(self.move))


@dataclass(frozen=True, slots=True)
class RolledOut:
    """What the rollout says of one candidate; all of it for the player whose decision it is.

    ``equity``, ``chances`` and their standard errors are the best estimates: the reduced ones when luck was taken off,
    else the raw ones. ``equity`` is cubeful in a cubeful rollout, per unit of the cube before the decision (EMG in a
    match); ``cubeless_equity`` is that of the chances, for money. ``chances`` are as estimated, so a reduced chance
    near 0 may be a little below it; :attr:`outcomes` has them in order. ``games`` counts games won single, gammon,
    backgammon, then lost so; None when games were truncated. ``drops`` counts those that ended with a double dropped,
    by the opponent, then by the player himself. ``error`` is the equity lost against the best candidate, from the same
    dice; ``mwc`` the match winning chance, None for money.
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
    drops: tuple[int, int]
    cubeless_equity: float
    cubeless_std_error: float
    mwc: float | None
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
class CubeVerdict:
    """What a rolled out cube decision comes to, and how sure that is; equities of the player on roll.

    ``doubling`` is what doubling gains over not doubling with the right answer, ``taking`` what the double costs the
    opponent less when he takes (or beavers, where that is right) than when he passes, each with its standard error.
    ``double_pass`` is known: 1. So is ``double_beaver``, twice ``double_take``, where beavers are played and the cube
    has no limit; None elsewhere. No raccoon comes after it: a beaver is right where the cube costs the doubler, and
    another turn doubles that.
    """

    no_double: float
    double_take: float
    doubling: float
    doubling_error: float
    taking: float
    taking_error: float
    redouble: bool
    double_beaver: float | None = None
    double_pass: float = 1.0

    @property
    def doubled(self) -> float:
        """What a double comes to with the right answer."""
        return min(self.double_take, self.double_pass, *([] if self.double_beaver is None else [self.double_beaver]))

    @property
    def proper_action(self) -> str:
        """The right decision, such as ``no-double-take``, ``no-double-beaver`` or ``too-good-pass``."""
        answer = "take" if self.taking >= 0 else "pass"
        if self.doubled == self.double_beaver != self.double_take:
            answer = "beaver"
        if self.doubling > 0:
            return f"double-{answer}"
        return f"{'too-good' if self.no_double > self.double_pass else 'no-double'}-{answer}"

    @property
    def words(self) -> str:
        """The right decision as a person says it."""
        what = "redouble" if self.redouble else "double"
        first, answer = self.proper_action.rsplit("-", 1)
        if first == "double":
            return f"{what.capitalize()}, {answer}"
        return f"{'Too good to' if first == 'too-good' else 'No'} {what}, {answer}"

    @property
    def jsd(self) -> float | None:
        """Standard deviations by which doubling and not doubling differ; None where that has no error."""
        return _deviations(self.doubling, self.doubling_error)

    @property
    def answer_jsd(self) -> float | None:
        """Standard deviations by which taking and passing differ; None where that has no error."""
        return _deviations(self.taking, self.taking_error)

    def clear(self, deviations: float = CLEAR) -> bool:
        """Whether both the double and the answer are settled by so many standard deviations."""
        return abs(self.doubling) >= deviations * self.doubling_error and (
            abs(self.taking) >= deviations * self.taking_error
        )


def _deviations(difference: float, error: float) -> float | None:
    return abs(difference) / error if 0 < error < float("inf") else None


@dataclass(frozen=True, slots=True)
class Rollout:
    """A finished or stopped rollout: its candidates best first, what made it, and why it ended.

    ``met`` names the match equity table; ``verdict`` is that of a cube decision. ``stopped`` is ``trials`` (all done),
    ``until_se``, ``until_jsd``, ``time`` or ``interrupted``.
    """

    state: MatchState
    settings: RolloutSettings
    evaluator: str
    digest: str
    candidates: tuple[RolledOut, ...]
    trials: int
    stopped: str
    met: str
    verdict: CubeVerdict | None = None

    @property
    def best(self) -> RolledOut:
        """The candidate with the greatest equity."""
        return self.candidates[0]

    @property
    def equity(self) -> float:
        """What the position is worth with the right decision by both players."""
        if self.verdict is None:
            return self.best.equity
        return max(self.verdict.no_double, self.verdict.doubled)
