"""Games told line by line: what the text formats of old servers have in common."""

from __future__ import annotations

import re

from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.plays import Faces
from bgtool.formats.problems import NOWHERE, Place
from bgtool.formats.scribe import Scribe
from bgtool.formats.verdict import Verdict

_NOTHING = re.compile(r"(?i)(o-o|-+|0/0|can'?t move|cannot move|no move|dances?)[.!]?")


class Teller:
    """Hands what the lines of a file say to the scribes of a ledger, one game after the other.

    A roll may be told before its play: it waits for the play, and is given up if none follows. Once a game is broken
    its lines are kept as text.
    """

    def __init__(self, ledger: Ledger) -> None:
        """Tell games to ``ledger``."""
        self.ledger = ledger
        self.scribe: Scribe | None = None
        self._number = 0
        self._written = Verdict()
        self._lost: list[str] = []
        self._waiting: tuple[int, Faces, Place] | None = None
        self._last: tuple[int, Faces, str] | None = None
        self._place = NOWHERE
        self._line: int | None = None

    def game(self, number: int, score: Score, crawford: bool | None = None, place: Place = NOWHERE) -> Scribe:
        """Begin a game."""
        self.close(score)
        self.scribe = self.ledger.open(score, crawford, place)
        self._number, self._line, self._place = number, place.line, place
        return self.scribe

    def close(self, following: Score | None = None) -> None:
        """End the game that was told; ``following`` is the score after it, where that is known."""
        if self.scribe is None:
            return
        self._settle(None)
        self.ledger.close(
            self.scribe, self._number, self._written, following, self._place, lost=self._lost, line=self._line
        )
        self.scribe, self._written, self._lost, self._last = None, Verdict(), [], None

    def roll(self, seat: int, faces: Faces, play: str | None, place: Place) -> None:
        """A roll and its play; None where the line has the roll alone and the play may follow."""
        if self._last == (seat, faces, play):
            return
        if play is None:
            self._settle((seat, faces))
            self._waiting = seat, faces, place
            return
        scribe = self._ready((seat, faces), place)
        if scribe is not None:
            self._waiting = None
            self._last = seat, faces, play
            scribe.roll(seat, faces, "Cannot Move" if _NOTHING.fullmatch(play.strip()) else play, place)
            self._keep(place)

    def play(self, seat: int, play: str, place: Place) -> None:
        """The play of the roll that waits."""
        if self._waiting is not None and self._waiting[0] == seat:
            self.roll(seat, self._waiting[1], play, place)
        elif self._ready(None, place) is not None:
            self.odd("a play without a roll", place)

    def double(self, seat: int, value: int | None, place: Place) -> None:
        """A double or redouble."""
        scribe = self._ready(None, place)
        if scribe is not None:
            scribe.double(seat, value, place)
            self._keep(place)

    def beaver(self, seat: int, value: int | None, place: Place) -> None:
        """A beaver or raccoon."""
        scribe = self._ready(None, place)
        if scribe is not None:
            scribe.beaver(seat, value, place)
            self._keep(place)

    def take(self, seat: int, place: Place) -> None:
        """A double taken."""
        scribe = self._ready(None, place)
        if scribe is not None:
            scribe.take(seat, place)
            self._keep(place)

    def drop(self, seat: int, place: Place) -> None:
        """A double passed."""
        scribe = self._ready(None, place)
        if scribe is not None:
            scribe.drop(seat, place)
            self._keep(place)

    def resign(self, seat: int, place: Place) -> None:
        """The game given up."""
        if self.scribe is not None and not self.scribe.ended:
            self._settle(None)
            self.scribe.give_up(seat)
            self._place = place

    def win(self, seat: int, points: int | None, place: Place) -> None:
        """The result; the first one told counts."""
        if self._written.winner is None:
            self._written, self._place = Verdict(seat, points), place

    def odd(self, message: str, place: Place) -> None:
        """A line that is nothing known."""
        (self.scribe or self.ledger).report("unreadable-line", message, place)
        if self.scribe is not None:
            self._lost.append(place.text)

    def _ready(self, roll: tuple[int, Faces] | None, place: Place) -> Scribe | None:
        """The scribe, ready for an action; None when there is no game, or it is over or broken: the line is kept."""
        self._settle(roll)
        self._last = None
        scribe = self.scribe
        if scribe is None:
            self.ledger.report("no-score-line", "an action before the first game", place)
            return None
        if scribe.ended and not scribe.broken:
            scribe.report("after-end", "the game was over before this", place)
        if scribe.ended or scribe.broken:
            self._lost.append(place.text)
            return None
        return scribe

    def _keep(self, place: Place) -> None:
        if self.scribe is not None and self.scribe.broken:
            self._lost.append(place.text)

    def _settle(self, roll: tuple[int, Faces] | None) -> None:
        """Write down a roll that waits for its play, unless this is it."""
        if self._waiting is None or self._waiting[:2] == roll:
            return
        seat, faces, place = self._waiting
        self._waiting = None
        if self.scribe is not None and not self.scribe.ended and not self.scribe.broken:
            self.scribe.roll(seat, faces, "", place)
