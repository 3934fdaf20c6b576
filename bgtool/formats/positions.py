"""The positions in a file, wherever an ID may stand: XG and Jellyfish positions, Snowie's, and texts that name some."""

from __future__ import annotations

from pathlib import Path

from bgtool.core.record import Match
from bgtool.core.state import MatchState
from bgtool.errors import IdError, InputError
from bgtool.formats.ids import match_id, parse_state, position_id, xgid_if_any
from bgtool.formats.position_match import state_of
from bgtool.formats.registry import matches_in
from bgtool.formats.source import Source

_LOOKED_AT = 200
"""Lines by which a list of IDs is told from another text."""


def positions_in(path: str | Path) -> tuple[MatchState, ...]:
    """The moments that a file of positions holds, in order.

    Raises :class:`InputError` for a record of play, :class:`ParseError` or :class:`OSError` for what cannot be read.
    """
    return _positions(Source.of(path))


def ids_in(path: str | Path) -> list[str]:
    """The lines of a file that lists IDs, one a line with what follows it; else an ID for each of its positions.

    Blank lines and ``#`` comments are left out; lines that hold no ID are not, so that nothing is passed over in
    silence. Raises as :func:`positions_in`.
    """
    source = Source.of(path)
    listed = _listed(source)
    if listed:
        return listed
    return [xgid_if_any(state) or f"{position_id(state.position)}:{match_id(state)}" for state in _positions(source)]


def _positions(source: Source) -> tuple[MatchState, ...]:
    return tuple(_position(match, source.file) for match in matches_in(source))


def _position(match: Match, file: str) -> MatchState:
    state = state_of(match)
    if state is None:
        raise InputError(f"{file!r} is a record of play, not a position: analyze, check and convert read it")
    return state


def _listed(source: Source) -> list[str]:
    """The lines of a text most of which are an ID, or one and a roll; none of any other file."""
    if not source.is_text:
        return []
    lines = [line for raw in source.text.splitlines() if (line := raw.strip()) and not line.startswith("#")]
    some = lines[:_LOOKED_AT]
    return lines if 2 * sum(map(_is_of_an_id, some)) > len(some) else []


def _is_of_an_id(line: str) -> bool:
    first, *rest = line.split()
    try:
        parse_state(first)
    except IdError:
        return False
    return len(rest) <= 1
