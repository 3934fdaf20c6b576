"""The analysis that a file brings along, as if it were ours: nothing is computed, only judged by its own numbers."""

from __future__ import annotations

from dataclasses import replace

from bgtool.analysis.annotate import game_chances
from bgtool.analysis.cube import CubeDecision, decision_of
from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    Annotation,
    CheckerDecision,
    CubeAction,
    CubeChoice,
    CubeJudgement,
)
from bgtool.analysis.settings import CUBEFUL, GNU_BACKGAMMON, Settings, Thresholds
from bgtool.analysis.units import mwc_lost, mwc_of
from bgtool.analysis.verdicts import judged_cube, why_not_judged
from bgtool.core.met import LONGEST, MatchEquityTable
from bgtool.core.opinion import CubeEstimate, Estimate, Opinion
from bgtool.core.outcomes import Outcomes
from bgtool.core.record import Beaver, Double, Match, Pass, Play, SetPosition, Take
from bgtool.core.replay import Turn, replay_game
from bgtool.core.rules import apply_move
from bgtool.core.state import MatchState, Offer
from bgtool.engine.cube import Scale, cube_context, scale_of
from bgtool.engine.met import met_named
from bgtool.errors import InputError

_ABSENT = "not analysed in the file"
_NOT_LISTED = "the play made is not among those that the file judges"
_DONE: dict[type, CubeChoice] = {
    Double: CubeChoice.DOUBLE,
    Take: CubeChoice.TAKE,
    Pass: CubeChoice.PASS,
    Beaver: CubeChoice.BEAVER,
}


def kept_annotations(
    match: Match,
    met: MatchEquityTable | None = None,
    thresholds: Thresholds = GNU_BACKGAMMON,
    convention: str = "gnubg",
) -> AnnotatedMatch:
    """The match annotated with what its file holds; ``met`` turns equities into match winning chances and back.

    What the file does not judge is skipped. Raises :class:`~bgtool.errors.InputError` for a file without an analysis.
    """
    if match.analysis is None:
        raise InputError("the record brings no analysis along: it can be analysed, but not kept or compared")
    table = met_named() if met is None else met
    opinions = match.analysis.by_action()
    plies = [_plies(estimate) for opinion in opinions.values() for estimate in _estimates(opinion)]
    settings = Settings(
        f"{match.analysis.source}'s analysis, kept from the file",
        "",
        max(plies, default=0),
        "its own",
        equity=CUBEFUL,
        thresholds=thresholds,
        met=table.name if match.length else None,
        convention=convention,
    )
    games = []
    for number, game in enumerate(match.games):
        annotations: list[Annotation] = []
        broken = None
        try:
            for turn in replay_game(match, game):
                annotations.append(_annotation(turn, opinions.get((number, turn.index)), table, settings))
        except InputError as error:
            broken = str(error)
        games.append(AnnotatedGame(game, tuple(annotations), broken, *game_chances(match, game, table)))
    return AnnotatedMatch(match, settings, tuple(games))


def _estimates(opinion: Opinion) -> list[Estimate]:
    found = [candidate.estimate for candidate in opinion.candidates]
    return found + ([opinion.cube.no_double] if opinion.cube else [])


def _plies(estimate: Estimate) -> int:
    """The plies that the method names, as GNU Backgammon counts them; 0 for methods that have none."""
    first = estimate.method.removeprefix("BGBlitz ").split("-", 1)[0]
    return int(first) if first.isdecimal() and len(first) < 3 else 0


def _annotation(turn: Turn, opinion: Opinion | None, met: MatchEquityTable, settings: Settings) -> Annotation:
    action, state = turn.action, turn.state
    number = turn.index + 1
    scale = _scale(state, met)
    if isinstance(action, Play):
        if opinion is None and action.move is not None and not action.move.steps:
            return CheckerDecision(number, action.seat, state, action, choices=1)
        bare = CheckerDecision(number, action.seat, state, action, skipped=_ABSENT)
        return bare if opinion is None or scale is None else _play(bare, opinion, scale, met, settings)
    seat = action.on_roll if isinstance(action, SetPosition) else action.seat
    listed = CubeAction(number, seat, state, action, skipped=_ABSENT)
    done = _DONE.get(type(action))
    if isinstance(action, SetPosition) or seat is None:
        return replace(listed, skipped=None)
    if opinion is None or opinion.cube is None or done is None or scale is None:
        return listed
    if done is not CubeChoice.DOUBLE and state.offer is not Offer.DOUBLE:
        return listed
    judged = _judged(number, seat, done, state, opinion.cube, met, settings)
    return replace(listed, cube=judged, skipped=None) if judged else listed


def _scale(state: MatchState, met: MatchEquityTable) -> Scale | None:
    """How equities read at this score; None where the table does not reach it."""
    away = state.away
    if not state.variant.has_cube or (away is not None and not 1 <= min(away) <= max(away) <= LONGEST):
        return None
    return scale_of(cube_context(state.view(), met.seen_by(state.on_roll)), away is not None)


def _play(
    bare: CheckerDecision, opinion: Opinion, scale: Scale, met: MatchEquityTable, settings: Settings
) -> CheckerDecision:
    ranked = _ranked(bare, opinion, scale)
    played = next((play for index, play in ranked if index == opinion.played), None)
    plays = tuple(play for _, play in ranked)
    cube = None
    if opinion.cube is not None:
        cube = _judged(bare.number, bare.seat, CubeChoice.NO_DOUBLE, bare.state, opinion.cube, met, settings)
    moved = bare.play.move is not None
    skipped = None if played else _NOT_LISTED if plays and moved else _ABSENT
    if not plays and moved and not (bare.play.move and bare.play.move.steps):
        skipped = None
    return replace(
        bare,
        choices=len(opinion.candidates) or int(moved),
        plays=plays,
        played=played,
        luck=opinion.luck,
        luck_mwc=None if opinion.luck is None else mwc_lost(scale, opinion.luck),
        spread=plays[0].equity - plays[-1].equity if plays else 0.0,
        cube=cube,
        mark=settings.thresholds.mark(played.error) if played else bare.mark,
        skipped=skipped,
    )


def _ranked(bare: CheckerDecision, opinion: Opinion, scale: Scale) -> list[tuple[int, RankedPlay]]:
    """The plays of the file that make sense, each with its index there."""
    found: list[tuple[int, RankedPlay]] = []
    best: float | None = None
    for index, candidate in enumerate(opinion.candidates):
        equity = _equity(candidate.estimate, scale)
        if equity is None or not candidate.estimate.chances:
            continue
        best = equity if best is None else best
        error = max(0.0, best - equity)
        try:
            after = apply_move(bare.state.position, candidate.move)
            outcomes = Outcomes.of(candidate.estimate.chances)
        except InputError:
            continue
        play = RankedPlay(
            move=candidate.move,
            after=after,
            outcomes=outcomes,
            equity=equity,
            error=error,
            rank=index + 1,
            plies=_plies(candidate.estimate),
            mwc=mwc_of(scale, equity),
            error_mwc=mwc_lost(scale, error),
        )
        found.append((index, play))
    return found


def _equity(estimate: Estimate, scale: Scale) -> float | None:
    if estimate.equity is not None or estimate.mwc is None:
        return estimate.equity
    return scale.equity(scale.value(estimate.mwc))


def _judged(
    number: int,
    seat: int,
    done: CubeChoice,
    state: MatchState,
    estimate: CubeEstimate,
    met: MatchEquityTable,
    settings: Settings,
) -> CubeJudgement | None:
    """The judgement by the file's numbers; None where they tell nothing, or the cube could not be turned."""
    moment = replace(state, dice=None, rolled=None, offer=None, answering=None)
    scale = _scale(moment, met)
    if scale is None or not moment.view().may_double or moment.position.is_over:
        return None
    no_double, double_take = _equity(estimate.no_double, scale), _equity(estimate.double_take, scale)
    if no_double is None or double_take is None or not estimate.no_double.chances:
        return None
    try:
        outcomes = Outcomes.of(estimate.no_double.chances)
    except InputError:
        return None
    decision: CubeDecision = decision_of(
        moment, outcomes, no_double, double_take, scale, met, _plies(estimate.no_double), estimate.no_double.cubeless
    )
    if why_not_judged(decision, done):
        return None
    return judged_cube(number, seat, done, decision, settings.thresholds)
