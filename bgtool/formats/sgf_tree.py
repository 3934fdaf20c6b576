"""The game trees of an SGF file: nodes of properties, nothing known yet of backgammon.

Read in one pass without recursion, however deep a file nests its variations. Only the first variation of a game is
kept, which is what was played.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

from bgtool.errors import InputError

MOST_NODES = 300_000

_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[();])|(?P<name>[A-Za-z]+)|(?P<value>\[[^\]\\]*(?:\\.[^\]\\]*)*\])|(?P<open>\[)|(?P<other>[^\s]))",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)


@dataclass(slots=True)
class Node:
    """The properties of a node, and where its text stands in the file."""

    start: int
    end: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        """Whether the node has the property."""
        return name in self.properties

    def get(self, name: str) -> str | None:
        """The first value of a property as text, escapes resolved; None if the node does not have it."""
        values = self.properties.get(name)
        return unescaped(values[0]) if values else None

    def all(self, name: str) -> list[str]:
        """Every value of a property, escapes resolved."""
        return [unescaped(value) for value in self.properties.get(name, ())]


@dataclass(slots=True)
class Tree:
    """One game: its nodes from the root on, and how many nodes of other variations were passed over.

    ``garbage`` is the place of the first text that is no SGF; ``cut`` says that the file breaks off in the game.
    """

    nodes: list[Node] = field(default_factory=list)
    aside: int = 0
    garbage: int | None = None
    cut: bool = False


class Lines:
    """Line numbers of a text."""

    def __init__(self, text: str) -> None:
        """Find the line ends once."""
        self._starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def read_trees(text: str) -> list[Tree]:
    """Every game tree of the text that has a node. Raises :class:`InputError` for absurdly many nodes."""
    trees: list[Tree] = []
    tree = Tree()
    depth = total = position = 0
    closed = True
    node: Node | None = None
    values: list[str] | None = None
    while (found := _TOKEN.match(text, position)) is not None:
        kind, position = found.lastgroup, found.end()
        if kind == "mark":
            values = None
            mark = found["mark"]
            if mark == "(":
                if depth == 0:
                    tree, closed = Tree(), False
                    trees.append(tree)
                depth += 1
            elif depth == 0:
                continue
            elif mark == ")":
                depth, closed, node = depth - 1, True, None
            elif closed:
                tree.aside, node = tree.aside + 1, None
            else:
                total += 1
                if total > MOST_NODES:
                    raise InputError(f"more than {MOST_NODES} nodes are no match record")
                node = Node(found.end() - 1, found.end())
                tree.nodes.append(node)
        elif kind == "name":
            values = None
            if node is not None:
                name = "".join(letter for letter in found["name"] if letter.isupper())
                values = node.properties.setdefault(name, []) if name else None
        elif kind == "value":
            if values is not None and node is not None:
                values.append(found["value"][1:-1])
                node.end = position
        elif kind == "open":
            # The value is never closed; what there is of it may be half a play.
            tree.cut = True
            if node is not None and values is not None and not values:
                node.properties = {name: given for name, given in node.properties.items() if given}
            return _filled(trees)
        elif depth and not closed and tree.garbage is None:
            tree.garbage = position - 1
    tree.cut = tree.cut or depth > 0
    return _filled(trees)


def unescaped(value: str) -> str:
    """The text of a value: ``\\`` takes the next letter as it is, and joins lines."""
    return _ESCAPE.sub(lambda found: found[1].strip("\n"), value) if "\\" in value else value


def escaped(text: str) -> str:
    """The text as it stands in a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def node_text(properties: Iterable[tuple[str, Iterable[str]]]) -> str:
    """A node of properties with their values, escaped here."""
    return ";" + "".join(name + "".join(f"[{escaped(value)}]" for value in values) for name, values in properties)


def _filled(trees: list[Tree]) -> list[Tree]:
    return [tree for tree in trees if any(node.properties for node in tree.nodes)]
