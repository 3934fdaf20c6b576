"""A rollout at work: games on all cores, taken in by their numbers, stopped by the settings."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.rollout_records import Candidate, RolledOut, Rollout, RolloutSettings
from bgtool.engine.rollout_sums import Block, Sums
from bgtool.engine.sieve import standard_sieve
from bgtool.errors import PositionError, SettingsError
from bgtool.kernels.rollout import FACES, NO_DOUBLETS, NUMBERS, RAW, REDUCED, RolloutRules, roll_out
from bgtool.layout import BAR, HOME, OFF

Watch = Callable[["RolloutRun"], None]


class RolloutRun:
    """One rollout at work: run it, look at it meanwhile, ask for its result at any time.

    Trials are played in groups, in which every first roll comes once, and taken in by their numbers, so that what is
    known is always the result of the first ``trials`` of them and decisions to stop fall the same way on any machine.
    """

    def __init__(
        self,
        state: MatchState,
        candidates: Sequence[Candidate],
        settings: RolloutSettings,
        evaluator: Evaluator,
        jobs: int | None = None,
    ):
        """Check that the games can be played; raises :class:`SettingsError` or :class:`InputError`."""
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
        self.seconds = 0.0
        self.stopped: str | None = None
        self._boards = as_boards([candidate.position for candidate in candidates])
        evaluator.evaluate(self._boards)  # one that knows some positions alone refuses others here
        self._group = NO_DOUBLETS if settings.initial else FACES
        self._rules = RolloutRules(
            seed=settings.seed,
            limit=state.variant.max_points,
            opponent_rolls=int(candidates[0].move is not None),
            initial=int(settings.initial),
            truncate=-1 if settings.truncate is None else settings.truncate,
            reduce_variance=int(settings.variance_reduction),
            stratify=int(settings.stratified),
            prune=int(settings.prune),
        )

    @property
    def trials(self) -> int:
        """How many trials have been taken in."""
        return max(self.sums.trials)

    def run(self, watch: Watch | None = None) -> None:
        """Play until the settings say stop; ``watch`` is called after each group that was taken in.

        Ctrl-C stops the games at once and is raised again; what was taken in by then stays, and calling this again
        goes on from there.
        """
        stop = np.zeros(1, np.bool_)
        self._play(self.live, 0, 0, stop)  # compiles here, before there are threads that would all wait for it
        began = time.monotonic() - self.seconds
        waiting: deque[Future[tuple[Block, tuple[int, ...]]]] = deque()
        handed_out = self.trials
        self.stopped = self._reason_to_stop() if self.trials else None
        pool = ThreadPoolExecutor(self.jobs)
        try:
            while self.stopped is None:
                while len(waiting) < 3 * self.jobs and handed_out < self.settings.trials:
                    first = self.settings.first + handed_out
                    number = min(self._group - first % self._group, self.settings.trials - handed_out)
                    waiting.append(pool.submit(self._play, self.live, first, number, stop))
                    handed_out += number
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
        judge = (self.evaluator.name, self.evaluator.digest)
        stopped = self.stopped or "interrupted"
        return rollout_of(self.state, self.settings, judge, self.candidates, self.sums, self.live, stopped)

    def _play(self, live: tuple[int, ...], first: int, number: int, stop: np.ndarray) -> tuple[Block, tuple[int, ...]]:
        results = np.zeros((number, len(live), 2, NUMBERS), np.int64)
        classes = np.zeros((number, 2), np.int8)
        roll_out(
            self.evaluator.brain, standard_sieve(), self._rules, self._boards[list(live)], first, results, classes, stop
        )
        block = Block(len(live))
        block.add(results, classes)
        return block, live

    def _take_in(self, block: Block, played: tuple[int, ...]) -> None:
        """Add a group of trials, leaving out candidates that were dropped after it had been handed out."""
        if played != self.live:
            block = block.only([played.index(k) for k in self.live])
        self.sums.add(block, self.live)

    def _reason_to_stop(self) -> str | None:
        settings = self.settings
        if self.trials >= settings.trials:
            return "trials"
        # Only after whole groups, so that a rollout that was stopped and extended decides where one in a go does.
        if self.trials >= settings.min_trials and (settings.first + self.trials) % self._group == 0:
            if settings.until_jsd is not None and len(self.candidates) > 1:
                self._drop(settings.until_jsd)
                if len(self.live) == 1:
                    return "until_jsd"
            errors = [self.sums.equity(k, kind_of(settings)).std_error for k in self.live]
            if settings.until_se is not None and max(errors) <= settings.until_se:
                return "until_se"
        if settings.time is not None and self.seconds >= settings.time:
            return "time"
        return None

    def _drop(self, jsd: float) -> None:
        """Leave out of the coming trials whoever is clearly behind."""
        kind = kind_of(self.settings)
        best = max(self.live, key=lambda k: self.sums.equity(k, kind).mean)
        behind = {k: self.sums.difference(best, k, kind) for k in self.live if k != best}
        self.live = tuple(k for k in self.live if k == best or behind[k].mean < jsd * behind[k].std_error)


def kind_of(settings: RolloutSettings) -> int:
    """Which of the two results counts: ``REDUCED`` when the luck of the rolls is taken off, else ``RAW``."""
    return REDUCED if settings.variance_reduction else RAW


def rollout_of(
    state: MatchState,
    settings: RolloutSettings,
    judge: tuple[str, str],
    candidates: Sequence[Candidate],
    sums: Sums,
    live: Sequence[int],
    stopped: str,
) -> Rollout:
    """What sums say of their candidates, best first; ``judge`` is the evaluator's name and digest."""
    kind = kind_of(settings)
    order = sorted(range(len(candidates)), key=lambda k: -sums.equity(k, kind).mean)

    def rolled_out(k: int) -> RolledOut:
        equity, raw = sums.equity(k, kind), sums.equity(k, RAW)
        chances = sums.chances(k, kind)
        error = sums.difference(order[0], k, kind)
        return RolledOut(
            candidate=candidates[k],
            trials=sums.trials[k],
            equity=equity.mean,
            std_error=equity.std_error,
            std_deviation=equity.std_deviation,
            chances=tuple(chance.mean for chance in chances),
            chance_errors=tuple(chance.std_error for chance in chances),
            raw_equity=raw.mean,
            raw_std_error=raw.std_error,
            raw_chances=tuple(chance.mean for chance in sums.chances(k, RAW)),
            games=sums.games(k) if settings.truncate is None else None,
            error=error.mean,
            error_std_error=error.std_error if k != order[0] else 0.0,
            dropped=k not in live,
        )

    name, digest = judge
    return Rollout(state, settings, name, digest, tuple(map(rolled_out, order)), max(sums.trials), stopped)


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
