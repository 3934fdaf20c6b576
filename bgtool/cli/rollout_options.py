"""The options that say how a rollout is made."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from bgtool.cli.options import seed_option
from bgtool.errors import SettingsError

_TIME = re.compile(r"(\d+(?:\.\d*)?)([smh]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


def _time(context: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    if value is None:
        return None
    found = _TIME.fullmatch(value.strip())
    if not found:
        raise click.BadParameter(f"{value!r}: expected a time such as 60s, 5m or 1h")
    return float(found[1]) * _SECONDS[found[2]]


PRESETS: dict[str, dict[str, Any]] = {
    "full": {"variance_reduction": True},
    "truncated": {"variance_reduction": True, "truncate": 7, "trials": 360},
}
"""Settings under one name; a single option overrides its part."""

_OPTIONS = (
    click.option(
        "--preset",
        type=click.Choice(list(PRESETS)),
        help="full: to the end, luck taken off; truncated: a quick one, judged after 7 rolls.",
    ),
    click.option(
        "--cubeful/--cubeless",
        default=None,
        help="Play with the cube and for the score, or for money without a cube (default: cubeful where there is one).",
    ),
    click.option(
        "--plies", default=0, show_default=True, metavar="N", help="Depth of plays and of truncated games, 0 to 2."
    ),
    click.option("--cube-plies", type=int, metavar="N", help="Depth of cube decisions (default: that of the plays)."),
    click.option("--trials", type=int, default=1296, show_default=True, metavar="N", help="Games for each candidate."),
    click.option("--first", type=int, default=0, metavar="N", help="Start at trial N: another run has those before."),
    seed_option,
    click.option("--truncate", type=int, metavar="N", help="Judge a game after N rolls instead of playing on."),
    click.option(
        "--variance-reduction/--no-variance-reduction",
        default=False,
        show_default=True,
        help="Take the luck of every roll off the result: slower games, far fewer needed.",
    ),
    click.option(
        "--stratified/--random", default=True, show_default=True, help="Deal the first two rolls evenly, or draw them."
    ),
    click.option(
        "--prune/--no-prune", default=True, show_default=True, help="Evaluate only the plays that pass a quick sieve."
    ),
    click.option("--initial", is_flag=True, help="The first roll is an opening roll, never a doublet."),
    click.option("--until-se", type=float, metavar="X", help="Stop when every standard error is at most X."),
    click.option(
        "--until-jsd", type=float, metavar="X", help="Drop plays X joint standard deviations behind; stop at one left."
    ),
    click.option(
        "--min-trials", type=int, default=324, show_default=True, metavar="N", help="Games before the rules above stop."
    ),
    click.option("--time", callback=_time, metavar="60s", help="Stop after this time (s, m or h)."),
)


def rollout_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with all options above, which reach it as one ``settings`` argument, a :class:`RolloutSettings`."""

    @wraps(command)
    def with_settings(*args: Any, seed: int | None, preset: str | None, **options: Any) -> Any:
        from bgtool.engine.rollout_records import RolloutSettings

        source = click.get_current_context().get_parameter_source
        for name, value in PRESETS.get(preset or "", {}).items():
            if source(name) is ParameterSource.DEFAULT:
                options[name] = value
        own = {name: options.pop(name) for name in RolloutSettings.__dataclass_fields__ if name in options}
        if seed is not None:
            own["seed"] = seed
        try:
            settings = RolloutSettings(**own)
        except SettingsError as error:
            raise click.UsageError(str(error)) from None
        return command(*args, settings=settings, **options)

    wrapped: Callable[..., Any] = with_settings
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped
