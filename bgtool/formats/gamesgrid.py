"""Reading GamesGrid's ``.sgg`` matches. The first player named is seat 0; a second tab before a cell is seat 1's."""

from __future__ import annotations

import re

from bgtool.core.record import Match
from bgtool.core.variant import variant_named
from bgtool.errors import InputError
from bgtool.formats.ledger import Ledger
from bgtool.formats.problems import Place
from bgtool.formats.source import Source
from bgtool.formats.teller import Teller

__all__ = ["read", "sniff"]

_PLAYERS = re.compile(r"(\S.{0,60}?) vs\. (\S.{0,60})")
_GAME = re.compile(r"Game (\d{1,4})\.(\d{1,4})-(\d{1,4})(\*?)(?:/(\d{1,5}))?\s*")
_OPTION = re.compile(r"([A-Za-z][A-Za-z ]{2,24}):\s*(.{0,100})")
_CELL = re.compile(r"\s*(\d{1,4})(\t+)(.*)")
_ROLL = re.compile(r"([1-6])([1-6]):\s*(.*)")
_VALUE = re.compile(r"(double|redouble|beaver|raccoon)(?:s?) to (\d{1,5})", re.I)
_WIN = re.compile(r"(.{1,60}?)\s+wins (\d{1,4}) points?", re.I)
_SNIFFED = 1 << 14


def sniff(source: Source) -> bool:
    """Whether it begins as GamesGrid does: two players and a first game with its score."""
    head = source.text[:_SNIFFED] if source.is_text else ""
    return _PLAYERS.match(head.lstrip()) is not None and re.search(_GAME.pattern + "$", head, re.M) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The match of the text. Raises :class:`ParseError` when no game is in it."""
    ledger, teller = Ledger(), None
    for number, line in enumerate(source.short_text.split("\n"), 1):
        place = Place(number, 1, line.strip())
        if not line.strip():
            continue
        game, players = _GAME.fullmatch(line.strip()), _PLAYERS.fullmatch(line.strip())
        if game:
            if teller is None:
                teller = Teller(ledger)
                if game[5] and not ledger.length:
                    ledger.set_length(int(game[5]), place)
            score = int(game[2]), int(game[3])
            teller.game(int(game[1]), score, bool(game[4]) if ledger.length else None, place)
        elif teller is None:
            if players and not ledger.players[0]:
                ledger.players = players[1].strip(), players[2].strip()
            else:
                _take_option(ledger, line.strip(), place)
        elif cell := _CELL.match(line):
            _act(teller, len(cell[2]) - 1, cell[3].strip(), place)
        elif (win := _WIN.match(line.strip())) and win[1].strip() in ledger.players:
            teller.win(ledger.players.index(win[1].strip()), int(win[2]), place)
        else:
            teller.odd(f"{line.strip()[:60]!r} is no roll, cube action or result", place)
    if teller is None:
        raise source.error("no game of GamesGrid: found no line such as 'Game 1.0-0/5'")
    teller.close()
    return (ledger.match("gamesgrid", source.file),)


def _take_option(ledger: Ledger, line: str, place: Place) -> None:
    option = _OPTION.fullmatch(line)
    if not option:
        ledger.tags.append(("EventDate", line))
        return
    key, value = option[1].strip(), option[2].strip()
    low, on = key.lower(), value.lower() == "yes"
    if low == "match length":
        ledger.set_length(int(value) if value.isdecimal() and len(value) < 6 else 0, place)
    elif low == "crawford":
        ledger.crawford_rule = on
    elif low == "jacoby":
        ledger.jacoby = on
    elif low in ("beavers", "raccoons"):
        ledger.beavers |= on
    elif low == "doubling cube":
        ledger.cube_limit = None if on else 1
    elif low == "variant":
        try:
            ledger.variant = variant_named(value)
        except InputError as error:
            ledger.report("bad-tag", str(error), place)
    elif low == "elo":
        numbers = re.findall(r"\d{1,6}(?:\.\d{1,4})?", value)
        if len(numbers) == 4:
            ledger.ratings = float(numbers[0]), float(numbers[2])
    else:
        ledger.tags.append((key, value))


def _act(teller: Teller, seat: int, said: str, place: Place) -> None:
    seat, low = min(seat, 1), said.lower()
    if roll := _ROLL.fullmatch(said):
        if roll[3].lower() == "automatic double":
            if teller.scribe is not None:
                teller.scribe.automatic_double(place)
            return
        teller.roll(seat, (int(roll[1]), int(roll[2])), roll[3].replace(",", " ") or None, place)
    elif turn := _VALUE.fullmatch(said):
        tell = teller.double if turn[1].lower().endswith("double") else teller.beaver
        tell(seat, int(turn[2]), place)
    elif low.startswith("accept"):
        teller.take(seat, place)
    elif low.startswith(("pass", "drop")):
        teller.drop(seat, place)
    elif low.startswith("raccoon"):
        teller.beaver(seat, None, place)
    elif low.startswith("resign"):
        teller.resign(seat, place)
    else:
        teller.odd(f"{said[:60]!r} is no roll or cube action", place)
