"""bgtool's own files missing, cut or foreign: one clear line that names the file, exit code 1, no traceback."""

import pytest

from bgtool.cli import run
from bgtool.engine import evaluators, heuristic, network, sieve

START = "4HPwATDgc/ABMA"
USES = {
    "network": (network, ["eval", START]),
    "heuristic": (heuristic, ["eval", START, "--evaluator", "heuristic"]),
    "sieve": (sieve, ["eval", START, "--plies", "1"]),
}
HARM = {
    "missing": None,
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 4]) + data[len(data) // 2 + 1 :],
    "foreign": lambda data: b"\x89PNG\r\n\x1a\n" + bytes(200),
    "text": lambda data: b"{}",
}


@pytest.fixture(autouse=True)
def nothing_loaded():
    """Weights are read anew in each test, and by those who come after."""
    caches = (evaluators._loaded, heuristic.shipped_weights, sieve.standard_sieve)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("name", USES)
def test_is_one_clear_line(name, harm, tmp_path, monkeypatch, capsys):
    module, command = USES[name]
    path = tmp_path / module.WEIGHTS.name
    if HARM[harm] is not None:
        path.write_bytes(HARM[harm](module.WEIGHTS.read_bytes()))
    monkeypatch.setattr(module, "WEIGHTS", path)
    assert run(command) == 1
    shown = capsys.readouterr()
    assert not shown.out
    [line] = [line for line in shown.err.splitlines() if line.startswith("Error: ")]
    assert "Traceback" not in shown.err
    assert str(path) in line
    assert "install" in line


def test_the_files_that_bgtool_comes_with_are_read(capsys):
    for _, command in USES.values():
        assert run(command) == 0
    assert capsys.readouterr().out.count(START) == len(USES)
