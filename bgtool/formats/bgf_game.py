"""Replaying one game of a BGBlitz file, and BGBlitz's numbers for it."""

from __future__ import annotations

from math import isfinite
from typing import Any

from bgtool.core.move import Hop
from bgtool.core.opinion import Candidate, CubeEstimate, Estimate, Opinion
from bgtool.core.position import Position
from bgtool.core.replay import facing
from bgtool.core.rules import hops_text
from bgtool.core.state import Cube
from bgtool.errors import PositionError
from bgtool.formats.problems import Place
from bgtool.formats.scribe import Scribe
from bgtool.formats.steps import move_at_its_word
from bgtool.layout import BAR, CHECKERS, OFF, POINTS, ROW

_ACTION = 7
"""In place of Green's die: no play but a double (1), take (2), pass (3), the end of the game (4) or a dance (5)."""
_END, _DANCE = 4, 5
_ABSENT = -90.0
_MOST_CANDIDATES = 60
_CHANCES = ("myWins", "myGammon", "myBackGammon", "oppGammon", "oppBackGammon")


def number_of(given: Any, name: str) -> float | None:
    """A number, which BGBlitz may write as text; None where it has none."""
    value = given.get(name) if isinstance(given, dict) else None
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) and abs(number) < 1e6 else None


def seat_of(player: float | None) -> int:
    """The seat of BGBlitz's player 1 (Red, seat 1) or -1 (Green, seat 0)."""
    return 1 if player == 1 else 0


def _measured(given: Any, name: str) -> float | None:
    """As :func:`number_of`, None also for the great negative numbers that stand for nothing."""
    value = number_of(given, name)
    return None if value is None or value <= _ABSENT else value


class GameReader:
    """Tells a scribe what the moves say; ``opinions`` and ``lost`` stand beside the actions."""

    def __init__(self, scribe: Scribe, game: int) -> None:
        """Read game number ``game`` (from 0) into ``scribe``."""
        self.scribe = scribe
        self.opinions: list[Opinion] = []
        self.lost: list[str] = []
        self._game = game
        self._offered: CubeEstimate | None = None

    def start(self, game: dict[str, Any]) -> None:
        """The position and cube that the game begins with."""
        initial = game.get("initial")
        if not isinstance(initial, dict):
            return
        cube = initial.get("cube")
        owner = seat_of(number_of(initial, "cubeOwner")) if number_of(initial, "cubeOwner") else None
        if owner is None and isinstance(cube, int) and cube in (2, 4, 8, 16, 32, 64):
            for _ in range(cube.bit_length() - 1):
                self.scribe.automatic_double()
        try:
            position = _position(initial.get("points"))
        except PositionError as error:
            self.scribe.report("unreadable-dump", str(error))
            return
        if position is not None and position != facing(self.scribe.state, seat_of(1)).position:
            try:
                self.scribe.set_position(position, seat_of(1), Cube(cube if isinstance(cube, int) else 1, owner))
            except PositionError as error:
                self.scribe.report("cube-value", str(error))

    def read(self, move: dict[str, Any], place: Place) -> None:
        """One move or action."""
        scribe, seat = self.scribe, seat_of(number_of(move, "player"))
        first, second = (int(number_of(move, name) or 0) for name in ("red", "green"))
        action = first if second == _ACTION else 0
        for line in str(move.get("comment") or "").split("\n"):
            if line.strip():
                scribe.comment(line.strip())
        if action == _END:
            return
        if scribe.ended and not scribe.broken:
            scribe.report("after-end", "the game was over before this", place)
        elif not scribe.broken:
            count, position = len(scribe.actions), facing(scribe.state, seat).position
            if action == _DANCE:
                faces = _ends(move)
                scribe.roll(seat, faces[0] if faces else (0, 0), "Cannot Move", place)
            elif action:
                self._turn_cube(action, seat, place)
            else:
                scribe.roll(seat, (first, second), hops_text(_hops(move)) or "Cannot Move", place)
            if len(scribe.actions) > count:
                self._opine(move, action, position)
            if not scribe.broken:
                return
        self.lost.append(f"{('Green', 'Red')[seat]}: {first}{second} {hops_text(_hops(move))}".rstrip())

    def _turn_cube(self, action: int, seat: int, place: Place) -> None:
        if action == 1:
            self.scribe.double(seat, None, place)
        elif action == 2:
            self.scribe.take(seat, place)
        elif action == 3:
            self.scribe.drop(seat, place)
        else:
            self.scribe.report("unreadable-line", f"action {action} is not known", place)

    # -- the analysis

    def _opine(self, move: dict[str, Any], action: int, position: Position) -> None:
        is_roll, is_double = action in (0, _DANCE), action == 1
        made = f"BGBlitz {int(number_of(move, 'ply') or 0)}-ply"
        decision = self._offered
        if is_roll or is_double:
            decision = _cube(move.get("equity"), made)
            self._offered = decision if is_double else None
        candidates, played = _candidates(move.get("moveAnalysis"), position) if is_roll else ((), None)
        errors, luck = move.get("pr"), move.get("luck")
        opinion = Opinion(
            self._game,
            len(self.scribe.actions) - 1,
            candidates,
            played,
            cube=decision,
            error=_loss(errors, "checkerError") if candidates else None,
            cube_error=_loss(errors, "cubeError"),
            luck=_measured(luck, "luckWeighted"),
        )
        if candidates or decision:
            self.opinions.append(opinion)


def _loss(errors: Any, name: str) -> float | None:
    value = _measured(errors, name)
    return None if value is None else abs(value)


def _ends(move: Any) -> list[tuple[int, int]]:
    """The pairs of ``from`` and ``to``, as far as both are whole numbers."""
    sources, targets = (move.get("from"), move.get("to")) if isinstance(move, dict) else (None, None)
    if not isinstance(sources, list) or not isinstance(targets, list):
        return []
    pairs = zip(sources[:4], targets[:4], strict=False)
    return [(source, target) for source, target in pairs if isinstance(source, int) and isinstance(target, int)]


def _hops(move: Any) -> tuple[Hop, ...]:
    return tuple(Hop(*ends) for ends in _ends(move) if 1 <= ends[0] <= BAR and OFF <= ends[1] <= POINTS)


def _candidates(given: Any, position: Position) -> tuple[tuple[Candidate, ...], int | None]:
    found: list[Candidate] = []
    played = None
    for one in given[:_MOST_CANDIDATES] if isinstance(given, list) else []:
        equity = one.get("eq") if isinstance(one, dict) else None
        if not isinstance(equity, dict):
            continue
        if one.get("played") is True and played is None:
            played = len(found)
        made = f"BGBlitz {int(number_of(one, 'ply') or 0)}-ply"
        found.append(Candidate(move_at_its_word(position, _hops(one.get("move"))), _of_play(equity, made)))
    return tuple(found), played


def _chances(equity: dict[str, Any]) -> tuple[float, ...]:
    chances = tuple(number_of(equity, name) for name in _CHANCES)
    return tuple(chance for chance in chances if chance is not None) if None not in chances else ()


def _of_play(equity: dict[str, Any], made: str) -> Estimate:
    """A play is worth its cubeful equity, in a match the equity that its winning chances stand for."""
    decision = equity.get("cubeDecision")
    in_match = equity.get("useMatchEquity") is True
    full = _measured(decision, "eqCubeFul")
    return Estimate(
        chances=_chances(equity),
        cubeless=_measured(equity, "equity"),
        equity=_measured(equity, "emg") if in_match else full,
        mwc=full if in_match else None,
        method=made,
    )


def _cube(equity: Any, made: str) -> CubeEstimate | None:
    decision = equity.get("cubeDecision") if isinstance(equity, dict) else None
    values = [_measured(decision, name) for name in ("eqNoDouble", "eqDoubleTake")]
    if None in values:
        return None
    in_match = equity.get("useMatchEquity") is True
    single, double = (
        Estimate(
            chances=_chances(equity),
            cubeless=_measured(equity, "equity"),
            equity=None if in_match else value,
            mwc=value if in_match else None,
            method=made,
        )
        for value in values
    )
    return CubeEstimate(single, double)


def _position(points: Any) -> Position | None:
    """The board of 28 counts seen by player 1: his point 24 first, his checkers positive, then the bars."""
    if not isinstance(points, list) or len(points) < POINTS or not all(isinstance(count, int) for count in points):
        return None
    mine, theirs = [0] * ROW, [0] * ROW
    for index, count in enumerate(points[:POINTS]):
        row, point = (mine, POINTS - index) if count > 0 else (theirs, index + 1)
        row[point] = abs(count)
    for count in points[POINTS : POINTS + 2]:
        row = mine if count > 0 else theirs
        row[BAR] += abs(count)
    for row in (mine, theirs):
        row[OFF] = max(0, CHECKERS - sum(row))
    return Position(tuple(mine), tuple(theirs))
