"""Rollouts: a position, or the plays of a roll, played to the end many times on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bgtool.core.met import MatchEquityTable
from bgtool.core.move import Move
from bgtool.core.position import Position
from bgtool.core.rules import apply_move, find_move, legal_moves
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD, VARIANTS
from bgtool.engine.boards import as_boards
from bgtool.engine.candidates import ranked_candidates
from bgtool.engine.databases import NOTES
from bgtool.engine.evaluators import Evaluator, evaluator_named
from bgtool.engine.met import met_named
from bgtool.engine.rollout_checkpoint import Checkpoint
from bgtool.engine.rollout_records import DOUBLE_TAKE, NO_DOUBLE, Candidate, Rollout, RolloutSettings
from bgtool.engine.rollout_run import RolloutRun, Watch, settled
from bgtool.engine.stakes import terms_of
from bgtool.errors import SettingsError


def rollout(
    state: MatchState | Position,
    plays: Iterable[str | Move] = (),
    *,
    top: int | None = None,
    evaluator: Evaluator | str | None = None,
    met: MatchEquityTable | None = None,
    jobs: int | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
    **settings: Any,
) -> Rollout:
    """The rolled out position, or its rolled out plays where the dice are known, best first.

    Where they are not, and the player on roll may double, his cube decision is rolled out: not doubling, and doubling
    when it is taken. ``plays`` and ``top`` choose the candidates as in :func:`candidates_of`; ``settings`` are those
    of :class:`RolloutSettings`, such as ``trials=1296``, ``cubeful=False``. ``met`` is the match equity table as seat
    0 sees it. The result is the same to the last bit for any
    number of ``jobs`` (default: all cores). ``checkpoint`` is a file to continue from and to keep up to date.
    ``watch`` is called with the :class:`RolloutRun` as trials come in. Raises :class:`SettingsError`,
    :class:`IllegalPlayError`, :class:`NotationError`, :class:`PositionError`, and :class:`DataError` or OSError for
    the checkpoint.
    """
    state = as_state(state)
    judge = evaluator_named(evaluator) if evaluator is None or isinstance(evaluator, str) else evaluator
    wanted = settled(RolloutSettings(**settings), state)
    candidates = candidates_of(state, plays, top=top, evaluator=judge, cubeful=bool(wanted.cubeful), met=met)
    run = RolloutRun(state, candidates, wanted, judge, jobs, met)
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
    state: MatchState,
    plays: Iterable[str | Move] = (),
    *,
    top: int | None = None,
    evaluator: Evaluator,
    cubeful: bool = False,
    met: MatchEquityTable | None = None,
) -> tuple[Candidate, ...]:
    """What there is to roll out: the plays of a known roll, else the position, or the cube decision there.

    A play is a move, its notation, or its place in the ranking as text or number, 1 being the best at 0-ply. With
    ``plays`` those alone, with ``top`` the best so many, with both all of these; with neither every legal play. No
    play is listed twice, and a note tells of plays named twice. A ``cubeful`` rollout of a position whose player may
    double has two candidates, not doubling and doubling when it is taken; ``plays`` may ask for one of them
    (``no-double``, ``double-take``), or for the ``position`` whose player may double or not as in later turns. Raises
    :class:`SettingsError` when plays are asked for without dice, :class:`IllegalPlayError` or :class:`NotationError`
    for a play that cannot be made or read.
    """
    position, dice = state.position, state.dice
    plays = list(plays)
    if dice is None or position.is_over:
        if top is not None or any(play not in _ACTIONS for play in plays):
            if ending := position.ending(state.variant.max_points):
                raise SettingsError(f"the game is over: {ending}, so there are no plays to choose from")
            raise SettingsError("no roll is known, so there are no plays to choose from; give dice such as 31")
        return _cube_candidates(state, plays, cubeful)
    ranked: list[Candidate] = []
    if top is not None or not plays or any(_is_index(play) for play in plays):
        if top is not None and top < 1:
            raise SettingsError(f"top {top}: at least 1 play")
        ranked = _ranked(state, evaluator, cubeful, met)
    chosen: list[Candidate] = []
    for play in plays:
        if isinstance(play, Move) or not _is_index(play):
            move = play if isinstance(play, Move) else find_move(position, dice, play)
            chosen.append(Candidate(move, apply_move(position, move)))
        elif 1 <= int(play) <= len(ranked):
            chosen.append(ranked[int(play) - 1])
        else:
            raise SettingsError(f"play {play}: there are {len(ranked)} plays, 1 being the best at 0-ply")
    _note_repeated(plays, chosen)
    if top is not None or not plays:
        chosen += ranked[:top]
    return tuple({candidate.position: candidate for candidate in reversed(chosen)}.values())[::-1]


def _note_repeated(plays: Sequence[str | Move], candidates: Sequence[Candidate]) -> None:
    """Tell the user which of the plays he named are one and the same."""
    named: dict[Position, str | Move] = {}
    for play, candidate in zip(plays, candidates, strict=True):
        if candidate.position in named:
            NOTES.info("%s and %s are the same play, which is rolled out once", named[candidate.position], play)
        named.setdefault(candidate.position, play)


_ACTIONS = (NO_DOUBLE, DOUBLE_TAKE, "position")


def _is_index(play: str | Move | int) -> bool:
    return not isinstance(play, Move) and str(play).isdecimal()


def _cube_candidates(state: MatchState, asked: Sequence[str | Move], cubeful: bool) -> tuple[Candidate, ...]:
    """Both sides of the cube decision where there is one, else the position; of these what was asked for."""
    position = state.position
    decision = cubeful and state.view().may_double and not position.is_over
    named = [str(play) for play in dict.fromkeys(asked)]
    if not named:
        named = [NO_DOUBLE, DOUBLE_TAKE] if decision else ["position"]
    if "position" in named:
        if len(named) > 1:
            raise SettingsError("the position by itself has no other candidates beside it")
        return (Candidate(None, position),)
    if not decision:
        raise SettingsError(f"{named[0]}: the player on roll may not double here, or the rollout is cubeless")
    return tuple(Candidate(None, position, action) for action in named)


def _ranked(state: MatchState, evaluator: Evaluator, cubeful: bool, met: MatchEquityTable | None) -> list[Candidate]:
    """The plays of the roll, the best at 0-ply first."""
    assert state.dice is not None
    moves = legal_moves(state.position, state.dice)
    board = as_boards([state.position])
    dice = np.array([[state.dice.high, state.dice.low]], np.int8)
    terms = None
    if cubeful:
        table = met_named() if met is None else met
        terms = [terms_of(state.view(), table.seen_by(state.on_roll))]
    ranked = ranked_candidates(board, dice, evaluator, state.variant.max_points, terms=terms)
    place = {after.tobytes(): k for k, after in enumerate(ranked.boards)}
    order = sorted(moves, key=lambda move: place[as_boards([move[1]])[0].tobytes()])
    return [Candidate(*move) for move in order]
