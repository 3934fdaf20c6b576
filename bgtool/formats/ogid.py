"""The OGID of OpenGammon: ``white:black:cube:dice:color:state:score:score:length:move[:checkers]``.

Checkers are listed one character each (``0-9a-p`` = 0 to 25) on points numbered for Black: White (seat 1) enters from
0 and moves up, Black (seat 0) enters from 25 and moves down. The color names the side that acted last, the other one
is to act. An OGID cannot say Jacoby, beavers, the cube limit, beavers and raccoons offered or a resignation offered.
Format after the description in HedgeHog's ``docs/OGID.md`` and what GammonView writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import LONGEST_MATCH, Cube, MatchState, Offer, Phase
from bgtool.core.variant import STANDARD, VARIANTS, Variant
from bgtool.errors import IdError, PositionError
from bgtool.layout import BAR, CHECKERS, ROW

PREFIX = "OGID="
FIELDS = (
    "white checkers",
    "black checkers",
    "cube",
    "dice",
    "color",
    "game state",
    "white score",
    "black score",
    "match length",
    "move number",
    "checkers a side",
)
"""The fields in order; the first three are always there."""

WHITE = 1
BLACK = 0
CUBE = re.compile(r"([NWBD?])(0|[1-9][0-9]?)([NOTP])")

_DIGITS = "0123456789abcdefghijklmnop"
_BORNE_OFF = "q"
_SEATS = {"W": WHITE, "B": BLACK}
_COLORS = {WHITE: "W", BLACK: "B"}
_LENGTH = re.compile(r"(0|[1-9][0-9]{0,4})(C|L|G[0-9]{0,5})?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,4}")
_PLAYING = ("", "IW", "IB", "C", "R", "D", "A")
_PHASES = {"P": Phase.DROPPED, "G": Phase.OVER, "M": Phase.OVER, "RG": Phase.RESIGNED, "RM": Phase.RESIGNED}


def ogid(state: MatchState) -> str:
    """The OGID of a state, without prefix, as GammonView writes it.

    Raises :class:`IdError` for what an OGID cannot hold: a game that is not being played, a beaver, a resignation.
    """
    if state.phase is not Phase.PLAYING:
        raise IdError("an OGID is written only for a game being played")
    if state.offer not in (None, Offer.DOUBLE):
        raise IdError("an OGID holds no offer but a double")
    white = state.position if state.on_roll == WHITE else state.position.swapped()
    acted = state.on_roll if state.offer else 1 - state.on_roll
    owner = "N" if state.cube.owner is None else _COLORS[state.cube.owner]
    suffix = "C" if state.crawford else "L" if state.post_crawford else ""
    fields = [
        _listed(BAR - point for point in _standing(white.on_roll)),
        _listed(_standing(white.opponent)),
        f"{owner}{state.cube.value.bit_length() - 1}{'O' if state.offer else 'N'}",
        f"{state.dice.low}{state.dice.high}" if state.dice else "",
        _COLORS[acted],
        "D" if state.offer else "R" if state.dice else "C",
        str(state.score[WHITE]),
        str(state.score[BLACK]),
        f"{state.length}{suffix}",
        "0",
    ]
    if state.position.checkers != CHECKERS:
        fields.append(str(state.position.checkers))
    return ":".join(fields)


def parse_ogid(text: str, variant: Variant | None = None) -> MatchState:
    """The state of an OGID without its prefix; fields after the cube may be missing from the end.

    The number of checkers tells Hypergammon apart when ``variant`` is None. :class:`IdError` names the field.
    """
    try:
        return _parse(text, variant)
    except (IdError, PositionError) as error:
        raise IdError(f"OGID {text[:200]!r}: {error}") from None


def _parse(text: str, variant: Variant | None) -> MatchState:
    parts = text.split(":")
    if not 3 <= len(parts) <= len(FIELDS):
        raise IdError(f"{len(parts)} fields instead of 3 to {len(FIELDS)}")
    fields = dict(zip(FIELDS, parts + [""] * (len(FIELDS) - len(parts)), strict=True))
    variant = _variant(fields["checkers a side"], variant)
    white = Position(
        _row(fields, "white checkers", variant.checkers, lambda place: BAR - place),
        _row(fields, "black checkers", variant.checkers, lambda place: place),
    )
    cube = CUBE.fullmatch(fields["cube"])
    if not cube or int(cube[2]) > 15:
        raise IdError(f"cube {fields['cube']!r}: expected owner N, W or B, exponent 0 to 15, action N, O, T or P")
    value, owner = 1 << int(cube[2]), _SEATS.get(cube[1])
    dice = _dice(fields["dice"])
    state = fields["game state"]
    if state not in _PLAYING and state not in _PHASES:
        raise IdError(f"game state {state!r}: expected one of {', '.join(filter(None, (*_PLAYING, *_PHASES)))}")
    offered = cube[3] == "O" or state == "D"
    if offered and (dice or state not in ("", "D")):
        raise IdError(f"cube {fields['cube']!r}: a double is offered, yet dice {fields['dice']!r}, state {state!r}")
    on_roll = _on_roll(fields, offered)
    if offered and owner == 1 - on_roll:
        raise IdError(f"cube {fields['cube']!r}: owned by the opponent of the side that doubled")
    length, crawford = _length(fields["match length"])
    moment = MatchState(
        position=white if on_roll == WHITE else white.swapped(),
        on_roll=on_roll,
        dice=dice,
        cube=Cube(value, owner),
        score=(_number(fields, "black score"), _number(fields, "white score")),
        length=length,
        crawford=crawford,
        offer=Offer.DOUBLE if offered or state == "P" else None,
        phase=_PHASES.get(state, Phase.PLAYING),
        variant=variant,
        cube_limit=value if cube[1] == "D" else None,
    )
    if fields["match length"].endswith("L") and not moment.post_crawford:
        raise IdError(f"match length {fields['match length']!r}: L says post-Crawford, yet nobody is one point away")
    _number(fields, "move number")
    return moment


def _variant(text: str, variant: Variant | None) -> Variant:
    if not text:
        return variant or STANDARD
    named = STANDARD if text == str(CHECKERS) else VARIANTS.get(f"hypergammon{text}")
    if named is None or (variant and variant.checkers != named.checkers):
        raise IdError(f"checkers a side {text!r}: expected {variant.checkers if variant else '15, or 1 to 3'}")
    return variant or named


def _row(fields: dict[str, str], name: str, checkers: int, own: Callable[[int], int]) -> tuple[int, ...]:
    row = [0] * ROW
    for character in fields[name]:
        place = _DIGITS.find(character)
        if character != _BORNE_OFF and (place < 0 or own(place) == 0):
            raise IdError(f"{name} {fields[name]!r}: {character!r} is no place for one of them")
        if character != _BORNE_OFF:
            row[own(place)] += 1
    row[0] = checkers - sum(row)
    if row[0] < 0 or len(fields[name]) > checkers:
        raise IdError(f"{name} {fields[name]!r}: {len(fields[name])} of them, of {checkers}")
    return tuple(row)


def _dice(text: str) -> Dice | None:
    if not text:
        return None
    if not re.fullmatch("[1-6][1-6]", text):
        raise IdError(f"dice {text!r}: expected nothing or two digits from 1 to 6")
    return Dice.of(int(text[0]), int(text[1]))


def _on_roll(fields: dict[str, str], offered: bool) -> int:
    """The side whose turn it is: the one that did not act last, but the doubler while a double stands."""
    color, state = fields["color"], fields["game state"]
    if color not in ("", "W", "B"):
        raise IdError(f"color {color!r}: expected W or B")
    if state in ("IW", "IB") and not fields["dice"]:
        return _SEATS[state[1]]
    if not color:
        return WHITE
    return _SEATS[color] if offered else 1 - _SEATS[color]


def _length(text: str) -> tuple[int, bool]:
    found = _LENGTH.fullmatch(text or "0")
    if not found or int(found[1]) > LONGEST_MATCH:
        raise IdError(f"match length {text!r}: expected points, perhaps with C (Crawford), L (post-Crawford) or G")
    return int(found[1]), found[2] == "C"


def _number(fields: dict[str, str], name: str) -> int:
    if not _NUMBER.fullmatch(fields[name] or "0"):
        raise IdError(f"{name} {fields[name]!r}: expected a number")
    return int(fields[name] or "0")


def _standing(row: tuple[int, ...]) -> Iterator[int]:
    """Where each checker stands that is not borne off, in the player's own numbering."""
    return (point for point in range(1, ROW) for _ in range(row[point]))


def _listed(places: Iterable[int]) -> str:
    return "".join(_DIGITS[place] for place in sorted(places))
