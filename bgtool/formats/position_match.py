"""A single position as a record, and back: a game in which the board is set and perhaps the dice are rolled."""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.opinion import Opinion
from bgtool.core.record import Double, Match, Play, Problem, SetPosition
from bgtool.core.replay import after, replay
from bgtool.core.state import MatchState, Offer
from bgtool.errors import InputError
from bgtool.formats.ledger import Ledger
from bgtool.formats.problems import Place
from bgtool.formats.verdict import Verdict

SEATS = ("O", "X")
"""How GNU Backgammon and XG call the players of a position without names, by seat."""


def match_of(
    state: MatchState,
    source: str,
    file: str,
    players: tuple[str, str] = SEATS,
    opinions: Sequence[Opinion] = (),
    analyst: str = "",
    problems: Sequence[Problem] = (),
    line: int | None = None,
) -> Match:
    """The record of one game that starts at ``state``; an offered double is its first action, a roll its last.

    ``opinions`` are those about action 1, the roll, or 0 where nothing was rolled.
    """
    ledger = Ledger(
        players=players,
        length=state.length,
        variant=state.variant,
        jacoby=state.jacoby,
        beavers=state.beavers,
        cube_limit=state.cube_limit,
        problems=list(problems),
        opinions=list(opinions),
    )
    place = Place(line)
    scribe = ledger.open(state.score, state.crawford, place)
    scribe.set_position(state.position, state.on_roll, state.cube, place)
    if state.offer is Offer.DOUBLE:
        scribe.double(state.on_roll, None, place)
    elif state.dice is not None:
        scribe.roll(state.on_roll, state.rolled or (state.dice.high, state.dice.low), "????", place)
    ledger.close(scribe, 1, Verdict(), place=place, line=line)
    ledger.problems = [found for found in ledger.problems if found.code != "no-result"]
    return ledger.match(source, file, analyst)


def state_of(match: Match) -> MatchState | None:
    """The moment that such a record holds; None for a record of play."""
    if len(match.games) != 1 or not 1 <= len(match.games[0].actions) <= 2:
        return None
    first, *rest = replay(match)
    if not isinstance(first.action, SetPosition) or not all(isinstance(turn.action, Play | Double) for turn in rest):
        return None
    last = rest[-1] if rest else first
    return last.state if isinstance(last.action, Play) else after(last.state, last.action)


def only_state_of(matches: Sequence[Match], title: str) -> MatchState:
    """The moment of the one position there is, to be written as ``title``; :class:`InputError` for anything else."""
    if len(matches) != 1:
        raise InputError(f"a {title} holds one position, here are {len(matches)}")
    state = state_of(matches[0])
    if state is None:
        raise InputError(f"a {title} holds a position, this is a record of play")
    return state
