"""The notes that the first use of the engine spends seconds on compiling, and on building databases."""

from __future__ import annotations

from bgtool.cli.notes import show_notes


def note_compilation() -> None:
    """Show what the engine has to tell, such as that it compiles for long; call it before using the engine."""
    from bgtool.engine.compiled import note_compiling

    show_notes()
    note_compiling()
