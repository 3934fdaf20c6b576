"""An analysis as one page that needs nothing else: no server, no network, and no script to be read.

Boards are drawn by :mod:`bgtool.report.html_board`, decisions by :mod:`bgtool.report.html_decisions`, the graph by
:mod:`bgtool.report.html_graph`. The page's own policy forbids every request and every script but its own.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from math import fsum

from bgtool.analysis.records import AnnotatedMatch
from bgtool.analysis.settings import Mark
from bgtool.analysis.summary import summaries
from bgtool.report.html_board import board_shapes
from bgtool.report.html_decisions import game_section, heading
from bgtool.report.html_graph import graph
from bgtool.report.html_parts import cells, isolated, lost, marked, name_of
from bgtool.report.html_script import SCRIPT
from bgtool.report.html_style import STYLE
from bgtool.report.listing import Entry, entries
from bgtool.report.moment import counted
from bgtool.report.selection import ALL, Selection
from bgtool.report.statistics import statistics_rows
from bgtool.report.style import shown
from bgtool.report.text import match_kind


def analysis_page(analysis: AnnotatedMatch, file: str, selection: Selection = ALL) -> str:
    """The HTML document of a whole analysis: statistics, graph, errors by cost, and every decision with its board.

    Only the decisions of the ``selection`` are listed, and the totals of its seats; the graph is of all. Names and
    whatever else the record holds are shown as harmless text.
    """
    listed = {entry.anchor: entry for entry in entries(analysis, selection)}
    parts = [
        *_head(analysis),
        *_opening(analysis, file),
        *_navigation(analysis, selection),
        "<main>",
        *_statistics(analysis, selection),
        *_graph(analysis, listed),
        *_errors(analysis, listed),
        board_shapes(),
        *(line for part in analysis.games if selection.game(part) for line in game_section(analysis, part, selection)),
        "</main>",
        f"<script>{SCRIPT}</script>",
        "</body></html>",
    ]
    return "\n".join(parts)


def _head(analysis: AnnotatedMatch) -> Iterator[str]:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'"
    names = " – ".join(isolated(shown(name) or "(no name)") for name in analysis.match.players)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f"<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}; base-uri 'none'; form-action 'none'\">"
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<link rel="icon" href="data:,">'
    yield f"<title>{escape(names)}: {escape(match_kind(analysis.match))}</title>"
    yield f"<style>{STYLE}</style>\n</head>\n<body>"


def _opening(analysis: AnnotatedMatch, file: str) -> Iterator[str]:
    match = analysis.match
    names = " – ".join(f'<i class="chip k{seat}"></i> {name_of(name)}' for seat, name in enumerate(match.players))
    score = f"{match.final_score[0]}–{match.final_score[1]}"
    yield f"<header><h1>{names}</h1>"
    yield f"<p>{escape(match_kind(match))}, {score}, from <bdi>{escape(shown(file, 200))}</bdi></p>"
    yield f'<p class="settings">{escape(str(analysis.settings))}</p>'
    if match.problems:
        number = counted(len(match.problems), "problem")
        yield f'<p class="skipped">The record has {number}; bgtool check lists them.</p>'
    yield '<p class="note">Arrows on a board: <span class="good">━▸ the best play</span>, '
    yield '<span class="very-bad">╍▸ the one made</span> where it was another. ▶ stands before the play made.'
    yield "Chances are percent: wins, gammons, backgammons – the same of losses.</p>"
    yield '<p class="keys note">Keys: <kbd>←</kbd> <kbd>→</kbd> decision, <kbd>k</kbd> <kbd>j</kbd> error, '
    yield "<kbd>t</kbd> light or dark. Point at a play, or click it, to see its arrows.</p></header>"


def _navigation(analysis: AnnotatedMatch, selection: Selection) -> Iterator[str]:
    yield '<nav><a href="#summary">Summary</a><a href="#graph">Graph</a><a href="#errors">Errors</a>'
    numbers = [part.game.number for part in analysis.games if selection.game(part)]
    links = (f'<a href="#g{number}">{number}</a>' for number in numbers)
    yield f'<span class="games">Games {" ".join(links)}</span>'
    yield '<button type="button" hidden title="light or dark">◐</button></nav>'


def _statistics(analysis: AnnotatedMatch, selection: Selection) -> Iterator[str]:
    columns = [summary for summary in summaries(analysis) if summary.seat in selection.seats]
    names = [f'<i class="chip k{one.seat}"></i> {name_of(one.name, 24)}' for one in columns]
    yield '<section id="summary"><h2>Summary</h2><div class="scroll"><table class="statistics">'
    yield f"<thead><tr>{cells('', *names, tag='th')}</tr></thead><tbody>"
    for title, rows in statistics_rows(columns, analysis.settings):
        yield f'<tr class="head"><th colspan="{len(columns) + 1}">{escape(title)}</th></tr>'
        for label, values in rows:
            yield f"<tr><th>{escape(label)}</th>{cells(*map(_number, values))}</tr>"
    yield "</tbody></table></div></section>"


def _number(value: str) -> str:
    """A cell of the statistics, what stands in brackets smaller."""
    number, bracket, rest = escape(value or "–").partition(" (")
    return f"{number}<small> ({rest}</small>" if bracket else number


def _graph(analysis: AnnotatedMatch, listed: dict[str, Entry]) -> Iterator[str]:
    drawn = graph(analysis, lambda entry: f"#{entry.anchor}" if entry.anchor in listed else None)
    yield '<section id="graph"><h2>How it went</h2>'
    yield f'<div class="scroll">{drawn}</div></section>' if drawn else "<p>Nothing was judged.</p></section>"


def _errors(analysis: AnnotatedMatch, listed: dict[str, Entry]) -> Iterator[str]:
    """Every marked error by what it cost, and what the small ones come to."""
    wrong = [entry for entry in listed.values() if entry.error]
    big = sorted((one for one in wrong if one.mark is not Mark.NONE), key=lambda one: -one.cost)
    small = [entry.error or 0.0 for entry in wrong if entry.mark is Mark.NONE]
    yield '<section id="errors"><h2>Errors by cost</h2>'
    if big:
        titles = ("where", "player", "played", "better", "lost", "MWC")[: 6 if analysis.settings.met else 5]
        yield f'<div class="scroll"><table class="errors"><thead><tr>{cells(*titles, tag="th")}</tr></thead><tbody>'
        yield from (_error(entry, analysis) for entry in big)
        yield "</tbody></table></div>"
    else:
        yield "<p>No decision was wrong enough to be marked.</p>"
    if small:
        yield f'<p class="note">Smaller ones: {len(small)}, {fsum(small):.3f} together.</p>'
    yield "</section>"


def _error(entry: Entry, analysis: AnnotatedMatch) -> str:
    name = "" if entry.seat is None else name_of(analysis.match.players[entry.seat], 24)
    link = f'<a href="#{entry.anchor}">{entry.part.game.number}.{entry.item.number}</a>'
    row = [link, name, heading(entry) + marked(entry.mark), escape(entry.best), lost(entry.error, None)]
    if analysis.settings.met:
        row.append("" if entry.error_mwc is None else f"{entry.error_mwc:.2%}")
    return f"<tr>{cells(*row)}</tr>"
