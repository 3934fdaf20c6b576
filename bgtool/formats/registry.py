"""Every format of recorded matches in one table, and the functions that use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from bgtool.core.record import Match
from bgtool.errors import InputError
from bgtool.formats.source import Source


@dataclass(frozen=True, slots=True)
class Format:
    """One format; its module has ``sniff(source)``, ``read(source)`` and, if writable, ``write(matches)``."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    module: str
    writable: bool = False

    def call(self, function: str, argument: Any) -> Any:
        """What the function of the format's module answers; the module is loaded now."""
        return getattr(import_module(self.module), function)(argument)


FORMATS: dict[str, Format] = {
    fmt.name: fmt
    for fmt in (
        Format("mat", "match text (.mat)", (".mat", ".txt"), "bgtool.formats.mat", writable=True),
        Format("json", "bgtool's lossless record", (".json",), "bgtool.formats.record_json", writable=True),
        Format("sgf", "SGF as GNU Backgammon writes it", (".sgf",), "bgtool.formats.sgf", writable=True),
        Format("xg", "eXtreme Gammon", (".xg", ".xgp"), "bgtool.formats.xg"),
        Format("bgf", "BGBlitz", (".bgf",), "bgtool.formats.bgf"),
        Format("jellyfish-pos", "Jellyfish position", (".pos",), "bgtool.formats.jellyfish_pos", writable=True),
        Format("snowie", "Snowie text", (".txt",), "bgtool.formats.snowie", writable=True),
        Format("oldmoves", "oldmoves of FIBS", (".fibs", ".txt"), "bgtool.formats.oldmoves"),
        Format("gamesgrid", "GamesGrid", (".sgg",), "bgtool.formats.gamesgrid"),
        Format("truemoney", "TrueMoneyGames", (".tmg",), "bgtool.formats.truemoney"),
        Format("gam", "Jellyfish or GammonEmpire games", (".gam",), "bgtool.formats.gam", writable=True),
        Format("partygammon", "PartyGammon", (".gam",), "bgtool.formats.partygammon"),
        Format("backgammonroom", "BackGammonRoom", (".bgf", ".txt"), "bgtool.formats.backgammonroom"),
        Format("ogxm", "OGXM and GammonView", (".gva", ".gvab", ".ogxm"), "bgtool.formats.ogxm"),
        Format("berliner", "Berliner's games", (".bkg",), "bgtool.formats.berliner"),
        Format("postext", "text that names positions by ID", (".txt",), "bgtool.formats.position_text"),
    )
}


def format_named(name: str) -> Format:
    """The format of that name; :class:`InputError` lists the names there are."""
    if name not in FORMATS:
        raise InputError(f"format {name!r} is not known; choose one of {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of(source: Source) -> Format | None:
    """The format that the content looks like, the suffix deciding between several; None if it looks like none."""
    likely = [fmt for fmt in FORMATS.values() if fmt.call("sniff", source)]
    return next((fmt for fmt in likely if source.suffix in fmt.suffixes), likely[0] if likely else None)


def read_matches(path: str | Path, format: str | None = None) -> tuple[Match, ...]:
    """Every match in the file (``-`` is standard input), each with the problems of its record.

    The format is known by content unless ``format`` names it; gzip is unpacked. Raises :class:`ParseError` for a
    file that holds no match record, and :class:`OSError` for one that cannot be read.
    """
    return matches_in(Source.of(path), format)


def matches_in(source: Source, format: str | None = None) -> tuple[Match, ...]:
    """Every match in what has been read already, as :func:`read_matches` does it."""
    chosen = format_named(format) if format else format_of(source)
    if chosen is None:
        raise source.error(source.emptiness or "not a match record that bgtool knows")
    matches: tuple[Match, ...] = chosen.call("read", source)
    first = matches[0]
    return (replace(first, problems=(*source.problems, *first.problems)), *matches[1:])


def match_text(matches: Match | Sequence[Match], format: str = "mat") -> str:
    """The matches written in a format (:class:`InputError` for one that bgtool only reads, or that is no text)."""
    data = match_data(matches, format)
    if isinstance(data, bytes):
        raise InputError(f"a {format_named(format).title} is no text: write it into a file")
    return data


def match_data(matches: Match | Sequence[Match], format: str) -> str | bytes:
    """The matches as a file of a format holds them, text or bytes; :class:`InputError` as :func:`match_text`."""
    chosen = format_named(format)
    if not chosen.writable:
        raise InputError(f"bgtool reads {chosen.title} but does not write it")
    data: str | bytes = chosen.call("write", (matches,) if isinstance(matches, Match) else tuple(matches))
    if isinstance(data, str):
        try:
            data.encode("utf-8")
        except UnicodeEncodeError as error:
            around = data[max(0, error.start - 20) : error.end + 20]
            raise InputError(f"{around!r}: half of a surrogate pair is no letter and cannot be written") from None
    return data


def write_match(
    matches: Match | Sequence[Match], path: str | Path, format: str | None = None, overwrite: bool = False
) -> None:
    """Write matches into a file, in the format of its suffix unless ``format`` names one.

    Raises :class:`InputError` for an unknown suffix or a file that exists already (unless ``overwrite``).
    """
    write_data(match_data(matches, format or format_of_suffix(path)), path, overwrite)


def format_of_suffix(path: str | Path) -> str:
    """The name of the format that is written into a file of that name, ``mat`` for one without a suffix.

    Raises :class:`InputError` for a suffix of no format that bgtool writes.
    """
    suffix = Path(path).suffix.lower()
    writable = [fmt for fmt in FORMATS.values() if fmt.writable]
    name = next((fmt.name for fmt in writable if suffix in fmt.suffixes), None if suffix else "mat")
    if name is None:
        read_only = next((fmt.title for fmt in FORMATS.values() if suffix in fmt.suffixes), None)
        said = f"bgtool reads {read_only} but does not write it" if read_only else "no format has that suffix"
        raise InputError(f"{str(path)!r}: {said}; name one of {', '.join(fmt.name for fmt in writable)}")
    return name


def write_data(data: str | bytes, path: str | Path, overwrite: bool = False) -> None:
    """Put text or bytes into a file; :class:`InputError` for one that exists already (unless ``overwrite``)."""
    try:
        with Path(path).open("wb" if overwrite else "xb") as stream:
            stream.write(data.encode("utf-8") if isinstance(data, str) else data)
    except FileExistsError:
        raise InputError(f"{str(path)!r} exists already; it was not overwritten") from None
