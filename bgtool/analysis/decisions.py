"""The plays of a roll, ranked: the question behind every checker play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np

from bgtool.analysis.rolled import Rolled, depth_words
from bgtool.analysis.units import POINTS, mwc_lost, mwc_of, points_at_stake, terms_for
from bgtool.core.met import MatchEquityTable
from bgtool.core.move import Move
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.rules import moves_to
from bgtool.core.state import MatchState
from bgtool.engine.boards import Boards, as_board, as_boards
from bgtool.engine.candidates import Candidates, ranked_candidates
from bgtool.engine.cube import Scale
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.rollout_records import RolledOut, Rollout
from bgtool.engine.search import STATIC, Depth
from bgtool.errors import InputError

TRIVIAL = 0.001
"""Equity within which all plays of a roll are worth the same."""


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """One play of a roll and what it is worth to the player who makes it.

    ``after`` is the position it leads to, the mover still first. ``equity`` is what the analysis measures in: cubeful
    at the score (EMG), or cubeless points; ``mwc`` is the same as a match winning chance, None for money and for
    points. ``plies`` is the depth it was judged at; ``error`` is the equity lost against the best play *at that
    depth*, never negative, ``error_mwc`` the same in match winning chance. Plays judged deeper come first, those
    ``rolled`` out before all others (``plies`` is then the depth of their games). ``rank`` counts from 1, plays of
    equal depth and equity sharing the better rank.
    """

    move: Move
    after: Position
    outcomes: Outcomes
    equity: float
    error: float
    rank: int
    plies: int
    mwc: float | None = None
    error_mwc: float | None = None
    rolled: Rolled | None = None

    @property
    def depth(self) -> str:
        """How it was judged, such as ``2-ply``."""
        return depth_words(self.plies, self.rolled)


class Ranking:
    """Every distinct play of one roll, best first; names and positions are worked out only for those asked for.

    ``scale`` says how its equities read as match winning chances.
    """

    def __init__(self, state: MatchState, candidates: Candidates, scale: Scale, index: int):
        """Take the plays of moment ``index`` out of ``candidates``."""
        own = slice(candidates.starts[index], candidates.starts[index + 1])
        self.state = state
        self.scale = scale
        self._boards = candidates.boards[own]
        self._chances = candidates.chances[own]
        self._equities = candidates.equities[own]
        self._errors = candidates.errors[own]
        self._plies = candidates.plies[own]
        self._rolled: tuple[Rolled, ...] = ()  # of the first so many plays

    def __len__(self) -> int:
        """The number of distinct plays; 1 for a forced play or a dance."""
        return len(self._boards)

    @property
    def best_equity(self) -> float:
        """The equity of the best play."""
        return float(self._equities[0])

    @property
    def spread(self) -> float:
        """The equity between the best play and the worst; 0 for a forced play, next to 0 where nothing matters."""
        return float(self._equities.max() - self._equities.min())

    def place_of(self, after: Position) -> int:
        """The index, from 0, of the play that leads to ``after`` (mover first). Raises :class:`KeyError`."""
        found = np.flatnonzero((self._boards == as_board(after)).all(axis=(1, 2)))
        if not len(found):
            raise KeyError(after)
        return int(found[0])

    def error_at(self, place: int) -> float:
        """What the play at this index gives up against the best one."""
        return float(self._errors[place])

    def close_to_best(self, margin: float, most: int) -> list[int]:
        """The indices of the best plays within ``margin`` of the first and as deep as it, at most ``most``.

        Empty where all plays are worth the same.
        """
        if self.spread < TRIVIAL:
            return []
        near = (self._equities >= self._equities[0] - margin) & (self._plies == self._plies[0])
        return [int(place) for place in np.flatnonzero(near)[:most]]

    def rolled_out(self, places: Sequence[int], rollout: Rollout) -> Ranking:
        """The ranking with the plays at these indices by their rollout, before all others; their errors are among them.

        The candidates of the rollout are those plays.
        """
        places = sorted(places, key=lambda place: -_rolled_as(self._boards[place], rollout).equity)
        found = [_rolled_as(self._boards[place], rollout) for place in places]
        others = [place for place in range(len(self)) if place not in places]
        ranking = copy(self)
        order = [*places, *others]
        for name in ("_boards", "_chances", "_equities", "_errors", "_plies"):
            setattr(ranking, name, getattr(self, name)[order])
        for index, one in enumerate(found):
            ranking._chances[index] = tuple(one.outcomes)
            ranking._equities[index] = one.equity
            ranking._errors[index] = found[0].equity - one.equity
            ranking._plies[index] = rollout.settings.plies
        ranking._rolled = tuple(Rolled.of(one, self.scale) for one in found)
        return ranking

    def top(self, number: int | None = None) -> tuple[RankedPlay, ...]:
        """The best ``number`` plays, best first; all of them by default."""
        return self.plays(range(len(self))[:number])

    def plays(self, places: Iterable[int]) -> tuple[RankedPlay, ...]:
        """The plays at these indices (0 is the best), in their order."""
        assert self.state.dice is not None
        places = list(places)
        rows = [(tuple(mine), tuple(theirs)) for mine, theirs in self._boards[places].tolist()]
        ranks = self._ranks()
        plays = []
        for place, (move, after) in zip(places, moves_to(self.state.position, self.state.dice, rows), strict=True):
            outcomes = Outcomes(*self._chances[place].tolist())
            equity, error = float(self._equities[place]), float(self._errors[place])
            mwc, lost = mwc_of(self.scale, equity), mwc_lost(self.scale, error)
            plies = int(self._plies[place])
            rolled = self._rolled[place] if place < len(self._rolled) else None
            plays.append(RankedPlay(move, after, outcomes, equity, error, ranks[place], plies, mwc, lost, rolled))
        return tuple(plays)

    def _ranks(self) -> list[int]:
        """The rank of every play, from 1; equal ones share the better rank."""
        judged = list(zip(self._plies.tolist(), self._equities.tolist(), strict=True))
        ranks = list(range(1, len(judged) + 1))
        for place in range(1, len(judged)):
            if place != len(self._rolled) and judged[place] == judged[place - 1]:
                ranks[place] = ranks[place - 1]
        return ranks


def _rolled_as(board: Boards, rollout: Rollout) -> RolledOut:
    """What a rollout says of the play that leads to this board."""
    [found] = [one for one in rollout.candidates if (as_board(one.candidate.position) == board).all()]
    return found


def rank_all(
    states: Sequence[MatchState],
    evaluator: Evaluator,
    depth: Depth = STATIC,
    *,
    met: MatchEquityTable | None = None,
    cubeless: bool = False,
    wanted: Sequence[Position] = (),
    jobs: int | None = None,
) -> list[Ranking]:
    """One ranking for each moment with its roll, in order; all of them are evaluated together.

    Plays are measured by cubeful equity with the cube and the score of the moment (``met`` by seat, default
    Kazaross-XG2), or in cubeless points, as in variants without a cube. ``wanted`` are positions after plays (mover
    first) that are judged at full depth whatever the depth's filter says, so that their errors are fair. ``jobs`` is
    the number of threads (None = all cores) and never changes a number.
    """
    boards = as_boards([state.position for state in states])
    dice = np.array([(state.dice.high, state.dice.low) for state in states if state.dice], np.int8).reshape(-1, 2)
    chosen = as_boards(wanted)
    terms = terms_for(states, met, cubeless=cubeless)
    if terms is not None:
        found = ranked_candidates(boards, dice, evaluator, depth=depth, wanted=chosen, jobs=jobs, terms=terms)
        return [Ranking(state, found, terms[index].scale, index) for index, state in enumerate(states)]
    limits = [points_at_stake(state, cubeless=cubeless) for state in states]
    rankings: dict[int, Ranking] = {}
    for limit in set(limits):
        own = [index for index, other in enumerate(limits) if other == limit]
        found = ranked_candidates(boards[own], dice[own], evaluator, limit=limit, depth=depth, wanted=chosen, jobs=jobs)
        rankings |= {index: Ranking(states[index], found, POINTS, place) for place, index in enumerate(own)}
    return [rankings[index] for index in range(len(states))]


def rank_roll(
    state: MatchState,
    evaluator: Evaluator,
    depth: Depth = STATIC,
    *,
    met: MatchEquityTable | None = None,
    cubeless: bool = False,
    jobs: int | None = None,
) -> Ranking:
    """The ranking of the roll on the board, for the player on roll; see :func:`rank_all`.

    Raises :class:`InputError` when there is no roll or the game is over.
    """
    if state.position.is_over:
        raise InputError("the game is over: there is nothing to play")
    if state.dice is None:
        raise InputError("no roll to play: give dice such as 31")
    [ranking] = rank_all([state], evaluator, depth, met=met, cubeless=cubeless, jobs=jobs)
    return ranking
