"""What the compiled games of a rollout are told: how they are played, and the cube that they begin with."""

from __future__ import annotations

from typing import Any, NamedTuple


class RolloutRules(NamedTuple):
    """How the games of a rollout are played; whole numbers only."""

    seed: int
    limit: int
    """The most points that a game counts: 2 in Portes, else 3."""
    opponent_rolls: int
    """1 when the candidates are positions after a play, so that the opponent rolls first."""
    initial: int
    """1 when the first roll is an opening roll, which is never a doublet and not preceded by a double."""
    truncate: int
    """Rolls after which a game is judged instead of played on, or before where exact tables know it; -1 = never."""
    reduce_variance: int
    stratify: int
    prune: int
    """1 when only the plays that pass the sieve are evaluated, 0 when all are."""
    cubeful: int
    """1 when the cube and the score are played with, 0 for cubeless money."""
    beavers: int
    deep: Any
    """:class:`~bgtool.kernels.rollout_deep.Deep`, or None for 0-ply."""


class Cube(NamedTuple):
    """The cube of a candidate when its games begin."""

    level: int
    owner: int
    """As the player of row 0 sees him."""
    settled: int
    """1 when the first roll comes without a double: the decision has been made."""
