"""``bgtool matrix``: one position at every score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.met_option import met_option, table_of
from bgtool.cli.options import Rules, dice_option, evaluator_option, ids_argument, json_option, rules_options
from bgtool.cli.warmup import note_compilation
from bgtool.core.dice import Dice
from bgtool.core.met import LONGEST
from bgtool.errors import SettingsError

if TYPE_CHECKING:
    from bgtool.analysis.matrix import Score


@click.command()
@ids_argument
@dice_option
@click.option(
    "--score",
    "names",
    metavar="LIST",
    help="Only these: 5-7,3-1C,2-1P (needs; C Crawford, P after it), dmp, money, ...",
)
@click.option("--furthest", type=click.IntRange(2, LONGEST), default=9, show_default=True, help="Most points away.")
@click.option("--csv", "as_csv", is_flag=True, help="Answer in CSV, one line a score.")
@met_option
@evaluator_option
@rules_options
@json_option
def command(
    ids: tuple[str, ...],
    dice: Dice | None,
    names: str | None,
    furthest: int,
    as_csv: bool,
    met: str | None,
    evaluator: str | None,
    rules: Rules,
    as_json: bool,
) -> None:
    """The cube decision of a position at every score and for money; with a roll, its best play there.

    Cube, owner and position stay, only the score changes. Scores with a name: dmp (1-1), gammon-go (2-1 Crawford),
    gammon-save (1-2 Crawford), money.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json are two ways to answer: leave one of them out.")
    from bgtool.analysis.matrix import every_score, matrix
    from bgtool.analysis.settings import Settings
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.report.matrix import matrix_csv, matrix_document, matrix_text

    scores = tuple(every_score(furthest)) if names is None else tuple(map(_score, names.split(",")))
    table = table_of(met)
    note_compilation()
    judge = evaluator_named(evaluator)
    settings = Settings(judge.name, judge.digest, 0)

    def answer(line: str) -> Any:
        state = rules.state(line, dice)
        cells = matrix(state, judge, table, scores=scores)
        if as_json:
            return matrix_document(line, state, cells, settings, table.name)
        return matrix_csv(cells) if as_csv else matrix_text(state, cells, settings, table.name)

    answer_each(ids, answer, str, as_json)


def _score(name: str) -> Score:
    """The score that a user named. Raises :class:`~bgtool.errors.SettingsError`."""
    from bgtool.analysis.matrix import SHORTHANDS, Score

    plain = name.strip().lower()
    if plain in SHORTHANDS:
        return SHORTHANDS[plain]
    mine, _, theirs = plain.rstrip("cp").partition("-")
    if not (mine.isdecimal() and theirs.isdecimal() and 1 <= int(mine) <= LONGEST and 1 <= int(theirs) <= LONGEST):
        raise SettingsError(f"--score {name!r}: expected needs such as 5-7, 3-1C or 2-1P, or {', '.join(SHORTHANDS)}")
    away = (int(mine), int(theirs))
    if plain.endswith(("c", "p")) and 1 not in away:
        raise SettingsError(f"--score {name!r}: nobody is one point away, so there is no Crawford game yet")
    return Score(away, post_crawford=plain.endswith("p") and away != (1, 1))
