"""GNU Backgammon's ratings: words for error and luck rates, and FIBS points."""

from __future__ import annotations

from math import log10, sqrt

_BANDS = (
    (0.002, "Supernatural"),
    (0.005, "World class"),
    (0.008, "Expert"),
    (0.012, "Advanced"),
    (0.018, "Intermediate"),
    (0.026, "Casual player"),
    (0.035, "Beginner"),
)
WORST = "Awful!"

OFFSET = 2050.0
"""The FIBS rating of a player without errors."""


def rating(rate: float | None) -> str | None:
    """The word for an error rate (EMG per decision counted); None without any decision."""
    if rate is None:
        return None
    return next((words for bound, words in _BANDS if rate < bound), WORST)


def luck_rating(rate: float | None) -> str | None:
    """The word for a luck rate (EMG per roll); None without any roll."""
    if rate is None:
        return None
    if rate > 0.06:
        return "Go to Las Vegas"
    if rate > 0.03:
        return "Good dice, man!"
    if rate < -0.06:
        return "Go to bed"
    return "Bad dice, man!" if rate < -0.03 else "None"


def rating_difference(share: float, length: int) -> float | None:
    """The FIBS points between two players of whom one wins ``share`` of the matches of that length; None if all."""
    if not 0.0 < share < 1.0:
        return None
    return -2000.0 / sqrt(length) * log10(1.0 / share - 1.0)


def checker_loss(rate: float, length: int) -> float:
    """The FIBS points that checker errors cost: ``rate`` is EMG per unforced play."""
    return rate * (8798.0 + 25526.0 / length)


def cube_loss(rate: float, length: int) -> float:
    """The FIBS points that cube errors cost: ``rate`` is EMG per close or actual decision."""
    return rate * (863.0 - 519.0 / length)
