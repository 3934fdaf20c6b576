"""Whether the compiled loops are there yet, for those who wait for them."""

from __future__ import annotations

from bgtool.kernels.jit import cache_is_cold

__all__ = ["cache_is_cold"]
