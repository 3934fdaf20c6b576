"""What plays are measured in: cubeful equities at the score, or cubeless points, for many rolls at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bgtool.core.met import MatchEquityTable
from bgtool.core.state import MatchState
from bgtool.engine.boards import Boards, as_boards
from bgtool.engine.candidates import (
    Candidates,
    _all_plays,
    _among,
    _passing,
    _swapped,
    _take_errors,
    equities_of,
)
from bgtool.engine.cube import GNU_BACKGAMMON, Efficiency, Scale, cube_context, play_values, scale_of
from bgtool.engine.evaluators import Chances, Evaluator
from bgtool.engine.met import met_named
from bgtool.engine.search import Depth, Lookahead

POINTS = Scale(1.0, -1.0, False)
"""Equity and value are the same: points per cube."""


@dataclass(frozen=True, eq=False)
class Yardstick:
    """How the plays of n moments are measured, for the player on roll of each.

    ``scales`` says for every moment how a value reads (see :class:`~bgtool.engine.cube.Scale`); ``limits`` int64 (n,)
    is the most points that a game counts there: 1 at double match point, where a gammon is worth nothing. Moments that
    differ in nothing but the position are measured together: ``groups`` int64 (n,) is the model of each.
    """

    cubeless: bool
    limits: NDArray[np.int64]
    scales: tuple[Scale, ...]
    groups: NDArray[np.int64]
    models: tuple[tuple[MatchState, MatchEquityTable], ...]
    efficiency: Efficiency = GNU_BACKGAMMON

    def part(self, start: int, end: int) -> Yardstick:
        """The yardstick of some of the moments, ``start`` to ``end``."""
        own = slice(start, end)
        return replace(self, limits=self.limits[own], scales=self.scales[own], groups=self.groups[own])

    def values(self, boards: Boards, chances: Chances, moments: NDArray[np.int64]) -> NDArray[np.float64]:
        """The values of plays, float64 (m,): ``boards`` int8 (m, 2, 26) after them, the mover first, with his chances.

        ``moments`` int64 (m,) says which moment each play belongs to.
        """
        out = np.empty(len(boards), np.float64)
        groups = self.groups[moments]
        for group, (state, table) in enumerate(self.models):
            own = np.flatnonzero(groups == group)
            if not len(own):
                continue
            if self.cubeless:
                out[own] = equities_of(chances[own], int(self.limits[moments[own[0]]]))
            else:
                out[own], _ = play_values(state.view(), boards[own], chances[own], table, self.efficiency)
        return out

    def equities(self, values: NDArray[np.float64], moments: NDArray[np.int64]) -> NDArray[np.float64]:
        """Values as equities, float64 (m,): EMG at the moment's score and cube, or points per cube."""
        cash = np.array([scale.cash for scale in self.scales])[moments]
        drop = np.array([scale.drop for scale in self.scales])[moments]
        equities: NDArray[np.float64] = (2.0 * values - cash - drop) / (cash - drop)
        return equities


def yardstick_for(
    states: Sequence[MatchState],
    met: MatchEquityTable | None = None,
    efficiency: Efficiency = GNU_BACKGAMMON,
    *,
    cubeless: bool = False,
) -> Yardstick:
    """The yardstick of these moments: cubeful equity at the score, or cubeless points where that is wanted.

    Variants without a cube are always measured in points: match equity tables know matches with a cube only. ``met``
    is by seat (default: Kazaross-XG2). Raises :class:`~bgtool.errors.InputError` for a moment beyond the table (see
    :func:`~bgtool.engine.cube.cube_context`).
    """
    table = met_named() if met is None else met
    plain = cubeless or any(not state.variant.has_cube for state in states)
    models: dict[tuple[MatchState, MatchEquityTable], int] = {}
    scales, groups, limits = [], [], []
    for state in states:
        seen = table.seen_by(state.on_roll)
        bare = replace(state, position=state.variant.start, dice=None, rolled=None, offer=None, answering=None)
        groups.append(models.setdefault((bare, seen), len(models)))
        view = bare.view()
        scales.append(POINTS if plain else scale_of(cube_context(view, seen), view.away is not None))
        limits.append(1 if view.away == (1, 1) and not cubeless else state.variant.max_points)
    return Yardstick(
        plain, np.array(limits, np.int64), tuple(scales), np.array(groups, np.int64), tuple(models), efficiency
    )


def measured_candidates(
    states: Sequence[MatchState],
    yardstick: Yardstick,
    evaluator: Evaluator,
    depth: Depth,
    wanted: Boards | None = None,
    jobs: int | None = None,
) -> Candidates:
    """Every distinct play of n moments with a roll, ordered by depth, then by the yardstick's equity.

    As :func:`~bgtool.engine.candidates.ranked_candidates`, with ``equities`` and ``errors`` in the yardstick's equity,
    by which the depth's filter picks too.
    """
    boards = as_boards([state.position for state in states])
    dice = np.array([(state.dice.high, state.dice.low) for state in states if state.dice], np.int8).reshape(-1, 2)
    after, starts = _all_plays(boards, dice)
    size = len(after)
    chances = _swapped(evaluator.evaluate(after[:, ::-1]))
    found = Candidates(after, chances, np.empty(size), np.zeros(size), np.zeros(size, np.int8), starts)
    _measure(found, yardstick, np.ones(size, bool))
    found = found.ordered()
    for plies, cut in depth.stages:
        picked = _passing(found, cut) | _among(found.boards, wanted)
        limits = yardstick.limits[found.rolls]
        for limit in set(limits[picked].tolist()):
            own = picked & (limits == limit)
            found.chances[own] = _swapped(Lookahead(evaluator, plies, limit, jobs).evaluate(found.boards[own][:, ::-1]))
        found.plies[picked] = plies
        _measure(found, yardstick, picked)
        found = found.ordered()
    return found


def _measure(found: Candidates, yardstick: Yardstick, picked: NDArray[np.bool_]) -> None:
    """Set equities and errors of the plays picked, each error against the best of those picked for its roll."""
    moments = found.rolls[picked]
    values = yardstick.values(found.boards[picked], found.chances[picked], moments)
    found.equities[picked] = yardstick.equities(values, moments)
    _take_errors(found, picked)


def best_values(
    states: Sequence[MatchState], dice: NDArray[np.int8], yardstick: Yardstick, evaluator: Evaluator
) -> NDArray[np.float64]:
    """The value of the best play of each of the rolls ``dice`` int8 (k, 2) at each of n moments, float64 (n, k).

    Judged at 0-ply by the yardstick of the moments.
    """
    boards = np.repeat(as_boards([state.position for state in states]), len(dice), axis=0)
    after, starts = _all_plays(boards, np.tile(dice, (len(states), 1)))
    if not len(after):
        return np.empty((0, len(dice)))
    moments = np.repeat(np.arange(len(boards)), np.diff(starts)) // len(dice)
    values = yardstick.values(after, _swapped(evaluator.evaluate(after[:, ::-1])), moments)
    return np.maximum.reduceat(values, starts[:-1]).reshape(-1, len(dice))
