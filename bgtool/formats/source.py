"""A file to be read: its bytes unpacked, its text decoded, whatever wrote them."""

from __future__ import annotations

import codecs
import errno
import os
import stat
import sys
import zlib
from functools import cached_property
from io import RawIOBase
from pathlib import Path

from bgtool.core.record import Problem
from bgtool.errors import ParseError
from bgtool.formats.problems import problem

STDIN = "-"
LARGEST = 32 << 20
"""The most bytes that a file may hold, unpacked; no match record comes near it."""

LONGEST_TEXT = 4 << 20
"""The most letters of a text in the formats of old servers and of positions."""

_GZIP = b"\x1f\x8b"
_HEAD = 4096
_PART = 1 << 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1a\x1b")
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"


class Source:
    """The bytes of a file and where they come from; ``problems`` tells what unpacking and decoding cost."""

    def __init__(self, data: bytes, file: str = "") -> None:
        """Unpack ``data`` if it is gzip; :class:`ParseError` for damaged or far too much data."""
        self.file = file
        self.problems: list[Problem] = []
        self.data = self._unpacked(data) if data.startswith(_GZIP) else data
        if len(self.data) > LARGEST:
            raise self.error(f"more than {LARGEST >> 20} MB is no match record")

    @classmethod
    def of(cls, path: str | Path) -> Source:
        """The file at ``path``, standard input for ``-``. Raises :class:`OSError` or :class:`ParseError`."""
        if str(path) == STDIN:
            return cls(sys.stdin.buffer.read(LARGEST + 1), "<stdin>")
        with open(path, "rb", buffering=0, opener=_opened) as stream:
            return cls(_all_of(stream, str(path)), str(path))

    @property
    def suffix(self) -> str:
        """The file's suffix in small letters, one before ``.gz`` if that is the last."""
        return Path(self.file.lower().removesuffix(".gz")).suffix

    def error(self, message: str, line: int | None = None, column: int | None = None) -> ParseError:
        """The error that says so about this file."""
        return ParseError(message, file=self.file or None, line=line, column=column)

    @property
    def emptiness(self) -> str:
        """Why there is nothing to read, in words; empty where there is something."""
        if self.data.strip():
            return ""
        return "the gzip data breaks off before its first byte" if self.problems else "empty file"

    @cached_property
    def is_text(self) -> bool:
        """Whether the bytes look like text and not like a binary format."""
        head = self.data[:_HEAD]
        if self._mark() or _unmarked_utf16(head):
            return True
        return sum(byte in _CONTROL for byte in head) <= len(head) // 50

    @cached_property
    def text(self) -> str:
        """The text with ``\\n`` line ends.

        A byte order mark decides the encoding; else UTF-16 is known by its zero bytes, then UTF-8 is tried, and what
        is not UTF-8 is Windows-1252. Raises :class:`ParseError` for binary data.
        """
        if not self.is_text:
            raise self.error("binary data, not a text file")
        mark = self._mark()
        encoding = mark[1] if mark else _unmarked_utf16(self.data[:_HEAD])
        data = self.data[len(mark[0]) :] if mark else self.data
        if encoding is None:
            try:
                return _plain(data.decode("utf-8"))
            except UnicodeDecodeError:
                encoding = "cp1252"
                self.problems.append(problem("encoding-guessed", "not UTF-8, read as Windows-1252"))
        text = _plain(data.decode(encoding, errors="replace"))
        if _UNKNOWN in text:
            line = text.count("\n", 0, text.index(_UNKNOWN)) + 1
            found = problem("undecodable", f"bytes that are not {encoding} text")
            self.problems.append(Problem(found.code, found.message, line, severity=found.severity))
        return text

    @property
    def short_text(self) -> str:
        """The text, :class:`ParseError` where it is longer than any record of a small format can be."""
        if len(self.text) > LONGEST_TEXT:
            raise self.error(f"more than {LONGEST_TEXT >> 20} million letters are no such record")
        return self.text

    def _mark(self) -> tuple[bytes, str] | None:
        return next((mark for mark in _MARKS if self.data.startswith(mark[0])), None)

    def _unpacked(self, data: bytes) -> bytes:
        parts: list[bytes] = []
        room = LARGEST + 1
        while data.startswith(_GZIP) and room > 0:
            unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
            try:
                parts.append(unpacker.decompress(data, room))
            except zlib.error as error:
                raise self.error(f"damaged gzip data ({error})") from None
            room -= len(parts[-1])
            if not unpacker.eof and room > 0:
                self.problems.append(problem("truncated", "the gzip data breaks off"))
            data = unpacker.unused_data
        return b"".join(parts)


def _opened(path: str, flags: int) -> int:
    """The file opened without waiting for anybody: a pipe that no program writes to is empty, whatever comes of it."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        os.set_blocking(descriptor, True)
    return descriptor


def _all_of(stream: RawIOBase, file: str) -> bytes:
    """The bytes of an open file, one more than are allowed at most."""
    parts: list[bytes] = []
    room = LARGEST + 1
    while room > 0:
        part = stream.read(min(room, _PART))
        if part is None:
            raise BlockingIOError(errno.EAGAIN, "nothing can be read from it", file)
        if not part:
            break
        parts.append(part)
        room -= len(part)
    return b"".join(parts)


def _unmarked_utf16(head: bytes) -> str | None:
    """The byte order of UTF-16 text without a mark: every other byte of Latin text is zero; None if it is not that."""
    half = len(head) // 2
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > half * 0.7 and even < half * 0.1:
        return "utf-16-le"
    if even > half * 0.7 and odd < half * 0.1:
        return "utf-16-be"
    return None


def _plain(text: str) -> str:
    """The text with plain line ends and without the byte order marks that joining files leaves in the middle."""
    return text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
