"""JSON whose strings are text: half of a surrogate pair, which JSON can spell and no file can hold, is refused."""

from __future__ import annotations

import json
import re
from typing import Any

_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]|(u[dD][89a-fA-F]..)|.)", re.S)
"""An escape; the group is one that spells a half of a pair alone."""


def parsed(text: str | bytes) -> Any:
    """The value that a document of JSON holds, bytes being UTF-8.

    Raises :class:`json.JSONDecodeError` with the place of what is wrong, and :class:`ValueError` or
    :class:`RecursionError` for what is no UTF-8 or too deep.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    value = json.loads(text)
    lone = next((found for found in _ESCAPE.finditer(text) if found[1]), None) if "\\u" in text else None
    if lone is not None:
        raise json.JSONDecodeError(f"'{lone[0]}' is half of a surrogate pair and no letter", text, lone.start())
    return value
