"""One line of progress on stderr, only where a person watches."""

from __future__ import annotations

import sys
import time

import click

_EVERY = 0.2


class ProgressLine:
    """A line rewritten in place a few times a second and wiped at the end; silent unless stderr is a terminal."""

    def __init__(self) -> None:
        """Nothing shown yet."""
        self._watched = sys.stderr.isatty()
        self._width = 0
        self._last = 0.0

    @property
    def due(self) -> bool:
        """Whether it is time to show something new."""
        return self._watched and time.monotonic() - self._last >= _EVERY

    def show(self, text: str) -> None:
        """Put ``text`` in place of what was shown before."""
        if self._watched:
            click.echo(f"\r{text:{self._width}}", err=True, nl=False)
            self._width = len(text)
            self._last = time.monotonic()

    def wipe(self) -> None:
        """Leave an empty line to whatever is printed next."""
        if self._width:
            click.echo("\r" + " " * self._width + "\r", err=True, nl=False)
            self._width = 0
