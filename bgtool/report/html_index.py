"""A page of links to the pages of many matches."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from bgtool.report.html_parts import isolated
from bgtool.report.html_style import STYLE
from bgtool.report.style import shown


class Page(NamedTuple):
    """A page, by its place beside the index: what it is about, and a line for each player."""

    place: str
    title: str
    lines: tuple[str, ...]


def index_page(pages: Sequence[Page]) -> str:
    """The HTML document that leads to every page, in order."""
    rows = []
    for page in pages:
        lines = "".join(f"<li><bdi>{escape(shown(line, 200))}</bdi></li>" for line in page.lines)
        link = f'<a href="{quote(page.place)}">{escape(isolated(shown(page.title, 200)))}</a>'
        rows.append(f'<section><h2>{link}</h2><ul class="totals">{lines}</ul></section>')
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            'img-src data:">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">',
            f"<title>Matches</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Matches</h1>",
            *rows,
            "</main>\n</body></html>\n",
        ]
    )
