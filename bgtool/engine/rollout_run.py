"""A rollout at work: games on all cores, taken in by their numbers, stopped by the settings."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bgtool.core.met import MatchEquityTable
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.engine.bearoff import money_tables
from bgtool.engine.boards import as_boards
from bgtool.engine.cores import usable_cores
from bgtool.engine.evaluators import Evaluator, brain_for
from bgtool.engine.met import met_named
from bgtool.engine.rollout_records import DOUBLE_TAKE, Candidate, Rollout, RolloutSettings
from bgtool.engine.rollout_result import Known, kind_of, rollout_of, verdict_of
from bgtool.engine.rollout_sums import Block, Sums
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import Terms, cubeless_stakes, terms_of
from bgtool.errors import PositionError, SettingsError
from bgtool.kernels.cube import OPPONENTS
from bgtool.kernels.rollout import Candidates, new_trials, roll_out
from bgtool.kernels.rollout_deep import Deep
from bgtool.kernels.rollout_game import FACES, NO_DOUBLETS
from bgtool.kernels.rollout_rules import Cube, RolloutRules
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
        met: MatchEquityTable | None = None,
    ):
        """Check that the games can be played.

        Raises :class:`SettingsError`, or :class:`InputError`, also for a match that is over.
        """
        if settings.initial and candidates[0].move is not None:
            raise SettingsError("an opening roll was asked for, but the roll is known already")
        if jobs is not None and jobs < 1:
            raise SettingsError(f"jobs {jobs}: at least 1")
        for candidate in candidates:
            _refuse_deadlock(candidate.position)
        self.state = state
        self.settings = settings = settled(settings, state)
        self.met = met_named() if met is None else met
        self.terms = terms_of(state.view(), self.met.seen_by(state.on_roll)) if settings.cubeful else None
        self.evaluator = evaluator
        self.candidates = tuple(candidates)
        self.jobs = jobs or usable_cores()
        self.sums = Sums(len(candidates), settings.stratified, bool(settings.cubeful))
        self.live = tuple(range(len(candidates)))
        self.seconds = 0.0
        self.stopped: str | None = None
        self._boards = as_boards([candidate.position for candidate in candidates])
        evaluator.evaluate(self._boards)  # one that knows some positions alone refuses others here
        self._cubes = _cubes_of(self.candidates, self.terms)
        self._brain = brain_for(evaluator, self._boards)
        self._stakes = self.terms.stakes if self.terms else cubeless_stakes(state.variant.max_points)
        self._stakes = self._stakes._replace(tables=money_tables())
        self._group = NO_DOUBLETS if settings.initial else FACES
        deep = Deep(settings.plies, settings.cube_plies or 0, int(settings.prune))
        self._rules = RolloutRules(
            seed=settings.seed,
            limit=state.variant.max_points,
            opponent_rolls=int(candidates[0].move is not None),
            initial=int(settings.initial),
            truncate=-1 if settings.truncate is None else settings.truncate,
            reduce_variance=int(settings.variance_reduction),
            stratify=int(settings.stratified),
            prune=int(settings.prune),
            cubeful=int(bool(settings.cubeful)),
            beavers=int(state.beavers),
            deep=deep if deep.plies or deep.cube_plies else None,
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
        scale = self.terms.scale if self.terms else None
        known = Known(self.state, self.settings, judge, self.met.name, scale, self.candidates, self.sums, self.live)
        return rollout_of(known, stopped)

    def _play(self, live: tuple[int, ...], first: int, number: int, stop: np.ndarray) -> tuple[Block, tuple[int, ...]]:
        trials = new_trials(number, len(live))
        chosen = list(live)
        candidates = Candidates(self._boards[chosen], self._cubes[chosen])
        roll_out(self._brain, standard_sieve(), self._rules, self._stakes, candidates, first, trials, stop)
        block = Block(len(live))
        block.add(trials, self.sums.decisive)
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
                if self.candidates[0].action is not None:
                    verdict = verdict_of(self.state, self.candidates, self.sums, kind_of(settings))
                    if verdict is not None and verdict.clear(settings.until_jsd):
                        return "until_jsd"
                else:
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


def settled(settings: RolloutSettings, state: MatchState) -> RolloutSettings:
    """The settings with what was left open decided: cubeful where there is a cube or a score, cube as deep as plays."""
    return replace(
        settings,
        cubeful=bool(state.length or state.variant.has_cube) if settings.cubeful is None else settings.cubeful,
        cube_plies=settings.plies if settings.cube_plies is None else settings.cube_plies,
    )


def _cubes_of(candidates: Sequence[Candidate], terms: Terms | None) -> NDArray[np.int64]:
    """The cube that each candidate's games begin with, a :class:`~bgtool.kernels.rollout_game.Cube` a row."""
    owner = terms.stakes.owner if terms else 0
    held = Cube(0, owner, int(candidates[0].action is not None))
    taken = Cube(1, OPPONENTS, 1)
    return np.array([taken if c.action == DOUBLE_TAKE else held for c in candidates], np.int64)


def _refuse_deadlock(position: Position) -> None:
    """Refuse the one kind of board on which nobody can ever move: both on the bar against six closed points."""
    rows = (position.on_roll, position.opponent)
    if not position.is_over and all(row[BAR] and min(row[OFF + 1 : HOME + 1]) >= 2 for row in rows):
        raise PositionError("both players are on the bar against a closed board: neither can ever move")
