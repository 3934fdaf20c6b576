"""GNU Backgammon's match equity tables in XML: explicit ones and those computed by Zadeh's or Tornberg's method.

::

    <met>
      <info> <name>..</name> <description>..</description> <length>25</length> </info>      (-1: any length)
      <pre-crawford-table type="explicit"> <row> <me>0.5</me> .. </row> .. </pre-crawford-table>
      <post-crawford-table type="explicit" player="both"> <row> <me>0.5</me> .. </row> </post-crawford-table>
    </met>

A computed table (``type="zadeh"`` or ``"mec"``) has ``<parameters> <parameter name="..">0.25</parameter> ..``. Tables
of which the two players are not equal have a post-Crawford table for ``player="0"`` and for ``player="1"``.
Files are read without loading a DTD, and one that declares entities is refused.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from bgtool.core.met import LONGEST, MatchEquityTable, table_from
from bgtool.core.met_formulas import mec_table, post_crawford_row, zadeh_table
from bgtool.errors import InputError, ParseError

LARGEST = 1 << 22
"""Bytes; a table of 64 points takes a tenth of it."""

Row = tuple[float, ...]


def read_met(path: str | Path) -> MatchEquityTable:
    """The match equity table of a file. Raises OSError, or :class:`~bgtool.errors.ParseError` saying what is wrong."""
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    return parse_met(data, str(path))


def parse_met(data: bytes, file: str | None = None) -> MatchEquityTable:
    """The match equity table that XML holds. Raises :class:`~bgtool.errors.ParseError`."""
    return _Reader(file).table(data)


class _Reader:
    def __init__(self, file: str | None):
        self.file = file

    def wrong(self, message: str) -> ParseError:
        return ParseError(f"{message}; expected a match equity table as GNU Backgammon keeps them", file=self.file)

    def table(self, data: bytes) -> MatchEquityTable:
        if len(data) > LARGEST:
            raise self.wrong(f"more than {LARGEST:,} bytes")
        met = self.tree(data)
        if met.tag != "met":
            raise self.wrong(f"the document is <{met.tag[:40]}>, not <met>")
        info = self.child(met, "info")
        name = " ".join((self.child(info, "name").text or "").split()) or "unnamed"
        length = self.whole(self.child(info, "length"))
        if length != -1 and not 1 <= length <= 1000:
            raise self.wrong(f"a length of {length} points")
        known = LONGEST if length == -1 else min(length, LONGEST)
        post = self.post_crawford(met, known)
        try:
            return self.pre_crawford(self.child(met, "pre-crawford-table"), name, post, known)
        except (InputError, ZeroDivisionError) as error:
            if isinstance(error, ParseError):
                raise
            raise self.wrong(str(error)) from None

    def tree(self, data: bytes) -> Element:
        """The root element; entities are never declared, DTDs never loaded."""
        builder = TreeBuilder()
        parser = expat.ParserCreate()

        def refuse(name: str, *_: object) -> None:
            raise self.wrong(f"the XML declares an entity ({name[:40]!r})")

        parser.EntityDeclHandler = refuse
        parser.StartElementHandler = builder.start
        parser.EndElementHandler = builder.end
        parser.CharacterDataHandler = builder.data
        try:
            parser.Parse(data, True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            if isinstance(error, ParseError):
                raise
            raise self.wrong(f"not well-formed XML ({error})") from None
        return builder.close()

    def pre_crawford(self, node: Element, name: str, post: tuple[Row, Row], known: int) -> MatchEquityTable:
        kind = node.get("type", "explicit")
        if kind == "explicit":
            rows = [self.row(row, known) for row in node.findall("row")]
            if len(rows) < known:
                raise self.wrong(f"{len(rows)} rows before Crawford for a length of {known}")
            if any(len(row) < known for row in rows[:known]):
                raise self.wrong(f"a row before Crawford with fewer than {known} numbers")
            return table_from(name, rows, post, known)
        numbers = self.parameters(node)
        if kind == "zadeh":
            return zadeh_table(
                name,
                (self.full(post[0]), self.full(post[1])),
                gammons_leader=self.number(numbers, "gammon-rate-leader"),
                gammons_trailer=self.number(numbers, "gammon-rate-trailer"),
                delta=self.number(numbers, "delta"),
                delta_bar=self.number(numbers, "delta-bar"),
            )
        if kind == "mec":
            return mec_table(
                name,
                (self.full(post[0]), self.full(post[1])),
                gammons=self.number(numbers, "gammon-rate"),
                wins=self.number(numbers, "win-rate"),
            )
        raise self.wrong(f"a pre-Crawford table of type {kind[:40]!r}")

    def post_crawford(self, met: Element, known: int) -> tuple[Row, Row]:
        found: dict[str, Row] = {}
        for node in met.findall("post-crawford-table"):
            player = node.get("player", "both")
            if player not in ("both", "0", "1") or player in found:
                raise self.wrong(f"a post-Crawford table for player {player[:40]!r}")
            found[player] = self.post_crawford_row(node, known)
        if set(found) not in ({"both"}, {"0", "1"}):
            raise self.wrong('post-Crawford tables that are not one for "both" or one each for "0" and "1"')
        return found.get("0", found.get("both", ())), found.get("1", found.get("both", ()))

    def post_crawford_row(self, node: Element, known: int) -> Row:
        kind = node.get("type", "explicit")
        if kind == "explicit":
            row = self.row(self.child(node, "row"), known)
            if len(row) < known - 1:
                raise self.wrong(f"{len(row)} numbers after Crawford for a length of {known}")
            return row
        numbers = self.parameters(node)
        drops = (self.number(numbers, "free-drop-2-away"), self.number(numbers, "free-drop-4-away"))
        if kind == "zadeh":
            return post_crawford_row(self.number(numbers, "gammon-rate-trailer"), *drops)
        if kind == "mec":
            wins = self.number(numbers, "win-rate")
            return post_crawford_row(self.number(numbers, "gammon-rate"), *drops, wins=wins, drops_count_on=False)
        raise self.wrong(f"a post-Crawford table of type {kind[:40]!r}")

    def full(self, row: Row) -> Row:
        """A row of 64 entries, as the formulas need them."""
        if len(row) < LONGEST:
            raise self.wrong("a computed table with a post-Crawford row that is not computed")
        return row

    def row(self, node: Element, known: int) -> Row:
        """The numbers of a row, no more of them than count."""
        return tuple(self.chance(cell) for cell in node.findall("me")[:known])

    def parameters(self, node: Element) -> dict[str, float]:
        found = {}
        for parameter in self.child(node, "parameters").findall("parameter"):
            found[parameter.get("name", "")] = self.chance(parameter)
        return found

    def number(self, numbers: dict[str, float], name: str) -> float:
        if name not in numbers:
            raise self.wrong(f"parameter {name!r} is missing")
        return numbers[name]

    def child(self, node: Element, tag: str) -> Element:
        found = node.find(tag)
        if found is None:
            raise self.wrong(f"<{node.tag}> without <{tag}>")
        return found

    def whole(self, node: Element) -> int:
        try:
            return int((node.text or "").strip()[:20])
        except ValueError:
            raise self.wrong(f"<{node.tag}> is {node.text!r:.40}, not a number") from None

    def chance(self, node: Element) -> float:
        try:
            chance = float((node.text or "").strip()[:40])
        except ValueError:
            chance = -1.0
        if not 0.0 <= chance <= 1.0:
            raise self.wrong(f"<{node.tag}> is {node.text!r:.40}, not a number between 0 and 1")
        return chance
