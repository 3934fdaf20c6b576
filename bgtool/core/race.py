"""The published ways to judge a race by counting: adjusted pip counts, their cube decisions, winning chances.

Every count is seen by the player on roll, who may double before he rolls; the decisions are for money play. They
suppose a race without contact and say nothing of gammons.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

from bgtool.core.position import Position, pip_count
from bgtool.errors import PositionError
from bgtool.layout import BAR, HOME, ROW

_Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RaceCount:
    """One method's judgement of a race.

    ``on_roll`` and ``opponent`` are the two counts that it compares (with what it adds for being on roll). ``double``
    and ``redouble`` say whether the player on roll should, ``take`` whether the opponent then should take, ``win`` is
    the chance of the player on roll; None where the method does not say.
    """

    name: str
    on_roll: float
    opponent: float
    double: bool
    redouble: bool
    take: bool
    win: float | None = None

    @property
    def action(self) -> str:
        """The decision with a centred cube in words: ``no double, take``, ``double, take`` or ``double, pass``."""
        return f"{'double' if self.double else 'no double'}, {'take' if self.take else 'pass'}"


def race_counts(position: Position) -> tuple[RaceCount, ...]:
    """Every method's judgement of a race; :class:`PositionError` where there is still contact or the game is over."""
    if position.is_over or position.has_contact:
        raise PositionError("race counts are for positions without contact" if not position.is_over else "game over")
    return tuple(method(position) for method in (keith, thorp, ward, eight_nine_twelve, kleinman, isight))


def keith(position: Position) -> RaceCount:
    """The Keith count.

    Pips, plus 2 for each checker more than 1 on the ace point, 1 for each more than 1 on the two point, 1 for each
    more than 3 on the three point, 1 for each gap on 4, 5 and 6; the player on roll adds a seventh, rounded down.
    Double up to 4 more than the opponent, redouble up to 3 more; take if the doubler has at least 2 more.
    Source: Tom Keith, "Cube Handling in Noncontact Positions", 2004 (bkgm.com/articles/CubeHandlingInRaces).

    Example: 84 pips without waste against 88: 84 + 12 = 96 > 88 + 4, no double and a take.
    """
    mine, theirs = _keith(position.on_roll), _keith(position.opponent)
    mine += mine // 7
    return RaceCount(
        "Keith", mine, theirs, double=mine <= theirs + 4, redouble=mine <= theirs + 3, take=mine >= theirs + 2
    )


def _keith(row: _Row) -> int:
    stacked = 2 * max(0, row[1] - 1) + max(0, row[2] - 1) + max(0, row[3] - 3)
    return pip_count(row) + stacked + sum(not row[point] for point in (4, 5, 6))


def thorp(position: Position) -> RaceCount:
    """The Thorp count.

    Pips, plus 2 for each checker left, plus 1 for each on the ace point, minus 1 for each home point held; the player
    on roll adds a tenth if he has more than 30. Double up to 2 more than the opponent, redouble up to 1 more; pass if
    the opponent has 2 more than the doubler.
    Source: Edward O. Thorp; Bill Robertie, Advanced Backgammon, vol. 2; rec.games.backgammon 1991 and 1997
    (bkgm.com/rgb/rgb.cgi?view+772). Where printed rules differ by one pip this is GNU Backgammon's.

    Example: 84 pips, 15 checkers, 1 on the ace point, 5 points held: 84 + 30 + 1 - 5 = 110, with a tenth 121.
    """
    mine, theirs = float(_thorp(position.on_roll)), float(_thorp(position.opponent))
    if mine > 30:
        mine *= 1.1
    return RaceCount(
        "Thorp", mine, theirs, double=mine <= theirs + 2, redouble=mine <= theirs + 1, take=mine > theirs - 2
    )


def _thorp(row: _Row) -> int:
    return pip_count(row) + 2 * _left(row) + row[1] - _points_held(row)


def ward(position: Position) -> RaceCount:
    """Ward's count.

    Pips, plus 2 for each checker more than 2 on the ace point, 1 for each more than 2 on the two point; minus 1 for
    each home point held more than the opponent holds; plus 2 for each checker more than the opponent has left, plus
    a half for each more outside the home board; the player on roll adds a tenth. Double up to 2 more than the
    opponent, redouble up to 1 more; take up to 2, 3 or 4 more than the doubler where both together average 50, 75 or
    100 pips, in between in proportion.
    Source: Jeff Ward, The Doubling Cube in Backgammon, vol. 1, 1982, pp. 74-76, as given in rec.games.backgammon,
    24 January 1992 (bkgm.com/rgb/rgb.cgi?view+777).

    Example: 70 pips against 76, no waste on either side: 77 <= 76 + 1, a redouble; 76 <= 77 + 2.9, a take.
    """
    mine = _ward(position.on_roll, position.opponent) * 1.1
    theirs = _ward(position.opponent, position.on_roll)
    average = min(100.0, max(50.0, sum(position.pips) / 2))
    return RaceCount(
        "Ward", mine, theirs, double=mine <= theirs + 2, redouble=mine <= theirs + 1, take=theirs <= mine + average / 25
    )


def _ward(row: _Row, other: _Row) -> float:
    count = float(pip_count(row)) + 2 * max(0, row[1] - 2) + max(0, row[2] - 2)
    count -= max(0, _points_held(row) - _points_held(other))
    count += 2 * max(0, _left(row) - _left(other))
    return count + 0.5 * max(0, _outside(row) - _outside(other))


def eight_nine_twelve(position: Position) -> RaceCount:
    """The 8-9-12 rule.

    Double with a lead of at least 8 % of the own pips, redouble with 9 %, take up to 12 %.
    Source: a rule of the 1970s, as given in rec.games.backgammon 1991 (bkgm.com/rgb/rgb.cgi?view+772).

    Example: 100 against 110 is a lead of 10 %: a redouble and a take.
    """
    mine, theirs = position.pips
    lead = 100 * (theirs - mine)
    return RaceCount("8-9-12", mine, theirs, double=lead >= 8 * mine, redouble=lead >= 9 * mine, take=lead <= 12 * mine)


def kleinman(position: Position) -> RaceCount:
    """Kleinman's estimate.

    With D the lead in pips and S their sum, K = (D + 4)^2 / (S - 4), and the winning chance is that of a normal
    distribution, (1 + erf(sqrt(K) / 2)) / 2. Double from K = 0.5, redouble from 0.7, pass above 1.2. ``on_roll`` is K
    (negative when behind), ``opponent`` 1.2.
    Source: Danny Kleinman, Vision Laughs at Counting, 1980; Oystein Johansen, rec.games.backgammon, 22 February 2001.

    Example: 100 against 113: K = 17^2 / 209 = 1.38, 79.7 %.
    """
    mine, theirs = position.pips
    lead = theirs - mine + 4
    half = lead / (2 * sqrt(max(1, mine + theirs - 4)))
    k = 4 * half * abs(half)
    return RaceCount("Kleinman", k, 1.2, double=k >= 0.5, redouble=k >= 0.7, take=k <= 1.2, win=(1 + erf(half)) / 2)


def isight(position: Position) -> RaceCount:
    """The Isight count.

    Pips, plus 1 for each checker more than the opponent has left, 2 for each more than 2 on the ace point, 1 for each
    more than 2 on the two point, 1 for each more than 3 on the three point, 1 for each gap on 4, 5 and 6 where the
    opponent has none, 1 for each crossover more than the opponent needs. The chance of the player on roll is
    80 % - count / 3 + 2 x lead; double from 68 %, redouble from 70 %, take up to 76 % (the same as adding a sixth and
    comparing with the opponent's count plus 6, 5 and 2).
    Source: Axel Reichert, Improved Cube Handling in Races: Insights with Isight, 2014.

    Example: 84 against 89: 80 - 28 + 10 = 62 %, no double and a take.
    """
    mine, theirs = _isight(position.on_roll, position.opponent), _isight(position.opponent, position.on_roll)
    thirds = 240 - mine + 6 * (theirs - mine)
    return RaceCount(
        "Isight",
        mine,
        theirs,
        double=thirds >= 3 * 68,
        redouble=thirds >= 3 * 70,
        take=thirds <= 3 * 76,
        win=min(1.0, max(0.0, thirds / 300)),
    )


def _isight(row: _Row, other: _Row) -> int:
    count = pip_count(row) + max(0, _left(row) - _left(other))
    count += 2 * max(0, row[1] - 2) + max(0, row[2] - 2) + max(0, row[3] - 3)
    count += sum(not row[point] and other[point] > 0 for point in (4, 5, 6))
    return count + max(0, _crossovers(row) - _crossovers(other))


def _left(row: _Row) -> int:
    return sum(row[1:])


def _outside(row: _Row) -> int:
    return sum(row[HOME + 1 :])


def _points_held(row: _Row) -> int:
    return sum(row[point] > 0 for point in range(1, HOME + 1))


def _crossovers(row: _Row) -> int:
    """The quarters of the board that the checkers have to cross to reach home, one from the bar counting four."""
    return sum(row[point] * (4 if point == BAR else (point - 1) // HOME) for point in range(1, ROW))
