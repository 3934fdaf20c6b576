"""The positions in a file, wherever an ID may stand: XG and Jellyfish positions, Snowie's, and texts that name some."""

from __future__ import annotations

from pathlib import Path

from bgtool.core.record import Match
from bgtool.core.state import MatchState
from bgtool.errors import InputError
from bgtool.formats.position_match import state_of
from bgtool.formats.registry import read_matches


def positions_in(path: str | Path) -> tuple[MatchState, ...]:
    """The moments that a file of positions holds, in order.

    Raises :class:`InputError` for a record of play, :class:`ParseError` or :class:`OSError` for what cannot be read.
    """
    return tuple(_position(match, path) for match in read_matches(path))


def _position(match: Match, path: str | Path) -> MatchState:
    state = state_of(match)
    if state is None:
        raise InputError(f"{str(path)!r} is a record of play, not a position: analyze, check and convert read it")
    return state
