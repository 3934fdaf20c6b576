"""The floors of the house: nothing imports upwards or sideways."""

import ast
from pathlib import Path

import pytest

import bgtool

PACKAGE = Path(bgtool.__file__).parent
GROUND = {"layout", "errors"}
MAY_IMPORT = {
    "layout": set(),
    "errors": set(),
    "core": GROUND,
    "kernels": {"layout"},
    "formats": {"core"} | GROUND,
    "engine": {"kernels", "core"} | GROUND,
    "analysis": {"engine", "core"} | GROUND,
    "report": {"analysis", "formats", "core"} | GROUND,
    "cli": {"report", "analysis", "engine", "formats", "core"} | GROUND,
    "training": {"analysis", "engine", "kernels", "formats", "core"} | GROUND,
}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem in GROUND)


def floor_of(module: str) -> str:
    """The floor a dotted module name stands on; empty for the package itself."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imported_floors(path: Path):
    """Every floor of bgtool that a file imports, anywhere in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: relative import"
            modules = [node.module]
            if node.module == "bgtool":
                modules = [f"bgtool.{alias.name}" for alias in node.names]
        else:
            continue
        for module in modules:
            if module == "bgtool" or module.startswith("bgtool."):
                yield floor_of(module), node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_only_downwards(path):
    relative = path.relative_to(PACKAGE)
    own = relative.parts[0].removesuffix(".py")
    allowed = MAY_IMPORT[own] | {own}
    wrong = [(line, floor) for floor, line in imported_floors(path) if floor not in allowed]
    assert not wrong, f"{relative} may import {sorted(allowed)}, but imports {wrong}"


def test_every_folder_is_a_floor():
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders - {"data"} == set(MAY_IMPORT) - GROUND


def test_files_stay_readable():
    long = {
        str(path.relative_to(PACKAGE)): lines for path in FILES if (lines := len(path.read_text().splitlines())) > 330
    }
    assert not long, f"split these: {long}"
