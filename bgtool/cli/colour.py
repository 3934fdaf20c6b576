"""Whether to colour what is printed."""

from __future__ import annotations

import os
import sys

import click

from bgtool.report.style import Style

color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour; auto means on a terminal, unless NO_COLOR is set.",
)


def style_of(color: str, output: str | None = None) -> Style:
    """The style that ``--color`` asks for, where ``output`` is the file written to instead of stdout."""
    if color == "auto":
        return Style(colour=output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    return Style(colour=color == "always")
