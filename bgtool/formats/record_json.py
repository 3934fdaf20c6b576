"""bgtool's own record of matches: everything a :class:`Match` holds, as JSON, and back without loss.

The document is ``{"schema": "bgtool.record/1", "matches": [...]}``; objects have the fields of the classes in
:mod:`bgtool.core.record`, actions a ``type`` besides. A play has its ``text`` for people to read. Fields are only ever
added; a reader gives absent fields their default and passes over unknown ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from bgtool.core.dice import Dice
from bgtool.core.move import Hop, Move
from bgtool.core.record import Action, Game, Legality, Match, Play
from bgtool.core.replay import replay_game
from bgtool.core.rules import find_move
from bgtool.core.variant import Variant, variant_named
from bgtool.errors import InputError
from bgtool.formats.json_text import parsed
from bgtool.formats.source import Source

SCHEMA = "bgtool.record/1"

_NAMES: dict[type, str] = {cls: re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower() for cls in get_args(Action)}
_ACTIONS = {name: cls for cls, name in _NAMES.items()}
_SIGN = re.compile(r'\s*\{\s*"schema"\s*:\s*"bgtool\.record/')


class _Misfit(Exception):
    """A value that does not fit its field: the path to it and what is wrong."""


def sniff(source: Source) -> bool:
    """Whether it is a record written by bgtool."""
    return source.data[:1] in (b"{", b" ", b"\n", b"\xef") and source.is_text and bool(_SIGN.match(source.text[:200]))


def write(matches: Sequence[Match]) -> str:
    """The JSON document of the matches, each on a line; bytes of a file's name that are no text become marks."""
    named = (
        replace(match, file=match.file.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
        for match in matches
    )
    lines = ",\n".join(json.dumps(_encoded(match), ensure_ascii=False) for match in named)
    return f'{{"schema": "{SCHEMA}", "matches": [\n{lines}\n]}}\n'


def read(source: Source) -> tuple[Match, ...]:
    """The matches of a document; :class:`ParseError` says which field cannot be."""
    try:
        document = parsed(source.text)
    except json.JSONDecodeError as error:
        raise source.error(f"not JSON: {error.msg}", error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise source.error(f"no record that can be read: {error}") from None
    try:
        schema = _given(document, "schema", "document")
        if schema != SCHEMA:
            raise _Misfit(f"schema: {schema!r}, but this version of bgtool reads {SCHEMA!r}")
        matches: tuple[Match, ...] = _decoded(tuple[Match, ...], _given(document, "matches", "document"), "matches")
        if not matches:
            raise _Misfit("matches: there is none")
        for index, match in enumerate(matches):
            for number, game in enumerate(match.games):
                _check(match, game, f"matches[{index}].games[{number}]")
    except _Misfit as misfit:
        raise source.error(str(misfit)) from None
    return matches


def _encoded(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Dice):
        return str(value)
    if isinstance(value, Variant):
        return value.name
    if isinstance(value, tuple):
        return [_encoded(part) for part in value]
    if is_dataclass(value):
        parts = {field.name: _encoded(getattr(value, field.name)) for field in fields(value)}
        if type(value) in _NAMES:
            parts = {"type": _NAMES[type(value)], **parts}
        if isinstance(value, Move):
            parts["text"] = str(value)
        return parts
    return value


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def _given(value: Any, name: str, path: str) -> Any:
    if not isinstance(value, dict):
        raise _Misfit(f"{path}: expected an object, got {value!r:.60}")
    if name not in value:
        raise _Misfit(f"{path}: {name!r} is missing")
    return value[name]


def _decoded(hint: Any, value: Any, path: str) -> Any:
    """The value of a field of type ``hint``."""
    if get_origin(hint) in (Union, UnionType):
        return _one_of(get_args(hint), value, path)
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), value, path)
    if hint is Dice:
        return _built(Dice.parse, (_decoded(str, value, path),), path)
    if hint is Variant:
        return _built(variant_named, (_decoded(str, value, path),), path)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _built(hint, (value,), path)
    if is_dataclass(hint) and isinstance(hint, type):
        return _object(hint, value, path)
    kinds = (int, float) if hint is float else hint
    if not isinstance(value, kinds) or (isinstance(value, bool) and hint is not bool):
        raise _Misfit(f"{path}: expected {hint.__name__}, got {value!r:.60}")
    if hint is float and not isfinite(value):
        raise _Misfit(f"{path}: {value} is no number")
    return float(value) if hint is float else value


def _one_of(choices: tuple[Any, ...], value: Any, path: str) -> Any:
    if value is None and NoneType in choices:
        return None
    likely = [choice for choice in choices if choice is not NoneType]
    if len(likely) == 1:
        return _decoded(likely[0], value, path)
    kind = _given(value, "type", path)
    if kind not in _ACTIONS:
        raise _Misfit(f"{path}.type: {kind!r:.60} is none of {', '.join(_ACTIONS)}")
    return _decoded(_ACTIONS[kind], value, path)


def _tuple(kinds: tuple[Any, ...], value: Any, path: str) -> Any:
    if not isinstance(value, list):
        raise _Misfit(f"{path}: expected a list, got {value!r:.60}")
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise _Misfit(f"{path}: expected {len(kinds)} values, got {len(value)}")
    return tuple(_decoded(kind, part, f"{path}[{i}]") for i, (kind, part) in enumerate(zip(kinds, value, strict=True)))


def _object(cls: Any, value: Any, path: str) -> Any:
    given: dict[str, Any] = {}
    for field in fields(cls):
        absent = not isinstance(value, dict) or field.name not in value
        if absent and isinstance(value, dict) and (field.default, field.default_factory) != (MISSING, MISSING):
            continue
        given[field.name] = _decoded(_hints(cls)[field.name], _given(value, field.name, path), f"{path}.{field.name}")
    return _built(lambda: cls(**given), (), path)


def _built(make: Any, arguments: tuple[Any, ...], path: str) -> Any:
    try:
        return make(*arguments)
    except ValueError as error:
        raise _Misfit(f"{path}: {error}") from None


def _check(match: Match, game: Game, path: str) -> None:
    """Replay a game, so that nobody who reads the record meets a position that cannot be."""
    index = 0
    try:
        for turn in replay_game(match, game):
            index = turn.index
            action = turn.action
            if isinstance(action, Play) and action.legality is Legality.LEGAL and action.move is not None:
                hops = tuple(Hop(step.source, step.target, step.hits) for step in action.move.steps)
                if find_move(turn.state.position, action.dice, hops) != action.move:
                    raise _Misfit(f"{path}.actions[{index}]: the play {action.move} is not what it says")
    except (InputError, IndexError, KeyError) as error:
        raise _Misfit(f"{path}.actions[{index}]: {error}") from None
