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
    """The style that ``--color`` asks for, where ``output`` is the file written to instead of stdout.

    Click is told as well, since it would strip what was asked for on the way into a pipe.
    """
    if color == "auto":
        colour = output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    else:
        colour = color == "always"
    click.get_current_context().color = colour
    return Style(colour)
