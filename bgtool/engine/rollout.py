"""Rollouts: a position, or the plays of a roll, played to the end many times on all cores."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from bgtool.core.move import Move
from bgtool.core.position import Position
from bgtool.core.rules import apply_move, find_move, legal_moves
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD, VARIANTS
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import Evaluator, evaluator_named
from bgtool.engine.rollout_records import Candidate, RolledOut, Rollout, RolloutSettings
from bgtool.engine.rollout_sums import Block, Sums
from bgtool.errors import PositionError, SettingsError
from bgtool.kernels.rollout import FACES, NO_DOUBLETS, NUMBERS, RAW, REDUCED, RolloutRules, roll_out
from bgtool.layout import BAR, HOME, OFF

Watch = Callable[["RolloutRun"], None]


def rollout(
    state: MatchState | Position,
    plays: Iterable[str | Move] = (),
    *,
    top: int | None = None,
    evaluator: Evaluator | str | None = None,
    jobs: int | None = None,
    watch: Watch | None = None,
    **settings: Any,
) -> Rollout:
    """The rolled out position, or its rolled out plays where the dice are known, best first.

    ``plays`` and ``top`` choose the candidates as in :func:`candidates_of`; ``settings`` are those of
    :class:`RolloutSettings`, such as ``trials=1296``, ``seed=1``. The result is the same to the last bit for any
    number of ``jobs`` (default: all cores). ``watch`` is called with the :class:`RolloutRun` as trials come in.
    Raises :class:`SettingsError`, :class:`IllegalPlayError`, :class:`NotationError`, :class:`PositionError`.
    """
    state = as_state(state)
    judge = evaluator_named(evaluator) if evaluator is None or isinstance(evaluator, str) else evaluator
    candidates = candidates_of(state, plays, top=top, evaluator=judge)
    run = RolloutRun(state, candidates, RolloutSettings(**settings), judge, jobs)
    run.run(watch)
    return run.result()


def as_state(state: MatchState | Position) -> MatchState:
    """A position as a moment of a money session, in the variant that its number of checkers tells."""
    if isinstance(state, MatchState):
        return state
    variant = next((v for v in VARIANTS.values() if v.checkers == state.checkers), STANDARD)
    return MatchState(state, variant=variant)


def candidates_of(
    state: MatchState, plays: Iterable[str | Move] = (), *, top: int | None = None, evaluator: Evaluator
) -> tuple[Candidate, ...]:
    """What there is to roll out: the position itself, or where dice are known its plays.

    With ``plays`` those alone, with ``top`` the best so many by the evaluator, with both all of these; with neither
    every legal play. No play is listed twice. Raises :class:`SettingsError` when plays are asked for without dice,
    :class:`IllegalPlayError` or :class:`NotationError` for a play that cannot be made or read.
    """
    position, dice = state.position, state.dice
    plays = list(plays)
    if dice is None or position.is_over:
        if plays or top is not None:
            raise SettingsError("no roll is known, so there are no plays to choose from; give dice such as 31")
        return (Candidate(None, position),)
    chosen: list[Candidate] = []
    for play in plays:
        move = play if isinstance(play, Move) else find_move(position, dice, play)
        chosen.append(Candidate(move, apply_move(position, move)))
    if top is not None or not plays:
        chosen += _best(position, legal_moves(position, dice), top, evaluator, state.variant.max_points)
    return tuple({candidate.position: candidate for candidate in reversed(chosen)}.values())[::-1]


def _best(
    position: Position, moves: Sequence[tuple[Move, Position]], top: int | None, evaluator: Evaluator, limit: int
) -> list[Candidate]:
    """The plays with the greatest 0-ply equity, best first."""
    if top is not None and top < 1:
        raise SettingsError(f"top {top}: at least 1 play")
    chances = evaluator.evaluate(as_boards([after.swapped() for _, after in moves]))
    equities = [_loss_of(row, limit) for row in chances.tolist()]
    order = sorted(range(len(moves)), key=equities.__getitem__)[:top]
    return [Candidate(*moves[i]) for i in order]


def _loss_of(chances: Sequence[float], limit: int) -> float:
    win, gammon, backgammon, lose_gammon, lose_backgammon = chances
    return 2 * win - 1 + (limit >= 2) * (gammon - lose_gammon) + (limit >= 3) * (backgammon - lose_backgammon)


class RolloutRun:
    """One rollout at work: run it, look at it meanwhile, ask for its result at any time.

    Trials are played in groups, in which every first roll comes once, and taken in by their numbers, so that what is
    known is always the result of the trials 0 to ``trials - 1`` and decisions to stop fall the same way on any machine.
    """

    def __init__(
        self,
        state: MatchState,
        candidates: Sequence[Candidate],
        settings: RolloutSettings,
        evaluator: Evaluator,
        jobs: int | None = None,
    ):
        """Check that the games can be played; raises :class:`SettingsError` or :class:`PositionError`."""
        if settings.initial and candidates[0].move is not None:
            raise SettingsError("an opening roll was asked for, but the roll is known already")
        if jobs is not None and jobs < 1:
            raise SettingsError(f"jobs {jobs}: at least 1")
        for candidate in candidates:
            _refuse_deadlock(candidate.position)
        self.state = state
        self.settings = settings
        self.evaluator = evaluator
        self.candidates = tuple(candidates)
        self.jobs = jobs or usable_cores()
        self.sums = Sums(len(candidates), settings.stratified)
        self.live = tuple(range(len(candidates)))
        self.trials = 0
        self.seconds = 0.0
        self.stopped: str | None = None
        self._boards = as_boards([candidate.position for candidate in candidates])
        self._group = NO_DOUBLETS if settings.initial else FACES
        self._rules = RolloutRules(
            seed=settings.seed,
            limit=state.variant.max_points,
            opponent_rolls=int(candidates[0].move is not None),
            initial=int(settings.initial),
            truncate=-1 if settings.truncate is None else settings.truncate,
            reduce_variance=int(settings.variance_reduction),
            stratify=int(settings.stratified),
        )

    @property
    def kind(self) -> int:
        """Which of the two results counts: ``REDUCED`` when the luck of the rolls is taken off, else ``RAW``."""
        return REDUCED if self.settings.variance_reduction else RAW

    def run(self, watch: Watch | None = None) -> None:
        """Play until the settings say stop; ``watch`` is called after each group that was taken in.

        Ctrl-C stops the games at once and is raised again; what was taken in by then stays.
        """
        stop = np.zeros(1, np.bool_)
        self._play(self.live, 0, 0, stop)  # compiles here, before there are threads that would all wait for it
        began = time.monotonic() - self.seconds
        waiting: deque[Future[tuple[Block, tuple[int, ...]]]] = deque()
        submitted = self.trials
        self.stopped = None
        pool = ThreadPoolExecutor(self.jobs)
        try:
            while self.stopped is None:
                while len(waiting) < 3 * self.jobs and submitted < self.settings.trials:
                    number = min(self._group - submitted % self._group, self.settings.trials - submitted)
                    waiting.append(pool.submit(self._play, self.live, submitted, number, stop))
                    submitted += number
                self._take_in(*waiting.popleft().result())
                self.seconds = time.monotonic() - began
                self.stopped = self._reason_to_stop()
                if watch is not None:
                    watch(self)
        except BaseException:
            self.stopped = "interrupted"
            raise
        finally:
            stop[0] = True
            pool.shutdown(cancel_futures=True)

    def result(self) -> Rollout:
        """What is known so far, best candidate first."""
        order = sorted(range(len(self.candidates)), key=lambda k: -self.sums.equity(k, self.kind).mean)
        return Rollout(
            state=self.state,
            settings=self.settings,
            evaluator=self.evaluator.name,
            digest=self.evaluator.digest,
            candidates=tuple(self._rolled_out(k, order[0]) for k in order),
            trials=self.trials,
            stopped=self.stopped or "interrupted",
        )

    def _play(self, live: tuple[int, ...], first: int, number: int, stop: np.ndarray) -> tuple[Block, tuple[int, ...]]:
        results = np.zeros((number, len(live), 2, NUMBERS), np.int64)
        classes = np.zeros((number, 2), np.int8)
        roll_out(self.evaluator.brain, self._rules, self._boards[list(live)], first, results, classes, stop)
        block = Block(len(live))
        block.add(results, classes)
        return block, live

    def _take_in(self, block: Block, played: tuple[int, ...]) -> None:
        """Add a group of trials, leaving out candidates that were dropped after it had been handed out."""
        if played != self.live:
            block = block.only([played.index(k) for k in self.live])
        self.sums.add(block, self.live)
        self.trials += block.trials

    def _reason_to_stop(self) -> str | None:
        settings = self.settings
        if self.trials >= settings.trials:
            return "trials"
        if self.trials >= settings.min_trials:
            if settings.until_jsd is not None and len(self.candidates) > 1:
                self._drop(settings.until_jsd)
                if len(self.live) == 1:
                    return "until_jsd"
            errors = [self.sums.equity(k, self.kind).std_error for k in self.live]
            if settings.until_se is not None and max(errors) <= settings.until_se:
                return "until_se"
        if settings.time is not None and self.seconds >= settings.time:
            return "time"
        return None

    def _drop(self, jsd: float) -> None:
        """Leave out of the coming trials whoever is clearly behind."""
        best = max(self.live, key=lambda k: self.sums.equity(k, self.kind).mean)
        behind = {k: self.sums.difference(best, k, self.kind) for k in self.live if k != best}
        self.live = tuple(k for k in self.live if k == best or behind[k].mean < jsd * behind[k].std_error)

    def _rolled_out(self, k: int, best: int) -> RolledOut:
        equity, raw = self.sums.equity(k, self.kind), self.sums.equity(k, RAW)
        chances, raw_chances = self.sums.chances(k, self.kind), self.sums.chances(k, RAW)
        error = self.sums.difference(best, k, self.kind)
        return RolledOut(
            candidate=self.candidates[k],
            trials=self.sums.trials[k],
            equity=equity.mean,
            std_error=equity.std_error,
            std_deviation=equity.std_deviation,
            chances=tuple(chance.mean for chance in chances),
            chance_errors=tuple(chance.std_error for chance in chances),
            raw_equity=raw.mean,
            raw_std_error=raw.std_error,
            raw_chances=tuple(chance.mean for chance in raw_chances),
            games=self.sums.games(k) if self.settings.truncate is None else None,
            error=error.mean,
            error_std_error=error.std_error if k != best else 0.0,
            dropped=k not in self.live,
        )


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _refuse_deadlock(position: Position) -> None:
    """Refuse the one kind of board on which nobody can ever move: both on the bar against six closed points."""
    rows = (position.on_roll, position.opponent)
    if not position.is_over and all(row[BAR] and min(row[OFF + 1 : HOME + 1]) >= 2 for row in rows):
        raise PositionError("both players are on the bar against a closed board: neither can ever move")
