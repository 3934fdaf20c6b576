"""The text board in GNU Backgammon's exact shape.

The board stands still: seat 1 (X) is at the bottom and bears off at the bottom right, seat 0 (O) at the top right,
whoever is on roll. The point numbers are those of the player on roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bgtool.core.state import MatchState, Phase
from bgtool.formats.ids import match_id, position_id
from bgtool.layout import BAR, CHECKERS, OFF
from bgtool.report.moment import counted, cube_offered, has_cube, rows_by_seat
from bgtool.report.style import shown

NAMES = ("seat 0", "seat 1")
"""What the players are called where nobody says: seat 0 plays O at the top, seat 1 X at the bottom."""

_HEIGHT = 5
_LEFT, _RIGHT = range(13, 19), range(19, 25)
_HIGH_NUMBERS = "+13-14-15-16-17-18------19-20-21-22-23-24-+"
_LOW_NUMBERS = "+12-11-10--9--8--7-------6--5--4--3--2--1-+"
_MORE = "6789ABCDEF"
_RESIGNED = {1: "resigns single game", 2: "resigns gammon", 3: "resigns backgammon"}


def text_board(state: MatchState, names: Sequence[str] = NAMES) -> str:
    """The board as GNU Backgammon prints it, with the IDs above it; ``names`` are the players by seat."""
    top, bottom = rows_by_seat(state)
    labels = _labels(state)
    numbers = (_HIGH_NUMBERS, _LOW_NUMBERS) if state.on_roll else (_LOW_NUMBERS, _HIGH_NUMBERS)
    lines = [
        f" bgtool          Position ID: {position_id(state.position)}",
        f"                 Match ID   : {match_id(state)}",
        f" {numbers[0]}     O: {shown(names[0])}{_owned(state, 0)}",
        *_half(bottom, top, "X", "O", labels[:_HEIGHT]),
        f"{'v' if state.on_roll else '^'}|                  |BAR|                  |     {labels[_HEIGHT]}",
        *reversed(_half(top, bottom, "O", "X", labels[:_HEIGHT:-1])),
        f" {numbers[1]}     X: {shown(names[1])}{_owned(state, 1)}",
    ]
    return "\n".join(lines) + "\n"


def _half(far: tuple[int, ...], near: tuple[int, ...], far_sign: str, near_sign: str, labels: list[str]) -> list[str]:
    """Five lines from the edge towards the middle: ``near`` is at home at this edge, ``far`` at the other one."""
    lines = []
    for level in range(_HEIGHT):
        left = _points(_LEFT, far, near, far_sign, near_sign, level)
        right = _points(_RIGHT, far, near, far_sign, near_sign, level)
        bar = _checker(near[BAR], near_sign, level)
        line = f" |{left}| {bar} |{right}| {_borne_off(near[OFF], near_sign, level)}"
        lines.append(line if level == _HEIGHT - 1 else f"{line} {labels[level]}")
    return lines


def _points(
    places: Iterable[int], far: tuple[int, ...], near: tuple[int, ...], far_sign: str, near_sign: str, level: int
) -> str:
    signs = []
    for point in places:
        if far[point]:
            signs.append(_checker(far[point], far_sign, level))
        else:
            signs.append(_checker(near[BAR - point], near_sign, level))
    return "".join(f" {sign} " for sign in signs)


def _checker(count: int, sign: str, level: int) -> str:
    """What stands on a level of a point: a checker, nothing, or how many they are where five do not suffice."""
    if level == _HEIGHT - 1 and count > _HEIGHT:
        return _MORE[count - _HEIGHT - 1]
    return sign if level < count else " "


def _borne_off(count: int, sign: str, level: int) -> str:
    columns = range(CHECKERS // _HEIGHT)
    return "".join(sign if level + column * _HEIGHT < count else " " for column in columns)


def _owned(state: MatchState, seat: int) -> str:
    shows = state.cube.owner == seat and not cube_offered(state) and has_cube(state)
    return f" (Cube: {state.cube.value})" if shows else ""


def _labels(state: MatchState) -> list[str]:
    """The words right of the eleven lines, from the top."""
    labels = [""] * (2 * _HEIGHT + 1)
    labels[0], labels[-1] = (counted(points, "point") for points in state.score)
    labels[_HEIGHT] = _middle(state)
    seat, words = _status(state)
    labels[-2 if seat else 1] = words
    return labels


def _middle(state: MatchState) -> str:
    if cube_offered(state):
        return ""
    words = [f"{counted(state.length, 'point')} match"] if state.length else []
    if state.crawford:
        words.append("(Crawford game)")
    elif state.cube.owner is None and has_cube(state):
        words.append(f"(Cube: {state.cube.value})")
    return " ".join(words)


def _status(state: MatchState) -> tuple[int, str]:
    value = cube_offered(state)
    if value:
        return state.decider, f"Cube offered at {value}"
    if state.phase in (Phase.OVER, Phase.NONE):
        return state.on_roll, ""
    words = f"Rolled {state.dice}" if state.dice else "On roll"
    if state.offer and state.offer.resignation:
        words += f", {_RESIGNED[state.offer.resignation]}"
    return state.on_roll, words
