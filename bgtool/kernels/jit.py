"""The one decorator behind every kernel: Numba's ``njit`` with a compile cache that cannot go stale.

Numba's own ``cache=True`` watches only the file of the function itself, so a kernel whose callee in another file
was edited keeps running the old callee. Here compiled code lies in a folder named by a digest of *all* kernel
sources, the versions of Numba, NumPy and Python, and the processor: any edit or upgrade simply looks elsewhere.

Each compiled signature is one file, written aside and moved into place, so processes may race without harm.
A cache that cannot be read or written is no error: the kernel is compiled and lives as long as the process.
``NUMBA_DISABLE_JIT=1`` leaves every kernel as plain Python. ``BGTOOL_CACHE_DIR`` moves the cache.

A kernel that allocates nothing, and returns no array, is to be compiled with ``_nrt=False``: without counting the
references to arrays. Otherwise every call adds to and takes from a counter in memory, with the processor's bus locked,
for every array of every argument, and a brain with its room has a hundred: it was half of the time of a rollout.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from llvmlite import binding as llvm
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.types import unliteral

SOURCES = Path(__file__).parent
CONFIG: Any = numba.config
KEEP_DAYS = 14  # folders of other digests that were used within these days are left alone


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compiled form of *function*: ``@kernel``, or ``@kernel(fastmath=True, parallel=True, inline="always", ...)``.

    Options are those of ``numba.njit``; the GIL is released unless ``nogil=False``. Define kernels at module level:
    a closure is compiled too, but not cached, because what it closes over has no lasting name.
    """
    if function is None:
        return functools.partial(kernel, **options)
    if CONFIG.DISABLE_JIT:
        return np.errstate(all="ignore")(function)  # compiled numbers overflow in silence, so plain ones do too
    options = {"nogil": True, "no_cfunc_wrapper": True, **options}
    compiled, called = _dispatcher(function, options), _dispatcher(function, options | {"no_cpython_wrapper": True})
    compiled.get_call_template = lambda args, kws: called.get_call_template(*_without_literals(args, kws))
    compiled.get_overload = called.get_overload
    return compiled


def _dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    compiled = numba.njit(**options)(function)
    folder = cache_folder()
    if folder is not None and function.__closure__ is None:
        compiled._cache = KernelCache(function, folder, options)
    return compiled


def _without_literals(args: tuple[Any, ...], kws: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The types of arguments, where a number written in the code is a number like others."""
    return tuple(map(unliteral, args)), {name: unliteral(found) for name, found in kws.items()}


def cache_root() -> Path | None:
    """Folder that holds one folder a digest, from ``BGTOOL_CACHE_DIR`` or the user's cache; None without a home."""
    base = os.environ.get("BGTOOL_CACHE_DIR") or platformdirs.user_cache_dir("bgtool", appauthor=False)
    try:
        path = Path(base).expanduser()
    except RuntimeError:
        return None
    if base.startswith("~") and not path.is_absolute():
        return None
    return path.absolute() / "kernels"


@functools.cache
def cache_folder() -> Path | None:
    """Folder of compiled code for exactly these sources, versions and processor; None without a home."""
    root = cache_root()
    return root / digest(SOURCES) if root else None


def digest(sources: Path) -> str:
    """Name for the compiled code of every ``*.py`` in folder *sources* (and ``layout.py`` above it), 20 hex digits."""
    state = hashlib.sha256()
    facts = (numba.__version__, np.__version__, sys.version, llvm.get_host_cpu_name(), CONFIG.OPT, CONFIG.BOUNDSCHECK)
    state.update(repr(facts).encode())
    for path in [*sorted(sources.glob("*.py")), sources.parent / "layout.py"]:
        state.update(path.name.encode() + b"\0" + _file_hash(path))
    return state.hexdigest()[:20]


def _file_hash(path: Path) -> bytes:
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:  # no source beside the code (a frozen program): the name must do
        return b""


class KernelCache:
    """What a Numba dispatcher asks for compiled code: one file per function and signature in *folder*.

    Fills the same slot as Numba's ``FunctionCache``, which keeps an index that two processes can tear apart.
    """

    def __init__(self, function: Callable[..., Any], folder: Path, options: dict[str, Any]):
        """The cache of one kernel, compiled with *options*."""
        source = Path(function.__code__.co_filename)
        own = _file_hash(source) if source.parent != SOURCES else b""  # a kernel outside of the digested folder
        self._identity = (function.__module__, function.__qualname__, function.__code__.co_firstlineno, own, options)
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self._folder = folder

    @property
    def cache_path(self) -> str:
        """Folder of the cached files."""
        return str(self._folder)

    def enable(self) -> None:
        """Nothing to do: the cache is always on."""

    def disable(self) -> None:
        """Nothing to do: the cache is always on."""

    def flush(self) -> None:
        """Forget what is stored for this function."""
        with contextlib.suppress(OSError):
            for path in self._folder.glob(f"{self._name}-*.bin"):
                path.unlink()

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Compiled code for *signature*, or None where there is none that can be used."""
        target.refresh()
        path = self._path(signature, target.codegen())
        try:
            stored, payload = pickle.loads(path.read_bytes())
            if stored != signature:
                return None
            found = CompileResult._rebuild(target, *payload)
        except Exception:  # whatever is wrong with a cached file, compiling anew is the answer
            return None
        _touch(self._folder)
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store compiled code; a full or read-only disk is passed over in silence."""
        if result.lifted or result.library.has_dynamic_globals:
            return
        path = self._path(signature, result.library.codegen)
        with contextlib.suppress(OSError):
            if not self._folder.exists():
                self._folder.mkdir(parents=True, exist_ok=True)
                remove_old(self._folder)
            write_aside(path, dumps((signature, result._reduce())))

    def _path(self, signature: Any, codegen: Any) -> Path:
        key = repr((self._identity, signature, codegen.magic_tuple()))
        return self._folder / f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:20]}.bin"


def write_aside(path: Path, data: bytes) -> None:
    """Put *data* at *path* in one move, so that nobody ever reads half a file. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


@functools.cache
def _touch(folder: Path) -> None:
    """Mark *folder* as in use, once per process, so that no other version removes it."""
    with contextlib.suppress(OSError):
        os.utime(folder)


def remove_old(folder: Path) -> None:
    """Remove the siblings of *folder* that carry another digest and were not used for ``KEEP_DAYS`` days.

    Only folders that look like a digest are touched. A process that still runs from one compiles anew.
    """
    oldest = time.time() - KEEP_DAYS * 86400
    with contextlib.suppress(OSError):
        for sibling in folder.parent.iterdir():
            name = sibling.name
            looks_right = len(name) == len(folder.name) and not name.strip("0123456789abcdef")
            if looks_right and name != folder.name and sibling.is_dir() and sibling.stat().st_mtime < oldest:
                shutil.rmtree(sibling, ignore_errors=True)
