"""Options that several commands share, so that each means the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bgtool.core.dice import Dice
from bgtool.core.state import MatchState
from bgtool.core.variant import VARIANTS, Variant, variant_named
from bgtool.errors import InputError, NotationError, SettingsError
from bgtool.formats.ids import Reading, read_id

if TYPE_CHECKING:
    from bgtool.engine.evaluators import Evaluator
    from bgtool.engine.rollout_records import RolloutSettings
    from bgtool.engine.search import Depth

_WITH_ROLL = re.compile(r"(.*\S)\s+(\d[-,/]?\d)")

DEEPEST = 4
"""The greatest ``--plies`` that there is."""

PRESETS = ("instant", "quick", "standard", "deep")
ROLLOUT = "rollout"
"""The preset of analyses that goes further than any depth."""

FILTERS = ("lean", "tiny", "narrow", "normal", "large", "huge")


def _dice(context: click.Context, parameter: click.Parameter, value: str | None) -> Dice | None:
    try:
        return None if value is None else Dice.parse(value)
    except NotationError as error:
        raise click.BadParameter(str(error)) from None


def _variant(context: click.Context, parameter: click.Parameter, value: str | None) -> Variant | None:
    try:
        return None if value is None else variant_named(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


ids_argument = click.argument("ids", nargs=-1, metavar="ID...")
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one object a line for each ID.")
plain_json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
dice_option = click.option("--dice", callback=_dice, metavar="31", help="The roll, instead of the one in the ID.")
output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False, writable=True), help="Write to this file instead of stdout."
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Cores to use (default: all); never changes a result."
)
seed_option = click.option("--seed", type=click.IntRange(0, (1 << 63) - 1), metavar="N", help="Seed of the dice.")
quiet_option = click.option("-q", "--quiet", is_flag=True, help="No notes and no progress on stderr.")
variant_option = click.option(
    "--variant",
    callback=_variant,
    metavar="NAME",
    help=f"The game played: {', '.join(VARIANTS)} (default: standard).",
)
evaluator_option = click.option("--evaluator", metavar="NAME", help="What judges positions (default: the best).")


class DepthChoice(NamedTuple):
    """What the user says of the depth, each None when left open."""

    plies: int | None = None
    moves: str | None = None
    preset: str | None = None
    trials: int | None = None

    def checked(self) -> DepthChoice:
        """The same; raises :class:`click.UsageError` where there are trials of no rollout."""
        if self.trials is not None and self.preset != ROLLOUT:
            raise click.UsageError(f"--trials {self.trials} belongs to --preset {ROLLOUT}.")
        return self

    def depth(self) -> Depth:
        """The depth that this means; loads the engine."""
        from bgtool.engine.search import depth_of

        return depth_of(self.plies, self.moves, "standard" if self.preset == ROLLOUT else self.preset)

    def rollout(self) -> RolloutSettings | None:
        """How what stays unclear is rolled out; None where it is not. Loads the engine."""
        if self.preset != ROLLOUT:
            return None
        from bgtool.analysis.roll_out import QUICK

        return QUICK if self.trials is None else replace(QUICK, trials=self.trials)

    def of_analysis(self, evaluator: Evaluator) -> Depth:
        """The depth for whole matches, which an evaluator that can looks ahead at unless told otherwise."""
        from bgtool.engine.search import analysis_depth

        if self.plies is None and self.preset is None and self.moves is None:
            return analysis_depth(evaluator)
        return self.depth()


def refuse_two_forms(form: str | None, as_json: bool) -> None:
    """Raise :class:`click.UsageError` where ``--json`` contradicts ``--format``."""
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} are two ways to answer: leave one of them out.")


moves_option = click.option(
    "--filter", "moves", type=click.Choice(FILTERS), help="Which plays are judged deeper than 0-ply."
)

plies_option = click.option(
    "--plies",
    type=click.IntRange(0, DEEPEST),
    metavar="N",
    help=f"Depth as GNU Backgammon counts, 0 (the bare evaluation) to {DEEPEST}.",
)

_BY_NAME = "Depth by name: instant 0-ply, quick 1-ply, standard 2-ply, deep 3-ply with a large filter"

_DEPTH = (
    plies_option,
    click.option("--preset", type=click.Choice(PRESETS), help=f"{_BY_NAME} (default: instant)."),
    moves_option,
)

_DEPTH_OF_ANALYSIS = (
    plies_option,
    click.option(
        "--preset",
        type=click.Choice((*PRESETS, ROLLOUT)),
        help=f"{_BY_NAME}, rollout 2-ply with what stays unclear rolled out (default: standard).",
    ),
    moves_option,
    click.option(
        "--trials",
        type=click.IntRange(min=2),
        metavar="N",
        help="With the preset rollout: games for each play and cube action at most (default 324).",
    ),
)


def depth_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with ``--plies``, ``--preset`` and ``--filter``, which reach it as one ``depth`` argument."""
    return _with_depth(command, _DEPTH)


def depth_of_analysis_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same for whole matches, where unclear decisions may be rolled out."""
    return _with_depth(command, _DEPTH_OF_ANALYSIS)


def _with_depth(command: Callable[..., Any], found: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    @wraps(command)
    def with_depth(*args: Any, **options: Any) -> Any:
        choice = DepthChoice(**{name: options.pop(name) for name in DepthChoice._fields if name in options})
        return command(*args, depth=choice.checked(), **options)

    return _with_options(with_depth, found)


def _with_options(command: Callable[..., Any], options: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


class Rules(NamedTuple):
    """What the user says of the rules, each None when left to the ID."""

    variant: Variant | None = None
    jacoby: bool | None = None
    beavers: bool | None = None

    def state(self, text: str, dice: Dice | None = None) -> MatchState:
        """The moment that an ID names, under these rules and with this roll instead of its own.

        Raises :class:`IdError`, or :class:`SettingsError` where a rule or a roll does not fit the moment.
        """
        return self.reading(text, dice).state

    def settles(self, fact: str) -> bool:
        """Whether the user has said what an ID left open (a fact as :class:`Unsaid` names it)."""
        return self._asdict().get(fact) is not None

    def reading(self, text: str, dice: Dice | None = None) -> Reading:
        """As :meth:`state`, with the notation and what the ID left open; a roll may stand after the ID."""
        name, written = text.strip(), _WITH_ROLL.fullmatch(text.strip())
        if written:
            name, roll = written[1], Dice.parse(written[2])
            if dice not in (None, roll):
                raise SettingsError(f"{text[:200]}: a roll after the ID and another in --dice {dice}: leave one out")
            dice = roll
        reading = read_id(name, self.variant)
        return replace(reading, state=self._applied(reading.state, text, dice))

    def _applied(self, state: MatchState, text: str, dice: Dice | None) -> MatchState:
        if state.length and (self.jacoby or self.beavers):
            raise SettingsError(
                f"{text[:200]}: Jacoby and beavers are money rules, this is a {state.length}-point match"
            )
        if not state.length:
            state = replace(
                state,
                jacoby=state.jacoby if self.jacoby is None else self.jacoby,
                beavers=state.beavers if self.beavers is None else self.beavers,
            )
        if dice is None:
            return state
        if state.offer is not None:
            raise SettingsError(f"{text[:200]}: no roll while an offer stands ({state.offer.value})")
        return replace(state, dice=dice, rolled=None)


_RULES = (
    variant_option,
    click.option("--jacoby/--no-jacoby", default=None, help="Jacoby rule in money play, instead of what the ID says."),
    click.option("--beavers/--no-beavers", default=None, help="Beavers in money play, instead of what the ID says."),
)


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with ``--variant``, ``--jacoby`` and ``--beavers``, which reach it as one ``rules`` argument."""

    @wraps(command)
    def with_rules(
        *args: Any, variant: Variant | None, jacoby: bool | None, beavers: bool | None, **options: Any
    ) -> Any:
        return command(*args, rules=Rules(variant, jacoby, beavers), **options)

    return _with_options(with_rules, _RULES)
