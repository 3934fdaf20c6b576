"""Match equity tables: the chance of winning a match at every score, before, in and after the Crawford game."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import erfc, sqrt

from bgtool.errors import InputError

LONGEST = 64
"""The most points that a player may need, as in GNU Backgammon."""

Row = tuple[float, ...]


@dataclass(frozen=True)
class MatchEquityTable:
    """The match winning chances (MWC, 0 to 1) of the player on seat 0 at every score.

    ``pre[i][j]`` is his chance needing i + 1 points against j + 1 while the Crawford game has not been played; where
    somebody needs one point, it is the chance before the Crawford game. ``post[s][i]`` is the chance of the player on
    seat s, needing i + 1 points against one, once it has been played. ``known`` is the length that the author of the
    table gave; what lies beyond was extended. Tables are equal when their names and numbers are.
    """

    name: str
    pre: tuple[Row, ...] = field(repr=False, compare=False)
    post: tuple[Row, Row] = field(repr=False, compare=False)
    known: int = LONGEST
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        """Refuse what is no table (:class:`~bgtool.errors.InputError`) and sign the rest."""
        if len(self.pre) != LONGEST or any(len(row) != LONGEST for row in (*self.pre, *self.post)):
            raise InputError(f"match equity table {self.name!r}: expected {LONGEST} x {LONGEST} scores")
        numbers = [chance for row in (*self.pre, *self.post) for chance in row]
        if not all(0.0 <= chance <= 1.0 for chance in numbers):
            raise InputError(f"match equity table {self.name!r}: a chance is not between 0 and 1")
        signed = hashlib.sha256(struct.pack(f"<{len(numbers)}d", *numbers)).hexdigest()[:8]
        object.__setattr__(self, "digest", signed)

    @cached_property
    def symmetric(self) -> bool:
        """Whether both players have the same chances at the same needs."""
        return self.post[0] == self.post[1] and all(
            abs(self.pre[i][j] + self.pre[j][i] - 1.0) < 1e-9 for i in range(LONGEST) for j in range(i + 1)
        )

    @cached_property
    def swapped(self) -> MatchEquityTable:
        """The table for the seats exchanged: the same one when it is symmetric."""
        if self.symmetric:
            return self
        pre = tuple(tuple(1.0 - self.pre[i][j] for i in range(LONGEST)) for j in range(LONGEST))
        return MatchEquityTable(self.name, pre, (self.post[1], self.post[0]), self.known)

    def seen_by(self, seat: int) -> MatchEquityTable:
        """The table with the player on ``seat`` in the place of seat 0, so that every answer is his."""
        return self.swapped if seat else self

    def mwc(self, mine: int, theirs: int, *, post_crawford: bool = False) -> float:
        """My chance of winning the match, before a game in which I need ``mine`` points and they ``theirs``.

        A need of 0 or less means that the match is over. Raises :class:`~bgtool.errors.InputError` beyond 64 points.
        """
        if mine <= 0 or theirs <= 0:
            if mine <= 0 and theirs <= 0:
                raise InputError(f"{mine} and {theirs} points away: both players cannot have won the match")
            return float(mine <= 0)
        if max(mine, theirs) > LONGEST:
            raise InputError(f"{mine}-away against {theirs}-away: match equities reach {LONGEST} points")
        if not post_crawford:
            return self.pre[mine - 1][theirs - 1]
        if theirs == 1:
            return self.post[0][mine - 1]
        if mine == 1:
            return 1.0 - self.post[1][theirs - 1]
        raise InputError(f"{mine}-away against {theirs}-away is before the Crawford game: nobody is one point away")

    def after(self, mine: int, theirs: int, points: int, *, post_crawford: bool = False) -> float:
        """My chance of winning the match once this game has ended.

        ``mine`` and ``theirs`` are the needs before the game, ``points`` what I win (negative: what they win) with the
        cube counted; ``post_crawford`` says that this is the Crawford game or a later one.
        """
        if points >= 0:
            mine -= points
        else:
            theirs += points
        return self.mwc(mine, theirs, post_crawford=post_crawford)


def table_from(
    name: str, pre: Sequence[Sequence[float]], post: Sequence[Sequence[float]], known: int
) -> MatchEquityTable:
    """A table from the rows that an author gave, extended to 64 points as GNU Backgammon extends them.

    ``post`` holds the rows of seats 0 and 1, of ``known`` or (as the last score cannot occur in a match of that
    length) ``known - 1`` entries.
    """
    grid = [[_distant(i + 1, j + 1) for j in range(LONGEST)] for i in range(LONGEST)]
    for i in range(known):
        for j in range(known):
            grid[i][j] = float(pre[i][j])
    rows = tuple(_longer(row[:known]) for row in post)
    return MatchEquityTable(name, tuple(map(tuple, grid)), (rows[0], rows[1]), known)


_GAMMONS = 0.25
_DEVIATIONS = (0.0, 1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72)
_FAR_DEVIATION = 1.77


def _deviation(away: int) -> float:
    return _DEVIATIONS[away] if away < len(_DEVIATIONS) else _FAR_DEVIATION


def _distant(mine: int, theirs: int) -> float:
    """MWC from a normal distribution of the points won in the games still to come; only for distant scores."""
    spread = sqrt((_deviation(mine) ** 2 + _deviation(theirs) ** 2) * (mine + theirs) / 2.0)
    return 0.5 * erfc((mine - theirs) / spread / sqrt(2.0))


def _longer(row: Sequence[float]) -> Row:
    """A post-Crawford row with the games beyond its end as automatic doubles, a quarter of the wins gammons."""
    longer = list(map(float, row))
    while len(longer) < LONGEST:
        longer.append(0.5 * (_GAMMONS * _reach(longer, 4) + (1.0 - _GAMMONS) * _reach(longer, 2)))
    return tuple(longer)


def _reach(row: Sequence[float], points: int) -> float:
    """The chance at ``points`` less than the score that comes after the end of the row; 1 when that wins."""
    return row[len(row) - points] if len(row) >= points else 1.0
