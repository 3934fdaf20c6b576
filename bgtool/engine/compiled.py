"""A note for those who wait while compiled loops are made: on first use, or after an upgrade."""

from __future__ import annotations

import functools
import logging
import threading
import time
from typing import Any

from numba.core import event

NOTES = logging.getLogger("bgtool")
PATIENCE = 2.0
"""Seconds of compiling, all of it together, that pass without a word."""


class Compiling(event.Listener):
    """Listens to Numba and says once, while it is at work, that compiling takes longer than :data:`PATIENCE`."""

    def __init__(self, patience: float = PATIENCE):
        """Nothing compiled yet; kernels that come from the cache are no work and do not count."""
        self._left = patience
        self._told = False
        self._depth = 0  # compiling a kernel compiles those that it calls
        self._began = 0.0
        self._timer: threading.Timer | None = None

    def on_start(self, event: Any) -> None:
        """A kernel is about to be compiled."""
        self._depth += 1
        if self._depth == 1 and not self._told:
            self._began = time.monotonic()
            self._timer = threading.Timer(max(0.0, self._left), self._tell)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: Any) -> None:
        """It is done."""
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._left -= time.monotonic() - self._began

    def _tell(self) -> None:
        self._told = True
        NOTES.info(
            "Compiling for this machine what is used for the first time (kept for later runs; up to some minutes) ..."
        )


@functools.cache
def note_compiling() -> None:
    """From now on say so when compiling takes long; calling it again changes nothing."""
    event.register("numba:compile", Compiling())  # type: ignore[no-untyped-call]
