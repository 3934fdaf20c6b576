"""The lines of a ``.mat`` text: what each one is, and the cells of a row.

A row is cut where a cell *starts* (a roll ``dd:`` or a keyword), never at gaps, because a long play may touch its
neighbour. Columns are counted from 1 in the line as it stands in the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

TAB = 8
LEFT_EDGE = 15
"""A lone cell that starts before this column is the left player's."""


class CellKind(Enum):
    """What a cell of a row says."""

    ROLL = "roll"
    DOUBLE = "double"
    BEAVER = "beaver"
    TAKE = "take"
    PASS = "pass"
    RESIGN = "resign"
    WIN = "win"
    LOSS = "loss"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: who (0 left, 1 right), what, its number, and for a roll the dice and the text after them."""

    seat: int
    kind: CellKind
    text: str
    line: int
    column: int
    dice: tuple[int, int] | None = None
    value: int | None = None
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A header field such as ``; [Event "World Cup"]``; ``value`` without its quotes."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The names and scores before a game; ``unclear`` when the line can be divided in other ways too."""

    names: tuple[str, str]
    score: tuple[int, int]
    unclear: bool = False


_LENGTH = re.compile(
    r"(?:(\d{1,9})[\s-]*points?\s+(?:match|session)|(unlimited|money)\s+(?:match|session|game))\b.*", re.I
)
_GAME = re.compile(r"Game\s+#?(\d{1,9})\s*[.:]?", re.I)
_SET_POSITION = re.compile(r"Set\s?Pos\s*=\s*([-A-Pa-p]{26})(?:/(-?\d+))?", re.I)
_SCORE = re.compile(r":\s*(-?\d{1,9})(?=\s|$)")
_BLANKS = re.compile(r"\s*")
_MOST_SCORES = 20
_TIGHT_SCORE = re.compile(r":\s(\d{1,9})(?=[^\W\d])")
_ROW = re.compile(r"\s*([\d*]*)\)")
_DUMP = re.compile(r"Illegal play\s*\((?:.*?;\)|.*)", re.I)
_REMARK = re.compile(r"\s;")
_WORDS = (
    (CellKind.DOUBLE, "(?:re)?doubles"),
    (CellKind.BEAVER, "beavers|raccoons"),
    (CellKind.TAKE, "takes|accepts"),
    (CellKind.PASS, "drops|passes|rejects"),
    (CellKind.WIN, "wins"),
    (CellKind.LOSS, "loses|losses|lost"),
    (CellKind.RESIGN, r"concedes|resigns|resigned|resign|\?{2,4}"),
)
_WORD = "|".join(words for _, words in _WORDS)
_START = re.compile(rf"(?<![\w/*(\-;=?])(?:\d\d\s?:|(?:{_WORD})(?![\w?]))", re.I)
_ROLL = re.compile(r"(\d)(\d)\s?:\s*(.*)", re.S)
_GIVES_UP = re.compile(_WORDS[-1][1], re.I)
_JUST_ROLLED = re.compile(r"\d\d\s?:\s{0,2}")
_PLACED = re.compile(r"@(\d{1,6})\.(\d{1,6}) ?(.*)")
_AUTOMATIC = re.compile(r"automatic doubles?\b.*", re.I)
_NUMBER = re.compile(r"\d{1,9}")


def is_blank(line: str) -> bool:
    """Whether the line says nothing."""
    return not line.strip(" \t\f\x1a")


def comment_of(line: str) -> str | None:
    """The text of a comment line (its first mark is ``;`` or ``#``), None for another line."""
    bare = line.strip()
    return bare[1:].strip() if bare[:1] in (";", "#") else None


def tag_of(comment: str) -> Tag | None:
    """The header field that a comment holds; None if it is free text. Quotes doubled by GNU Backgammon are undone."""
    key, quote, value = comment.removeprefix("[").partition('"')
    value = value.rstrip().removesuffix("]").rstrip()
    if not comment.startswith("[") or not key.strip() or "]" in key or not (quote and value.endswith('"')):
        return None
    value = value[:-1]
    if len(value) >= 2 and value[0] == value[-1] == '"':
        value = value[1:-1]
    return Tag(key.strip(), value)


def set_position_of(comment: str) -> tuple[str, int] | None:
    """The 26 letters and the cube number of a ``Set Pos=`` comment; None for another comment."""
    found = _SET_POSITION.fullmatch(comment.strip())
    return (found[1], int(found[2] or 0)) if found else None


def is_automatic_double(comment: str) -> bool:
    """Whether a remark tells that the cube was turned before the first roll."""
    return _AUTOMATIC.fullmatch(comment.strip()) is not None


def placed_remark(text: str, game: int = 0, at: int = 0) -> str:
    """A remark for the header that tells where it belongs: ``@2.7 well played`` before action 7 of the second game.

    Game 0 is the header itself, left out unless the text looks placed.
    """
    return f"@{game}.{at} {text}" if game or _PLACED.fullmatch(text) else text


def place_of_remark(comment: str) -> tuple[str, int, int]:
    """The text of a header's remark, the game (0: the header) and the action before which it belongs."""
    found = _PLACED.fullmatch(comment)
    return (found[3], int(found[1]), int(found[2])) if found else (comment, 0, 0)


def length_of(line: str) -> int | None:
    """The match length that the line gives, 0 for money; None if it gives none."""
    found = _LENGTH.fullmatch(line.strip())
    return int(found[1] or 0) if found else None


def game_of(line: str) -> int | None:
    """The number of the game that the line opens; None if it opens none."""
    found = _GAME.fullmatch(line.strip())
    return int(found[1]) if found else None


def score_line_of(line: str, names: tuple[str, str] | None = None) -> ScoreLine | None:
    """The names and scores of the line, None if it has not two scores.

    Names may hold colons and blanks or be empty: the last score ends the line, and of several possible first scores
    the one after the known left ``names`` is taken, else the one with most room behind it. GNU Backgammon leaves no
    room at all after a long left name.
    """
    line = line.expandtabs(TAB).rstrip()
    scores = list(_SCORE.finditer(line))
    if len(scores) == 1:
        scores = [*_TIGHT_SCORE.finditer(line, 0, scores[0].start()), *scores]
    if not 2 <= len(scores) <= _MOST_SCORES or scores[-1].end() != len(line):
        return None
    last = scores[-1]

    def fit(found: re.Match[str]) -> tuple[bool, int]:
        gap = _BLANKS.match(line, found.end())
        known = names is not None and names[0] == line[: found.start()].strip()
        return known, gap.end() - gap.start() if gap else 0

    first = max(scores[:-1], key=fit)
    left, right = line[: first.start()].strip(), line[first.end() : last.start()].strip()
    unclear = len(scores) > 2 and not fit(first)[0]
    return ScoreLine((left, right), (int(first[1]), int(last[1])), unclear)


def row_start(line: str) -> str:
    """The number and bracket that make a line a row (the number perhaps missing or starred); empty if it is none."""
    found = _ROW.match(line)
    return found[0] if found else ""


def split_remark(line: str) -> tuple[str, str | None]:
    """The row and the remark that follows it after a semicolon, None if there is none."""
    found = None if _DUMP.search(line) else _REMARK.search(line)
    return (line[: found.start()], line[found.end() :].strip()) if found else (line, None)


def cells_of(line: str, number: int) -> list[Cell]:
    """The cells of line ``number``: a row, or a line with nothing but a result or a cube action."""
    flat = _flat(line)
    row = _ROW.match(flat)
    begin = row.end() if row else 0
    if not flat[begin:].strip():
        return []
    starts = _starts(flat, begin)
    lead = flat[begin : starts[0]] if starts else flat[begin:]
    cells = []
    if lead.strip():
        cells.append(_cell(0, lead.strip(), number, _column(line, begin + len(lead) - len(lead.lstrip()))))
    for i, start in enumerate(starts):
        end = starts[i + 1] if i + 1 < len(starts) else len(flat)
        if len(starts) == 1:
            seat = int(start >= LEFT_EDGE and flat[start - 2 : start] == "  ")
        else:
            seat = min(i, 1)
        cells.append(_cell(seat, flat[start:end].strip(), number, _column(line, start)))
    return cells


def _flat(line: str) -> str:
    """The line with its tabs spread and hard blanks made plain."""
    return line.replace("\u00a0", " ").expandtabs(TAB).rstrip()


def _starts(flat: str, begin: int) -> list[int]:
    """Where cells begin; a resignation right behind its roll (``64: Concedes``) belongs to the roll's cell."""
    starts: list[int] = []
    hidden: tuple[int, int] = (0, 0)
    dump = _DUMP.search(flat, begin)
    if dump:
        hidden = dump.span()
    for found in _START.finditer(flat, begin):
        if hidden[0] <= found.start() < hidden[1]:
            continue
        if starts and _GIVES_UP.match(found[0]) and _JUST_ROLLED.fullmatch(flat[starts[-1] : found.start()]):
            continue
        starts.append(found.start())
    return starts


def _cell(seat: int, text: str, line: int, column: int) -> Cell:
    roll = _ROLL.fullmatch(text)
    if roll:
        return Cell(seat, CellKind.ROLL, text, line, column, (int(roll[1]), int(roll[2])), rest=roll[3].strip())
    kind = next((kind for kind, words in _WORDS if re.match(words, text, re.I)), CellKind.OTHER)
    number = _NUMBER.search(text)
    return Cell(seat, kind, text, line, column, value=int(number[0]) if number else None)


def _column(line: str, offset: int) -> int:
    """The column, from 1, in the line as written of an offset into the line with its tabs spread."""
    if "\t" not in line:
        return offset + 1
    at = 0
    for index, letter in enumerate(line):
        width = TAB - at % TAB if letter == "\t" else 1
        if at + width > offset:
            return index + 1
        at += width
    return len(line) + 1
