"""Whole games inside one compiled loop: the dice, the plays, the evaluation and the choice.

A trial's dice depend on the seed and the trial's number alone, and every candidate position gets the same dice. What a
trial gives is turned into integers (units of ``1 / SCALE``) at once: integer sums are the same in any order, so any
number of threads, any grouping and any later continuation give results that are equal to the last bit.

*Stratified dice.* The first two rolls are not drawn but dealt, as in GNU Backgammon's quasi-random rollouts: of 36
trials in a row each has another first roll and another second roll, and 36 such groups hold every pair of rolls once.
Which roll comes when is shuffled anew for every 1296 trials, so each single trial is still a fair one.

*Variance reduction.* The luck of a roll is the judgement after the best play for it, minus the mean of that over all
36 rolls. Its mean is 0 whatever the evaluator thinks, so taking the luck of all rolls off the result leaves the mean
alone and removes most of the spread (Douglas Zare, "Hedging toward skill", GammOnLine 2000).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bgtool.kernels.evaluate import chances_with, new_memory, prices_of, swap_viewpoint
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.kernels.reply import best_of
from bgtool.kernels.rng import WORDS, below, seed_state
from bgtool.kernels.rows import rear
from bgtool.kernels.search import Scratch, new_scratch
from bgtool.kernels.sieve import SieveRoom, new_sieve_room, sift
from bgtool.layout import LOSE_BACKGAMMON, LOSE_GAMMON, OUTCOMES, ROW, WIN, WIN_BACKGAMMON, WIN_GAMMON

MOST = 4
"""Plays that pass the sieve at most (more only where scores are equal)."""

MARGIN = 0.1
"""Points by which a play may look worse to the sieve than the best, and still be evaluated."""

LUCK_MOST = 2
"""Plays of each roll that are evaluated to measure luck; the sieve's choice, right or wrong, has no mean to spoil."""

SCALE = 1 << 20
"""One point, or the chance 1, in the integers that trials are turned into."""

EQUITY = OUTCOMES
NUMBERS = OUTCOMES + 1
"""Numbers of a result: the five chances, then the equity at index ``EQUITY``."""

RAW, REDUCED = 0, 1
"""A trial gives two results: as played, and with the luck of the rolls taken off."""

FACES = 36
NO_DOUBLETS = 30
_SHUFFLES = 1 << 62  # generator streams above every trial number


class RolloutRules(NamedTuple):
    """How the games of a rollout are played; whole numbers only."""

    seed: int
    limit: int
    """The most points that a game counts: 2 in Portes, else 3."""
    opponent_rolls: int
    """1 when the candidates are positions after a play, so that the opponent rolls first."""
    initial: int
    """1 when the first roll is an opening roll, which is never a doublet."""
    truncate: int
    """Rolls after which a game is judged instead of played on; -1 = never."""
    reduce_variance: int
    stratify: int
    prune: int
    """1 when only the plays that pass the sieve are evaluated, 0 when all are."""


class _Room(NamedTuple):
    scratch: Scratch
    sieve: SieveRoom
    memory: Any  # of the evaluator
    rows: np.ndarray  # int8 (2, 26): row 0 is the player whose decision it is
    state: np.ndarray  # uint64 (4,)
    dealt: np.ndarray  # int64 (2, 36): shuffled first and second rolls
    judged: np.ndarray  # float32 (5,)
    mean: np.ndarray  # float64 (5,)
    luck: np.ndarray  # float64 (5,)


@kernel
def roll_out(brain, sieve, rules, boards, first, results, classes, stop):
    """Play ``len(results)`` trials from number *first* of every candidate; the number of trials that were finished.

    *boards* is int8 (k, 2, 26), row 0 the player whose decision it is. *results*, int64 (n, k, 2, NUMBERS), takes
    what each trial gave that player (``RAW`` and ``REDUCED``) in units of ``1 / SCALE``; *classes*, int8 (n, 2), the
    first and the second roll, 0 to 35. Stops early when ``stop[0]`` becomes true.
    """
    room = _Room(
        new_scratch(),
        new_sieve_room(MAX_PLAYS),
        new_memory(brain),
        np.empty((2, ROW), np.int8),
        np.empty(WORDS, np.uint64),
        np.empty((2, FACES), np.int64),
        np.empty(OUTCOMES, np.float32),
        np.empty(OUTCOMES, np.float64),
        np.empty(OUTCOMES, np.float64),
    )
    firsts = NO_DOUBLETS if rules.initial else FACES
    shuffled = -1
    for trial in range(results.shape[0]):
        number = first + trial
        block, place = number // (firsts * FACES), number % (firsts * FACES)
        if block != shuffled:
            seed_state(rules.seed, _SHUFFLES + block, room.state)
            _shuffle(room.state, room.dealt[0, :firsts], rules.initial)
            _shuffle(room.state, room.dealt[1], False)
            shuffled = block
        for candidate in range(boards.shape[0]):
            if stop[0]:
                return trial
            seed_state(rules.seed, number, room.state)
            if rules.stratify:
                classes[trial, 0] = room.dealt[0, place % firsts]
                classes[trial, 1] = room.dealt[1, (place // firsts + place) % FACES]
            else:
                classes[trial, 0] = _draw(room.state, rules.initial)
                classes[trial, 1] = below(room.state, FACES)
            _play(brain, sieve, rules, boards[candidate], classes[trial], room, results[trial, candidate])
    return results.shape[0]


@kernel
def _shuffle(state, rolls, initial):
    """Fill *rolls* with every roll once, without doublets if *initial*, in random order."""
    n = 0
    for roll in range(FACES):
        if initial and roll // 6 == roll % 6:
            continue
        place = below(state, n + 1)
        rolls[n] = rolls[place]
        rolls[place] = roll
        n += 1


@kernel
def _draw(state, initial):
    """One of the 36 rolls, or of the 30 that are no doublets."""
    if not initial:
        return below(state, FACES)
    roll = below(state, NO_DOUBLETS)
    return roll + roll // 6 + 1  # doublets are the rolls 0, 7, 14, ...


@kernel
def _play(brain, sieve, rules, board, opening, room, result):
    """Play one game from *board* and write what it gave to *result*, int64 (2, NUMBERS)."""
    rows, judged = room.rows, room.judged
    _copy(board, rows)
    room.luck[:] = 0
    mover = rules.opponent_rolls
    turn = 0
    while turn != rules.truncate and rear(rows[0]) and rear(rows[1]):
        roll = opening[turn] if turn < 2 else below(room.state, FACES)
        if rules.reduce_variance:
            _weigh(brain, sieve, rules, mover, roll, rules.initial and turn == 0, room)
        n = _possible(sieve, rules, mover, roll, MOST, room)
        best = best_of(brain, room.scratch, room.memory, n, prices_of(rules.limit)) if n > 1 else 0
        chosen = room.scratch.boards[best]
        for i in range(ROW):
            rows[mover, i] = chosen[0, i]
            rows[1 - mover, i] = chosen[1, i]
        mover = 1 - mover
        turn += 1
    chances_with(brain, room.memory, rows[mover], rows[1 - mover], judged)
    if mover:
        swap_viewpoint(judged)
    if rules.limit < 3:
        _forget_backgammons(room)
    for k in range(OUTCOMES):
        result[RAW, k] = round(judged[k] * SCALE)
        result[REDUCED, k] = round((judged[k] - room.luck[k]) * SCALE)
    for kind in range(2):
        result[kind, EQUITY] = _equity(result[kind], rules.limit)


@kernel
def _possible(sieve, rules, mover, roll, most, room):
    """Put the plays of a roll into ``room.scratch.boards``, those that the sieve lets pass; their number."""
    mine, theirs, boards = room.rows[mover], room.rows[1 - mover], room.scratch.boards
    n = plays(mine, theirs, roll // 6 + 1, roll % 6 + 1, boards)
    if rules.prune:
        return sift(sieve, room.sieve, mine, theirs, boards, n, most, MARGIN)
    return n


@kernel
def _weigh(brain, sieve, rules, mover, roll, no_doublets, room):
    """Add the luck of *roll* to ``room.luck``."""
    judged, mean = room.judged, room.mean
    mean[:] = 0
    for high in range(6):
        for low in range(high + 1):
            if no_doublets and high == low:
                continue
            n = _possible(sieve, rules, mover, 6 * high + low, LUCK_MOST, room)
            best = best_of(brain, room.scratch, room.memory, n, prices_of(rules.limit))
            for k in range(OUTCOMES):
                judged[k] = room.scratch.chances[best, k]
            if mover:
                swap_viewpoint(judged)
            weight = (1 if high == low else 2) / (NO_DOUBLETS if no_doublets else FACES)
            for k in range(OUTCOMES):
                mean[k] += weight * judged[k]
            if roll == 6 * high + low or roll == 6 * low + high:
                for k in range(OUTCOMES):
                    room.luck[k] += judged[k]
    for k in range(OUTCOMES):
        room.luck[k] -= mean[k]


@kernel
def _forget_backgammons(room):
    """Where a backgammon counts no more than a gammon there is no such thing."""
    for k in (WIN_BACKGAMMON, LOSE_BACKGAMMON):
        room.judged[k] = 0
        room.luck[k] = 0


@kernel
def _equity(result, limit):
    """The equity of five chances in whole units, exactly."""
    equity = 2 * result[WIN] - SCALE
    if limit >= 2:
        equity += result[WIN_GAMMON] - result[LOSE_GAMMON]
    if limit >= 3:
        equity += result[WIN_BACKGAMMON] - result[LOSE_BACKGAMMON]
    return equity


@kernel
def _copy(board, rows):
    for side in range(2):
        for i in range(ROW):
            rows[side, i] = board[side, i]


@kernel
def add_up(results, classes, sums, squares, products, by_roll, counts):
    """Add the trials of ``roll_out`` to running sums, all int64.

    *sums* and *squares* (k, 2, NUMBERS): of every number and its square; *products* (2, k, k): of the equities of two
    candidates in the same trial; *by_roll* (2, 36, k, 2, NUMBERS): *sums* by first and by second roll; *counts*
    (2, 36): trials with that roll. A square is below 2**46, so 2**17 trials are safe before sums must be emptied.
    """
    candidates = results.shape[1]
    for trial in range(results.shape[0]):
        for turn in range(2):
            counts[turn, classes[trial, turn]] += 1
        for k in range(candidates):
            for kind in range(2):
                for i in range(NUMBERS):
                    value = results[trial, k, kind, i]
                    sums[k, kind, i] += value
                    squares[k, kind, i] += value * value
                    for turn in range(2):
                        by_roll[turn, classes[trial, turn], k, kind, i] += value
                mine = results[trial, k, kind, EQUITY]
                for other in range(candidates):
                    products[kind, k, other] += mine * results[trial, other, kind, EQUITY]
