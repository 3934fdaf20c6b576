"""An analysis as SGF that GNU Backgammon loads: its equities, luck and marks in the places where it keeps its own."""

from __future__ import annotations

from dataclasses import replace

from bgtool.analysis.cube import CubeDecision
from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.records import AnnotatedMatch, Annotation, CheckerDecision, CubeJudgement
from bgtool.analysis.rolled import Rolled
from bgtool.analysis.settings import CUBEFUL, Settings, luck_mark
from bgtool.core.opinion import Candidate, CubeEstimate, Estimate, Opinion, SourceAnalysis
from bgtool.core.outcomes import Outcomes
from bgtool.formats import match_text


def analysis_sgf(analysis: AnnotatedMatch) -> str:
    """The match as SGF with everything the analysis says; how it was made stands in the general comment."""
    match = analysis.match
    remark = f"bgtool: {analysis.settings}"
    comments = match.comments if remark in match.comments else (*match.comments, remark)
    return match_text(replace(match, comments=comments, analysis=kept_analysis(analysis)), "sgf")


def kept_analysis(analysis: AnnotatedMatch) -> SourceAnalysis:
    """The analysis in the shape in which another program's is kept beside a match."""
    found = []
    for number, game in enumerate(analysis.games):
        for action, item in enumerate(game.annotations):
            opinion = _opinion(number, action, item, analysis.settings)
            if opinion is not None:
                found.append(opinion)
    return SourceAnalysis("bgtool", tuple(found))


def _opinion(game: int, action: int, item: Annotation, settings: Settings) -> Opinion | None:
    cube = None if item.cube is None else _cube(item.cube, settings)
    if not isinstance(item, CheckerDecision):
        if item.cube is None:
            return None
        return Opinion(game, action, cube=cube, cube_error=item.cube.error, cube_mark=item.cube.mark.words)
    played = next((index for index, play in enumerate(item.plays) if play == item.played), None)
    return Opinion(
        game,
        action,
        candidates=tuple(Candidate(play.move, _play(play, settings)) for play in item.plays) if item.choices else (),
        played=played,
        cube=cube,
        error=item.error,
        cube_error=item.cube.error if item.cube else None,
        luck=item.luck,
        mark=item.mark.words,
        cube_mark=item.cube.mark.words if item.cube else "",
        luck_mark="" if item.luck is None else luck_mark(item.luck).value,
    )


def _play(play: RankedPlay, settings: Settings) -> Estimate:
    if play.rolled is None:
        return _estimate(play.outcomes, None, play.equity, play.mwc, play.plies, settings)
    estimate = _estimate(play.outcomes, play.outcomes.equity, play.equity, play.mwc, play.plies, settings)
    return _rolled_out(estimate, play.rolled, settings)


def _cube(judged: CubeJudgement, settings: Settings) -> CubeEstimate | None:
    """The decision as the doubler sees it; None where there is no double to compare with."""
    decision: CubeDecision = judged.decision
    if decision.double_take is None:
        return None
    outcomes, cubeless, plies = decision.outcomes, decision.cubeless_equity, decision.plies
    held = _estimate(outcomes, cubeless, decision.no_double, decision.no_double_mwc, plies, settings)
    taken = _estimate(outcomes, cubeless, decision.double_take, decision.double_take_mwc, plies, settings)
    if decision.rolled is None:
        return CubeEstimate(held, taken)
    first, second = decision.rolled
    return CubeEstimate(_rolled_out(held, first, settings), _rolled_out(taken, second, settings))


def _estimate(
    outcomes: Outcomes, cubeless: float | None, equity: float, mwc: float | None, plies: int, settings: Settings
) -> Estimate:
    cubeful = settings.equity == CUBEFUL
    return Estimate(
        chances=(
            outcomes.win,
            outcomes.win_gammon,
            outcomes.win_backgammon,
            outcomes.lose_gammon,
            outcomes.lose_backgammon,
        ),
        cubeless=cubeless,
        equity=equity,
        mwc=mwc,
        method=f"{plies}-ply {'cubeful' if cubeful else 'cubeless'}",
        settings=f"{plies}{'C' * cubeful} 1 0.000000 1",
    )


def _rolled_out(estimate: Estimate, rolled: Rolled, settings: Settings) -> Estimate:
    """The estimate as GNU Backgammon keeps a rollout, with the settings that it can name."""
    own = rolled.std_error if rolled.std_error_mwc is None else rolled.std_error_mwc
    return replace(
        estimate,
        method="rollout",
        settings=_context(settings),
        trials=rolled.trials,
        std_errors=(*rolled.chance_errors, rolled.cubeless_std_error, own),
    )


def _context(settings: Settings) -> str:
    """Settings of a rollout in GNU Backgammon's order: flags, truncation, and the depth of every player's choices."""
    rollout, cubeful = settings.rollout, settings.equity == CUBEFUL
    assert rollout is not None
    truncated, rolls = int(rollout.truncate is not None), rollout.truncate or 0
    flags = f"{int(cubeful)} {int(rollout.variance_reduction)} 0 {int(rollout.stratified)} 0 {truncated} {rolls} 1 1 0"
    depth = f"ver 3 {rollout.plies}{'C' * cubeful} 1 0.000000 1"
    chosen = " ".join(f"{when}{what}{side} {depth}" for when in ("", "late") for side in (0, 1) for what in _CHOICES)
    return f'SK 0 RC {flags} "bgtool" {rollout.seed}  {chosen} cubetrunc {depth} cheqtrunc {depth}'


_CHOICES = ("cube", "cheq")
