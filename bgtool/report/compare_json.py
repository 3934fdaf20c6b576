"""Two analyses of one match side by side, as a JSON document and as columns of CSV."""

from __future__ import annotations

from typing import Any

from bgtool.analysis.records import AnnotatedMatch
from bgtool.report.compare import NOTABLE, Pair, pairs, totals_of
from bgtool.report.jsonout import settings_document


def comparison_document(other: AnnotatedMatch, own: AnnotatedMatch) -> dict[str, Any]:
    """Every decision that both analyses judge, and what each adds up to; errors are EMG, for whose decision it was."""
    found = list(pairs(other, own))
    players = []
    for seat, name in enumerate(own.match.players):
        theirs, ours = totals_of(found, seat)
        players.append({"name": name, "seat": seat, "error_total": {"theirs": theirs, "ours": ours}})
    return {
        "theirs": settings_document(other.settings),
        "notable": NOTABLE,
        "judged_by_both": len(found),
        "differing": sum(pair.differs for pair in found),
        "players": players,
        "decisions": [_decision(pair, own.match.players) for pair in found],
    }


def _decision(pair: Pair, players: tuple[str, str]) -> dict[str, Any]:
    return {
        "game": pair.game,
        "number": pair.number,
        "kind": pair.kind,
        "player": players[pair.seat],
        "seat": pair.seat,
        "dice": None if pair.dice is None else [pair.dice.high, pair.dice.low],
        "played": pair.played,
        "differs": pair.differs,
        **{
            side: {"best": pair.best[index], "error": pair.errors[index], "error_mwc": pair.errors_mwc[index]}
            for index, side in enumerate(("theirs", "ours"))
        },
    }
