"""The notes on stderr that the first use of the engine spends seconds on compiling, and on building databases."""

from __future__ import annotations

import logging

import click


class _Notes(logging.Handler):
    """Prints what the engine has to tell as plain lines on stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        click.echo(record.getMessage(), err=True)


def note_compilation() -> None:
    """Say on stderr that kernels are about to be compiled, if nothing is cached yet; call it before using the engine."""
    from bgtool.kernels.jit import cache_is_cold

    notes = logging.getLogger("bgtool")
    if not notes.handlers:
        notes.addHandler(_Notes())
        notes.setLevel(logging.INFO)

    if cache_is_cold():
        click.echo("Compiling the engine for this machine (first use only, under a minute) ...", err=True)
