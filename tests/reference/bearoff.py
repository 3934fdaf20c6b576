"""Bear-offs in plain Python and exact fractions: the slow twin of the bear-off kernels.

A row is a tuple of 26 counts. Plays come from the readable rules, nothing here knows an index.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from bgtool.core.dice import ROLLS
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.layout import CHECKERS, OFF, ROW

Row = tuple[int, ...]


def row(text: str, checkers: int) -> Row:
    """The row of ``checkers`` checkers that a text such as ``"6:2 1:1"`` describes, the rest borne off."""
    return Position.of(text, "1:1", checkers).on_roll


@cache
def followers(mine: Row) -> tuple[tuple[int, tuple[Row, ...]], ...]:
    """For each of the 21 rolls its weight and the rows that it can lead to."""
    more_off = CHECKERS - sum(mine)
    far_away = (CHECKERS - 1, 1, *[0] * (ROW - 2))
    position = Position((mine[OFF] + more_off, *mine[1:]), far_away)
    return tuple(
        (
            roll.weight,
            tuple((after.on_roll[OFF] - more_off, *after.on_roll[1:]) for _, after in legal_moves(position, roll)),
        )
        for roll in ROLLS
    )


def is_off(mine: Row) -> bool:
    """Whether all checkers are borne off."""
    return mine[OFF] == sum(mine)


@cache
def mean_rolls(mine: Row) -> Fraction:
    """The least mean number of rolls to bear off."""
    if is_off(mine):
        return Fraction(0)
    return 1 + sum(Fraction(w, 36) * min(mean_rolls(after) for after in afters) for w, afters in followers(mine))


@cache
def mean_to_first(mine: Row, off: int) -> Fraction:
    """The least mean number of rolls until more than ``off`` checkers are borne off."""
    if mine[OFF] > off:
        return Fraction(0)
    return 1 + sum(
        Fraction(w, 36) * min(mean_to_first(after, off) for after in afters) for w, afters in followers(mine)
    )


@cache
def cubeless(mine: Row, theirs: Row) -> Fraction:
    """Equity of the player on roll, both playing for the best cubeless result."""
    if is_off(theirs):
        return Fraction(-1)
    return _mean_of_best(mine, lambda after: Fraction(1) if is_off(after) else -cubeless(theirs, after))


@cache
def money(mine: Row, theirs: Row, cube: str) -> Fraction:
    """Equity of the player on roll without a double now; cube "centred", "owned" (by him) or "opponents"."""
    if is_off(theirs):
        return Fraction(-1)
    seen_by_opponent = {"centred": "centred", "owned": "opponents", "opponents": "owned"}[cube]
    return _mean_of_best(
        mine, lambda after: Fraction(1) if is_off(after) else -decided(theirs, after, seen_by_opponent)
    )


def decided(mine: Row, theirs: Row, cube: str) -> Fraction:
    """Equity of the player on roll with the right cube decision."""
    no_double = money(mine, theirs, cube)
    if cube == "opponents":
        return no_double
    return max(no_double, min(2 * money(mine, theirs, "opponents"), Fraction(1)))


def _mean_of_best(mine: Row, value) -> Fraction:
    return sum(Fraction(w, 36) * max(map(value, afters)) for w, afters in followers(mine))
