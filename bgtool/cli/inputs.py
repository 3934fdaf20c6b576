"""What a user hands to a command: IDs as arguments or on standard input, answered one by one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click

from bgtool.cli.exits import Tally
from bgtool.errors import BgtoolError, InputError


def given_lines(arguments: Iterable[str]) -> Iterator[str]:
    """Every argument, ``-`` replaced by the lines of standard input that are neither blank nor ``#`` comments."""
    for argument in arguments:
        if argument != "-":
            yield argument
            continue
        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", errors="replace").strip()
            if line and not line.startswith("#"):
                yield line


def answer_each(
    arguments: tuple[str, ...], answer: Callable[[str], Any], as_text: Callable[[Any], str], as_json: bool
) -> None:
    """Print the answer to every argument in order, going on after a bad one; ends with the right exit code.

    ``answer`` turns a line into a JSON-ready document, ``as_text`` into what a person reads. A bad line gives one
    error on stderr and, with ``as_json``, an object with ``"error"`` in its place.
    """
    if not arguments:
        raise click.UsageError("Nothing to do: give an ID, or - to read IDs from standard input.")
    tally = Tally()
    for line in given_lines(arguments):
        try:
            document = answer(line)
            tally.done += 1
        except BgtoolError as error:
            message = tally.failure(error, line[:200])
            document = {"input": line, "error": message}
            if not as_json:
                continue
        click.echo(json_line(document) if as_json else as_text(document))
    if not tally.done and not tally.failed:
        raise InputError("standard input held no ID: give one a line")
    tally.close()


def json_line(document: Any) -> str:
    """The document as one line of JSON, numbers unrounded, no ``NaN``."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False)
