"""The notes that the first use of the engine spends seconds on compiling, and on building databases."""

from __future__ import annotations

import click

from bgtool.cli.notes import show_notes


def note_compilation() -> None:
    """Say on stderr that kernels are about to be compiled, if none are cached yet; call it before using the engine."""
    from bgtool.engine.compiled import cache_is_cold

    show_notes()
    if cache_is_cold():
        click.echo("Compiling the engine for this machine (first use only, a minute or two) ...", err=True)
