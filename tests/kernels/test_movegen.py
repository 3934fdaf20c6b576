import base64
import json
import os
import random
from pathlib import Path

import numba
import numpy as np
import pytest

from bgtool.core.dice import ROLLS, Dice
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.kernels.movegen import MAX_PLAYS, count, plays
from bgtool.layout import BAR, POINTS, ROW
from tests.reference.random_positions import played_boards, random_boards

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "data/rules_tests.jsonl").read_text().splitlines()]
START = Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
FROM_START = (
    "11:42 21:15 22:75 31:16 32:17 33:73 41:14 42:18 43:17 44:52 51:8 52:8 53:9 54:9 55:4 "
    "61:10 62:14 63:14 64:14 65:7 66:11"
)
AWKWARD = {
    "both dice only one way": (Position.of("10:1 4:1", "24:1 18:2 19:2 20:2 16:2", 15), "62"),
    "journey over either point, a hit on one": (Position.of("13:1", "17:1 2:2"), "31"),
    "journey over either point, hits on both": (Position.of("13:1", "15:1 17:1 2:2"), "31"),
    "hit and pass on with a doublet": (Position.of("bar:1 13:2", "22:1 19:1 2:2"), "33"),
    "two on the bar, one number closed": (Position.of("bar:2 6:3", "4:2 1:1"), "43"),
    "three on the bar, doublet": (Position.of("bar:3 6:3", "4:1 1:1"), "44"),
    "doublet blocked after three": (Position.of("13:1", "24:2 2:3"), "44"),
    "last checker, either die takes it off": (Position.of("1:1", "1:1"), "61"),
    "the same two off with the dice exchanged": (Position.of("3:1 2:1", "1:1"), "65"),
    "off by moving in first": (Position.of("7:1 6:1 1:1", "1:1"), "61"),
    "off from behind the highest": (Position.of("5:1 3:2 1:1", "25:1 1:2"), "64"),
    "bear-off opened by the first of four": (Position.of("8:1 2:4", "25:1 1:2"), "22"),
}


def board_of(position):
    return np.array([position.on_roll, position.opponent], np.int8)


def results(board, die1, die2):
    out = np.empty((MAX_PLAYS, 2, ROW), np.int8)
    n = plays(board[0], board[1], die1, die2, out)
    return out[:n]


def check_against_rules(board, dice):
    """Exactly the results of the readable rules, none twice."""
    found = results(board, dice.high, dice.low)
    position = Position(*(tuple(map(int, row)) for row in board))
    expected = {(after.on_roll, after.opponent) for _, after in legal_moves(position, dice)}
    distinct = {(tuple(map(int, row)), tuple(map(int, other))) for row, other in found}
    assert distinct == expected, (position, dice)
    assert len(found) == len(expected), f"{position!r} {dice}: a result was written twice"


def board_from_id(text):
    """The board of a Position ID: the player not on roll first in the bits."""
    bits = int.from_bytes(base64.b64decode(text + "=="), "little")
    rows = []
    for _ in range(2):
        row = [0] * ROW
        for point in range(1, BAR + 1):
            while bits & 1:
                row[point] += 1
                bits >>= 1
            bits >>= 1
        row[0] = 15 - sum(row)
        rows.append(row)
    return np.array(rows[::-1], np.int8)


def id_from_board(board):
    bits, length = 0, 0
    for row in (board[1], board[0]):
        for point in range(1, BAR + 1):
            bits |= ((1 << int(row[point])) - 1) << length
            length += int(row[point]) + 1
    return base64.b64encode(bits.to_bytes(10, "little")).decode().rstrip("=")


@pytest.mark.parametrize("entry", FROM_START.split())
def test_number_of_results_from_the_start(entry):
    roll, number = entry.split(":")
    found = results(board_of(START), int(roll[0]), int(roll[1]))
    assert len(found) == int(number)
    assert len({result.tobytes() for result in found}) == int(number)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_published_positions(case):
    board = board_from_id(case["posid"])
    found = results(board, int(case["dice"][0]), int(case["dice"][1]))
    assert len(found) == case["n_boards"]
    if case["result_posids"] is not None:
        # these IDs keep the mover where the ID of the position has him, as if he were still on roll
        assert {id_from_board(result) for result in found} == set(case["result_posids"])


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_positions_as_in_the_rules(name):
    position, roll = AWKWARD[name]
    for dice in {Dice.parse(roll), *ROLLS}:
        check_against_rules(board_of(position), dice)


def test_random_positions_as_in_the_rules():
    """BGTOOL_TEST_POSITIONS=20000 makes it thorough."""
    number = int(os.environ.get("BGTOOL_TEST_POSITIONS", "1000"))
    rng = random.Random(2)
    boards = [*random_boards(number // 2), *played_boards(1 + number // 200)]
    for board in boards:
        check_against_rules(board, rng.choice(ROLLS))


def test_the_dice_may_come_in_either_order():
    for board in random_boards(50, seed=3):
        assert (results(board, 5, 2) == results(board, 2, 5)).all()


def test_nothing_to_play_gives_the_position_itself():
    board = board_of(Position.of("bar:1 6:5 5:4 4:5", "6:2 5:2 4:2 3:2 2:2 1:2 24:3"))
    for dice in ROLLS:
        found = results(board, dice.high, dice.low)
        assert len(found) == 1
        assert (found[0] == board).all()


def test_no_result_changes_the_number_of_checkers():
    for board in random_boards(200, seed=4):
        for dice in ROLLS:
            found = results(board, dice.high, dice.low)
            assert (found.sum(axis=2) == board.sum(axis=1)).all()
            assert (found >= 0).all()
            assert not (found[:, 0, 1 : POINTS + 1] * found[:, 1, POINTS:0:-1]).any()


def test_the_rows_given_are_left_alone():
    board = board_of(START)
    results(board, 6, 6)
    assert (board == board_of(START)).all()


def test_the_most_results_known_fit():
    """Found by climbing from random rows; 549, often quoted, is only what games reach."""
    blots = (24, 23, 21, 20, 18, 17, 15, 13, 12, 10, 9, 7, 6, 4, 3)
    position = Position.of(" ".join(f"{point}:1" for point in blots), "bar:15")
    board = board_of(position)
    assert len(results(board, 1, 1)) == 2226 < MAX_PLAYS
    check_against_rules(board, Dice(1, 1))


@pytest.mark.parametrize(("depth", "total"), [(1, 447), (2, 202_782)])
def test_count_from_the_start(depth, total):
    if depth > 1 and numba.config.DISABLE_JIT:
        pytest.skip("takes long in plain Python")
    assert count(board_of(START), depth) == total
