"""What the heuristic looks at: the things that a player would name, as numbers of about the size of 1.

Two lists. In *contact* every feature below is taken for the player on roll and for the opponent; in a *race*, where
nobody can be hit any more, checkers on points and pips are all that is left, measured by the square root of the pips
still to go, since that is how far luck spreads.

``CONTACT`` and ``RACE`` name every feature in order as (whose, name, group); the compiled functions fill them in.
"""

from __future__ import annotations

from math import sqrt

from bgtool.kernels.jit import kernel
from bgtool.kernels.rows import pip_count, rear
from bgtool.kernels.shots import escapes, shots
from bgtool.layout import BAR, HOME, OFF, POINTS

_BACK = POINTS - HOME  # checkers above this point stand in the opponent's home or on the bar

# One side of a contact position: name, group, what it counts.
_SIDE = (
    *((f"point {p}", "points", "two or more checkers on it") for p in range(1, POINTS + 1)),
    *((f"blot {p}", "blots", "a single checker on it") for p in range(1, POINTS + 1)),
    *((f"spare {p}", "spares", "a third checker on it") for p in range(1, POINTS + 1)),
    ("buried", "spares", "checkers beyond three on the points 1 to 3"),
    ("stacked", "spares", "checkers beyond three on the points 4 to 8"),
    ("stacked outside", "spares", "checkers beyond three on the points 9 to 24"),
    ("pips", "race", "pip count / 100"),
    ("on the bar", "bar", "anything on the bar"),
    ("more on the bar", "bar", "checkers on the bar beyond the first"),
    ("borne off", "race", "checkers borne off / 15"),
    ("bearing off", "race", "anything borne off"),
    ("shots", "blots", "chance that the other side hits if it is to roll"),
    ("shots from a board", "blots", "shots x points of the other side's home board / 6"),
    ("shots from a strong board", "blots", "shots x points of that board beyond three"),
    ("pips at risk", "blots", "pips that a roll of the other side costs on average / 25"),
    ("fourth home point", "home board", "points of the home board beyond three"),
    ("fifth home point", "home board", "points of the home board beyond four"),
    ("closed board", "home board", "all six home points"),
    ("board against the bar", "bar", "home points / 6 while the other side is on the bar"),
    ("dance", "bar", "chance that a checker of the other side on the bar cannot enter"),
    ("prime of 4", "primes", "four points in a row before the other side's last checker"),
    ("prime of 5", "primes", "five in a row"),
    ("prime of 6", "primes", "six in a row"),
    ("last checker held", "back checkers", "chance that the last checker cannot get away by more than six pips"),
    ("back checkers held", "back checkers", "the same summed over the back checkers / 2"),
    ("third back checker", "back checkers", "checkers in the opponent's home or on the bar beyond two"),
    ("no anchor", "back checkers", "home points of the other side / 6 while back checkers have no anchor"),
    ("back against a board", "back checkers", "back checkers x home points of the other side / 12"),
    ("to pass", "contact", "checkers that have not passed the other side's last checker / 15"),
    ("overlap", "contact", "pips by which the last checkers have still to pass each other / 24"),
    ("gammon pips", "gammon danger", "pips to bring all checkers home / 100"),
    ("gammon race", "gammon danger", "gammon pips x the other side's checkers off / 400"),
)
_SHARED = (
    ("on roll", "on roll", "always 1"),
    ("pip lead", "race", "pip lead / square root of the pips of both sides, / 5"),
    ("race standing", "race", "the pip lead flattened for hopeless races"),
)
# One side of a race; all divided by the square root of the pips of both sides.
_RACE_SIDE = (
    *((f"on {p}", "home board", f"checkers on point {p}") for p in range(1, HOME + 1)),
    *((f"gap {p}", "home board", f"point {p} empty") for p in range(1, HOME + 1)),
    ("stacked", "home board", "checkers beyond three on a home point"),
    ("checkers", "race", "checkers left"),
    ("pairs", "race", "pairs of checkers left, the last one alone counting as one"),
    ("pips", "race", "pip count / 10"),
    ("gammon pips", "gammon danger", "pips to bring all checkers home / 10"),
    ("outside", "race", "checkers outside of the home board"),
)
_RACE_SHARED = (
    ("on roll", "on roll", "always 1"),
    ("length", "race", "1 / square root of the pips of both sides"),
    ("pip lead", "race", "pip lead / square root of the pips of both sides"),
    ("race standing", "race", "the pip lead flattened for hopeless races"),
    ("lead squared", "race", "the pip lead squared"),
    ("lead cubed", "race", "the pip lead cubed"),
)


def _both(side, shared):
    """The features of both sides and the shared ones, each with its owner in front, in the order of the vector."""
    owned = [(whose, *feature) for whose in ("mine", "theirs") for feature in side]
    return tuple(owned + [("shared", *feature) for feature in shared])


CONTACT = _both(_SIDE, _SHARED)
RACE = _both(_RACE_SIDE, _RACE_SHARED)

_AT = {feature[0]: index for index, feature in enumerate(_SIDE)}
_POINT, _BLOT, _SPARE = (_AT[f"{table} 1"] - 1 for table in ("point", "blot", "spare"))
_BURIED, _STACKED, _STACKED_OUTSIDE = (_AT[name] for name in ("buried", "stacked", "stacked outside"))
_PIPS, _BAR, _MORE_BAR = (_AT[name] for name in ("pips", "on the bar", "more on the bar"))
_OFF, _BEARING_OFF = (_AT[name] for name in ("borne off", "bearing off"))
_SHOTS, _SHOTS_BOARD, _SHOTS_STRONG, _RISK = (
    _AT[name] for name in ("shots", "shots from a board", "shots from a strong board", "pips at risk")
)
_HOME_4, _HOME_5, _CLOSED = (_AT[name] for name in ("fourth home point", "fifth home point", "closed board"))
_BOARD_BAR, _DANCE = (_AT[name] for name in ("board against the bar", "dance"))
_PRIME_4, _PRIME_5, _PRIME_6 = (_AT[f"prime of {length}"] for length in (4, 5, 6))
_LAST_HELD, _BACK_HELD, _THIRD_BACK, _NO_ANCHOR, _BACK_BOARD = (
    _AT[name]
    for name in ("last checker held", "back checkers held", "third back checker", "no anchor", "back against a board")
)
_TO_PASS, _OVERLAP, _GAMMON_PIPS, _GAMMON_RACE = (
    _AT[name] for name in ("to pass", "overlap", "gammon pips", "gammon race")
)
_N = len(_SIDE)
_ON_ROLL, _LEAD, _STANDING = range(2 * _N, 2 * _N + len(_SHARED))

_RACE_AT = {feature[0]: index for index, feature in enumerate(_RACE_SIDE)}
_ON, _GAP = (_RACE_AT[f"{table} 1"] - 1 for table in ("on", "gap"))
_R_STACKED, _R_CHECKERS, _R_PAIRS, _R_PIPS, _R_GAMMON_PIPS, _R_OUTSIDE = (
    _RACE_AT[name] for name in ("stacked", "checkers", "pairs", "pips", "gammon pips", "outside")
)
_M = len(_RACE_SIDE)
_R_ON_ROLL, _R_LENGTH, _R_LEAD, _R_STANDING, _R_SQUARE, _R_CUBE = range(2 * _M, 2 * _M + len(_RACE_SHARED))

START_PIPS = 167.0
"""Pips of the starting position, which pip counts are measured by."""

_N_CONTACT = len(CONTACT)
_ROLL = 4  # pips that being on roll is worth: half of the average roll of 8.17


@kernel(_nrt=False)
def contact_features(mine, theirs, x):
    """Write the ``CONTACT`` features to *x*, float32 (len(CONTACT),), *mine* on roll; answer both pip counts."""
    for i in range(x.size):
        x[i] = 0
    my_pips = _side(mine, theirs, x[:_N])
    their_pips = _side(theirs, mine, x[_N : 2 * _N])
    lead = (their_pips - my_pips + _ROLL) / sqrt(my_pips + their_pips + 10.0)
    x[_ON_ROLL] = 1
    x[_LEAD] = lead / 5
    x[_STANDING] = lead / sqrt(4 + lead * lead)
    return my_pips, their_pips


@kernel(_nrt=False)
def _side(row, other, x):
    """Write one side's features to its part of *x*, which is all zero; answer its pip count."""
    passed = BAR - rear(other)  # the other side's last checker stands here in this side's numbering
    pips = gammon_pips = home_points = back = to_pass = made = landing = 0
    for p in range(1, BAR + 1):
        n = int(row[p])
        landing |= int(p == BAR or other[BAR - p] < 2) << p
        pips += n * p
        gammon_pips += n * max(p - HOME, 0)
        back += n * int(p > _BACK)
        to_pass += n * int(p > passed)
        if n == 0 or p == BAR:
            continue
        if n == 1:
            x[_BLOT + p] = 1
            continue
        x[_POINT + p] = 1
        made |= 1 << p
        home_points += int(p <= HOME)
        if n > 2:
            x[_SPARE + p] = 1
            x[_BURIED if p <= 3 else _STACKED if p <= 8 else _STACKED_OUTSIDE] += n - 3
    other_board = 0
    for p in range(1, HOME + 1):
        other_board += int(other[p] > 1)

    x[_PIPS] = pips / 100
    x[_BAR] = min(row[BAR], 1)
    x[_MORE_BAR] = max(row[BAR] - 1, 0)
    x[_OFF] = row[OFF] / 15
    x[_BEARING_OFF] = min(row[OFF], 1)
    rolls, lost = shots(other, row)
    x[_SHOTS] = rolls / 36
    x[_SHOTS_BOARD] = rolls * other_board / 216
    x[_SHOTS_STRONG] = rolls * max(other_board - 3, 0) / 36
    x[_RISK] = lost / 900
    x[_HOME_4] = max(home_points - 3, 0)
    x[_HOME_5] = max(home_points - 4, 0)
    x[_CLOSED] = max(home_points - 5, 0)
    if other[BAR]:
        x[_BOARD_BAR] = home_points / 6
        x[_DANCE] = home_points * home_points / 36
    runs = made >> (passed + 1)  # only points that the other side's last checker has still to pass
    runs &= runs >> 1
    runs &= runs >> 2
    x[_PRIME_4] = min(runs, 1)
    runs &= runs >> 1
    x[_PRIME_5] = min(runs, 1)
    runs &= runs >> 1
    x[_PRIME_6] = min(runs, 1)
    if back:
        _back_checkers(row, landing, x)
        x[_THIRD_BACK] = max(back - 2, 0)
        if made >> (_BACK + 1) == 0:
            x[_NO_ANCHOR] = other_board / 6
        x[_BACK_BOARD] = back * other_board / 12
    x[_TO_PASS] = to_pass / 15
    x[_OVERLAP] = max(rear(row) - passed, 0) / 24
    x[_GAMMON_PIPS] = gammon_pips / 100
    x[_GAMMON_RACE] = gammon_pips * int(other[OFF]) / 400
    return pips


@kernel(_nrt=False)
def _back_checkers(row, landing, x):
    """How firmly the back checkers are held; bit p of *landing* says that the side may land on its point p."""
    last = rear(row)
    for p in range(last, _BACK, -1):
        if row[p]:
            ahead = 0
            for d in range(1, p):
                ahead |= (landing >> (p - d) & 1) << d
            held = 36 - escapes(ahead)
            if p == last:
                x[_LAST_HELD] = held / 36
            x[_BACK_HELD] += int(row[p]) * held / 72


@kernel(_nrt=False)
def race_features(mine, theirs, x):
    """Write the ``RACE`` features to *x*, float32 (len(RACE),), *mine* on roll; no contact is left."""
    for i in range(x.size):
        x[i] = 0
    my_pips, their_pips = pip_count(mine), pip_count(theirs)
    unit = 1 / sqrt(my_pips + their_pips + 4.0)
    _race_side(mine, unit, x[:_M])
    _race_side(theirs, unit, x[_M : 2 * _M])
    lead = (their_pips - my_pips + _ROLL) * unit
    x[_R_ON_ROLL] = 1
    x[_R_LENGTH] = unit
    x[_R_LEAD] = lead
    x[_R_STANDING] = lead / sqrt(1 + lead * lead / 4)
    x[_R_SQUARE] = lead * lead / 10
    x[_R_CUBE] = lead * lead * lead / 20


@kernel(_nrt=False)
def _race_side(row, unit, x):
    """Write one side's race features to its part of *x*, which is all zero."""
    checkers = outside = gammon_pips = 0
    for p in range(1, BAR + 1):
        n = int(row[p])
        checkers += n
        if p > HOME:
            outside += n
            gammon_pips += n * (p - HOME)
        else:
            x[_ON + p] = n * unit
            x[_GAP + p] = int(n == 0) * unit
            x[_R_STACKED] += max(n - 3, 0) * unit
    x[_R_CHECKERS] = checkers * unit
    x[_R_PAIRS] = (checkers + 1) // 2 * unit
    x[_R_PIPS] = pip_count(row) * unit / 10
    x[_R_GAMMON_PIPS] = gammon_pips * unit / 10
    x[_R_OUTSIDE] = outside * unit


@kernel
def contact_rows(boards, out):
    """Write to *out*, float32 (n, 3 * len(CONTACT)), the features of *boards*, int8 (n, 2, 26), one row each.

    After the features themselves stand their products with the pip count of the player on roll / 167, then with the
    other side's: what the weights of :mod:`bgtool.kernels.heuristic` multiply.
    """
    k = _N_CONTACT
    for i in range(boards.shape[0]):
        mine, theirs = contact_features(boards[i, 0], boards[i, 1], out[i, :k])
        for j in range(k):
            out[i, k + j] = out[i, j] * (mine / START_PIPS)
            out[i, 2 * k + j] = out[i, j] * (theirs / START_PIPS)


@kernel
def race_rows(boards, out):
    """Write to *out*, float32 (n, len(RACE)), the race features of *boards*, int8 (n, 2, 26), one row each."""
    for i in range(boards.shape[0]):
        race_features(boards[i, 0], boards[i, 1], out[i])
