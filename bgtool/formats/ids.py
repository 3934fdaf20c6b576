"""Position and match identifiers: one door in, one function out for each notation, and what each cannot say."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bgtool.core.state import Cube, MatchState, Offer, Phase
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import IdError
from bgtool.formats.gnubgid import (
    MATCH_LENGTH,
    gnubg_id,
    match_id,
    match_id_fields,
    parse_gnubg_id,
    parse_position_id,
    position_id,
    position_id_after,
)
from bgtool.formats.ogid import CUBE, ogid, parse_ogid
from bgtool.formats.xgid import parse_xgid, xgid
from bgtool.formats.xgid import xgid_if_any as xgid_if_any
from bgtool.layout import CHECKERS, ROW

__all__ = [
    "Notation",
    "Reading",
    "gnubg_id",
    "losses",
    "match_id",
    "ogid",
    "parse_position_id",
    "parse_state",
    "position_id",
    "position_id_after",
    "read_id",
    "write_id",
    "xgid",
]

_QUOTES = "\"'`“”‘’"
_LABEL = re.compile(r"(xgid|ogid|gnubgid|position id)\s*[=:]\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s:]+(?:match id\s*[=:]\s*)?", re.IGNORECASE)
_ON_ROLL = 1
"""The seat on roll where an ID does not say: X at the bottom of GNU Backgammon's board."""


class Notation(Enum):
    """A way to write positions and match states."""

    POSITION = "position"
    GNUBG = "gnubg"
    XGID = "xgid"
    OGID = "ogid"

    @property
    def title(self) -> str:
        """What people call it."""
        return {"position": "Position ID", "gnubg": "GNUbg ID"}.get(self.value, self.value.upper())


class Unsaid(NamedTuple):
    """A fact that an ID does not tell, and what was taken instead."""

    fact: str
    taken: str


@dataclass(frozen=True, slots=True)
class Reading:
    """An ID as it was understood: the bare text, its notation and the state it names."""

    text: str
    notation: Notation
    state: MatchState

    @property
    def unsaid(self) -> tuple[Unsaid, ...]:
        """What this ID does not tell of the state and what was taken instead."""
        return tuple(_unsaid(self))


def read_id(text: str, variant: Variant | None = None) -> Reading:
    """An ID in whichever notation, with what it says and what it does not.

    Understands a Position ID (money, centred cube, seat 1 on roll), ``PositionID:MatchID``, an XGID with or without
    its prefix and an OGID; blanks, quotes and a label around it do not matter. ``variant`` is the game played,
    standard when neither it nor the ID says. Raises :class:`IdError`, naming the field.
    """
    reading = _read(text, variant)
    fault = _impossible(reading.state)
    if fault:
        raise IdError(f"{reading.notation.title} {reading.text[:200]!r}: {fault}")
    return reading


def _read(text: str, variant: Variant | None) -> Reading:
    bare = text.strip().strip(_QUOTES).strip()
    label = _LABEL.match(bare)
    if label:
        bare = bare[label.end() :]
    if not bare:
        raise IdError("empty ID: expected a Position ID, PositionID:MatchID, XGID or OGID")
    known = label[1].lower() if label else None
    parts = bare.split(":", 3)
    if known == "ogid" or (known is None and len(parts) > 2 and CUBE.fullmatch(parts[2])):
        return Reading(bare, Notation.OGID, parse_ogid(bare, variant))
    variant = variant or STANDARD
    if known == "xgid" or (known is None and ("-" in parts[0] or len(parts[0]) == ROW)):
        return Reading(bare, Notation.XGID, parse_xgid(bare, variant))
    words = _BETWEEN.split(bare)
    if len(words) == 2:
        return Reading(":".join(words), Notation.GNUBG, parse_gnubg_id(words[0], words[1], variant))
    if len(words) == 1 and len(bare) == MATCH_LENGTH:
        raise IdError(f"Match ID {bare!r} alone has no position: give PositionID:MatchID")
    if len(words) > 2:
        raise IdError(f"{bare[:200]!r} is not an ID: expected a Position ID, PositionID:MatchID, XGID or OGID")
    position = parse_position_id(bare, variant.checkers)
    return Reading(bare, Notation.POSITION, MatchState(position, on_roll=_ON_ROLL, variant=variant))


def _impossible(state: MatchState) -> str | None:
    """What cannot be in a game although each field could, or None."""
    if not state.variant.has_cube and (state.cube != Cube() or state.offer is Offer.DOUBLE):
        return f"a cube in {state.variant.title}"
    if not state.length or state.phase is not Phase.PLAYING:
        return None
    if max(state.score) >= state.length:
        return f"score {state.score[0]}-{state.score[1]}: the {state.length}-point match is over"
    if state.crawford and state.length > 1 and state.score[0] == state.score[1]:
        return f"Crawford game at {state.score[0]}-{state.score[1]}: it was played before"
    if state.crawford and state.length > 1 and state.cube != Cube():
        return f"the cube turned to {state.cube.value} in the Crawford game"
    if state.offer is Offer.DOUBLE and state.crawford:
        return "a double in the Crawford game"
    return None


def parse_state(text: str, variant: Variant | None = None) -> MatchState:
    """The moment that an ID names, whichever notation it is in; see :func:`read_id`. Raises :class:`IdError`."""
    return read_id(text, variant).state


_WRITERS: dict[Notation, Callable[[MatchState], str]] = {
    Notation.POSITION: lambda state: position_id(state.position),
    Notation.GNUBG: gnubg_id,
    Notation.XGID: xgid,
    Notation.OGID: ogid,
}


def write_id(state: MatchState, notation: Notation) -> str:
    """The state in a notation; :class:`IdError` where it cannot hold it, :func:`losses` says what it leaves out."""
    return _WRITERS[notation](state)


def losses(state: MatchState, notation: Notation) -> tuple[str, ...]:
    """The facts of a state that this notation leaves out, in words; empty when everything is kept."""
    if notation is Notation.POSITION:
        return ("everything but the checkers",)
    lost = []
    if notation is Notation.OGID and state.jacoby:
        lost.append("Jacoby rule")
    if notation is not Notation.XGID and state.beavers:
        lost.append("beavers")
    if notation is not Notation.XGID and state.cube_limit is not None:
        lost.append("cube limit")
    told = notation is Notation.OGID and state.variant.checkers != CHECKERS
    if state.variant is not STANDARD and not told:
        lost.append(f"variant {state.variant.title}")
    return tuple(lost)


def _unsaid(reading: Reading) -> list[Unsaid]:
    state, notation = reading.state, reading.notation
    facts = []
    if notation is Notation.POSITION:
        facts.append(Unsaid("match state", "X (seat 1) to roll, cube in the middle, money play"))
    if notation in (Notation.POSITION, Notation.OGID) and not state.length:
        facts.append(Unsaid("jacoby", "not played"))
    if notation is Notation.GNUBG and state.length and not match_id_fields(reading.text[-MATCH_LENGTH:])["no_jacoby"]:
        facts.append(Unsaid("jacoby", "not played in a match (an old Match ID of 66 bits)"))
    if notation is not Notation.XGID:
        if not state.length:
            facts.append(Unsaid("beavers", "not allowed"))
        if state.cube_limit is None:
            facts.append(Unsaid("cube limit", "none"))
    if state.post_crawford and (notation is not Notation.OGID or "L" not in reading.text):
        facts.append(Unsaid("post-Crawford", "derived from the score"))
    if notation is Notation.XGID:
        facts.append(Unsaid("game state", "being played, no resignation offered"))
    if state.variant.checkers == CHECKERS or notation is not Notation.OGID:
        facts.append(Unsaid("variant", state.variant.title))
    return facts
