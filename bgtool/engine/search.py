"""How deep to look, and at which plays: depths, move filters, presets, and the evaluator that looks ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bgtool.engine.boards import Boards
from bgtool.engine.evaluators import Chances, Evaluator
from bgtool.engine.lookahead import searched
from bgtool.engine.stakes import cubeless_stakes
from bgtool.errors import SettingsError
from bgtool.kernels.lookahead import MOST_PLIES


class Cut(NamedTuple):
    """Which plays go on to the next depth: the best, and up to ``extra`` more within ``margin`` points of it."""

    extra: int
    margin: float


@dataclass(frozen=True, slots=True)
class MoveFilter:
    """Which plays are looked at deeper, named and sized as in GNU Backgammon; ``lean`` is bgtool's own.

    ``first`` is taken after the 0-ply ranking, ``second`` after the 2-ply one when going deeper than that. Before the
    2-ply pass, which costs twenty times as much, ``between`` looks at the plays at 1-ply (None: it does not).
    """

    name: str
    first: Cut
    second: Cut
    between: Cut | None = None


FILTERS = {
    found.name: found
    for found in (
        MoveFilter("lean", Cut(8, 0.16), Cut(2, 0.04), between=Cut(3, 0.06)),
        MoveFilter("tiny", Cut(5, 0.08), Cut(2, 0.02)),
        MoveFilter("narrow", Cut(8, 0.12), Cut(2, 0.03)),
        MoveFilter("normal", Cut(8, 0.16), Cut(2, 0.04)),
        MoveFilter("large", Cut(16, 0.32), Cut(4, 0.08)),
        MoveFilter("huge", Cut(20, 0.44), Cut(6, 0.11)),
    )
}
NORMAL = FILTERS["normal"]


def _check_plies(plies: int) -> None:
    if not 0 <= plies <= MOST_PLIES:
        raise SettingsError(f"{plies} plies: choose 0 (the bare evaluation) to {MOST_PLIES}")


@dataclass(frozen=True, slots=True)
class Depth:
    """How deep plays are judged: ``plies`` as GNU Backgammon counts (0 = the bare evaluation), and which of them."""

    plies: int = 0
    moves: MoveFilter = NORMAL

    def __post_init__(self) -> None:
        """Refuse a depth that there is not (:class:`~bgtool.errors.SettingsError`)."""
        _check_plies(self.plies)

    def __str__(self) -> str:
        """The depth in both ways of counting, with the filter that it uses."""
        words = f"{self.plies}-ply (XG {self.plies + 1}-ply)"
        return f"{words}, {self.moves.name} filter" if self.plies else words

    @property
    def stages(self) -> tuple[tuple[int, Cut], ...]:
        """The plies of every pass after the 0-ply one, each with the cut before it."""
        if self.plies == 0:
            return ()
        if self.plies == 1:
            return ((1, self.moves.first),)
        stages = [(2, self.moves.first)]
        if self.moves.between is not None:
            stages = [(1, self.moves.first), (2, self.moves.between)]
        if self.plies > 2:
            stages.append((self.plies, self.moves.second))
        return tuple(stages)


STATIC = Depth(0)

PRESETS = {
    "instant": Depth(0),
    "quick": Depth(1),
    "standard": Depth(2, FILTERS["lean"]),
    "deep": Depth(3, FILTERS["large"]),
}
"""Depths by name, for those who do not count plies."""


def depth_of(plies: int | None = None, moves: str | None = None, preset: str | None = None) -> Depth:
    """The depth of a preset, or 0-ply, changed by what is given. Raises :class:`~bgtool.errors.SettingsError`."""
    if preset is not None and preset not in PRESETS:
        raise SettingsError(f"preset {preset!r} is not known; choose one of {', '.join(PRESETS)}")
    if moves is not None and moves not in FILTERS:
        raise SettingsError(f"move filter {moves!r} is not known; choose one of {', '.join(FILTERS)}")
    base = STATIC if preset is None else PRESETS[preset]
    return Depth(base.plies if plies is None else plies, base.moves if moves is None else FILTERS[moves])


def as_depth(depth: Depth | int | str) -> Depth:
    """A depth as it is, that of so many plies, or a preset's. Raises :class:`~bgtool.errors.SettingsError`."""
    if isinstance(depth, str):
        return depth_of(preset=depth)
    return depth_of(depth) if isinstance(depth, int) else depth


def analysis_depth(evaluator: Evaluator) -> Depth:
    """The depth of an analysis where the user names none: the standard preset for a network.

    Evaluators without one look ahead slowly or not at all: their bare evaluation.
    """
    return STATIC if evaluator.brain.network is None else PRESETS["standard"]


@dataclass(frozen=True)
class Lookahead:
    """An evaluator that looks some plies ahead with another one; it is an evaluator itself.

    ``limit`` is the most points a game counts to the players of the plies between; ``jobs`` threads share the work
    (None = all cores) and never change a number.
    """

    evaluator: Evaluator
    plies: int
    limit: int = 3
    jobs: int | None = None

    def __post_init__(self) -> None:
        """Refuse a depth that there is not (:class:`~bgtool.errors.SettingsError`): kernels check no bounds."""
        _check_plies(self.plies)

    @property
    def name(self) -> str:
        """What the user calls the evaluator."""
        return self.evaluator.name

    @property
    def digest(self) -> str:
        """The digest of its weights."""
        return self.evaluator.digest

    def evaluate(self, boards: Boards) -> Chances:
        """The chances of the player on roll, float32 (n, 5), for int8 (n, 2, 26); order kept, n may be 0.

        Raises :class:`~bgtool.errors.SettingsError` for an evaluator that has no compiled part.
        """
        if not self.plies:
            return self.evaluator.evaluate(boards)
        stakes = [cubeless_stakes(self.limit)]
        return searched(self.evaluator, self.plies, boards, stakes, cube=False, jobs=self.jobs)[0]
