"""Many matches at a glance: a line for each, and a table of all players."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bgtool.analysis.player_summary import PlayerSummary
from bgtool.analysis.ratings import rating
from bgtool.analysis.records import AnnotatedMatch
from bgtool.analysis.settings import Settings
from bgtool.analysis.summary import total_of
from bgtool.report.style import PLAIN, Style, shown
from bgtool.report.text import match_kind, players

_NAME = 24


def overview_line(analysis: AnnotatedMatch, columns: Sequence[PlayerSummary], file: str, style: Style = PLAIN) -> str:
    """One match in one line: what was played, and the rate of each player."""
    match = analysis.match
    skipped = sum(summary.not_judged for summary in columns)
    words = "; ".join(f"{shown(one.name, _NAME) or '(no name)'} {_rate(one, analysis.settings)}" for one in columns)
    line = f"{style(shown(file, 200), 'head')}: {players(match)}, {match_kind(match)}: {words}"
    return line + (f"; {skipped} plays not judged" if skipped else "")


def grand_table(
    matches: Collection[Sequence[PlayerSummary]], settings: Settings, style: Style = PLAIN
) -> Iterator[str]:
    """A line for each player of all matches, the most moves first; players of one name are one, those of none not."""
    parts: dict[tuple[str, int], list[PlayerSummary]] = {}
    for number, summary in enumerate(one for match in matches for one in match):
        parts.setdefault((summary.name, 0 if summary.name.strip() else number), []).append(summary)
    xg = settings.convention == "xg"
    head = ("Matches", "Unforced", "Cubes", "Error", "PR" if xg else "mEMG", "Snowie", "Luck")
    yield style(f"{'Player':{_NAME}}" + "".join(f"{word:>10}" for word in head) + "  Rating", "head")
    for (name, _), own in sorted(parts.items(), key=lambda item: -sum(one.moves for one in item[1])):
        total = total_of(name, own)
        first = total.pr if xg else None if total.error_rate is None else 1000 * total.error_rate
        snowie = None if total.snowie_rate is None else 1000 * total.snowie_rate
        cells = (str(len(own)), str(total.unforced), str(total.close), f"{total.error.equity:.3f}")
        rates = (_number(first), _number(snowie), f"{total.luck.equity:+.3f}")
        line = "".join(f"{cell:>10}" for cell in (*cells, *rates))
        yield f"{shown(name, _NAME) or '(no name)':{_NAME}}{line}  {rating(total.error_rate) or '-'}"


def _rate(summary: PlayerSummary, settings: Settings) -> str:
    if summary.error_rate is None or summary.pr is None:
        return "nothing judged"
    number = f"PR {summary.pr:.1f}" if settings.convention == "xg" else f"{1000 * summary.error_rate:.1f} mEMG"
    return f"{number} ({rating(summary.error_rate)})"


def _number(number: float | None) -> str:
    return "-" if number is None else f"{number:.1f}"
