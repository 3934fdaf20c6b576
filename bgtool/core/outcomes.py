"""The five chances of a position, and its cubeless equity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bgtool.errors import InputError

_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Chances for the player on roll, cumulative: a gammon chance includes backgammons.

    ``lose`` is not stored: it is ``1 - win``. Chances out of order raise :class:`InputError`; where no more than
    rounding put them there (a millionth), they take the nearest place in order.
    """

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    def __post_init__(self) -> None:
        """Refuse chances that are not in [0, 1] or not ordered."""
        lose = 1.0 - self.win
        for big, small in ((self.win, self.win_gammon), (lose, self.lose_gammon)):
            if not -_SLACK <= small <= big + _SLACK:
                raise InputError(f"chances out of order: {self!r}")
        if not (-_SLACK <= self.win_backgammon <= self.win_gammon + _SLACK) or not (
            -_SLACK <= self.lose_backgammon <= self.lose_gammon + _SLACK
        ):
            raise InputError(f"chances out of order: {self!r}")
        win = _between(self.win, 1.0)
        win_gammon, lose_gammon = _between(self.win_gammon, win), _between(self.lose_gammon, 1.0 - win)
        backgammons = _between(self.win_backgammon, win_gammon), _between(self.lose_backgammon, lose_gammon)
        ordered = (win, win_gammon, backgammons[0], lose_gammon, backgammons[1])
        for name, chance in zip(self.__slots__, ordered, strict=True):
            object.__setattr__(self, name, chance)

    @classmethod
    def of(cls, chances: Iterable[float]) -> Outcomes:
        """The chances from five numbers in the order of the fields (a row of an evaluator's answer)."""
        return cls(*(min(1.0, max(0.0, float(chance))) for chance in chances))

    @classmethod
    def from_result(cls, points: int) -> Outcomes:
        """The certain chances of a finished game worth ``points`` (±1, ±2, ±3) to the player on roll."""
        size = abs(points)
        big, huge = float(size >= 2), float(size >= 3)
        return cls(1.0, big, huge) if points > 0 else cls(0.0, 0.0, 0.0, big, huge)

    @property
    def lose(self) -> float:
        """The chance of losing."""
        return 1.0 - self.win

    @property
    def equity(self) -> float:
        """The cubeless equity in points per cube: 2W - 1 + Wg + Wbg - Lg - Lbg."""
        return self.capped_equity(3)

    def capped_equity(self, limit: int) -> float:
        """The cubeless equity where a win counts at most ``limit`` (1 under DMP, 2 in Portes, else 3)."""
        equity = 2.0 * self.win - 1.0
        if limit >= 2:
            equity += self.win_gammon - self.lose_gammon
        if limit >= 3:
            equity += self.win_backgammon - self.lose_backgammon
        return equity

    def swapped(self) -> Outcomes:
        """The same chances seen by the opponent."""
        return Outcomes(self.lose, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)

    def __iter__(self) -> Iterator[float]:
        """The five numbers in the order of the fields."""
        return iter((self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon))


def _between(chance: float, most: float) -> float:
    return min(most, max(0.0, chance))
