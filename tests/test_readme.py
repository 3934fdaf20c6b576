"""The README shows what the program does: every command in it prints what stands below it.

A block of the README marked ``console`` holds commands (``$ bgtool ...``) and their output; a line ``...`` stands for
any lines left out. ``pytest --update-golden`` writes the real output into the README, keeping as many lines before
and after ``...`` as there were. Examples of the library (``>>>``) are doctests.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bgtool.cli import COMMANDS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "..."


def shown(text):
    """Every command of the README with the output shown below it."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command += "\n" + more
            yield command, output


def run(command):
    """What a command prints, run by the shell in the root of the project."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100"}
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, env=environment, timeout=300)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def matches(output, real):
    """Whether the real output is what is shown, ``...`` standing for any lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == LEFT_OUT else re.escape(line) + r"[ ]*\n" for line in output.splitlines()
    )
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in real.splitlines())) is not None


def renewed(output, real):
    """The real output, cut as the one shown was."""
    lines, new = output.splitlines(), [line.rstrip() for line in real.splitlines()]
    marks = [i for i, line in enumerate(lines) if line.strip() == LEFT_OUT]
    if len(marks) == 1 and len(new) > len(lines) - 1:
        tail = len(lines) - marks[0] - 1
        new = [*new[: marks[0]], LEFT_OUT, *(new[-tail:] if tail else [])]
    return "".join(f"{line}\n" for line in new)


SHOWN = list(shown(TEXT))


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command[:60] for command, _ in SHOWN])
def test_command_prints_what_the_readme_shows(command, output, request):
    real = run(command)
    if request.config.getoption("--update-golden"):
        text = README.read_text(encoding="utf-8")
        before = f"$ {command}\n{output}"
        assert text.count(before) >= 1
        README.write_text(text.replace(before, f"$ {command}\n{renewed(output, real)}"), encoding="utf-8")
        return
    assert matches(output, real), f"README shows:\n{output}\nbut the command prints:\n{real}"


def test_library_examples():
    found = doctest.DocTestParser().get_doctest(TEXT, {}, "README", str(README), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert found.examples
    assert runner.run(found).failed == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name):
    assert f"bgtool {name}" in TEXT
