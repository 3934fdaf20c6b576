"""The luck of a roll: what it is worth above the average roll, at one depth throughout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum

import numpy as np

from bgtool.core.dice import ROLLS
from bgtool.core.met import MatchEquityTable
from bgtool.core.replay import facing
from bgtool.core.state import MatchState
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.yardstick import best_values, yardstick_for

_ALL_ROLLS = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
_WEIGHTS = np.array([roll.weight for roll in ROLLS], np.float64) / 36
_NO_DOUBLETS = np.array([0.0 if roll.is_doublet else roll.weight for roll in ROLLS]) / 30
_AT_ONCE = 64  # moments evaluated in one call: some 30,000 plays


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll as it came, on the board of its moment; ``opening`` when both players threw one die each for it."""

    state: MatchState
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Luck:
    """What a roll was worth above the average one: as equity, and as match winning chance (None for money)."""

    equity: float
    mwc: float | None


def luck_of(
    rolls: Sequence[Roll], evaluator: Evaluator, met: MatchEquityTable | None = None, *, cubeless: bool = False
) -> list[Luck]:
    """The luck of each roll for the player who rolled, judged at 0-ply, in the same equity as the plays.

    Luck = the best play's value with this roll minus the mean over all 36. At the opening it is minus the mean over
    the 30 ordered rolls without doublets, half of which give the first play to the opponent. Every distinct moment is
    evaluated once.
    """
    places: dict[MatchState, int] = {}
    for roll in rolls:
        for state in _asked(roll):
            places.setdefault(state, len(places))
    states = list(places)
    yardstick = yardstick_for(states, met, cubeless=cubeless)
    chunks = [
        best_values(states[start : start + _AT_ONCE], _ALL_ROLLS, yardstick.part(start, start + _AT_ONCE), evaluator)
        for start in range(0, len(states), _AT_ONCE)
    ]
    values = np.concatenate(chunks) if chunks else np.empty((0, len(ROLLS)))
    luck = []
    for roll in rolls:
        own, *other = (places[state] for state in _asked(roll))
        if other:
            average = fsum((values[own] - values[other[0]]) / 2 * _NO_DOUBLETS)
        else:
            average = fsum(values[own] * _WEIGHTS)
        dice, scale = roll.state.dice, yardstick.scales[own]
        assert dice is not None
        gain = float(values[own][ROLLS.index(dice)] - average)
        luck.append(Luck(2.0 * gain / (scale.cash - scale.drop), 0.5 * gain if scale.match else None))
    return luck


def _asked(roll: Roll) -> list[MatchState]:
    """The moments whose 21 rolls are needed: the opening takes both players'."""
    mine = replace(roll.state, dice=None, rolled=None)
    return [mine, facing(mine, 1 - mine.on_roll)] if roll.opening else [mine]
