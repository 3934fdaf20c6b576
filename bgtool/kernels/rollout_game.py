"""One game of a rollout inside compiled code: the cube, the dice, the plays, the luck and the result.

*Variance reduction.* The luck of a roll is the judgement after the best play for it, minus the mean of that over all
36 rolls. Its mean is 0 whatever the evaluator thinks, so taking the luck of all rolls off the result leaves the mean
alone and removes most of the spread (Douglas Zare, "Hedging toward skill", GammOnLine 2000).

*The cube.* A cubeful game is played with its own cube: before each roll but an opening roll the player on roll
doubles where the model sees a gain, and the other drops where dropping is cheaper. A dropped game ends there; its
chances are those that the evaluator sees. A game that is not played to the end is judged with the cube.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bgtool.kernels.cube import OWNED
from bgtool.kernels.evaluate import chances_with, swap_viewpoint
from bgtool.kernels.exact_money import is_exact
from bgtool.kernels.jit import kernel
from bgtool.kernels.lookahead import BEST
from bgtool.kernels.lookahead import NUMBERS as CUBE_NUMBERS
from bgtool.kernels.movegen import plays
from bgtool.kernels.reply import ReplyRoom, new_reply_room
from bgtool.kernels.rng import WORDS, below
from bgtool.kernels.rollout_cube import (
    BEAVERED,
    DROPPED,
    HOLD,
    best_judged,
    cube_action,
    end_value,
    equity_for_row_0,
    side_owner,
)
from bgtool.kernels.rollout_deep import look_at_end, look_at_plays, room_for
from bgtool.kernels.rows import rear
from bgtool.kernels.sieve import sift
from bgtool.layout import LOSE_BACKGAMMON, LOSE_GAMMON, OUTCOMES, ROW, WIN, WIN_BACKGAMMON, WIN_GAMMON

MOST = 8
"""Plays that pass the sieve at most (more only where scores are equal)."""

MARGIN = 0.2
"""Points by which a play may look worse to the sieve than the best, and still be evaluated."""

LUCK_MOST = 2
"""Plays of each roll that are evaluated to measure luck; the sieve's choice, right or wrong, has no mean to spoil.
With 1 the variance of a game is 1.8 times as great, with 3 and 4 a tenth less; time for a given error is least at 2."""

SCALE = 1 << 20
"""The chance 1, or one point of cubeless equity, in the integers that trials are turned into."""

CUBE_SCALE = 1 << 16
"""The first cube's value in the integers of cubeful equities, which may be as great as a cube turned many times."""

EQUITY = OUTCOMES
CUBEFUL = OUTCOMES + 1
NUMBERS = OUTCOMES + 2
"""Numbers of a result: the five chances; the cubeless equity for money; the cubeful one, 0 in a cubeless rollout."""

SCALES = (SCALE,) * (OUTCOMES + 1) + (CUBE_SCALE,)

RAW, REDUCED = 0, 1
"""A trial gives two results: as played, and with the luck of the rolls taken off."""

THEY_DROPPED, WE_DROPPED, JUDGED = 6, 7, 8
ENDINGS = 9
"""How a game ended: 0 to 2 won single, gammon, backgammon; 3 to 5 lost so; a double dropped; judged, not played out."""

FACES = 36
NO_DOUBLETS = 30


class GameRoom(NamedTuple):
    """Memory for one thread."""

    reply: ReplyRoom
    deep: Any
    """:class:`~bgtool.kernels.rollout_deep.DeepRoom`, or None for 0-ply."""
    rows: np.ndarray
    """int8 (2, 26): row 0 is the player whose decision it is."""
    state: np.ndarray
    """uint64 (4,)"""
    cube: np.ndarray
    """int64 (2,): level and owner as the player of row 0 sees him."""
    judged: np.ndarray
    """float32 (5,): chances of the player on roll."""
    after: np.ndarray
    """float64 (NUMBERS,): what a roll leads to, for the player of row 0."""
    mean: np.ndarray
    luck: np.ndarray
    numbers: np.ndarray
    """float64 (4,): those of a cube decision, as ``look_ahead`` writes them."""
    dealt: np.ndarray
    """int64 (2, FACES): shuffled first and second rolls."""
    stop: np.ndarray
    """bool (1,): whether no more games are wanted; others set it."""


@kernel
def new_game_room(brain, rules, stop):
    """Room for one thread's games with this brain."""
    return GameRoom(
        new_reply_room(brain),
        room_for(rules.deep, brain),
        np.empty((2, ROW), np.int8),
        np.empty(WORDS, np.uint64),
        np.empty(2, np.int64),
        np.empty(OUTCOMES, np.float32),
        np.zeros(NUMBERS, np.float64),
        np.empty(NUMBERS, np.float64),
        np.empty(NUMBERS, np.float64),
        np.zeros(CUBE_NUMBERS, np.float64),
        np.empty((2, FACES), np.int64),
        stop,
    )


@kernel(inline="always")
def play_game(brain, sieve, rules, stakes, start, opening, room, result):
    """Play one game, write what it gave to *result*, int64 (2, NUMBERS), and answer how it ended.

    *start* is the board and its :class:`Cube` as three numbers, *opening* the first two rolls, 0 to 35.
    """
    rows, judged, cube = room.rows, room.judged, room.cube
    board, first_cube = start
    for side in range(2):
        for i in range(ROW):
            rows[side, i] = board[side, i]
    cube[0], cube[1] = first_cube[0], first_cube[1]
    settled = bool(first_cube[2]) or bool(rules.initial)
    room.luck[:] = 0
    mover = rules.opponent_rolls
    chances_with(brain, room.reply.memory, rows[mover], rows[1 - mover], judged)
    exact_ends = rules.truncate > 0 and (not rules.cubeful or stakes.contexts[0].endless)
    turn = 0
    action = HOLD
    while turn != rules.truncate and rear(rows[0]) and rear(rows[1]):
        if exact_ends and is_exact(stakes.tables, rows[0], rows[1]):
            break
        if rules.cubeful and not settled:
            action = cube_action(brain, sieve, rules, stakes, mover, room)
            if action == DROPPED:
                break
            if action != HOLD:
                cube[0] += 2 if action == BEAVERED else 1
                cube[1] = OWNED if mover else -OWNED
        settled = False
        roll = opening[turn] if turn < 2 else below(room.state, FACES)
        if rules.reduce_variance:
            _weigh(brain, sieve, rules, stakes, mover, roll, rules.initial and turn == 0, room)
        best = _best_play(brain, sieve, rules, stakes, mover, roll, np.int64(MOST), room)
        scratch = room.reply.scratch
        for i in range(ROW):
            rows[mover, i] = scratch.boards[best, 0, i]
            rows[1 - mover, i] = scratch.boards[best, 1, i]
        if rules.cubeful:
            for k in range(OUTCOMES):
                judged[k] = scratch.chances[best, k]
            swap_viewpoint(judged)
        mover = 1 - mover
        turn += 1
    return _end(brain, sieve, rules, stakes, mover, action == DROPPED, not settled, room, result)


@kernel(inline="always")
def _best_play(brain, sieve, rules, stakes, mover, roll, most, room):
    """Index in ``room.reply.scratch`` of the play that *mover* makes."""
    n = _possible(sieve, rules, mover, roll, most, room)
    if n == 1 and not rules.cubeful:
        return 0  # nobody asks what it is worth
    best = best_judged(brain, rules, stakes, mover, room.cube, n, room.reply)
    here = stakes, 1 - mover, room.cube[0], side_owner(room.cube[1], 1 - mover)
    return look_at_plays(rules.deep, brain, sieve, rules.cubeful, here, (n, best), room.reply.scratch, room.deep)


@kernel(_nrt=False)
def _possible(sieve, rules, mover, roll, most, room):
    """Put the plays of a roll into ``room.reply.scratch``, those that the sieve lets pass; their number.

    *most* is an int64: a plain constant would have a type of its own and be compiled for.
    """
    mine, theirs, boards = room.rows[mover], room.rows[1 - mover], room.reply.scratch.boards
    n = plays(mine, theirs, roll // 6 + 1, roll % 6 + 1, boards)
    if rules.prune:
        return sift(sieve, room.reply.sieve, mine, theirs, boards, n, most, MARGIN)
    return n


@kernel(inline="always")
def _weigh(brain, sieve, rules, stakes, mover, roll, no_doublets, room):
    """Add the luck of *roll* to ``room.luck``."""
    after, mean, scratch = room.after, room.mean, room.reply.scratch
    mean[:] = 0
    for high in range(6):
        for low in range(high + 1):
            if no_doublets and high == low:
                continue
            n = _possible(sieve, rules, mover, 6 * high + low, np.int64(LUCK_MOST), room)
            best = best_judged(brain, rules, stakes, mover, room.cube, n, room.reply)
            if rules.cubeful:
                after[CUBEFUL] = equity_for_row_0(stakes, scratch.equities[best], mover)
            judged = scratch.chances[best]
            if mover:
                swap_viewpoint(judged)
            for k in range(OUTCOMES):
                after[k] = judged[k]
            weight = (1 if high == low else 2) / (NO_DOUBLETS if no_doublets else FACES)
            came = roll == 6 * high + low or roll == 6 * low + high
            for k in range(NUMBERS):
                mean[k] += weight * after[k]
                if came:
                    room.luck[k] += after[k]
    for k in range(NUMBERS):
        room.luck[k] -= mean[k]


@kernel(inline="always")
def _end(brain, sieve, rules, stakes, mover, dropped, may_turn, room, result):
    """Write what the game gave, at the position where it ended, and answer how it ended."""
    rows, judged, luck = room.rows, room.judged, room.luck
    over = rear(rows[0]) == 0 or rear(rows[1]) == 0
    chances_with(brain, room.reply.memory, rows[mover], rows[1 - mover], judged)
    value = 0.0
    if dropped:
        value = equity_for_row_0(stakes, stakes.contexts[mover].values[room.cube[0], 0], mover)
    else:
        if rules.cubeful:
            room.numbers[BEST] = end_value(stakes, mover, may_turn, room)
        here = stakes, mover, room.cube[0], side_owner(room.cube[1], mover)
        look_at_end(rules.deep, brain, sieve, here, (rows[mover], rows[1 - mover]), room.deep, judged, room.numbers)
        if rules.cubeful:
            value = equity_for_row_0(stakes, room.numbers[BEST], mover)
    if mover:
        swap_viewpoint(judged)
    if rules.limit < 3:  # where a backgammon counts no more than a gammon there is no such thing
        for k in (WIN_BACKGAMMON, LOSE_BACKGAMMON):
            judged[k] = 0
            luck[k] = 0
    for k in range(OUTCOMES):
        result[RAW, k] = round(judged[k] * SCALE)
        result[REDUCED, k] = round((judged[k] - luck[k]) * SCALE)
    for kind in range(2):
        result[kind, EQUITY] = _equity(result[kind], rules.limit)
    result[RAW, CUBEFUL] = round(value * CUBE_SCALE)
    result[REDUCED, CUBEFUL] = round((value - luck[CUBEFUL]) * CUBE_SCALE)
    if dropped:
        return THEY_DROPPED if mover == 0 else WE_DROPPED
    return _how_it_ended(judged) if over else JUDGED


@kernel(_nrt=False)
def _equity(result, limit):
    """The cubeless equity of five chances in whole units, exactly."""
    equity = 2 * result[WIN] - SCALE
    if limit >= 2:
        equity += result[WIN_GAMMON] - result[LOSE_GAMMON]
    if limit >= 3:
        equity += result[WIN_BACKGAMMON] - result[LOSE_BACKGAMMON]
    return equity


@kernel(_nrt=False)
def _how_it_ended(judged):
    """The kind of a finished game, 0 to 5, from its chances, which are 0 or 1."""
    if judged[WIN] > 0.5:
        return int(judged[WIN_GAMMON] > 0.5) + int(judged[WIN_BACKGAMMON] > 0.5)
    return 3 + int(judged[LOSE_GAMMON] > 0.5) + int(judged[LOSE_BACKGAMMON] > 0.5)
