"""The luck of a roll: what it is worth above the average roll, at one depth throughout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum

import numpy as np

from bgtool.analysis.decisions import rank_all
from bgtool.analysis.units import mwc_lost, points_at_stake, terms_for
from bgtool.core.met import MatchEquityTable
from bgtool.core.replay import facing
from bgtool.core.state import MatchState
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.rolls import IN_ORDER, equities_of_rolls, sieved

_WEIGHTS = np.array([roll.weight for roll in IN_ORDER], np.float64) / 36
_NO_DOUBLETS = np.array([0.0 if roll.is_doublet else roll.weight for roll in IN_ORDER]) / 30


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
    rolls: Sequence[Roll],
    evaluator: Evaluator,
    met: MatchEquityTable | None = None,
    *,
    cubeless: bool = False,
    jobs: int | None = None,
) -> list[Luck]:
    """The luck of each roll for the player who rolled, judged at 0-ply, in the same equity as the plays.

    Luck = the best play's value with this roll minus the mean over all 36, for which the network judges only plays
    that pass the sieve (which leaves the mean some 0.0005 low). At the opening it is minus the mean over the 30
    ordered rolls without doublets, half of which give the first play to the opponent. Every distinct moment is
    evaluated once.
    """
    places: dict[MatchState, int] = {}
    for roll in rolls:
        for state in _asked(roll):
            places.setdefault(state, len(places))
    states = list(places)
    terms = terms_for(states, met, cubeless=cubeless)
    limits = [points_at_stake(state, cubeless=cubeless) for state in states]
    equities = equities_of_rolls(as_boards([state.position for state in states]), evaluator, terms, limits, jobs)
    exact = _played(rolls, evaluator, met, cubeless) if sieved(evaluator) else {}
    luck = []
    for roll in rolls:
        own, *other = (places[state] for state in _asked(roll))
        if other:
            average = fsum((equities[own] - equities[other[0]]) / 2 * _NO_DOUBLETS)
        else:
            average = fsum(equities[own] * _WEIGHTS)
        dice = roll.state.dice
        assert dice is not None
        best = exact.get(roll.state)
        gain = (float(equities[own][IN_ORDER.index(dice)]) if best is None else best) - average
        luck.append(Luck(gain, None if terms is None else mwc_lost(terms[own].scale, gain)))
    return luck


def _played(
    rolls: Sequence[Roll], evaluator: Evaluator, met: MatchEquityTable | None, cubeless: bool
) -> dict[MatchState, float]:
    """The equity of the best play of every roll as it came, all of its plays judged."""
    states = list(dict.fromkeys(roll.state for roll in rolls))
    rankings = rank_all(states, evaluator, met=met, cubeless=cubeless)
    return {state: ranking.best_equity for state, ranking in zip(states, rankings, strict=True)}


def _asked(roll: Roll) -> list[MatchState]:
    """The moments whose 21 rolls are needed: the opening takes both players'."""
    mine = replace(roll.state, dice=None, rolled=None)
    return [mine, facing(mine, 1 - mine.on_roll)] if roll.opening else [mine]
