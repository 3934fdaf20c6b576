"""Where training games begin: the opening position, and the rare kinds of game that few games from there reach.

Each maker gives one row of 26 counts for each side, the one with the plan first, or something illegal once in a
while; :func:`a_start` tries again then. A few plies of play make natural positions of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np

from bgtool.engine.boards import Boards
from bgtool.layout import BAR, CHECKERS, OFF, POINTS, ROW

Rows = tuple[list[int], list[int]]


def opening(rng: random.Random) -> Rows:
    """The position every game begins with."""
    row = [0] * ROW
    row[24], row[13], row[8], row[6] = 2, 5, 3, 5
    return row, row.copy()


def back_game(rng: random.Random) -> Rows:
    """Two anchors or so in a home board that is being filled."""
    mine, theirs = [0] * ROW, [0] * ROW
    anchors = _picks(rng, {19: 8, 20: 16, 21: 22, 22: 24, 23: 18, 24: 12}, 2)
    for point in anchors:
        mine[point] += 2
    mine[rng.choice(anchors)] += rng.randint(0, 1)
    builders = {13: 20, 12: 5, 11: 5, 10: 5, 9: 7, 8: 25, 7: 15, 6: 30, 5: 30, 4: 25, 3: 15, 2: 8, 1: 5, 16: 15}
    _fill(rng, mine, builders)
    if rng.random() < 0.15:
        theirs[OFF] = rng.randint(1, 5)
    homes = (6, 10, 14, 20, 25, 30, 20, 20, 10, 8, 8, 8, 12, 4, 4, 4)
    open_points = {p: weight for p, weight in enumerate(homes, 1) if not mine[BAR - p]}
    while sum(theirs) < CHECKERS:
        theirs[_pick(rng, open_points)] += min(rng.choice((1, 2, 2, 2, 3)), CHECKERS - sum(theirs))
    return mine, theirs


def primes(rng: random.Random) -> Rows:
    """Both sides with a prime or part of one, and a few checkers behind the other's."""
    sides = []
    for _ in range(2):
        row = [0] * ROW
        behind = rng.choice((1, 1, 2, 2, 3))
        front = rng.choice((2, 3, 4, 5, 6, 6, 7, 8, 9))
        for point in range(front, min(front + rng.randint(3, 6), 14)):
            if sum(row) <= CHECKERS - 2 - behind:
                row[point] += 2
        for _ in range(behind):
            row[_pick(rng, {24: 45, 23: 15, 22: 12, 21: 12, 20: 8, BAR: 8})] += 1
        _fill(rng, row, dict.fromkeys(range(1, 14), 1))
        sides.append(row)
    return sides[0], sides[1]


def containment(rng: random.Random) -> Rows:
    """A checker caught late, while its side was bearing off."""
    mine, theirs = [0] * ROW, [0] * ROW
    theirs[OFF] = rng.randint(1, 12)
    for _ in range(rng.choice((1, 1, 1, 2))):
        theirs[rng.choice((BAR, 24, 23, 22, 21, 20, 19, 16))] += 1
    _fill(rng, theirs, dict.fromkeys(range(1, 7), 1))
    for point in rng.sample(range(2, 9), rng.randint(3, 6)):
        mine[point] += 2
    if rng.random() < 0.4 and sum(mine) < CHECKERS:
        mine[rng.randint(20, 24)] += 1
    _fill(rng, mine, dict.fromkeys(range(1, 19), 1))
    return mine, theirs


def crashed(rng: random.Random) -> Rows:
    """An anchor or two checkers back, and a board that has begun to fall to pieces."""
    sides = []
    for side in range(2):
        row = [0] * ROW
        if side == 0 or rng.random() < 0.4:
            row[rng.choice((18, 20, 21, 22, 23, 24))] += rng.choice((1, 2, 2, 3))
            _fill(rng, row, {1: 22, 2: 22, 3: 17, 4: 12, 5: 10, 6: 10, 7: 4, 8: 3})
        else:
            for _ in range(rng.choice((0, 0, 1, 2))):
                row[rng.randint(13, 24)] += 1
            _fill(rng, row, dict.fromkeys((2, 3, 4, 5, 6, 7, 8, 9, 11, 13), 1))
        sides.append(row)
    return sides[0], sides[1]


def ace_point(rng: random.Random) -> Rows:
    """An anchor deep in a home board from which the other side bears off."""
    mine, theirs = [0] * ROW, [0] * ROW
    mine[rng.choice((24, 24, 23, 22))] += rng.choice((1, 2, 2, 3))
    _fill(rng, mine, dict.fromkeys(range(1, 10), 1))
    theirs[OFF] = rng.choice((0, 0, 0, 2, 4, 6, 8))
    _fill(rng, theirs, dict.fromkeys(range(2, 9), 1))
    return mine, theirs


def stragglers(rng: random.Random) -> Rows:
    """A lost game that may become a gammon or a backgammon: checkers far from home while the other side bears off."""
    mine, theirs = [0] * ROW, [0] * ROW
    theirs[OFF] = rng.randint(2, 14)
    _fill(rng, theirs, {1: 25, 2: 25, 3: 20, 4: 15, 5: 10, 6: 10, 7: 2})
    behind = [point for point in range(19, BAR) if not theirs[BAR - point]]
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
        mine[rng.choice(behind) if behind and rng.random() < 0.8 else BAR] += 1
    for _ in range(rng.randint(0, 6)):
        mine[rng.randint(7, 18)] += 1
    _fill(rng, mine, dict.fromkeys(range(1, 9), 1))
    return mine, theirs


def holding(rng: random.Random) -> Rows:
    """High anchors and some blots against a broken prime, often with a checker of the other side behind mine."""
    mine, theirs = [0] * ROW, [0] * ROW
    for point in _picks(rng, {18: 10, 19: 10, 20: 25, 21: 25, 22: 15}, rng.choice((1, 1, 2))):
        mine[point] += rng.choice((2, 2, 3))
    if rng.random() < 0.4:
        mine[rng.choice((16, 22, 23, 24, BAR))] += 1
    for point in rng.sample(range(3, 9), rng.randint(1, 4)):
        mine[point] += 2
    _fill(rng, mine, {13: 20, 10: 5, 9: 8, 8: 15, 7: 15, 6: 20, 5: 15, 4: 15, 3: 10, 2: 5, 1: 3})
    behind = [point for point in range(18, BAR) if not mine[BAR - point]]
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        theirs[rng.choice(behind) if behind else BAR] += 1
    for point in rng.sample(range(2, 11), rng.randint(3, 5)):
        theirs[point] += 0 if mine[BAR - point] else 2
    free = {p: 2 if p < 7 else 1 for p in range(1, 17) if not mine[BAR - p]}
    _fill(rng, theirs, free)
    return mine, theirs


def blitz(rng: random.Random) -> Rows:
    """A strong home board against checkers on the bar or on its last open points."""
    mine, theirs = [0] * ROW, [0] * ROW
    for point in rng.sample(range(1, 7), rng.randint(3, 5)):
        mine[point] += 2
    homes = [point for point in range(1, 7) if not mine[point]]
    for _ in range(rng.choice((1, 2, 2, 3, 3, 4))):
        theirs[BAR if rng.random() < 0.4 else BAR - rng.choice(homes)] += 1
    _fill(rng, theirs, {13: 30, 8: 20, 6: 40, 5: 5, 4: 5, 3: 5, 9: 4, 18: 4})
    free = {p: 3 if p < 9 else 1 for p in (*range(1, 19), 24) if not theirs[BAR - p]}
    _fill(rng, mine, free)
    return mine, theirs


def closed_out(rng: random.Random) -> Rows:
    """A closed board, or one just opened, with checkers on the bar against it; the rest of them on their way home."""
    mine, theirs = [0] * ROW, [0] * ROW
    for point in range(1, 7):
        mine[point] = 2
    if rng.random() < 0.4:
        mine[rng.randint(4, 6)] -= rng.randint(1, 2)
        mine[OFF] = rng.randint(0, 6)
        for _ in range(max(sum(mine) - CHECKERS, 0)):
            mine[max(range(1, 7), key=mine.__getitem__)] -= 1
    theirs[BAR] = rng.choice((1, 1, 1, 2, 2, 3, 4))
    reach = rng.choice((6, 6, 9, 13, 18))
    if rng.random() < 0.25:
        theirs[OFF] = rng.randint(1, 10)
    _fill(rng, theirs, dict.fromkeys(range(1, reach + 1), 1))
    _fill(rng, mine, {p: 1 for p in range(1, 19) if not theirs[BAR - p]})
    return mine, theirs


def left_behind(rng: random.Random) -> Rows:
    """A lopsided race: one side is home or nearly, the other has checkers anywhere up to where they would meet."""
    mine, theirs = [0] * ROW, [0] * ROW
    front = rng.randint(1, 9)
    theirs[OFF] = rng.choice((0, 0, 0, 1, 2, 4, 6, 8, 9, 10, 11, 12, 13))
    kept = rng.sample(range(1, front + 1), rng.randint(1, front))  # not as even as chance would have it
    _fill(rng, theirs, dict.fromkeys(kept, 1))
    reach = POINTS - front
    for _ in range(rng.choice((1, 1, 2, 3, 4, 6))):
        mine[rng.randint(max(reach - 8, 7), reach)] += 1
    if rng.random() < 0.3:
        mine[OFF] = rng.randint(1, 8)
    _fill(rng, mine, dict.fromkeys(range(1, rng.choice((6, 6, 9, reach)) + 1), 1))
    return mine, theirs


def few_left(rng: random.Random) -> Rows:
    """The end of a race or of a hunt: one to four checkers a side, anywhere."""
    sides = []
    for _ in range(2):
        row = [0] * ROW
        left = rng.randint(1, 4)
        row[OFF] = CHECKERS - left
        reach = rng.choice((6, 9, 12, 18, 23))
        for _ in range(left):
            row[rng.randint(1, reach)] += 1
        sides.append(row)
    return sides[0], sides[1]


KINDS: dict[str, Callable[[random.Random], Rows]] = {
    "opening": opening,
    "back game": back_game,
    "primes": primes,
    "containment": containment,
    "crashed": crashed,
    "ace point": ace_point,
    "stragglers": stragglers,
    "holding": holding,
    "blitz": blitz,
    "closed out": closed_out,
    "left behind": left_behind,
    "few left": few_left,
}


def a_start(rng: random.Random, kind: str, pool: Boards | None = None) -> Boards:
    """One legal board, int8 (2, 26), of a kind, either side on roll; ``altered`` changes one of the *pool*."""
    while True:
        if kind == "altered":
            assert pool is not None
            board = altered(rng, pool[rng.randrange(len(pool))])
        else:
            board = np.array(KINDS[kind](rng), np.int8)
        if is_legal(board):
            return board[::-1].copy() if rng.random() < 0.5 else board


def altered(rng: random.Random, board: Boards) -> Boards:
    """A board with one to four checkers somewhere else."""
    board = board.copy()
    for _ in range(rng.randint(1, 4)):
        side = rng.randrange(2)
        source = rng.choice([place for place in range(1, ROW) if board[side, place]])
        target = rng.randint(1, POINTS)
        if not board[1 - side, BAR - target]:
            board[side, source] -= 1
            board[side, target] += 1
    return board


def is_legal(board: Boards) -> bool:
    """Whether checkers can stand like that: 15 a side, never both on one point, and the game not over."""
    met = board[0, 1:BAR] * board[1, POINTS:0:-1]
    return bool((board.sum(axis=1) == CHECKERS).all() and not met.any() and (board[:, OFF] < CHECKERS).all())


def _pick(rng: random.Random, weights: dict[int, int]) -> int:
    return rng.choices(list(weights), list(weights.values()))[0]


def _picks(rng: random.Random, weights: dict[int, int], count: int) -> list[int]:
    left, found = dict(weights), []
    for _ in range(count):
        found.append(_pick(rng, left))
        del left[found[-1]]
    return found


def _fill(rng: random.Random, row: list[int], weights: dict[int, int]) -> None:
    """Put what is missing of 15 checkers on weighted points."""
    missing: Iterable[int] = rng.choices(list(weights), list(weights.values()), k=max(CHECKERS - sum(row), 0))
    for point in missing:
        row[point] += 1
