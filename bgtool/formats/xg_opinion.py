"""What eXtreme Gammon thought of a play or a cube decision, from its records."""

from __future__ import annotations

from math import isfinite
from typing import Any

from bgtool.core.move import Hop
from bgtool.core.opinion import Candidate, CubeEstimate, Estimate
from bgtool.core.position import Position
from bgtool.formats.steps import move_at_its_word
from bgtool.formats.xg_fields import MOST_PLAYS, Record
from bgtool.layout import BAR

_BOARD = 26
_VALUES = 7
_NO_CUBE = -100
_LEVELS = {
    12: "2-ply (XG 3-ply reduced)",
    100: "rollout",
    998: "XG opening book",
    999: "XG opening book",
    1000: "XG Roller",
    1001: "XG Roller+",
    1002: "XG Roller++",
}


def method(level: int) -> str:
    """A level of XG in words, plies counted as in GNU Backgammon and as XG calls them."""
    if 0 <= level <= 6:
        return f"{level}-ply (XG {level + 1}-ply)"
    return _LEVELS.get(level, f"XG level {level}")


def hops_of(numbers: tuple[int, ...]) -> tuple[Hop, ...]:
    """The hops of pairs of points counted from 0: 24 is the bar, below 0 off; one from below 0 ends the play."""
    hops = []
    for source, target in zip(numbers[::2], numbers[1::2], strict=True):
        if not 0 <= source < BAR or target >= BAR:
            break
        if source != target:
            hops.append(Hop(source + 1, max(target, -1) + 1))
    return tuple(hops)


def candidates_of(record: Record, position: Position) -> tuple[tuple[Candidate, ...], int | None]:
    """The plays that XG looked at, best first, and which of them is the one played."""
    count = min(max(record["count"], 0), MOST_PLAYS)
    results, plays, levels, values = (record[name] for name in ("results", "plays", "levels", "values"))
    found: list[Candidate] = []
    played = None
    for index in range(count):
        numbers = values[_VALUES * index : _VALUES * (index + 1)]
        if not all(map(isfinite, numbers)):
            continue
        move = move_at_its_word(position, hops_of(plays[8 * index : 8 * index + 8]))
        if played is None and results[_BOARD * index : _BOARD * (index + 1)] == record["after"]:
            played = len(found)
        found.append(Candidate(move, _estimate(numbers, numbers[-1], levels[2 * index])))
    return tuple(found), played


def cube_of(record: Record) -> CubeEstimate | None:
    """The cube decision before a roll, seen by the player who may double; None if XG has not analysed it."""
    equities: tuple[float, ...] = record["equities"]
    single, double = record["no double"], record["double take"]
    if record["flag"] == _NO_CUBE or not all(map(isfinite, (*equities, *single, *double))) or not any(equities):
        return None
    level = record["level"]
    return CubeEstimate(_estimate(single, equities[0], level, single[-1]), _estimate(double, equities[1], level))


def _estimate(values: tuple[float, ...], equity: float, level: int, cubeless: float | None = None) -> Estimate:
    """XG has the chances of losing first, each with what counts more in it: backgammon, gammon, all."""
    lose_backgammon, lose_gammon, _, win, win_gammon, win_backgammon = values[:6]
    return Estimate(
        chances=(win, win_gammon, win_backgammon, lose_gammon, lose_backgammon),
        cubeless=cubeless,
        equity=equity,
        method=method(level),
    )


def error_of(record: Record, name: str) -> float | None:
    """The equity that an action lost, never negative; None if not analysed."""
    value: Any = record.number_of(name)
    return None if value is None else abs(value)
