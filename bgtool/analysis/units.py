"""What plays are measured in: what a moment is played for, and equities (EMG) as match winning chances."""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.met import MatchEquityTable
from bgtool.core.state import MatchState
from bgtool.engine.cube import Scale
from bgtool.engine.met import met_named
from bgtool.engine.stakes import Terms, terms_of

POINTS = Scale(1.0, -1.0, False)
"""The scale of cubeless points."""


def terms_for(
    states: Sequence[MatchState], met: MatchEquityTable | None = None, *, cubeless: bool = False
) -> list[Terms] | None:
    """What each moment is played for (``met`` by seat, default Kazaross-XG2); None where points are to be counted.

    That is where ``cubeless`` asks for it and in variants without a cube: match equity tables know only matches with
    one. Raises :class:`~bgtool.errors.InputError` for a score beyond the table.
    """
    if cubeless or any(not state.variant.has_cube for state in states):
        return None
    table = met_named() if met is None else met
    return [terms_of(state.view(), table.seen_by(state.on_roll)) for state in states]


def points_at_stake(state: MatchState, *, cubeless: bool = False) -> int:
    """The most points that a game counts where points are counted.

    At double match point that is 1, as a gammon is worth nothing, unless ``cubeless`` asks for money equities.
    """
    return 1 if state.away == (1, 1) and not cubeless else state.variant.max_points


def mwc_of(scale: Scale, equity: float) -> float | None:
    """An equity as a match winning chance, 0 to 1; None for money."""
    return scale.mwc(0.5 * (equity * (scale.cash - scale.drop) + scale.cash + scale.drop))


def mwc_lost(scale: Scale, error: float) -> float | None:
    """A difference of equities as a difference of match winning chances; None for money."""
    return error * 0.25 * (scale.cash - scale.drop) if scale.match else None
