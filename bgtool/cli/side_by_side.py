"""Many files at once: each on one core, the answers in the order in which the files were given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import TypeVar

Given = TypeVar("Given")
Answer = TypeVar("Answer")

AHEAD = 2
"""Answers that may wait for their turn, per core; so that a batch of any size takes the same memory."""


class Stopped(Exception):
    """Raised inside work that nobody waits for any more."""


def side_by_side(
    work: Callable[[Given, Event], Answer], inputs: Sequence[Given], jobs: int
) -> Iterator[tuple[Given, Answer]]:
    """Every input with what ``work`` makes of it, in order, ``jobs`` at a time.

    What ``work`` raises is raised in its turn. When the iteration is given up (an error, Ctrl-C, a closed pipe) the
    rest is not begun, and the event that ``work`` gets is set, so that it may leave off with :class:`Stopped`.
    """
    stop = Event()
    waiting: deque[tuple[Given, Future[Answer]]] = deque()
    coming = iter(inputs)
    pool = ThreadPoolExecutor(jobs)
    try:
        while True:
            while len(waiting) < AHEAD * jobs and (given := next(coming, None)) is not None:
                waiting.append((given, pool.submit(work, given, stop)))
            if not waiting:
                return
            given, future = waiting.popleft()
            yield given, future.result()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
