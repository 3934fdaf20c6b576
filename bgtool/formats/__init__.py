"""Text and bytes into core values and back: match files, position IDs."""

from __future__ import annotations

import sys
from pathlib import Path

from bgtool.core.record import Match
from bgtool.errors import ParseError
from bgtool.formats import mat
from bgtool.formats.decode import decoded, unpacked

STDIN = "-"


def read_matches(path: str | Path) -> tuple[Match, ...]:
    """Every match in the file (``-`` is standard input), each with the problems of its record.

    The format is known by content. Raises :class:`ParseError` for a file that holds no match record, and
    :class:`OSError` for one that cannot be read.
    """
    name = str(path)
    data = sys.stdin.buffer.read() if name == STDIN else Path(path).read_bytes()
    file = "<stdin>" if name == STDIN else name
    text, _ = decoded(unpacked(data, file), file)
    if not text.strip():
        raise ParseError("empty file", file=file)
    if not mat.sniff(text):
        raise ParseError("not a match record that bgtool knows", file=file)
    return mat.read(text, file)
