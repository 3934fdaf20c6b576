"""What a duel asks of compiled code: dice, the best 0-ply plays of many rolls, and the luck of those rolls.

Games are played many at a time, one turn of each after another, so a loop takes the boards of all games in which the
same evaluator has the roll. Nothing depends on the neighbours in such a batch.
"""

from __future__ import annotations

from bgtool.kernels.evaluate import prices_of
from bgtool.kernels.jit import kernel
from bgtool.kernels.reply import best_reply, new_reply_room
from bgtool.kernels.rng import roll_dice, seed_state
from bgtool.layout import ROW

ALL = 0, 0.0
"""Plays judged for a roll that is played, as ``best_reply`` wants them told: all of them, without the sieve."""

LUCKY = 1, 0.0
"""The same to measure luck: one. The sieve's choice, right or wrong, has no mean to spoil."""


@kernel
def seed_games(seed, numbers, states):
    """Fill *states*, uint64 (n, 4), with the generators of the dice sequences of these *numbers*, int64 (n,)."""
    for i in range(len(numbers)):
        seed_state(seed, numbers[i], states[i])


@kernel
def throw(states, opening, dice):
    """Roll for n games: *dice*, int8 (n, 2), from the generators *states*; no doublet where *opening* is true."""
    for i in range(len(states)):
        die1, die2 = roll_dice(states[i])
        while opening[i] and die1 == die2:
            die1, die2 = roll_dice(states[i])
        dice[i, 0] = die1
        dice[i, 1] = die2


@kernel
def choose_plays(brain, sieve, boards, dice, limit, after):
    """Write to *after* where the best 0-ply play of each roll leads, the mover still first.

    *boards* and *after* are int8 (n, 2, 26), *dice* int8 (n, 2); a game counts at most *limit* points.
    """
    room, prices = new_reply_room(brain), prices_of(limit)
    for i in range(len(boards)):
        rows = boards[i, 0], boards[i, 1]
        best = best_reply(brain, sieve, ALL, rows, (dice[i, 0], dice[i, 1]), prices, room)
        for side in range(2):
            for p in range(ROW):
                after[i, side, p] = room.scratch.boards[best, side, p]


@kernel
def measure_luck(brain, sieve, boards, dice, opening, limit, luck):
    """Write to *luck*, float64 (n,), by how many points each roll is better for its player than the mean of all.

    The judgement after the best play, minus the mean of that over the 36 rolls, or the 30 without doublets where
    *opening* is true. Its mean over the dice is 0 whatever the brain thinks, so taking it off a result leaves the
    mean alone (Douglas Zare, "Hedging toward skill", GammOnLine 2000).
    """
    room, prices = new_reply_room(brain), prices_of(limit)
    for i in range(len(boards)):
        rows = boards[i, 0], boards[i, 1]
        high, low = max(dice[i, 0], dice[i, 1]), min(dice[i, 0], dice[i, 1])
        mean = 0.0
        here = 0.0
        for first in range(1, 7):
            for second in range(1, first + 1):
                if opening[i] and first == second:
                    continue
                best = best_reply(brain, sieve, LUCKY, rows, (first, second), prices, room)
                equity = room.scratch.equities[best]
                mean += (1 if first == second else 2) * equity
                if first == high and second == low:
                    here = equity
        luck[i] = here - mean / (30 if opening[i] else 36)
