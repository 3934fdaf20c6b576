"""Reading PartyGammon's ``.gam`` matches: ``KEY=value`` lines, the play of a game in one of them.

The actions of ``GAME_n_GAMEPLAY`` are divided by ``#``, each with the player's number first. Player 1 is seat 0.
"""

from __future__ import annotations

import re

from bgtool.core.record import Match
from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.problems import Place
from bgtool.formats.source import Source
from bgtool.formats.teller import Teller

__all__ = ["read", "sniff"]

_LINE = re.compile(r"([A-Z][A-Z0-9_]{2,40})=(.*)")
_GAME = re.compile(r"GAME_(\d{1,4})_([A-Z0-9_]{3,20})")
_ROLL = re.compile(r"([12])\b(?:\s+\d{1,3}){0,4}?\s+([1-6])([1-6])(?:\s+(.*))?")
_WORD = re.compile(r"([12])\b(?:\s+\d{1,3}){0,4}?\s+([A-Za-z]+)\b.*")
_SNIFFED = 1 << 16
_MOST_GAMES = 2000


def sniff(source: Source) -> bool:
    """Whether it has the keys of this site."""
    head = source.text[:_SNIFFED] if source.is_text else ""
    return re.search(r"^GAME_\d{1,4}_GAMEPLAY=", head, re.M) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The match of the text. Raises :class:`ParseError` when no game is in it."""
    ledger = Ledger()
    games: dict[int, dict[str, tuple[int, str]]] = {}
    for number, line in enumerate(source.short_text.split("\n"), 1):
        found = _LINE.fullmatch(line.strip())
        if not found:
            if line.strip():
                ledger.report("unreadable-line", "no line of KEY=value", Place(number, 1, line.strip()[:80]))
            continue
        key, value = found[1], found[2].strip()
        if game := _GAME.fullmatch(key):
            games.setdefault(int(game[1]), {})[game[2]] = number, value
        elif key == "MATCHLENGTH":
            ledger.set_length(int(value) if value.isdecimal() and len(value) < 6 else 0, Place(number, 1, line))
        else:
            ledger.tags.append((key, value))
    played = sorted(number for number in games if "GAMEPLAY" in games[number])[:_MOST_GAMES]
    if not played:
        raise source.error("no game of PartyGammon: found no line such as GAME_1_GAMEPLAY=...")
    first = games[played[0]]
    ledger.players = first.get("PLAYER_1", (0, ""))[1], first.get("PLAYER_2", (0, ""))[1]
    teller, score = Teller(ledger), (0, 0)
    for number in played:
        at, actions = games[number]["GAMEPLAY"]
        teller.game(number, score, None, Place(at, 1, f"GAME_{number}"))
        for action in actions.split("#"):
            _act(teller, action.strip(), Place(at, None, action.strip()[:80]))
        after = _score_after(games[number], score)
        winner = None if after == score else int(after[1] > score[1])
        if winner is not None:
            teller.win(winner, after[winner] - score[winner], Place(at))
        score = after
    teller.close(score)
    return (ledger.match("partygammon", source.file),)


def _score_after(game: dict[str, tuple[int, str]], before: Score) -> Score:
    """The score after a game; where it would be less than before, the file has the points of the game alone."""
    given = [game.get(key, (0, ""))[1] for key in ("SCORE1", "SCORE2")]
    if not all(value.isdecimal() and len(value) < 6 for value in given):
        return before
    first, second = map(int, given)
    if first < before[0] or second < before[1]:
        return before[0] + first, before[1] + second
    return first, second


def _act(teller: Teller, said: str, place: Place) -> None:
    if roll := _ROLL.fullmatch(said):
        teller.roll(int(roll[1]) - 1, (int(roll[2]), int(roll[3])), roll[4] or "", place)
        return
    word = _WORD.fullmatch(said)
    seat, low = (int(word[1]) - 1, word[2].lower()) if word else (0, "")
    if low.startswith("double"):
        teller.double(seat, None, place)
    elif low.startswith(("take", "accept")):
        teller.take(seat, place)
    elif low.startswith(("drop", "pass", "reject")):
        teller.drop(seat, place)
    elif low.startswith("beaver"):
        teller.beaver(seat, None, place)
    elif low.startswith("resign"):
        teller.resign(seat, place)
    elif said:
        teller.odd(f"{said[:60]!r} is no roll or cube action", place)
