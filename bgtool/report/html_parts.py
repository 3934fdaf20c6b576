"""Small pieces of a page: names that cannot break it, marks and luck as sign, word and colour, numbers."""

from __future__ import annotations

from html import escape

from bgtool.analysis.settings import LuckMark, Mark, luck_mark
from bgtool.report.style import shown

_LUCK = {
    LuckMark.VERY_LUCKY: ("▲▲", "good"),
    LuckMark.LUCKY: ("▲", "good"),
    LuckMark.UNLUCKY: ("▼", "bad"),
    LuckMark.VERY_UNLUCKY: ("▼▼", "bad"),
}


def name_of(text: str, width: int = 60) -> str:
    """A player's name, harmless as HTML, whichever way its letters run."""
    return f"<bdi>{escape(shown(text, width) or '(no name)')}</bdi>"


def isolated(name: str) -> str:
    """A name in plain text that cannot turn round the writing beside it, whichever way its letters run."""
    return f"\u2068{name}\u2069"


def cells(*contents: str, tag: str = "td") -> str:
    """Table cells with these contents."""
    return "".join(f"<{tag}>{content}</{tag}>" for content in contents)


def kind_of(mark: Mark) -> str:
    """The class of a mark: ``doubtful``, ``bad``, ``very-bad``; empty for none."""
    return mark.words.replace(" ", "-")


def marked(mark: Mark) -> str:
    """The sign of a mark in its colour, with the words for those who see neither."""
    return f' <b class="mark {kind_of(mark)}" title="{mark.words}">{mark.value}</b>' if mark.value else ""


def lost(error: float | None, mwc: float | None) -> str:
    """What an error cost: EMG, and in brackets match winning chance."""
    if not error:
        return "0.000"
    return f"{error:.3f}" + (f" <small>({mwc:.2%} MWC)</small>" if mwc is not None else "")


def luck_words(luck: float, mwc: float | None) -> str:
    """The luck of a roll: number with its sign, and an arrow and words where it was marked."""
    sign, kind = _LUCK.get(luck_mark(luck), ("", ""))
    words = f"{sign} {luck_mark(luck).value} " if sign else ""
    chance = f" <small>({mwc:+.2%} MWC)</small>" if mwc is not None else ""
    return f'luck <span class="{kind or "plain"}">{words}{luck:+.3f}</span>{chance}'
