"""A recorded match judged: every play, cube decision and resignation, nothing guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bgtool.analysis.cube import CubeDecision, decide_cubes
from bgtool.analysis.decisions import Ranking, rank_all
from bgtool.analysis.luck import Luck, Roll, luck_of
from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    Annotation,
    CheckerDecision,
    CubeAction,
    CubeChoice,
    CubeJudgement,
)
from bgtool.analysis.roll_out import RollOut, Told
from bgtool.analysis.settings import CUBEFUL, CUBELESS, GNU_BACKGAMMON, Settings, Thresholds
from bgtool.analysis.verdicts import judged_cube, judged_resignation, resigned_equity, unclear, why_not_judged
from bgtool.analysis.walk import Asked, walk
from bgtool.core.met import LONGEST, MatchEquityTable
from bgtool.core.position import Position
from bgtool.core.record import (
    Game,
    Legality,
    Match,
    Play,
    Resign,
    SetPosition,
)
from bgtool.core.state import MatchState, Offer
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.met import met_named
from bgtool.engine.rollout_records import RolloutSettings
from bgtool.engine.search import STATIC, Depth

ALTERNATIVES = 5
"""Ranked plays kept for each decision, beside the one played."""

_ILLEGAL = "illegal play"
_UNKNOWN = "the play is not recorded"


def annotate(
    match: Match,
    evaluator: Evaluator,
    *,
    depth: Depth = STATIC,
    met: MatchEquityTable | None = None,
    cubeless: bool = False,
    alternatives: int = ALTERNATIVES,
    thresholds: Thresholds = GNU_BACKGAMMON,
    convention: str = "gnubg",
    rollout: RolloutSettings | None = None,
    jobs: int | None = None,
    told: Told | None = None,
) -> AnnotatedMatch:
    """The match with every play, cube decision and resignation judged at ``depth``, and the luck of every roll.

    Plays are measured by cubeful equity at the score (``met`` by seat, default Kazaross-XG2), or in cubeless points
    where ``cubeless`` says so; the cube always by what it is worth. ``alternatives`` is how many of the best plays are
    kept beside the one played. All decisions of the match are evaluated together, equal ones once; the play made is
    always judged as deep as the best one. Cube decisions are judged at 0-ply first, and at ``depth.plies`` where
    something was done or doubling comes near (:func:`~bgtool.analysis.verdicts.unclear`). What is illegal or not
    recorded is marked with the reason and not judged; after an unreadable play nothing more of that game is judged,
    since its positions would be guesses.

    With ``rollout`` settings, plays and cube decisions that are still unclear are rolled out
    (:mod:`~bgtool.analysis.roll_out`), and ``told`` hears how many of them are done. ``jobs`` is the number of threads
    (None = all cores) and never changes a number.
    """
    table = met_named() if met is None else met
    settings = Settings(
        evaluator.name,
        evaluator.digest,
        depth.plies,
        depth.moves.name,
        equity=CUBELESS if cubeless or not match.variant.has_cube else CUBEFUL,
        thresholds=thresholds,
        met=table.name if match.length and match.variant.has_cube else None,
        convention=convention,
        rollout=rollout,
    )
    walked = [walk(match, game) for game in match.games]
    turns = [turn for game in walked for turn in game.turns if not turn.skipped]
    rolls = [turn.roll for turn in turns if turn.roll]
    made = _made(turns)
    wanted = [after for plays in made.values() for after in plays] if depth.plies else []
    states = list(dict.fromkeys(state for turn in turns if (state := turn.rolled)))
    ranked = rank_all(states, evaluator, depth, met=table, cubeless=cubeless, wanted=wanted, jobs=jobs)
    rankings = dict(zip(states, ranked, strict=True))
    done = _done(turns)
    decisions = _decided(done, evaluator, table, depth, jobs)
    if rollout is not None:
        roll_out = RollOut(evaluator, table, rollout, settings.equity == CUBEFUL, jobs, told)
        rankings, decisions = roll_out.refined(rankings, made, decisions, done)
    answers = _Answers(
        settings,
        table,
        alternatives,
        rankings,
        dict(zip(rolls, luck_of(rolls, evaluator, table, cubeless=cubeless, jobs=jobs), strict=True)),
        decisions,
    )
    games = tuple(
        AnnotatedGame(
            walk.game, tuple(map(answers.of, walk.turns)), walk.broken, *game_chances(match, walk.game, table)
        )
        for walk in walked
    )
    return AnnotatedMatch(match, settings, games)


def game_chances(match: Match, game: Game, met: MatchEquityTable) -> tuple[float | None, float | None]:
    """The match winning chances of seat 0 before and after a game, each None where it cannot be told."""
    mine, theirs = (match.length - points for points in game.score)
    if not match.length or not match.variant.has_cube or min(mine, theirs) < 1 or max(mine, theirs) > LONGEST:
        return None, None
    played = not game.crawford and match.length > 1 and 1 in (mine, theirs)
    before = met.mwc(mine, theirs, post_crawford=played)
    if game.winner is None or game.points is None:
        return before, None
    won = -game.points if game.winner else game.points
    return before, met.after(mine, theirs, won, post_crawford=played or game.crawford)


def _made(turns: Iterable[Asked]) -> dict[MatchState, list[Position]]:
    """The positions that legal plays led to, the mover first, by the moments with their rolls."""
    made: dict[MatchState, list[Position]] = {}
    for turn in turns:
        after = turn.made
        if after is not None and turn.rolled is not None:
            made.setdefault(turn.rolled, []).append(after)
    return made


def _done(turns: Iterable[Asked]) -> dict[MatchState, list[CubeChoice]]:
    """What was done about the cube at every moment asked for, by both sides; nothing where a resignation alone asks."""
    done: dict[MatchState, list[CubeChoice]] = {}
    for turn in turns:
        if turn.cube is not None:
            choices = done.setdefault(turn.cube, [])
            if turn.done is not None and turn.done not in choices:
                choices.append(turn.done)
    return done


def _decided(
    done: Mapping[MatchState, Sequence[CubeChoice]],
    evaluator: Evaluator,
    met: MatchEquityTable,
    depth: Depth,
    jobs: int | None,
) -> dict[MatchState, CubeDecision]:
    """The cube decision of every moment asked for: at 0-ply, and deeper where something was done or it is close."""
    states = list(done)
    found = dict(zip(states, decide_cubes(states, evaluator, met, jobs=jobs), strict=True))
    if depth.plies:
        deeper = [state for state in states if _deserves(found[state], done[state])]
        found |= zip(deeper, decide_cubes(deeper, evaluator, met, depth=depth, jobs=jobs), strict=True)
    return found


def _deserves(decision: CubeDecision, done: Sequence[CubeChoice]) -> bool:
    return not done or any(unclear(decision, choice) for choice in done)


@dataclass(frozen=True, slots=True)
class _Answers:
    """What was found out about all moments of a match, from which each turn takes its own."""

    settings: Settings
    met: MatchEquityTable
    alternatives: int
    rankings: dict[MatchState, Ranking]
    lucks: dict[Roll, Luck]
    decisions: dict[MatchState, CubeDecision]

    def of(self, turn: Asked) -> Annotation:
        """The annotation of a turn."""
        action, state = turn.turn.action, turn.turn.state
        if isinstance(action, Play):
            bare = CheckerDecision(turn.number, state.on_roll, state, action, skipped=turn.skipped)
            return bare if turn.skipped else self._play(turn, bare)
        seat = action.on_roll if isinstance(action, SetPosition) else action.seat
        listed = CubeAction(turn.number, seat, state, action, skipped=turn.skipped)
        if turn.skipped or seat is None:
            return listed
        if isinstance(action, Resign):
            return self._resignation(turn, action, listed)
        if turn.cube is None or turn.done is None:
            return listed
        reason = why_not_judged(self.decisions[turn.cube], turn.done)
        return replace(listed, skipped=reason) if reason else replace(listed, cube=self._cube(turn, seat))

    def _cube(self, turn: Asked, seat: int) -> CubeJudgement | None:
        if turn.cube is None or turn.done is None:
            return None
        return judged_cube(turn.number, seat, turn.done, self.decisions[turn.cube], self.settings.thresholds)

    def _play(self, turn: Asked, bare: CheckerDecision) -> CheckerDecision:
        assert turn.rolled is not None
        assert turn.roll is not None
        play, ranking, luck = bare.play, self.rankings[turn.rolled], self.lucks[turn.roll]
        decision = replace(
            bare,
            choices=len(ranking),
            luck=luck.equity,
            luck_mwc=luck.mwc,
            spread=ranking.spread,
            cube=self._cube(turn, bare.seat),
        )
        best = range(min(max(1, self.alternatives), len(ranking)))
        after = turn.made
        if after is None:
            skipped = _ILLEGAL if play.legality is Legality.ILLEGAL else _UNKNOWN
            return replace(decision, plays=ranking.plays(best), skipped=skipped)
        place = ranking.place_of(after)
        shown = ranking.plays([*best, *([] if place in best else [place])])
        played = shown[min(place, len(shown) - 1)]
        return replace(decision, plays=shown, played=played, mark=self.settings.thresholds.mark(played.error))

    def _resignation(self, turn: Asked, action: Resign, listed: CubeAction) -> CubeAction:
        """The resignation beside what playing on was worth to the player who resigned."""
        if turn.rolled:
            ranking = self.rankings[turn.rolled]
            played_on, scale, plies = ranking.best_equity, ranking.scale, self.settings.plies
        else:
            assert turn.cube is not None
            decision = self.decisions[turn.cube]
            scale, plies = decision.scale, decision.plies
            if turn.turn.state.offer is Offer.DOUBLE:
                played_on = -(decision.double_pass if decision.doubled is None else decision.doubled)
            else:
                played_on = decision.best_equity if turn.cube.on_roll == action.seat else -decision.best_equity
        given = resigned_equity(listed.state, action, self.met, scale.match)
        verdict = judged_resignation(
            turn.number, action.seat, action.points, given, played_on, scale, plies, self.settings.thresholds
        )
        return replace(listed, resignation=verdict)
