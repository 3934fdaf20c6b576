"""Golden files: long expected texts under tests/data/golden, rewritten by ``pytest --update-golden``."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
GOLDEN = TESTS / "data/golden"

UNCOMPILED = (
    "kernels/test_bearoff.py",
    "kernels/test_cube.py",
    "kernels/test_heuristic.py",
    "kernels/test_intrinsics.py",
    "kernels/test_jit.py",
    "kernels/test_movegen.py",
    "kernels/test_rng.py",
    "kernels/test_vectors.py",
    "engine/test_canaries.py",
)
"""Files whose tests are quick without the compiler, too."""


def pytest_collection_modifyitems(items):
    """Mark the tests that ``NUMBA_DISABLE_JIT=1 pytest -m uncompiled`` runs."""
    for item in items:
        if item.path.relative_to(TESTS).as_posix() in UNCOMPILED:
            item.add_marker(pytest.mark.uncompiled)


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files; read the diff afterwards")


@pytest.fixture
def golden(request):
    """A check that a text is exactly the golden file of that name."""

    def check(name, text):
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8")

    return check
