"""Score matrices as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from bgtool.analysis.cube import Verdict
from bgtool.analysis.matrix import Cell, Score
from bgtool.analysis.settings import Settings
from bgtool.core.state import MatchState
from bgtool.formats.ids import match_id, position_id
from bgtool.report.cube import score_words
from bgtool.report.jsonout import evaluator_name

SCHEMA = "bgtool.matrix/1"
_WIDTH = 13
_SHORT = {
    Verdict.DOUBLE_TAKE: "D/T",
    Verdict.DOUBLE_PASS: "D/P",
    Verdict.DOUBLE_BEAVER: "D/B",
    Verdict.NO_DOUBLE_TAKE: "ND",
    Verdict.NO_DOUBLE_BEAVER: "ND/B",
    Verdict.TOO_GOOD_TAKE: "TG/T",
    Verdict.TOO_GOOD_PASS: "TG/P",
    Verdict.OPTIONAL_DOUBLE_TAKE: "opt/T",
    Verdict.OPTIONAL_DOUBLE_PASS: "opt/P",
    Verdict.OPTIONAL_DOUBLE_BEAVER: "opt/B",
    Verdict.NEVER_DOUBLE: "dead",
    Verdict.NOT_AVAILABLE: "no cube",
}
LEGEND = (
    "ND no double, D double, TG too good, opt optional / T take, P pass, B beaver; dead: never double; below: "
    "equities of no double and double/take (EMG)"
)


def matrix_rows(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """A flat record for each score, the same columns in every one; equities in EMG, for the player on roll."""
    rows = []
    for cell in cells:
        away, cube, play = cell.score.away, cell.cube, cell.play
        rows.append(
            {
                "score": cell.score.name,
                "mine": None if away is None else away[0],
                "theirs": None if away is None else away[1],
                "crawford": away is not None and 1 in away and away != (1, 1) and not cell.score.post_crawford,
                "no_double": cube and cube.no_double,
                "double_take": cube and cube.double_take,
                "double_pass": cube.double_pass if cube and cube.double_take is not None else None,
                "no_double_mwc": cube and cube.no_double_mwc,
                "double_take_mwc": cube and cube.double_take_mwc,
                "proper_action": cube and cube.verdict.code,
                "proper_action_text": cube and cube.words,
                "percentage": cube and cube.percentage,
                "play": None if play is None else str(play.move),
                "equity": play and play.equity,
                "mwc": play and play.mwc,
                "second": None if play is None or play.second is None else str(play.second),
                "margin": play and play.margin,
            }
        )
    return rows


def matrix_document(
    given: str, state: MatchState, cells: Sequence[Cell], settings: Settings, met: str
) -> dict[str, Any]:
    """The matrix of one ID; ``given`` is what the user asked with."""
    return {
        "schema": SCHEMA,
        "id": given,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
        "dice": None if state.dice is None else [state.dice.high, state.dice.low],
        "plies": settings.plies,
        "evaluator": evaluator_name(settings),
        "met": met,
        "cells": matrix_rows(cells),
    }


def matrix_csv(cells: Sequence[Cell]) -> str:
    """The matrix as CSV with a line of names."""
    out = io.StringIO()
    rows = matrix_rows(cells)
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def matrix_text(state: MatchState, cells: Sequence[Cell], settings: Settings, met: str) -> str:
    """The matrix for people: a grid, my needs down and theirs across, where all scores are there; else a list."""
    what = f"rolled {state.dice}" if state.dice else "cube"
    head = f"{position_id(state.position)} {what}: {settings.plies}-ply {evaluator_name(settings)}, {met}; now "
    lines = [head + score_words(state)]
    grid: dict[Score | None, Cell] = {cell.score: cell for cell in cells}
    furthest = max((cell.score.away[0] for cell in cells if cell.score.away), default=0)
    axis = [(1, False), (1, True), *((need, False) for need in range(2, furthest + 1))]
    if state.dice or len(grid) <= 2 * furthest:
        return "\n".join([*lines, *(_line(cell) for cell in cells)])
    lines += [_line(cell) for cell in cells if cell.score.away is None]
    lines.append(LEGEND)
    lines.append("     " + "".join(f"{_label(need):>{_WIDTH}}" for need in axis))
    for mine in axis:
        row = [_pair(grid.get(_score(mine, theirs))) for theirs in axis]
        lines.append(f"{_label(mine):5}" + "".join(f"{top:>{_WIDTH}}" for top, _ in row).rstrip())
        lines.append("     " + "".join(f"{below:>{_WIDTH}}" for _, below in row).rstrip())
    return "\n".join(line.rstrip() for line in lines)


def _label(need: tuple[int, bool]) -> str:
    return f"{need[0]}-away" if need[0] > 1 else "post-C." if need[1] else "Crawford"


def _score(mine: tuple[int, bool], theirs: tuple[int, bool]) -> Score | None:
    """The score of a row and a column; double match point belongs to post-Crawford."""
    if mine[0] == theirs[0] == 1:
        return Score((1, 1)) if mine[1] and theirs[1] else None
    return Score((mine[0], theirs[0]), mine[1] or theirs[1])


def _pair(cell: Cell | None) -> tuple[str, str]:
    if cell is None or cell.cube is None:
        return "", ""
    taken = "" if cell.cube.double_take is None else f"/{cell.cube.double_take:+.2f}"
    return _SHORT[cell.cube.verdict], f"{cell.cube.no_double:+.2f}{taken}"


def _line(cell: Cell) -> str:
    name = f"{cell.score.name:6}"
    if cell.play:
        play = cell.play
        mwc = "" if play.mwc is None else f"  MWC {play.mwc:7.3%}"
        rest = "" if play.second is None else f"  then {play.second!s} ({-(play.margin or 0.0):+.3f})"
        return f"{name}  {play.move!s:25} {play.equity:+.3f}{mwc}{rest}"
    if cell.cube:
        cube = cell.cube
        taken = "" if cube.double_take is None else f", double/take {cube.double_take:+.3f}"
        return f"{name}  {cube.words}: no double {cube.no_double:+.3f}{taken}"
    return f"{name}  the cube cannot stand like that here"
