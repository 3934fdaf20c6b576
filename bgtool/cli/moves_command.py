"""``bgtool moves``: every legal play of a roll."""

from __future__ import annotations

from typing import Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.options import Rules, dice_option, ids_argument, json_option, rules_options
from bgtool.core.dice import Dice
from bgtool.core.rules import legal_moves
from bgtool.errors import InputError, SettingsError
from bgtool.formats.ids import position_id

SCHEMA = "bgtool.moves/1"


@click.command()
@ids_argument
@dice_option
@rules_options
@json_option
def command(ids: tuple[str, ...], dice: Dice | None, rules: Rules, as_json: bool) -> None:
    """Every legal play of a roll, one for each position that can be reached.

    The position ID of a play is the position after it, with the opponent on roll.
    """

    def answer(line: str) -> dict[str, Any]:
        state = rules.state(line, dice)
        if ending := state.position.ending(state.variant.max_points):
            raise InputError(f"{line[:200]}: the game is over: {ending}, so there is nothing to play")
        if state.dice is None:
            raise SettingsError(f"{line[:200]}: no roll in this ID; give one with --dice 31")
        plays = legal_moves(state.position, state.dice)
        return {
            "schema": SCHEMA,
            "input": line,
            "position_id": position_id(state.position),
            "dice": str(state.dice),
            "count": len(plays),
            "plays": [{"play": str(move), "position_id": position_id(after.swapped())} for move, after in plays],
        }

    answer_each(ids, answer, _text, as_json)


def _text(document: dict[str, Any]) -> str:
    return "\n".join(f"{play['position_id']}  {play['play'] or 'cannot move'}" for play in document["plays"])
