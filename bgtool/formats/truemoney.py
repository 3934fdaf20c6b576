"""Reading TrueMoneyGames' ``.tmg`` matches: options, then numbered actions with a code each.

Player 1 is seat 1 and player 2, whose moves have a minus, seat 0, as GNU Backgammon imports them.
"""

from __future__ import annotations

import re

from bgtool.core.record import Match
from bgtool.core.state import MOST_CUBE
from bgtool.core.variant import NACKGAMMON, STANDARD
from bgtool.formats.ledger import Ledger
from bgtool.formats.problems import Place
from bgtool.formats.source import Source
from bgtool.formats.teller import Teller

__all__ = ["read", "sniff"]

_OPTION = re.compile(r"([A-Za-z]{2,20}\d?):\s*(.{0,200})")
_PLAYER = re.compile(r"(\d{1,12})\s+(\S.{0,60}?)(?:\s+[\d.]{1,12})?")
_GAME = re.compile(r"Game (\d{1,4}):\s*(\d{1,4})-(\d{1,4})\s*")
_ACTION = re.compile(r"\s*(-?)(\d{1,4})\s+(\d{1,2})\s*(.{0,200})")
_DICE = re.compile(r"([1-6])([1-6]):?")
_NUMBER = re.compile(r"(\d{1,5})")
_VARIANTS = {"1": STANDARD, "2": NACKGAMMON}
_SNIFFED = 1 << 14
_AUTOMATIC, _DOUBLE, _TAKE, _BEAVER, _PASS, _SETTLEMENT = 2, 5, 7, 8, 10, 19
_WINS = frozenset({14, 15, 16})
_TIMEOUTS = frozenset({17, 22})
_ROLL, _PLAY = 1, 4


def sniff(source: Source) -> bool:
    """Whether it begins with a MatchID and names players as this site does."""
    head = source.text[:_SNIFFED] if source.is_text else ""
    return re.search(r"^MatchID: ", head, re.M) is not None and re.search(r"^Player1: \d", head, re.M) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The match of the text. Raises :class:`ParseError` when no game is in it."""
    ledger, teller = Ledger(), None
    names = ["", ""]
    for number, line in enumerate(source.short_text.split("\n"), 1):
        place = Place(number, 1, line.strip())
        if game := _GAME.fullmatch(line.strip()):
            teller = teller or Teller(ledger)
            teller.game(int(game[1]), (int(game[3]), int(game[2])), None, place)
        elif teller is not None and (action := _ACTION.fullmatch(line)):
            _act(teller, 0 if action[1] else 1, int(action[3]), action[4].strip(), place)
        elif teller is None and (option := _OPTION.fullmatch(line.strip())):
            _take_option(ledger, names, option[1], option[2].strip(), place)
            ledger.players = names[0], names[1]
        elif line.strip():
            if teller is not None:
                teller.odd(f"{line.strip()[:60]!r} is no action", place)
            else:
                ledger.report("bad-tag", f"{line.strip()[:60]!r} is no option", place)
    if teller is None:
        raise source.error("no game of TrueMoneyGames: found no line such as 'Game 1: 0-0'")
    teller.close()
    return (ledger.match("truemoney", source.file),)


def _take_option(ledger: Ledger, names: list[str], key: str, value: str, place: Place) -> None:
    low, on = key.lower(), value == "1"
    if low in ("player1", "player2"):
        player = _PLAYER.fullmatch(value)
        names[int(low == "player1")] = player[2].strip() if player else value
    elif low == "length":
        ledger.set_length(int(value) if value.isdecimal() and len(value) < 6 else 0, place)
    elif low == "crawford":
        ledger.crawford_rule = on
    elif low == "jacoby":
        ledger.jacoby = on
    elif low in ("beavers", "raccoons"):
        ledger.beavers |= on
    elif low == "cube":
        ledger.cube_limit = ledger.cube_limit if on else 1
    elif low == "maxcube":
        limit = int(value) if value.isdecimal() and len(value) < 6 else 0
        if ledger.cube_limit != 1 and 0 < limit <= MOST_CUBE and not limit & (limit - 1):
            ledger.cube_limit = limit
    elif low == "variant":
        if value in _VARIANTS:
            ledger.variant = _VARIANTS[value]
        else:
            ledger.report("bad-tag", f"variant {value!r} is not known", place)
    elif low == "startdate":
        ledger.tags.append(("EventDate", value[:10].replace("-", ".")))
    else:
        ledger.tags.append(({"matchid": "Match ID"}.get(low, key), value))


def _act(teller: Teller, seat: int, code: int, said: str, place: Place) -> None:
    number = _NUMBER.search(said)
    value = int(number[1]) if number else None
    if code == _ROLL and (dice := _DICE.fullmatch(said)):
        teller.roll(seat, (int(dice[1]), int(dice[2])), None, place)
    elif code == _PLAY:
        teller.play(seat, said, place)
    elif code == _DOUBLE:
        teller.double(seat, value, place)
    elif code == _TAKE:
        teller.take(seat, place)
    elif code == _BEAVER:
        teller.beaver(seat, value, place)
    elif code == _PASS:
        teller.drop(seat, place)
    elif code == _AUTOMATIC and teller.scribe is not None:
        teller.scribe.automatic_double(place)
    elif code in _WINS:
        teller.win(seat, value, place)
    elif code in _TIMEOUTS:
        teller.resign(seat, place)
    elif code == _SETTLEMENT:
        if teller.scribe is not None and said:
            teller.scribe.comment(said, place.line)
    else:
        teller.odd(f"action {code} {said[:40]!r} is not known", place)
