"""Replaying the nodes of one SGF game; what a program has noted on them, :mod:`~bgtool.formats.sgf_opinion` reads."""

from __future__ import annotations

from collections import Counter

from bgtool.core.opinion import Opinion
from bgtool.core.position import Position
from bgtool.core.replay import facing
from bgtool.core.rules import hops_text
from bgtool.core.state import Cube, MatchState, Offer
from bgtool.errors import PositionError
from bgtool.formats.problems import Place
from bgtool.formats.scribe import Scribe
from bgtool.formats.sgf_letters import COLOURS, add_points, play_of
from bgtool.formats.sgf_opinion import NAMES, opinion_of
from bgtool.formats.sgf_tree import Lines, Node, Tree
from bgtool.layout import BAR, OFF, ROW

_SETS = ("PL", "DI", "AE", "AW", "AB", "CV", "CP", "CO")
_NOTED = NAMES | {"C", "W", "B", *_SETS}
_DOUBLES = ("double", "redouble", "beaver", "raccoon")
_OWNERS = {"c": None, "n": None, "": None, "w": 0, "b": 1}


class GameReader:
    """Tells a scribe what the nodes say; ``opinions`` and ``lost`` are what stands beside the actions."""

    def __init__(self, scribe: Scribe, game: int, text: str, lines: Lines) -> None:
        """Read game number ``game`` (from 0) of a match into ``scribe``."""
        self.scribe = scribe
        self.opinions: list[Opinion] = []
        self.lost: list[str] = []
        self.place = Place()
        self._game = game
        self._text = text
        self._lines = lines
        self._odd: Counter[str] = Counter()
        self._board: tuple[list[int], list[int]] | None = None
        self._cube: Cube | None = None
        self._turn: int | None = None
        self._roll: tuple[int, tuple[int, int], Place] | None = None

    def read(self, tree: Tree) -> None:
        """Every node of the main line."""
        for index, node in enumerate(tree.nodes):
            self.place = Place(*self._lines.place(node.start))
            self._node(node, is_root=not index)
        self._settle(None)
        if self._roll is not None and not self.scribe.ended:
            seat, faces, place = self._roll
            self.scribe.roll(seat, faces, "????", place)
        if tree.aside:
            self._report("not-kept", f"{tree.aside} nodes in other variations were passed over")
        for name, times in self._odd.items():
            self._report("not-kept", f"property {name} ({times} times) has no place in bgtool's record")
        if tree.garbage is not None:
            place = Place(*self._lines.place(tree.garbage))
            self.scribe.report("unreadable-line", "text that is no SGF", place)
        if tree.cut:
            self._report("truncated", "the file breaks off inside this game")

    def _report(self, code: str, message: str) -> None:
        self.scribe.report(code, message, self.place)

    def _node(self, node: Node, is_root: bool) -> None:
        scribe = self.scribe
        remark = node.get("C")
        for seat, colour in enumerate(COLOURS):
            if colour in node:
                self._act(node, seat, (node.get(colour) or "").strip(), remark)
                break
        else:
            if remark:
                self._remark(remark)
            if not is_root or any(name in node for name in ("PL", "AE", "AW", "AB")):
                self._set(node, is_root)
        if not is_root:
            self._odd.update(name for name in node.properties if name not in _NOTED)
        if scribe.broken and not is_root:
            # What breaks the record is not written down itself.
            self._lose(node)

    def _lose(self, node: Node) -> None:
        self.lost.append(" ".join(self._text[node.start : node.end].split("\n")))

    def _remark(self, text: str) -> None:
        for line in text.rstrip("\n").split("\n"):
            self.scribe.comment(line.rstrip(), self.place.line)

    # -- actions

    def _act(self, node: Node, seat: int, value: str, remark: str | None) -> None:
        scribe = self.scribe
        if scribe.ended:
            self._report("after-end", "the game was over before this")
            self._lose(node)
            return
        self._settle(seat)
        if remark:
            self._remark(remark)
        place = self.place._replace(text=value[:80])
        low = value.lower()
        position, count = facing(scribe.state, seat).position, len(scribe.actions)
        if low in _DOUBLES and _answers(scribe.state, seat):
            scribe.beaver(seat, None, place)
        elif low in _DOUBLES:
            scribe.double(seat, None, place)
        elif low == "take":
            scribe.take(seat, place)
        elif low in ("drop", "pass"):
            scribe.drop(seat, place)
        else:
            self._play(seat, value, place)
        if len(scribe.actions) > count:
            at = self._game, len(scribe.actions) - 1
            found = opinion_of(node, seat, position, at, bool(scribe.state.length), self._report)
            if found is not None:
                self.opinions.append(found)

    def _play(self, seat: int, value: str, place: Place) -> None:
        found = play_of(value, seat)
        if found is None:
            self.scribe.report("unreadable-play", f"{value[:40]!r} is neither a play nor a cube action", place)
            self.scribe.broken = True
            return
        faces, hops = found
        if self._roll is not None and self._roll[:2] != (seat, faces):
            self._change_roll()
        self._roll = None
        self.scribe.roll(seat, faces, hops_text(hops) or "Cannot Move", place)

    # -- positions, cube and dice set by the record

    def _set(self, node: Node, is_root: bool) -> None:
        seat = (node.get("PL") or "").strip().upper()[:1]
        if seat and seat in COLOURS:
            self._turn = COLOURS.index(seat)
        if any(name in node for name in ("AE", "AW", "AB")):
            self._set_board(node)
        value, owner = node.get("CV"), node.get("CP") if "CP" in node else node.get("CO")
        if not is_root and (value is not None or owner is not None):
            self._set_cube(value, owner)
        dice = node.get("DI")
        if dice is not None:
            found = play_of(dice, 0)
            if found is None or found[1]:
                self._report("no-dice", f"{dice[:20]!r} is no roll")
                return
            self._change_roll()
            turn = self._turn if self._turn is not None else self.scribe.state.on_roll
            self._roll = turn, found[0], self.place._replace(text=dice)

    def _change_roll(self) -> None:
        if self._roll is not None:
            faces = self._roll[1]
            message = f"the dice were set to {faces[0]}{faces[1]} and changed before they were played"
            self.scribe.report("dice-changed", message, self._roll[2])
            self._roll = None

    def _set_board(self, node: Node) -> None:
        rows = self._rows() if self._board is None else self._board
        cleared: list[str] = node.all("AE")
        marks = [0] * ROW
        if not add_points(marks, cleared, 0):
            self._report("unreadable-dump", f"AE[{cleared[0][:20]}] names no points")
        for point in range(1, ROW):
            if marks[point]:
                rows[0][point] = 0
                rows[1][BAR if point == BAR else BAR - point] = 0
        for seat, colour in enumerate(COLOURS):
            if not add_points(rows[seat], node.all(f"A{colour}"), seat):
                self._report("unreadable-dump", f"A{colour} names what is no point")
        self._board = rows

    def _rows(self) -> tuple[list[int], list[int]]:
        position = facing(self.scribe.state, 0).position
        return list(position.on_roll), list(position.opponent)

    def _set_cube(self, value: str | None, owner: str | None) -> None:
        cube = self._cube or self.scribe.state.cube
        try:
            number = cube.value if value is None else int(value.strip()[:6])
            seat = cube.owner if owner is None else _OWNERS[owner.strip().lower()[:1]]
            self._cube = Cube(number, seat)
        except (ValueError, KeyError):
            self._report("cube-value", f"cube {(value or '')[:20]!r} of {(owner or '')[:20]!r} cannot be")

    def _settle(self, actor: int | None) -> None:
        """Write down what was set before ``actor`` acts (None at the end of the game)."""
        scribe = self.scribe
        turn = self._turn if self._turn is not None else actor
        moment = scribe.state
        set_turn = self._turn is not None and scribe.actions and self._turn != moment.on_roll and moment.offer is None
        if (self._board or self._cube or set_turn) and not scribe.broken and not scribe.ended:
            rows = self._rows() if self._board is None else self._board
            seat = moment.on_roll if turn is None else turn
            for row in rows:
                row[OFF] = 0
                row[OFF] = max(0, moment.variant.checkers - sum(row))
            try:
                position = Position(tuple(rows[seat]), tuple(rows[1 - seat]))
            except PositionError as error:
                self._report("unreadable-dump", str(error))
                scribe.broken = True
            else:
                if position.checkers != moment.variant.checkers:
                    self._report("unreadable-dump", f"{position.checkers} checkers in {moment.variant.title}")
                    scribe.broken = True
                else:
                    scribe.set_position(position, seat, self._cube or moment.cube, self.place)
        self._board = self._cube = self._turn = None


def _answers(state: MatchState, seat: int) -> bool:
    """Whether a double of ``seat`` is a beaver or raccoon: SGF has one word for all."""
    return state.offer is Offer.BEAVER or (state.offer is Offer.DOUBLE and seat != state.on_roll)
