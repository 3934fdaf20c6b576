"""Judging what was done about the cube, and resignations, against what was right."""

from __future__ import annotations

from bgtool.analysis.cube import SAME, CubeDecision
from bgtool.analysis.records import CubeChoice, CubeFault, CubeJudgement, ResignationJudgement
from bgtool.analysis.settings import Thresholds
from bgtool.analysis.units import mwc_lost
from bgtool.core.met import MatchEquityTable
from bgtool.core.record import Resign
from bgtool.core.state import MatchState
from bgtool.engine.cube import Scale, cube_context, scale_of

SCREEN = 0.24
"""A no-double is looked at deeper where doubling loses less than this at 0-ply: half as much again as a close one."""

NO_USE = "the cube is of no use to the doubler here"
NO_BEAVER = "beavers are not among the rules of the record"

_FAULTS = {CubeChoice.TAKE: CubeFault.WRONG_TAKE, CubeChoice.PASS: CubeFault.WRONG_PASS}
_FAULTS |= {CubeChoice.BEAVER: CubeFault.WRONG_BEAVER}


def unclear(decision: CubeDecision, done: CubeChoice) -> bool:
    """Whether a decision judged at 0-ply deserves a deeper look: all that was done, and no-doubles near the line."""
    if done is not CubeChoice.NO_DOUBLE:
        return True
    taken = decision.double_take
    return taken is not None and decision.best_equity - min(taken, decision.double_pass) < SCREEN


def why_not_judged(decision: CubeDecision, done: CubeChoice) -> str | None:
    """Why this choice cannot be judged; None if it can."""
    if decision.double_take is None:
        return NO_USE
    return NO_BEAVER if done is CubeChoice.BEAVER and decision.beaver is None else None


def judged_cube(
    number: int, seat: int, done: CubeChoice, decision: CubeDecision, thresholds: Thresholds
) -> CubeJudgement:
    """The judgement of what ``seat`` did, where :func:`why_not_judged` has nothing to say.

    ``decision`` is the doubler's: the one of ``seat`` himself for a double or none, of his opponent for an answer.
    """
    worth = _worth(decision, done)
    best = max(worth, key=lambda choice: (worth[choice], choice is done))
    error = worth[best] - worth[done]
    if error < SAME:
        best, error = done, 0.0
    return CubeJudgement(
        number=number,
        seat=seat,
        done=done,
        best=best,
        decision=decision,
        error=error,
        error_mwc=mwc_lost(decision.scale, error),
        close=done is not CubeChoice.NO_DOUBLE or decision.close,
        fault=_fault(decision, done, best),
        mark=thresholds.mark(error),
    )


def _worth(decision: CubeDecision, done: CubeChoice) -> dict[CubeChoice, float]:
    """What each of the choices is worth to the player who has them."""
    assert decision.doubled is not None
    assert decision.double_take is not None
    if done in (CubeChoice.NO_DOUBLE, CubeChoice.DOUBLE):
        return {CubeChoice.NO_DOUBLE: decision.no_double, CubeChoice.DOUBLE: decision.doubled}
    answers = {CubeChoice.TAKE: -decision.double_take, CubeChoice.PASS: -decision.double_pass}
    if decision.beaver is not None:
        answers[CubeChoice.BEAVER] = -decision.beaver
    return answers


def _fault(decision: CubeDecision, done: CubeChoice, best: CubeChoice) -> CubeFault | None:
    if best is done:
        return None
    if done is CubeChoice.NO_DOUBLE:
        assert decision.double_take is not None
        below = decision.double_take < decision.double_pass
        return CubeFault.MISSED_BELOW_CP if below else CubeFault.MISSED_ABOVE_CP
    if done is CubeChoice.DOUBLE:
        below = decision.no_double < decision.double_pass
        return CubeFault.WRONG_BELOW_DP if below else CubeFault.WRONG_ABOVE_TG
    return CubeFault.MISSED_BEAVER if done is CubeChoice.TAKE and best is CubeChoice.BEAVER else _FAULTS[done]


def resigned_equity(state: MatchState, resignation: Resign, met: MatchEquityTable, match: bool) -> float:
    """What the player who resigns is left with: EMG at this score (``met`` by seat), or points where ``match`` is no.

    Under the Jacoby rule a gammon given up with the cube still centred counts as a single game.
    """
    seat = resignation.seat
    view = state.view(seat)
    points = min(resignation.points, view.variant.max_points) if view.gammons_count else 1
    if not match:
        return -float(points)
    context = cube_context(view, met.seen_by(seat))
    return scale_of(context, match).equity(float(context.values[0, 2 + points]))


def judged_resignation(
    number: int,
    seat: int,
    points: int,
    given: float,
    played_on: float,
    scale: Scale,
    plies: int,
    thresholds: Thresholds,
) -> ResignationJudgement:
    """The judgement of a resignation worth ``given`` where playing on was worth ``played_on``, both to ``seat``."""
    error, accept_error = (lost if lost >= SAME else 0.0 for lost in (played_on - given, given - played_on))
    return ResignationJudgement(
        number=number,
        seat=seat,
        points=points,
        given=given,
        played_on=played_on,
        error=error,
        error_mwc=mwc_lost(scale, error),
        accept_error=accept_error,
        accept_error_mwc=mwc_lost(scale, accept_error),
        plies=plies,
        mark=thresholds.mark(error),
        accept_mark=thresholds.mark(accept_error),
    )
