"""Colour for terminals, always beside a sign or word that says the same."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_CODES = {"good": "32", "doubtful": "33", "bad": "31", "very bad": "1;31", "head": "1", "dim": "2"}


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text by meaning when ``colour`` is on, leaves it alone otherwise."""

    colour: bool = False

    def __call__(self, text: str, meaning: str) -> str:
        """The text in the colour of ``good``, ``doubtful``, ``bad``, ``very bad``, ``head`` or ``dim``; else plain."""
        code = _CODES.get(meaning) if self.colour and text.strip() else None
        return f"\x1b[{code}m{text}\x1b[0m" if code else text


PLAIN = Style()


def shown(text: str, width: int = 60) -> str:
    """Text of a file made harmless for a terminal: no control or direction signs, at most ``width`` characters."""
    harmless = "".join(sign if unicodedata.category(sign)[0] != "C" else "?" for sign in text)
    return harmless if len(harmless) <= width else harmless[: width - 1] + "…"
