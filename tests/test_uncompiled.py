"""The engine without the compiler (``NUMBA_DISABLE_JIT=1``): slower, and otherwise the same.

Kernels are plain Python then, so what they do can be watched in a debugger. The tests marked ``uncompiled`` run that
way too: ``NUMBA_DISABLE_JIT=1 pytest -m uncompiled``.
"""

import json
import os
import subprocess
import sys

import pytest

from bgtool.cli import run
from bgtool.engine.bearoff import standard_tables

START = "4HPwATDgc/ABMA"
RACE = "bXcPAADb7g4AAA"
BAR = "bDtngADs3gcAQA"
COMMANDS = (
    ["eval", START],
    ["eval", BAR, "--plies", "1"],
    ["eval", BAR, "--evaluator", "heuristic"],
    ["hint", START, "--dice", "31"],
    ["hint", RACE],
    ["rollout", BAR, "--trials", "2", "--truncate", "3"],
    ["rollout", BAR, "--trials", "1", "--truncate", "1", "--variance-reduction"],
)


def nearly(value):
    """The same document with every number only nearly the same: sums of floats come in another order."""
    if isinstance(value, dict):
        return {name: nearly(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [nearly(inner) for inner in value]
    return pytest.approx(value, abs=2e-5) if isinstance(value, float) else value


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_command_says_the_same(arguments, capsys):
    standard_tables()  # from here on they lie in the cache; without the compiler they would take hours
    assert run([*arguments, "--json"]) == 0
    compiled = capsys.readouterr().out
    done = subprocess.run(
        [sys.executable, "-m", "bgtool", *arguments, "--json"],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        timeout=120,
    )
    assert not done.returncode, done.stderr
    assert json.loads(done.stdout) == nearly(json.loads(compiled))
