"""Analysis records as CSV for spreadsheets and scripts: a row for each decision, numbers unrounded."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from bgtool.analysis.records import AnnotatedMatch
from bgtool.analysis.rolled import Rolled
from bgtool.core.outcomes import Outcomes
from bgtool.formats.ids import match_id, position_id
from bgtool.report.compare import pairs
from bgtool.report.listing import PLAY, Entry, entries
from bgtool.report.selection import ALL, Selection

COLUMNS = {
    "file": "the file it was read from",
    "game": "number of the game",
    "number": "number of the action in its game; a double not made has that of the roll after it",
    "player": "whose decision it was",
    "opponent": "the other player",
    "score": "his points before the game",
    "opponent_score": "the other player's points",
    "length": "length of the match, 0 for money",
    "cube": "value of the cube before the decision",
    "kind": "play, cube, resignation, or other: not judged, or nothing to judge",
    "dice": "the roll, higher die first",
    "done": "what was done",
    "best": "what would have been best",
    "counts": "1 if error rates count it, 0 if not",
    "error": "equity lost (EMG)",
    "error_mwc": "the same in match winning chance; empty for money",
    "mark": "?! doubtful, ? bad, ?? very bad",
    "rank": "rank of the play made",
    "choices": "legal plays",
    "luck": "luck of the roll (EMG)",
    "luck_mwc": "the same in match winning chance; empty for money",
    "equity": "equity of what was done, for the player",
    "best_equity": "equity of what was best",
    "win": "winning chance after the play made; for the cube the doubler's, and so the next five",
    "win_gammon": "chance of a gammon or more",
    "win_backgammon": "chance of a backgammon",
    "lose_gammon": "chance of losing a gammon or more",
    "lose_backgammon": "chance of losing a backgammon",
    "plies": "depth of these numbers",
    "trials": "games of the rollout that they come from; empty for a lookahead",
    "std_error": "its standard error (EMG); of a cube decision, the greater of its two",
    "position_id": "the position, player on roll",
    "match_id": "the moment, as GNU Backgammon's Match ID",
    "note": "why it was not judged",
    "their_best": "with --compare, what the analysis in the file thinks best",
    "their_error": "the equity lost by its numbers (EMG)",
}
"""The columns and what they hold, in order. What is not known is an empty cell."""


def csv_header() -> str:
    """The line with the names of the columns."""
    return ",".join(COLUMNS)


def csv_rows(
    analysis: AnnotatedMatch, file: str = "", selection: Selection = ALL, other: AnnotatedMatch | None = None
) -> Iterator[str]:
    """A line for each decision that the selection lists, in playing order, without its line end.

    ``other`` is an analysis of the same match to be compared with.
    """
    compared = {} if other is None else {(pair.game, pair.number, pair.kind): pair for pair in pairs(other, analysis)}
    for entry in entries(analysis, selection):
        row = _row(entry, analysis, file)
        pair = compared.get((entry.part.game.number, entry.item.number, entry.kind))
        if pair is not None:
            row |= {"their_best": pair.best[0], "their_error": pair.errors[0]}
        line = io.StringIO()
        csv.DictWriter(line, COLUMNS, lineterminator="").writerow(row)
        yield line.getvalue()


def _row(entry: Entry, analysis: AnnotatedMatch, file: str) -> dict[str, Any]:
    match, state, seat = analysis.match, entry.state, entry.seat
    other = None if seat is None else 1 - seat
    row = {
        "file": file,
        "game": entry.part.game.number,
        "number": entry.item.number,
        "player": None if seat is None else match.players[seat],
        "opponent": None if other is None else match.players[other],
        "score": None if seat is None else state.score[seat],
        "opponent_score": None if other is None else state.score[other],
        "length": match.length,
        "cube": state.cube.value,
        "kind": entry.kind,
        "done": entry.done,
        "best": entry.best,
        "counts": int(entry.counts),
        "error": entry.error,
        "error_mwc": entry.error_mwc,
        "mark": entry.mark.value,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
        "note": entry.skipped,
    }
    return row | (_play(entry) if entry.kind == PLAY else _cube(entry))


def _play(entry: Entry) -> dict[str, Any]:
    decision = entry.play
    assert decision is not None
    row: dict[str, Any] = {
        "dice": decision.play.dice,
        "choices": decision.choices or None,
        "luck": decision.luck,
        "luck_mwc": decision.luck_mwc,
        "best_equity": decision.plays[0].equity if decision.plays else None,
    }
    played = decision.played
    if played is not None:
        row |= {"rank": played.rank, "equity": played.equity, "plies": played.plies, **_chances(played.outcomes)}
        row |= _rolled(played.rolled)
    return row


def _cube(entry: Entry) -> dict[str, Any]:
    if entry.resignation is not None:
        given, played_on = entry.resignation.given, entry.resignation.played_on
        return {"equity": given, "best_equity": max(given, played_on), "plies": entry.resignation.plies}
    if entry.cube is None:
        return {}
    decision = entry.cube.decision
    best = decision.best_equity
    if entry.cube.state.on_roll != entry.cube.seat:
        best = -best if decision.doubled is None else -decision.doubled
    return {
        "equity": best - entry.cube.error,
        "best_equity": best,
        "plies": decision.plies,
        **_rolled(decision.rolled and max(decision.rolled, key=lambda one: one.std_error)),
        **_chances(decision.outcomes),
    }


def _rolled(rolled: Rolled | None) -> dict[str, Any]:
    return {} if rolled is None else {"trials": rolled.trials, "std_error": rolled.std_error}


def _chances(outcomes: Outcomes) -> dict[str, float]:
    names = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
    return dict(zip(names, outcomes, strict=True))
