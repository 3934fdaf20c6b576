"""Writing matches as ``.mat`` text in GNU Backgammon's layout: right cells in column 34, points as numbers.

What GNU Backgammon reads back without a message is written as it writes it; what it has no words for (positions set
by the record, illegal plays given by their result, remarks) is written so that bgtool reads it back.
"""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.position import Position
from bgtool.core.record import (
    Action,
    Beaver,
    Double,
    Game,
    Legality,
    Match,
    Pass,
    Play,
    Resign,
    SetPosition,
    Take,
)
from bgtool.core.replay import replay_game
from bgtool.core.state import Cube
from bgtool.core.variant import STANDARD
from bgtool.errors import InputError
from bgtool.formats.mat_lines import placed_remark
from bgtool.formats.snowie import write_dump
from bgtool.formats.xgid import board_letters

_NAMES = 32
_RIGHT = 33
_RESULT = (6, 34)


def write(matches: Sequence[Match]) -> str:
    """The text of the matches, one after the other."""
    return "\n\n".join(_match(match) for match in matches)


def _match(match: Match) -> str:
    lines = [f'; [{key} "{_one_line(value)}"]' for key, value in _tags(match)]
    lines += [f"; {remark}".rstrip() for remark in _remarks(match)]
    lines += ["", f" {match.length} point match"] if lines else [f" {match.length} point match"]
    for game in match.games:
        lines += ["", *_game(match, game)]
    return "\n".join(lines) + "\n"


def _tags(match: Match) -> list[tuple[str, str]]:
    """The header fields, with those added that a reader needs to know the rules."""
    have = {key.lower() for key, _ in match.tags}
    money = not match.length
    needed = [
        ("Variation", match.variant.title, match.variant is not STANDARD),
        ("Crawford", "Off", not match.crawford_rule),
        ("Jacoby", "On", money and match.jacoby),
        ("Beaver", "On", money and match.beavers),
        ("CubeLimit", str(match.cube_limit), match.cube_limit is not None),
    ]
    return [*match.tags, *((key, value) for key, value, need in needed if need and key.lower() not in have)]


def _game(match: Match, game: Game) -> list[str]:
    names = game.players or [_name(match, seat) for seat in (0, 1)]
    left = f" {names[0]} : {game.score[0]}"
    rows = _Rows([f" Game {game.number}", f"{left:<{_NAMES - 2}}  {names[1]} : {game.score[1]}"])
    if game.start is not None and game.start != match.variant.start:
        rows.interrupt(_set_position(game.start, Cube()))
    for turn in replay_game(match, game):
        _write_action(rows, match, turn.action, turn.state.position if isinstance(turn.action, Play) else None)
    last = game.actions[-1] if game.actions else None
    # What follows a roll without a play shows that it was not given up, so it stands before the result.
    before_end = isinstance(last, Play) and last.legality is Legality.UNKNOWN
    if before_end:
        rows.interrupt(*game.lost)
    if game.winner is not None and game.points is not None:
        rows.end(game.winner, _result(match, game))
    if not before_end:
        rows.interrupt(*game.lost)
    return rows.lines


def _remarks(match: Match) -> list[str]:
    """The remarks of a match, those inside games with their place: GNU Backgammon takes them in the header only."""
    remarks = [placed_remark(_one_line(comment)) for comment in match.comments]
    for number, game in enumerate(match.games, 1):
        doubled = 0 if _doubles_first(game) else game.cube.value.bit_length() - 1
        remarks += [placed_remark("Automatic double", number)] * doubled
        remarks += [placed_remark(_one_line(remark.text), number, remark.at) for remark in game.comments]
    return remarks


class _Rows:
    """The rows of a game, filled cell by cell; the left cell first, a second left cell opening a new row."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self._number = 0
        self._left: str | None = None

    def add(self, seat: int, text: str) -> None:
        if seat == 0:
            self.flush()
            self._left = text
            return
        self._row(self._left or "", text)
        self._left = None

    def end(self, winner: int, text: str) -> None:
        """The result on a line of its own, or beside an open left cell for a right winner."""
        if winner and self._left is not None:
            # GNU Backgammon would take a line of its own, after a left cell without a right one, for something else.
            self.add(1, f" {text}")
        else:
            self.interrupt(" " * _RESULT[winner] + text)

    def interrupt(self, *lines: str) -> None:
        """Lines that are no rows."""
        self.flush()
        self.lines += lines

    def flush(self) -> None:
        if self._left is not None:
            self._row(self._left, "")
            self._left = None

    def _row(self, left: str, right: str) -> None:
        self._number += 1
        row = f"{self._number:>3}) {left}"
        if right:
            # A long left play pushes the right cell on; a word needs two blanks before it to be seen as a cell.
            row = f"{row:<{_RIGHT - 1}} {right}"
        self.lines.append(row.rstrip())


def _write_action(rows: _Rows, match: Match, action: Action, position: Position | None) -> None:
    if isinstance(action, SetPosition):
        seen = action.position if action.on_roll in (None, 0) else action.position.swapped()
        rows.interrupt(_set_position(seen, action.cube or Cube()))
    elif isinstance(action, Play):
        faces = action.rolled or (action.dice.high, action.dice.low)
        rows.add(action.seat, f"{faces[0]}{faces[1]}: {_play(match, action, position)}")
    elif isinstance(action, Double):
        rows.add(action.seat, f" Doubles => {action.value}")
    elif isinstance(action, Beaver):
        rows.add(action.seat, f" Beavers => {action.value}")
    elif isinstance(action, Take):
        rows.add(action.seat, " Takes")
    elif isinstance(action, Pass):
        rows.add(action.seat, " Drops")
    elif isinstance(action, Resign) and action.dice is not None:
        rows.add(action.seat, f"{action.dice}: ????")


def _play(match: Match, play: Play, position: Position | None) -> str:
    """The text of a play: one hop a die; what is not a legal play is written as the file had it, or by its result."""
    if play.legality is Legality.LEGAL and play.move is not None:
        return " ".join(f"{step.source}/{step.target}{'*' * step.hits}" for step in play.move.steps)
    if play.legality is Legality.ILLEGAL and play.after is not None and not play.hops:
        if play.after == position:
            return "Cannot Move"
        names = match.players if play.seat else match.players[::-1]
        return f"Illegal play ({write_dump(play.after.swapped(), names, match.length, (0, 0))})"
    return play.written or "????"


def _result(match: Match, game: Game) -> str:
    points = game.points or 0
    score = game.score[game.winner or 0] + points
    return f"Wins {points} point{'s' * (points != 1)}{' and the match' * bool(0 < match.length <= score)}"


def _set_position(seen: Position, cube: Cube) -> str:
    """XG's line that sets a position, seen by the left player, with the cube's exponent negative for the left."""
    exponent = cube.value.bit_length() - 1
    return f"; Set Pos={board_letters(seen)}/{-exponent if cube.owner == 0 else exponent}"


def _doubles_first(game: Game) -> bool:
    """Whether the first double of the game shows by its value where the cube stood."""
    first = next((action for action in game.actions if isinstance(action, Double)), None)
    return first is not None and first.value == 2 * game.cube.value


def _name(match: Match, seat: int) -> str:
    """The name as the score line has it, with its rating where no header field can hold it."""
    name, rating = _one_line(match.players[seat]), match.ratings[seat]
    if rating is None or any(key.lower().endswith(" elo") for key, _ in match.tags):
        return name
    return f"{name},{rating:g}"


def _one_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise InputError(f"{text[:40]!r}: a line break cannot be written in .mat text")
    return text
