"""One file of named arrays: magic, version, header, payload; checked when opened, written in one move or in steps.

::

    0      16 bytes   b"bgtool tables\\n\\0\\0"
    16     uint32     version of this format, little endian
    20     uint32     length of the header text
    24     32 bytes   SHA-256 of the header text
    56     JSON text  name, arrays [[name, dtype, shape], ...], done (0: complete), sha256 of the payload ("" before)
    4096   payload    the arrays in order, little endian, each at a multiple of 64 bytes

A file that is still being built has ``sha256`` "" and says in ``done`` how far it has come, so that work can resume.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import struct
import sys
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bgtool.errors import DataError

MAGIC = b"bgtool tables\n\0\0"
VERSION = 1
START = 4096
HASHED_ON_OPEN = 64 << 20  # bytes; a larger file has its payload checked by verify() only

Tables = dict[str, NDArray[Any]]


class Layout(NamedTuple):
    """What a file holds: a name, and the name, dtype and shape of each array."""

    name: str
    arrays: tuple[tuple[str, str, tuple[int, ...]], ...]

    def offsets(self) -> list[int]:
        """Where each array begins in the file, and at last where the file ends."""
        offsets = [START]
        for _, dtype, shape in self.arrays:
            length = np.dtype(dtype).itemsize * prod(shape)
            offsets.append(offsets[-1] + (length + 63) // 64 * 64)
        return offsets

    @property
    def size(self) -> int:
        """The length of the file in bytes."""
        return self.offsets()[-1]

    def empty(self) -> Tables:
        """The arrays in memory, all zeros."""
        return {name: np.zeros(shape, dtype) for name, dtype, shape in self.arrays}

    def views(self, buffer: mmap.mmap) -> Tables:
        """The arrays inside a mapped file."""
        return {
            name: np.frombuffer(buffer, dtype, prod(shape), offset).reshape(shape)
            for (name, dtype, shape), offset in zip(self.arrays, self.offsets()[:-1], strict=True)
        }


def encode(layout: Layout, tables: Tables) -> bytes:
    """The whole file of complete tables."""
    body = bytearray(layout.size - START)
    for (name, dtype, _), offset in zip(layout.arrays, layout.offsets()[:-1], strict=True):
        data = np.ascontiguousarray(tables[name], np.dtype(dtype).newbyteorder("<")).tobytes()
        body[offset - START : offset - START + len(data)] = data
    return _header(layout, 0, hashlib.sha256(body).hexdigest()) + bytes(body)


def open_tables(path: Path, layout: Layout) -> Tables:
    """The arrays of a complete file, mapped into memory; writing to them changes memory only.

    Raises FileNotFoundError, and :class:`DataError` for a file that is damaged, unfinished or something else. The
    payload is checked against its checksum unless the file is larger than ``HASHED_ON_OPEN``.
    """
    with path.open("rb") as file:
        _checked_header(path, file, layout)
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    if layout.size <= HASHED_ON_OPEN:
        check_payload(path, layout)
    return layout.views(mapped)


def check_payload(path: Path, layout: Layout) -> None:
    """Compare the payload of a complete file with its checksum; raises :class:`DataError` where they differ."""
    with path.open("rb") as file:
        expected = _checked_header(path, file, layout)["sha256"]
        if _payload_digest(file) != expected:
            raise DataError(f"{path}: damaged (its checksum does not fit its contents)")


def _payload_digest(file: BinaryIO) -> str:
    state = hashlib.sha256()
    file.seek(START)
    while block := file.read(1 << 20):
        state.update(block)
    return state.hexdigest()


def _header(layout: Layout, done: int, sha256: str) -> bytes:
    text = json.dumps({"name": layout.name, "arrays": layout.arrays, "done": done, "sha256": sha256}).encode()
    head = MAGIC + struct.pack("<II", VERSION, len(text)) + hashlib.sha256(text).digest() + text
    return head.ljust(START, b"\0")


def _checked_header(path: Path, file: BinaryIO, layout: Layout, *, complete: bool = True) -> dict[str, Any]:
    """The header of an open file that holds *layout*; raises :class:`DataError` saying what is wrong with it."""
    head = file.read(START)
    if head[: len(MAGIC)] != MAGIC:
        raise DataError(f"{path}: not a file of tables by bgtool")
    if len(head) < START:
        raise DataError(f"{path}: damaged (only {len(head)} bytes)")
    version, length = struct.unpack_from("<II", head, 16)
    if version != VERSION:
        raise DataError(f"{path}: format version {version}, this bgtool reads {VERSION}")
    text = head[56 : 56 + length]
    if hashlib.sha256(text).digest() != head[24:56]:
        raise DataError(f"{path}: damaged (its header does not fit its checksum)")
    header: dict[str, Any] = json.loads(text)
    if (header["name"], header["arrays"]) != (layout.name, json.loads(json.dumps(layout.arrays))):
        raise DataError(f"{path}: holds {header['name']}, expected {layout.name}")
    if complete and not header["sha256"]:
        raise DataError(f"{path}: not finished")
    size = os.fstat(file.fileno()).st_size
    if size != layout.size:
        raise DataError(f"{path}: damaged ({size} bytes instead of {layout.size})")
    return header


class UnfinishedFile:
    """Tables that are being built on disk, so that the work survives an interruption; made by :func:`unfinished`."""

    def __init__(self, path: Path, layout: Layout, file: BinaryIO):
        """Take up what the file holds, or start it with its whole length reserved (OSError on a full disk)."""
        self._path, self._layout, self._file = path, layout, file
        try:
            self.done = int(_checked_header(path, file, layout, complete=False)["done"])
        except DataError:
            self.done = 0
            self._start()
        self._mapped = mmap.mmap(file.fileno(), 0)
        self.tables = layout.views(self._mapped)

    def _start(self) -> None:
        """Reserve the whole length; where that fails nothing is left behind, and the OSError names the file."""
        try:
            self._file.truncate(0)
            _reserve(self._file, self._layout.size)
            self._write_header("")
        except OSError as error:
            with contextlib.suppress(OSError):
                self._path.unlink()
            raise OSError(error.errno, error.strerror or str(error), str(self._path)) from None

    def save(self, done: int) -> None:
        """Put what is there on disk, then note that the work has come to *done*."""
        self._mapped.flush()
        self.done = done
        self._write_header("")

    def finish(self, target: Path) -> None:
        """Write the checksum and move the complete file to *target*."""
        self._mapped.flush()
        self.done = 0
        self._write_header(_payload_digest(self._file))
        os.replace(self._path, target)

    def _write_header(self, sha256: str) -> None:
        self._file.seek(0)
        self._file.write(_header(self._layout, self.done, sha256))
        self._file.flush()
        os.fsync(self._file.fileno())


@contextlib.contextmanager
def unfinished(path: Path, layout: Layout, *, anew: bool = False) -> Iterator[UnfinishedFile]:
    """The unfinished file at *path*, locked: begun now, or as an interrupted process left it unless *anew*.

    Raises OSError where it cannot be written, :class:`DataError` while another process works on it.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
    with os.fdopen(handle, "r+b") as file, _locked(file, path):
        if not path.exists() or os.fstat(handle).st_ino != path.stat().st_ino:
            raise DataError(f"{path}: another process has just finished it")
        if anew:
            file.truncate(0)  # only now that nobody else is at work on it
        yield UnfinishedFile(path, layout, file)


@contextlib.contextmanager
def _locked(file: BinaryIO, path: Path) -> Iterator[None]:
    """Hold the file for this process alone."""
    if sys.platform == "win32":
        yield  # Windows itself refuses to move or truncate a file that another process has mapped
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise DataError(f"{path}: another process is building it; wait for it or end it first") from None
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)  # closing is not enough: mapped memory keeps a handle of its own


def _reserve(file: BinaryIO, size: int) -> None:
    """Give the file its length with real blocks: writing to a mapped hole of a full disk would kill the process."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        file.truncate(size)
