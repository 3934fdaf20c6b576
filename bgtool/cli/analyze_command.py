"""``bgtool analyze``: recorded matches, every play with its error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bgtool.cli.colour import color_option, style_of
from bgtool.cli.exits import Tally
from bgtool.cli.files import from_option, given_files
from bgtool.cli.inputs import json_line
from bgtool.cli.options import (
    DepthChoice,
    depth_options,
    evaluator_option,
    jobs_option,
    output_option,
    quiet_option,
    variant_option,
)
from bgtool.cli.warmup import note_compilation
from bgtool.core.record import Match, Severity
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import BgtoolError, InputError
from bgtool.formats import read_matches
from bgtool.formats.source import STDIN
from bgtool.report.style import Style

if TYPE_CHECKING:
    from bgtool.engine.evaluators import Evaluator
    from bgtool.engine.search import Depth

KEPT = 5


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...")
@from_option
@click.option("--player", metavar="NAME", help="Only this player's actions and totals.")
@click.option(
    "--top",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Best plays to list under every play that was not best (text: none, JSON: {KEPT} for every play).",
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one object a line for each match.")
@output_option
@depth_options
@jobs_option
@evaluator_option
@variant_option
@color_option
@quiet_option
def command(
    files: tuple[str, ...],
    source_format: str | None,
    player: str | None,
    top: int | None,
    as_json: bool,
    output: str | None,
    depth: DepthChoice,
    jobs: int | None,
    evaluator: str | None,
    variant: Variant | None,
    color: str,
    quiet: bool,
) -> None:
    """Annotate every play of recorded matches with its equity error, and sum up each player.

    FILE is a match file, a directory or a pattern; - is standard input. Cube actions are listed, not judged yet.

    \b
    How things are counted:
      plays           every roll, dances included
      unforced plays  those with more than one legal result; error rates are over these
      not judged      illegal plays and plays the record does not give; in plays only
      error           equity of the best play minus the one played, in points per cube
      marks           ?! doubtful, ? bad, ?? very bad, as in GNU Backgammon
      error rate      1000 x error total / unforced plays (mEMG, GNU Backgammon's)
      luck            best equity with the roll minus the mean over all rolls
    """
    from bgtool.engine.evaluators import evaluator_named

    if not files:
        raise click.UsageError("Nothing to do: give a match file, or - to read one from standard input.")
    if output and output != "-" and any(Path(output).resolve() == Path(file).resolve() for file in files):
        raise click.UsageError(f"-o {output} would overwrite a file to be analysed.")
    if not quiet:
        note_compilation()
    report = _Report(
        evaluator_named(evaluator),
        depth.depth(),
        jobs,
        source_format,
        player,
        top,
        variant,
        as_json,
        quiet,
        style_of(color, output),
    )
    tally = Tally()
    with click.open_file(output or "-", "w", encoding="utf-8", lazy=True) as out:
        for given in given_files(files):
            for text in report.answers(given.path, tally):
                click.echo(text, file=out)
    if not tally.done and not tally.failed:
        raise InputError(f"{' '.join(files)}: no match record in there")
    tally.close()


@dataclass(frozen=True, slots=True)
class _Report:
    """What the user wants to know of each match."""

    evaluator: Evaluator
    depth: Depth
    jobs: int | None
    source_format: str | None
    player: str | None
    top: int | None
    variant: Variant | None
    as_json: bool
    quiet: bool
    style: Style

    def answers(self, file: str, tally: Tally) -> Iterator[str]:
        """A text for each match of the file; a file that cannot be read is one line on stderr, counted in ``tally``."""
        try:
            for match in read_matches(file, self.source_format):
                text = self._answer(file, _under(match, self.variant))
                yield text if self.as_json or not tally.done else f"\n{text}"
                tally.done += 1
        except (BgtoolError, OSError) as error:
            message = tally.failure(error, file)
            if self.as_json:
                yield json_line({"input": file, "error": message})

    def _answer(self, file: str, match: Match) -> str:
        from bgtool.analysis.annotate import annotate
        from bgtool.report.jsonout import analysis_document
        from bgtool.report.text import analysis_text

        seats = _seats(match, self.player)
        name = "<stdin>" if file == STDIN else file
        if not self.quiet:
            _warn(name, match)
        analysis = annotate(match, self.evaluator, depth=self.depth, alternatives=self.top or KEPT, jobs=self.jobs)
        if self.as_json:
            return json_line(analysis_document(analysis, name, seats))
        return "\n".join(analysis_text(analysis, name, seats=seats, top=self.top or 0, style=self.style))


def _under(match: Match, variant: Variant | None) -> Match:
    """The match under the variant that the user names, where its record leaves that open."""
    if variant is None or variant == match.variant:
        return match
    if match.variant != STANDARD or variant.start != STANDARD.start:
        raise InputError(f"the record was read as {match.variant.title}, which cannot be taken for {variant.title}")
    return replace(match, variant=variant)


def _warn(file: str, match: Match) -> None:
    """Say on stderr, in one line, that some of the record could not be taken as it stands."""
    errors = [problem for problem in match.problems if problem.severity is Severity.ERROR]
    if errors:
        place = f"{file}:{errors[0].line}" if errors[0].line else file
        more = f" (and {len(errors) - 1} more: see bgtool check)" if errors[1:] else ""
        click.echo(f"Warning: {place}: {errors[0].message}{more}", err=True)


def _seats(match: Match, player: str | None) -> tuple[int, ...]:
    """The seats to report: both, or those of the player named."""
    if player is None:
        return (0, 1)
    seats = tuple(seat for seat in (0, 1) if match.players[seat].casefold() == player.casefold())
    if not seats:
        raise InputError(f"no player {player!r}: this is {match.players[0]!r} against {match.players[1]!r}")
    return seats
