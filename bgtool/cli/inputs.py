"""What a user hands to a command: IDs as arguments, in files or on standard input, answered one by one."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from bgtool.cli.exits import Tally
from bgtool.errors import BgtoolError, InputError

Failed = Callable[[BgtoolError | OSError, str], object]


def given_lines(arguments: Iterable[str], failed: Failed | None = None) -> Iterator[str]:
    """Every ID that the arguments mean; ``failed`` is told of a file that cannot be read (None: its error is raised).

    ``-`` stands for the lines of standard input that are neither blank nor ``#`` comments, the name of a file for
    the positions in it. Lines of standard input are never taken for names of files.
    """
    for argument in arguments:
        if argument == "-":
            if sys.stdin is None:
                raise InputError("standard input is closed: there are no IDs to read from it")
            for number, raw in enumerate(sys.stdin.buffer):
                if number == 0:
                    raw = raw.removeprefix(codecs.BOM_UTF8)  # which editors and shells of Windows put there
                line = raw.decode("utf-8", errors="replace").strip()
                if line and not line.startswith("#"):
                    yield line
        elif is_file(argument):
            yield from _ids_in(argument, failed)
        else:
            yield argument


def is_file(argument: str) -> bool:
    """Whether an argument names a file, in which positions are to be looked for, and is no ID."""
    try:
        return Path(argument).is_file()
    except (OSError, ValueError):
        return False


def _ids_in(file: str, failed: Failed | None) -> list[str]:
    from bgtool.formats.positions import ids_in

    try:
        return ids_in(file)
    except (BgtoolError, OSError) as error:
        if failed is None:
            raise
        failed(error, file)
        return []


def answer_each(
    arguments: tuple[str, ...], answer: Callable[[str], Any], as_text: Callable[[Any], str], as_json: bool
) -> None:
    """Print the answer to every argument in order, going on after a bad one; ends with the right exit code.

    ``answer`` turns a line into a JSON-ready document, ``as_text`` into what a person reads. A bad line gives one
    error on stderr and, with ``as_json``, an object with ``"error"`` in its place.
    """
    if not arguments:
        raise click.UsageError("Nothing to do: give an ID, a file of positions, or - to read IDs from standard input.")
    tally = Tally()

    def failed(error: BgtoolError | OSError, line: str) -> None:
        message = tally.failure(error, line[:200])
        if as_json:
            click.echo(json_line({"input": line, "error": message}))

    for line in given_lines(arguments, failed):
        try:
            document = answer(line)
            tally.done += 1
        except BgtoolError as error:
            failed(error, line)
            continue
        click.echo(json_line(document) if as_json else as_text(document))
    if not tally.done and not tally.failed:
        raise InputError("standard input held no ID: give one a line")
    tally.close()


def json_line(document: Any) -> str:
    """The document as one line of JSON, numbers unrounded, no ``NaN``."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False)
