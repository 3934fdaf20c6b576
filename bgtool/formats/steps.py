"""Plays of an analysis taken at their word: they are many, and the program that lists them knows the rules."""

from __future__ import annotations

from collections.abc import Iterable

from bgtool.core.move import Hop, Move, Step
from bgtool.core.position import Position
from bgtool.layout import BAR, POINTS


def move_at_its_word(position: Position, hops: Iterable[Hop]) -> Move:
    """The hops as the steps of a play from ``position``, hits found by the opponent's blots, from the rear forward."""
    opponent = position.opponent
    hit: set[int] = set()
    steps = []
    for hop in sorted(hops, key=_rear_forward):
        target = hop.target
        hits = 1 <= target <= POINTS and opponent[BAR - target] == 1 and target not in hit
        if hits:
            hit.add(target)
        steps.append(Step(hop.source, target, hits))
    return Move(tuple(steps))


def _rear_forward(hop: Hop) -> tuple[int, int]:
    return -hop.source, hop.target
