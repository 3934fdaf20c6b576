"""The proper cube action: which of GNU Backgammon's kinds a decision is, from what its alternatives are worth."""

from __future__ import annotations

from enum import Enum

from bgtool.core.state import CubeOwner, View

SAME = 1e-5
"""Equities nearer to each other than this make a decision optional, as in GNU Backgammon."""


class Verdict(Enum):
    """The right cube action, double and answer; the value is what JSON says, the words what a person reads.

    With the two columns of words (centred cube, owned cube) these are GNU Backgammon's 22 actions and "not available".
    """

    DOUBLE_TAKE = ("double-take", "Double, take", "Redouble, take")
    DOUBLE_PASS = ("double-pass", "Double, pass", "Redouble, pass")
    DOUBLE_BEAVER = ("double-beaver", "Double, beaver", "Redouble, beaver")
    NO_DOUBLE_TAKE = ("no-double-take", "No double, take", "No redouble, take")
    NO_DOUBLE_BEAVER = ("no-double-beaver", "No double, beaver", "No redouble, beaver")
    TOO_GOOD_TAKE = ("too-good-take", "Too good to double, take", "Too good to redouble, take")
    TOO_GOOD_PASS = ("too-good-pass", "Too good to double, pass", "Too good to redouble, pass")
    OPTIONAL_DOUBLE_TAKE = ("optional-double-take", "Optional double, take", "Optional redouble, take")
    OPTIONAL_DOUBLE_PASS = ("optional-double-pass", "Optional double, pass", "Optional redouble, pass")
    OPTIONAL_DOUBLE_BEAVER = ("optional-double-beaver", "Optional double, beaver", "Optional redouble, beaver")
    NEVER_DOUBLE = ("never-double", "Never double, take (dead cube)", "Never redouble, take (dead cube)")
    NOT_AVAILABLE = ("not-available", "Cube not available", "Cube not available")

    @property
    def code(self) -> str:
        """The kind in JSON, the same for doubles and redoubles."""
        return self.value[0]

    def words(self, owned: bool) -> str:
        """The action for a person: a double with a centred cube, a redouble with an owned one."""
        return self.value[2 if owned else 1]

    @property
    def double(self) -> bool:
        """Whether doubling is right (or as good as not doubling)."""
        return self.code.startswith(("double", "optional"))

    @property
    def answer(self) -> str:
        """What the opponent should do when doubled: ``take``, ``pass`` or ``beaver``; ``take`` of a dead cube."""
        last = self.code.rsplit("-", 1)[-1]
        return last if last in ("take", "pass", "beaver") else "take"


def may_beaver(view: View) -> bool:
    """Whether the rules let the taker turn the cube at once."""
    return view.away is None and view.beavers and (view.cube_limit is None or 4 * view.cube_value <= view.cube_limit)


def verdict_of(
    view: View, no_double: float, double_take: float | None, beaver: float | None
) -> tuple[Verdict, float | None]:
    """The right action and the share of wrong answers from which a wrong double becomes right."""
    if double_take is None:
        out_of_play = view.crawford or not view.variant.has_cube or view.away == (1, 1)
        mine = view.cube_owner is not CubeOwner.OPPONENT
        return (Verdict.NEVER_DOUBLE if mine and not out_of_play else Verdict.NOT_AVAILABLE), None
    beavered = beaver is not None and beaver < double_take
    taken = beaver if beaver is not None and beavered else double_take
    doubled = min(taken, 1.0)
    if taken >= 1.0:
        if abs(no_double - 1.0) < SAME:
            return Verdict.OPTIONAL_DOUBLE_PASS, None
        if no_double < 1.0:
            return Verdict.DOUBLE_PASS, None
        return Verdict.TOO_GOOD_PASS, (no_double - 1.0) / (taken - 1.0) if taken > no_double else None
    share = (no_double - taken) / (1.0 - taken)
    if abs(no_double - doubled) < SAME:
        return (Verdict.OPTIONAL_DOUBLE_BEAVER if beavered else Verdict.OPTIONAL_DOUBLE_TAKE), None
    if no_double < doubled:
        return (Verdict.DOUBLE_BEAVER if beavered else Verdict.DOUBLE_TAKE), None
    if no_double > 1.0:
        return Verdict.TOO_GOOD_TAKE, share
    return (Verdict.NO_DOUBLE_BEAVER if beavered else Verdict.NO_DOUBLE_TAKE), share
