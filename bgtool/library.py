"""Commands as library functions, from what a user has at hand (a path, an ID) to records.

They stand above the floors because they join several; the records come from :mod:`bgtool.analysis`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bgtool.analysis.annotate import ALTERNATIVES, annotate
from bgtool.analysis.decisions import RankedPlay, rank_roll
from bgtool.analysis.records import AnnotatedMatch
from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.record import Match
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD, Variant
from bgtool.engine import evaluation
from bgtool.engine.evaluation import Evaluation
from bgtool.engine.evaluators import Evaluator, evaluator_named
from bgtool.engine.search import STATIC, Depth
from bgtool.formats import read_matches
from bgtool.formats.ids import parse_state


def analyze(
    source: str | Path | Match, *, evaluator: str | Evaluator | None = None, alternatives: int = ALTERNATIVES
) -> tuple[AnnotatedMatch, ...]:
    """Every match of a file (or the one match given) with its plays judged; the twin of ``bgtool analyze``.

    ``evaluator`` is a name or an evaluator (default: the best there is); ``alternatives`` is how many of the best
    plays are kept for each decision, beside the one played. :func:`bgtool.analysis.summary.summaries` adds up an
    analysis. Raises :class:`~bgtool.errors.ParseError` or :class:`OSError` for a file that cannot be read.
    """
    matches = (source,) if isinstance(source, Match) else read_matches(source)
    judge = _evaluator(evaluator)
    return tuple(annotate(match, judge, alternatives=alternatives) for match in matches)


def hint(
    state: str | MatchState | Position,
    dice: str | Dice | None = None,
    *,
    evaluator: str | Evaluator | None = None,
    variant: Variant = STANDARD,
) -> tuple[RankedPlay, ...]:
    """Every play of a roll, best first, for the player on roll; the twin of ``bgtool hint``.

    ``state`` is an ID in any notation, a state, or a bare position, of ``variant`` where it does not say. ``dice``
    (such as ``"31"``) replaces the roll of the state. Raises :class:`~bgtool.errors.InputError` when there is no
    roll, the game is over, or a text cannot be read.
    """
    state = _state(state, variant)
    if dice is not None:
        state = replace(state, dice=Dice.parse(dice) if isinstance(dice, str) else dice, rolled=None)
    return rank_roll(state, _evaluator(evaluator)).top()


def evaluate(
    state: str | MatchState | Position,
    *,
    evaluator: str | Evaluator | None = None,
    depth: Depth = STATIC,
    variant: Variant = STANDARD,
) -> Evaluation:
    """What a position is worth to the player on roll, whatever the roll; the twin of ``bgtool eval``.

    ``state`` is an ID in any notation, a state, or a bare position, of ``variant`` where it does not say. Raises
    :class:`~bgtool.errors.InputError` for a text that cannot be read, :class:`~bgtool.errors.SettingsError` for an
    unknown evaluator. For very many positions :func:`bgtool.engine.evaluation.evaluate_all` is one compiled call.
    """
    return evaluation.evaluate(_state(state, variant), evaluator, depth)


def _state(state: str | MatchState | Position, variant: Variant) -> MatchState:
    if isinstance(state, str):
        return parse_state(state, variant)
    return MatchState(state, variant=variant) if isinstance(state, Position) else state


def _evaluator(evaluator: str | Evaluator | None) -> Evaluator:
    return evaluator_named(evaluator) if evaluator is None or isinstance(evaluator, str) else evaluator
