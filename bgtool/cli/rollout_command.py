"""``bgtool rollout``: a position or its plays, played to the end many times."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bgtool.cli.inputs import answer_each, json_line
from bgtool.cli.met_option import met_option, table_of
from bgtool.cli.options import (
    Rules,
    dice_option,
    evaluator_option,
    jobs_option,
    json_option,
    rules_options,
)
from bgtool.cli.progress import ProgressLine
from bgtool.cli.rollout_options import rollout_options
from bgtool.cli.warmup import note_compilation
from bgtool.core.dice import Dice
from bgtool.core.move import parse_hops
from bgtool.errors import IllegalPlayError, InputError, NotationError
from bgtool.formats.ids import match_id, position_id

if TYPE_CHECKING:
    from bgtool.engine.rollout_records import RolloutSettings
    from bgtool.engine.rollout_run import RolloutRun

ACTIONS = ("no-double", "double-take", "position")
MOST_DIGITS = 4
"""A longer number is no place in a ranking of plays."""


@click.command()
@click.argument("arguments", nargs=-1, metavar="ID... [PLAY...]")
@dice_option
@click.option("--top", type=click.IntRange(min=1), metavar="K", help="Roll out the K plays that look best at 0-ply.")
@rollout_options
@click.option("--checkpoint", type=Path, metavar="FILE", help="Continue from this file and keep it up to date.")
@click.option("--combine", is_flag=True, help="Merge checkpoint files with different trials, given in place of IDs.")
@evaluator_option
@met_option
@rules_options
@jobs_option
@json_option
def command(
    arguments: tuple[str, ...],
    dice: Dice | None,
    top: int | None,
    settings: RolloutSettings,
    checkpoint: Path | None,
    combine: bool,
    met: str | None,
    evaluator: str | None,
    rules: Rules,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Play a position to the end many times, and say what it is worth and how sure that is.

    Where dice are known (in the ID or by --dice) the plays are rolled out, all of them or the PLAYs given: such as
    "24/18 13/11", or 1 for the best at 0-ply. Otherwise the cube decision is: no-double and double-take, of which one
    may be given. Where the player on roll may not double, or with "position", the position by itself is rolled out.

    All candidates get the same dice. The same seed gives the same result for any --jobs.
    """
    from bgtool.cli.rollout_output import rollout_document, rollout_text
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.engine.rollout import candidates_of
    from bgtool.engine.rollout_run import RolloutRun, settled

    if combine:
        _combine(arguments, checkpoint, as_json)
        return
    note_compilation()
    judge = evaluator_named(evaluator)
    table = table_of(met)
    ids, plays = sorted_arguments(arguments)
    if checkpoint is not None and (len(ids) != 1 or ids == ("-",)):
        raise click.UsageError("a checkpoint belongs to one position: give exactly one ID")

    def answer(line: str) -> Any:
        state = rules.state(line, dice)
        cubeful = bool(settled(settings, state).cubeful)
        try:
            candidates = candidates_of(state, plays, top=top, evaluator=judge, cubeful=cubeful, met=table)
        except IllegalPlayError as error:
            raise _with_advice(error, plays) from None
        run = RolloutRun(state, candidates, settings, judge, jobs, table)
        try:
            _play(run, checkpoint)
        except KeyboardInterrupt:
            if run.trials:
                document = rollout_document(line, run.result())
                click.echo(json_line(document) if as_json else rollout_text(document))
            raise
        return rollout_document(line, run.result())

    answer_each(ids, answer, rollout_text, as_json)


def sorted_arguments(arguments: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The IDs and the plays among what was given: whatever reads as a play or cube action is one, and all after it."""
    for place, argument in enumerate(arguments):
        if argument != "-" and _is_play(argument):
            return arguments[:place], arguments[place:]
    return arguments, ()


def _is_play(argument: str) -> bool:
    if argument in ACTIONS or (argument.isdecimal() and len(argument) <= MOST_DIGITS):
        return True
    try:
        return bool(parse_hops(argument))
    except NotationError:
        return False


def _with_advice(error: IllegalPlayError, plays: tuple[str, ...]) -> InputError:
    if len(plays) > 1:
        return IllegalPlayError(f'{error}; put a play of several moves in quotes, such as "24/18 13/11"')
    return error


def _play(run: RolloutRun, checkpoint: Path | None) -> None:
    from bgtool.cli.rollout_output import progress_text
    from bgtool.engine.rollout import play

    line = ProgressLine()
    try:
        play(run, checkpoint, lambda run: line.show(progress_text(run)) if line.due else None)
    finally:
        line.wipe()


def _combine(files: tuple[str, ...], checkpoint: Path | None, as_json: bool) -> None:
    """Print what several checkpoints say together, and keep it in the checkpoint file if one is named."""
    from bgtool.cli.rollout_output import rollout_document, rollout_text
    from bgtool.engine.rollout_checkpoint import combined, combined_rollout, write_checkpoint

    if not files:
        raise click.UsageError("Nothing to combine: give checkpoint files.")
    merged = combined(files)
    if checkpoint is not None:
        write_checkpoint(checkpoint, merged)
    rollout = combined_rollout(merged)
    document = rollout_document(f"{position_id(rollout.state.position)}:{match_id(rollout.state)}", rollout)
    click.echo(json_line(document) if as_json else rollout_text(document))
