"""The XGID of eXtreme Gammon: ``XGID=position:cube:owner:turn:dice:score:score:rules:length:limit``.

The bottom player (capital letters, 1 in the fields) is seat 1, the top player seat 0, as GNU Backgammon reads them.
An XGID cannot say the state of the game or an offered resignation, nor the variant.
"""

from __future__ import annotations

import re

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState, Offer, Phase
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import IdError, PositionError
from bgtool.layout import BAR, ROW

PREFIX = "XGID="
FIELDS = (
    "position",
    "cube",
    "cube owner",
    "turn",
    "dice",
    "bottom score",
    "top score",
    "rules",
    "match length",
    "cube limit",
)

BOTTOM = 1
TOP = 0
_NO_LIMIT = 10
_OFFERS = {"D": Offer.DOUBLE, "B": Offer.BEAVER, "R": Offer.RACCOON}
_LETTERS = {offer: letter for letter, offer in _OFFERS.items()}
_TURNED = {Offer.DOUBLE: 0, Offer.BEAVER: 2, Offer.RACCOON: 3}
"""How many times the cube of the state has been turned since the value that the XGID names."""

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,4}")


def xgid(state: MatchState) -> str:
    """The XGID of a state, with its prefix.

    Raises :class:`IdError` for a game that is not being played or a resignation, which an XGID cannot hold.
    """
    if state.phase is not Phase.PLAYING:
        raise IdError("an XGID cannot say that no game is being played")
    if state.offer and state.offer.resignation:
        raise IdError("an XGID cannot hold an offered resignation")
    bottom = state.position if state.on_roll == BOTTOM else state.position.swapped()
    value, owner = state.cube.value, state.cube.owner
    if state.offer in (Offer.BEAVER, Offer.RACCOON):
        value >>= _TURNED[state.offer]
        owner = state.on_roll if value > 1 else None
    money = state.jacoby + 2 * state.beavers
    limit = _NO_LIMIT if state.cube_limit is None else state.cube_limit.bit_length() - 1
    fields = (
        board_letters(bottom),
        value.bit_length() - 1,
        0 if owner is None else _sign(owner),
        _sign(state.on_roll),
        _dice_text(state),
        state.score[BOTTOM],
        state.score[TOP],
        int(state.crawford) if state.length else money,
        state.length,
        limit,
    )
    return PREFIX + ":".join(str(part) for part in fields)


def xgid_if_any(state: MatchState) -> str | None:
    """The XGID of a state; None for one that an XGID cannot hold."""
    try:
        return xgid(state)
    except IdError:
        return None


def parse_xgid(text: str, variant: Variant = STANDARD) -> MatchState:
    """The state of an XGID without its prefix; :class:`IdError` names the field that cannot be."""
    try:
        return _parse(text, variant)
    except (IdError, PositionError) as error:
        raise IdError(f"XGID {text[:200]!r}: {error}") from None


def _parse(text: str, variant: Variant) -> MatchState:
    parts = text.split(":")
    if len(parts) != len(FIELDS):
        missing = f": the {FIELDS[len(parts)]} is missing" if len(parts) < len(FIELDS) else ""
        raise IdError(f"{len(parts)} fields instead of {len(FIELDS)}{missing}")
    on_roll = _seat(_number(parts, "turn", -1, 1), "turn")
    length = _number(parts, "match length", 0, 32767)
    rules = _number(parts, "rules", 0, 1 if length else 3)
    limit = _number(parts, "cube limit", 0, 15)
    owner_sign = _number(parts, "cube owner", -1, 1)
    owner = None if owner_sign == 0 else _seat(owner_sign, "cube owner")
    exponent = _number(parts, "cube", 0, 15)
    offer, rolled = _parse_dice(parts[4])
    if offer and owner == 1 - on_roll:
        raise IdError(f"cube owner {owner_sign}: the opponent of the player who doubled")
    if offer in (Offer.BEAVER, Offer.RACCOON):
        if length:
            raise IdError(f"dice {parts[4]!r}: a beaver in a match")
        owner = 1 - on_roll
        exponent += _TURNED[offer]
    bottom = board_of_letters(parts[0], variant.checkers)
    return MatchState(
        position=bottom if on_roll == BOTTOM else bottom.swapped(),
        on_roll=on_roll,
        dice=Dice.of(*rolled) if rolled else None,
        rolled=rolled,
        cube=Cube(1 << exponent, owner),
        score=(_number(parts, "top score", 0, 32767), _number(parts, "bottom score", 0, 32767)),
        length=length,
        crawford=bool(length and rules),
        jacoby=bool(not length and rules & 1),
        beavers=bool(not length and rules & 2),
        offer=offer,
        variant=variant,
        # 0 is how XG says that a match has no cube; for money, programs write it that have nothing to say.
        cube_limit=None if limit == _NO_LIMIT or not (limit or length) else 1 << limit,
    )


def _number(parts: list[str], name: str, low: int, high: int) -> int:
    text = parts[FIELDS.index(name)]
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise IdError(f"{name} {text!r}: expected a number from {low} to {high}")
    return int(text)


def _seat(sign: int, name: str) -> int:
    if sign == 0:
        raise IdError(f"{name} '0': expected 1 (bottom player) or -1 (top player)")
    return BOTTOM if sign == 1 else TOP


def _sign(seat: int) -> int:
    return 1 if seat == BOTTOM else -1


def _parse_dice(text: str) -> tuple[Offer | None, tuple[int, int] | None]:
    if text == "00":
        return None, None
    if text in _OFFERS:
        return _OFFERS[text], None
    if not re.fullmatch("[1-6][1-6]", text):
        raise IdError(f"dice {text!r}: expected 00, two digits from 1 to 6, D, B or R")
    return None, (int(text[0]), int(text[1]))


def _dice_text(state: MatchState) -> str:
    if state.offer:
        return _LETTERS[state.offer]
    if state.dice is None:
        return "00"
    if state.rolled and Dice.of(*state.rolled) == state.dice:
        return f"{state.rolled[0]}{state.rolled[1]}"
    return str(state.dice)


def board_letters(bottom: Position) -> str:
    """The 26 letters of a board seen by the bottom player, who has the capital letters."""
    letters = []
    for point in range(ROW):
        mine = bottom.on_roll[point] if point else 0
        theirs = bottom.opponent[BAR - point] if point < BAR else 0
        letters.append(chr(64 + mine) if mine else chr(96 + theirs) if theirs else "-")
    return "".join(letters)


def board_of_letters(text: str, checkers: int) -> Position:
    """The board of 26 letters, seen by the bottom player; :class:`IdError` says what cannot be."""
    if len(text) != ROW:
        raise IdError(f"position {text!r}: {len(text)} characters instead of {ROW}")
    mine, theirs = [0] * ROW, [0] * ROW
    for point, letter in enumerate(text):
        if "A" <= letter <= "P" and point:
            mine[point] = ord(letter) - 64
        elif "a" <= letter <= "p" and point < BAR:
            theirs[BAR - point] = ord(letter) - 96
        elif letter != "-":
            raise IdError(f"position {text!r}: {letter!r} cannot stand at character {point + 1}")
    for name, row in (("bottom player", mine), ("top player", theirs)):
        row[0] = checkers - sum(row)
        if row[0] < 0:
            raise IdError(f"position {text!r}: {name} has {sum(row[1:])} checkers on the board, of {checkers}")
    return Position(tuple(mine), tuple(theirs))
