"""Match equity tables computed from a few parameters: Zadeh's and Tornberg's.

Both play a game out in one stroke: with a cube that is live until its last useful turn, the match winning chance at a
winning chance of one half is interpolated between the points where one player or the other would pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.met import LONGEST, MatchEquityTable
from bgtool.errors import InputError

Grid = list[list[float]]
"""``grid[i][j]``: chance of seat 0 needing i + 1 points against j + 1."""


def post_crawford_row(
    gammons: float, free_drop_2: float, free_drop_4: float, *, wins: float = 0.5, drops_count_on: bool = True
) -> tuple[float, ...]:
    """The trailer's chances after the Crawford game, needing 1, 2, ... points: he doubles at once.

    ``gammons`` is the share of gammons in his wins, ``wins`` his chance of a game. At 2-away and 4-away the leader
    may drop for nothing, which costs the given chances; ``drops_count_on`` says whether longer needs feel that too.
    """
    row = [wins]
    for need in range(2, LONGEST + 1):
        four, two = (row[need - 1 - points] if need > points else 1.0 for points in (4, 2))
        row.append(
            wins * (gammons * four + (1.0 - gammons) * two) - _free_drop(need, free_drop_2, free_drop_4, drops_count_on)
        )
    if not drops_count_on:
        row = [chance - _free_drop(need, free_drop_2, free_drop_4) for need, chance in enumerate(row, 1)]
    return tuple(row)


def zadeh_table(
    name: str,
    post: tuple[Sequence[float], Sequence[float]],
    *,
    gammons_leader: float = 0.25,
    gammons_trailer: float = 0.15,
    delta: float = 0.08,
    delta_bar: float = 0.06,
) -> MatchEquityTable:
    """The table of N. Zadeh, "On Doubling in Tournament Backgammon", Management Science 23 (1977) 986.

    ``delta`` and ``delta_bar`` make up for the volatility that a live cube lacks: they are added to the cash points of
    later and of the first turn of the cube. The numbers are those GNU Backgammon falls back on.
    """
    column = _crawford_column(post[0], gammons_leader)
    builder = _Builder(gammons_leader, gammons_trailer, delta, delta_bar)
    return builder.table(name, column, _crawford_column(post[1], gammons_leader), post)


def mec_table(
    name: str,
    post: tuple[Sequence[float], Sequence[float]],
    *,
    gammons: float = 0.26,
    wins: float = 0.5,
) -> MatchEquityTable:
    """The table of C. Tornberg's match equity calculator: a live cube, ``gammons`` of the wins being gammons.

    ``wins`` is the chance of seat 0 in a game. The Crawford game is followed by games without a free drop, as in the
    published table (mec26).
    """
    columns = [
        _crawford_column(post_crawford_row(gammons, 0.0, 0.0, wins=chance), gammons, chance)
        for chance in (wins, 1.0 - wins)
    ]
    return _Builder(gammons, gammons, wins=wins).table(name, columns[0], columns[1], post)


def _free_drop(need: int, at_2: float, at_4: float, counts: bool = True) -> float:
    return {2: at_2, 4: at_4}.get(need, 0.0) if counts else 0.0


def _crawford_column(post: Sequence[float], gammons: float, wins: float = 0.5) -> list[float]:
    """The trailer's chances before the Crawford game, in which there is no cube; index i: he needs i + 1 points."""
    column = [wins]
    for need in range(2, LONGEST + 1):
        two, one = (post[need - 1 - points] if need > points else 1.0 for points in (2, 1))
        column.append(wins * (gammons * two + (1.0 - gammons) * one))
    return column


class _Builder:
    """Fills a grid of scores from the lowest up; cash points are kept per score and turn of the cube."""

    def __init__(
        self, gammons: float, gammons_against: float, later: float = 0.0, first: float = 0.0, *, wins: float = 0.5
    ):
        """``gammons`` is the share in the doubler's wins, ``gammons_against`` in his losses.

        ``later`` and ``first`` are added to the cash points of later turns of the cube and of the first one; without
        such a makeshift, a live redouble ends the game by being passed, so that it loses no gammon.
        """
        self.passes = not later
        self.gammons = gammons
        self.gammons_against = gammons_against
        self.later = later
        self.first = first
        self.wins = wins
        self.grid: Grid = [[0.0] * LONGEST for _ in range(LONGEST)]

    def table(
        self, name: str, mine: Sequence[float], theirs: Sequence[float], post: tuple[Sequence[float], Sequence[float]]
    ) -> MatchEquityTable:
        """The finished table, from the Crawford columns of seats 0 and 1."""
        grid = self.grid
        for i in range(LONGEST):
            grid[0][i] = 1.0 - theirs[i]
            grid[i][0] = mine[i]
        for i in range(1, LONGEST):
            for j in range(1, LONGEST):
                cash = self._cash(i, j, 0, 1) + self.first
                drop = 1.0 - self._cash(i, j, 1, 1) - self.first
                share = (self.wins - drop) / (cash - drop)
                grid[i][j] = share * self._at(i - 1, j) + (1.0 - share) * self._at(i, j - 1)
        if not all(0.0 <= chance <= 1.0 for row in grid for chance in row):
            raise InputError(f"match equity table {name!r}: its parameters give chances outside 0 to 1")
        return MatchEquityTable(name, tuple(map(tuple, grid)), (tuple(post[0]), tuple(post[1])))

    def _at(self, i: int, j: int) -> float:
        return 1.0 if i < 0 else 0.0 if j < 0 else self.grid[i][j]

    def _after(self, i: int, j: int, seat: int, points: int) -> float:
        """The chance of ``seat`` after he has won ``points`` (lost, when negative)."""
        winner = seat if points > 0 else 1 - seat
        chance = self._at(i - abs(points), j) if winner == 0 else self._at(i, j - abs(points))
        return chance if seat == 0 else 1.0 - chance

    def _cash(self, i: int, j: int, seat: int, cube: int) -> float:
        """The chance of winning the game from which a double of ``seat`` at this cube is to be passed."""
        need, other = (i, j) if seat == 0 else (j, i)
        dead = need < 2 * cube or other < 2 * cube
        stake = 4 * cube if need < 2 * cube <= other else 2 * cube  # his next double costs the other nothing
        won = self.gammons * self._after(i, j, seat, 2 * stake) + (1.0 - self.gammons) * self._after(i, j, seat, stake)
        gammons = self.gammons_against if dead or not self.passes else 0.0
        lost = gammons * self._after(i, j, seat, -2 * stake) + (1.0 - gammons) * self._after(i, j, seat, -stake)
        point = (self._after(i, j, seat, cube) - lost) / (won - lost)
        if dead:
            return point
        return 1.0 + (self._cash(i, j, 1 - seat, 2 * cube) + self.later) * (point - 1.0)
