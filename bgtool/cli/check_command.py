"""``bgtool check``: what is odd in recorded matches, line by line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import click

from bgtool.cli.exits import FAILED, Tally
from bgtool.cli.files import from_option, given_files
from bgtool.cli.inputs import json_line
from bgtool.cli.options import quiet_option
from bgtool.core.record import Beaver, Double, Match, Pass, Play, Problem, Resign, Take
from bgtool.errors import BgtoolError, InputError
from bgtool.formats import read_matches
from bgtool.report.style import shown

_WIDTH = 200
SCHEMA = "bgtool.check/1"
_SEVERITIES = {"error": "errors", "oddity": "oddities", "note": "notes"}


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...")
@from_option
@click.option("--strict", is_flag=True, help="Exit with 1 for oddities too, not only for errors.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one object a line for each file.")
@quiet_option
def command(files: tuple[str, ...], source_format: str | None, strict: bool, as_json: bool, quiet: bool) -> None:
    """List every problem of recorded matches with its place.

    FILE is a match file, a directory or a pattern; - is standard input. Each problem is a line
    "file:line:column: code: message", the summary goes to stderr. An error costs something of the record or is
    against the rules, an oddity is unusual and was understood, a note tells what was filled in.
    """
    if not files:
        raise click.UsageError("Nothing to do: give a match file, or - to read one from standard input.")
    tally, counts = Tally(), _Counts()
    for given in given_files(files):
        try:
            matches = read_matches(given.path, source_format)
        except (BgtoolError, OSError) as error:
            message = tally.failure(error, given.path)
            if as_json:
                click.echo(json_line({"schema": SCHEMA, "file": given.path, "error": message}))
            continue
        tally.done += 1
        counts.add(matches)
        for line in [json_line(_document(given.path, matches))] if as_json else _lines(given.path, matches):
            click.echo(line)
    if not tally.done and not tally.failed:
        raise InputError(f"{' '.join(files)}: no match record in there")
    if not quiet:
        click.echo(counts.summary(tally), err=True)
    if tally.failed or counts.problems["error"] or (strict and counts.problems["oddity"]):
        raise click.exceptions.Exit(FAILED)


@dataclass
class _Counts:
    """What the files held, and how many problems of each severity."""

    matches: int = 0
    games: int = 0
    rolls: int = 0
    problems: Counter[str] = field(default_factory=Counter)

    def add(self, matches: tuple[Match, ...]) -> None:
        """Count a file's matches in."""
        for match in matches:
            self.matches += 1
            self.games += len(match.games)
            self.rolls += _rolls(match)
            self.problems.update(problem.severity.value for problem in match.problems)

    def summary(self, tally: Tally) -> str:
        """One line for a person."""
        read = (
            _counted(tally.done, "file", "files"),
            _counted(self.matches, "match", "matches"),
            _counted(self.games, "game", "games"),
            _counted(self.rolls, "roll", "rolls"),
        )
        found = [_counted(self.problems[one], one, many) for one, many in _SEVERITIES.items() if self.problems[one]]
        failed = f"; {tally.failed} could not be read" if tally.failed else ""
        return f"{', '.join(read)}: {', '.join(found) or 'no problem'}{failed}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _lines(file: str, matches: tuple[Match, ...]) -> list[str]:
    return [
        f"{_place(match.file or file, problem)}: {problem.code}: {shown(problem.message, _WIDTH)}"
        for match in matches
        for problem in match.problems
    ]


def _place(file: str, problem: Problem) -> str:
    return ":".join(str(part) for part in (file, problem.line, problem.column) if part is not None)


def _document(file: str, matches: tuple[Match, ...]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "file": file,
        "format": matches[0].source,
        "matches": [_summary(match) for match in matches],
        "problems": [
            {
                "match": number,
                "severity": problem.severity.value,
                "code": problem.code,
                "message": problem.message,
                "line": problem.line,
                "column": problem.column,
                "text": problem.text,
            }
            for number, match in enumerate(matches, 1)
            for problem in match.problems
        ],
    }


def _summary(match: Match) -> dict[str, Any]:
    return {
        "players": list(match.players),
        "length": match.length,
        "variant": match.variant.name,
        "final_score": list(match.final_score),
        "games": len(match.games),
        "rolls": _rolls(match),
        "cube_actions": sum(
            isinstance(action, (Double, Beaver, Take, Pass)) for game in match.games for action in game.actions
        ),
    }


def _rolls(match: Match) -> int:
    """The rolls recorded, one followed by a resignation included."""
    return sum(
        isinstance(action, Play) or (isinstance(action, Resign) and action.dice is not None)
        for game in match.games
        for action in game.actions
    )
