"""``bgtool show``: draw positions as boards."""

from __future__ import annotations

from typing import Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.options import Rules, dice_option, ids_argument, json_option, rules_options
from bgtool.core.dice import Dice
from bgtool.report.board import text_board

SCHEMA = "bgtool.show/1"


@click.command()
@ids_argument
@dice_option
@rules_options
@json_option
def command(ids: tuple[str, ...], dice: Dice | None, rules: Rules, as_json: bool) -> None:
    """Draw positions as GNU Backgammon prints them."""

    def answer(line: str) -> dict[str, Any]:
        return {"schema": SCHEMA, "input": line, "board": text_board(rules.state(line, dice))}

    answer_each(ids, answer, lambda document: str(document["board"]), as_json)
