"""Replaying one game of an OGXM document, and the analysis that its plies may have."""

from __future__ import annotations

from math import isfinite
from typing import Any

from bgtool.core.move import Hop
from bgtool.core.opinion import Candidate, CubeEstimate, Estimate, Opinion
from bgtool.core.position import Position
from bgtool.core.replay import facing
from bgtool.core.rules import hops_text
from bgtool.core.state import Cube
from bgtool.errors import InputError, PositionError
from bgtool.formats.ogxm_binary import CUBE_SET, SET_POSITION
from bgtool.formats.problems import Place
from bgtool.formats.scribe import Scribe
from bgtool.formats.steps import move_at_its_word
from bgtool.layout import BAR, OFF, ROW

_LAST_ROLL = 20
_DOUBLE, _TAKE, _DROP = 21, 22, 23
_RESIGNS = (27, 28, 29)
_ENDS = (24, 25, 26, 30)
_BEAVERS = (32, 33)
_CHANCES = ("win", "gammon_win", "bg_win", "gammon_loss", "bg_loss")
_MOST_PLIES, _MOST_CANDIDATES = 5000, 60


def whole(given: dict[str, Any], name: str, default: int = 0) -> int:
    """A whole number of an object of JSON; the default for anything else."""
    value = given.get(name)
    return value if isinstance(value, int) and abs(value) < 1 << 40 else default


class GameReader:
    """Tells a scribe what the plies say; ``opinions`` and ``lost`` stand beside the actions."""

    def __init__(self, scribe: Scribe, game: int) -> None:
        """Read game number ``game`` (from 0) into ``scribe``."""
        self.scribe = scribe
        self.opinions: list[Opinion] = []
        self.lost: list[str] = []
        self._game = game

    def read(self, game: dict[str, Any]) -> None:
        """The whole game."""
        given = game.get("plies")
        plies = [ply for ply in given[:_MOST_PLIES] if isinstance(ply, dict)] if isinstance(given, list) else []
        for _ in range(min(whole(game, "auto_doubles"), 15)):
            self.scribe.automatic_double()
        self._start(game, plies)
        for index, ply in enumerate(plies):
            place = Place(None, None, f"game {self._game + 1}, ply {index + 1}")
            after = plies[index + 1] if index + 1 < len(plies) else {}
            self._ply(ply, after, place)

    def _start(self, game: dict[str, Any], plies: list[dict[str, Any]]) -> None:
        """The board and the cube that the game begins with, where the plies do not say so themselves."""
        cube = whole(game, "cube_value", 1)
        has_board = plies and whole(plies[0], "action_id") == SET_POSITION
        if (isinstance(game.get("initial_board"), list) and not has_board) or cube > 1:
            seat = _seat(plies[0]) if plies else 0
            board = game.get("initial_board") or _counts(facing(self.scribe.state, 0).position)
            owner = whole(game, "cube_owner", 2)
            self._set(board, seat, Place(), (cube, owner if owner in (0, 1) else None))

    def _ply(self, ply: dict[str, Any], following: dict[str, Any], place: Place) -> None:
        scribe, seat, action = self.scribe, _seat(ply), whole(ply, "action_id", -1)
        if action in _ENDS:
            return
        if scribe.ended and not scribe.broken:
            scribe.report("after-end", "the game was over before this", place)
        elif not scribe.broken:
            position, count = facing(scribe.state, seat).position, len(scribe.actions)
            self._act(ply, action, seat, following, place)
            if len(scribe.actions) > count:
                self._opine(ply, action, position)
            if not scribe.broken:
                return
        self.lost.append(f"{place.text}: {('White', 'Black')[seat]} {_words(ply, action, seat)}".rstrip())

    def _act(self, ply: dict[str, Any], action: int, seat: int, following: dict[str, Any], place: Place) -> None:
        scribe = self.scribe
        faces = whole(ply, "d1"), whole(ply, "d2")
        if 0 <= action <= _LAST_ROLL:
            # No steps are a dance, but at the end of a game perhaps a roll that was given up: the rules tell.
            nothing = "" if whole(following, "action_id", _ENDS[0]) in (*_RESIGNS, *_ENDS) else "Cannot Move"
            scribe.roll(seat, faces, hops_text(_hops(ply.get("moves"), seat)) or nothing, place)
        elif action == SET_POSITION and faces != (0, 0):
            try:
                reached = self._position(ply.get("set_position"), seat)
            except InputError as error:
                scribe.unread(seat, faces, "", "unreadable-dump", str(error), place)
            else:
                scribe.stated(seat, faces, reached, "", place)
        elif action == SET_POSITION:
            self._set(ply.get("set_position"), seat, place)
        elif action == CUBE_SET:
            owner = whole(ply, "cube_owner", 2)
            board = _counts(facing(scribe.state, 0).position)
            self._set(board, seat, place, (whole(ply, "cube_value", 1), owner if owner in (0, 1) else None))
        elif action == _DOUBLE:
            scribe.double(seat, None, place)
        elif action == _TAKE:
            scribe.take(seat, place)
        elif action == _DROP:
            scribe.drop(seat, place)
        elif action in _BEAVERS:
            scribe.beaver(seat, None, place)
        elif action in _RESIGNS:
            scribe.give_up(seat)
        else:
            scribe.report("unreadable-line", f"action {action} has no place in bgtool's record", place)

    def _set(self, board: Any, seat: int, place: Place, cube: tuple[int, int | None] | None = None) -> None:
        try:
            turned = self.scribe.state.cube if cube is None else Cube(*cube)
            self.scribe.set_position(self._position(board, seat), seat, turned, place)
        except (InputError, PositionError) as error:
            self.scribe.report("unreadable-dump", str(error), place)

    def _position(self, board: Any, seat: int) -> Position:
        """The board of 26 counts as a position that ``seat`` sees. Raises :class:`InputError`."""
        if not isinstance(board, list) or len(board) != ROW or not all(isinstance(count, int) for count in board):
            raise InputError("a board that is not 26 numbers")
        white = [max(0, board[BAR - point]) for point in range(ROW)]
        black = [max(0, -board[point]) for point in range(ROW)]
        # Each side's bar stands where the other has borne off.
        for row in (white, black):
            row[OFF] = self.scribe.state.variant.checkers - sum(row[1:])
        rows = tuple(white), tuple(black)
        if min(rows[0][OFF], rows[1][OFF]) < 0:
            raise InputError("a board with too many checkers")
        return Position(rows[seat], rows[1 - seat])

    # -- the analysis

    def _opine(self, ply: dict[str, Any], action: int, position: Position) -> None:
        given = ply.get("analysis")
        if not isinstance(given, dict):
            return
        at = self._game, len(self.scribe.actions) - 1
        if 0 <= action <= _LAST_ROLL:
            candidates, played = _candidates(given.get("alternatives"), position, _seat(ply))
            cube = _cube(given.get("missed_double") or given.get("cube_decision"))
            loss = _number(given, "equity_loss")
            self.opinions.append(Opinion(*at, candidates, played, cube, loss, luck=_number(given, "luck")))
        elif action in (_DOUBLE, _TAKE, _DROP):
            loss = _number(given, "equity_loss")
            self.opinions.append(Opinion(*at, cube=_cube(given), cube_error=loss))


def _seat(ply: dict[str, Any]) -> int:
    return 0 if whole(ply, "color") == 1 else 1


def _counts(position: Position) -> list[int]:
    """The 26 counts of a position that White sees."""
    white, black = position.on_roll, position.opponent
    return [white[BAR - index] * (index < BAR) - black[index] * (index > OFF) for index in range(ROW)]


def _hops(steps: Any, seat: int) -> tuple[Hop, ...]:
    """The steps of a play from the mover's side; White moves upwards."""
    found = []
    for step in steps[:4] if isinstance(steps, list) else []:
        if isinstance(step, dict) and 0 <= whole(step, "from", -1) <= BAR and whole(step, "pips") > 0:
            source = whole(step, "from") if seat else BAR - whole(step, "from")
            if source != OFF:
                found.append(Hop(source, max(OFF, source - whole(step, "pips"))))
    return tuple(found)


def _words(ply: dict[str, Any], action: int, seat: int) -> str:
    if 0 <= action <= _LAST_ROLL:
        return f"{whole(ply, 'd1')}{whole(ply, 'd2')} {hops_text(_hops(ply.get('moves'), seat))}"
    return f"action {action}"


def _number(given: dict[str, Any], name: str) -> float | None:
    value = given.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value) or abs(value) >= 1000:
        return None
    return float(value)


def _estimate(given: dict[str, Any], equity: float | None, sign: int = 1) -> Estimate:
    chances = given.get("eval")
    numbers = [_number(chances, name) for name in _CHANCES] if isinstance(chances, dict) else []
    found = tuple(number for number in numbers if number is not None and 0 <= number <= 1)
    if sign < 0 and len(found) == len(_CHANCES):
        # Seen by the other side: a loss is a win, and its gammons are the other's.
        found = 1.0 - found[0], found[3], found[4], found[1], found[2]
    return Estimate(
        chances=found if len(found) == len(_CHANCES) else (),
        equity=None if equity is None else sign * equity,
        method=_method(given.get("eval_level")),
    )


def _method(level: Any) -> str:
    """The depth in words; GammonView's 3ply is what GNU Backgammon calls 2-ply."""
    if not isinstance(level, str):
        return ""
    depth = level.removesuffix("ply")
    if depth.isdecimal() and len(depth) < 3 and int(depth):
        return f"{int(depth) - 1}-ply (GammonView {depth}-ply)"
    return f"GammonView {level[:30]}"


def _candidates(given: Any, position: Position, seat: int) -> tuple[tuple[Candidate, ...], int | None]:
    found: list[Candidate] = []
    played = None
    for one in given[:_MOST_CANDIDATES] if isinstance(given, list) else []:
        if isinstance(one, dict):
            if one.get("is_played") is True and played is None:
                played = len(found)
            move = move_at_its_word(position, _hops(one.get("move"), seat))
            found.append(Candidate(move, _estimate(one, _number(one, "equity"))))
    return tuple(found), played


def _cube(given: Any) -> CubeEstimate | None:
    """The two values of a cube decision as the doubler sees them; where a pass costs something they are the other's."""
    if not isinstance(given, dict):
        return None
    sign = -1 if (_number(given, "double_pass_equity") or 0.0) < 0 else 1
    values = [_number(given, name) for name in ("no_double_equity", "double_take_equity")]
    if None in values:
        return None
    single, double = (_estimate(given, value, sign) for value in values)
    return CubeEstimate(single, double)
