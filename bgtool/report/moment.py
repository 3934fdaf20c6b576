"""What boards of every kind say about a moment: whose checkers stand where, the cube, the match, the turn."""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.state import MatchState, Offer, Phase

Row = tuple[int, ...]

_RESIGNED = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def rows_by_seat(state: MatchState) -> tuple[Row, Row]:
    """The rows of seat 0 and seat 1, each in that player's own numbering."""
    mine, theirs = state.position.on_roll, state.position.opponent
    return (theirs, mine) if state.on_roll else (mine, theirs)


def has_cube(state: MatchState) -> bool:
    """Whether a cube is in play: the variant has one, it may be turned, and the match is longer than a point."""
    return state.variant.has_cube and state.cube_limit != 1 and state.length != 1


def cube_turn(state: MatchState) -> Offer | None:
    """The turn of the cube that somebody has to answer now, if any."""
    turn = state.answering or state.offer
    return None if turn is None or turn.resignation or state.phase is Phase.DROPPED else turn


def cube_offered(state: MatchState) -> int | None:
    """The value at which the cube is offered now; None when it is not."""
    turn = cube_turn(state)
    if turn is None:
        return None
    return state.cube.value * 2 if turn is Offer.DOUBLE else state.cube.value


def counted(number: int, unit: str) -> str:
    """A number with its unit, ``1 point`` or ``2 points``."""
    return f"{number} {unit}{'' if number == 1 else 's'}"


def match_words(state: MatchState) -> str:
    """The match or money rules in a few words, the variant where it is not the standard game."""
    if state.length:
        words = [f"{state.length}-point match"]
        words += ["Crawford game"] if state.crawford else ["post-Crawford"] if state.post_crawford else []
    else:
        words = ["money play"] + ["Jacoby rule"] * state.jacoby + ["beavers"] * state.beavers
    standard = state.variant.name == "standard"
    return ", ".join(words if standard else [state.variant.title, *words])


def status_words(state: MatchState, names: Sequence[str]) -> str:
    """What the moment is about: who is on roll, what was rolled, offered or ended; names by seat."""
    mover, decider, other = names[state.on_roll], names[state.decider], names[1 - state.decider]
    value = cube_offered(state)
    if state.phase is Phase.NONE:
        return "no game started"
    if state.phase is Phase.OVER:
        return "game over"
    if state.phase is Phase.DROPPED:
        return "game ended by a pass"
    points = state.offer.resignation if state.offer else 0
    if points:
        verb = "resigned" if state.phase is Phase.RESIGNED else "offers to resign"
        return f"{other} {verb} {_RESIGNED[points]}"
    if value:
        turn = cube_turn(state)
        verb = {Offer.BEAVER: "beavers", Offer.RACCOON: "raccoons"}.get(turn or Offer.DOUBLE, "doubles")
        return f"{other} {verb} to {value}, {decider} to answer"
    return f"{mover} to play {state.dice}" if state.dice else f"{mover} on roll"
