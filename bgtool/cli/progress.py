"""One line of progress on stderr, only where a person watches."""

from __future__ import annotations

import sys
import time

import click

from bgtool.report.style import shown

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


class BatchProgress:
    """How far a batch of files is and how long the rest will take, on one line; silent for a single file."""

    def __init__(self, total: int, quiet: bool = False):
        """The clock starts now."""
        self._line = ProgressLine()
        self._quiet = quiet
        self._total = 0 if quiet or total < 2 else total
        self._began = time.monotonic()
        self._at = ""

    def show(self, done: int, name: str) -> None:
        """Say that ``done`` files are finished and ``name`` is next."""
        self._at = shown(name, 40)
        if self._total:
            self._at = f"{done + 1} of {self._total}{self._left(done, self._total)}: {self._at}"
            if self._line.due:
                self._line.show(self._at)

    def rollouts(self, done: int, number: int) -> None:
        """Say that ``done`` of a number of rollouts are finished in the file shown last."""
        if not self._quiet and self._line.due:
            left = "" if self._total else self._left(done, number)
            self._line.show(f"{self._at}, rollout {done + 1} of {number}{left}")

    def wipe(self) -> None:
        """Make room for what is printed next."""
        self._line.wipe()

    def _left(self, done: int, number: int) -> str:
        if not done:
            return ""
        return f", {_duration((time.monotonic() - self._began) * (number - done) / done)} left"


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"
