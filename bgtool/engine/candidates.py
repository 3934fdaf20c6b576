"""Every play of many rolls with its chances: one evaluation for a whole match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards
from bgtool.engine.evaluators import Chances, Evaluator
from bgtool.engine.lookahead import searched
from bgtool.engine.search import STATIC, Cut, Depth, Lookahead
from bgtool.engine.stakes import Terms, values_of_plays
from bgtool.kernels.candidates import count_plays, write_plays
from bgtool.kernels.lookahead import BEST
from bgtool.layout import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OFF,
    ROW,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)


@dataclass(frozen=True, eq=False)
class Candidates:
    """The distinct plays of n rolls, the deepest judged first and best first within each roll, laid end to end.

    ``boards`` int8 (m, 2, 26) after the play, the mover first; ``chances`` float32 (m, 5) and ``equities`` float64
    (m,) of the mover, cubeful (EMG) where terms were given; ``plies`` int8 (m,) deep; ``errors`` float64 (m,), what a
    play gives up against the best one *at its own depth*, never negative. The plays of roll i are
    ``starts[i]:starts[i + 1]``. A dance is one unchanged board.
    """

    boards: Boards
    chances: Chances
    equities: NDArray[np.float64]
    errors: NDArray[np.float64]
    plies: NDArray[np.int8]
    starts: NDArray[np.int64]

    @property
    def rolls(self) -> NDArray[np.int64]:
        """The roll that each play belongs to, int64 (m,)."""
        return _rolls(self.starts)

    def ordered(self, limit: int) -> Candidates:
        """The same plays in order: by roll, then the deepest, then the best, equal ones so:

        Of equal plays, as all are whose doubled cube is passed, the better cubeless equity comes first, a win counting
        at most *limit* points, then more checkers off.
        """
        cubeless = equities_of(self.chances, limit)
        order = np.lexsort((-self.boards[:, 0, OFF], -cubeless, -self.equities, -self.plies, self.rolls))
        return Candidates(
            self.boards[order],
            self.chances[order],
            self.equities[order],
            self.errors[order],
            self.plies[order],
            self.starts,
        )


def ranked_candidates(
    boards: Boards,
    dice: NDArray[np.int8],
    evaluator: Evaluator,
    limit: int = 3,
    depth: Depth = STATIC,
    wanted: Boards | None = None,
    jobs: int | None = None,
    terms: Sequence[Terms] | None = None,
) -> Candidates:
    """Every distinct play of n rolls, all judged at 0-ply and those that the depth's filter lets pass deeper.

    ``boards`` int8 (n, 2, 26), player on roll first; ``dice`` int8 (n, 2). ``terms`` tell what each roll is played
    for, and make every equity cubeful; without them plays are judged cubeless for money, where a win counts at most
    ``limit`` points.
    ``wanted``, int8 (k, 2, 26), are positions after plays that are judged as deep as any, whatever the filter says.
    Equal plays are told apart by cubeless equity, then as in compiled search: more checkers off first, then the move
    generator's order.
    """
    after, starts = _all_plays(boards, dice)
    size = len(after)
    judge = _Judge(evaluator, limit, terms, jobs)
    found = Candidates(after, *judge(after, _rolls(starts), 0), np.zeros(size), np.zeros(size, np.int8), starts)
    _take_errors(found, np.ones(size, bool))
    found = found.ordered(limit)
    for plies, cut in depth.stages:
        picked = _passing(found, cut) | _among(found.boards, wanted)
        found.chances[picked], found.equities[picked] = judge(found.boards[picked], found.rolls[picked], plies)
        found.plies[picked] = plies
        _take_errors(found, picked)
        found = found.ordered(limit)
    return found


def _passing(found: Candidates, cut: Cut) -> NDArray[np.bool_]:
    """Which plays the cut lets pass: the first of each roll and the next few of the same depth close to it."""
    first = found.starts[:-1][found.rolls]
    place = np.arange(len(found.boards)) - first
    near = found.equities >= found.equities[first] - cut.margin
    passing: NDArray[np.bool_] = (place <= cut.extra) & near & (found.plies == found.plies[first])
    return passing


def _among(boards: Boards, wanted: Boards | None) -> NDArray[np.bool_]:
    """Which of the boards are among those wanted."""
    if wanted is None or not len(wanted):
        return np.zeros(len(boards), bool)
    asked = {board.tobytes() for board in np.ascontiguousarray(wanted, np.int8)}
    return np.array([board.tobytes() in asked for board in np.ascontiguousarray(boards)], bool)


def _take_errors(found: Candidates, picked: NDArray[np.bool_]) -> None:
    """Set the errors of the plays picked, each against the best of those picked for its roll."""
    best = np.full(len(found.starts) - 1, -np.inf)
    rolls = found.rolls[picked]
    np.maximum.at(best, rolls, found.equities[picked])
    found.errors[picked] = best[rolls] - found.equities[picked]


def best_equities(
    boards: Boards,
    dice: NDArray[np.int8],
    evaluator: Evaluator,
    limit: int = 3,
    terms: Sequence[Terms] | None = None,
) -> NDArray[np.float64]:
    """The 0-ply equity of the best play of each of n rolls for its mover, float64 (n,); all as above."""
    after, starts = _all_plays(boards, dice)
    _, equities = _Judge(evaluator, limit, terms)(after, _rolls(starts), 0)
    return np.maximum.reduceat(equities, starts[:-1]) if len(boards) else equities


@dataclass(frozen=True, eq=False)
class _Judge:
    """What plays are worth to their movers, on the terms of the rolls that they answer."""

    evaluator: Evaluator
    limit: int
    terms: Sequence[Terms] | None
    jobs: int | None = None

    def __call__(self, after: Boards, rolls: NDArray[np.int64], plies: int) -> tuple[Chances, NDArray[np.float64]]:
        """Chances and equities of the movers after plays, the opponents being on roll."""
        turned = after[:, ::-1]
        if self.terms is None:
            chances = _swapped(Lookahead(self.evaluator, plies, self.limit, self.jobs).evaluate(turned))
            chances = counted(chances, self.limit)
            return chances, equities_of(chances, self.limit)
        kinds = list(dict.fromkeys(self.terms))
        place = {terms: index for index, terms in enumerate(kinds)}
        which = np.array([place[terms] for terms in self.terms])[rolls]
        if plies:
            stakes = [terms.opposite for terms in kinds]
            chances, numbers = searched(self.evaluator, plies, turned, stakes, which, cube=True, jobs=self.jobs)
            chances, values = _swapped(chances), -numbers[:, BEST]
        else:
            chances = _swapped(self.evaluator.evaluate(turned))
            values = np.empty(len(after))
            for index, terms in enumerate(kinds):
                own = which == index
                values[own] = values_of_plays(terms, after[own], chances[own])
        equities = np.empty(len(after))
        for index, terms in enumerate(kinds):
            own = which == index
            equities[own] = terms.scale.equities(values[own])
        return chances, equities


def _rolls(starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The roll that each play belongs to, int64 (m,)."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def counted(chances: Chances, limit: int) -> Chances:
    """The chances, float32 (n, 5), without backgammons where a game counts at most ``limit`` < 3 points."""
    if limit < 3:
        chances[:, [WIN_BACKGAMMON, LOSE_BACKGAMMON]] = 0.0
    return chances


def equities_of(chances: Chances, limit: int) -> NDArray[np.float64]:
    """The cubeless equities of chances float32 (n, 5), a game counting at most ``limit``; float64 (n,), same owner."""
    parts = chances.astype(np.float64)
    equities: NDArray[np.float64] = 2.0 * parts[:, WIN] - 1.0
    if limit >= 2:
        equities += parts[:, WIN_GAMMON] - parts[:, LOSE_GAMMON]
    if limit >= 3:
        equities += parts[:, WIN_BACKGAMMON] - parts[:, LOSE_BACKGAMMON]
    return equities


def _all_plays(boards: Boards, dice: NDArray[np.int8]) -> tuple[Boards, NDArray[np.int64]]:
    starts = np.zeros(len(boards) + 1, np.int64)
    count_plays(boards, dice, starts)
    after = np.empty((starts[-1], 2, ROW), np.int8)
    write_plays(boards, dice, starts, after)
    return after, starts


def _swapped(chances: Chances) -> Chances:
    """The same chances seen by the other player."""
    swapped = chances[:, [WIN, LOSE_GAMMON, LOSE_BACKGAMMON, WIN_GAMMON, WIN_BACKGAMMON]]
    swapped[:, WIN] = 1 - swapped[:, WIN]
    return swapped
