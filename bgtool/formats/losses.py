"""What a format cannot carry of a match, found by writing the match and reading it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bgtool.core.record import Comment, Match
from bgtool.errors import BgtoolError
from bgtool.formats.registry import format_named
from bgtool.formats.source import Source

_RULES = {
    "length": "the match length",
    "variant": "the variant",
    "crawford_rule": "whether the Crawford rule is on",
    "jacoby": "the Jacoby rule",
    "beavers": "whether beavers are allowed",
    "cube_limit": "the cube limit",
}
_GAME = {"score": "scores", "crawford": "the Crawford game", "winner": "winners", "points": "points won"}


def losses(matches: Sequence[Match], data: str | bytes, format: str) -> tuple[str, ...]:
    """The facts of the matches, in words, that their ``data`` in ``format`` does not hold."""
    source = Source(data.encode("utf-8") if isinstance(data, str) else data)
    try:
        again: tuple[Match, ...] = format_named(format).call("read", source)
    except BgtoolError as error:
        return (f"anything that can be read back ({error})",)
    if len(again) != len(matches):
        return (f"{len(matches)} matches, but {len(again)}",)
    lost = dict.fromkeys(fact for match, other in zip(matches, again, strict=True) for fact in _lost(match, other))
    return tuple(lost)


def _lost(match: Match, again: Match) -> list[str]:
    lost = [f"the analysis of {match.analysis.source}"] if match.analysis and not again.analysis else []
    kept = len(again.analysis.opinions) if again.analysis else 0
    if match.analysis and again.analysis and (kept < len(match.analysis.opinions) or _cubes(again) < _cubes(match)):
        lost.append(f"part of the analysis of {match.analysis.source}")
    lost += [words for name, words in _RULES.items() if _differs(match, again, name)]
    missing = [key for key, _ in sorted(set(match.tags) - set(again.tags))]
    if missing:
        lost.append(f"header fields ({', '.join(dict.fromkeys(missing))})")
    if match.players != again.players:
        lost.append("the players' names as they are")
    if Counter(_remarks(match)) - Counter(_remarks(again)):
        lost.append("remarks")
    return lost + _lost_of_games(match, again)


def _differs(match: Match, again: Match, name: str) -> bool:
    if name == "crawford_rule" and not match.length:
        return False
    return bool(getattr(match, name) != getattr(again, name))


def _cubes(match: Match) -> int:
    return sum(opinion.cube is not None for opinion in match.analysis.opinions) if match.analysis else 0


def _remarks(match: Match) -> list[str]:
    inside: list[Comment] = [remark for game in match.games for remark in game.comments]
    return [*match.comments, *(remark.text for remark in inside)]


def _lost_of_games(match: Match, again: Match) -> list[str]:
    if len(match.games) != len(again.games):
        return [f"{len(match.games)} games, but {len(again.games)}"]
    pairs = list(zip(match.games, again.games, strict=True))
    lost = [words for name, words in _GAME.items() if any(getattr(a, name) != getattr(b, name) for a, b in pairs)]
    changed = sum(game.actions != other.actions for game, other in pairs)
    if changed:
        lost.append(f"every action as it was, in {changed} game{'s' * (changed != 1)}")
    return lost
