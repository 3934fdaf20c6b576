"""``bgtool duel``: two evaluators play each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bgtool.cli.inputs import json_line
from bgtool.cli.options import jobs_option, moves_option, plain_json_option, seed_option, variant_option
from bgtool.cli.progress import ProgressLine
from bgtool.cli.warmup import note_compilation
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import SettingsError

if TYPE_CHECKING:
    from bgtool.engine.duel import DuelRun


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--games", type=int, default=1000, show_default=True, metavar="N", help="Games, half of them with seats exchanged."
)
@click.option("--one-point", is_flag=True, help="Wins alone count, as at double match point (default: cubeless money).")
@click.option(
    "--variance-reduction/--no-variance-reduction",
    default=False,
    show_default=True,
    help="Take the luck of every roll off the result: slower games, far fewer needed.",
)
@moves_option
@variant_option
@seed_option
@jobs_option
@plain_json_option
def command(
    first: str,
    second: str,
    games: int,
    one_point: bool,
    variance_reduction: bool,
    moves: str | None,
    variant: Variant | None,
    seed: int | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let two evaluators play each other and say how many points a game the first one wins.

    A and B are name[:plies], such as net, net:2 or heuristic. Every dice sequence is played twice, with seats
    exchanged, so that the dice favour nobody; the standard error comes from these pairs. The same seed gives the same
    result for any --jobs.
    """
    from bgtool.cli.duel_output import duel_document, duel_text, progress_text
    from bgtool.engine.duel import DuelRun, player_named
    from bgtool.engine.duel_records import DuelSettings

    try:
        settings = DuelSettings(
            games=games,
            seed=1 if seed is None else seed,
            variant=variant or STANDARD,
            one_point=one_point,
            variance_reduction=variance_reduction,
        )
        players = player_named(first, moves, jobs), player_named(second, moves, jobs)
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    note_compilation()
    run = DuelRun(*players, settings, jobs)
    line = ProgressLine()

    def watch(run: DuelRun) -> None:
        if line.due:
            line.show(progress_text(run))

    try:
        run.run(watch)
    finally:
        line.wipe()
        result = run.result()
        if result is not None:
            document = duel_document(result)
            click.echo(json_line(document) if as_json else duel_text(document))
