"""Rollouts: a position, or the plays of a roll, played to the end many times on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bgtool.core.move import Move
from bgtool.core.position import Position
from bgtool.core.rules import apply_move, find_move, legal_moves
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD, VARIANTS
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import Evaluator, evaluator_named
from bgtool.engine.rollout_checkpoint import Checkpoint
from bgtool.engine.rollout_records import Candidate, Rollout, RolloutSettings
from bgtool.engine.rollout_run import RolloutRun, Watch
from bgtool.errors import SettingsError


def rollout(
    state: MatchState | Position,
    plays: Iterable[str | Move] = (),
    *,
    top: int | None = None,
    evaluator: Evaluator | str | None = None,
    jobs: int | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
    **settings: Any,
) -> Rollout:
    """The rolled out position, or its rolled out plays where the dice are known, best first.

    ``plays`` and ``top`` choose the candidates as in :func:`candidates_of`; ``settings`` are those of
    :class:`RolloutSettings`, such as ``trials=1296``, ``seed=1``. The result is the same to the last bit for any
    number of ``jobs`` (default: all cores). ``checkpoint`` is a file to continue from and to keep up to date.
    ``watch`` is called with the :class:`RolloutRun` as trials come in. Raises :class:`SettingsError`,
    :class:`IllegalPlayError`, :class:`NotationError`, :class:`PositionError`, and :class:`DataError` or OSError for
    the checkpoint.
    """
    state = as_state(state)
    judge = evaluator_named(evaluator) if evaluator is None or isinstance(evaluator, str) else evaluator
    candidates = candidates_of(state, plays, top=top, evaluator=judge)
    run = RolloutRun(state, candidates, RolloutSettings(**settings), judge, jobs)
    play(run, checkpoint, watch)
    return run.result()


def play(run: RolloutRun, checkpoint: str | Path | None = None, watch: Watch | None = None) -> None:
    """Run it, continuing from and keeping the checkpoint file if one is named, also when it is interrupted."""
    if checkpoint is None:
        run.run(watch)
        return
    file = Checkpoint(checkpoint, run)

    def watch_both(run: RolloutRun) -> None:
        file.watch(run)
        if watch is not None:
            watch(run)

    try:
        run.run(watch_both)
    finally:
        file.save()


def as_state(state: MatchState | Position) -> MatchState:
    """A position as a moment of a money session, in the variant that its number of checkers tells."""
    if isinstance(state, MatchState):
        return state
    variant = next((v for v in VARIANTS.values() if v.checkers == state.checkers), STANDARD)
    return MatchState(state, variant=variant)


def candidates_of(
    state: MatchState, plays: Iterable[str | Move] = (), *, top: int | None = None, evaluator: Evaluator
) -> tuple[Candidate, ...]:
    """What there is to roll out: the position itself, or where dice are known its plays.

    With ``plays`` those alone, with ``top`` the best so many by the evaluator, with both all of these; with neither
    every legal play. No play is listed twice. Raises :class:`SettingsError` when plays are asked for without dice,
    :class:`IllegalPlayError` or :class:`NotationError` for a play that cannot be made or read.
    """
    position, dice = state.position, state.dice
    plays = list(plays)
    if dice is None or position.is_over:
        if plays or top is not None:
            raise SettingsError("no roll is known, so there are no plays to choose from; give dice such as 31")
        return (Candidate(None, position),)
    chosen: list[Candidate] = []
    for play in plays:
        move = play if isinstance(play, Move) else find_move(position, dice, play)
        chosen.append(Candidate(move, apply_move(position, move)))
    if top is not None or not plays:
        chosen += _best(position, legal_moves(position, dice), top, evaluator, state.variant.max_points)
    return tuple({candidate.position: candidate for candidate in reversed(chosen)}.values())[::-1]


def _best(
    position: Position, moves: Sequence[tuple[Move, Position]], top: int | None, evaluator: Evaluator, limit: int
) -> list[Candidate]:
    """The plays with the greatest 0-ply equity, best first."""
    if top is not None and top < 1:
        raise SettingsError(f"top {top}: at least 1 play")
    chances = evaluator.evaluate(as_boards([after.swapped() for _, after in moves]))
    equities = [_loss_of(row, limit) for row in chances.tolist()]
    order = sorted(range(len(moves)), key=equities.__getitem__)[:top]
    return [Candidate(*moves[i]) for i in order]


def _loss_of(chances: Sequence[float], limit: int) -> float:
    win, gammon, backgammon, lose_gammon, lose_backgammon = chances
    return 2 * win - 1 + (limit >= 2) * (gammon - lose_gammon) + (limit >= 3) * (backgammon - lose_backgammon)
