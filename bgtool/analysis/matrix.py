"""One position at every score: its cube decision, or the best play of a roll, with the needs of both players varied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from bgtool.analysis.cube import CubeDecision, judge_cube
from bgtool.analysis.score import state_at
from bgtool.core.met import MatchEquityTable
from bgtool.core.move import Move
from bgtool.core.outcomes import Outcomes
from bgtool.core.rules import legal_moves
from bgtool.core.state import Cube, MatchState
from bgtool.engine.boards import as_boards
from bgtool.engine.candidates import Candidates, ranked_candidates
from bgtool.engine.cube import GNU_BACKGAMMON, Efficiency
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.met import met_named
from bgtool.engine.stakes import terms_of, values_of_plays
from bgtool.errors import InputError

FURTHEST = 9


@dataclass(frozen=True, slots=True)
class Score:
    """A score by what I and they still need; ``away`` None is money. At one away it is the Crawford game, or after."""

    away: tuple[int, int] | None
    post_crawford: bool = False

    @property
    def name(self) -> str:
        """``money``, ``DMP``, or needs with ``C`` in the Crawford game and ``P`` after it, such as ``3-1C``."""
        if self.away is None:
            return "money"
        if self.away == (1, 1):
            return "DMP"
        sign = "" if 1 not in self.away else "P" if self.post_crawford else "C"
        return "{}-{}".format(*self.away) + sign


MONEY = Score(None)
SHORTHANDS = {
    "money": MONEY,
    "dmp": Score((1, 1)),
    "gammon-go": Score((2, 1)),
    "gammon-save": Score((1, 2)),
}
"""Scores with a name: double match point; and the Crawford game at 2-away, where the trailer goes for a gammon."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best play of the roll at a score, cubeful at 0-ply: EMG, MWC (None for money), and the next best play."""

    move: Move
    equity: float
    mwc: float | None
    second: Move | None
    margin: float | None


@dataclass(frozen=True, slots=True)
class Cell:
    """What is right at one score; None where the cube cannot stand there as it does (turned in the Crawford game)."""

    score: Score
    cube: CubeDecision | None = None
    play: BestPlay | None = None


def every_score(furthest: int = FURTHEST) -> Iterator[Score]:
    """Money, then all scores up to ``furthest`` away, Crawford and post-Crawford apart."""
    yield MONEY
    for mine in range(1, furthest + 1):
        for theirs in range(1, furthest + 1):
            yield Score((mine, theirs))
            if 1 in (mine, theirs) and mine != theirs:
                yield Score((mine, theirs), post_crawford=True)


def matrix(
    state: MatchState,
    evaluator: Evaluator,
    met: MatchEquityTable | None = None,
    *,
    scores: Iterable[Score] | None = None,
    efficiency: Efficiency = GNU_BACKGAMMON,
) -> tuple[Cell, ...]:
    """A cell for each score (default: :func:`every_score`): the cube decision, or the best play when dice are known.

    Position, roll, cube and owner stay as they are, only the score changes; the position is evaluated once. Raises
    :class:`~bgtool.errors.InputError` when the game is over.
    """
    if state.position.is_over:
        raise InputError("the game is over: there is nothing to decide")
    table = met_named() if met is None else met
    wanted = tuple(every_score() if scores is None else scores)
    base = replace(state, offer=None, answering=None, cube_limit=None)
    if state.dice is None:
        [chances] = evaluator.evaluate(as_boards([state.position])).tolist()
        outcomes = Outcomes.of(chances)
        return tuple(
            Cell(score, cube=None if moved is None else judge_cube(moved, outcomes, table, efficiency))
            for score, moved in _moved(base, wanted)
        )
    dice = np.array([(state.dice.high, state.dice.low)], np.int8)
    found = ranked_candidates(as_boards([state.position]), dice, evaluator, state.variant.max_points)
    moves = {(after.on_roll, after.opponent): move for move, after in legal_moves(state.position, state.dice)}
    names = [moves[tuple(mine), tuple(theirs)] for mine, theirs in found.boards.tolist()]
    return tuple(
        Cell(score, play=None if moved is None else _best(moved, found, names, table, efficiency))
        for score, moved in _moved(base, wanted)
    )


def _moved(base: MatchState, scores: tuple[Score, ...]) -> Iterator[tuple[Score, MatchState | None]]:
    """Each score with the moment moved to it."""
    for score in scores:
        if score.away is None:
            yield score, base if not base.length else replace(base, score=(0, 0), length=0, crawford=False)
            continue
        moved = state_at(*score.away, post_crawford=score.post_crawford, of=base)
        yield score, moved if moved.cube == base.cube or base.cube == Cube() else None


def _best(
    state: MatchState, found: Candidates, names: list[Move], met: MatchEquityTable, efficiency: Efficiency
) -> BestPlay:
    view = state.view()
    terms = terms_of(view, met.seen_by(state.on_roll), efficiency)
    values, scale = values_of_plays(terms, found.boards, found.chances), terms.scale
    order = np.argsort(-values, kind="stable")
    best = int(order[0])
    equity = scale.equity(float(values[best]))
    second = int(order[1]) if len(order) > 1 else None
    return BestPlay(
        names[best],
        equity,
        scale.mwc(float(values[best])),
        None if second is None else names[second],
        None if second is None else equity - scale.equity(float(values[second])),
    )
