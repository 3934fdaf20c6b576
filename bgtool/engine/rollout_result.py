"""What a rollout's sums come to: its candidates best first, and the verdict of a cube decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bgtool.core.state import MatchState
from bgtool.engine.cube import Scale
from bgtool.engine.rollout_records import (
    DOUBLE_TAKE,
    NO_DOUBLE,
    Candidate,
    CubeVerdict,
    RolledOut,
    Rollout,
    RolloutSettings,
)
from bgtool.engine.rollout_sums import Sums
from bgtool.kernels.rollout_game import RAW, REDUCED, THEY_DROPPED, WE_DROPPED


def kind_of(settings: RolloutSettings) -> int:
    """Which of the two results counts: ``REDUCED`` when the luck of the rolls is taken off, else ``RAW``."""
    return REDUCED if settings.variance_reduction else RAW


@dataclass(frozen=True, slots=True)
class Known:
    """What a result is made from: a rollout at work has it, and so has a checkpoint.

    ``judge`` is the evaluator's name and digest, ``scale`` says how cubeful equities read (None: cubeless), ``live``
    are the candidates that were not dropped.
    """

    state: MatchState
    settings: RolloutSettings
    judge: tuple[str, str]
    met: str
    scale: Scale | None
    candidates: Sequence[Candidate]
    sums: Sums
    live: Sequence[int]


def rollout_of(known: Known, stopped: str) -> Rollout:
    """What sums say of their candidates, best first, and of a cube decision."""
    state, settings, sums, candidates = known.state, known.settings, known.sums, known.candidates
    kind = kind_of(settings)
    order = sorted(range(len(candidates)), key=lambda k: -sums.equity(k, kind).mean)

    def rolled_out(k: int) -> RolledOut:
        equity, raw, cubeless = sums.equity(k, kind), sums.equity(k, RAW), sums.cubeless(k, kind)
        chances = sums.chances(k, kind)
        error = sums.difference(order[0], k, kind)
        endings = [int(number) for number in sums.endings[k]]
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
            games=tuple(endings[:THEY_DROPPED]) if settings.truncate is None else None,
            drops=(endings[THEY_DROPPED], endings[WE_DROPPED]),
            cubeless_equity=cubeless.mean,
            cubeless_std_error=cubeless.std_error,
            mwc=None if known.scale is None else known.scale.mwc(_value(known.scale, equity.mean)),
            error=error.mean,
            error_std_error=error.std_error if k != order[0] else 0.0,
            dropped=k not in known.live,
        )

    name, digest = known.judge
    return Rollout(
        state=state,
        settings=settings,
        evaluator=name,
        digest=digest,
        candidates=tuple(map(rolled_out, order)),
        trials=max(sums.trials),
        stopped=stopped,
        met=known.met,
        verdict=verdict_of(state, candidates, sums, kind),
    )


def verdict_of(state: MatchState, candidates: Sequence[Candidate], sums: Sums, kind: int) -> CubeVerdict | None:
    """What a cube decision comes to; None where it was not, or not wholly, rolled out."""
    place = {candidate.action: k for k, candidate in enumerate(candidates)}
    if NO_DOUBLE not in place or DOUBLE_TAKE not in place:
        return None
    held, taken = place[NO_DOUBLE], place[DOUBLE_TAKE]
    no_double, double_take = sums.equity(held, kind), sums.equity(taken, kind)
    may_beaver = state.beavers and not state.length and state.cube_limit is None
    times = 2 if may_beaver and double_take.mean < 0.0 else 1  # the same games with the cube turned once more
    if double_take.mean <= 1.0:
        gain = sums.difference(taken, held, kind, times)
        doubling, doubling_error = gain.mean, gain.std_error
    else:
        doubling, doubling_error = 1.0 - no_double.mean, no_double.std_error
    return CubeVerdict(
        no_double=no_double.mean,
        double_take=double_take.mean,
        doubling=doubling,
        doubling_error=doubling_error,
        taking=1.0 - times * double_take.mean,
        taking_error=times * double_take.std_error,
        redouble=state.cube.owner is not None,
        double_beaver=2.0 * double_take.mean if may_beaver else None,
    )


def _value(scale: Scale, equity: float) -> float:
    """The kernel's value of an equity: the other way round than :meth:`~bgtool.engine.cube.Scale.equity`."""
    return 0.5 * (equity * (scale.cash - scale.drop) + scale.cash + scale.drop)
