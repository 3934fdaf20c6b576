"""``bgtool met``: match equities, and what a score does to the cube."""

from __future__ import annotations

import click

from bgtool.cli.inputs import json_line
from bgtool.cli.met_option import met_option, table_of
from bgtool.cli.options import plain_json_option
from bgtool.core.met import LONGEST
from bgtool.errors import SettingsError

points = click.IntRange(1, LONGEST)


def _rates(context: click.Context, parameter: click.Parameter, value: str) -> tuple[float, float]:
    parts = value.split(",")
    try:
        rates = [float(part.strip().removesuffix("%")) / (100.0 if "%" in part else 1.0) for part in parts]
    except ValueError:
        rates = []
    if not 1 <= len(rates) <= 2 or not all(0.0 <= rate <= 1.0 for rate in rates):
        raise click.BadParameter(f"{value!r}: give one or two shares between 0 and 1, such as 0.25 or 25%,15%")
    return rates[0], rates[-1]


@click.command()
@click.argument("away", nargs=-1, type=points, metavar="[A B]")
@met_option
@click.option("--length", type=points, default=15, show_default=True, metavar="N", help="Points of the table printed.")
@click.option("--post-crawford", is_flag=True, help="At one point away: the Crawford game has been played.")
@click.option(
    "--gammons",
    callback=_rates,
    default="0",
    show_default=True,
    metavar="X[,Y]",
    help="Share of gammons in wins of A, B.",
)
@plain_json_option
def command(
    away: tuple[int, ...],
    met: str | None,
    length: int,
    post_crawford: bool,
    gammons: tuple[float, float],
    as_json: bool,
) -> None:
    """Match winning chances: the whole table, or a score with its gammon prices and cube points.

    A and B are the points that you and the opponent still need. For every value of the cube follow the winning chances
    at which a double becomes right (double), has to be passed (cash) and is too good to make, with a dead cube and a
    live one.
    """
    if len(away) not in (0, 2):
        raise click.UsageError(f"{len(away)} numbers: give the points that both players need, such as 5 7")
    if not away and post_crawford:
        raise SettingsError("--post-crawford belongs to a score such as 1 3; the whole table shows both")
    table = table_of(met)
    if not away:
        from bgtool.report.met import table_document, table_text

        click.echo(json_line(table_document(table, length)) if as_json else table_text(table, length))
        return
    from bgtool.analysis.score import score_report
    from bgtool.report.met import score_document, score_text

    report = score_report(away[0], away[1], table, post_crawford=post_crawford, gammons=gammons)
    click.echo(json_line(score_document(report)) if as_json else score_text(report))
