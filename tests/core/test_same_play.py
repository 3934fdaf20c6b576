"""However a play is written, the same play is the same Move."""

import random

import pytest

from bgtool.core.dice import ROLLS, Dice
from bgtool.core.move import Hop
from bgtool.core.position import Position
from bgtool.core.rules import apply_move, find_move, legal_moves
from bgtool.core.variant import STANDARD


def games(count, seed):
    """Positions of random games with a roll each."""
    chance = random.Random(seed)
    for _ in range(count):
        position = STANDARD.start
        while not position.is_over:
            dice = chance.choice(ROLLS)
            yield position, dice
            position = chance.choice(legal_moves(position, dice))[1].swapped()


def test_every_legal_play_is_found_by_its_text_and_by_its_steps_in_any_order():
    chance = random.Random(7)
    seen = 0
    for position, dice in games(6, 3):
        for move, after in chance.sample(plays := legal_moves(position, dice), min(6, len(plays))):
            assert apply_move(position, move) == after
            if not move.steps:
                continue
            assert find_move(position, dice, str(move)) == move
            shuffled = chance.sample(move.steps, len(move.steps))
            found = find_move(position, dice, tuple(Hop(step.source, step.target, step.hits) for step in shuffled))
            assert found == move
            seen += 1
    assert seen > 1000


BLOT_ON_THE_WAY = Position.of("14:1 8:5 6:9", "24:2 13:5 12:1 8:2 6:5")
"""The opponent has a blot on the 13 point of the player on roll."""


@pytest.mark.parametrize(
    ("written", "hits"),
    [("14/13 13/7", 1), ("14/7", 0), ("14/13*/7", 1), ("14/7*", 1), ("14/13/7", 1)],
)
def test_a_landing_that_is_written_hits_without_a_star(written, hits):
    move = find_move(BLOT_ON_THE_WAY, Dice.of(6, 1), written)
    assert move.hits == hits
    assert apply_move(BLOT_ON_THE_WAY, move).on_roll[7] == 1


def test_the_first_checker_to_land_hits():
    position = Position.of("8:2 6:2 1:11", "21:1 13:5 8:4 6:5")
    both = {find_move(position, Dice.of(4, 2), text) for text in ("8/4* 6/4", "6/4* 8/4", "8/4 6/4")}
    assert len(both) == 1
    [move] = both
    assert [(step.source, step.hits) for step in move.steps] == [(8, True), (6, False)]
