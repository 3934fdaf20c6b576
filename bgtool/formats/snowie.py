"""Snowie's text: a position as a line of 40 fields (:mod:`~bgtool.formats.snowie_dump`), a match as match text.

A match has no header fields, and an illegal play is given by the position that it led to. Reading, a match is known as
match text, which it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bgtool.core.dice import Dice
from bgtool.core.record import Match
from bgtool.core.state import Cube, MatchState
from bgtool.errors import InputError
from bgtool.formats import mat
from bgtool.formats.mat_rows import game_rows, heading_line
from bgtool.formats.mat_write import leading, one_line
from bgtool.formats.position_match import match_of, only_state_of, state_of
from bgtool.formats.snowie_dump import FIELDS, read_dump, write_dump
from bgtool.formats.source import Source

__all__ = ["read", "sniff", "write"]

_LINE = re.compile(rf"\s*\(?\d{{1,5}};[01];(?:[^;\n]{{0,80}};){{{FIELDS - 2}}}\)?\s*")
_LONGEST = 4000
_OWNERS = {1: 0, -1: 1}


def sniff(source: Source) -> bool:
    """Whether it is one position of 40 fields."""
    return len(source.data) < _LONGEST and source.is_text and _LINE.fullmatch(source.text) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The record of the position, or the matches of the text. Raises :class:`ParseError`."""
    if source.is_text and not sniff(source) and mat.is_match_text(source):
        return mat.read(source)
    try:
        if len(source.text) > _LONGEST:
            raise InputError("too long")
        state, players = _read(source.text.strip().strip("()"))
    except (InputError, ValueError) as error:
        raise source.error(f"not a Snowie position: {error}") from None
    return (match_of(state, "snowie", source.file, players),)


def write(matches: Sequence[Match]) -> str:
    """The text of a position, or of matches of one game or more. Raises :class:`InputError`."""
    if any(state_of(match) is not None for match in matches):
        return write_dump(only_state_of(matches, "Snowie position"), matches[0].players) + "\n"
    return "\n".join(_match(match) for match in matches)


def _match(match: Match) -> str:
    lines = [f" {match.length} point match"]
    for game in match.games:
        left, right = game.players or match.players
        heading = heading_line(f"{leading(left)} : {game.score[0]}", f"{one_line(right)} : {game.score[1]}")
        lines += ["", f" Game {game.number}", heading]
        lines += game_rows(match, game, plain=True)
    return "\n".join([*lines, "", ""])


def _read(text: str) -> tuple[MatchState, tuple[str, str]]:
    """The state and the players by seat; the fields have the player on roll first."""
    position = read_dump(text)
    fields = [field.strip() for field in text.split(";")]
    length, seat = int(fields[0]), 1 if int(fields[4]) else 0
    dice = int(fields[38]), int(fields[39])
    rolled = all(1 <= die <= 6 for die in dice)
    owner = _OWNERS.get(int(fields[11]))
    mine, theirs = (int(fields[8]), fields[5]), (int(fields[9]), fields[6])
    first, second = (mine, theirs) if seat == 0 else (theirs, mine)
    state = MatchState(
        position=position,
        on_roll=seat,
        dice=Dice.of(*dice) if rolled else None,
        rolled=dice if rolled else None,
        cube=Cube(int(fields[10]), None if owner is None else seat ^ owner),
        score=(first[0], second[0]),
        length=length,
        crawford=bool(length) and fields[7] == "1",
        jacoby=not length and fields[1] == "1",
    )
    return state, (first[1], second[1])
