"""``.gam`` games of Jellyfish and GammonEmpire: the rows of a match text, but no length and no score.

Games are headed by the two names alone. They are read as match text of a money session, the score counted up from the
results. GNU Backgammon writes one game a file; here all games of a match go into it. A name is written on one line
with single blanks, an empty one as a question mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bgtool.core.record import Game, Match
from bgtool.formats import mat
from bgtool.formats.mat_lines import length_of, row_start
from bgtool.formats.mat_rows import game_rows, heading_line
from bgtool.formats.mat_write import leading, one_line
from bgtool.formats.source import Source

__all__ = ["read", "sniff", "write"]

_SNIFFED = 1 << 14
_MOST_LINES = 200_000
_NAMES = re.compile(r"\s{0,8}(\S.{0,400}?)[ \t]{2,}(\S.{0,400}?)\s*")
_REMARK = re.compile(r"\s*(?:;|$)")
_BETWEEN = 6
"""The most lines between the names and the first row; a remark there may set the board."""
_NAMELESS = "?"
"""Two names head a game, and two blanks divide them."""
_FIRST_ROW = re.compile(r"\s{0,4}1\)\s")
_WIN = re.compile(r"(.*)\bWins (\d{1,4}) points?", re.I)
_SECOND_COLUMN = 25
_WORDS = {"double": "Doubles", "take": "Takes", "drop": "Drops", "pass": "Drops", "resign": "Resigns"}
_WORD = re.compile(rf"(?<=\s)({'|'.join(_WORDS)})(?=\s|$)", re.I)


def sniff(source: Source) -> bool:
    """Whether it begins with two names and then a first row, and is no match text."""
    if not source.is_text:
        return False
    lines = [line for line in source.text[:_SNIFFED].split("\n") if not _REMARK.match(line)][:2]
    return len(lines) == 2 and _names(lines[0]) is not None and _FIRST_ROW.match(lines[1]) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The session of the text. Raises :class:`ParseError` when no game is in it."""
    lines = source.short_text.split("\n")
    if len(lines) > _MOST_LINES:
        raise source.error(f"more than {_MOST_LINES} lines are no session")
    text, origin = _as_match_text(lines)
    if not origin:
        raise source.error("no game: found no line with two names above a first row '  1) ...'")
    match, *others = mat.read(Source("\n".join(text).encode("utf-8"), source.file))
    if others:
        number, line = next((at, text[at - 1]) for at in origin if length_of(text[at - 1]) is not None)
        said = (
            f"{line.strip()[:80]!r} begins a match, but games of Jellyfish have no length: --from mat reads match text"
        )
        raise source.error(said, origin[number])
    problems = tuple(replace(found, line=origin.get(found.line or 0, found.line)) for found in match.problems)
    return (replace(match, problems=problems, source="gam"),)


def write(matches: Sequence[Match]) -> str:
    """The text of the games of all matches. Raises :class:`InputError` for a name with a line break."""
    return "".join(_game(match, game) for match in matches for game in match.games)


def _game(match: Match, game: Game) -> str:
    left, right = (" ".join(one_line(name).split()) or _NAMELESS for name in game.players or match.players)
    return "\n".join([heading_line(leading(left), right), *game_rows(match, game, plain=True), "", ""])


def _names(line: str) -> re.Match[str] | None:
    """The two names that a line consists of; None for a remark, a row and any other line."""
    return None if _REMARK.match(line) or row_start(line) else _NAMES.fullmatch(line)


def _as_match_text(lines: list[str]) -> tuple[list[str], dict[int, int]]:
    """The lines of a match text, and for each of its lines the one of the file that it comes from."""
    text = ["0 point match"]
    origin: dict[int, int] = {}
    score = [0, 0]
    game = 0
    for number, line in enumerate(lines, 1):
        following = next((other for other in lines[number : number + _BETWEEN] if not _REMARK.match(other)), "")
        names = _names(line) if _FIRST_ROW.match(following) else None
        if names:
            game += 1
            text += [f" Game {game}", f" {names[1]} : {score[0]}   {names[2]} : {score[1]}"]
            origin |= {len(text) - 1: number, len(text): number}
            continue
        text.append(_WORD.sub(lambda found: _WORDS[found[1].lower()], line))
        origin[len(text)] = number
        win = _WIN.match(line)
        if win:
            score[len(win[1]) > _SECOND_COLUMN] += int(win[2])
    return text, origin if game else {}
