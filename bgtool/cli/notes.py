"""What the engine has to tell while it works (a database being built or repaired), as plain lines on stderr."""

from __future__ import annotations

import logging

import click

from bgtool.cli.printable import printable


class _Notes(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        click.echo(printable(record.getMessage()), err=True)


def show_notes() -> None:
    """Print the engine's notes from now on; calling it again changes nothing."""
    log = logging.getLogger("bgtool")
    if not log.handlers:
        log.addHandler(_Notes())
        log.setLevel(logging.INFO)
