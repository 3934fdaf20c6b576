"""A single position as a record: a game in which the board is set and, if it says so, the dice are rolled."""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.opinion import Opinion
from bgtool.core.record import Match, Problem
from bgtool.core.state import MatchState, Offer
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
