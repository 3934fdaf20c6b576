"""Golden files: long expected texts under tests/data/golden, rewritten by ``pytest --update-golden``."""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "data/golden"


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
