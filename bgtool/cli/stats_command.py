"""``bgtool stats``: players over many matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

import click

from bgtool.cli.analyze_report import played
from bgtool.cli.colour import color_option, style_of
from bgtool.cli.exits import Tally
from bgtool.cli.files import Given, from_option, given_files
from bgtool.cli.inputs import json_line
from bgtool.cli.met_option import met_option, table_of
from bgtool.cli.options import (
    depth_of_analysis_options,
    evaluator_option,
    jobs_option,
    output_option,
    quiet_option,
    refuse_two_forms,
    variant_option,
)
from bgtool.cli.printable import printable
from bgtool.cli.progress import BatchProgress
from bgtool.cli.side_by_side import Stopped, side_by_side
from bgtool.cli.warmup import note_compilation
from bgtool.core.record import Match
from bgtool.engine.cores import usable_cores
from bgtool.errors import BgtoolError, InputError
from bgtool.formats.source import Source

if TYPE_CHECKING:
    from bgtool.analysis.records import AnnotatedMatch
    from bgtool.analysis.stats import MatchFacts, PlayerStats


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...")
@from_option
@click.option("--player", "names", multiple=True, metavar="NAME", help="Only this player, in detail; may be repeated.")
@click.option(
    "--worst", type=click.IntRange(min=0), default=5, metavar="N", help="Worst decisions to list (default 5)."
)
@click.option("--format", "form", type=click.Choice(("text", "json", "csv")), help="How to answer (default: text).")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json: one document.")
@output_option
@depth_of_analysis_options
@jobs_option
@evaluator_option
@met_option
@variant_option
@color_option
@quiet_option
def command(
    files: tuple[str, ...],
    names: tuple[str, ...],
    worst: int,
    form: str | None,
    as_json: bool,
    output: str | None,
    color: str,
    quiet: bool,
    **settings: Any,
) -> None:
    """Sum up players over many matches: rates with error bars, by kind of decision, and their worst decisions.

    FILE is what bgtool analyze --json wrote, or a match file, which is analysed first; a directory, a pattern, or -.
    Names are matched exactly. A match that is given twice, under whatever name, is counted once, with a note.

    \b
    The kinds of decisions:
      opening     each player's first three rolls of a game
      contact     later, while the sides still have to pass each other
      race        no contact any more
      bear-off    no contact, all of the player's checkers at home
      no double   close doubles not made; their errors are doubles that come too late
      double      doubles made; their errors come too early, or cash what was too good
      take, pass  answers to a double
    An error bar (±) is the standard error of a mean: it speaks of the size of the sample.
    """
    from bgtool.analysis.stats import once_each, player_stats

    refuse_two_forms(form, as_json)
    if not files:
        raise click.UsageError("Nothing to do: give an analysis or a match file, or - to read one from standard input.")
    tally = Tally()
    matches, again = once_each(_facts(files, tally, quiet, settings))
    for second, first in again:
        if not quiet:
            same = "twice" if second.file == first.file else f"the same match as {first.file}"
            click.echo(printable(f"Note: {second.file}: {same}, counted once"), err=True)
    if not matches:
        if tally.failed:
            tally.close()
        raise InputError(f"{' '.join(files)}: no match in there")
    players = _chosen(player_stats(matches, worst), names)
    text = _answer("json" if as_json else form or "text", matches, again, players, bool(names), style_of(color, output))
    with click.open_file(output or "-", "w", encoding="utf-8", lazy=True) as out:
        click.echo(text, file=out)
    tally.close()


def _answer(form: str, matches: Any, again: Any, players: Any, named: bool, style: Any) -> str:
    from bgtool.report.stats import stats_csv, stats_document, stats_text

    if form == "json":
        return json_line(stats_document(matches, again, players))
    if form == "csv":
        return "\n".join(stats_csv(players))
    return "\n".join(stats_text(matches, players, detailed=True if named else None, style=style))


def _chosen(players: tuple[PlayerStats, ...], names: tuple[str, ...]) -> tuple[PlayerStats, ...]:
    """The players named, all by default."""
    if not names:
        return players
    missing = [name for name in names if name not in {one.name for one in players}]
    if missing:
        known = ", ".join(repr(one.name) for one in players[:10])
        raise InputError(f"no player {missing[0]!r} in these matches, but {known}{', ...' if players[10:] else ''}")
    return tuple(one for one in players if one.name in names)


def _facts(files: tuple[str, ...], tally: Tally, quiet: bool, settings: dict[str, Any]) -> Iterator[MatchFacts]:
    """The facts of every match of every file; what cannot be read is one line on stderr."""
    from bgtool.report.stats_input import facts_in

    given = list(given_files(files, also=_is_analysis))
    jobs = min(usable_cores() if settings["jobs"] is None else settings["jobs"], max(1, len(given)))
    judge = _Judge(settings | ({"jobs": 1} if jobs > 1 else {}), quiet)
    progress = BatchProgress(len(given), quiet)

    def work(file: Given, stop: Event) -> list[MatchFacts | BgtoolError | OSError]:
        found: list[MatchFacts | BgtoolError | OSError] = []
        try:
            found += facts_in(file.path, lambda match: judge.annotated(match, stop), settings["source_format"])
        except (BgtoolError, OSError) as error:
            found.append(error)
        return found

    for number, (file, found) in enumerate(side_by_side(work, given, jobs)):
        progress.show(number, Path(file.path).name)
        for facts in found:
            if isinstance(facts, (BgtoolError, OSError)):
                progress.wipe()
                tally.failure(facts, file.path)
            else:
                yield facts
    progress.wipe()


class _Judge:
    """Analyses the matches that come as they were recorded; the engine is loaded when the first one does."""

    def __init__(self, settings: dict[str, Any], quiet: bool):
        self._settings = settings
        self._quiet = quiet
        self._options: dict[str, Any] | None = None
        self._loading = Lock()

    def annotated(self, match: Match, stop: Event) -> AnnotatedMatch:
        from bgtool.analysis.annotate import annotate

        with self._loading:
            if self._options is None:
                self._options = self._loaded()

        def told(done: int, number: int) -> None:
            if stop.is_set():
                raise Stopped

        return annotate(played(match, self._settings["variant"]), alternatives=1, told=told, **self._options)

    def _loaded(self) -> dict[str, Any]:
        from bgtool.engine.bearoff import standard_tables
        from bgtool.engine.evaluators import evaluator_named

        if not self._quiet:
            note_compilation()
        standard_tables()  # before the threads that would all open it
        settings, depth = self._settings, self._settings["depth"]
        evaluator = evaluator_named(settings["evaluator"])
        return {
            "evaluator": evaluator,
            "depth": depth.of_analysis(evaluator),
            "rollout": depth.rollout(),
            "met": None if settings["met"] is None else table_of(settings["met"]),
            "jobs": settings["jobs"],
        }


def _is_analysis(file: Path) -> bool:
    from bgtool.report.stats_input import is_analysis

    try:
        return is_analysis(Source.of(file).text)
    except (BgtoolError, OSError):
        return False
