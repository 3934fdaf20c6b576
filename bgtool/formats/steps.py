"""Plays of an analysis taken at their word: they are many, and the program that lists them knows the rules."""

from __future__ import annotations

from collections.abc import Iterable

from bgtool.core.move import Hop, Move, Step
from bgtool.core.position import Position
from bgtool.layout import BAR, OFF


def move_at_its_word(position: Position, hops: Iterable[Hop]) -> Move:
    """The hops as the steps of a play from ``position``, hits found by the opponent's blots, from the rear forward."""
    blots = {BAR - point for point in range(1, BAR) if position.opponent[point] == 1}
    steps = []
    for hop in sorted(hops, key=lambda hop: (-hop.source, hop.target)):
        steps.append(Step(hop.source, hop.target, hop.target in blots and hop.target != OFF))
        blots.discard(hop.target)
    return Move(tuple(steps))
