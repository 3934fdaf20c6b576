"""The hand-made evaluator: features a player would name, turned into the five chances.

Each chance is a logistic function of a weighted sum of features, one inside the other so that they are always in
order: winning; a gammon among wins; a backgammon among won gammons; and the same two for losses. In contact a weight
is no constant but a plane over the two pip counts, since most things are worth more or less as the game goes on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bgtool.kernels.features import CONTACT, RACE, START_PIPS, contact_features, race_features
from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import rear
from bgtool.layout import OUTCOMES, POINTS

PLANE = 3
"""Numbers of a contact weight: at no pips at all, growth by 167 pips of the player on roll, by 167 of the other."""

_CONTACT = len(CONTACT)
_RACE = len(RACE)
_SUMS = OUTCOMES * PLANE


class HeuristicWeights(NamedTuple):
    """Weights of the logits of win, gammon among wins, backgammon among those, gammon among losses, backgammon."""

    contact: np.ndarray
    """float32 (len(CONTACT), 3 * 5): the five at no pips, the five by my pips / 167, the five by the other side's."""
    race: np.ndarray
    """float32 (len(RACE), 5)."""


@kernel
def new_room():
    """Memory for :func:`heuristic_chances`, one a thread."""
    return np.empty(_CONTACT + _SUMS, np.float32)


@kernel(_nrt=False)
def heuristic_chances(weights, room, mine, theirs, out):
    """Write the five chances of the player on roll to *out*, float32 (5,); rows int8 (26,), nobody has finished."""
    if rear(mine) + rear(theirs) > POINTS:
        _contact_logits(weights.contact, room, mine, theirs, out)
    else:
        _race_logits(weights.race, room, mine, theirs, out)
    for k in range(OUTCOMES):
        out[k] = 1 / (1 + np.exp(-out[k]))
    out[1] *= out[0]
    out[2] *= out[1]
    out[3] *= 1 - out[0]
    out[4] *= out[3]


@kernel(_nrt=False)
def _contact_logits(weights, room, mine, theirs, out):
    x, sums = room[:_CONTACT], room[_CONTACT:]
    my_pips, their_pips = contact_features(mine, theirs, x)
    for k in range(_SUMS):
        sums[k] = 0
    for i in range(_CONTACT):
        if x[i] != 0:
            for k in range(_SUMS):
                sums[k] += x[i] * weights[i, k]
    a, b = my_pips / START_PIPS, their_pips / START_PIPS
    for k in range(OUTCOMES):
        out[k] = sums[k] + a * sums[OUTCOMES + k] + b * sums[2 * OUTCOMES + k]


@kernel(_nrt=False)
def _race_logits(weights, room, mine, theirs, out):
    x = room[:_RACE]
    race_features(mine, theirs, x)
    for k in range(OUTCOMES):
        out[k] = 0
    for i in range(_RACE):
        if x[i] != 0:
            for k in range(OUTCOMES):
                out[k] += x[i] * weights[i, k]
