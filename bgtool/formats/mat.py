"""Reading ``.mat`` match texts in every dialect: Jellyfish, GNU Backgammon, eXtreme Gammon and two dozen sites.

The lines are first gathered into matches and games (:mod:`~bgtool.formats.mat_gather`, with
:mod:`~bgtool.formats.mat_lines` to say what each line is); then every game is replayed by a
:class:`~bgtool.formats.scribe.Scribe`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bgtool.core.record import Game, Match
from bgtool.core.state import Cube, MatchState
from bgtool.errors import InputError
from bgtool.formats.mat_gather import RawGame, RawLine, RawMatch, gathered
from bgtool.formats.mat_header import Header, PlacedRemark, read_header
from bgtool.formats.mat_lines import (
    Cell,
    CellKind,
    comment_of,
    is_automatic_double,
    is_blank,
    row_start,
    set_position_of,
    split_remark,
)
from bgtool.formats.mat_score import Score, is_crawford, next_score, other_players, score_before, sides_swapped
from bgtool.formats.mat_write import write
from bgtool.formats.problems import Place
from bgtool.formats.scribe import Scribe
from bgtool.formats.snowie_dump import read_dump
from bgtool.formats.source import Source
from bgtool.formats.verdict import Verdict, conclude
from bgtool.formats.xgid import board_of_letters

__all__ = ["read", "sniff", "write"]

_SNIFFED = 1 << 20
_LARGEST = 8 << 20
_LENGTH = re.compile(r"^[ \t]*(?:\d+[ \t-]*points? match|unlimited match)", re.I | re.M)
_GAME = re.compile(r"^[ \t]*Game[ \t]+\d+[ \t]*$", re.I | re.M)
_ROW = re.compile(r"^[ \t]*\d{1,4}\)[ \t]+(?:\d\d\s?:|doubles?\b)", re.I | re.M)
_MOST_GUESSES = 8


def sniff(source: Source) -> bool:
    """Whether it looks like a ``.mat`` record: a game line, or a match length with rows or alone, near the beginning.

    Remarks in SGF may have such lines too, and a letter may tell of a 3 point match.
    """
    head = source.text[:_SNIFFED] if source.is_text else ""
    if head.lstrip().startswith("(;"):
        return False
    if _GAME.search(head) is not None:
        return True
    return _LENGTH.search(head) is not None and (_ROW.search(head) is not None or _is_header(head))


def _is_header(text: str) -> bool:
    """Whether nothing but remarks stands beside one line."""
    return sum(not is_blank(line) and comment_of(line) is None for line in text.split("\n")) == 1


def is_match_text(source: Source) -> bool:
    """Whether anything of a match is in a text: a match length or a game."""
    return next(gathered(source.text), None) is not None


def read(source: Source) -> tuple[Match, ...]:
    """Every match of the text, in order, each with its problems.

    Raises :class:`ParseError` when there is neither a match length nor a game in it, and for far too long a text.
    """
    if len(source.text) > _LARGEST:
        raise source.error(f"more than {_LARGEST >> 20} million letters are no match text")
    matches = tuple(_match(raw, source.file) for raw in gathered(source.text))
    if not matches:
        raise source.error("no match record: found neither a line such as '7 point match' nor a game")
    return matches


def _match(raw: RawMatch, file: str) -> Match:
    header = read_header(raw)
    games: list[Game] = []
    crawford_played = not header.crawford or header.length < 2
    for index, raw_game in enumerate(raw.games):
        swapped = sides_swapped(raw_game, header)
        score = score_before(raw_game, games, swapped, header)
        crawford = not crawford_played and is_crawford(raw_game, games, score, header)
        crawford_played |= header.length - 1 in score
        state = MatchState(
            position=header.variant.start,
            score=score,
            length=header.length,
            crawford=crawford,
            jacoby=header.jacoby,
            beavers=header.beavers,
            variant=header.variant,
            cube_limit=header.cube_limit,
        )
        following = next_score(raw.games[index + 1], header.names) if index + 1 < len(raw.games) else None
        games.append(_game(raw_game, state, following, swapped, header, index + 1))
    if not raw.games:
        header.report("no-games", "the match has no game", Place(raw.line))
    return Match(
        players=header.names,
        length=header.length,
        games=tuple(games),
        variant=header.variant,
        crawford_rule=header.crawford,
        jacoby=header.jacoby,
        beavers=header.beavers,
        cube_limit=header.cube_limit,
        tags=tuple((tag.key, tag.value) for tag in header.tags),
        comments=tuple(header.comments),
        ratings=header.ratings,
        problems=tuple(sorted(header.problems, key=lambda found: found.line or 0)),
        source="mat",
        file=file,
    )


# -- the rows of a game


@dataclass
class _Replay:
    scribe: Scribe
    written: Verdict = field(default_factory=Verdict)
    place: Place | None = None
    lost: list[str] = field(default_factory=list)
    lost_from: int | None = None

    def lose(self, line: RawLine, cell: Cell) -> None:
        """Keep the rest of a line, from ``cell`` on, as text; a row keeps its number and its columns."""
        row, _ = split_remark(line.text)
        kept = row_start(row).ljust(cell.column - 1) + row[cell.column - 1 :]
        self.lost.append(kept.rstrip())
        self.lost_from = self.lost_from or line.number


def _game(raw: RawGame, state: MatchState, following: Score | None, swapped: bool, header: Header, index: int) -> Game:
    """The game replayed; blank rolls that were filled in are left standing where that lets the rest replay."""
    remarks = header.remarks.get(index, [])
    best = _replayed(raw, remarks, state, swapped, frozenset())
    for guess in best.scribe.guesses[::-1][:_MOST_GUESSES]:
        if best.scribe.first_fault is None:
            break
        other = _replayed(raw, remarks, state, swapped, frozenset((guess,)))
        if other.scribe.first_fault is None or other.scribe.first_fault > best.scribe.first_fault:
            best = other
    scribe = best.scribe
    if best.lost and scribe.broken:
        scribe.report("moves-lost", f"{len(best.lost)} lines could not be replayed", Place(best.lost_from, 1))
    end = raw.lines[-1].number if raw.lines else raw.line
    verdict = conclude(scribe, best.written, following, best.place or Place(end, 1))
    header.problems += scribe.problems
    return Game(
        number=raw.number,
        score=state.score,
        actions=tuple(scribe.actions),
        crawford=state.crawford,
        winner=verdict.winner,
        points=verdict.points,
        cube=scribe.cube,
        players=other_players(raw, swapped, header),
        comments=tuple(sorted(scribe.comments, key=lambda remark: remark.at)),
        lost=tuple(best.lost),
        line=raw.line,
    )


def _replayed(
    raw: RawGame, remarks: Sequence[PlacedRemark], state: MatchState, swapped: bool, stand: frozenset[int]
) -> _Replay:
    replay = _Replay(Scribe(state, stand))
    for remark in remarks:
        if is_automatic_double(remark.text) and not remark.at:
            replay.scribe.automatic_double(Place(remark.line, 1, remark.text))
        else:
            replay.scribe.comment(remark.text, remark.line, remark.at)
    for line in raw.lines:
        _replay_cells(replay, line, swapped)
        if line.comment is not None:
            _remark(replay.scribe, line, swapped)
    return replay


def _replay_cells(replay: _Replay, line: RawLine, swapped: bool) -> None:
    scribe = replay.scribe
    for cell in line.cells:
        seat = 1 - cell.seat if swapped else cell.seat
        place = Place(cell.line, cell.column, cell.text)
        if cell.kind is CellKind.WIN:
            if replay.written.winner is None:
                replay.written, replay.place = Verdict(seat, cell.value), place
            continue
        if cell.kind is CellKind.LOSS:
            continue
        if not scribe.broken and cell.kind is CellKind.OTHER:
            scribe.report("unreadable-line", f"{cell.text!r} is no roll, cube action or result", place)
        elif not scribe.broken and (replay.written.winner is not None or scribe.ended):
            scribe.report("after-end", "the game was over before this", place)
        elif not scribe.broken:
            _act(scribe, seat, cell, place)
            if not scribe.broken:
                continue
        replay.lose(line, cell)
        return


def _act(scribe: Scribe, seat: int, cell: Cell, place: Place) -> None:
    """Hand one cell to the scribe."""
    if cell.kind is CellKind.ROLL and cell.dice is not None:
        _roll(scribe, seat, cell.dice, cell.rest, place)
    elif cell.kind is CellKind.DOUBLE:
        scribe.double(seat, cell.value, place)
    elif cell.kind is CellKind.BEAVER:
        scribe.beaver(seat, cell.value, place)
    elif cell.kind is CellKind.TAKE:
        scribe.take(seat, place)
    elif cell.kind is CellKind.PASS:
        scribe.drop(seat, place)
    elif cell.kind is CellKind.RESIGN:
        scribe.give_up(seat)


def _roll(scribe: Scribe, seat: int, dice: tuple[int, int], written: str, place: Place) -> None:
    low = written.lower()
    if low.startswith(("concede", "resign")):
        scribe.roll(seat, dice, "????", place)
        scribe.give_up(seat)
    elif low.startswith("illegal play"):
        try:
            # The dump is made before the next roll: its player on roll is the mover's opponent.
            scribe.stated(seat, dice, read_dump(written[len("illegal play") :]).swapped(), written, place)
        except InputError as error:
            scribe.unread(seat, dice, written, "unreadable-dump", str(error), place)
    else:
        scribe.roll(seat, dice, written, place)


def _remark(scribe: Scribe, line: RawLine, swapped: bool) -> None:
    """A comment inside a game, which may set the position or tell of an automatic double."""
    text = line.comment or ""
    place = Place(line.number, 1, text)
    found = set_position_of(text)
    if is_automatic_double(text) and not scribe.actions:
        scribe.automatic_double(place)
    elif found is None:
        scribe.comment(text, line.number)
    else:
        try:
            position = board_of_letters(found[0], scribe.state.variant.checkers)
            cube = Cube(1 << min(abs(found[1]), 16), _owner(found[1]))
        except InputError as error:
            scribe.report("unreadable-dump", str(error), place)
            return
        if swapped:
            position, cube = position.swapped(), Cube(cube.value, None if cube.owner is None else 1 - cube.owner)
        scribe.set_position(position, 0, cube, place)


def _owner(exponent: int) -> int | None:
    return None if exponent == 0 else int(exponent > 0)
