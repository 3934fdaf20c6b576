"""The variants of the game: what differs from standard backgammon."""

from __future__ import annotations

from dataclasses import dataclass

from bgtool.core.position import Position
from bgtool.errors import InputError
from bgtool.layout import CHECKERS


@dataclass(frozen=True, slots=True)
class Variant:
    """One set of rules: its name, starting position and what a game can be worth."""

    name: str
    title: str
    start: Position
    max_points: int = 3
    has_cube: bool = True
    winner_rolls_again: bool = False
    """Portes: the opening winner throws both dice, so a first doublet is possible; later the last winner starts."""

    @property
    def checkers(self) -> int:
        """Checkers a side."""
        return self.start.checkers


_STANDARD_ROW = "24:2 13:5 8:3 6:5"
_NACK_ROW = "24:2 23:2 13:4 8:3 6:4"


def _both(row: str, checkers: int = CHECKERS) -> Position:
    return Position.of(row, row, checkers)


STANDARD = Variant("standard", "Backgammon", _both(_STANDARD_ROW))
NACKGAMMON = Variant("nackgammon", "Nackgammon", _both(_NACK_ROW))
HYPERGAMMON_1 = Variant("hypergammon1", "Hypergammon (1)", _both("24:1", 1))
HYPERGAMMON_2 = Variant("hypergammon2", "Hypergammon (2)", _both("24:1 23:1", 2))
HYPERGAMMON_3 = Variant("hypergammon3", "Hypergammon (3)", _both("24:1 23:1 22:1", 3))
PORTES = Variant("portes", "Portes", _both(_STANDARD_ROW), max_points=2, has_cube=False, winner_rolls_again=True)

VARIANTS: dict[str, Variant] = {
    variant.name: variant for variant in (STANDARD, NACKGAMMON, HYPERGAMMON_1, HYPERGAMMON_2, HYPERGAMMON_3, PORTES)
}


def variant_named(name: str) -> Variant:
    """The variant of that name (``standard``, ``nackgammon``, ``hypergammon1``..``3``, ``portes``).

    Case, blanks, brackets and the word "gammon" alone do not matter: ``HyperGammon (3)`` is ``hypergammon3``,
    plain ``Hypergammon`` is the three-checker game. Raises :class:`InputError`.
    """
    key = "".join(letter for letter in name.lower() if letter.isalnum())
    aliases = {"backgammon": "standard", "": "standard", "hypergammon": "hypergammon3", "nack": "nackgammon"}
    key = aliases.get(key, key)
    if key not in VARIANTS:
        raise InputError(f"variant {name!r} is not known; choose one of {', '.join(VARIANTS)}")
    return VARIANTS[key]
