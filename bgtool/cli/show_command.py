"""``bgtool show``: draw positions as boards."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import click

from bgtool.cli.inputs import answer_each, is_file
from bgtool.cli.options import Rules, dice_option, ids_argument, json_option, output_option, rules_options
from bgtool.core.dice import Dice
from bgtool.core.move import Move
from bgtool.core.rules import find_move
from bgtool.core.state import MatchState
from bgtool.errors import SettingsError

SCHEMA = "bgtool.show/1"


@click.command()
@ids_argument
@dice_option
@click.option("--play", metavar="PLAY", help="Draw arrows for this play, such as 8/5,6/5 (svg and png).")
@click.option("--format", "form", type=click.Choice(["text", "svg", "png"]), help="Default: by the name after -o.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--width", type=click.IntRange(100, 10000), default=656, show_default=True, help="Pixels (svg and png).")
@click.option("--black", metavar="NAME", help="Name of seat 0, O, at the top.")
@click.option("--white", metavar="NAME", help="Name of seat 1, X, at the bottom.")
@output_option
@rules_options
@json_option
def command(
    ids: tuple[str, ...], dice: Dice | None, play: str | None, form: str | None, theme: str, width: int,
    black: str | None, white: str | None, output: str | None, rules: Rules, as_json: bool,
) -> None:  # fmt: skip
    """Draw positions, as GNU Backgammon prints them or as a picture to print.

    With -o every board goes to that file; several boards get a number before its ending. PNG needs -o and the
    library of the extra bgtool[png].
    """
    form = form or _named_after(output)
    if form == "png" and not output:
        raise click.UsageError("PNG needs a file to go to: -o board.png")
    if play and form == "text":
        raise click.UsageError("--play draws arrows: choose --format svg or png")
    numbers = count(1)
    many = len(ids) > 1 or "-" in ids or any(map(is_file, ids))
    pictured = {"theme": theme, "width": width}

    def answer(line: str) -> dict[str, Any]:
        state = rules.state(line, dice)
        move = _move(state, play) if play else None
        board = _drawn(state, form, (black, white), pictured | {"play": move})
        document = {"schema": SCHEMA, "input": line, "format": form, "file": None, "board": board}
        if not output:
            return document
        file = _numbered(Path(output), next(numbers)) if many else Path(output)
        file.write_bytes(board if isinstance(board, bytes) else board.encode("utf-8"))
        return document | {"file": str(file), "board": None}

    answer_each(ids, answer, lambda document: document["board"] or document["file"], as_json)


def _named_after(output: str | None) -> str:
    """The format that the ending of an output file says. Raises :class:`click.UsageError` for one there is not."""
    ending = Path(output or "").suffix.lower().removeprefix(".")
    found = {"": "text", "txt": "text", "svg": "svg", "png": "png"}.get(ending)
    if found is None:
        raise click.UsageError(
            f"no board can be drawn as .{ending}: name the file .svg, .png or .txt, or give --format"
        )
    return found


def _move(state: MatchState, play: str) -> Move:
    if state.dice is None:
        raise SettingsError("no roll in this ID for the play: give one with --dice 31")
    return find_move(state.position, state.dice, play)


def _drawn(state: MatchState, form: str, given: tuple[str | None, str | None], pictured: dict[str, Any]) -> str | bytes:
    from bgtool.report import board, diagram

    standard = board.NAMES if form == "text" else diagram.NAMES
    names = [name if name is not None else other for name, other in zip(given, standard, strict=True)]
    if form == "text":
        return board.text_board(state, names)
    draw = diagram.png_board if form == "png" else diagram.svg_board
    drawn: str | bytes = draw(state, names, **pictured)
    return drawn


def _numbered(file: Path, number: int) -> Path:
    return file.with_name(f"{file.stem}-{number:03d}{file.suffix}")
