"""``bgtool hint``: the ranked plays of a roll, or the cube decision before it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from bgtool.cli.colour import color_option, style_of
from bgtool.cli.inputs import answer_each
from bgtool.cli.met_option import met_option, table_of
from bgtool.cli.options import (
    DepthChoice,
    Rules,
    depth_options,
    dice_option,
    evaluator_option,
    ids_argument,
    jobs_option,
    json_option,
    rules_options,
)
from bgtool.cli.warmup import note_compilation
from bgtool.core.dice import Dice
from bgtool.errors import SettingsError

SHOWN = 10


@click.command()
@ids_argument
@dice_option
@click.option("--top", type=click.IntRange(min=1), metavar="N", help=f"Plays to list (text: {SHOWN}, JSON: all).")
@depth_options
@evaluator_option
@met_option
@click.option("--cubeless", is_flag=True, help="Rank plays by cubeless money equity, whatever score and cube.")
@click.option("--cube", is_flag=True, help="Judge the cube before the roll, also where the ID holds one.")
@click.option("--market", is_flag=True, help="Cube: also the share of the next two rolls that leave no take.")
@jobs_option
@rules_options
@json_option
@color_option
def command(
    ids: tuple[str, ...],
    dice: Dice | None,
    top: int | None,
    depth: DepthChoice,
    jobs: int | None,
    evaluator: str | None,
    met: str | None,
    cubeless: bool,
    cube: bool,
    market: bool,
    rules: Rules,
    as_json: bool,
    color: str,
) -> None:
    """Rank the plays of a roll, best first, with their cubeful equities; without a roll, judge the cube.

    Equities are EMG with the cube and the score of the ID (points per cube for money), as deep as --plies says.

    The roll is the one of --dice, or stands after the ID ("4HPwATDgc/ABMA 31", also line by line on standard input),
    or is part of the ID. The percentage behind a cube action is the share of wrong answers from which the other action
    would be right.
    """
    if cube and (dice is not None or top is not None):
        what = "--top" if dice is None else f"--dice {dice}"
        raise click.UsageError(f"--cube is about the cube before the roll, {what} about plays: leave one of them out.")
    if cube and cubeless:
        raise click.UsageError("--cube is about the cube, --cubeless about plays without one: leave one of them out.")
    if market and dice is not None:
        raise click.UsageError(f"--market is about the cube before the roll: leave out --dice {dice}.")
    from bgtool.analysis.cube import decide_cube, market_losers
    from bgtool.analysis.decisions import rank_roll
    from bgtool.analysis.settings import CUBEFUL, CUBELESS, Settings
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.report.cube import cube_document, cube_text
    from bgtool.report.jsonout import hint_document
    from bgtool.report.plays import hint_text

    note_compilation()
    judge = evaluator_named(evaluator)
    deep = depth.depth()
    style = style_of(color)
    table = table_of(met)

    def answer(line: str) -> Any:
        state = rules.state(line, dice)
        if cube:
            state = replace(state, dice=None, rolled=None)
        _refuse_unanswered(line, state.dice, top, cubeless, market)
        equity = CUBEFUL if state.variant.has_cube and not cubeless else CUBELESS
        met_name = table.name if state.length and equity == CUBEFUL else None
        settings = Settings(judge.name, judge.digest, deep.plies, deep.moves.name, equity=equity, met=met_name)
        if state.dice is None:
            decision = decide_cube(state, judge, table, depth=deep)
            lost = market_losers(state, judge, table) if market else None
            if as_json:
                return cube_document(line, decision, settings, lost)
            return cube_text(decision, settings, lost, style)
        ranking = rank_roll(state, judge, deep, met=table, cubeless=cubeless, jobs=jobs)
        if as_json:
            return hint_document(line, state, ranking.top(top), settings)
        return hint_text(state, ranking.top(top or SHOWN), settings, len(ranking), style)

    answer_each(ids, answer, str, as_json)


def _refuse_unanswered(line: str, dice: Dice | None, top: int | None, cubeless: bool, market: bool) -> None:
    """Raise :class:`SettingsError` for an option that has no part in the answer to this line."""
    if dice is not None:
        if market:
            raise SettingsError(f"{line[:200]}: --market is about the cube before the roll {dice}; add --cube")
        return
    for option in (f"--top {top}" if top is not None else None, "--cubeless" if cubeless else None):
        if option:
            raise SettingsError(f"{line[:200]}: {option} is about plays, but no roll is known; give --dice 31, say")
