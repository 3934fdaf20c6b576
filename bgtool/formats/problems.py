"""What can be odd in a record: every code that a reader may report, how bad it is and what it means."""

from __future__ import annotations

from typing import NamedTuple

from bgtool.core.record import Problem, Severity

_ERROR, _ODDITY, _NOTE = Severity.ERROR, Severity.ODDITY, Severity.NOTE

CODES: dict[str, tuple[Severity, str]] = {
    "illegal-play": (_ERROR, "a play against the rules; it stands as written"),
    "impossible-play": (_ERROR, "a play that no board allows; where the checkers went is not known"),
    "unreadable-play": (_ERROR, "text that is no play; where the checkers went is not known"),
    "unknown-play": (_ERROR, "a roll whose play the file hides although the game went on"),
    "no-dice": (_ERROR, "a roll without readable dice"),
    "moves-lost": (_ERROR, "the rest of a game that could not be replayed; it is kept as text"),
    "after-end": (_ERROR, "lines after the end of a game; they are kept as text"),
    "unreadable-line": (_ERROR, "a line that is nothing known"),
    "unreadable-dump": (_ERROR, "an illegal play or set position that cannot be read"),
    "no-score-line": (_ERROR, "a game without the line of names and scores"),
    "no-length": (_ERROR, "a match without the line that gives its length"),
    "no-games": (_ERROR, "a match without a game"),
    "answer-without-double": (_ERROR, "a take, pass or beaver although nobody doubled"),
    "no-cannot-move": (_ODDITY, "the file says that nothing could be moved, but something could; the board stays"),
    "not-moved": (_ODDITY, "a roll without a play although the rules force one; later plays show that it was not made"),
    "forced-play": (_NOTE, "a roll without a play, filled in because the rules leave only one"),
    "out-of-turn": (_ODDITY, "a side acts although it is the other's turn"),
    "opening-doublet": (_ODDITY, "a doublet as the first roll of a game"),
    "missing-take": (_ODDITY, "a double without an answer, taken to be accepted because the game goes on"),
    "missing-pass": (_ODDITY, "a double without an answer, taken to be passed because the game ends"),
    "cube-value": (_ODDITY, "a double to another value than twice the cube"),
    "automatic-double": (_ODDITY, "a first double above 2: the cube must have been turned before the first roll"),
    "cube-not-allowed": (
        _ODDITY,
        "a double that the rules do not allow: Crawford game, the other's cube, its limit, no cube",
    ),
    "sentinel-points": (_ODDITY, "points no game can be worth, written for a conceded match or a timeout"),
    "points-mismatch": (_ODDITY, "the points written are not what the board, the cube or the next score say"),
    "winner-mismatch": (_ODDITY, "the winner written is not the one that the board, the cube or the next score name"),
    "score-mismatch": (_ODDITY, "the score line does not follow from the game before"),
    "score-beyond-length": (_ODDITY, "a score that reaches the match length although another game follows"),
    "no-result": (_ODDITY, "a game that breaks off without a result"),
    "names-changed": (_ODDITY, "other names than in the games before"),
    "unclear-names": (_ODDITY, "a line of names and scores that can be divided in more than one way"),
    "empty-name": (_ODDITY, "a player without a name"),
    "crawford-unclear": (_NOTE, "games are missing, so which one was the Crawford game is a guess"),
    "bad-length": (_ODDITY, "a match length or score outside what a match can have"),
    "bad-tag": (_ODDITY, "a header field whose value is not understood"),
    "dice-changed": (_ODDITY, "dice set by the record and changed before they were played"),
    "bad-analysis": (_ODDITY, "analysis in the file that cannot be read"),
    "board-mismatch": (_ODDITY, "the board that the file gives is not what the plays lead to; the file's is taken"),
    "bad-checksum": (_ODDITY, "data that does not fit its checksum"),
    "not-kept": (_NOTE, "something in the file that bgtool's record has no place for"),
    "encoding-guessed": (_NOTE, "text that is not UTF-8, read as Windows-1252"),
    "truncated": (_ERROR, "compressed data that breaks off"),
    "undecodable": (_ERROR, "bytes that are not text in the encoding of the file"),
}


class Place(NamedTuple):
    """Where something stands in a file: line and column from 1, and the text there."""

    line: int | None = None
    column: int | None = None
    text: str = ""


NOWHERE = Place()


def problem(code: str, message: str, place: Place = NOWHERE) -> Problem:
    """The problem of that code, its severity from the table."""
    return Problem(code, message, place.line, place.column, place.text, CODES[code][0])
