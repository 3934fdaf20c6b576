"""The plays of a roll, ranked: the question behind every checker play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bgtool.core.dice import Dice
from bgtool.core.move import Move
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.core.state import MatchState
from bgtool.engine.boards import as_board, as_boards
from bgtool.engine.candidates import Candidates, ranked_candidates
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.search import STATIC, Depth
from bgtool.errors import InputError

Question = tuple[Position, Dice]
"""A position and the roll to be played there."""


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """One play of a roll and what it is worth to the player who makes it.

    ``after`` is the position it leads to, the mover still first. ``plies`` is the depth it was judged at; ``error``
    is the equity lost against the best play *at that depth*, never negative. Plays judged deeper come first; ``rank``
    counts from 1, plays of equal depth and equity sharing the better rank.
    """

    move: Move
    after: Position
    outcomes: Outcomes
    equity: float
    error: float
    rank: int
    plies: int


class Ranking:
    """Every distinct play of one roll, best first; names and positions are worked out only for those asked for."""

    def __init__(self, question: Question, candidates: Candidates, index: int):
        """Take the plays of roll ``index`` out of ``candidates``."""
        own = slice(candidates.starts[index], candidates.starts[index + 1])
        self.position, self.dice = question
        self._boards = candidates.boards[own]
        self._chances = candidates.chances[own]
        self._equities = candidates.equities[own]
        self._errors = candidates.errors[own]
        self._plies = candidates.plies[own]

    def __len__(self) -> int:
        """The number of distinct plays; 1 for a forced play or a dance."""
        return len(self._boards)

    @property
    def best_equity(self) -> float:
        """The equity of the best play."""
        return float(self._equities[0])

    def place_of(self, after: Position) -> int:
        """The index, from 0, of the play that leads to ``after`` (mover first). Raises :class:`KeyError`."""
        found = np.flatnonzero((self._boards == as_board(after)).all(axis=(1, 2)))
        if not len(found):
            raise KeyError(after)
        return int(found[0])

    def top(self, number: int | None = None) -> tuple[RankedPlay, ...]:
        """The best ``number`` plays, best first; all of them by default."""
        return self.plays(range(len(self))[:number])

    def plays(self, places: Iterable[int]) -> tuple[RankedPlay, ...]:
        """The plays at these indices (0 is the best), in their order."""
        moves = {
            (after.on_roll, after.opponent): (move, after) for move, after in legal_moves(self.position, self.dice)
        }
        ranks = self._ranks()
        plays = []
        for place in places:
            mine, theirs = self._boards[place].tolist()
            move, after = moves[tuple(mine), tuple(theirs)]
            outcomes = Outcomes(*self._chances[place].tolist())
            equity, error = float(self._equities[place]), float(self._errors[place])
            plays.append(RankedPlay(move, after, outcomes, equity, error, ranks[place], int(self._plies[place])))
        return tuple(plays)

    def _ranks(self) -> list[int]:
        """The rank of every play, from 1; equal ones share the better rank."""
        judged = list(zip(self._plies.tolist(), self._equities.tolist(), strict=True))
        ranks = list(range(1, len(judged) + 1))
        for place in range(1, len(judged)):
            if judged[place] == judged[place - 1]:
                ranks[place] = ranks[place - 1]
        return ranks


def rank_all(
    questions: Sequence[Question],
    evaluator: Evaluator,
    limit: int = 3,
    depth: Depth = STATIC,
    wanted: Sequence[Position] = (),
    jobs: int | None = None,
) -> list[Ranking]:
    """One ranking for each question, in order; all of them are evaluated together.

    ``limit`` is the most points a game counts (``variant.max_points``). ``wanted`` are positions after plays (mover
    first) that are judged at full depth whatever the depth's filter says, so that their errors are fair. ``jobs`` is
    the number of threads (None = all cores) and never changes a number.
    """
    boards = as_boards([position for position, _ in questions])
    dice = np.array([(dice.high, dice.low) for _, dice in questions], np.int8).reshape(-1, 2)
    candidates = ranked_candidates(boards, dice, evaluator, limit, depth, as_boards(wanted), jobs)
    return [Ranking(question, candidates, index) for index, question in enumerate(questions)]


def rank_roll(state: MatchState, evaluator: Evaluator, depth: Depth = STATIC, jobs: int | None = None) -> Ranking:
    """The ranking of the roll on the board, for the player on roll.

    Raises :class:`InputError` when there is no roll or the game is over.
    """
    if state.position.is_over:
        raise InputError("the game is over: there is nothing to play")
    if state.dice is None:
        raise InputError("no roll to play: give dice such as 31")
    [ranking] = rank_all([(state.position, state.dice)], evaluator, state.variant.max_points, depth, jobs=jobs)
    return ranking


def rank_plays(
    position: Position, dice: Dice, evaluator: Evaluator, limit: int = 3, depth: Depth = STATIC
) -> tuple[RankedPlay, ...]:
    """Every distinct play of the roll, best first, for the player on roll; one empty move when nothing can be played.

    ``limit`` is the most points a game counts (``variant.max_points``).
    """
    [ranking] = rank_all([(position, dice)], evaluator, limit, depth)
    return ranking.top()
