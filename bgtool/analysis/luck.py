"""The luck of a roll: what it is worth above the average roll, at one depth throughout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from bgtool.core.dice import ROLLS, Dice
from bgtool.core.position import Position
from bgtool.engine.boards import as_boards
from bgtool.engine.candidates import best_equities
from bgtool.engine.evaluators import Evaluator

_ALL_ROLLS = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
_WEIGHTS = np.array([roll.weight for roll in ROLLS], np.float64) / 36
_NO_DOUBLETS = np.array([0.0 if roll.is_doublet else roll.weight for roll in ROLLS]) / 30
_AT_ONCE = 64  # positions evaluated in one call: some 30,000 plays


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll as it came: ``opening`` when both players threw one die each, so that the higher one went first."""

    position: Position
    dice: Dice
    opening: bool = False


def luck_of(rolls: Sequence[Roll], evaluator: Evaluator, limit: int = 3) -> list[float]:
    """The luck of each roll for the player who rolled, in cubeless points per cube.

    Luck = the best play's equity with this roll minus the mean over all 36. At the opening it is minus the mean over
    the 30 ordered rolls without doublets, half of which give the first play to the opponent. A game counts at most
    ``limit`` points. Every distinct position is evaluated once.
    """
    positions = list(dict.fromkeys(_seen(rolls)))
    places = {position: index for index, position in enumerate(positions)}
    chunks = [positions[start : start + _AT_ONCE] for start in range(0, len(positions), _AT_ONCE)]
    equities = np.concatenate([_by_roll(chunk, evaluator, limit) for chunk in chunks]) if chunks else np.empty((0, 21))
    luck = []
    for roll in rolls:
        mine = equities[places[roll.position]]
        if roll.opening:
            theirs = equities[places[roll.position.swapped()]]
            average = fsum((mine - theirs) / 2 * _NO_DOUBLETS)
        else:
            average = fsum(mine * _WEIGHTS)
        luck.append(float(mine[ROLLS.index(roll.dice)] - average))
    return luck


def _seen(rolls: Sequence[Roll]) -> list[Position]:
    """Every position whose 21 rolls are needed: the opening takes both players'."""
    positions = []
    for roll in rolls:
        positions.append(roll.position)
        if roll.opening:
            positions.append(roll.position.swapped())
    return positions


def _by_roll(positions: list[Position], evaluator: Evaluator, limit: int) -> NDArray[np.float64]:
    """The equity of the best play of each of the 21 rolls, float64 (n, 21)."""
    boards = np.repeat(as_boards(positions), len(ROLLS), axis=0)
    dice = np.tile(_ALL_ROLLS, (len(positions), 1))
    return best_equities(boards, dice, evaluator, limit).reshape(-1, len(ROLLS))
