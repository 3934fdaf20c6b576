"""Analysis records as JSON documents: versioned, numbers unrounded, absent values null, fields only ever added."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.records import AnnotatedMatch, Annotation, CheckerDecision
from bgtool.analysis.settings import Settings
from bgtool.analysis.summary import PlayerSummary, summaries
from bgtool.core.dice import Dice
from bgtool.core.record import Beaver, Double, Legality, Match, Play, Problem, Resign, SetPosition
from bgtool.core.rules import hops_text
from bgtool.core.state import MatchState
from bgtool.formats.ids import match_id, position_id, position_id_after

ANALYSIS_SCHEMA = "bgtool.analysis/1"
HINT_SCHEMA = "bgtool.hint/1"
BOTH = (0, 1)

Document = dict[str, Any]


def analysis_document(analysis: AnnotatedMatch, file: str | None = None, seats: Collection[int] = BOTH) -> Document:
    """The whole analysis of one match; only the actions and totals of ``seats`` (both by default)."""
    match = analysis.match
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
                "broken": part.broken,
                "actions": [
                    _action(item, match) for item in part.annotations if item.seat is None or item.seat in seats
                ],
                "players": [_totals(summary) for summary in summaries(analysis, part) if summary.seat in seats],
            }
            for part in analysis.games
        ],
        "players": [_totals(summary) for summary in summaries(analysis) if summary.seat in seats],
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
        "error": play.error,
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
        "plies": play.plies,
    }


def settings_document(settings: Settings) -> Document:
    """The settings, so that every number can be traced."""
    marks = settings.thresholds
    return {
        "evaluator": settings.evaluator,
        "digest": settings.digest,
        "plies": settings.plies,
        "equity": settings.equity,
        "thresholds": {"doubtful": marks.doubtful, "bad": marks.bad, "very_bad": marks.very_bad},
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
        "rank": None,
        "choices": None,
        "forced": None,
        "mark": None,
        "skipped": None,
        "alternatives": [],
        "position_id": position_id(item.state.position),
        "match_id": match_id(item.state),
        "line": action.line,
    }
    if isinstance(item, CheckerDecision):
        document |= _judgement(item)
    elif isinstance(action, (Double, Beaver)):
        document["cube"] = action.value
    elif isinstance(action, Resign):
        document["points"] = action.points
    return document


def _judgement(decision: CheckerDecision) -> Document:
    judged = decision.played is not None
    return {
        "dice": _dice(decision.play.dice),
        "played": played_text(decision.play),
        "best": str(decision.plays[0].move) if decision.plays else None,
        "error": decision.error,
        "luck": decision.luck,
        "rank": decision.played.rank if decision.played else None,
        "choices": decision.choices or None,
        "forced": decision.forced if judged else None,
        "mark": decision.mark.words or None,
        "skipped": decision.skipped,
        "alternatives": [play_document(play) for play in decision.plays],
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


def _totals(summary: PlayerSummary) -> Document:
    return {
        "name": summary.name,
        "seat": summary.seat,
        "plays": summary.plays,
        "unforced_plays": summary.unforced,
        "not_judged": summary.not_judged,
        "doubtful": summary.doubtful,
        "bad": summary.bad,
        "very_bad": summary.very_bad,
        "error_total": summary.error,
        "error_rate": summary.error_rate,
        "luck_total": summary.luck,
    }


def _problem(problem: Problem) -> Document:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "message": problem.message,
        "line": problem.line,
        "column": problem.column,
        "text": problem.text,
    }
