"""Where the answers of ``bgtool analyze`` go: one stream, or a file for each given one in a directory."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import click

from bgtool.cli.files import Given
from bgtool.errors import InputError
from bgtool.report.html_index import Page, index_page

SUFFIXES = {"text": ".txt", "json": ".json", "csv": ".csv", "md": ".md", "html": ".html", "sgf": ".sgf"}
"""The ends of the names that files in a directory get, by format."""

PAGE = "html"

_ONE_PAGE = "a page holds one match: give a directory, such as -o pages/, for several"


def form_of(target: str | None) -> str:
    """The format that the name of a file asks for, such as ``html`` for ``match.html``; text where it asks for none.

    Raises :class:`click.UsageError` for an ending that no format has.
    """
    suffix = "" if is_directory(target) else Path(target or "").suffix.lower()
    found = next((form for form, end in SUFFIXES.items() if suffix in (end, f"{end}l")), None if suffix else "text")
    if found is None:
        endings = ", ".join(SUFFIXES.values())
        raise click.UsageError(
            f"no report is written as {suffix}: end the name of {target!r} in one of {endings}, or give --format"
        )
    return found


def is_directory(target: str | None) -> bool:
    """Whether ``-o`` names a directory: one that exists, or one to be made, with a slash at its end."""
    return target is not None and target != "-" and (target.endswith(("/", "\\")) or Path(target).is_dir())


class Output:
    """Takes the answers one by one, and puts each where it belongs; a context manager.

    ``head`` is the first line of every file (the names of CSV columns), ``apart`` sets whole reports apart by an empty
    line. In a directory every given file has one of its own, every HTML page too, and pages get an index.
    """

    def __init__(self, target: str | None, form: str, inputs: Sequence[Given], *, head: str = "", apart: bool = False):
        """Nothing is opened before there is something to write.

        Raises :class:`~bgtool.errors.InputError` where several files shall become one page.
        """
        self._form, self._head, self._apart = form, head, apart
        self._directory = Path(target) if target is not None and is_directory(target) else None
        self._stack = ExitStack()
        self._stream: IO[str] | None = None
        self._target = target
        self._inputs = {Path(given.path).resolve() for given in inputs}
        self._own: dict[str, Path] = {}
        self._written: set[Path] = set() if self._directory is None else {self._directory / "index.html"}
        self._pages: list[Page] = []
        self._page: str | None = None
        if form == PAGE and self._directory is None and len(inputs) > 1:
            raise InputError(_ONE_PAGE)

    def __enter__(self) -> Output:
        """Ready to take answers."""
        return self

    def __exit__(self, *error: object) -> None:
        """Finish what was written."""
        self._stack.close()

    def put(self, given: Given, text: str, title: str = "", lines: Sequence[str] = ()) -> None:
        """Write an answer about a file; ``title`` and ``lines`` say in an index of pages what it is.

        Raises :class:`~bgtool.errors.InputError` for a second page in one stream, and where a file to be analysed
        would be overwritten.
        """
        if self._directory is None and self._form == PAGE:
            self._hold(text)
            return
        if self._directory is None:
            self._append(text)
            return
        path = self._path(given)
        first = path not in self._written
        self._written.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w" if first else "a", encoding="utf-8", newline="\n") as out:
            out.write(self._framed(text, first) + "\n")
        if self._form == PAGE:
            self._pages.append(Page(path.relative_to(self._directory).as_posix(), title, tuple(lines)))

    def finish(self, closing: str) -> None:
        """Write what stands below all answers, and the index of pages."""
        if self._page:
            self._append(self._page)
        if closing:
            click.echo(closing) if self._directory else self._append(closing)
        if self._directory and self._pages:
            index = self._directory / "index.html"
            index.write_text(index_page(self._pages), encoding="utf-8")

    def _hold(self, page: str) -> None:
        """Keep a page until it is known to be the only one."""
        if self._page is not None:
            self._page = ""
            raise InputError(_ONE_PAGE)
        self._page = page

    def _append(self, text: str) -> None:
        first = self._stream is None
        if self._stream is None:
            self._stream = self._stack.enter_context(click.open_file(self._target or "-", "w", encoding="utf-8"))
        click.echo(self._framed(text, first), file=self._stream)

    def _framed(self, text: str, first: bool) -> str:
        if first:
            return f"{self._head}\n{text}" if self._head else text
        return f"\n{text}" if self._apart else text

    def _path(self, given: Given) -> Path:
        """The file for a given one: its own again for another match in it, but a new one for every page."""
        assert self._directory is not None
        if self._form != PAGE and given.path in self._own:
            return self._own[given.path]
        wanted = self._directory / given.below.with_suffix(SUFFIXES[self._form])
        path, number = wanted, 1
        while path in self._written:
            number += 1
            path = wanted.with_stem(f"{wanted.stem}-{number}")
        if path.resolve() in self._inputs:
            raise InputError(f"{str(path)!r} is a file to be analysed: give another directory")
        self._own[given.path] = path
        return path
