"""Reading eXtreme Gammon's ``.xg`` matches and ``.xgp`` positions, with XG's analysis.

:mod:`~bgtool.formats.xg_container` unpacks the file, :mod:`~bgtool.formats.xg_fields` knows the records,
:mod:`~bgtool.formats.xg_game` replays those of a game; here stands the match.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bgtool.core.record import Match
from bgtool.core.state import MOST_CUBE
from bgtool.core.variant import HYPERGAMMON_3, NACKGAMMON, STANDARD
from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.problems import Place
from bgtool.formats.rtf import plain_text
from bgtool.formats.source import Source
from bgtool.formats.xg_container import COMMENTS, MAGIC, RECORDS, ROLLOUTS, members
from bgtool.formats.xg_fields import MONEY, Kind, Record, records
from bgtool.formats.xg_game import GameReader

__all__ = ["read", "sniff"]

_ANALYST = "eXtreme Gammon"
_VERSIONS = {30: "2.10"}
_VARIANTS = {0: STANDARD, 1: NACKGAMMON, 2: HYPERGAMMON_3}
_FIRST_DAY = datetime(1899, 12, 30)
_MOST_DAYS = 150_000
_MOST_COMMENTS = 10_000


def sniff(source: Source) -> bool:
    """Whether it is an eXtreme Gammon file."""
    return source.data.startswith(MAGIC)


def read(source: Source) -> tuple[Match, ...]:
    """The match of the file with its problems and XG's analysis. Raises :class:`ParseError` if there is none."""
    found, problems = members(source)
    known, unknown = records(found.get(RECORDS, b""))
    if not known or known[0].kind is not Kind.MATCH:
        raise source.error("no match in this eXtreme Gammon file: its records do not begin with one")
    ledger = Ledger(problems=problems)
    if unknown:
        ledger.report("not-kept", f"{unknown} records of a kind that bgtool does not know")
    if ROLLOUTS in found:
        ledger.report("not-kept", "the details of rollouts: their results stand with the plays")
    _take_header(ledger, known[0])
    _games(ledger, known[1:], _comments(found.get(COMMENTS, b"")))
    version = _VERSIONS.get(known[0]["version"], "")
    return (ledger.match("xg", source.file, f"{_ANALYST} {version}".strip()),)


def _take_header(ledger: Ledger, record: Record) -> None:
    names = [record[f"name {number}"] or record[f"old name {number}"] for number in (1, 2)]
    ledger.players = names[1], names[0]
    length = record["length"]
    ledger.set_length(0 if length == MONEY else length)
    if record["variation"] in _VARIANTS:
        ledger.variant = _VARIANTS[record["variation"]]
    else:
        ledger.report("bad-tag", f"variation {record['variation']} is not known")
    ledger.crawford_rule = record["crawford"]
    ledger.jacoby, ledger.beavers = record["jacoby"], record["beaver"]
    exponent = record["cube limit"]
    if exponent >= 0 and 1 << min(exponent, 30) <= MOST_CUBE and exponent != 10:
        ledger.cube_limit = 1 << exponent
    elos = [_rating(record, number) for number in (1, 2)]
    ledger.ratings = elos[1], elos[0]
    ledger.tags = [
        (key, value)
        for key, value in (
            ("Site", record["location"] or record["old location"]),
            ("Match ID", str(record["id"])),
            ("Event", record["event"] or record["old event"]),
            ("Round", record["round"] or record["old round"]),
            ("Player 1", names[0]),
            ("Player 2", names[1]),
            *((f"Player {n} Elo", f"{elos[n - 1]:.2f}/{record[f'games {n}']}") for n in (1, 2) if elos[n - 1]),
            *_dates(record),
            ("Transcriber", record["transcriber"]),
        )
        if value
    ]


def _rating(record: Record, number: int) -> float | None:
    value: float = record[f"elo {number}"]
    return value if 0 < value < 10_000 else None


def _dates(record: Record) -> list[tuple[str, str]]:
    """Day and time; XG counts days from the end of 1899."""
    days: float = record["date"]
    if not 1 <= days < _MOST_DAYS:
        return []
    moment = _FIRST_DAY + timedelta(days=days)
    return [("EventDate", f"{moment:%Y.%m.%d}"), ("EventTime", f"{moment:%H.%M}")]


def _comments(data: bytes) -> list[str]:
    """The remarks by number: RTF, one a line, bytes 1 and 2 standing for a line break."""
    lines = data.decode("cp1252", errors="replace").split("\r\n")[:_MOST_COMMENTS]
    return [plain_text(line.replace("\x01\x02", "\r\n")) for line in lines]


def _games(ledger: Ledger, known: list[Record], comments: list[str]) -> None:
    reader: GameReader | None = None
    header: Record | None = None
    for record in known:
        if record.kind is Kind.GAME:
            if reader is not None and header is not None:
                _close(ledger, header, reader, _score(record))
            header = record
            place = Place(record.number)
            reader = GameReader(ledger.open(_score(record), record["crawford"], place), len(ledger.games), comments)
            reader.place = place
            reader.start(record)
        elif record.kind in (Kind.CUBE, Kind.MOVE, Kind.GAME_END):
            if reader is None:
                ledger.report("no-score-line", "a record before the first game", Place(record.number))
            else:
                reader.read(record)
    if reader is not None and header is not None:
        _close(ledger, header, reader, None)


def _score(record: Record) -> Score:
    return record["score 2"], record["score 1"]


def _close(ledger: Ledger, header: Record, reader: GameReader, following: Score | None) -> None:
    ledger.opinions += reader.opinions
    number = header["number"] if 0 < header["number"] < 10_000 else len(ledger.games) + 1
    ledger.close(reader.scribe, number, reader.written, following, reader.place, lost=reader.lost, line=header.number)
