"""Seeded positions for comparing a kernel with its slow twin: plausible ones and awkward ones.

Every board is int8 (2, 26): row 0 the player on roll, row 1 the opponent, each in that player's own numbering.
"""

from __future__ import annotations

import random

import numpy as np

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.layout import BAR, CHECKERS, HOME, OFF, POINTS, ROW

START = "24:2 13:5 8:3 6:5"
KINDS = ("contact", "bar", "blots", "prime", "race", "bear-off", "bear-off contact", "hypergammon")


def random_boards(count: int, seed: int = 1) -> np.ndarray:
    """*count* boards, int8 (count, 2, 26), of all ``KINDS`` in turn; the game is never over in them."""
    rng = random.Random(seed)
    return np.array([random_board(rng, KINDS[i % len(KINDS)]) for i in range(count)], np.int8).reshape(count, 2, ROW)


def random_board(rng: random.Random, kind: str) -> list[list[int]]:
    """One board of a kind, as two lists of 26 counts."""
    checkers = CHECKERS
    off = (0, 0)
    bar = (0, 0)
    if kind == "hypergammon":
        checkers = rng.randint(1, 3)
        off = rng.choice([(0, 0), (0, checkers - 1), (checkers - 1, 0)])
        spans = [(1, POINTS), (1, POINTS)]
        bar = (rng.randint(0, checkers - off[0]), rng.randint(0, checkers - off[1]))
        bar = rng.choice([(0, 0), bar])
    elif kind == "race":
        border = rng.randint(4, 20)
        spans = [(1, border), (1, POINTS - border)]
        off = (rng.choice([0, 0, rng.randint(0, 14)]), rng.choice([0, 0, rng.randint(0, 14)]))
    elif kind == "bear-off":
        spans = [(1, HOME), (1, rng.choice([HOME, 12]))]
        off = (rng.randint(0, 14), rng.randint(0, 14))
    elif kind == "bear-off contact":
        spans = [(1, rng.choice([HOME, 8, 12])), (rng.choice([1, 12, 19]), POINTS)]
        off = (rng.randint(0, 13), 0)
        bar = (rng.choice([0, 0, 0, 1]), rng.choice([0, 0, 1, 2]))
    else:
        spans = [(1, POINTS), (1, POINTS)]
        if kind == "bar":
            bar = (rng.randint(1, 4), rng.choice([0, 0, 1]))
    rows = [[0] * ROW for _ in range(2)]
    stack = {"blots": 1, "prime": 2}.get(kind, rng.choice([1, 2, 3, 5]))
    for row, number_off, number_bar in zip(rows, off, bar, strict=True):
        row[OFF], row[BAR] = number_off, number_bar
    for side in rng.sample([0, 1], 2):
        _place(rng, rows, side, spans[side], checkers, stack)
    return rows


def _place(rng: random.Random, rows: list[list[int]], side: int, span: tuple[int, int], checkers: int, stack: int):
    """Put the checkers that are left on points of *span* that the other side does not hold, about *stack* a point."""
    row, other = rows[side], rows[1 - side]
    left = checkers - sum(row)
    free = [p for p in range(span[0], span[1] + 1) if other[BAR - p] == 0]
    keep = rng.randint(1, max(1, len(free) - 1))  # leave points for the other side
    free = sorted(rng.sample(free, keep)) if free else []
    if not free:
        row[BAR] += left
        left = 0
    while left:
        here = min(left, rng.randint(1, stack))
        row[rng.choice(free)] += here
        left -= here


def played_boards(games: int, seed: int = 1) -> np.ndarray:
    """Boards met in *games* games of random legal plays from the start, int8 (n, 2, 26)."""
    rng = random.Random(seed)
    boards = []
    for _ in range(games):
        position = Position.of(START, START)
        while not position.is_over:
            boards.append((position.on_roll, position.opponent))
            dice = Dice.of(rng.randint(1, 6), rng.randint(1, 6))
            position = rng.choice(legal_moves(position, dice))[1].swapped()
    return np.array(boards, np.int8)
