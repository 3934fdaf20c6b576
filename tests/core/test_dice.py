import pytest

from bgtool.core.dice import ROLLS, Dice
from bgtool.errors import NotationError


def test_order_does_not_matter():
    assert Dice.of(1, 3) == Dice.of(3, 1) == Dice(3, 1)


def test_rolls_are_the_21_with_weights_out_of_36():
    assert len(set(ROLLS)) == 21
    assert sum(roll.weight for roll in ROLLS) == 36
    assert sum(roll.weight * sum(roll.numbers) for roll in ROLLS) / 36 == pytest.approx(8 + 1 / 6)


@pytest.mark.parametrize("text", ["31", "13", "3-1", "3,1", " 3 1 ", "3/1"])
def test_parse(text):
    assert Dice.parse(text) == Dice(3, 1)


@pytest.mark.parametrize("text", ["", "3", "70", "37", "311", "three", "0,1", "-31", "3--1", "３１"])
def test_parse_refuses_and_quotes(text):
    with pytest.raises(NotationError, match=r"dice "):
        Dice.parse(text)


def test_impossible_dice():
    with pytest.raises(NotationError):
        Dice(1, 3)
    with pytest.raises(NotationError):
        Dice(7, 1)


def test_doublet_plays_four_times():
    assert Dice(5, 5).numbers == (5, 5, 5, 5)
    assert Dice(5, 5).is_doublet
    assert Dice(6, 5).numbers == (6, 5)
    assert str(Dice.of(5, 6)) == "65"
