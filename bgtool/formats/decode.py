"""Bytes of a text file into text, whatever wrote them."""

from __future__ import annotations

import codecs
import gzip
import zlib

from bgtool.errors import ParseError

LARGEST = 64 << 20
"""The most bytes that a file may hold, unpacked; no match record comes near it."""

_GZIP = b"\x1f\x8b"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1a")


def unpacked(data: bytes, file: str | None = None) -> bytes:
    """The bytes themselves, or what they hold if they are gzip; :class:`ParseError` if damaged or too large."""
    if data.startswith(_GZIP):
        try:
            data = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, LARGEST + 1)
        except (zlib.error, gzip.BadGzipFile, EOFError) as error:
            raise ParseError(f"damaged gzip data ({error})", file=file) from None
    if len(data) > LARGEST:
        raise ParseError(f"more than {LARGEST >> 20} MB is no match record", file=file)
    return data


def decoded(data: bytes, file: str | None = None) -> tuple[str, str]:
    """The text of ``data`` with ``\\n`` line ends, and the name of its encoding.

    A byte order mark decides; else UTF-16 is known by its zero bytes, then UTF-8 is tried, and what is not UTF-8
    is Windows-1252. Binary data raises :class:`ParseError`.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, errors="replace")
            return _plain(text), "utf-8-sig" if encoding == "utf-8" else encoding
    head = data[:4096]
    if b"\0" in head:
        encoding = _unmarked_utf16(head)
        if encoding is None:
            raise ParseError("binary data, not a text file", file=file)
        return _plain(data.decode(encoding, errors="replace")), encoding
    if sum(byte in _CONTROL for byte in head) > len(head) // 50:
        raise ParseError("binary data, not a text file", file=file)
    try:
        return _plain(data.decode("utf-8")), "utf-8"
    except UnicodeDecodeError:
        return _plain(data.decode("cp1252", errors="replace")), "cp1252"


def _unmarked_utf16(head: bytes) -> str | None:
    """The byte order of UTF-16 text without a mark: every other byte of Latin text is zero."""
    half = len(head) // 2
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > half * 0.7 and even < half * 0.1:
        return "utf-16-le"
    if even > half * 0.7 and odd < half * 0.1:
        return "utf-16-be"
    return None


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
