"""How many cores there are to work with, and work for all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Piece = TypeVar("Piece")


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_cores(work: Callable[[Piece], None], pieces: Sequence[Piece], jobs: int | None = None) -> None:
    """Do the work of all pieces, on ``jobs`` threads (None = all cores)."""
    jobs = min(jobs or usable_cores(), len(pieces))
    if jobs <= 1:
        for piece in pieces:
            work(piece)
        return
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, pieces))
