"""Reading BGBlitz's ``.bgf`` matches, with its analysis.

A line of JSON says how the rest is packed: gzip or not, SMILE (:mod:`~bgtool.formats.smile`) or JSON. BGBlitz's Green
is seat 0, its Red seat 1, as its text boards show them.
"""

from __future__ import annotations

from typing import Any

from bgtool.core.record import Match
from bgtool.core.state import MOST_CUBE
from bgtool.errors import InputError
from bgtool.formats.bgf_game import GameReader, number_of
from bgtool.formats.json_text import parsed
from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.problems import Place
from bgtool.formats.smile import Broken, parse
from bgtool.formats.source import Source
from bgtool.formats.verdict import Verdict

__all__ = ["read", "sniff"]

_LONGEST_HEAD = 400
_TAGS = {
    "Site": "site",
    "Match ID": "extMatchID",
    "Event": "event",
    "Round": "round",
    "EventDate": "date",
    "Location": "location",
}
_MOST_GAMES = 2000


def sniff(source: Source) -> bool:
    """Whether the first line names the format."""
    head = source.data[:_LONGEST_HEAD]
    return head.startswith(b"{") and b'"format"' in head and b'"BGF"' in head


def read(source: Source) -> tuple[Match, ...]:
    """The match of the file with its problems and the analysis of BGBlitz. Raises :class:`ParseError`."""
    ledger = Ledger()
    document = _document(source, ledger)
    if not isinstance(document, dict) or not isinstance(document.get("games"), list):
        raise source.error("no games in this BGBlitz file")
    _take_header(ledger, document)
    games = [game for game in document["games"] if isinstance(game, dict)][:_MOST_GAMES]
    for index, game in enumerate(games):
        following = _score(games[index + 1], "score") if index + 1 < len(games) else _score(document, "final")
        _game(ledger, game, following)
    return (ledger.match("bgf", source.file, "BGBlitz"),)


def _document(source: Source, ledger: Ledger) -> Any:
    head, _, packed = source.data.partition(b"\n")
    try:
        given = parsed(head[:_LONGEST_HEAD])
    except (ValueError, RecursionError):
        raise source.error("the first line of a BGBlitz file is no JSON", 1) from None
    if not isinstance(given, dict) or given.get("format") != "BGF":
        raise source.error("the first line does not name the format BGF", 1)
    inner = Source(packed, source.file)
    ledger.problems += inner.problems
    try:
        if given.get("useSmile"):
            return parse(inner.data)
        return parsed(inner.data)
    except Broken as error:
        ledger.report("truncated", f"the data is read up to where it fails: {error}")
        return error.partial
    except (InputError, ValueError, RecursionError) as error:
        raise source.error(f"not the data of a BGBlitz match: {error}") from None


def _take_header(ledger: Ledger, document: dict[str, Any]) -> None:
    ledger.players = _text(document, "nameGreen").replace("_", " "), _text(document, "nameRed").replace("_", " ")
    ledger.set_length(_whole(document, "matchlen"))
    ledger.crawford_rule = document.get("useCrawford") is not False
    ledger.jacoby = document.get("useJacoby") is True
    ledger.beavers = document.get("useBeaver") is True
    limit = _whole(document, "cubeLimit", -1)
    if document.get("useCube") is False:
        ledger.cube_limit = 1
    elif 0 < limit <= MOST_CUBE and not limit & (limit - 1):
        ledger.cube_limit = limit
    ledger.tags = [(title, value) for title, name in _TAGS.items() if (value := _text(document, name))]
    ledger.comments = [line.strip() for line in str(document.get("comment") or "").split("\n") if line.strip()]
    ratings = [number_of(document, name) for name in ("ratingGreen", "ratingRed")]
    ledger.ratings = ratings[0] or None, ratings[1] or None
    for name, rating in zip(("nameGreen", "nameRed"), ratings, strict=True):
        if rating:
            number = 1 if name == "nameGreen" else 2
            ledger.tags += [(f"Player {number}", _text(document, name)), (f"Player {number} Elo", f"{rating:.2f}")]


def _text(given: dict[str, Any], name: str) -> str:
    value = given.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _whole(given: dict[str, Any], name: str, default: int = 0) -> int:
    value = given.get(name)
    return value if isinstance(value, int) and abs(value) < 1 << 31 else default


def _score(given: dict[str, Any], name: str) -> Score:
    return _whole(given, f"{name}Green"), _whole(given, f"{name}Red")


def _game(ledger: Ledger, game: dict[str, Any], following: Score) -> None:
    number = len(ledger.games) + 1
    place = Place(None, None, f"game {number}")
    score = _score(game, "score")
    scribe = ledger.open(score, game.get("isCrawford") is True, place)
    reader = GameReader(scribe, len(ledger.games))
    reader.start(game)
    moves = game.get("moves")
    for index, move in enumerate(moves if isinstance(moves, list) else [], 1):
        if isinstance(move, dict):
            reader.read(move, Place(None, None, f"game {number}, move {index}"))
    won = abs(_whole(game, "wonPoints"))
    ledger.opinions += reader.opinions
    ledger.close(scribe, number, Verdict(None, won or None), following, place, lost=reader.lost)
