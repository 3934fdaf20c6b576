"""An analysis as Markdown, for notes, forums and wikis: statistics, errors by cost, every decision in a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import fsum

from bgtool.analysis.records import AnnotatedGame, AnnotatedMatch
from bgtool.analysis.settings import Mark
from bgtool.analysis.summary import summaries
from bgtool.report.listing import Entry, entries, entries_of
from bgtool.report.moment import counted
from bgtool.report.selection import ALL, Selection
from bgtool.report.statistics import NAME, short_line, statistics_rows
from bgtool.report.style import shown
from bgtool.report.text import ending, match_kind

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~&])")


def analysis_markdown(analysis: AnnotatedMatch, file: str, selection: Selection = ALL) -> Iterator[str]:
    """The lines of a whole analysis; the decisions of the ``selection`` are listed, and the totals of its seats."""
    match, settings = analysis.match, analysis.settings
    names = [written(shown(name) or "(no name)") for name in match.players]
    yield f"# {names[0]} – {names[1]}"
    yield ""
    yield f"{match_kind(match)}, {match.final_score[0]}–{match.final_score[1]}, from {written(shown(file, 200))}.  "
    yield f"{written(str(settings))}."
    if match.problems:
        yield f"The record has {counted(len(match.problems), 'problem')}; `bgtool check` lists them."
    yield from ("", "## Summary", "")
    yield from _statistics(analysis, selection)
    yield from ("", "## Errors by cost", "")
    yield from _errors(analysis, selection)
    for part in analysis.games:
        if selection.game(part):
            yield from _game(analysis, part, selection, names)


def written(text: str) -> str:
    """Text with nothing in it that Markdown would take for its own: hits and names stay what they are."""
    return _SPECIAL.sub(r"\\\1", text)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], sides: str) -> Iterator[str]:
    """A table; ``sides`` has ``:-`` for every column of words and ``-:`` for every one of numbers."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "|".join(sides[at : at + 2] for at in range(0, len(sides), 2)) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _statistics(analysis: AnnotatedMatch, selection: Selection) -> Iterator[str]:
    columns = [summary for summary in summaries(analysis) if summary.seat in selection.seats]
    rows: list[list[str]] = []
    for title, section in statistics_rows(columns, analysis.settings):
        rows.append([f"**{title}**", *("" for _ in columns)])
        rows += ([written(label), *map(written, values)] for label, values in section)
    heads = ["", *(written(shown(summary.name, NAME)) for summary in columns)]
    yield from _table(heads, rows, ":-" + "-:" * len(columns))


def _errors(analysis: AnnotatedMatch, selection: Selection) -> Iterator[str]:
    wrong = [entry for entry in entries(analysis, selection) if entry.error]
    big = sorted((one for one in wrong if one.mark is not Mark.NONE), key=lambda one: -one.cost)
    small = [entry.error or 0.0 for entry in wrong if entry.mark is Mark.NONE]
    if big:
        heads = ("Where", "Player", "Done", "Better", "Error", "MWC")
        yield from _table(heads, (_error(entry, analysis) for entry in big), ":-:-:-:--:-:")
    else:
        yield "No decision was wrong enough to be marked."
    if small:
        yield from ("", f"Smaller ones: {len(small)}, {fsum(small):.3f} together.")


def _error(entry: Entry, analysis: AnnotatedMatch) -> list[str]:
    where = f"{entry.part.game.number}.{entry.item.number}"
    return [where, _player(entry, analysis), _done(entry), written(entry.best), *_lost(entry)]


def _game(analysis: AnnotatedMatch, part: AnnotatedGame, selection: Selection, names: Sequence[str]) -> Iterator[str]:
    game = part.game
    crawford = " (Crawford game)" if game.crawford else ""
    yield from ("", f"## Game {game.number}: {names[0]} {game.score[0]}, {names[1]} {game.score[1]}{crawford}", "")
    heads = ("No", "Player", "Done", "Error", "MWC", "Rank", "Luck", "Better")
    rows = (_row(entry, analysis) for entry in entries_of(part, selection))
    yield from _table(heads, rows, "-::-:--:-:-:-::-")
    yield from ("", written(ending(part, [shown(name, NAME) for name in analysis.match.players])) + ".")
    for summary in summaries(analysis, part):
        if summary.seat in selection.seats:
            yield f"- {names[summary.seat]}: {written(short_line(summary, analysis.settings))}"


def _row(entry: Entry, analysis: AnnotatedMatch) -> list[str]:
    play, best, rank, luck = entry.play, "", "", ""
    if entry.error or (entry.skipped and entry.best):
        best = written(entry.best)
    if play is not None:
        luck = "" if play.luck is None else f"{play.luck:+.3f}"
        if play.played is not None:
            rank = "forced" if play.forced else f"{play.played.rank}/{play.choices}"
    if entry.skipped:
        best = f"not judged: {written(entry.skipped)}" + (f"; best {best}" if best else "")
    return [str(entry.item.number), _player(entry, analysis), _done(entry), *_lost(entry), rank, luck, best]


def _player(entry: Entry, analysis: AnnotatedMatch) -> str:
    return "" if entry.seat is None else written(shown(analysis.match.players[entry.seat], NAME) or "(no name)")


def _done(entry: Entry) -> str:
    dice = f"{entry.play.play.dice}: " if entry.play is not None else ""
    mark = f" **{entry.mark.value}**" if entry.mark.value else ""
    return f"{dice}{written(shown(entry.done))}{mark}"


def _lost(entry: Entry) -> tuple[str, str]:
    error = "" if entry.error is None else f"{entry.error:.3f}"
    return error, "" if entry.error_mwc is None else f"{entry.error_mwc:.2%}"
