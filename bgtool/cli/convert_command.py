"""``bgtool convert``: match formats into each other."""

from __future__ import annotations

from pathlib import Path

import click

from bgtool.cli.exits import Tally
from bgtool.cli.files import Given, from_option, given_files
from bgtool.cli.options import quiet_option
from bgtool.core.record import Match, Severity
from bgtool.errors import BgtoolError, InputError
from bgtool.formats import FORMATS, match_text, read_matches, write_match
from bgtool.formats.source import STDIN

_WRITABLE = [fmt.name for fmt in FORMATS.values() if fmt.writable]


@click.command()
@click.argument("files", nargs=-1, metavar="IN...")
@click.option(
    "-o", "--output", default="-", metavar="OUT", help="A file, or a directory for several (default: stdout)."
)
@click.option("--to", "target_format", type=click.Choice(_WRITABLE), help="The format (default: by the suffix of OUT).")
@from_option
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@quiet_option
def command(
    files: tuple[str, ...],
    output: str,
    target_format: str | None,
    source_format: str | None,
    force: bool,
    quiet: bool,
) -> None:
    """Convert recorded matches: .mat as GNU Backgammon reads it, or bgtool's own lossless JSON.

    IN is a match file, a directory or a pattern; - is standard input. Several files go into a directory OUT, each
    under its own name. No file is overwritten without --force. What was odd in a record is told on stderr;
    bgtool check lists it.
    """
    if not files:
        raise click.UsageError("Nothing to do: give a match file, or - to read one from standard input.")
    given = list(given_files(files))
    directory = _directory(files, given, output)
    tally = Tally()
    written: set[Path] = set()
    for file in given:
        try:
            matches = read_matches(file.path, source_format)
            if output == STDIN:
                click.echo(match_text(matches, target_format or "mat"), nl=False)
            else:
                target = (
                    Path(output) if directory is None else directory / file.below.with_suffix(_suffix(target_format))
                )
                _write(matches, target, target_format, force, written)
            tally.done += 1
        except (BgtoolError, OSError) as error:
            tally.failure(error, file.path)
            continue
        if not quiet:
            _tell(file.path, matches)
    tally.close()


def _directory(files: tuple[str, ...], given: list[Given], output: str) -> Path | None:
    """The directory to write into; None for a single file or standard output."""
    if output == STDIN:
        return None
    target = Path(output)
    several = len(given) != 1 or any(file != STDIN and Path(file).is_dir() for file in files)
    if target.is_dir() or output.endswith(("/", "\\")) or (several and not target.suffix):
        return target
    if several:
        raise click.UsageError(f"{len(given)} files cannot become the one file {output!r}: give a directory as OUT.")
    return None


def _suffix(target_format: str | None) -> str:
    return FORMATS[target_format or "mat"].suffixes[0]


def _write(
    matches: tuple[Match, ...], target: Path, target_format: str | None, force: bool, written: set[Path]
) -> None:
    if target in written:
        raise InputError(f"{str(target)!r} was already written from another file")
    if target.exists() and not force:
        raise InputError(f"{str(target)!r} exists already: --force overwrites it")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_match(matches, target, target_format or (None if target.suffix else "mat"), overwrite=force)
    written.add(target)


def _tell(file: str, matches: tuple[Match, ...]) -> None:
    errors = sum(problem.severity is Severity.ERROR for match in matches for problem in match.problems)
    if errors:
        count = f"{errors} error{'s' * (errors != 1)}"
        click.echo(f"Warning: {file}: {count} in the record; bgtool check lists them", err=True)
