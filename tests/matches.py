"""Match records built by hand, in the words of a transcript."""

from bgtool.core.dice import Dice
from bgtool.core.move import parse_hops
from bgtool.core.record import Double, Game, Legality, Match, Pass, Play, Take
from bgtool.core.replay import after, before, first_state
from bgtool.core.rules import apply_as_written, find_move

OTHERS = {"double": lambda seat, cube: Double(seat, 2 * cube), "take": lambda seat, cube: Take(seat)} | {
    "pass": lambda seat, cube: Pass(seat)
}


def game(*rows, number=1, score=(0, 0), match=None, **fields):
    """A game from rows such as ``0 31: 8/5 6/5``, ``1 double``, ``0 take``, ``1 64: illegal 24/13``, ``0 52: ?``."""
    match = match or Match(("Ann", "Bo"), 5)
    actions = []
    first = Game(number, score, (Play(int(rows[0][0]), Dice(6, 5)),), **fields)
    state = first_state(match, first)
    for row in rows:
        seat, rest = int(row[0]), row[2:]
        if rest in OTHERS:
            action = OTHERS[rest](seat, state.cube.value)
        else:
            action = _play(state, seat, rest)
        state = after(before(state, action), action)
        actions.append(action)
    return Game(number, score, tuple(actions), **fields)


def _play(state, seat, text):
    dice, written = text.split(":")
    dice, written = Dice.parse(dice), written.strip()
    bare = Play(seat, dice)
    position = before(state, bare).position
    if written == "?":
        return Play(seat, dice, legality=Legality.UNKNOWN)
    if written.startswith("illegal "):
        hops = parse_hops(written.removeprefix("illegal "))
        return Play(seat, dice, None, Legality.ILLEGAL, apply_as_written(position, hops), hops)
    return Play(seat, dice, find_move(position, dice, written))


OPENING = (
    "0 31: 8/5 6/5",
    "1 64: 24/14",
    "0 52: 13/8 13/11",
    "1 double",
    "0 take",
    "1 11: bar/24/23 6/5(2)",
    "0 66: 24/18(2) 13/7(2)",
)


def one_game(*rows, length=5, **fields):
    """A match of a single game."""
    match = Match(("Ann", "Bo"), length)
    return Match(("Ann", "Bo"), length, (game(*(rows or OPENING), match=match, **fields),))
