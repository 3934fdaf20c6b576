"""Reading OGXM, the matches of HedgeHog and OpenGammon, and GammonView's ``.gva`` and ``.gvab`` of the same content.

A ``.gva`` is JSON; the others are bytes (:mod:`~bgtool.formats.ogxm_binary`). White, the first player, is seat 0.
"""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from bgtool.core.record import Match
from bgtool.core.state import LONGEST_MATCH, MOST_CUBE
from bgtool.core.variant import HYPERGAMMON_3, NACKGAMMON, STANDARD
from bgtool.errors import InputError
from bgtool.formats.json_text import parsed
from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.ogxm_binary import MAGIC, Document, document_of
from bgtool.formats.ogxm_game import GameReader, whole
from bgtool.formats.problems import Place
from bgtool.formats.source import Source
from bgtool.formats.verdict import Verdict

__all__ = ["read", "sniff"]

_SNIFFED = 1 << 12
_SIGN = b'"player_white"'
_TAGS = {"event": "Event", "site": "Site", "stage": "Stage", "round": "Round", "city": "City", "country": "Country"}
_VARIANTS = {
    0: STANDARD,
    1: NACKGAMMON,
    2: HYPERGAMMON_3,
    "backgammon": STANDARD,
    "nackgammon": NACKGAMMON,
    "hypergammon": HYPERGAMMON_3,
}
_MOST_GAMES = 2000


def sniff(source: Source) -> bool:
    """Whether it begins with OGXM's mark, or is JSON that names a white player."""
    data = source.data
    return data.startswith(MAGIC) or (data[:_SNIFFED].lstrip().startswith(b"{") and _SIGN in data)


def read(source: Source) -> tuple[Match, ...]:
    """The match of the file with its problems, and of JSON the analysis. Raises :class:`ParseError`."""
    ledger = Ledger()
    try:
        document = document_of(source.data, ledger.report) if source.data.startswith(MAGIC) else _parsed(source.data)
    except InputError as error:
        raise source.error(f"not an OGXM match: {error}") from None
    games = document.get("games")
    if not isinstance(games, list):
        raise source.error("no games in this match of OGXM")
    _take_header(ledger, document)
    score = _start(document)
    for game in games[:_MOST_GAMES]:
        if isinstance(game, dict):
            _game(ledger, game, score)
            score = _capped(ledger)
    return (ledger.match("ogxm", source.file, _analyst(document)),)


def _parsed(data: bytes) -> Document:
    try:
        document = parsed(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {str(error)[:80]}") from None
    if not isinstance(document, dict):
        raise InputError("not an object of JSON")
    return document


def _text(document: Document, name: str) -> str:
    value = document.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _analyst(document: Document) -> str:
    info = document.get("analysis_info")
    return _text(info, "model_id") or "GammonView" if isinstance(info, dict) else "GammonView"


def _take_header(ledger: Ledger, document: Document) -> None:
    ledger.players = _text(document, "player_white"), _text(document, "player_black")
    ledger.set_length(whole(document, "match_length"))
    ledger.crawford_rule = document.get("crawford") is True or not ledger.length
    ledger.jacoby = document.get("jacoby") is True
    ledger.beavers = document.get("beaver") is True
    limit = whole(document, "cube_limit")
    if 0 < limit <= MOST_CUBE and not limit & (limit - 1):
        ledger.cube_limit = limit
    variant = document.get("variant", 0)
    if isinstance(variant, (int, str)) and variant in _VARIANTS:
        ledger.variant = _VARIANTS[variant]
    else:
        ledger.report("bad-tag", f"variant {str(variant)[:40]!r} is not known")
    ledger.tags = [(title, value) for name, title in _TAGS.items() if (value := _text(document, name))]
    timestamp = whole(document, "timestamp")
    if 0 < timestamp < 1 << 33:
        ledger.tags.append(("EventDate", datetime.fromtimestamp(timestamp, timezone.utc).strftime("%Y.%m.%d")))


def _start(document: Document) -> Score:
    given = document.get("score_start")
    if isinstance(given, list) and len(given) == 2 and all(isinstance(points, int) for points in given):
        return given[0], given[1]
    return whole(document, "white_score_start"), whole(document, "black_score_start")


def _capped(ledger: Ledger) -> Score:
    """The score after the last game: what is won beyond the length does not count."""
    last = ledger.games[-1]
    first, second = last.score_after or last.score
    most = ledger.length or LONGEST_MATCH
    return min(first, most), min(second, most)


def _game(ledger: Ledger, game: dict[str, Any], score: Score) -> None:
    number = len(ledger.games) + 1
    place = Place(None, None, f"game {number}")
    crawford = game.get("is_crawford")
    scribe = ledger.open(score, crawford if isinstance(crawford, bool) else None, place)
    reader = GameReader(scribe, number - 1)
    reader.read(game)
    winner, points = whole(game, "winner", 255), whole(game, "points_won")
    written = Verdict(winner, points or None) if winner in (0, 1) else Verdict()
    ledger.opinions += reader.opinions
    ledger.close(scribe, number, written, None, place, lost=reader.lost)
