import json
import os
import shutil
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numba
import numpy as np
import pytest

from bgtool.kernels import jit
from bgtool.kernels.jit import KernelCache, cache_root, digest, kernel, remove_old, write_aside

PACKAGE = Path(jit.__file__).parents[1]
CALLEE = "from bgtool.kernels.jit import kernel\n\n@kernel\ndef inner(x):\n    return x + 1\n"
CALLER = (
    "from bgtool.kernels.callee import inner\nfrom bgtool.kernels.jit import kernel\n\n"
    "@kernel\ndef outer(x):\n    return inner(x) * 10\n"
)
REPORT = (
    "import json\nfrom bgtool.kernels.caller import outer\nresult = outer(1)\nstats = outer.stats\n"
    "print(json.dumps([result, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))"
)
compiled_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="needs the compiler")


@pytest.fixture
def package(tmp_path):
    """A little bgtool of its own: the real decorator, and two kernels in two files, the one calling the other."""
    kernels = tmp_path / "code/bgtool/kernels"
    kernels.mkdir(parents=True)
    for name in ("layout.py", "kernels/jit.py"):
        shutil.copy(PACKAGE / name, kernels.parent / name)
    for folder in (kernels.parent, kernels):
        (folder / "__init__.py").touch()
    (kernels / "callee.py").write_text(CALLEE)
    (kernels / "caller.py").write_text(CALLER)
    return kernels


def start(package, **environment):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "XDG_", "BGTOOL_"))}
    clean |= {"PYTHONPATH": str(package.parents[1]), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    command = [sys.executable, "-c", REPORT]
    return subprocess.Popen(command, env=clean, cwd=package, stdout=subprocess.PIPE, text=True)


def finish(process):
    """What a process printed: result, cache hits, cache misses."""
    with process:
        text, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return json.loads(text)


@compiled_only
def test_second_process_loads_and_an_edited_callee_is_noticed(package, tmp_path):
    cache = str(tmp_path / "cache")
    at_once = [start(package, BGTOOL_CACHE_DIR=cache) for _ in range(2)]
    assert [finish(process)[0] for process in at_once] == [20, 20]
    assert finish(start(package, BGTOOL_CACHE_DIR=cache)) == [20, 1, 0]
    (package / "callee.py").write_text(CALLEE.replace("x + 1", "x + 2"))
    assert finish(start(package, BGTOOL_CACHE_DIR=cache)) == [30, 0, 1]
    assert not list(package.rglob("*.nbi")), "Numba's own cache must stay out of it"


def half(x):
    return x / 2


def compiled_half(folder, monkeypatch):
    """A fresh dispatcher of ``half``, as a new process would have, called once."""
    monkeypatch.setattr(jit, "cache_folder", lambda: folder)
    compiled = kernel(half)
    assert compiled(3) == 1.5
    return sum(compiled.stats.cache_hits.values())


@compiled_only
@pytest.mark.parametrize("damage", [b"", b"\x80\x04 no pickle", None])
def test_damaged_cache_files_are_compiled_anew(tmp_path, monkeypatch, damage):
    folder = tmp_path / "digest"
    assert [compiled_half(folder, monkeypatch) for _ in range(2)] == [0, 1]
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:-100] if damage is None else damage)
    assert [compiled_half(folder, monkeypatch) for _ in range(2)] == [0, 1]


@compiled_only
def test_folder_removed_by_another_process_is_made_again(tmp_path, monkeypatch):
    folder = tmp_path / "digest"
    compiled_half(folder, monkeypatch)
    shutil.rmtree(folder)
    assert [compiled_half(folder, monkeypatch) for _ in range(2)] == [0, 1]


@compiled_only
def test_home_that_cannot_be_written_works_uncached(package, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()  # no folder can be made below a file, whoever tries
    home = {"HOME": str(blocked), "LOCALAPPDATA": str(blocked)}
    assert finish(start(package, **home)) == [20, 0, 1]
    assert blocked.read_bytes() == b""


def test_digest_follows_every_source(package):
    digests = {digest(package)}
    for path in (package / "callee.py", package / "caller.py", package.parent / "layout.py"):
        path.write_text(path.read_text() + "# edited\n")
        digests.add(digest(package))
    (package / "new.py").touch()
    digests.add(digest(package))
    assert len(digests) == 5
    assert digest(package) in digests


@pytest.mark.parametrize("module", [numba, np])
def test_digest_follows_versions(package, monkeypatch, module):
    before = digest(package)
    monkeypatch.setattr(module, "__version__", "99.0")
    assert digest(package) != before


def test_cache_dir_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("BGTOOL_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path / "kernels"
    monkeypatch.setenv("BGTOOL_CACHE_DIR", "")
    assert cache_root() != tmp_path / "kernels"


def test_old_folders_go_and_all_others_stay(tmp_path):
    current = tmp_path / ("c" * 20)
    long_ago = time.time() - (jit.KEEP_DAYS + 1) * 86400
    names = {"a" * 20: long_ago, "b" * 20: time.time(), "not-a-digest": long_ago, current.name: long_ago}
    for name, modified in names.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.bin").touch()
        os.utime(tmp_path / name, (modified, modified))
    remove_old(current)
    assert {path.name for path in tmp_path.iterdir()} == {"b" * 20, "not-a-digest", current.name}


def test_write_aside_leaves_nothing_behind_when_it_fails(tmp_path):
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError):
        write_aside(tmp_path / "taken", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@compiled_only
def test_closures_compile_but_are_not_cached():
    def make(step):
        @kernel
        def add(x):
            return x + step

        return add

    assert [make(1)(1), make(2)(1)] == [2, 3]
    assert not isinstance(make(1)._cache, KernelCache)


def test_options_reach_the_compiler():
    @kernel(fastmath=True)
    def twice(x):
        return 2.0 * x

    assert twice(1.5) == 3.0
    if not numba.config.DISABLE_JIT:
        assert twice.targetoptions["fastmath"] is True
        assert twice.targetoptions["nogil"] is True


@compiled_only
def test_what_kernels_call_is_compiled_once_and_without_an_entry_from_python(monkeypatch):
    monkeypatch.setattr(jit, "cache_folder", lambda: None)

    @kernel
    def shifted(x, by):
        return x + by

    @kernel
    def shifted_twice(x):
        return shifted(x, 1) + shifted(x, 2)

    assert shifted_twice(1) == 5
    within = shifted.get_overload.__self__
    assert len(within.signatures) == 1  # not one for 1 and one for 2
    assert within.targetoptions["no_cpython_wrapper"]
    assert not shifted.signatures
    assert shifted(1, 3) == 4
    assert len(shifted.signatures) == 1


def test_unsigned_numbers_wrap_in_silence():
    """The same compiled and plain: generators of random numbers rely on it."""

    @kernel
    def product(x, y):
        return x * y

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert product(np.uint64(2**63 + 1), np.uint64(2)) == 2
