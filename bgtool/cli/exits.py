"""The exit codes of every command, and the tally that decides between them."""

from __future__ import annotations

from dataclasses import dataclass

import click

from bgtool.cli.printable import printable
from bgtool.errors import BgtoolError

FINE = 0
FAILED = 1
USAGE = 2
CONDITION_MET = 3
INTERRUPTED = 130


@dataclass
class Tally:
    """Counts what was done and what failed in a batch; failures are reported on stderr as they happen."""

    done: int = 0
    failed: int = 0
    alarm: bool = False
    """Whether the condition of ``--fail-on`` was met."""

    def failure(self, error: BgtoolError | OSError, given: str) -> str:
        """The one-line message of a failure, counted and printed on stderr with what was given."""
        self.failed += 1
        said = error.strerror if isinstance(error, OSError) else None
        message, given = printable(said or str(error)), printable(given)
        if given not in message:
            message = printable(f"{given}: {message}")
        click.echo(f"Error: {message}", err=True)
        return message

    @property
    def exit_code(self) -> int:
        """0 when everything was answered, 1 when some input failed, 3 when the condition of ``--fail-on`` was met."""
        if self.failed:
            return FAILED
        return CONDITION_MET if self.alarm else FINE

    def close(self) -> None:
        """End the command with its exit code."""
        if self.exit_code:
            raise click.exceptions.Exit(self.exit_code)
