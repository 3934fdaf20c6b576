"""The positions in a file, wherever an ID may stand: XG and Jellyfish positions, Snowie's, and texts that name some."""

from __future__ import annotations

from pathlib import Path

from bgtool.core.record import Double, Match, Play, SetPosition
from bgtool.core.replay import after, replay
from bgtool.core.state import MatchState
from bgtool.errors import InputError
from bgtool.formats.registry import read_matches


def positions_in(path: str | Path) -> tuple[MatchState, ...]:
    """The moments that a file of positions holds, in order.

    Raises :class:`InputError` for a record of play, :class:`ParseError` or :class:`OSError` for what cannot be read.
    """
    return tuple(_position(match, path) for match in read_matches(path))


def _position(match: Match, path: str | Path) -> MatchState:
    turns = list(replay(match))
    if len(match.games) != 1 or not turns or not isinstance(turns[0].action, SetPosition) or len(turns) > 2:
        raise InputError(f"{str(path)!r} is a record of play, not a position: analyze, check and convert read it")
    last = turns[-1]
    if isinstance(last.action, Play):
        return last.state
    if isinstance(last.action, (SetPosition, Double)):
        return after(last.state, last.action)
    raise InputError(f"{str(path)!r} holds a {type(last.action).__name__.lower()}, not a position")
