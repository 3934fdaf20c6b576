"""Statistics of players over many matches, as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from bgtool.analysis.ratings import rating
from bgtool.analysis.settings import Mark
from bgtool.analysis.stats import Fact, Kind, MatchFacts, PlayerStats, Rate
from bgtool.report.style import PLAIN, Style, shown

SCHEMA = "bgtool.stats/1"
_NAME = 20
_HEAD = " Matches   Won  Lost  Decisions             PR           mEMG  Snowie      Luck mEMG  Rating"
_DETAILED = 4
"""With no more players than this, each is shown in detail."""

_MARKED = (Mark.DOUBTFUL, Mark.BAD, Mark.VERY_BAD)

COLUMNS = (
    *("player", "matches", "won", "lost", "kind", "decisions", "error", "error_rate", "error_rate_se"),
    *("doubtful", "bad", "very_bad", "pr", "pr_se", "snowie_rate", "luck", "luck_rate", "luck_rate_se"),
)
"""The columns of the CSV, with a row for each player (kind ``all``) and each kind of decision; EMG throughout."""


def stats_text(
    matches: Sequence[MatchFacts], players: Sequence[PlayerStats], *, detailed: bool | None = None, style: Style = PLAIN
) -> Iterator[str]:
    """The lines of a table of players, and of each one's kinds of decisions and worst ones.

    ``detailed`` says whether the latter are wanted; by default they are for up to four players.
    """
    yield "1 match" if len(matches) == 1 else f"{len(matches)} matches"
    for settings in sorted({match.settings for match in matches}):
        yield f"Settings: {settings}"
    yield ""
    yield style(f"{'Player':{_NAME}}{_HEAD}", "head")
    for one in players:
        yield _line(one)
    if len(players) <= _DETAILED if detailed is None else detailed:
        for one in players:
            yield ""
            yield from _detail(one, style)


def stats_document(
    matches: Sequence[MatchFacts], again: Sequence[tuple[MatchFacts, MatchFacts]], players: Sequence[PlayerStats]
) -> dict[str, Any]:
    """All of it as one JSON document: EMG and match winning chances unrounded, absent values null."""
    return {
        "schema": SCHEMA,
        "matches": [match.file for match in matches],
        "counted_once": [{"file": second.file, "same_as": first.file} for second, first in again],
        "settings": sorted({match.settings for match in matches}),
        "players": [_player_document(one) for one in players],
    }


def stats_csv(players: Sequence[PlayerStats]) -> Iterator[str]:
    """The lines of a table with :data:`COLUMNS`, its head first."""
    yield ",".join(COLUMNS)
    for one in players:
        rows: list[tuple[str, Rate, dict[str, Any]]] = [("all", one.error, _whole(one))]
        rows += ((kind.value, rate, {}) for kind, rate in one.kinds.items())
        for kind, rate, more in rows:
            marks = [one.marks[each] for each in Kind if kind in ("all", each.value)]
            row = {
                "player": one.name,
                "kind": kind,
                "decisions": rate.count,
                "error": rate.total,
                "error_rate": rate.mean,
                "error_rate_se": rate.std_error,
                **{_key(mark): sum(some[mark] for some in marks) for mark in _MARKED},
            }
            line = io.StringIO()
            csv.DictWriter(line, COLUMNS, lineterminator="").writerow(row | more)
            yield line.getvalue()


def _whole(one: PlayerStats) -> dict[str, Any]:
    return {
        "matches": one.matches,
        "won": one.won,
        "lost": one.lost,
        "pr": one.pr,
        "pr_se": one.pr_std_error,
        "snowie_rate": one.snowie_rate,
        "luck": one.luck.total,
        "luck_rate": one.luck.mean,
        "luck_rate_se": one.luck.std_error,
    }


def _player_document(one: PlayerStats) -> dict[str, Any]:
    return {
        "name": one.name,
        "matches": one.matches,
        "won": one.won,
        "lost": one.lost,
        "moves": one.moves,
        "opponents_moves": one.opponents_moves,
        "counted_decisions": one.counted.count,
        "pr": one.pr,
        "pr_std_error": one.pr_std_error,
        "snowie_rate": one.snowie_rate,
        "rating": rating(one.error.mean),
        "error": _rate_document(one.error),
        "error_total_mwc": one.cost_mwc,
        "checker": _rate_document(one.checker),
        "cube": _rate_document(one.cube),
        "luck": _rate_document(one.luck),
        "kinds": {
            kind.value.replace(" ", "_").replace("-", "_"): _rate_document(rate)
            | {_key(mark): one.marks[kind][mark] for mark in _MARKED}
            for kind, rate in one.kinds.items()
        },
        "worst": [_fact_document(fact) for fact in one.worst],
    }


def _rate_document(rate: Rate) -> dict[str, Any]:
    return {"count": rate.count, "total": rate.total, "rate": rate.mean, "std_error": rate.std_error}


def _fact_document(fact: Fact) -> dict[str, Any]:
    return {
        "file": fact.file,
        "game": fact.game,
        "number": fact.number,
        "kind": fact.kind.value,
        "played": fact.done,
        "best": fact.best,
        "error": fact.error,
        "error_mwc": fact.error_mwc,
        "mark": fact.mark.words or None,
        "id": fact.moment,
    }


def _line(one: PlayerStats) -> str:
    name = shown(one.name, _NAME) or "(no name)"
    snowie = "-" if one.snowie_rate is None else f"{1000 * one.snowie_rate:.1f}"
    numbers = f"{one.matches:>8}{one.won:>6}{one.lost:>6}{one.error.count:>11}"
    rates = f"{_bar(one.pr, one.pr_std_error):>15}{_milli(one.error):>15}{snowie:>8}{_milli(one.luck, '+'):>15}"
    return f"{name:{_NAME}}{numbers}{rates}  {rating(one.error.mean) or '-'}"


def _detail(one: PlayerStats, style: Style) -> Iterator[str]:
    title = shown(one.name, _NAME) or "(no name)"
    yield style(f"{title:{_NAME}} Decisions   ?!    ?   ??     Error           mEMG", "head")
    rows = [(kind.value, rate, one.marks[kind]) for kind, rate in one.kinds.items() if rate.count]
    for name, rate, marks in rows:
        signs = "".join(f"{marks[mark]:>5}" for mark in _MARKED)
        yield f"  {name:{_NAME - 2}} {rate.count:>9}{signs}{rate.total:>10.3f}{_milli(rate):>15}"
    if one.worst:
        yield "  Worst"
    for fact in one.worst:
        mark = f"{fact.error:.3f}{fact.mark.value}"
        place = f"{shown(fact.file, 80)} {fact.game}.{fact.number}"
        yield f"  {style(f'{mark:8}', fact.mark.words)} {place}  {shown(fact.done)}, best {fact.best}  {fact.moment}"


def _milli(rate: Rate, sign: str = "") -> str:
    """A rate in thousandths with its error bar."""
    if rate.mean is None:
        return "-"
    return _bar(1000 * rate.mean, None if rate.std_error is None else 1000 * rate.std_error, sign)


def _bar(number: float | None, error: float | None, sign: str = "") -> str:
    if number is None:
        return "-"
    return f"{number:{sign}.1f} ± " + ("?" if error is None else f"{error:.1f}")


def _key(mark: Mark) -> str:
    return mark.words.replace(" ", "_")
