"""The rows of a game in match text: two columns, the left player's and the right's, as GNU Backgammon lays them out."""

from __future__ import annotations

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
from bgtool.core.replay import after, facing, replay_game
from bgtool.core.state import Cube, MatchState
from bgtool.formats.snowie_dump import write_dump
from bgtool.formats.xgid import board_letters

_NAMES = 32
_RIGHT = 33
_RESULT = (6, 34)


def heading_line(left: str, right: str) -> str:
    """The line above the first row that says who plays in which column."""
    return f"{f' {left}':<{_NAMES - 2}}  {right}"


def game_rows(match: Match, game: Game, plain: bool = False) -> list[str]:
    """The rows of a game and its result.

    ``plain`` is what GNU Backgammon has in Jellyfish and Snowie games: illegal plays by the position that they led to,
    and no word of the match in the result.
    """
    rows = _Rows(plain)
    if game.start is not None and game.start != match.variant.start:
        rows.interrupt(_set_position(game.start, Cube()))
    for turn in replay_game(match, game):
        _write_action(rows, match, turn.action, turn.state)
    last = game.actions[-1] if game.actions else None
    # What follows a roll without a play shows that it was not given up, so it stands before the result.
    before_end = isinstance(last, Play) and last.legality is Legality.UNKNOWN
    if before_end:
        rows.interrupt(*game.lost)
    if game.winner is not None and game.points is not None:
        rows.end(game.winner, _result(match, game, plain))
    if not before_end:
        rows.interrupt(*game.lost)
    return rows.lines


class _Rows:
    """The rows of a game, filled cell by cell; the left cell first, a second left cell opening a new row."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.lines: list[str] = []
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


def _write_action(rows: _Rows, match: Match, action: Action, state: MatchState) -> None:
    if isinstance(action, SetPosition):
        seen = action.position if action.on_roll in (None, 0) else action.position.swapped()
        rows.interrupt(_set_position(seen, action.cube or Cube()))
    elif isinstance(action, Play):
        faces = action.rolled or (action.dice.high, action.dice.low)
        rows.add(action.seat, f"{faces[0]}{faces[1]}: {_play(match, action, state, rows.plain)}")
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


def _play(match: Match, play: Play, state: MatchState, plain: bool) -> str:
    """The text of a play: one hop a die, in GNU Backgammon's order.

    What is not a legal play is written as the file had it, or by its result.
    """
    if play.legality is Legality.LEGAL and play.move is not None:
        steps = sorted(play.move.steps, key=lambda step: (-step.source, -step.target))
        return " ".join(f"{step.source}/{step.target}{'*' * step.hits}" for step in steps)
    if play.legality is Legality.ILLEGAL and play.after is not None and (plain or not play.hops):
        if play.after == state.position and not play.hops:
            return "Cannot Move"
        return f"Illegal play ({write_dump(facing(after(state, play), 1 - play.seat), match.players)})"
    return play.written or "????"


def _result(match: Match, game: Game, plain: bool) -> str:
    points = game.points or 0
    score = game.score[game.winner or 0] + points
    decided = 0 < match.length <= score and not plain
    return f"Wins {points} point{'s' * (points != 1)}{' and the match' * decided}"


def _set_position(seen: Position, cube: Cube) -> str:
    """XG's line that sets a position, seen by the left player, with the cube's exponent negative for the left."""
    exponent = cube.value.bit_length() - 1
    return f"; Set Pos={board_letters(seen)}/{-exponent if cube.owner == 0 else exponent}"
