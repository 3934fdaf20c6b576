"""How much of a live cube's advantage there really is, by the kind of position."""

from __future__ import annotations

from typing import NamedTuple

from bgtool.kernels.bearoff import home_index
from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import pip_count, rear
from bgtool.layout import BAR, POINTS

ACTIVE = 6  # a player with no more checkers than this in play has crashed


class Efficiency(NamedTuple):
    """How much of a live cube's advantage there really is, by kind of position; GNU Backgammon's numbers."""

    contact: float = 0.68
    crashed: float = 0.68
    bearoff: float = 0.60
    race: float = 0.55
    race_pip: float = 0.00125
    race_least: float = 0.60
    race_most: float = 0.70


@kernel(_nrt=False)
def efficiency_of(rates, mine, theirs):
    """The cube's efficiency in a position by its kind; *mine* is on roll."""
    my_rear, their_rear = rear(mine), rear(theirs)
    if my_rear + their_rear > POINTS:
        return rates.crashed if _crashed(mine) or _crashed(theirs) else rates.contact
    if home_index(mine) >= 0 and home_index(theirs) >= 0:
        return rates.bearoff
    return min(max(rates.race + rates.race_pip * pip_count(mine), rates.race_least), rates.race_most)


@kernel(_nrt=False)
def _crashed(row):
    """Whether a player has hardly a checker to play with: those dead on his ace and two points do not count."""
    left = 0
    for p in range(1, BAR + 1):
        left += row[p]
    ace, two = int(row[1]), int(row[2])
    if left <= ACTIVE:
        return True
    if ace > 1:
        return left - ace <= ACTIVE or (two > 1 and left - ace - two + 1 <= ACTIVE)
    return left - max(two - 1, 0) <= ACTIVE
