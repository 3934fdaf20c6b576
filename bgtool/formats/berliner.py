"""Reading Berliner's ``.bkg`` games: a line for each side's turn, points counted from Black's ace point for both.

Black is seat 0, as GNU Backgammon imported it. There are no names, match lengths or scores: the games are a session.
"""

from __future__ import annotations

import re

from bgtool.core.record import Match
from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.problems import Place
from bgtool.formats.source import Source
from bgtool.formats.teller import Teller
from bgtool.layout import BAR

__all__ = ["read", "sniff"]

_SIDES = ("Black", "White")
_ROLL = re.compile(r"(Black|White)\s{1,8}([1-6])-([1-6]):?\s*(.{0,100})")
_DOUBLE = re.compile(r"(Black|White)\s{1,8}doubles\b\W{0,20}(\w{0,20}).{0,40}", re.I)
_WIN = re.compile(r"(Black|White)\s{1,8}wins(?: a)?\s{0,4}(\w{0,20}).{0,40}", re.I)
_HOP = re.compile(r"(\d{1,2}|bar|off)[-/](\d{1,2}|bar|off)(\*?)", re.I)
_SIGN = re.compile(r"^(?:Black|White)\s{1,8}[1-6]-[1-6]:", re.M)
_WORTH = {"gammon": 2, "backgammon": 3}
_SNIFFED = 1 << 14


def sniff(source: Source) -> bool:
    """Whether there is a line with a roll of Black or White."""
    return source.is_text and _SIGN.search(source.text[:_SNIFFED]) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The session of the text. Raises :class:`ParseError` when no game is in it."""
    ledger = Ledger(players=_SIDES)
    teller = Teller(ledger)
    for number, line in enumerate(source.short_text.split("\n"), 1):
        text = line.strip()
        place = Place(number, 1, text)
        if roll := _ROLL.fullmatch(text):
            seat = _seat(roll[1])
            _begin(teller, place)
            teller.roll(seat, (int(roll[2]), int(roll[3])), _play(roll[4], seat) or "can't move", place)
        elif turn := _DOUBLE.fullmatch(text):
            seat = _seat(turn[1])
            _begin(teller, place)
            teller.double(seat, None, place)
            answer = teller.take if turn[2].lower().startswith("accept") else teller.drop
            answer(1 - seat, place)
        elif (win := _WIN.fullmatch(text)) and teller.scribe is not None:
            worth = _WORTH.get(win[2].lower(), 1)
            teller.win(_seat(win[1]), worth * teller.scribe.state.cube.value, place)
            teller.close()
        elif text and teller.scribe is not None:
            teller.odd(f"{text[:60]!r} is no roll, double or result", place)
        elif text and not ledger.games:
            ledger.comments.append(text[:200])
    teller.close()
    if not ledger.games:
        raise source.error("no game of Berliner's format: found no line such as 'Black  6-1: 13-7 8-7'")
    return (ledger.match("berliner", source.file),)


def _begin(teller: Teller, place: Place) -> None:
    """A game begins with the first action after the last one's result."""
    if teller.scribe is None:
        games = teller.ledger.games
        score: Score = (games[-1].score_after or games[-1].score) if games else (0, 0)
        teller.game(len(games) + 1, score, None, place)


def _seat(side: str) -> int:
    return int(side.lower() == "white")


def _play(said: str, seat: int) -> str:
    """The hops from the mover's side; White's bar is 0 and its checkers leave at 25."""

    def turned(hop: re.Match[str]) -> str:
        ends = [str(BAR - int(end)) if seat and end.isdigit() and int(end) <= BAR else end for end in hop.groups()[:2]]
        return f"{ends[0]}/{ends[1]}{hop[3]}"

    return _HOP.sub(turned, said)
