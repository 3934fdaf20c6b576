"""From one unit to another: equities (EMG) as match winning chances."""

from __future__ import annotations

from bgtool.engine.cube import Scale


def mwc_of(scale: Scale, equity: float) -> float | None:
    """An equity as a match winning chance, 0 to 1; None for money."""
    return scale.mwc(0.5 * (equity * (scale.cash - scale.drop) + scale.cash + scale.drop))


def mwc_lost(scale: Scale, error: float) -> float | None:
    """A difference of equities as a difference of match winning chances; None for money."""
    return error * 0.25 * (scale.cash - scale.drop) if scale.match else None
