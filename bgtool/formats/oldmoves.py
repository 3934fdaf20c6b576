"""Reading the ``oldmoves`` of FIBS: the game of a server whose player O moves upwards.

The first player named (X) is seat 0, as GNU Backgammon imports it.
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

_SCORE = re.compile(r"Score is (\d{1,4})-(\d{1,4})(?: in an? (\d{1,5}) points? match)?\.?", re.I)
_NAMES = re.compile(r"(.{1,40}?) is X - (.{1,40}?) is O\.?")
_ACTION = re.compile(r"([XO]):\s*(.*)")
_ROLL = re.compile(r"\((\d) (\d)\)\s*(.*)")
_WIN = re.compile(r"wins (\d{1,4}) points?", re.I)
_HOP = re.compile(r"(\d{1,2}|bar|off)[-/](\d{1,2}|bar|off)(\*?)", re.I)
_SNIFFED = 1 << 16


def sniff(source: Source) -> bool:
    """Whether it begins as FIBS does: a score and who is X and who O."""
    head = source.text[:_SNIFFED] if source.is_text else ""
    return _SCORE.search(head) is not None and _NAMES.search(head) is not None


def read(source: Source) -> tuple[Match, ...]:
    """The match of the text. Raises :class:`ParseError` when no game is in it."""
    lines = source.short_text.split("\n")
    ledger = Ledger()
    teller: Teller | None = None
    score: tuple[Score, int, Place] | None = None
    seats = {"X": 0, "O": 1}
    upwards = _upwards(lines)
    for number, line in enumerate(lines, 1):
        text = line.strip()
        place = Place(number, 1, text)
        if found := _SCORE.match(text):
            score = (int(found[1]), int(found[2])), int(found[3] or 0), place
        elif found := _NAMES.match(text):
            if score is None:
                continue
            names = found[1].strip(), found[2].strip()
            if teller is None:
                ledger.players = names
                ledger.set_length(score[1], place)
                teller = Teller(ledger)
            turned = names == ledger.players[::-1] and names[0] != names[1]
            if not turned and names != ledger.players:
                ledger.report("names-changed", f"other names than {' and '.join(ledger.players)}", place)
            seats = {"X": int(turned), "O": 1 - int(turned)}
            teller.game(len(ledger.games) + 1 + (teller.scribe is not None), _by_seat(score[0], turned), None, score[2])
        elif teller is not None and (found := _ACTION.match(text)):
            _act(teller, seats[found[1]], found[2].strip(), (number, found[1]) in upwards, place)
        elif teller is not None and text:
            teller.odd(f"{text[:60]!r} is no score, roll or cube action", place)
    if teller is None:
        raise source.error("no game of FIBS: found no line such as 'Score is 0-0 in a 3 point match.' with the players")
    teller.close()
    return (ledger.match("oldmoves", source.file),)


def _by_seat(score: Score, turned: bool) -> Score:
    return score[::-1] if turned else score


def _upwards(lines: list[str]) -> set[tuple[int, str]]:
    """The lines of players whose points go up: told by their first plain move in the game."""
    found: set[tuple[int, str]] = set()
    waiting: dict[str, list[int]] = {"X": [], "O": []}
    rising: dict[str, bool | None] = {"X": None, "O": None}
    for number, line in enumerate([*lines, "Score is"], 1):
        text = line.strip()
        if text.startswith("Score is"):
            for side in waiting:
                if rising[side] or (rising[side] is None and side == "O"):
                    found |= {(at, side) for at in waiting[side]}
            waiting, rising = {"X": [], "O": []}, {"X": None, "O": None}
        action = _ACTION.match(text)
        if not action:
            continue
        waiting[action[1]].append(number)
        for source, target, _ in _HOP.findall(action[2]):
            if rising[action[1]] is None and source.isdigit() and target.isdigit():
                rising[action[1]] = int(target) > int(source)
    return found


def _act(teller: Teller, seat: int, said: str, upwards: bool, place: Place) -> None:
    low = said.lower()
    if roll := _ROLL.match(said):
        play = _HOP.sub(lambda hop: _turned(hop, upwards), roll[3])
        teller.roll(seat, (int(roll[1]), int(roll[2])), play or None, place)
    elif low.startswith("doubles"):
        teller.double(seat, None, place)
    elif low.startswith(("accepts", "takes")):
        teller.take(seat, place)
    elif low.startswith(("rejects", "drops", "gives up")):
        teller.drop(seat, place)
    elif low.startswith("beavers"):
        teller.beaver(seat, None, place)
    elif win := _WIN.match(said):
        teller.win(seat, int(win[1]), place)
    elif "resign" in low:
        teller.resign(seat, place)
    else:
        teller.odd(f"{said[:60]!r} is no roll, cube action or result", place)


def _turned(hop: re.Match[str], upwards: bool) -> str:
    points = [
        str(BAR - int(point)) if upwards and point.isdigit() and int(point) <= BAR else point.lower()
        for point in (hop[1], hop[2])
    ]
    return f"{points[0]}/{points[1]}{hop[3]}"
