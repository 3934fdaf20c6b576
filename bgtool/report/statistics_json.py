"""A player's statistics as a JSON document: unrounded, absent values null."""

from __future__ import annotations

from typing import Any

from bgtool.analysis.player_summary import MWC, POINTS, PlayerSummary, Sum
from bgtool.analysis.ratings import luck_rating, rating
from bgtool.analysis.settings import LuckMark, Mark

Document = dict[str, Any]


def statistics_document(summary: PlayerSummary) -> Document:
    """All statistics of one player; how each is counted says :mod:`bgtool.analysis.summary`.

    Totals and rates are EMG (a rate of 0.005 is 5 mEMG); beside every total stands what it comes to in match winning
    chance or (money) in points, the other being null.
    """
    losses, advantage, adjusted = summary.rating_losses, summary.advantage, summary.adjusted_advantage
    return {
        "name": summary.name,
        "seat": summary.seat,
        "checker": {
            "total_moves": summary.moves,
            "unforced_moves": summary.unforced,
            "trivial_moves": summary.trivial,
            "not_judged": summary.not_judged,
            "unmarked": summary.marks[Mark.NONE],
            **{mark.words.replace(" ", "_"): summary.marks[mark] for mark in Mark if mark.words},
            **_total("error", summary.checker, summary),
            "error_rate": summary.checker.rate,
            "rating": rating(summary.checker.rate),
        },
        "luck": {
            "rolls": summary.luck.count,
            **{(mark.value or "unmarked").replace(" ", "_"): summary.luck_marks[mark] for mark in LuckMark},
            **_total("luck", summary.luck, summary),
            "luck_rate": summary.luck_rate,
            "rating": luck_rating(summary.luck_rate),
        },
        "cube": {
            "total_decisions": summary.cube_total,
            "close_or_actual": summary.close,
            **{_key(choice.value): number for choice, number in summary.actions.items()},
            "errors": {
                _key(fault.value): {"count": total.count, **_total("error", total, summary)}
                for fault, total in summary.faults.items()
            },
            **_total("error", summary.cube, summary),
            "error_rate": summary.cube.rate,
            "rating": rating(summary.cube.rate),
        },
        "resignations": {
            "too_much": {"count": summary.resigned.count, **_total("error", summary.resigned, summary)},
            "accepted_too_little": {"count": summary.accepted.count, **_total("error", summary.accepted, summary)},
        },
        "overall": {
            "counted_decisions": summary.counted,
            **_total("error", summary.error, summary),
            "error_rate": summary.error_rate,
            "snowie_rate": summary.snowie_rate,
            "pr": summary.pr,
            "rating": rating(summary.error_rate),
            "unit": summary.unit,
            "result": summary.result,
            "luck_adjusted_result": summary.luck_adjusted,
            "residue": summary.residue,
            "fibs_rating_difference": summary.fibs_difference,
            "fibs_rating": summary.fibs_rating,
            "checker_rating_loss": losses[0] if losses else None,
            "cube_rating_loss": losses[1] if losses else None,
            "advantage": list(advantage) if advantage else None,
            "advantage_luck_adjusted": list(adjusted) if adjusted else None,
        },
    }


def _total(name: str, total: Sum, summary: PlayerSummary) -> Document:
    return {
        f"{name}_total": total.equity,
        f"{name}_total_mwc": total.cost if summary.unit == MWC else None,
        f"{name}_total_points": total.cost if summary.unit == POINTS else None,
    }


def _key(words: str) -> str:
    return words.lower().replace(" ", "_")
