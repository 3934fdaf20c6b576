"""Plain text of RTF, as far as short remarks need it."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\(.)|([{}])|([^\\{}\r\n]+)|[\r\n]+", re.DOTALL
)
_SILENT = frozenset({"fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "themedata", "generator"})
_WORDS = {"par": "\n", "line": "\n", "tab": "\t", "emdash": "\u2014", "endash": "\u2013", "bullet": "\u2022"}
_WORDS |= {"lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d"}


def plain_text(rtf: str) -> str:
    """The text of an RTF document, line breaks kept; a text that is no RTF comes back as it is."""
    if not rtf.lstrip().startswith("{\\rtf"):
        return rtf.strip()
    parts: list[str] = []
    outer: list[bool] = []
    silent, skip = False, 0
    for found in _TOKEN.finditer(rtf):
        code, word, number, symbol, brace, text = found.groups()
        if brace == "{":
            outer.append(silent)
        elif brace == "}":
            silent = outer.pop() if outer else False
        elif word in _SILENT or symbol == "*":
            silent = True
        elif silent:
            continue
        elif word == "u" and number:
            parts.append(chr(int(number) % 0x10000))
            skip = 1
        elif code or text or symbol:
            said = bytes([int(code, 16)]).decode("cp1252", errors="replace") if code else text or _symbol(symbol)
            parts.append(said[skip:])
            skip = 0
        elif word:
            parts.append(_WORDS.get(word, ""))
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()


def _symbol(symbol: str) -> str:
    return {"~": "\u00a0", "_": "-", "-": "", "\n": "\n", "\r": "\n"}.get(symbol, symbol if symbol in "\\{}" else "")
