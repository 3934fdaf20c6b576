"""bgtool: backgammon analysis as a library; every command has its twin here.

Names are loaded when first used, so that ``import bgtool`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "Dice": "bgtool.core.dice",
    "Position": "bgtool.core.position",
    "Move": "bgtool.core.move",
    "Outcomes": "bgtool.core.outcomes",
    "Cube": "bgtool.core.state",
    "MatchState": "bgtool.core.state",
    "Match": "bgtool.core.record",
    "Game": "bgtool.core.record",
    "Problem": "bgtool.core.record",
    "replay": "bgtool.core.replay",
    "legal_moves": "bgtool.core.rules",
    "BgtoolError": "bgtool.errors",
    "parse_state": "bgtool.formats.ids",
    "read_id": "bgtool.formats.ids",
    "position_id": "bgtool.formats.ids",
    "match_id": "bgtool.formats.ids",
    "gnubg_id": "bgtool.formats.ids",
    "xgid": "bgtool.formats.ids",
    "ogid": "bgtool.formats.ids",
    "text_board": "bgtool.report.board",
    "svg_board": "bgtool.report.diagram",
    "png_board": "bgtool.report.diagram",
    "race_counts": "bgtool.core.race",
    "read_matches": "bgtool.formats",
    "write_match": "bgtool.formats",
    "match_text": "bgtool.formats",
    "evaluate": "bgtool.library",
    "hint": "bgtool.library",
    "cube": "bgtool.library",
    "analyze": "bgtool.library",
    "analysis_page": "bgtool.report.html",
    "stats": "bgtool.library",
    "rollout": "bgtool.library",
    "duel": "bgtool.engine.duel",
}

__version__ = "0.1.0"
__all__ = [*_WHERE, "__version__"]


def __getattr__(name: str) -> Any:
    """The public name, its module loaded now."""
    if name not in _WHERE:
        raise AttributeError(f"module 'bgtool' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
