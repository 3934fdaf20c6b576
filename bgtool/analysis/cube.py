"""Cube decisions: what doubling, taking and passing are worth, and which is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bgtool.analysis.proper_action import SAME as SAME
from bgtool.analysis.proper_action import Verdict as Verdict
from bgtool.analysis.proper_action import may_beaver, verdict_of
from bgtool.analysis.rolled import Rolled, depth_words
from bgtool.analysis.units import mwc_of
from bgtool.core.met import LONGEST, MatchEquityTable
from bgtool.core.outcomes import Outcomes
from bgtool.core.state import CubeOwner, MatchState, Offer
from bgtool.engine.boards import as_board
from bgtool.engine.cube import GNU_BACKGAMMON, CubeValues, Efficiency, Scale, cube_values, market_losers_of
from bgtool.engine.cube_search import cube_values_at
from bgtool.engine.evaluators import Evaluator, brain_for
from bgtool.engine.met import met_named
from bgtool.engine.search import STATIC, Depth
from bgtool.errors import InputError

_OVER = "the game is over: there is no cube decision"

CLOSE = 0.16
"""A decision is close where doubling loses less than this: GNU Backgammon's constant."""


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """A cube decision of the player on roll, judged.

    ``no_double``, ``double_take`` and ``double_pass`` are his equities (EMG: per unit of the present cube, +1 = winning
    it; ``double_pass`` is always 1), ``..._mwc`` the same as match winning chances, None for money. ``double_take``
    is None where he may not double or the score leaves him no use for it. ``beaver`` is what is left of a double that
    is beavered, None where that is not allowed. ``cubeless`` is 2W - 1 + gammons in points, ``cubeless_equity`` the
    cubeless value at this score in EMG. ``percentage`` is the share (0 to 1) of wrong answers, passes or takes as the
    verdict has it, from which the wrong double becomes right; None where doubling is right.
    ``plies`` is the depth, that of the games where the decision was ``rolled`` out: no double, and double and take.
    """

    state: MatchState
    outcomes: Outcomes
    verdict: Verdict
    no_double: float
    double_take: float | None
    double_pass: float
    beaver: float | None
    cubeless: float
    cubeless_equity: float
    no_double_mwc: float | None
    double_take_mwc: float | None
    double_pass_mwc: float | None
    cubeless_mwc: float | None
    percentage: float | None
    scale: Scale
    met: str
    plies: int = 0
    rolled: tuple[Rolled, Rolled] | None = None

    @property
    def owned(self) -> bool:
        """Whether the player on roll owns the cube, so that a double is a redouble."""
        return self.state.view().cube_owner is CubeOwner.OWNED

    @property
    def words(self) -> str:
        """The right action for a person, such as ``No redouble, take``."""
        return self.verdict.words(self.owned)

    @property
    def depth(self) -> str:
        """How it was judged, such as ``2-ply``."""
        surer = None if self.rolled is None else max(self.rolled, key=lambda one: one.std_error)
        return depth_words(self.plies, surer)

    @property
    def doubled(self) -> float | None:
        """The equity of doubling when it is answered as it should be; None where there is no double."""
        if self.double_take is None:
            return None
        answers = [self.double_take, self.double_pass]
        return min(answers if self.beaver is None else [*answers, self.beaver])

    @property
    def best_equity(self) -> float:
        """The equity with the right decisions by both players."""
        return self.no_double if self.doubled is None else max(self.no_double, self.doubled)

    @property
    def best_mwc(self) -> float | None:
        """The match winning chance with the right decisions by both players; None for money."""
        return mwc_of(self.scale, self.best_equity)

    @property
    def double_error(self) -> float | None:
        """What doubling costs, in EMG, never negative; None where there is no double."""
        return None if self.doubled is None else self.best_equity - self.doubled

    @property
    def no_double_error(self) -> float:
        """What not doubling costs, in EMG, never negative."""
        return self.best_equity - self.no_double

    @property
    def take_error(self) -> float | None:
        """What taking (or beavering, where that is better) costs the opponent; None where there is no double."""
        taken = self._taken
        return None if taken is None else max(0.0, taken - self.double_pass)

    @property
    def pass_error(self) -> float | None:
        """What passing costs the opponent; None where there is no double."""
        taken = self._taken
        return None if taken is None else max(0.0, self.double_pass - taken)

    @property
    def close(self) -> bool:
        """Whether doubling is nearly right, or right: GNU Backgammon's close decision."""
        return self.double_take is not None and self.best_equity - min(self.double_take, 1.0) < CLOSE

    @property
    def _taken(self) -> float | None:
        if self.double_take is None or self.beaver is None:
            return self.double_take
        return min(self.double_take, self.beaver)


def has_cube_decision(state: MatchState) -> bool:
    """Whether :func:`decide_cube` has an answer: the game and the match are not over, and there is a cube."""
    away = state.away
    scored = away is None or 1 <= min(away) <= max(away) <= LONGEST
    return scored and state.variant.has_cube and not state.position.is_over


def decide_cube(
    state: MatchState,
    evaluator: Evaluator,
    met: MatchEquityTable | None = None,
    efficiency: Efficiency = GNU_BACKGAMMON,
    depth: Depth = STATIC,
) -> CubeDecision:
    """The cube decision of the player on roll, found ``depth.plies`` deep.

    ``met`` is the match equity table by seat (default: Kazaross-XG2). Raises :class:`~bgtool.errors.InputError` when
    the game or the match is over.
    """
    [decision] = decide_cubes([state], evaluator, met, efficiency, depth)
    return decision


def decide_cubes(
    states: Sequence[MatchState],
    evaluator: Evaluator,
    met: MatchEquityTable | None = None,
    efficiency: Efficiency = GNU_BACKGAMMON,
    depth: Depth = STATIC,
    jobs: int | None = None,
) -> list[CubeDecision]:
    """The cube decisions of the players on roll at many moments, in order, ``depth.plies`` deep, all found together.

    ``jobs`` is the number of threads (None = all cores) and never changes a number. See :func:`decide_cube`.
    """
    if any(state.position.is_over for state in states):
        raise InputError(_OVER)
    table = met_named() if met is None else met
    views = [state.view() for state in states]
    tables = [table.seen_by(state.on_roll) for state in states]
    found = cube_values_at(views, tables, evaluator, depth.plies, efficiency, jobs)
    return [_decided(state, *answer, table, depth.plies) for state, answer in zip(states, found, strict=True)]


def judge_cube(
    state: MatchState,
    outcomes: Outcomes,
    met: MatchEquityTable | None = None,
    efficiency: Efficiency = GNU_BACKGAMMON,
) -> CubeDecision:
    """The cube decision of the player on roll at 0-ply, from the five chances of his position.

    See :func:`decide_cube`.
    """
    if state.position.is_over:
        raise InputError(_OVER)
    table = met_named() if met is None else met
    return _decided(
        state, outcomes, cube_values(state.view(), outcomes, table.seen_by(state.on_roll), efficiency), table
    )


def _decided(
    state: MatchState, outcomes: Outcomes, values: CubeValues, met: MatchEquityTable, plies: int = 0
) -> CubeDecision:
    scale = values.scale
    no_double, double_take, cubeless = map(scale.equity, (values.no_double, values.double_take, values.cubeless))
    beaver = scale.equity(values.beaver) if may_beaver(state.view()) else None
    return decision_of(state, outcomes, no_double, double_take, scale, met, plies, cubeless, beaver)


def decision_of(
    state: MatchState,
    outcomes: Outcomes,
    no_double: float,
    double_take: float,
    scale: Scale,
    met: MatchEquityTable,
    plies: int = 0,
    cubeless_equity: float | None = None,
    beaver: float | None = None,
) -> CubeDecision:
    """The decision that these equities (EMG) of the player on roll make; ``beaver`` is None where that is not known.

    ``cubeless_equity`` is the one at this score (default: that of the chances, for money).
    """
    view = state.view()
    taken = double_take if view.may_double else None
    beavered = beaver if view.may_double else None
    verdict, percentage = verdict_of(view, no_double, taken, beavered)
    cubeless = outcomes.capped_equity(view.variant.max_points)
    at_score = cubeless if cubeless_equity is None else cubeless_equity
    return CubeDecision(
        state=state,
        outcomes=outcomes,
        verdict=verdict,
        no_double=no_double,
        double_take=taken,
        double_pass=1.0,
        beaver=beavered,
        cubeless=cubeless,
        cubeless_equity=at_score,
        no_double_mwc=mwc_of(scale, no_double),
        double_take_mwc=None if taken is None else mwc_of(scale, taken),
        double_pass_mwc=mwc_of(scale, 1.0),
        cubeless_mwc=mwc_of(scale, at_score),
        percentage=percentage,
        scale=scale,
        met=met.name,
        plies=plies,
    )


def market_losers(
    state: MatchState,
    evaluator: Evaluator,
    met: MatchEquityTable | None = None,
    efficiency: Efficiency = GNU_BACKGAMMON,
) -> float | None:
    """The share, 0 to 1, of the next two rolls (mine, theirs) after which a double would have to be passed.

    Both sides play the best 0-ply play. None where the player on roll may not double.
    """
    view = state.view()
    if not view.may_double:
        return None
    table = met_named() if met is None else met
    return market_losers_of(
        view, brain_for(evaluator, as_board(view.position)[None]), table.seen_by(state.on_roll), efficiency
    )


def proper_answer(decision: CubeDecision) -> str | None:
    """What the player who has been doubled should do: ``take``, ``pass`` or ``beaver``; None when no double stands."""
    return decision.verdict.answer if decision.state.offer is Offer.DOUBLE else None
