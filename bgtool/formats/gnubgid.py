"""GNU Backgammon's Position ID and Match ID.

Described in the GNU Backgammon manual, sections "A technical description of the Position ID" and "... Match ID";
what the manual leaves open (bit 66, beavers, resignations) was observed from the program. Seat 0 is GNU Backgammon's
player 0 (O, at the top of its board), seat 1 its player 1 (X, at the bottom).
"""

from __future__ import annotations

import base64
import re

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import RESIGNATION_OFFERS, Cube, MatchState, Offer, Phase
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import IdError, PositionError
from bgtool.layout import CHECKERS, ROW

POSITION_LENGTH = 14
MATCH_LENGTH = 12

_STRAY = re.compile(r"[^A-Za-z0-9+/]")
_CENTRED = 3
_FIELDS = {
    "cube": (0, 4),
    "owner": (4, 2),
    "on_roll": (6, 1),
    "crawford": (7, 1),
    "phase": (8, 3),
    "decider": (11, 1),
    "doubled": (12, 1),
    "resigned": (13, 2),
    "die1": (15, 3),
    "die2": (18, 3),
    "length": (21, 15),
    "score0": (36, 15),
    "score1": (51, 15),
    "no_jacoby": (66, 1),
    "unused": (67, 5),
}
"""The fields of a Match ID: first bit and number of bits, counted from the lowest bit of the first byte."""

_LARGEST = (1 << 15) - 1
_TURNED = (Offer.BEAVER, Offer.RACCOON)

_UNARY = tuple("1" * count + "0" for count in range(CHECKERS + 1))


def position_id(position: Position) -> str:
    """The 14-character Position ID of a position, seen by its player on roll."""
    return _packed(position.opponent, position.on_roll)


def position_id_after(after: Position) -> str:
    """The Position ID after a play, the opponent on roll; ``after`` has the mover first."""
    return _packed(after.on_roll, after.opponent)


def _packed(waiting: tuple[int, ...], on_roll: tuple[int, ...]) -> str:
    """Each point and bar as that many 1 bits and a 0, from the lowest bit up."""
    bits = "".join([_UNARY[count] for count in waiting[1:] + on_roll[1:]])
    return base64.b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode("ascii")[:POSITION_LENGTH]


def parse_position_id(text: str, checkers: int = CHECKERS) -> Position:
    """The position of a Position ID; checkers that are not on the board have been borne off.

    Raises :class:`IdError`, naming the field, for anything that GNU Backgammon would not write.
    """
    _check_shape("Position ID", text, POSITION_LENGTH)
    if text[-1] not in "AQgw":
        raise IdError(f"Position ID {text!r}: the last character can only be A, Q, g or w")
    bits = int.from_bytes(base64.b64decode(text + "=="), "little")
    rows = []
    for name in ("opponent", "player on roll"):
        row = [0] * ROW
        for point in range(1, ROW):
            row[point] = (~bits & (bits + 1)).bit_length() - 1
            bits >>= row[point] + 1
        row[0] = checkers - sum(row)
        if row[0] < 0:
            raise IdError(
                f"Position ID {text!r}: {name} has {sum(row[1:])} checkers on the board instead of {checkers}"
            )
        rows.append(tuple(row))
    if bits:
        raise IdError(f"Position ID {text!r}: goes on after the last point")
    try:
        return Position(on_roll=rows[1], opponent=rows[0])
    except PositionError as error:
        raise IdError(f"Position ID {text!r}: {error}") from None


def match_id(state: MatchState) -> str:
    """The 12-character Match ID of a state: everything but the checkers, beavers, the cube limit and the variant.

    Raises :class:`IdError` for a score too large for it.
    """
    if max(state.score) > _LARGEST:
        raise IdError(f"a Match ID holds no score above {_LARGEST}: {max(state.score)}")
    turn = state.answering or state.offer
    doubled = turn is not None and not turn.resignation and state.phase is not Phase.DROPPED
    fields = {
        "cube": (state.cube.value >> (turn in _TURNED)).bit_length() - 1,
        "owner": _CENTRED if state.cube.owner is None else state.cube.owner,
        "on_roll": state.on_roll,
        "crawford": state.crawford,
        "phase": state.phase.value,
        "decider": state.decider,
        "doubled": doubled,
        "resigned": state.offer.resignation if state.offer else 0,
        "die1": state.dice.high if state.dice else 0,
        "die2": state.dice.low if state.dice else 0,
        "length": state.length,
        "score0": state.score[0],
        "score1": state.score[1],
        "no_jacoby": not state.jacoby,
    }
    bits = sum(int(value) << _FIELDS[name][0] for name, value in fields.items())
    return base64.b64encode(bits.to_bytes(9, "little")).decode("ascii")


def gnubg_id(state: MatchState) -> str:
    """Position ID and Match ID joined by a colon, as GNU Backgammon's ``set gnubgid`` reads them."""
    return f"{position_id(state.position)}:{match_id(state)}"


def match_id_fields(text: str) -> dict[str, int]:
    """The bare numbers in a Match ID by name of field; :class:`IdError` when it is not twelve base64 characters."""
    _check_shape("Match ID", text, MATCH_LENGTH)
    bits = int.from_bytes(base64.b64decode(text), "little")
    return {name: bits >> place & ((1 << width) - 1) for name, (place, width) in _FIELDS.items()}


def parse_gnubg_id(position: str, match: str, variant: Variant = STANDARD) -> MatchState:
    """The state of a Position ID and a Match ID; :class:`IdError` names the field that cannot be."""
    fields = match_id_fields(match)
    fault = _fault(fields)
    if fault:
        raise IdError(f"Match ID {match!r}: {fault}")
    board = parse_position_id(position, variant.checkers)
    turn = _turn(fields)
    resigned = RESIGNATION_OFFERS.get(fields["resigned"])
    owner = None if fields["owner"] == _CENTRED else fields["owner"]
    try:
        return MatchState(
            position=board,
            on_roll=fields["on_roll"],
            dice=Dice.of(fields["die1"], fields["die2"]) if fields["die1"] else None,
            cube=Cube(1 << fields["cube"] + (turn in _TURNED), owner),
            score=(fields["score0"], fields["score1"]),
            length=fields["length"],
            crawford=bool(fields["crawford"]),
            jacoby=not fields["no_jacoby"] and not fields["length"],
            offer=resigned or turn,
            answering=turn if resigned else None,
            phase=Phase(fields["phase"]),
            variant=variant,
        )
    except PositionError as error:
        raise IdError(f"Match ID {match!r}: {error}") from None


def _check_shape(name: str, text: str, length: int) -> None:
    stray = _STRAY.search(text)
    if stray:
        where = f"character {stray.start() + 1} is {stray[0]!r}, which is no letter, digit, + or /"
        raise IdError(f"{name} {text[:200]!r}: {where}")
    if len(text) != length:
        raise IdError(f"{name} {text[:200]!r}: {len(text)} characters instead of {length}")


def _turn(fields: dict[str, int]) -> Offer | None:
    """The turn of the cube that stands to be answered, or that ended the game by being passed."""
    dropped = fields["phase"] == Phase.DROPPED.value
    if not fields["doubled"] and not dropped:
        return None
    theirs = fields["owner"] == 1 - fields["on_roll"]
    to_answer = (fields["decider"] != fields["on_roll"]) != bool(fields["resigned"])
    if to_answer:
        return Offer.RACCOON if theirs else Offer.DOUBLE
    return Offer.BEAVER if theirs else None


def _fault(fields: dict[str, int]) -> str | None:
    """The first thing in a Match ID's fields that cannot be, or None."""
    if fields["unused"]:
        return "the bits after the last field are not zero"
    if fields["owner"] == 2:
        return "cube owner 2: expected 0, 1 or 3 (centred)"
    if fields["phase"] > Phase.DROPPED.value:
        return f"game state {fields['phase']}: expected 0 to 4"
    if max(fields["die1"], fields["die2"]) > 6 or bool(fields["die1"]) != bool(fields["die2"]):
        return f"dice {fields['die1']} and {fields['die2']}: expected 1 to 6, or 0 and 0 before the roll"
    if fields["doubled"] and fields["die1"]:
        return "double after the roll"
    if fields["doubled"] and fields["phase"] in (Phase.NONE.value, Phase.OVER.value, Phase.DROPPED.value):
        return "double while no game is on"
    if fields["resigned"] and fields["phase"] not in (Phase.PLAYING.value, Phase.RESIGNED.value):
        return "resignation while no game is on"
    if fields["doubled"] and _turn(fields) is None:
        return "double: decision with the player on roll, who was not beavered"
    answer = _turn(fields)
    if fields["doubled"] and fields["length"] and fields["owner"] == 1 - fields["on_roll"]:
        return "double: the cube belongs to the opponent of the player who doubled (no beavers in a match)"
    turned = answer in (Offer.DOUBLE, Offer.RACCOON)
    if (fields["decider"] != fields["on_roll"]) != (turned != bool(fields["resigned"])):
        return "decision: nothing was offered to this player"
    return None
