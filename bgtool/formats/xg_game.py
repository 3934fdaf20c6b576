"""Replaying the records of one game of an eXtreme Gammon file.

XG's player 1, at the bottom of its board, is seat 1 as in an XGID; player 2 is seat 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bgtool.core.dice import Dice
from bgtool.core.move import Hop
from bgtool.core.opinion import CubeEstimate, Opinion
from bgtool.core.position import Position
from bgtool.core.replay import facing
from bgtool.core.rules import apply_as_written, apply_move, find_move, hops_text
from bgtool.core.state import MOST_CUBE, Cube
from bgtool.errors import IllegalPlayError, PositionError
from bgtool.formats.problems import Place
from bgtool.formats.scribe import Scribe
from bgtool.formats.verdict import Verdict
from bgtool.formats.xg_fields import Kind, Record
from bgtool.formats.xg_opinion import candidates_of, cube_of, error_of, hops_of
from bgtool.layout import BAR, OFF, ROW

_NO_ROLL = "77"
_RESIGNED = 100
_CONCEDED = 104
_SETTLED = 1000


def seat_of(player: int) -> int:
    """The seat of XG's player 1 or -1."""
    return 1 if player > 0 else 0


def position_of(counts: tuple[int, ...], checkers: int) -> Position:
    """The position of 26 counts seen by the player whose checkers are positive; the opponent's bar comes first.

    Raises :class:`PositionError`.
    """
    mine, theirs = [0] * ROW, [0] * ROW
    for point, count in enumerate(counts):
        if count > 0 and point:
            mine[point] = count
        elif count < 0 and point < BAR:
            theirs[BAR - point] = -count
        elif count:
            raise PositionError(f"{count} checkers on bar {point}")
    for row in (mine, theirs):
        row[OFF] = max(0, checkers - sum(row))
    position = Position(tuple(mine), tuple(theirs))
    if position.checkers != checkers:
        raise PositionError(f"{position.checkers} checkers a side instead of {checkers}")
    return position


class GameReader:
    """Tells a scribe what the records say; ``opinions`` and ``lost`` stand beside the actions."""

    def __init__(self, scribe: Scribe, game: int, comments: Sequence[str]) -> None:
        """Read game number ``game`` (from 0) into ``scribe``."""
        self.scribe = scribe
        self.opinions: list[Opinion] = []
        self.lost: list[str] = []
        self.written = Verdict()
        self.place = Place()
        self._game = game
        self._comments = comments
        self._cube: tuple[int, CubeEstimate | None, float | None] | None = None

    def start(self, record: Record) -> None:
        """The header of the game."""
        for _ in range(min(max(record["automatic doubles"], 0), 10)):
            self.scribe.automatic_double(self.place)
        self._board(record, "position", 1)
        self._remark(record["comment before"])

    def read(self, record: Record) -> None:
        """A record of the game."""
        scribe = self.scribe
        self.place = Place(record.number)
        if record.kind is Kind.GAME_END:
            self._end(record)
            return
        before = len(scribe.actions)
        if not scribe.broken and scribe.ended and record.kind in (Kind.CUBE, Kind.MOVE):
            if record.kind is Kind.CUBE and record["double"] <= 0:
                return
            scribe.report("after-end", "the game was over before this", self.place)
        elif not scribe.broken:
            if record.kind is Kind.CUBE:
                self._decide(record)
            elif record.kind is Kind.MOVE:
                self._move(record)
            if not scribe.broken:
                return
        if record.kind is Kind.MOVE or len(scribe.actions) == before:
            self.lost.append(_words(record))

    def _remark(self, index: int) -> None:
        if 0 <= index < len(self._comments):
            for line in self._comments[index].split("\n"):
                if line.strip():
                    self.scribe.comment(line.strip())

    # -- the board

    def _board(self, record: Record, name: str, player: int) -> None:
        """Take over the board of the file where it is not the one that the plays lead to."""
        scribe = self.scribe
        if scribe.broken or scribe.state.offer is not None:
            return
        seat = seat_of(player)
        try:
            seen = position_of(record[name], scribe.state.variant.checkers)
        except PositionError as error:
            scribe.report("unreadable-dump", str(error), self.place)
            return
        position = seen if seat == 1 else seen.swapped()
        if position == facing(scribe.state, seat).position:
            return
        cube = scribe.state.cube
        if not scribe.actions and record.kind is not Kind.GAME:
            cube = self._cube_of(record)
        elif scribe.actions:
            scribe.report("board-mismatch", "the board differs from the one that the plays lead to", self.place)
        scribe.set_position(position, seat, cube, self.place)

    def _cube_of(self, record: Record) -> Cube:
        """The cube of a record: 0 in the middle, else its exponent, negative when player 2 owns it."""
        exponent = record["cube"]
        if not exponent or 1 << min(abs(exponent), 30) > MOST_CUBE:
            return self.scribe.state.cube
        return Cube(1 << abs(exponent), seat_of(exponent))

    # -- the cube

    def _decide(self, record: Record) -> None:
        scribe, seat = self.scribe, seat_of(record["player"])
        self._board(record, "position", record["player"])
        decision, error = cube_of(record), error_of(record, "error of cube")
        self._cube = None
        if record["double"] != 1:
            self._remark(record["comment"])
            if record["double"] == 0 and (decision or error):
                self._cube = seat, decision, error
            return
        self._remark(record["comment"])
        scribe.double(seat, None, self.place)
        self._opine(decision, error)
        take, beaver, raccoon = record["take"], record["beaver"], record["raccoon"]
        answers = [(1 - seat, take, "error of take")]
        if take == 2:
            answers.append((seat, beaver, "error of beaver"))
            if beaver == 2:
                answers.append((1 - seat, raccoon, "error of raccoon"))
        for who, answer, name in answers:
            if answer == 2:
                scribe.beaver(who, None, self.place)
            elif answer == 1:
                scribe.take(who, self.place)
            elif answer == 0:
                scribe.drop(who, self.place)
            else:
                break
            self._opine(decision, error_of(record, name))

    def _opine(self, decision: CubeEstimate | None, error: float | None) -> None:
        if self.scribe.actions and (decision or error is not None):
            self.opinions.append(Opinion(self._game, len(self.scribe.actions) - 1, cube=decision, cube_error=error))

    # -- plays

    def _move(self, record: Record) -> None:
        scribe, seat = self.scribe, seat_of(record["player"])
        self._board(record, "before", record["player"])
        self._remark(record["comment"])
        position = facing(scribe.state, seat).position
        before = len(scribe.actions)
        faces = record["die 1"], record["die 2"]
        hops = hops_of(record["play"])
        if not record["played"] and not hops:
            scribe.roll(seat, faces, "????", self.place)
        else:
            self._play(record, seat, faces, hops, position)
        if len(scribe.actions) > before:
            self._judge(record, seat, position)
        self._cube = None

    def _play(
        self, record: Record, seat: int, faces: tuple[int, int], hops: tuple[Hop, ...], position: Position
    ) -> None:
        scribe, written = self.scribe, hops_text(hops) or "Cannot Move"
        try:
            reached = position_of(record["after"], scribe.state.variant.checkers)
        except PositionError as error:
            scribe.report("unreadable-dump", str(error), self.place)
            reached = None
        if reached is not None and all(1 <= face <= 6 for face in faces):
            try:
                led: Position | None = apply_move(position, find_move(position, Dice.of(*faces), hops))
            except IllegalPlayError:
                led = apply_as_written(position, hops)
            if led != reached:
                scribe.stated(seat, faces, reached, written, self.place)
                return
        scribe.roll(seat, faces, written, self.place)

    def _judge(self, record: Record, seat: int, position: Position) -> None:
        candidates, played = candidates_of(record, position)
        opinion = Opinion(
            self._game,
            len(self.scribe.actions) - 1,
            candidates,
            played,
            error=error_of(record, "error") if candidates else None,
            luck=record.number_of("luck") if candidates else None,
        )
        if self._cube is not None and self._cube[0] == seat:
            opinion = replace(opinion, cube=self._cube[1], cube_error=self._cube[2])
        if candidates or opinion.cube:
            self.opinions.append(opinion)

    # -- the end

    def _end(self, record: Record) -> None:
        """The winner, and whether the loser gave up (or the match, or both settled)."""
        if record["winner"] == 0:
            return
        winner = seat_of(record["winner"])
        self.written = Verdict(winner, max(0, record["points"]) or None)
        ended = record["termination"]
        if ended >= _SETTLED:
            self.scribe.report("not-kept", "the game was settled, which the record shows as given up", self.place)
        elif ended == _CONCEDED:
            self.scribe.report("not-kept", "the match was conceded, which the record shows as given up", self.place)
        if ended >= _RESIGNED and not self.scribe.ended:
            self.scribe.give_up(1 - winner)


def _words(record: Record) -> str:
    """A record that could not be replayed, for people to read."""
    player = 1 if record["player"] > 0 else 2
    if record.kind is Kind.CUBE:
        return f"player {player}: double {record['double']}, take {record['take']}"
    play = hops_text(hops_of(record["play"]))
    return f"player {player}: {record['die 1']}{record['die 2']}: {play}".rstrip()
