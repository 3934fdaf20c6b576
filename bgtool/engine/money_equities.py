"""Exact equities with the cube, and the cube decisions that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

SAME = 1e-6  # equities closer than single precision tells apart


@dataclass(frozen=True, slots=True)
class MoneyEquities:
    """Exact equities of the player on roll before he rolls, without doubling now, cube at 1, both perfect thereafter.

    ``centred``, ``owned`` and ``opponents`` say who has the cube.
    """

    cubeless: float
    centred: float
    owned: float
    opponents: float

    @property
    def double_take(self) -> float:
        """Equity of a double that is taken, per unit of the cube before it."""
        return 2.0 * self.opponents

    def proper_action(self, no_double: float) -> str:
        """The right cube decision in the words of ``bgtool hint``, where not doubling is worth ``no_double``."""
        cash = min(self.double_take, 1.0)
        answer = "take" if self.double_take <= 1.0 else "pass"
        if abs(cash - no_double) < SAME:
            return f"optional-double-{answer}"
        if cash > no_double:
            return f"double-{answer}"
        return f"too-good-{answer}" if no_double > 1.0 else f"no-double-{answer}"

    def best(self, no_double: float) -> float:
        """Equity with the right cube decision, where not doubling is worth ``no_double`` (``centred`` or ``owned``)."""
        return max(no_double, min(self.double_take, 1.0))
