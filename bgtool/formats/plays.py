"""A roll and what a file writes for it, judged by the rules: legal, illegal as written, or unknown."""

from __future__ import annotations

from dataclasses import replace

from bgtool.core.dice import Dice
from bgtool.core.move import Hop, parse_hops
from bgtool.core.position import Position
from bgtool.core.record import Legality, Play, Problem
from bgtool.core.rules import apply_as_written, find_move, legal_moves
from bgtool.errors import IllegalPlayError, NotationError
from bgtool.formats.problems import Place, problem

Faces = tuple[int, int]


def unknown(seat: int, faces: Faces, written: str, place: Place) -> Play:
    """The roll with nothing known about its play."""
    return Play(seat, Dice.of(*faces), None, Legality.UNKNOWN, None, (), faces, written, place.line)


def hides(play: Play) -> bool:
    """Whether the file gives the roll alone, no play."""
    return play.legality is Legality.UNKNOWN and not play.hops and not play.written.strip("?")


def led_to(
    position: Position, seat: int, faces: Faces, reached: Position, written: str, place: Place
) -> tuple[Play, Problem | None]:
    """The play that leads from a position to the one reached (mover first in both), and what is wrong with it."""
    dice = Dice.of(*faces)
    for move, after in legal_moves(position, dice):
        if after == reached:
            return Play(seat, dice, move, Legality.LEGAL, None, (), faces, written, place.line), None
    fault = problem("illegal-play", f"illegal play of {dice}, given by the position after it", place)
    return Play(seat, dice, None, Legality.ILLEGAL, reached, (), faces, written, place.line), fault


def played(position: Position, seat: int, faces: Faces, written: str, place: Place) -> tuple[Play, Problem | None]:
    """The play that the text says, seen from its mover's position, and what is wrong with it."""
    dice = Dice.of(*faces)
    roll = f"{faces[0]}{faces[1]}"
    hops: tuple[Hop, ...] = ()
    try:
        hops = parse_hops(written)
        move = find_move(position, dice, hops)
        return Play(seat, dice, move, Legality.LEGAL, None, hops, faces, written, place.line), None
    except NotationError as error:
        return unknown(seat, faces, written, place), problem("unreadable-play", str(error), place)
    except IllegalPlayError:
        reached = apply_as_written(position, hops)
    if reached is None:
        fault = problem("impossible-play", f"{roll}: {written} cannot be done from this position", place)
        return replace(unknown(seat, faces, written, place), hops=hops), fault
    if hops:
        fault = problem("illegal-play", f"{roll}: {written} is against the rules; it stands as written", place)
    else:
        fault = problem("no-cannot-move", f"{roll}: {written!r}, although a play exists; the board stays", place)
    return Play(seat, dice, None, Legality.ILLEGAL, reached, hops, faces, written, place.line), fault
