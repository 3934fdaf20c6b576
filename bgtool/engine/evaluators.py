"""Evaluators: boards in, chances out. One protocol, found by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.bearoff import standard_tables, tables_for
from bgtool.engine.boards import Boards
from bgtool.errors import SettingsError
from bgtool.kernels.evaluate import Brain, chances_of
from bgtool.layout import OUTCOMES, ROW

Chances = NDArray[np.float32]


class Evaluator(Protocol):
    """What can judge positions: a name, a digest of its weights, a brain for compiled loops, and one method."""

    @property
    def name(self) -> str:
        """What the user calls it: ``heuristic``, ``net``, ..."""

    @property
    def digest(self) -> str:
        """A short digest of its weights, printed with every evaluation."""

    @property
    def brain(self) -> Brain:
        """What compiled loops take in its place."""

    def evaluate(self, boards: Boards) -> Chances:
        """The five chances of the player on roll, float32 (n, 5), for int8 (n, 2, 26); order kept, n may be 0."""


@dataclass(frozen=True)
class BrainEvaluator:
    """The evaluator that a brain makes: every evaluator whose work is done in kernels.

    ``parts`` says how to judge positions outside the exact tables, which every such evaluator shares. They are opened
    (or built, once per machine) when a loop asks for the brain or a board that they know is judged.
    """

    name: str
    digest: str
    parts: Brain

    @property
    def brain(self) -> Brain:
        """The parts together with the exact tables of ordinary games; :func:`brain_for` adds those of Hypergammon."""
        return self.parts._replace(bearoff=standard_tables())

    def evaluate(self, boards: Boards) -> Chances:
        """The five chances of the player on roll, float32 (n, 5), for int8 (n, 2, 26); order kept, n may be 0."""
        boards = np.ascontiguousarray(boards, np.int8).reshape(-1, 2, ROW)
        out = np.empty((len(boards), OUTCOMES), np.float32)
        chances_of(self.parts._replace(bearoff=tables_for(boards)), boards, out)
        return out


def brain_for(evaluator: Evaluator, boards: Boards) -> Brain:
    """The evaluator's brain for loops that start from these boards, int8 (n, 2, 26).

    It has the Hypergammon tables for their numbers of checkers, which are built now where they are not stored.
    """
    brain = evaluator.brain
    few = tables_for(boards).hypergammon
    if brain.bearoff is None or not any(len(table) for table in few):
        return brain
    return brain._replace(bearoff=brain.bearoff._replace(hypergammon=few))


DEFAULT = "net"

_LOADERS = {
    "heuristic": "bgtool.engine.heuristic",
    "net": "bgtool.engine.network",
    "bearoff": "bgtool.engine.exact",
}
"""Every evaluator and the module whose ``load()`` answers it."""


def evaluator_names() -> tuple[str, ...]:
    """The names that :func:`evaluator_named` knows, the default first."""
    return (DEFAULT, *(name for name in _LOADERS if name != DEFAULT))


def evaluator_named(name: str | None = None) -> Evaluator:
    """The evaluator of that name, loaded once; ``None`` is the default.

    Raises :class:`~bgtool.errors.SettingsError` for an unknown name, :class:`~bgtool.errors.DataError` when its
    weights are damaged.
    """
    name = DEFAULT if name is None else name
    if name not in _LOADERS:
        raise SettingsError(f"evaluator {name!r} is not known; choose one of {', '.join(evaluator_names())}")
    return _loaded(name)


@cache
def _loaded(name: str) -> Evaluator:
    load: Callable[[], Evaluator] = import_module(_LOADERS[name]).load
    return load()
