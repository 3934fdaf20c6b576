"""Analysis records as JSON documents: versioned, numbers unrounded, absent values null, fields only ever added."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    Annotation,
    CheckerDecision,
    CubeJudgement,
    ResignationJudgement,
)
from bgtool.analysis.rolled import Rolled
from bgtool.analysis.settings import Settings
from bgtool.analysis.summary import summaries
from bgtool.core.dice import Dice
from bgtool.core.record import Beaver, Double, Legality, Match, Play, Problem, Resign, SetPosition
from bgtool.core.rules import hops_text
from bgtool.core.state import MatchState
from bgtool.formats.ids import match_id, position_id, position_id_after
from bgtool.report.selection import ALL, Selection
from bgtool.report.statistics_json import statistics_document

ANALYSIS_SCHEMA = "bgtool.analysis/2"
HINT_SCHEMA = "bgtool.hint/1"

Document = dict[str, Any]


def analysis_document(analysis: AnnotatedMatch, file: str | None = None, selection: Selection = ALL) -> Document:
    """The whole analysis of one match: the actions of the selection (all by default), the totals of its seats.

    Equities, errors and luck are in the unit that ``settings`` name, for the player who acted, those of a
    ``cube_decision`` for the doubler; ``..._mwc`` are match winning chances, null for money.
    """
    match = analysis.match

    def totals(part: AnnotatedGame | None = None) -> list[Document]:
        return [statistics_document(one) for one in summaries(analysis, part) if one.seat in selection.seats]

    return {
        "schema": ANALYSIS_SCHEMA,
        "file": file,
        "match": {
            "players": list(match.players),
            "length": match.length,
            "variant": match.variant.name,
            "crawford_rule": match.crawford_rule,
            "jacoby": match.jacoby,
            "beavers": match.beavers,
            "final_score": list(match.final_score),
            "source": match.source,
            "problems": [_problem(problem) for problem in match.problems],
        },
        "settings": settings_document(analysis.settings),
        "games": [
            {
                "number": part.game.number,
                "score": list(part.game.score),
                "crawford": part.game.crawford,
                "winner": None if part.game.winner is None else match.players[part.game.winner],
                "points": part.game.points,
                "mwc": part.mwc,
                "mwc_after": part.mwc_after,
                "broken": part.broken,
                "actions": [_action(item, match) for item in part.annotations if selection.any(item)],
                "players": totals(part),
            }
            for part in analysis.games
            if selection.game(part)
        ],
        "players": totals(),
        "comparison": None,
    }


def hint_document(given: str, state: MatchState, plays: Collection[RankedPlay], settings: Settings) -> Document:
    """The ranked plays of one roll, best first; ``given`` is what the user asked with."""
    return {
        "schema": HINT_SCHEMA,
        "id": given,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
        "dice": _dice(state.dice),
        "plies": settings.plies,
        "evaluator": evaluator_name(settings),
        "equity": settings.equity,
        "met": settings.met,
        "plays": [play_document(play) for play in plays],
    }


def play_document(play: RankedPlay) -> Document:
    """One ranked play; ``position_id`` is the position after it, the opponent on roll."""
    chances = play.outcomes
    return {
        "play": str(play.move),
        "position_id": position_id_after(play.after),
        "rank": play.rank,
        "equity": play.equity,
        "mwc": play.mwc,
        "error": play.error,
        "error_mwc": play.error_mwc,
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
        "plies": play.plies,
        "rollout": _rolled(play.rolled),
    }


def settings_document(settings: Settings) -> Document:
    """The settings, so that every number can be traced."""
    marks = settings.thresholds
    return {
        "evaluator": settings.evaluator,
        "digest": settings.digest,
        "plies": settings.plies,
        "filter": settings.moves or None,
        "luck_plies": settings.luck_plies,
        "rollout": None if settings.rollout is None else asdict(settings.rollout),
        "equity": settings.equity,
        "met": settings.met,
        "convention": settings.convention,
        "thresholds": {"doubtful": marks.doubtful, "bad": marks.bad, "very_bad": marks.very_bad},
    }


def _rolled(rolled: Rolled | None) -> Document | None:
    if rolled is None:
        return None
    return {"trials": rolled.trials, "std_error": rolled.std_error, "std_error_mwc": rolled.std_error_mwc}


def _rolled_cube(held: Rolled, taken: Rolled) -> Document:
    return {
        "trials": held.trials,
        "no_double_std_error": held.std_error,
        "double_take_std_error": taken.std_error,
    }


def evaluator_name(settings: Settings) -> str:
    """The evaluator with the digest of its weights, as every evaluation names it."""
    return f"{settings.evaluator} {settings.digest}"


def _action(item: Annotation, match: Match) -> Document:
    action = item.action
    document: Document = {
        "number": item.number,
        "player": None if item.seat is None else match.players[item.seat],
        "seat": item.seat,
        "type": _type(item),
        "dice": None,
        "played": None,
        "best": None,
        "error": None,
        "error_mwc": None,
        "luck": None,
        "luck_mwc": None,
        "rank": None,
        "choices": None,
        "forced": None,
        "mark": None,
        "skipped": item.skipped,
        "alternatives": [],
        "cube_decision": None if item.cube is None else cube_judgement_document(item.cube),
        "position_id": position_id(item.state.position),
        "match_id": match_id(item.state),
        "line": action.line,
    }
    if isinstance(item, CheckerDecision):
        return document | _judgement(item)
    if isinstance(action, (Double, Beaver)):
        document["cube"] = action.value
    if item.cube is not None:
        document |= {key: document["cube_decision"][key] for key in ("played", "best", "error", "error_mwc", "mark")}
    if isinstance(action, Resign):
        document["points"] = action.points
        if item.resignation is not None:
            document |= _resignation(item.resignation)
    return document


def _judgement(decision: CheckerDecision) -> Document:
    judged = decision.played is not None
    return {
        "dice": _dice(decision.play.dice),
        "played": played_text(decision.play),
        "best": str(decision.plays[0].move) if decision.plays else None,
        "error": decision.error,
        "error_mwc": decision.error_mwc,
        "luck": decision.luck,
        "luck_mwc": decision.luck_mwc,
        "rank": decision.played.rank if decision.played else None,
        "choices": decision.choices or None,
        "forced": decision.forced if judged else None,
        "trivial": decision.trivial if judged else None,
        "mark": decision.mark.words or None,
        "alternatives": [play_document(play) for play in decision.plays],
    }


def cube_judgement_document(cube: CubeJudgement) -> Document:
    """A cube decision as it was taken; equities and chances are the doubler's, ``error`` is of the ``seat``.

    The IDs are of the moment before the double, the doubler on roll.
    """
    decision = cube.decision
    chances = decision.outcomes
    return {
        "seat": cube.seat,
        "played": cube.done.value,
        "best": cube.best.value,
        "error": cube.error,
        "error_mwc": cube.error_mwc,
        "mark": cube.mark.words or None,
        "close_or_actual": cube.close,
        "fault": None if cube.fault is None else cube.fault.value,
        "proper_action": decision.verdict.code,
        "no_double": decision.no_double,
        "double_take": decision.double_take,
        "double_pass": decision.double_pass,
        "double_beaver": decision.beaver,
        "no_double_mwc": decision.no_double_mwc,
        "double_take_mwc": decision.double_take_mwc,
        "double_pass_mwc": decision.double_pass_mwc,
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
        "plies": decision.plies,
        "rollout": None if decision.rolled is None else _rolled_cube(*decision.rolled),
        "position_id": position_id(decision.state.position),
        "match_id": match_id(decision.state),
    }


def _resignation(verdict: ResignationJudgement) -> Document:
    return {
        "error": verdict.error,
        "error_mwc": verdict.error_mwc,
        "mark": verdict.mark.words or None,
        "given": verdict.given,
        "played_on": verdict.played_on,
        "accept_error": verdict.accept_error,
        "accept_error_mwc": verdict.accept_error_mwc,
        "accept_mark": verdict.accept_mark.words or None,
    }


def played_text(play: Play) -> str | None:
    """What was played, in standard notation when legal (empty = could not move), else as far as it could be read."""
    if play.legality is Legality.LEGAL and play.move is not None:
        return str(play.move)
    return hops_text(play.hops) or play.written or None


def _dice(dice: Dice | None) -> list[int] | None:
    return None if dice is None else [dice.high, dice.low]


def _type(item: Annotation) -> str:
    if isinstance(item, CheckerDecision):
        return "move"
    return "set" if isinstance(item.action, SetPosition) else type(item.action).__name__.lower()


def _problem(problem: Problem) -> Document:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "message": problem.message,
        "line": problem.line,
        "column": problem.column,
        "text": problem.text,
    }
