"""What a format cannot carry of a match, found by writing the match and reading it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from bgtool.core.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Game,
    Legality,
    Match,
    Pass,
    Play,
    Resign,
    SetPosition,
    Take,
)
from bgtool.errors import BgtoolError, InputError
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
_WORDS = {Take: "a take", Pass: "a pass", Resign: "a resignation", SetPosition: "a board set", type(None): "nothing"}
_MOST_NAMES = 4
_LONGEST = 60


def losses(matches: Sequence[Match], data: str | bytes, format: str) -> tuple[str, ...]:
    """The facts of the matches, in words, that their ``data`` in ``format`` does not hold.

    Raises :class:`InputError` where that cannot be read at all, or has not as many matches, games, rolls or turns of
    the cube as there were.
    """
    source = Source(data.encode("utf-8") if isinstance(data, str) else data)
    try:
        again: tuple[Match, ...] = format_named(format).call("read", source)
    except BgtoolError as error:
        raise InputError(f"written as {format} it cannot be read back ({error})") from None
    if len(again) != len(matches):
        raise InputError(
            f"written as {format} it reads back as {_counted(len(again), 'match', 'matches')}, not {len(matches)}"
        )
    for match, other in zip(matches, again, strict=True):
        fault = _fault(match, other)
        if fault:
            raise InputError(f"written as {format} {fault}")
    lost = dict.fromkeys(fact for match, other in zip(matches, again, strict=True) for fact in _lost(match, other))
    return tuple(lost)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _fault(match: Match, again: Match) -> str:
    """What makes the match another one in words; empty where every game, roll and turn of the cube is there."""
    if not match.games and not any(game.actions for game in again.games):
        return ""
    if len(match.games) != len(again.games):
        return f"the match reads back with {_counted(len(again.games), 'game', 'games')}, not {len(match.games)}"
    for game, other in zip(match.games, again.games, strict=True):
        count, found = _events(game), _events(other)
        if count != found:
            read = _counted(found, "roll or cube action", "rolls and cube actions")
            return f"game {game.number} reads back with {read}, not {count}: {_first_change(game, other)}"
    return ""


def _events(game: Game) -> int:
    """The rolls, doubles, beavers and passes of a game: all that no reader can add or leave out by the rules."""
    return sum(
        isinstance(action, (Play, Double, Beaver, Pass)) or (isinstance(action, Resign) and action.dice is not None)
        for action in game.actions
    )


def _lost(match: Match, again: Match) -> list[str]:
    lost = [f"the analysis of {match.analysis.source}"] if match.analysis and not again.analysis else []
    kept = len(again.analysis.opinions) if again.analysis else 0
    if match.analysis and again.analysis and (kept < len(match.analysis.opinions) or _cubes(again) < _cubes(match)):
        lost.append(f"part of the analysis of {match.analysis.source}")
    lost += [words for name, words in _RULES.items() if _differs(match, again, name)]
    missing = [key for key, _ in sorted(set(match.tags) - set(again.tags))]
    if missing:
        lost.append(f"header fields ({', '.join(dict.fromkeys(missing))})")
    lost += _names(match, again)
    if Counter(_remarks(match)) - Counter(_remarks(again)):
        lost.append("remarks")
    return lost + _lost_of_games(match, again)


def _differs(match: Match, again: Match, name: str) -> bool:
    if name == "crawford_rule" and not match.length:
        return False
    return bool(getattr(match, name) != getattr(again, name))


def _names(match: Match, again: Match) -> list[str]:
    """The names that became others, each with what it became."""
    pairs = list(zip(match.players, again.players, strict=True))
    for game, other in zip(match.games, again.games, strict=False):
        pairs += zip(game.players or match.players, other.players or again.players, strict=True)
    changed = [f"the name {_cut(old)} (now {_cut(new)})" for old, new in dict.fromkeys(pairs) if old != new]
    return changed[:_MOST_NAMES] + ["more names"] * (len(changed) > _MOST_NAMES)


def _cut(name: str) -> str:
    return repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}...")


def _cubes(match: Match) -> int:
    return sum(opinion.cube is not None for opinion in match.analysis.opinions) if match.analysis else 0


def _remarks(match: Match) -> list[str]:
    inside: list[Comment] = [remark for game in match.games for remark in game.comments]
    return [*match.comments, *(remark.text for remark in inside)]


def _lost_of_games(match: Match, again: Match) -> list[str]:
    if not match.games:
        return ["that no game has begun"] * bool(again.games)
    pairs = list(zip(match.games, again.games, strict=True))
    lost = [words for name, words in _GAME.items() if any(getattr(a, name) != getattr(b, name) for a, b in pairs)]
    changed = [(game, other) for game, other in pairs if game.actions != other.actions]
    if changed:
        game, other = changed[0]
        count = _counted(len(changed), "game", "games")
        lost.append(f"every action as it was, in {count} (first in game {game.number}: {_first_change(game, other)})")
    return lost


def _first_change(game: Game, again: Game) -> str:
    """The first action of two games that differs, by its number from 1, and what it became."""
    pairs = zip_longest(game.actions, again.actions)
    number, was, became = next((at, a, b) for at, (a, b) in enumerate(pairs, 1) if a != b)
    old, new = _said(was), _said(became)
    return f"action {number}, {old}, became {'another' if old == new else new}"


def _said(action: Action | None) -> str:
    """An action in a few words."""
    if isinstance(action, Play):
        play = str(action.move or "no move") if action.legality is Legality.LEGAL else action.written or "not known"
        return f"{action.dice}: {play}"
    if isinstance(action, (Double, Beaver)):
        return f"a {type(action).__name__.lower()} to {action.value}"
    return _WORDS[type(action)]
