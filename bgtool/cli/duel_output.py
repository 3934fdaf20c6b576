"""The result of a duel as a JSON document and as text."""

from __future__ import annotations

import time
from typing import Any

from bgtool.engine.duel import DuelRun
from bgtool.engine.duel_records import DuelResult

SCHEMA = "bgtool.duel/1"

_SHARES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
_GAMES = ("won_single", "won_gammon", "won_backgammon", "lost_single", "lost_gammon", "lost_backgammon")

Document = dict[str, Any]


def duel_document(result: DuelResult) -> Document:
    """The result as JSON-ready values, all of it seen by the first player."""
    settings = result.settings
    return {
        "schema": SCHEMA,
        "players": list(result.players),
        "settings": {
            "games": settings.games,
            "seed": settings.seed,
            "variant": settings.variant.name,
            "one_point": settings.one_point,
            "variance_reduction": settings.variance_reduction,
        },
        "games": result.games,
        "stopped": result.stopped,
        "points": result.points.mean,
        "std_error": result.points.std_error,
        "luck_adjusted": None if result.luck_adjusted is None else result.luck_adjusted.mean,
        "luck_adjusted_std_error": None if result.luck_adjusted is None else result.luck_adjusted.std_error,
        **dict(zip(_SHARES, result.shares, strict=True)),
        "counts": dict(zip(_GAMES, result.counts, strict=True)),
    }


def duel_text(document: Document) -> str:
    """The document as a person reads it: settings, points a game with their error, shares and games."""
    settings, counts = document["settings"], document["counts"]
    words = [f"{document['games']} games", "one point" if settings["one_point"] else "cubeless money"]
    if settings["variant"] != "standard":
        words.append(settings["variant"])
    words += ["each dice sequence from both sides", f"seed {settings['seed']}"]
    if document["stopped"] == "interrupted":
        words.append("interrupted")
    lines = [
        f"{document['players'][0]} against {document['players'][1]}",
        f"  {', '.join(words)}",
        f"  points a game  {_points(document['points'], document['std_error'])}",
    ]
    if document["luck_adjusted"] is not None:
        lines.append(f"  luck taken off {_points(document['luck_adjusted'], document['luck_adjusted_std_error'])}")
    shares = [document[name] for name in _SHARES]
    won, lost = (" ".join(str(counts[name]) for name in half) for half in (_GAMES[:3], _GAMES[3:]))
    numbers = "{:.3f} {:.3f} {:.3f} - {:.3f} {:.3f} {:.3f}".format(*shares[:3], 1 - shares[0], *shares[3:])
    lines.append(f"  {numbers}  games {won} - {lost}")
    return "\n".join(lines)


def _points(mean: float, error: float | None) -> str:
    return f"{mean:+.4f} ± {'?' if error is None else f'{error:.4f}'}"


def progress_text(run: DuelRun) -> str:
    """What a duel at work has found so far, in one line."""
    result = run.result()
    if result is None:
        return f"{run.under_way} games under way"
    best = result.luck_adjusted or result.points
    seconds = time.monotonic() - run.began
    left = seconds * (run.settings.games - run.finished) / run.finished
    minutes, rest = divmod(round(left), 60)
    done = f"{result.games:,} of {run.settings.games:,} games"
    return f"{done}  {_points(best.mean, best.std_error)}  {minutes}:{rest:02} left"
