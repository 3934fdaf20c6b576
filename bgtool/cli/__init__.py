"""The ``bgtool`` command: a light group that loads a command's module only when it is asked for."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from io import StringIO
from typing import Any

import click

from bgtool.cli.exits import FAILED, FINE, INTERRUPTED, USAGE
from bgtool.cli.printable import printable
from bgtool.errors import BgtoolError

COMMANDS: dict[str, str] = {
    "analyze": "Annotate every play of recorded matches with its equity error.",
    "rollout": "Roll out a position or its candidate plays.",
    "eval": "Winning, gammon and backgammon chances and the equity of positions.",
    "hint": "The ranked plays of a roll, or the cube decision before it.",
    "moves": "Every legal play of a roll.",
    "show": "Draw positions as boards.",
    "id": "Translate position and match IDs.",
    "pips": "Pip counts and race numbers.",
    "convert": "Match and position formats into each other: .mat, SGF, lossless JSON ...",
    "check": "Every problem of recorded matches, with line and reason.",
    "stats": "Players over many matches: rates with error bars, kinds of decisions, worst ones.",
    "met": "Match equities, gammon prices and take points of a score.",
    "matrix": "The cube decision or best play of a position at every score.",
    "duel": "Two evaluators play each other: points a game with error bars.",
    "bearoff": "Build, ask and verify exact bear-off databases.",
}
"""Every command with its line in the help; the module ``bgtool.cli.<name>_command`` defines it as ``command``."""


_BARE_XGID = re.compile(r"-[-A-Pa-p]{25}:")


class _ReaderGone(Exception):
    """The reader of standard output has gone."""


class LazyGroup(click.Group):
    """A group whose help never loads the commands."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that goes away is told from a failure, which Click would make of it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGone from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, its module loaded now; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"bgtool.cli.{cmd_name}_command").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="bgtool")
def cli() -> None:
    """Backgammon analysis: matches in, errors out.

    IDs may be a GNU Backgammon Position ID, PositionID:MatchID, an XGID or an OGID; "-" reads them from standard
    input, one a line.
    """


def _never_an_option(text: str) -> str:
    """The argument, with its prefix put before an XGID whose board begins with a dash."""
    return f"XGID={text}" if _BARE_XGID.match(text) else text


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code: 0 fine, 1 some input failed, 2 usage, 130 interrupted."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and answer its exit code; nothing but ``SystemExit``-free, one-line errors."""
    given = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:  # closed by the shell: >&-
        if sys.stderr is not None:
            click.echo("Error: standard output is closed; redirect it to a file or to /dev/null", err=True)
        return FAILED
    try:
        code = cli.main(args=[_never_an_option(text) for text in given], prog_name="bgtool", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.UsageError as error:
        shown = StringIO()
        error.show(shown)
        click.echo("\n".join(map(printable, shown.getvalue().splitlines())), err=True)
        return USAGE
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except (_ReaderGone, BrokenPipeError):
        # The reader (head, less) has gone: point stdout elsewhere so that the interpreter's last flush stays silent.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except (BgtoolError, click.ClickException, OSError) as error:
        click.echo(f"Error: {printable(_message(error))}", err=True)
        return FAILED


def _message(error: BgtoolError | click.ClickException | OSError) -> str:
    """What went wrong, in words; an output without a name is standard output."""
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the output cannot be written'}: {error.strerror}"
    return str(error)
