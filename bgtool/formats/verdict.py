"""How a recorded game ended, weighed from the board, the cube, the written result and the next score."""

from __future__ import annotations

from typing import NamedTuple

from bgtool.core.record import Pass
from bgtool.core.state import Offer, Phase
from bgtool.formats.problems import NOWHERE, Place
from bgtool.formats.scribe import Scribe


class Verdict(NamedTuple):
    """Who won how many points, the cube counted; both None for an unfinished game."""

    winner: int | None = None
    points: int | None = None


def by_play(scribe: Scribe) -> Verdict:
    """What the board or a passed double says; nothing while neither has ended the game."""
    state = scribe.state
    last = scribe.actions[-1] if scribe.actions else None
    if isinstance(last, Pass):
        return Verdict(1 - last.seat, state.cube.value)
    if state.phase is not Phase.OVER:
        return Verdict()
    result = state.position.result()
    winner = state.on_roll if result > 0 else 1 - state.on_roll
    worth = min(abs(result), state.variant.max_points)
    if state.jacoby and state.cube.owner is None:
        worth = 1
    return Verdict(winner, worth * state.cube.value)


def conclude(scribe: Scribe, written: Verdict, next_score: tuple[int, int] | None, place: Place = NOWHERE) -> Verdict:
    """How the game ended; a game given up gets its resignation or pass written down here.

    The next game's score line is the authority on points, then the board and the cube, then the written result.
    """
    state = scribe.state
    gained = _gained(state.score, next_score)
    played = by_play(scribe)
    winner = _winner(scribe, written, played, gained, place)
    if winner is None:
        if scribe.actions or next_score is not None:
            scribe.report("no-result", "the game breaks off without a result", place)
        return Verdict()
    points = _points(scribe, winner, written, played, gained, place)
    if played.winner is None and not scribe.broken:
        _give_up(scribe, 1 - winner, points, place)
    return Verdict(winner, points)


def _gained(score: tuple[int, int], next_score: tuple[int, int] | None) -> Verdict:
    """What the next score line says; nothing when it does not follow from one game."""
    if next_score is None:
        return Verdict()
    gains = next_score[0] - score[0], next_score[1] - score[1]
    if gains[0] > 0 and gains[1] == 0:
        return Verdict(0, gains[0])
    if gains[1] > 0 and gains[0] == 0:
        return Verdict(1, gains[1])
    return Verdict()


def _winner(scribe: Scribe, written: Verdict, played: Verdict, gained: Verdict, place: Place) -> int | None:
    if played.winner is not None:
        for other, source in ((gained, "the next score"), (written, "the written result")):
            if other.winner not in (None, played.winner):
                scribe.report("winner-mismatch", f"{source} gives the game to the other side", place)
        return played.winner
    if gained.winner is not None and written.winner not in (None, gained.winner):
        scribe.report("winner-mismatch", "the written result and the next score name different winners", place)
    if gained.winner is not None:
        return gained.winner
    if written.winner is not None:
        return written.winner
    return None if scribe.gave_up is None else 1 - scribe.gave_up


def _points(scribe: Scribe, winner: int, written: Verdict, played: Verdict, gained: Verdict, place: Place) -> int:
    state = scribe.state
    cube = state.cube.value
    needed = state.length - state.score[winner] if state.length else None
    most = 3 * cube if needed is None or needed <= 0 else min(3 * cube, needed)
    value = written.points
    if value is not None and value > 3 * cube and value not in (played.points, gained.points):
        message = f"{value} points are more than a game at cube {cube} is worth: counted as {most}"
        scribe.report("sentinel-points", message, place)
        value = most
    if gained.winner == winner and gained.points is not None:
        capped = needed is not None and gained.points == needed
        for other in {points for points in (value, played.points) if points is not None and points != gained.points}:
            if not (capped and other > gained.points):
                scribe.report("points-mismatch", f"{other} points, but the next score says {gained.points}", place)
        return max(gained.points, value or 0) if capped else gained.points
    if played.points is not None:
        capped = needed is not None and value == needed and played.points > needed
        if value is not None and value != played.points and not capped:
            scribe.report("points-mismatch", f"{value} points written, the game is worth {played.points}", place)
        return played.points
    if value is None:
        return cube
    return value


def _give_up(scribe: Scribe, loser: int, points: int, place: Place) -> None:
    """Write down how a game ended that nobody played to its end: a double not answered, or a resignation."""
    state = scribe.state
    if state.offer is Offer.DOUBLE and state.on_roll != loser and points == state.cube.value:
        scribe.report("missing-pass", "the double was not answered: counted as passed", place)
        scribe.drop(loser, place)
        return
    worth = -(-points // state.cube.value)
    scribe.resign(loser, min(3, max(1, worth)), place.line)
