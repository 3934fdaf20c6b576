"""One roll of two dice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bgtool.errors import NotationError

_TEXT = re.compile(r"\s*([1-6])\s*[-,/ ]?\s*([1-6])\s*")


@dataclass(frozen=True, slots=True, order=True)
class Dice:
    """A roll, the higher die first; build it with :meth:`of` or :meth:`parse` in any order."""

    high: int
    low: int

    def __post_init__(self) -> None:
        """Refuse dice that do not exist (:class:`NotationError`)."""
        if not (1 <= self.low <= self.high <= 6):
            raise NotationError(f"dice {self.high}-{self.low}: each die shows 1 to 6, the higher one first")

    @classmethod
    def of(cls, first: int, second: int) -> Dice:
        """The roll of these two dice, in either order."""
        return cls(max(first, second), min(first, second))

    @classmethod
    def parse(cls, text: str) -> Dice:
        """The roll written as ``31``, ``3-1``, ``3,1`` or ``3 1``; :class:`NotationError` otherwise."""
        found = _TEXT.fullmatch(text)
        if not found:
            raise NotationError(f"dice {text!r}: expected two digits from 1 to 6, such as 31")
        return cls.of(int(found[1]), int(found[2]))

    @property
    def is_doublet(self) -> bool:
        """Whether both dice show the same number, so that it is played four times."""
        return self.high == self.low

    @property
    def weight(self) -> int:
        """Ways out of 36 in which two dice show this roll: 1 for a doublet, else 2."""
        return 1 if self.is_doublet else 2

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play: two, or four for a doublet."""
        return (self.high,) * 4 if self.is_doublet else (self.high, self.low)

    def __str__(self) -> str:
        """The two digits, the higher one first, as GNU Backgammon prints a roll."""
        return f"{self.high}{self.low}"


ROLLS: tuple[Dice, ...] = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 distinct rolls; their weights add up to 36."""
