"""``bgtool convert``: match formats into each other."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bgtool.cli.exits import Tally
from bgtool.cli.files import Given, from_option, given_files
from bgtool.cli.options import quiet_option
from bgtool.cli.printable import printable
from bgtool.core.record import Match, Severity
from bgtool.errors import BgtoolError, IdError, InputError
from bgtool.formats import FORMATS, read_matches
from bgtool.formats.ids import parse_state
from bgtool.formats.losses import losses
from bgtool.formats.position_match import match_of
from bgtool.formats.registry import format_of_suffix, match_data, write_data
from bgtool.formats.source import STDIN

_WRITABLE = [fmt.name for fmt in FORMATS.values() if fmt.writable]


@click.command()
@click.argument("files", nargs=-1, metavar="IN...")
@click.option(
    "-o", "--output", default="-", metavar="OUT", help="A file, or a directory for several (default: stdout)."
)
@click.option("--to", "target_format", type=click.Choice(_WRITABLE), help="The format (default: by the suffix of OUT).")
@from_option
@click.option("--force", is_flag=True, help="Overwrite files that exist, and write what is not read back whole.")
@quiet_option
def command(
    files: tuple[str, ...],
    output: str,
    target_format: str | None,
    source_format: str | None,
    force: bool,
    quiet: bool,
) -> None:
    """Convert recorded matches and positions into what other programs read, or bgtool's own lossless JSON.

    IN is a file of any format, a directory or a pattern, or the ID of a position; - is standard input. Written are
    .mat, .sgf, .json, games as .gam, positions as .pos, and with --to snowie either as Snowie's text. Several files go
    into a directory OUT, which is made if it is not there, each under its own name; the directory of a single file OUT
    must exist. No file is overwritten without --force. What is written is read back first: what was odd in a record
    (bgtool check lists it) and what the new format cannot hold is told on stderr, and where a match, a game, a roll or
    a turn of the cube would be lost, nothing is written without --force.
    """
    if not files:
        raise click.UsageError("Nothing to do: give a match file, or - to read one from standard input.")
    given = list(given_files(files))
    directory = _directory(files, given, output)
    tally = Tally()
    written: set[Path] = set()
    for file in given:
        try:
            matches = _matches(file.path, source_format)
            if output == STDIN:
                name = target_format or "mat"
                data, lost = _written(matches, name, force)
                click.echo(data, nl=False)
            else:
                if directory is None:
                    target = Path(output)
                    _check_parent(target)
                else:
                    target = directory / file.below.with_suffix(_suffix(target_format))
                name = target_format or format_of_suffix(target)
                lost = _write(matches, target, name, force, written)
            tally.done += 1
        except (BgtoolError, OSError) as error:
            tally.failure(error, file.path)
            continue
        if not quiet:
            _tell(file.path, matches, lost)
    tally.close()


def _directory(files: tuple[str, ...], given: list[Given], output: str) -> Path | None:
    """The directory to write into; None for a single file or standard output."""
    if output == STDIN:
        return None
    target = Path(output)
    several = len(given) != 1 or len(files) > 1 or any(file != STDIN and Path(file).is_dir() for file in files)
    if target.is_dir() or output.endswith(("/", "\\")) or (several and not target.suffix):
        return target
    if several:
        raise click.UsageError(
            f"{max(len(given), len(files))} files cannot become the one file {output!r}: give a directory as OUT."
        )
    return None


def _matches(given: str, source_format: str | None) -> tuple[Match, ...]:
    """The matches of a file, or the one record of the position that an ID names."""
    if given != STDIN and source_format is None and not os.path.exists(given):
        try:
            return (match_of(parse_state(given), "postext", ""),)
        except IdError:
            pass
    return read_matches(given, source_format)


def _suffix(target_format: str | None) -> str:
    return FORMATS[target_format or "mat"].suffixes[0]


def _check_parent(target: Path) -> None:
    """Refuse to make directories for a single file: one that is missing is more likely a slip of the pen."""
    if not target.parent.is_dir():
        raise InputError(f"{str(target.parent)!r} is no directory: make it first, or end OUT with / for a new one")


def _written(matches: tuple[Match, ...], name: str, force: bool) -> tuple[str | bytes, str]:
    """The matches in a format, and in words what that does not hold.

    Raises :class:`InputError` where they are not read back whole, unless it is written by force.
    """
    data = match_data(matches, name)
    try:
        lost = losses(matches, data, name)
    except InputError as error:
        if not force:
            raise InputError(f"{error}; nothing was written (--force writes it)") from None
        return data, f"Warning: {error}"
    return data, f"Note: not in the {name} written: {'; '.join(lost)}" if lost else ""


def _write(matches: tuple[Match, ...], target: Path, name: str, force: bool, written: set[Path]) -> str:
    """Write the file; the words of :func:`_written` come back."""
    if target in written:
        raise InputError(f"{str(target)!r} was already written from another file")
    if target.exists() and not force:
        raise InputError(f"{str(target)!r} exists already: --force overwrites it")
    data, lost = _written(matches, name, force)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_data(data, target, overwrite=force)
    except OSError as error:
        raise InputError(f"cannot write {str(target)!r}: {error.strerror or error}") from None
    written.add(target)
    return lost


def _tell(file: str, matches: tuple[Match, ...], lost: str) -> None:
    errors = sum(problem.severity is Severity.ERROR for match in matches for problem in match.problems)
    if errors:
        count = f"{errors} error{'s' * (errors != 1)}"
        click.echo(printable(f"Warning: {file}: {count} in the record; bgtool check lists them"), err=True)
    if lost:
        kind, _, words = lost.partition(": ")
        click.echo(f"{kind}: {printable(file)}: {words}", err=True)  # names are quoted there, with all their spaces
