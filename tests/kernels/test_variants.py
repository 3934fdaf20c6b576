"""Plays of every variant: the kernel against the readable rules and against GNU Backgammon; perft from the start.

BGTOOL_FULL=1 compares 20,000 positions of every variant and counts to depth 3.
"""

import os
import random
import re
import time

import numpy as np
import pytest

from bgtool.core.dice import ROLLS, Dice
from bgtool.core.rules import legal_moves
from bgtool.core.variant import (
    HYPERGAMMON_1,
    HYPERGAMMON_2,
    HYPERGAMMON_3,
    NACKGAMMON,
    PORTES,
    STANDARD,
    VARIANTS,
)
from bgtool.formats.ids import position_id
from bgtool.kernels.movegen import MAX_PLAYS, count, plays
from tests.oracle import ask_gnubg, needs_gnubg

FULL = bool(os.environ.get("BGTOOL_FULL"))
POSITIONS = 20_000 if FULL else 300
STARTS = {
    NACKGAMMON: "nackgammon",
    HYPERGAMMON_1: "1-chequer-hypergammon",
    HYPERGAMMON_2: "2-chequer-hypergammon",
    HYPERGAMMON_3: "3-chequer-hypergammon",
}
"""The variants that GNU Backgammon plays too, by its names."""


def met_in_play(variant, number, seed):
    """Positions met in random games from the start of a variant."""
    rng = random.Random(seed)
    position = variant.start
    for _ in range(number):
        yield position
        dice = Dice.of(rng.randint(1, 6), rng.randint(1, 6))
        position = rng.choice(legal_moves(position, dice))[1].swapped()
        if position.is_over:
            position = variant.start


def kernel_results(position, dice, out):
    found = plays(np.array(position.on_roll, np.int8), np.array(position.opponent, np.int8), dice.high, dice.low, out)
    return {board.tobytes() for board in out[:found]}, found


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_kernel_as_the_rules(variant):
    rng = random.Random(11)
    out = np.zeros((MAX_PLAYS, 2, 26), np.int8)
    for position in met_in_play(variant, POSITIONS, 10):
        dice = rng.choice(ROLLS)
        expected = {
            np.array((after.on_roll, after.opponent), np.int8).tobytes() for _, after in legal_moves(position, dice)
        }
        found, number = kernel_results(position, dice, out)
        assert found == expected
        assert number == len(expected)


def total_results(variant):
    return sum(len(legal_moves(variant.start, dice)) for dice in ROLLS)


@pytest.mark.parametrize(
    ("variant", "total"),
    [(STANDARD, 447), (PORTES, 447), (NACKGAMMON, 547), (HYPERGAMMON_3, 195), (HYPERGAMMON_2, 81), (HYPERGAMMON_1, 21)],
    ids=lambda value: getattr(value, "name", ""),
)
def test_results_of_all_rolls_from_the_start(variant, total):
    assert total_results(variant) == total


@pytest.mark.oracle
@needs_gnubg[1]
@pytest.mark.parametrize("variant", STARTS, ids=lambda variant: variant.name)
def test_start_as_in_gnubg(variant):
    printed = ask_gnubg(f"set variation {STARTS[variant]}", "new session", "show board")
    assert f"Position ID: {position_id(variant.start)}\n" in printed


@pytest.mark.oracle
@needs_gnubg[1]
@pytest.mark.parametrize("variant", STARTS, ids=lambda variant: variant.name)
def test_numbers_of_plays_as_in_gnubg(variant):
    # Without its Hypergammon database GNU Backgammon dies when it ranks such plays, so the same checkers are asked
    # of its standard game, where the others have been borne off: the plays are the same.
    rng = random.Random(12)
    asked = [(position, rng.choice(ROLLS)) for position in met_in_play(variant, 60, 13)]
    asked += [(variant.start, dice) for dice in ROLLS]
    lines = ["set evaluation chequerplay evaluation plies 0", "new session"]
    for position, dice in asked:
        lines += [f"set gnubgid {position_id(position)}:cAkAAAAAAAAE", f"set dice {dice}", "hint 999"]
    blocks = ask_gnubg(*lines).split("Setting GNUbg ID ")[1:]
    assert len(blocks) == len(asked)
    for (position, dice), block in zip(asked, blocks, strict=True):
        moves = legal_moves(position, dice)
        listed = len(re.findall(r"^ +\d+\. Cube", block, re.MULTILINE))
        cannot = not moves[0][0].steps
        assert listed == (0 if cannot else len(moves)), (position, dice)


@pytest.mark.skipif(not FULL, reason="a benchmark of some seconds: set BGTOOL_FULL=1")
def test_count_to_depth_three_in_time():
    board = np.array((STANDARD.start.on_roll, STANDARD.start.opponent), np.int8)
    count(board, 1)
    begun = time.process_time()
    assert count(board, 3) == 116_154_993
    assert time.process_time() - begun < 40
