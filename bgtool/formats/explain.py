"""Every field of an identifier in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bgtool.core.position import row_text
from bgtool.core.state import MatchState, Offer, Phase
from bgtool.formats import ogid, xgid
from bgtool.formats.gnubgid import MATCH_LENGTH, POSITION_LENGTH, match_id_fields
from bgtool.formats.ids import Notation, Reading


class ExplainedField(NamedTuple):
    """One field of an ID: its name, what stands there, and what that means."""

    name: str
    raw: str
    words: str


def explain(reading: Reading) -> tuple[ExplainedField, ...]:
    """The fields of an ID in their order, each in words."""
    text, state = reading.text, reading.state
    if reading.notation is Notation.XGID:
        raw = dict(zip(xgid.FIELDS, text.split(":"), strict=True))
    elif reading.notation is Notation.OGID:
        raw = dict(zip(ogid.FIELDS, text.split(":"), strict=False))
    else:
        raw = {"checkers": text[:POSITION_LENGTH]}
        if reading.notation is Notation.GNUBG:
            raw |= {name: str(number) for name, number in match_id_fields(text[-MATCH_LENGTH:]).items()}
    return tuple(ExplainedField(name, shown, _WORDS[name](state)) for name, shown in raw.items() if name in _WORDS)


def seat_name(seat: int) -> str:
    """What a seat is called on GNU Backgammon's board: O at the top is seat 0, X at the bottom seat 1."""
    return "X, seat 1 (bottom, white)" if seat else "O, seat 0 (top, black)"


def _row(state: MatchState, seat: int) -> str:
    row = state.position.on_roll if state.on_roll == seat else state.position.opponent
    off = f" off:{row[0]}" if row[0] else ""
    return f"{seat_name(seat)}: {row_text(row) or 'none on the board'}{off}"


def _rows(state: MatchState) -> str:
    return f"{_row(state, state.on_roll)}; {_row(state, 1 - state.on_roll)}"


def _cube(state: MatchState) -> str:
    if not state.variant.has_cube:
        return f"no cube in {state.variant.title}"
    standing = state.answering or state.offer
    if standing is Offer.DOUBLE:
        return f"cube at {state.cube.value}, offered at {2 * state.cube.value}"
    if standing in (Offer.BEAVER, Offer.RACCOON):
        return f"{standing.value}: cube offered at {state.cube.value}"
    return f"cube at {state.cube.value}"


def _owner(state: MatchState) -> str:
    return "cube in the middle" if state.cube.owner is None else f"owned by {seat_name(state.cube.owner)}"


def _offer(state: MatchState) -> str:
    standing = state.answering or state.offer
    if standing is None or standing.resignation:
        return "no double offered"
    return f"{standing.value} offered" if state.phase is not Phase.DROPPED else f"{standing.value} passed"


def _resignation(state: MatchState) -> str:
    points = state.offer.resignation if state.offer else 0
    return ("none", "a single game", "a gammon", "a backgammon")[points]


def _rolled(state: MatchState) -> str:
    return f"{state.dice} rolled" if state.dice else "not rolled yet"


def _dice(state: MatchState) -> str:
    return f"{state.offer.value} offered" if state.offer else _rolled(state)


def _length(state: MatchState) -> str:
    if not state.length:
        return "money play"
    if state.crawford:
        return f"{state.length}-point match, Crawford game"
    return f"{state.length}-point match{', post-Crawford' if state.post_crawford else ''}"


def _rules(state: MatchState) -> str:
    if state.length:
        return "Crawford game" if state.crawford else "not the Crawford game"
    jacoby = "Jacoby rule" if state.jacoby else "no Jacoby rule"
    return f"{jacoby}, {'beavers' if state.beavers else 'no beavers'}"


def _jacoby(state: MatchState) -> str:
    return "Jacoby rule" if state.jacoby else "no Jacoby rule"


def _limit(state: MatchState) -> str:
    if state.cube_limit == 1:
        return "no cube"
    return "no limit of the cube" if state.cube_limit is None else f"cube up to {state.cube_limit}"


def _score(seat: int) -> Callable[[MatchState], str]:
    return lambda state: f"{seat_name(seat)} has {state.score[seat]}"


_PHASES = {
    Phase.NONE: "no game started",
    Phase.PLAYING: "game being played",
    Phase.OVER: "game over",
    Phase.RESIGNED: "game resigned",
    Phase.DROPPED: "game ended by a pass",
}

_WORDS: dict[str, Callable[[MatchState], str]] = {
    "checkers": _rows,
    "position": _rows,
    "white checkers": lambda state: _row(state, ogid.WHITE),
    "black checkers": lambda state: _row(state, ogid.BLACK),
    "cube": _cube,
    "owner": _owner,
    "cube owner": _owner,
    "on_roll": lambda state: f"{seat_name(state.on_roll)} on roll",
    "turn": lambda state: f"{seat_name(state.on_roll)} on roll",
    "color": lambda state: f"{seat_name(state.decider)} to act",
    "crawford": lambda state: "Crawford game" if state.crawford else "not the Crawford game",
    "phase": lambda state: _PHASES[state.phase],
    "game state": lambda state: _PHASES[state.phase],
    "decider": lambda state: f"{seat_name(state.decider)} to decide",
    "doubled": _offer,
    "resigned": lambda state: f"resignation offered: {_resignation(state)}",
    "die1": _rolled,
    "die2": _rolled,
    "dice": _dice,
    "length": _length,
    "match length": _length,
    "score0": _score(0),
    "score1": _score(1),
    "bottom score": _score(xgid.BOTTOM),
    "top score": _score(xgid.TOP),
    "white score": _score(ogid.WHITE),
    "black score": _score(ogid.BLACK),
    "rules": _rules,
    "no_jacoby": _jacoby,
    "cube limit": _limit,
    "move number": lambda state: "counted by its program, not kept",
    "checkers a side": lambda state: f"{state.variant.checkers} checkers a side",
}
"""How each field of each notation is said."""
