"""What goes to stderr, made fit for a terminal: one line, of bearable length, that only says what it says."""

from __future__ import annotations

import unicodedata

LONGEST = 1000
_HEAD, _TAIL = 600, 300

_UNSEEN = frozenset(("Cc", "Cf", "Cs"))
"""Control characters, invisible marks that turn text round, and halves of characters."""


def printable(message: str) -> str:
    """The message on one line, its control characters as escapes such as ``\\x1b``, the middle left out if too long.

    Bad input is quoted in errors, and must not steer the terminal of who reads them.
    """
    line = " ".join("".join(map(_seen, message)).split())
    if len(line) <= LONGEST:
        return line
    left_out = len(line) - _HEAD - _TAIL
    return f"{line[:_HEAD]} [... {left_out:,} characters ...] {line[-_TAIL:]}"


def _seen(character: str) -> str:
    if character in "\t\n\r" or unicodedata.category(character) not in _UNSEEN:
        return character
    return character.encode("unicode_escape").decode("ascii")
