"""The lines of a ``.mat`` text gathered into matches and games, nothing replayed yet, nothing thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bgtool.formats.mat_lines import (
    Cell,
    ScoreLine,
    cells_of,
    comment_of,
    game_of,
    is_blank,
    length_of,
    row_start,
    score_line_of,
    split_remark,
    tag_of,
)


@dataclass
class RawLine:
    """A line with its number, the cells of a row and the remark that it is or ends with."""

    number: int
    text: str
    cells: list[Cell] = field(default_factory=list)
    comment: str | None = None


@dataclass
class RawGame:
    """A game's number, score line and the lines after it."""

    number: int
    line: int
    score: ScoreLine | None = None
    score_text: str = ""
    score_line: int = 0
    lines: list[RawLine] = field(default_factory=list)


@dataclass
class RawMatch:
    """A match's length, the lines before it and its games; ``length`` is None where the file does not say."""

    length: int | None = None
    line: int = 1
    header: list[RawLine] = field(default_factory=list)
    games: list[RawGame] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing of a match has been seen."""
        return self.length is None and not self.games


def gathered(text: str) -> Iterator[RawMatch]:
    """The matches of the text, in order.

    Remarks between two games belong to the first; those between two matches are divided at the first header field
    or blank line.
    """
    match = RawMatch()
    waiting: list[RawLine] = []
    for number, line in enumerate(text.split("\n"), 1):
        comment = "" if is_blank(line) else comment_of(line)
        if comment is not None:
            waiting.append(RawLine(number, line, comment=comment))
            continue
        length = length_of(line)
        if length is None:
            _keep(match, waiting)
            _add(match, number, line)
        else:
            if not match.is_empty:
                ended, waiting = _divided(waiting)
                _keep(match, ended)
                yield match
                match = RawMatch()
            match.length, match.line = length, number
            match.header += [kept for kept in waiting if kept.comment]
        waiting = []
    _keep(match, waiting)
    if not match.is_empty:
        yield match


def _divided(waiting: list[RawLine]) -> tuple[list[RawLine], list[RawLine]]:
    for index, line in enumerate(waiting):
        if not line.comment or tag_of(line.comment):
            return waiting[:index], waiting[index:]
    return [], waiting


def _keep(match: RawMatch, remarks: list[RawLine]) -> None:
    target = match.games[-1].lines if match.games else match.header
    target += [line for line in remarks if line.comment]


def _add(match: RawMatch, number: int, line: str) -> None:
    """Put a line that is neither blank, a remark nor a length where it belongs."""
    game_number = game_of(line)
    if game_number is not None:
        match.games.append(RawGame(game_number, number))
        return
    if not match.games:
        if not row_start(line):
            match.header.append(RawLine(number, line, comment=line.strip()))
            return
        match.games.append(RawGame(1, number))
    game = match.games[-1]
    if game.score is None and not row_start(line) and not any(kept.cells for kept in game.lines):
        known = match.games[0].score
        score = score_line_of(line, known.names if known else None)
        if score is not None:
            game.score, game.score_text, game.score_line = score, line.strip(), number
            return
    row, remark = split_remark(line)
    game.lines.append(RawLine(number, line, cells_of(row, number), remark))
