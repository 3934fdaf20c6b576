"""The note that compiling takes long."""

import logging
import time

from bgtool.engine.compiled import Compiling

NOTE = "Compiling for this machine what is used for the first time (kept for later runs; up to some minutes) ..."


def told(caplog, seconds):
    """Whether the note comes before so many seconds are over."""
    end = time.monotonic() + seconds
    while NOTE not in caplog.messages and time.monotonic() < end:
        time.sleep(0.005)
    return NOTE in caplog.messages


def test_long_compiling_is_told_while_it_lasts_and_once(caplog):
    caplog.set_level(logging.INFO, logger="bgtool")
    listener = Compiling(patience=0.01)
    listener.on_start(None)
    listener.on_start(None)  # a kernel that the first one calls
    assert told(caplog, 20)
    listener.on_end(None)
    listener.on_end(None)
    caplog.clear()
    listener.on_start(None)
    assert not told(caplog, 0.1)
    listener.on_end(None)


def test_short_compiling_passes_in_silence(caplog):
    caplog.set_level(logging.INFO, logger="bgtool")
    listener = Compiling(patience=3600)
    for _ in range(3):
        listener.on_start(None)
        listener.on_end(None)
    assert not told(caplog, 0.05)


def test_many_short_ones_add_up(caplog):
    caplog.set_level(logging.INFO, logger="bgtool")
    listener = Compiling(patience=0.03)
    for _ in range(100):
        listener.on_start(None)
        time.sleep(0.001)
        listener.on_end(None)
    assert told(caplog, 20)
