"""Quick commands stay quick: nothing heavy is loaded before it is needed."""

import subprocess
import sys

import pytest

CHECK = """
import sys
{body}
heavy = sorted({{name.split('.')[0] for name in sys.modules}} & {{'numba', 'llvmlite', 'numpy', 'scipy', 'torch'}})
sys.stderr.write('HEAVY:' + ','.join(heavy))
"""
RUN = "from bgtool.cli import run\nassert run({arguments!r}) == 0"


@pytest.mark.parametrize(
    "body",
    [
        "import bgtool",
        "import bgtool; bgtool.Position.of('6:2', '6:2'); bgtool.parse_state",
        RUN.format(arguments=["--help"]),
        RUN.format(arguments=["id", "4HPwATDgc/ABMA:cAkAAAAAAAAA"]),
        RUN.format(arguments=["show", "4HPwATDgc/ABMA"]),
        RUN.format(arguments=["moves", "4HPwATDgc/ABMA", "--dice", "31"]),
        RUN.format(arguments=["convert", "--help"]),
        RUN.format(arguments=["analyze", "--help"]),
        RUN.format(arguments=["rollout", "--help"]),
        RUN.format(arguments=["stats", "--help"]),
    ],
    ids=[
        "import",
        "names",
        "help",
        "id",
        "show",
        "moves",
        "convert-help",
        "analyze-help",
        "rollout-help",
        "stats-help",
    ],
)
def test_loads_nothing_heavy(body):
    done = subprocess.run([sys.executable, "-c", CHECK.format(body=body)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("HEAVY:"), done.stderr.splitlines()[-1]
