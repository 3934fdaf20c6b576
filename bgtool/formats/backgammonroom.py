"""Reading games of BackGammonRoom: numbered lines with one action each, X being seat 0 as GNU Backgammon imports it.

A double is answered by what follows: a beaver, another action (it was taken) or nothing (it was passed). The side that
acts last has won the game. There are no match lengths and no scores: the games are a session, its score counted up.
"""

from __future__ import annotations

import re

from bgtool.core.record import Match
from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.problems import Place
from bgtool.formats.source import Source
from bgtool.formats.teller import Teller

__all__ = ["read", "sniff"]

_SIGN = re.compile(r"\s*BGF version\s", re.I)
_GAME = re.compile(r"Game (\d{1,4}) - (\S.{0,60}?) \(([X0O])\) vs\. (\S.{0,60}?) \(([X0O])\)", re.I)
_ACTION = re.compile(r"\d{1,4}\.([X0O]):\s*(.{0,200})", re.I)
_ROLL = re.compile(r"\((\d) (\d)\)\s*(.*)")
_KIND = re.compile(r"Single\b.{0,80}", re.I)
_END = re.compile(r".{0,80}Win the Match.{0,80}", re.I)
_SNIFFED = 1 << 12


def sniff(source: Source) -> bool:
    """Whether it begins as BackGammonRoom's files do, which is not BGBlitz's ``.bgf``."""
    return source.is_text and _SIGN.match(source.text[:_SNIFFED]) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The session of the text. Raises :class:`ParseError` when no game is in it."""
    ledger = Ledger()
    teller = _Room(ledger)
    for number, line in enumerate(source.short_text.split("\n"), 1):
        text = line.strip()
        place = Place(number, 1, text)
        if game := _GAME.fullmatch(text):
            players = (game[4], game[2]) if game[3] in "0Oo" else (game[2], game[4])
            teller.begin(int(game[1]), players, place)
        elif teller.scribe is None:
            if ledger.games and text and not _END.fullmatch(text):
                ledger.report("unreadable-line", f"{text[:60]!r} stands outside of a game", place)
        elif not text or _END.fullmatch(text):
            teller.end(place)
        elif action := _ACTION.fullmatch(text):
            teller.act(int(action[1] not in "Xx"), action[2].strip(), place)
        elif not _KIND.fullmatch(text):
            teller.odd(f"{text[:60]!r} is no roll or cube action", place)
    teller.end(Place())
    if not ledger.games:
        raise source.error("no game of BackGammonRoom: found no line such as 'Game 1 - ann (X) vs. bob (0)'")
    return (ledger.match("backgammonroom", source.file),)


class _Room(Teller):
    """Knows how these files leave answers to doubles and winners to be seen from what follows."""

    _turned = False
    _doubler: int | None = None
    _last_seat: int | None = None

    def begin(self, number: int, players: tuple[str, str], place: Place) -> None:
        """A game's first line."""
        self.end(place)
        if not self.ledger.games:
            self.ledger.players = players
        self._turned = players == self.ledger.players[::-1] and players[0] != players[1]
        if not self._turned and players != self.ledger.players:
            self.ledger.report("names-changed", f"other names than {' and '.join(self.ledger.players)}", place)
        games = self.ledger.games
        score: Score = (games[-1].score_after or games[-1].score) if games else (0, 0)
        self.game(number, score, None, place)

    def act(self, colour: int, said: str, place: Place) -> None:
        """An action of X (0) or 0 (1); before it the double that it answers by coming."""
        seat, low = colour ^ self._turned, said.lower()
        if self._doubler is not None and not low.startswith("beaver"):
            self.take(1 - self._doubler, place)
        self._doubler, self._last_seat = None, seat
        if roll := _ROLL.fullmatch(said):
            self.roll(seat, (int(roll[1]), int(roll[2])), roll[3] or "can't move", place)
        elif low.startswith(("double", "redouble")):
            self._doubler = seat
            self.double(seat, None, place)
        elif low.startswith(("beaver", "raccoon")):
            self.beaver(seat, None, place)
        else:
            self.odd(f"{said[:60]!r} is no roll or cube action", place)

    def end(self, place: Place) -> None:
        """A game's end, an empty line."""
        if self.scribe is None:
            return
        if self._doubler is not None:
            self.drop(1 - self._doubler, place)
        elif self._last_seat is not None:
            self.win(self._last_seat, None, place)
        self._doubler = self._last_seat = None
        self.close()
