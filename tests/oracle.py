"""GNU Backgammon as an oracle: found if it is installed, run in its text mode, with a home of its own."""

import os
import shutil
import subprocess
import tempfile

import pytest

GNUBG = os.environ.get("GNUBG") or shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")

needs_gnubg = [pytest.mark.oracle, pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")]
"""For a module's ``pytestmark``: tests that ask GNU Backgammon."""

QUIET = (
    "set threads 1",
    "set player 0 human",
    "set player 1 human",
    "set automatic roll off",
    "set automatic game off",
    "set automatic move off",
    "set automatic crawford off",
    "set confirm new off",
    "set display off",
)


def ask_gnubg(*commands: str) -> str:
    """What GNU Backgammon prints for these commands after a start that leaves every decision to them."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [GNUBG, "-t", "-q", "-r"],
            input="\n".join((*QUIET, *commands)) + "\n",
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=300,
            env={**os.environ, "HOME": home},
        )
    return done.stdout
