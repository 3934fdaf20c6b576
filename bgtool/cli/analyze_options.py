"""The options of ``bgtool analyze`` that say which decisions to list and when to raise the alarm."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from math import inf
from typing import Any

import click

from bgtool.errors import InputError

_SPAN = re.compile(r"(\d+)(?:-(\d+))?")
_CONDITION = re.compile(r"(error|rate|pr):(\d+(?:\.\d+)?)")


def _least(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """The value of ``--min-error``: a number from 0 on, which NaN is not."""
    if value is not None and not 0.0 <= value < inf:
        raise click.BadParameter(f"{value}: give an error from 0 on, such as 0.1")
    return value


def _games(context: click.Context, parameter: click.Parameter, value: str | None) -> frozenset[int] | None:
    """The numbers of a list such as ``2,5-7``."""
    if value is None:
        return None
    games: set[int] = set()
    for part in value.split(","):
        span = _SPAN.fullmatch(part.strip())
        if not span or (span[2] and int(span[2]) < int(span[1])):
            raise click.BadParameter(f"{value!r}: give games such as 2,5-7")
        games.update(range(int(span[1]), int(span[2] or span[1]) + 1))
    return frozenset(games)


def _numbers(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[float, ...] | None:
    if value is None:
        return None
    try:
        numbers = tuple(float(part) for part in value.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) != 3 or not 0.0 < numbers[0] <= numbers[1] <= numbers[2]:
        raise click.BadParameter(f"{value!r}: give three rising errors such as 0.02,0.04,0.08")
    return numbers


@dataclass(frozen=True, slots=True)
class Alarm:
    """When the command ends with exit code 3: a player's worst error, error rate (mEMG) or PR above a bound."""

    what: str
    bound: float

    @property
    def rate(self) -> bool:
        """Whether it is about a player's rate, not about single decisions."""
        return self.what != "error"


def _alarm(context: click.Context, parameter: click.Parameter, value: str | None) -> Alarm | None:
    if value is None:
        return None
    found = _CONDITION.fullmatch(value.strip().lower())
    if not found:
        raise click.BadParameter(f"{value!r}: give error:0.1 (a decision), rate:10 (mEMG) or pr:8 (a player)")
    return Alarm(found[1], float(found[2]))


_LISTED = (
    click.option("--player", metavar="NAME", help="Only this player's decisions and totals."),
    click.option("--games", callback=_games, metavar="2,5-7", help="List only these games; totals are over all."),
    click.option("--only", type=click.Choice(("cube", "checker", "blunders")), help="List only these decisions."),
    click.option(
        "--min-error", callback=_least, type=float, metavar="X", help="List only decisions that lost so much EMG."
    ),
    click.option(
        "--top",
        type=click.IntRange(min=1),
        metavar="N",
        help="Best plays under every play that was not best (text: none, JSON: 5 for every play).",
    ),
)

_COUNTED = (
    click.option("--keep", is_flag=True, help="Report the analysis that the file brings along; compute nothing."),
    click.option("--compare", is_flag=True, help="Ours beside the analysis in the file (text, json, csv)."),
    click.option("--cubeless", is_flag=True, help="Judge plays by cubeless money equity, whatever score and cube."),
    click.option(
        "--convention",
        type=click.Choice(("gnubg", "xg")),
        default="gnubg",
        help="Whose marks and rates: GNU Backgammon's (default) or eXtreme Gammon's (error 0.02, blunder 0.08, PR).",
    ),
    click.option(
        "--thresholds",
        callback=_numbers,
        metavar="X,Y,Z",
        help="Mark errors above these as doubtful, bad, very bad (default 0.03,0.06,0.12).",
    ),
    click.option(
        "--fail-on",
        callback=_alarm,
        metavar="CONDITION",
        help="Exit with 3 if a decision costs more (error:0.1), or a player's rate:10 (mEMG) or pr:8 is higher.",
    ),
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user wants listed, and by whose customs it is counted."""

    player: str | None = None
    games: frozenset[int] | None = None
    only: str | None = None
    min_error: float | None = None
    top: int | None = None
    keep: bool = False
    compare: bool = False
    cubeless: bool = False
    convention: str = "gnubg"
    thresholds: tuple[float, ...] | None = None
    fail_on: Alarm | None = None

    @property
    def lists(self) -> bool:
        """Whether single decisions are asked for."""
        return not (self.games is None and self.only is None and self.min_error is None and self.top is None)

    def marks(self) -> Any:
        """The thresholds of the marks; loads the engine."""
        from bgtool.analysis.settings import CONVENTIONS, Thresholds

        return CONVENTIONS[self.convention] if self.thresholds is None else Thresholds(*self.thresholds)


def wishes_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with all of these options, which reach it as one ``wishes`` argument."""

    @wraps(command)
    def with_wishes(**options: Any) -> Any:
        own = {name: options.pop(name) for name in Wishes.__slots__}
        return command(**options, wishes=Wishes(**own))

    wished: Callable[..., Any] = with_wishes
    for option in reversed((*_LISTED, *_COUNTED)):
        wished = option(wished)
    return wished


def seats_of(players: tuple[str, str], name: str | None) -> tuple[int, ...]:
    """The seats to report: both, or those of the player named. Raises :class:`~bgtool.errors.InputError`."""
    if name is None:
        return (0, 1)
    seats = tuple(seat for seat in (0, 1) if players[seat].casefold() == name.casefold())
    if not seats:
        raise InputError(f"no player {name!r}: this is {players[0]!r} against {players[1]!r}")
    return seats
