"""Match equity tables and scores as text and as JSON documents."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bgtool.core.met import MatchEquityTable

if TYPE_CHECKING:  # the table alone is printed without the engine
    from bgtool.analysis.score import CubeAtScore, ScoreReport, Window

SCHEMA = "bgtool.met/1"

Document = dict[str, Any]


def table_document(table: MatchEquityTable, length: int) -> Document:
    """The table up to ``length`` points, chances 0 to 1 of the player who needs the first number of points."""
    return {
        "schema": SCHEMA,
        "met": table.name,
        "digest": table.digest,
        "known": table.known,
        "pre_crawford": [list(row[:length]) for row in table.pre[:length]],
        "post_crawford": list(table.post[0][:length]),
        "post_crawford_opponent": list(table.post[1][:length]),
    }


def table_text(table: MatchEquityTable, length: int) -> str:
    """The table in percent: my needs down, theirs across, the post-Crawford row below."""
    known = "" if length <= table.known else f", extended beyond {table.known} points"
    lines = [
        f"{table.name} (digest {table.digest}){known}: match winning chance in percent",
        "Before the Crawford game (at 1: before the Crawford game itself); I need the row, they need the column.",
        "away" + "".join(f"{j:7}" for j in range(1, length + 1)),
    ]
    for i in range(length):
        lines.append(f"{i + 1:4}" + "".join(f"{100 * chance:7.2f}" for chance in table.pre[i][:length]))
    lines.append(
        "After it, they need 1; I need the column." if table.symmetric else "After it, the trailer needs the column."
    )
    lines.append("    " + "".join(f"{100 * chance:7.2f}" for chance in table.post[0][:length]))
    if not table.symmetric:
        lines.append("opp." + "".join(f"{100 * chance:7.2f}" for chance in table.post[1][:length]))
    return "\n".join(lines)


def score_document(report: ScoreReport) -> Document:
    """A score, numbers unrounded; ``null`` where a player has no use for a double."""
    document = {"schema": SCHEMA, **asdict(report)}
    for cube, at in zip(document["cubes"], report.cubes, strict=True):
        for side, window in (("mine", at.mine), ("theirs", at.theirs)):
            if window is not None:
                cube[side] |= {"take": window.take, "take_live": window.take_live}
    return document


def score_text(report: ScoreReport) -> str:
    """A score for people: MWC, then a line for the results and one for each player's double at every cube."""
    kind = ", Crawford game" if report.crawford else ", post-Crawford" if report.post_crawford else ""
    lines = [
        "{}-away {}-away{}: MWC {:.3%} ({})".format(*report.away, kind, report.mwc, report.met),
        f"Gammons: {report.my_gammons:.1%} of my wins, {report.their_gammons:.1%} of theirs. Prices in EMG (money: 1).",
    ]
    for at in report.cubes:
        lines += _cube(at)
    return "\n".join(lines)


def _cube(at: CubeAtScore) -> list[str]:
    lines = [
        f"Cube {at.cube}: win {at.mwc_win:.3%}, lose {at.mwc_lose:.3%}; gammon price {at.my_gammon:.3f} mine, "
        f"{at.their_gammon:.3f} theirs; backgammon {at.my_backgammon:.3f}, {at.their_backgammon:.3f}"
    ]
    lines += [_window(f"  I double to {2 * at.cube}", at.mine)] if at.mine else []
    lines += [_window(f"  they double to {2 * at.cube}", at.theirs)] if at.theirs else []
    return lines


def _window(who: str, window: Window) -> str:
    too_good = "never" if window.too_good is None else f"{window.too_good:.1%}"
    again = ", redoubled at once" if window.automatic else ""
    return (
        f"{who:21}: dead: double {window.double:.1%}, cash {window.cash:.1%}, too good {too_good}, "
        f"take {window.take:.1%}; live: cash {window.cash_live:.1%}, take {window.take_live:.1%}{again}"
    )
