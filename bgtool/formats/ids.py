"""Position and match identifiers: one door in, and one function out for each notation."""

from __future__ import annotations

import re

from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import IdError
from bgtool.formats.gnubgid import (
    MATCH_LENGTH,
    gnubg_id,
    match_id,
    parse_gnubg_id,
    parse_position_id,
    position_id,
)
from bgtool.formats.xgid import parse_xgid, xgid

__all__ = ["gnubg_id", "match_id", "parse_position_id", "parse_state", "position_id", "xgid"]

_QUOTES = "\"'`“”‘’"
_ON_ROLL = 1
"""The seat on roll where an ID does not say: X at the bottom of GNU Backgammon's board."""


def parse_state(text: str, variant: Variant | None = None) -> MatchState:
    """The moment that an ID names, whichever notation it is in.

    Understands a Position ID (money, centred cube, seat 1 on roll), ``PositionID:MatchID``, an XGID with or without
    its prefix and an OGID; blanks and quotes around it do not matter. ``variant`` is the game played, standard when
    neither it nor the ID says. Raises :class:`IdError`, naming the field.
    """
    variant = variant or STANDARD
    bare = text.strip().strip(_QUOTES).strip()
    if not bare:
        raise IdError("empty ID: expected a Position ID, PositionID:MatchID, XGID or OGID")
    label, equals, rest = bare.partition("=")
    if equals and label.upper() == "XGID":
        return parse_xgid(rest, variant)
    if bare.count(":") >= 8 or "-" in bare:
        return parse_xgid(bare, variant)
    words = re.split(r"[:\s]+", bare)
    if len(words) == 2:
        return parse_gnubg_id(words[0], words[1], variant)
    if len(words) == 1:
        if len(bare) == MATCH_LENGTH:
            raise IdError(f"Match ID {bare!r} alone has no position: give PositionID:MatchID")
        return MatchState(parse_position_id(bare, variant.checkers), on_roll=_ON_ROLL, variant=variant)
    raise IdError(f"{bare[:200]!r} is not an ID: expected a Position ID, PositionID:MatchID, XGID or OGID")
