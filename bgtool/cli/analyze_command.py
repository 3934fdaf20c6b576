"""``bgtool analyze``: recorded matches, every decision with its error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import click

from bgtool.cli.analyze_options import Wishes, wishes_options
from bgtool.cli.analyze_output import Output, form_of, is_directory
from bgtool.cli.analyze_report import COMPARED, WRITERS, Answer, Report, head_of
from bgtool.cli.colour import color_option, style_of
from bgtool.cli.exits import Tally
from bgtool.cli.files import Given, from_option, given_files
from bgtool.cli.inputs import json_line
from bgtool.cli.met_option import met_option, table_of
from bgtool.cli.options import (
    DepthChoice,
    depth_of_analysis_options,
    evaluator_option,
    jobs_option,
    quiet_option,
    refuse_two_forms,
    variant_option,
)
from bgtool.cli.printable import printable
from bgtool.cli.progress import BatchProgress
from bgtool.cli.shelf import Shelf
from bgtool.cli.side_by_side import Stopped, side_by_side
from bgtool.cli.warmup import note_compilation
from bgtool.engine.cores import usable_cores
from bgtool.errors import BgtoolError, InputError


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...")
@from_option
@wishes_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(WRITERS)),
    help="How to answer (default: as the name of OUT ends, else text).",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json: one object a line for each match.")
@click.option("--full", is_flag=True, help="With several files: the whole report of each, not a line.")
@click.option("--game-tables", "tables", is_flag=True, help="Text: the table of statistics after every game too.")
@click.option(
    "-o", "--output", metavar="OUT", help="Write to this file, or for every given one to a file in this directory."
)
@click.option(
    "--resume",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Keep here what is finished, and skip what was: same content, name and settings.",
)
@depth_of_analysis_options
@jobs_option
@evaluator_option
@met_option
@variant_option
@color_option
@quiet_option
def command(
    files: tuple[str, ...],
    wishes: Wishes,
    format_: str | None,
    as_json: bool,
    full: bool,
    output: str | None,
    resume: str | None,
    quiet: bool,
    color: str,
    **settings: Any,
) -> None:
    """Annotate every decision of recorded matches with what it cost, and sum up each player.

    FILE is a match file, a directory or a pattern; - is standard input. One file is reported in full, several in a
    line each and a table of all players (--full, or any option that lists decisions, shows them too).

    csv has a row for each decision, md is Markdown, html a page with boards and a graph that needs nothing else: one
    match a page, so several need a directory (-o pages/), which gets an index. --resume DIR takes a batch up again.

    \b
    How things are counted:
      error           best choice minus the one made, EMG: cube and score counted
      total moves     every roll, dances included
      unforced moves  those with more than one legal result that were judged
      not judged      illegal plays and plays the record does not give; in total moves only
      cube decisions  total: doubles, answers, and rolls before which a double was possible;
                      close or actual: doubles, answers, and where doubling loses under 0.16
      CP, DP, TG      cash point, double point, too good to double
      marks           ?! doubtful, ? bad, ?? very bad, as in GNU Backgammon
      error rate      1000 x error / unforced moves (checker), close or actual (cube), both
                      (overall): mEMG, GNU Backgammon's
      Snowie          1000 x error / moves of both players, forced ones included
      PR              500 x error / counted decisions, XG's: plays that all come to the same
                      do not count
      luck            best play of the roll minus the mean over all rolls, 0-ply
      luck adjusted   result - own luck + the other's luck
      residue         what is left of that when both players' errors are added back
    """
    if not files:
        raise click.UsageError("Nothing to do: give a match file, or - to read one from standard input.")
    if output and output != "-" and any(Path(output).resolve() == Path(file).resolve() for file in files):
        raise click.UsageError(f"-o {output} would overwrite a file to be analysed.")
    refuse_two_forms(format_, as_json)
    format_ = "json" if as_json else format_ or form_of(output)
    if wishes.compare and format_ not in COMPARED:
        raise click.UsageError(f"--compare does not go with {format_}: it is in {', '.join(COMPARED)}.")
    if not quiet:
        note_compilation()
    given = list(given_files(files))
    brief = len(given) > 1 and not (full or wishes.lists or wishes.compare or is_directory(output))
    shape = {"format": format_, "brief": brief, "style": style_of(color, output)}
    report = _report(settings, wishes=wishes, shelf=Shelf(resume) if resume else None, **shape)
    tally, seen = Tally(), []
    progress = BatchProgress(len(given), quiet)
    with Output(output, format_, given, head=head_of(format_), apart=format_ == "text" and not brief) as out:
        for file, answers in _answered(report, given, progress):
            for answer in answers:
                progress.wipe()
                if not isinstance(answer, Answer):
                    message = tally.failure(answer, file.path)
                    if format_ == "json":
                        out.put(file, json_line({"input": file.path, "error": message}))
                    continue
                seen.append(answer._replace(text=""))
                tally.done += 1
                tally.alarm |= answer.alarm
                for note in () if quiet else answer.notes:
                    click.echo(printable(note), err=True)
                out.put(file, answer.text, answer.title, answer.lines)
        progress.wipe()
        out.finish("\n".join(report.closing(seen, tally)))
    if not tally.done and not tally.failed:
        raise InputError(f"{' '.join(files)}: no match record in there")
    tally.close()


def _answered(
    report: Report, given: Sequence[Given], progress: BatchProgress
) -> Iterator[tuple[Given, Iterable[Answer | BgtoolError | OSError]]]:
    """The answers to every file, in order: several files side by side, each on a core; one by one on all cores."""
    jobs = min(report.jobs or usable_cores(), len(given))
    if jobs <= 1:
        for number, file in enumerate(given):
            progress.show(number, Path(file.path).name)
            yield file, report.answers(file.path, progress.rollouts)
        return
    one = replace(report, jobs=1)

    def work(file: Given, stop: Event) -> list[Answer | BgtoolError | OSError]:
        def told(done: int, number: int) -> None:
            if stop.is_set():
                raise Stopped

        return list(one.answers(file.path, told))

    progress.show(0, Path(given[0].path).name)
    for number, (file, answers) in enumerate(side_by_side(work, given, jobs)):
        progress.show(number, Path(file.path).name)
        yield file, answers


def _report(settings: dict[str, Any], **shape: Any) -> Report:
    """The report that the options ask for; loads the engine and the tables that all threads share."""
    from bgtool.engine.bearoff import standard_tables
    from bgtool.engine.evaluators import evaluator_named

    if not shape["wishes"].keep:
        standard_tables()
    depth: DepthChoice = settings.pop("depth")
    met, judge = settings.pop("met"), evaluator_named(settings.pop("evaluator"))
    table = None if met is None else table_of(met)
    return Report(judge, depth.of_analysis(judge), depth.rollout(), table, **settings, **shape)
