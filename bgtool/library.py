"""Commands as library functions, from what a user has at hand (a path, an ID) to records.

They stand above the floors because they join several; the records come from :mod:`bgtool.analysis`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bgtool.analysis.annotate import ALTERNATIVES, annotate
from bgtool.analysis.cube import CubeDecision, decide_cube, judge_cube
from bgtool.analysis.decisions import RankedPlay, rank_roll
from bgtool.analysis.records import AnnotatedMatch
from bgtool.analysis.settings import CONVENTIONS, Thresholds
from bgtool.analysis.stats import WORST, PlayerStats, once_each, player_stats
from bgtool.core.dice import Dice
from bgtool.core.met import MatchEquityTable
from bgtool.core.move import Move
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.record import Match
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD, Variant
from bgtool.engine import evaluation
from bgtool.engine.evaluation import Evaluation
from bgtool.engine.evaluators import Evaluator, evaluator_named
from bgtool.engine.rollout import rollout as roll_out
from bgtool.engine.rollout_records import Rollout, RolloutSettings
from bgtool.engine.search import STATIC, Depth, analysis_depth, as_depth
from bgtool.errors import SettingsError
from bgtool.formats import read_matches
from bgtool.formats.ids import parse_state
from bgtool.report.stats_input import facts_in


def analyze(
    source: str | Path | Match,
    *,
    evaluator: str | Evaluator | None = None,
    depth: Depth | int | str | None = None,
    met: MatchEquityTable | None = None,
    cubeless: bool = False,
    alternatives: int = ALTERNATIVES,
    thresholds: Thresholds | None = None,
    convention: str = "gnubg",
    rollout: RolloutSettings | None = None,
    jobs: int | None = None,
) -> tuple[AnnotatedMatch, ...]:
    """Every match of a file (or the one match given) with its decisions judged; the twin of ``bgtool analyze``.

    ``evaluator`` is a name or an evaluator (default: the best there is), ``depth`` how deep it looks: plies, the name
    of a preset, or a :class:`~bgtool.engine.search.Depth` (default: the standard preset, for a network). Plays are
    judged by cubeful equity at the score with the match equity table ``met`` (by seat, default Kazaross-XG2), or in
    ``cubeless`` points. ``alternatives`` is how many of the best plays are kept for each decision, beside the one
    played. What stays unclear is rolled out with ``rollout`` settings, if any (those of the command are
    :data:`bgtool.analysis.roll_out.QUICK`). Marks are those of the ``convention`` (``gnubg`` or ``xg``) unless
    ``thresholds`` are given. :func:`bgtool.analysis.summary.summaries` adds up an analysis. Raises
    :class:`~bgtool.errors.ParseError` or :class:`OSError` for a file that cannot be read,
    :class:`~bgtool.errors.SettingsError` for what there is not.
    """
    if convention not in CONVENTIONS:
        raise SettingsError(f"convention {convention!r} is not known; choose one of {', '.join(CONVENTIONS)}")
    matches = (source,) if isinstance(source, Match) else read_matches(source)
    judge = _evaluator(evaluator)
    return tuple(
        annotate(
            match,
            judge,
            depth=analysis_depth(judge) if depth is None else as_depth(depth),
            met=met,
            cubeless=cubeless,
            alternatives=alternatives,
            thresholds=thresholds or CONVENTIONS[convention],
            convention=convention,
            rollout=rollout,
            jobs=jobs,
        )
        for match in matches
    )


def stats(
    *sources: str | Path,
    worst: int = WORST,
    evaluator: str | Evaluator | None = None,
    depth: Depth | int | str | None = None,
) -> tuple[PlayerStats, ...]:
    """Every player over all matches of these files, those of most matches first; the twin of ``bgtool stats``.

    A file holds matches as ``bgtool analyze --json`` wrote them, or recorded ones, which are analysed with
    ``evaluator`` at ``depth``. A match that is there twice is counted once; of each player the ``worst`` decisions
    are kept. Raises :class:`~bgtool.errors.ParseError` or :class:`OSError` for a file that cannot be read.
    """

    def annotated(match: Match) -> AnnotatedMatch:
        [analysis] = analyze(match, evaluator=evaluator, depth=depth, alternatives=1)
        return analysis

    matches, _ = once_each(facts for source in sources for facts in facts_in(source, annotated))
    return player_stats(matches, worst)


def hint(
    state: str | MatchState | Position,
    dice: str | Dice | None = None,
    *,
    evaluator: str | Evaluator | None = None,
    depth: Depth | int | str = STATIC,
    met: MatchEquityTable | None = None,
    cubeless: bool = False,
    variant: Variant = STANDARD,
) -> tuple[RankedPlay, ...]:
    """Every play of a roll, best first, for the player on roll; the twin of ``bgtool hint``.

    ``state`` is an ID in any notation, a state, or a bare position, of ``variant`` where it does not say. ``dice``
    (such as ``"31"``) replaces the roll of the state. ``depth`` is so many plies, the name of a preset, or a
    :class:`~bgtool.engine.search.Depth`. Plays are ranked by cubeful equity with the cube and the score
    of the state, ``met`` by seat (default Kazaross-XG2), or by ``cubeless`` equity. Raises
    :class:`~bgtool.errors.InputError` when there is no roll, the game is over, or a text cannot be read.
    """
    state = _state(state, variant)
    if dice is not None:
        state = replace(state, dice=Dice.parse(dice) if isinstance(dice, str) else dice, rolled=None)
    return rank_roll(state, _evaluator(evaluator), as_depth(depth), met=met, cubeless=cubeless).top()


def cube(
    state: str | MatchState | Position,
    *,
    outcomes: Outcomes | None = None,
    evaluator: str | Evaluator | None = None,
    depth: Depth | int | str = STATIC,
    met: MatchEquityTable | None = None,
    variant: Variant = STANDARD,
) -> CubeDecision:
    """The cube decision of the player on roll, before he rolls; the twin of ``bgtool hint`` without a roll.

    ``outcomes``, where given, are taken for the position's chances, and the cube is judged by them at 0-ply.
    ``depth`` is as in :func:`hint`, ``met`` by seat (default Kazaross-XG2). Raises
    :class:`~bgtool.errors.InputError` for a text that cannot be read and when the game or the match is over.
    """
    state = replace(_state(state, variant), dice=None, rolled=None)
    if outcomes is not None:
        return judge_cube(state, outcomes, met)
    return decide_cube(state, _evaluator(evaluator), met, depth=as_depth(depth))


def evaluate(
    state: str | MatchState | Position,
    *,
    evaluator: str | Evaluator | None = None,
    depth: Depth | int | str = STATIC,
    variant: Variant = STANDARD,
) -> Evaluation:
    """What a position is worth to the player on roll, whatever the roll; the twin of ``bgtool eval``.

    ``state`` is an ID in any notation, a state, or a bare position, of ``variant`` where it does not say;
    ``depth`` is as in :func:`hint`. Raises :class:`~bgtool.errors.InputError` for a text that cannot be read,
    :class:`~bgtool.errors.SettingsError` for an unknown evaluator or depth. For very many positions
    :func:`bgtool.engine.evaluation.evaluate_all` is one compiled call.
    """
    return evaluation.evaluate(_state(state, variant), evaluator, as_depth(depth))


def rollout(
    state: str | MatchState | Position,
    plays: Iterable[str | Move] = (),
    *,
    variant: Variant = STANDARD,
    **options: Any,
) -> Rollout:
    """The rolled out position, or its rolled out plays where the dice are known, best first; ``bgtool rollout``'s twin.

    ``state`` is an ID in any notation, a state, or a bare position, of ``variant`` where an ID does not say.
    :func:`bgtool.engine.rollout.rollout` says what ``plays`` and the ``options`` may be (``trials=1296``, ``top=3``,
    ``cubeful=False``, ``seed=1`` ...), and what it raises; :class:`~bgtool.errors.InputError` for a text that cannot be
    read.
    """
    return roll_out(parse_state(state, variant) if isinstance(state, str) else state, plays, **options)


def _state(state: str | MatchState | Position, variant: Variant) -> MatchState:
    if isinstance(state, str):
        return parse_state(state, variant)
    return MatchState(state, variant=variant) if isinstance(state, Position) else state


def _evaluator(evaluator: str | Evaluator | None) -> Evaluator:
    return evaluator_named(evaluator) if evaluator is None or isinstance(evaluator, str) else evaluator
