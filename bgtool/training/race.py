"""Race decisions with labels that hardly need a network: exact inside a bear-off table, one ply looked ahead outside.

The table is one-sided and larger than the one that ships (8 points take half a minute to build), or holds few checkers
on many points. Each round labels what is a few rolls away from the table by what the network has learned of the
positions nearer to it.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from bgtool.engine.bearoff_build import one_sided_tables
from bgtool.engine.boards import Boards
from bgtool.engine.databases import Database, build_in_memory
from bgtool.errors import DataError
from bgtool.kernels.bearoff import OneSided, chance_not_later, rank_table, row_index
from bgtool.kernels.evaluate import Brain, chances_with, equity_of, new_memory
from bgtool.kernels.jit import kernel
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.kernels.rng import WORDS, below, roll_dice, seed_state
from bgtool.kernels.rows import rear
from bgtool.layout import CHECKERS, HOME, OFF, OUTCOMES, POINTS, ROW, WIN
from bgtool.training.examples import Examples, as_stored
from bgtool.training.gradient import SIBLINGS
from bgtool.training.keys import keys_of
from bgtool.training.selfplay import filled_up
from bgtool.training.starts import a_start, altered
from bgtool.training.targets import LIMIT, best_of, chance

POINTS_IN_TABLE = 8
FEW = 4  # checkers that a table over nearly all points can hold
POINTS_FOR_FEW = 23
CLOSE = 0.15  # points: siblings farther behind the best play teach nothing about choosing
MOST_PLIES = 60


class Judge(NamedTuple):
    """What judges races: a one-sided table, and a brain for what it does not hold."""

    brain: Brain
    table: OneSided
    points: int
    ranks: np.ndarray
    memory: Any
    """What the brain's evaluations share: the plays of a roll resemble each other."""


def judge(brain: Brain, points: int = POINTS_IN_TABLE, checkers: int = CHECKERS) -> Judge:
    """A judge with a table over so many points and checkers, built on the spot."""
    table = one_sided_tables(build_in_memory(Database("one-sided", points, checkers)))
    return Judge(brain, table, points, rank_table(points, checkers), new_memory(brain))


def race_decisions(of: Judge, pool: Boards, decisions: int, seed: int) -> Examples:
    """At least so many decisions from races that begin at or near boards of the *pool*, int8 (n, 2, 26).

    Raises :class:`DataError` if there are none.
    """
    if not len(pool):
        raise DataError("there are no races to begin with; choose a pool that has some")
    rng = random.Random(seed)
    state = np.empty(WORDS, np.uint64)
    plays_room, reply_room = (np.empty((MAX_PLAYS, 2, ROW), np.int8) for _ in range(2))
    path = np.empty((MOST_PLIES, SIBLINGS, 2, ROW), np.int8)
    path_labels = np.empty((MOST_PLIES, SIBLINGS, OUTCOMES), np.float32)
    filled = np.zeros(MOST_PLIES, np.int64)
    boards, labels = [], []
    found = game = 0
    while found < decisions:
        board = pool[rng.randrange(len(pool))]
        board = altered(rng, board) if rng.random() < 0.7 else board
        seed_state(seed, game, state)
        game += 1
        if not is_race(board):
            continue
        n = play_race(of, board, state, (plays_room, reply_room), (path, path_labels, filled))
        if n:
            rows = np.arange(n)[:, None]
            repeated = filled_up(filled[:n])
            boards.append(path[rows, repeated])
            labels.append(path_labels[rows, repeated])
            found += n
    stored = as_stored(np.concatenate(labels))
    return Examples(keys_of(np.concatenate(boards)), stored, np.ones(found, np.float32))


def races_of_kind(kind: str, count: int, seed: int) -> Boards:
    """So many races of a kind of start, int8 (count, 2, 26): ``few left`` has one to ``FEW`` checkers a side."""
    rng = random.Random(seed)
    found: list[Boards] = []
    while len(found) < count:
        board = a_start(rng, kind)
        if is_race(board):
            found.append(board)
    return np.stack(found)


def races_of(boards: Boards) -> Boards:
    """Those of the boards that are races with a checker outside the home boards."""
    return boards[[is_race(board) and bool(board[:, HOME + 1 :].any()) for board in boards]]


def is_race(board: Boards) -> bool:
    """Whether the two sides have passed each other, with nobody done."""
    rears = [int(np.flatnonzero(row[1:]).max(initial=-1)) + 1 for row in board]
    return min(rears) > 0 and sum(rears) <= POINTS


@kernel
def race_chances(of, mine, theirs, out):
    """Write the five chances of the player on roll in a race to *out*, from the table if it holds both rows."""
    i, j = row_index(mine, of.points, of.ranks), row_index(theirs, of.points, of.ranks)
    if i <= 0 or j <= 0:
        chances_with(of.brain, of.memory, mine, theirs, out)
        return
    table = of.table
    for k in range(OUTCOMES):
        out[k] = 0
    out[0] = chance_not_later(table.off_first, table.off_chance, i, table.off_first, table.off_chance, j, 0)
    if theirs[OFF] == 0:
        gammon = chance_not_later(table.off_first, table.off_chance, i, table.gammon_first, table.gammon_chance, j, 0)
        out[1] = min(gammon, out[WIN])
    if mine[OFF] == 0:
        gammon = chance_not_later(table.off_first, table.off_chance, j, table.gammon_first, table.gammon_chance, i, 1)
        out[3] = min(gammon, 1 - out[WIN])


@kernel
def judge_race_plays(of, board, dice, room, equities):
    """Number of plays, the mover in row 0 of *room*; what each is worth to him goes to *equities*."""
    found = np.empty(OUTCOMES, np.float32)
    n = plays(board[0], board[1], dice[0], dice[1], room)
    for i in range(n):
        race_chances(of, room[i, 1], room[i, 0], found)
        equities[i] = -equity_of(found, LIMIT)
    return n


@kernel
def race_label(of, board, room, equities, out):
    """Write to *out* the chances of the player on roll: the table's, or the mean of the best replies."""
    mine, theirs = row_index(board[0], of.points, of.ranks), row_index(board[1], of.points, of.ranks)
    if rear(board[0]) == 0 or rear(board[1]) == 0 or (mine > 0 and theirs > 0):
        race_chances(of, board[0], board[1], out)
        return
    reply = np.empty(OUTCOMES, np.float32)
    for k in range(OUTCOMES):
        out[k] = 0
    for die1 in range(1, 7):
        for die2 in range(1, die1 + 1):
            n = judge_race_plays(of, board, (die1, die2), room, equities)
            best = best_of(equities, n)
            race_chances(of, room[best, 1], room[best, 0], reply)
            weight = np.float32(1 / 36) if die1 == die2 else np.float32(2 / 36)
            out[0] += weight * (1 - reply[0])
            for k in range(1, OUTCOMES):
                out[k] += weight * reply[k + 2 if k < 3 else k - 2]


@kernel
def play_race(of, start, state, rooms, path):
    """Number of decisions of one race from *start* that went, labelled, into *path*: boards, labels, how many each."""
    equities, reply_equities = np.empty(MAX_PLAYS), np.empty(MAX_PLAYS)
    boards, labels, filled = path
    room, reply_room = rooms
    board = start.copy()
    n = 0
    for _ in range(MOST_PLIES):
        if rear(board[0]) == 0 or rear(board[1]) == 0:
            break
        if max(rear(board[0]), rear(board[1])) <= HOME and chance(state) < 0.6:
            break  # what follows is known exactly
        count = judge_race_plays(of, board, roll_dice(state), room, equities)
        best = best_of(equities, count)
        close = 0
        for i in range(count):
            close += i != best and equities[i] > equities[best] - CLOSE
        wanted = min(SIBLINGS - 1, close)
        m = 0
        for i in range(count):
            if i != best:
                if equities[i] <= equities[best] - CLOSE:
                    continue
                close -= 1
                if below(state, close + 1) >= wanted:
                    continue
                wanted -= 1
            boards[n, m, 0], boards[n, m, 1] = room[i, 1], room[i, 0]
            race_label(of, boards[n, m], reply_room, reply_equities, labels[n, m])
            m += 1
        board[0], board[1] = room[best, 1], room[best, 0]
        filled[n] = m
        n += m > 1
    return n
