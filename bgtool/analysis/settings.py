"""What every number of an analysis was made with, and how errors and luck are marked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bgtool.engine.rollout_records import RolloutSettings
from bgtool.errors import SettingsError


class Mark(Enum):
    """How bad an error is; the value is the sign written after the play."""

    NONE = ""
    DOUBTFUL = "?!"
    BAD = "?"
    VERY_BAD = "??"

    @property
    def words(self) -> str:
        """The mark in words, such as ``very bad``; empty for none."""
        return self.name.lower().replace("_", " ") if self.value else ""


class LuckMark(Enum):
    """How lucky a roll was, in GNU Backgammon's words."""

    VERY_LUCKY = "very lucky"
    LUCKY = "lucky"
    NONE = ""
    UNLUCKY = "unlucky"
    VERY_UNLUCKY = "very unlucky"


LUCKY, VERY_LUCKY = 0.3, 0.6
"""The luck above which a roll is marked, up or down: GNU Backgammon's."""


def luck_mark(luck: float) -> LuckMark:
    """The mark that a roll's luck (EMG) earns."""
    if abs(luck) <= LUCKY:
        return LuckMark.NONE
    if luck > 0:
        return LuckMark.VERY_LUCKY if luck > VERY_LUCKY else LuckMark.LUCKY
    return LuckMark.VERY_UNLUCKY if luck < -VERY_LUCKY else LuckMark.UNLUCKY


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The errors above which a decision is marked; the defaults are GNU Backgammon's (1.07).

    Where ``doubtful`` and ``bad`` are the same, no error is doubtful: eXtreme Gammon knows errors and blunders only.
    Raises :class:`~bgtool.errors.SettingsError` for thresholds out of order.
    """

    doubtful: float = 0.030
    bad: float = 0.060
    very_bad: float = 0.120

    def __post_init__(self) -> None:
        """Refuse thresholds out of order."""
        if not 0.0 < self.doubtful <= self.bad <= self.very_bad:
            raise SettingsError(
                f"thresholds {self.doubtful:g}, {self.bad:g}, {self.very_bad:g}: expected three rising numbers above 0"
            )

    def mark(self, error: float) -> Mark:
        """The mark that an error earns."""
        if error > self.very_bad:
            return Mark.VERY_BAD
        if error > self.bad:
            return Mark.BAD
        return Mark.DOUBTFUL if error > self.doubtful else Mark.NONE


GNU_BACKGAMMON = Thresholds()
XG = Thresholds(0.020, 0.020, 0.080)
CONVENTIONS = {"gnubg": GNU_BACKGAMMON, "xg": XG}
"""Thresholds by the name of the program whose custom they are."""


def rollout_words(settings: RolloutSettings) -> str:
    """The settings of a rollout in a few words, such as ``up to 324 games of 11 rolls, 0-ply, seed 1``."""
    rolls = "" if settings.truncate is None else f" of {settings.truncate} rolls"
    return f"up to {settings.trials} games{rolls}, {settings.plies}-ply, seed {settings.seed}"


CUBEFUL, CUBELESS = "cubeful", "cubeless money"


@dataclass(frozen=True, slots=True)
class Settings:
    """What every number of an analysis was made with.

    ``plies`` counts as in GNU Backgammon (0 = the bare evaluation) and holds for plays that pass the move filter
    ``moves`` and for cube decisions that are close, actual or wrong at 0-ply; luck is always measured at
    ``luck_plies``. ``equity`` says which equity is meant (:data:`CUBEFUL` at the score, or :data:`CUBELESS`), ``met``
    the match equity table, None for money. ``convention`` is the program whose rates stand first. ``rollout`` says how
    plays and cube decisions that are still unclear were rolled out, None where they were not.
    """

    evaluator: str
    digest: str
    plies: int = 0
    moves: str = ""
    luck_plies: int = 0
    equity: str = CUBEFUL
    thresholds: Thresholds = GNU_BACKGAMMON
    met: str | None = None
    convention: str = "gnubg"
    rollout: RolloutSettings | None = None

    def __str__(self) -> str:
        """One line, as every report prints it."""
        marks = self.thresholds
        depth = f"{self.plies}-ply (XG {self.plies + 1}-ply)"
        if self.plies:
            depth += f", {self.moves} filter, luck {self.luck_plies}-ply"
        if self.rollout is not None:
            depth += f", unclear ones rolled out ({rollout_words(self.rollout)})"
        equity = f"{self.equity} equity" + (f" ({self.met})" if self.met else "")
        signs = [f"?! > {marks.doubtful:.3f}"] if marks.doubtful < marks.bad else []
        signs += [f"? > {marks.bad:.3f}", f"?? > {marks.very_bad:.3f}"]
        judge = f"{self.evaluator} {self.digest}".rstrip()
        return f"{judge}, {depth}, {equity}; {', '.join(signs)}"
