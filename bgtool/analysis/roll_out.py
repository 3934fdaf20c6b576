"""What stays unclear after the lookahead, rolled out: plays and cube decisions whose alternatives come near.

The plays rolled out are those close to the best one and the one made, so that both are judged alike. A clear blunder
and a clear best play are left as the lookahead judged them: a rollout would move their numbers and decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bgtool.analysis.cube import CubeDecision, decision_of, judge_cube
from bgtool.analysis.decisions import Ranking
from bgtool.analysis.records import CubeChoice
from bgtool.analysis.rolled import Rolled
from bgtool.analysis.units import points_at_stake
from bgtool.core.met import MatchEquityTable
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.rollout_records import DOUBLE_TAKE, NO_DOUBLE, Candidate, Rollout, RolloutSettings
from bgtool.engine.rollout_run import RolloutRun
from bgtool.errors import PositionError

QUICK = RolloutSettings(trials=324, truncate=11, variance_reduction=True, until_jsd=2.33, min_trials=108)
"""How an analysis rolls out where the user does not say more than that it should."""

CLOSE_PLAY, CLOSE_CUBE = 0.04, 0.06
"""Equity (EMG) within which plays come near the best one, and cube actions near each other."""

WRONG = 0.12
"""Equity (EMG) within which a decision that looks wrong is rolled out, too."""

MOST_PLAYS = 4

Told = Callable[[int, int], None]
"""Called with the number of rollouts done and of all of them, again and again while they run."""


@dataclass(frozen=True, slots=True)
class RollOut:
    """Rolls unclear decisions out with one evaluator, on terms that are the same for all of them."""

    evaluator: Evaluator
    met: MatchEquityTable
    settings: RolloutSettings
    cubeful: bool
    jobs: int | None = None
    told: Told | None = None

    def refined(
        self,
        rankings: Mapping[MatchState, Ranking],
        made: Mapping[MatchState, Sequence[Position]],
        decisions: Mapping[MatchState, CubeDecision],
        done: Mapping[MatchState, Sequence[CubeChoice]],
    ) -> tuple[dict[MatchState, Ranking], dict[MatchState, CubeDecision]]:
        """The rankings and the cube decisions, those that are unclear after a rollout.

        ``made`` are the positions after the plays that were made of a roll, ``done`` what either side did about the
        cube.
        """
        plays = {state: near for state, ranking in rankings.items() if (near := self._near(state, ranking, made))}
        cubes = [
            state
            for state, decision in decisions.items()
            if any(unclear_cube(decision, choice) for choice in done[state])
        ]
        number = len(plays) + len(cubes)
        ranked, decided, count = dict(rankings), dict(decisions), 0
        for state, places in plays.items():
            shown = rankings[state].plays(places)
            rolled = self._rolled(state, [Candidate(play.move, play.after) for play in shown], count, number)
            if rolled is not None:
                ranked[state] = rankings[state].rolled_out(places, rolled)
            count += 1
        for state in cubes:
            both = [Candidate(None, state.position, action) for action in (NO_DOUBLE, DOUBLE_TAKE)]
            rolled = self._rolled(state, both, count, number)
            if rolled is not None:
                decided[state] = rolled_cube(decisions[state], rolled, self.met)
            count += 1
        return ranked, decided

    def _near(
        self, state: MatchState, ranking: Ranking, made: Mapping[MatchState, Sequence[Position]]
    ) -> list[int] | None:
        """The indices of the plays to roll out; None where there is nothing to learn."""
        if not self.cubeful and points_at_stake(state) != state.variant.max_points:
            return None  # points are counted otherwise than in the games of a rollout
        near = ranking.close_to_best(CLOSE_PLAY, MOST_PLAYS)
        for after in made.get(state, ()):
            place = ranking.place_of(after)
            if ranking.error_at(place) > WRONG:
                return None
            if place not in near:
                near.append(place)
        return near if len(near) > 1 else None

    def _rolled(self, state: MatchState, candidates: Sequence[Candidate], done: int, number: int) -> Rollout | None:
        """The rollout of the candidates; None where nobody can ever move."""
        settings = replace(self.settings, cubeful=self.cubeful)
        try:
            run = RolloutRun(state, candidates, settings, self.evaluator, self.jobs, self.met)
        except PositionError:
            return None
        told = self.told
        run.run(None if told is None else lambda _: told(done, number))
        return run.result()


def unclear_cube(decision: CubeDecision, done: CubeChoice) -> bool:
    """Whether a cube decision deserves a rollout: what was done comes near the other choice, or may be wrong.

    Where a beaver may be right there are three answers, of which a rollout knows two.
    """
    if decision.double_take is None or decision.doubled is None:
        return False
    if decision.beaver is not None and decision.double_take < CLOSE_CUBE:
        return False
    if done in (CubeChoice.NO_DOUBLE, CubeChoice.DOUBLE):
        gap = decision.doubled - decision.no_double
        right = CubeChoice.DOUBLE if gap > 0 else CubeChoice.NO_DOUBLE
    else:
        gap = decision.double_take - decision.double_pass
        right = CubeChoice.PASS if gap > 0 else CubeChoice.TAKE
    return abs(gap) < (CLOSE_CUBE if done is right else WRONG)


def rolled_cube(decision: CubeDecision, rollout: Rollout, met: MatchEquityTable) -> CubeDecision:
    """The decision by the equities of its rollout."""
    rolled = {one.candidate.action: one for one in rollout.candidates}
    held, taken = rolled[NO_DOUBLE], rolled[DOUBLE_TAKE]
    static = judge_cube(decision.state, held.outcomes, met)  # for what follows from the chances alone
    found = decision_of(
        decision.state,
        held.outcomes,
        held.equity,
        taken.equity,
        static.scale,
        met,
        rollout.settings.plies,
        static.cubeless_equity,
        static.beaver,
    )
    return replace(found, rolled=(Rolled.of(held, found.scale), Rolled.of(taken, found.scale)))
