"""Files as a user names them: one by one, by pattern, or a whole directory."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

from bgtool.errors import BgtoolError
from bgtool.formats import FORMATS, format_of
from bgtool.formats.source import STDIN, Source

from_option = click.option(
    "--from", "source_format", type=click.Choice(list(FORMATS)), help="The format, instead of what the content says."
)


_OF_RECORDS = frozenset(suffix for form in FORMATS.values() for suffix in form.suffixes) - {".txt", ".json"}
"""Ends of names that nothing but a record has."""


class Given(NamedTuple):
    """A file to read (``-`` is standard input) and its path below the directory it was found in."""

    path: str
    below: Path


def given_files(arguments: Iterable[str], also: Callable[[Path], bool] | None = None) -> Iterator[Given]:
    """Every file that the arguments name, each once, in order.

    A pattern such as ``*.mat`` that no shell has expanded is expanded here; of a directory, with all below it, the
    files that look like match records are taken, and those that ``also`` likes.
    """
    seen: set[str] = set()
    for argument in arguments:
        for given in _named(argument, also or _is_no_record):
            place = os.path.abspath(given.path)
            if place not in seen or given.path == STDIN:
                seen.add(place)
                yield given


def _named(argument: str, also: Callable[[Path], bool]) -> Iterator[Given]:
    path = Path(argument)
    if argument != STDIN and os.path.isdir(path):
        for file in sorted(_below(path)):
            if _is_record(file) or also(file):
                yield Given(str(file), file.relative_to(path))
    elif argument != STDIN and glob.has_magic(argument) and not path.exists():
        found = sorted(glob.glob(argument, recursive=True))
        if not found:
            raise click.UsageError(f"no file fits {argument!r}")
        yield from (Given(file, Path(Path(file).name)) for file in found if os.path.isfile(file))
    else:
        yield Given(argument, Path("stdin" if argument == STDIN else path.name))


def _is_no_record(file: Path) -> bool:
    return False


def _below(directory: Path) -> Iterator[Path]:
    """Every file below a directory that can hold something, and whatever cannot be looked into.

    Sockets, pipes and devices are no files, and neither is what has no size: the kernel's files, which may have
    no end. A record by its name is one even so: it is empty, and the user is to hear of it.
    """
    unread: list[Path] = []

    def note(error: OSError) -> None:
        unread.append(Path(error.filename))

    for folder, _, names in os.walk(directory, onerror=note):
        for name in names:
            file = Path(folder, name)
            try:
                found = file.stat()
            except OSError:
                yield file
            else:
                if stat.S_ISREG(found.st_mode) and (found.st_size or file.suffix.lower() in _OF_RECORDS):
                    yield file
    yield from unread


def _is_record(file: Path) -> bool:
    """Whether a file looks like a record, by its name or by what is in it.

    One that cannot be read is given too, for the user to be told of it.
    """
    if file.suffix.lower() in _OF_RECORDS:
        return True
    try:
        found = format_of(Source.of(file))
    except OSError:
        return True
    except BgtoolError:
        return False
    # Any note may name a position somewhere; one that the user does not name himself is no record for that.
    return found is not None and (found.name != "postext" or file.suffix.lower() in found.suffixes)
