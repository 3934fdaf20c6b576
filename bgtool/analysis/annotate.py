"""Walking a record: every checker play judged, every cube action listed, nothing guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bgtool.analysis.decisions import Question, Ranking, rank_all
from bgtool.analysis.luck import Roll, luck_of
from bgtool.analysis.records import (
    GNU_BACKGAMMON,
    AnnotatedGame,
    AnnotatedMatch,
    Annotation,
    CheckerDecision,
    CubeAction,
    Settings,
    Thresholds,
)
from bgtool.core.position import Position
from bgtool.core.record import Game, Legality, Match, Play, SetPosition
from bgtool.core.replay import Turn, replay_game
from bgtool.core.rules import apply_move
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.search import STATIC, Depth
from bgtool.errors import InputError

ALTERNATIVES = 5
"""Ranked plays kept for each decision, beside the one played."""

_LOST = "the position is not known after an unreadable play"
_ILLEGAL = "illegal play"
_UNKNOWN = "the play is not recorded"


def annotate(
    match: Match,
    evaluator: Evaluator,
    *,
    depth: Depth = STATIC,
    alternatives: int = ALTERNATIVES,
    thresholds: Thresholds = GNU_BACKGAMMON,
    jobs: int | None = None,
) -> AnnotatedMatch:
    """The match with every checker play judged at ``depth`` and the luck of every roll; cube actions are listed.

    ``alternatives`` is how many of the best plays are kept beside the one played. All decisions of the match are
    evaluated together, equal ones once; the play made is always judged as deep as the best one. A play that is illegal
    or not recorded is marked with the reason and not judged; after an unreadable play nothing more of that game is
    judged, since its positions would be guesses.
    """
    settings = Settings(evaluator.name, evaluator.digest, depth.plies, depth.moves.name, thresholds=thresholds)
    walked = [_walk(match, game) for game in match.games]
    limit = match.variant.max_points
    turns = [turn for game in walked for turn in game.turns if turn.known and isinstance(turn.turn.action, Play)]
    questions = list(dict.fromkeys(_question(turn) for turn in turns))
    made = [after for turn in turns if (after := _made(turn)) is not None] if depth.plies else []
    rankings = dict(zip(questions, rank_all(questions, evaluator, limit, depth, made, jobs), strict=True))
    rolls = [_roll(turn) for turn in turns]
    lucks = dict(zip(rolls, luck_of(rolls, evaluator, limit), strict=True))

    def annotated(turn: _Turn) -> Annotation:
        if not isinstance(turn.turn.action, Play):
            return _listed(turn)
        if not turn.known:
            return replace(_bare(turn), skipped=_LOST)
        return _judged(_bare(turn), rankings[_question(turn)], lucks[_roll(turn)], settings, alternatives)

    games = tuple(AnnotatedGame(game.game, tuple(map(annotated, game.turns)), game.broken) for game in walked)
    return AnnotatedMatch(match, settings, games)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of the record, its number in the game from 1, whether the position before it is known, and whether
    each player threw one die for it."""

    turn: Turn
    number: int
    known: bool
    opening: bool


@dataclass(frozen=True, slots=True)
class _Walk:
    game: Game
    turns: Sequence[_Turn]
    broken: str | None


def _walk(match: Match, game: Game) -> _Walk:
    turns: list[_Turn] = []
    known = True
    try:
        for turn in replay_game(match, game):
            action = turn.action
            known = known or isinstance(action, SetPosition)
            turns.append(_Turn(turn, turn.index + 1, known, turn.opening and _one_die_each(match, turn)))
            if isinstance(action, Play) and action.legality is not Legality.LEGAL and action.after is None:
                known = False
    except InputError as error:
        return _Walk(game, turns, str(error))
    return _Walk(game, turns, None)


def _one_die_each(match: Match, turn: Turn) -> bool:
    """Whether the first roll of a game was one die each; in Portes the winner of that throws both dice again."""
    state = turn.state
    usual = state.position == match.variant.start and not match.variant.winner_rolls_again
    return usual and state.dice is not None and not state.dice.is_doublet


def _question(turn: _Turn) -> Question:
    state = turn.turn.state
    assert state.dice is not None
    return state.position, state.dice


def _made(turn: _Turn) -> Position | None:
    """The position that a legal play led to, the mover first."""
    play = turn.turn.action
    assert isinstance(play, Play)
    if play.legality is not Legality.LEGAL or play.move is None:
        return None
    return apply_move(turn.turn.state.position, play.move)


def _roll(turn: _Turn) -> Roll:
    return Roll(*_question(turn), turn.opening)


def _listed(turn: _Turn) -> CubeAction:
    action = turn.turn.action
    seat = action.on_roll if isinstance(action, SetPosition) else action.seat
    return CubeAction(turn.number, seat, turn.turn.state, action)


def _bare(turn: _Turn) -> CheckerDecision:
    play, state = turn.turn.action, turn.turn.state
    assert isinstance(play, Play)
    return CheckerDecision(turn.number, state.on_roll, state, play)


def _judged(
    decision: CheckerDecision, ranking: Ranking, luck: float, settings: Settings, alternatives: int
) -> CheckerDecision:
    play = decision.play
    best = range(min(max(1, alternatives), len(ranking)))
    if play.legality is Legality.LEGAL and play.move is not None:
        place = ranking.place_of(apply_move(decision.state.position, play.move))
        shown = ranking.plays([*best, *([] if place in best else [place])])
        played = shown[min(place, len(shown) - 1)]
        mark = settings.thresholds.mark(played.error)
        return replace(decision, choices=len(ranking), plays=shown, played=played, luck=luck, mark=mark)
    skipped = _ILLEGAL if play.legality is Legality.ILLEGAL else _UNKNOWN
    return replace(decision, choices=len(ranking), plays=ranking.plays(best), luck=luck, skipped=skipped)
