"""The rules of movement, plain and readable: the reference that the compiled kernels are tested against.

Rules as in the GNU Backgammon manual and Keith's "Backgammon rules": use both numbers if any way exists (all four
of a doublet, else as many as possible); if either but not both, the larger; enter from the bar first; bear off only
with all checkers at home, a number above the highest checker taking that checker.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bgtool.core.dice import Dice
from bgtool.core.move import Hop, Move, Step, parse_hops
from bgtool.core.position import Position
from bgtool.errors import IllegalPlayError
from bgtool.layout import BAR, HOME, OFF, POINTS

_Row = tuple[int, ...]
Board = tuple[_Row, _Row]
_Plays = dict[Board, tuple[Step, ...]]


def legal_moves(position: Position, dice: Dice) -> tuple[tuple[Move, Position], ...]:
    """Every distinct legal play with the position it leads to (mover still first), in a fixed order.

    Two plays are the same when they reach the same position. When nothing can be played the answer is one
    empty move and the unchanged position.
    """
    plays = _complete_plays((position.on_roll, position.opponent), dice)
    return tuple((_move(steps), Position(*board)) for board, steps in plays.items())


def moves_to(position: Position, dice: Dice, boards: Iterable[Board]) -> list[tuple[Move, Position]]:
    """The legal plays that lead to these boards (rows after the play, mover first), each with its position.

    As :func:`legal_moves`, for those who want a few of very many. Raises :class:`KeyError` for a board out of reach.
    """
    plays = _complete_plays((position.on_roll, position.opponent), dice)
    return [(_move(plays[board]), Position(*board)) for board in boards]


def find_move(position: Position, dice: Dice, play: str | tuple[Hop, ...]) -> Move:
    """The legal play that a text or its hops mean, whatever order or joining of moves was written.

    Among plays that move the checkers alike but hit differently, the one whose hits are starred comes first, then
    the one that hits where the text lands and nowhere else: ``14/13 13/7`` hits a blot on 13, ``14/7`` passes it by.
    Raises :class:`IllegalPlayError`, or :class:`NotationError` for unreadable text.
    """
    hops = parse_hops(play) if isinstance(play, str) else play
    board = (position.on_roll, position.opponent)
    stars = {hop.target for hop in hops if hop.star}
    literal = _taken_literally(board, dice, hops)
    if literal and stars <= {step.target for step in literal if step.hits}:
        return _move(literal)
    target = moved_row(position.on_roll, hops)
    found = _plays_towards(board, dice, target) if target else []
    if found:
        landings = {hop.target for hop in hops}
        return _move(min(found, key=lambda steps: _hit_mismatch(steps, stars, landings)))
    written = play if isinstance(play, str) else hops_text(hops)
    raise IllegalPlayError(f"play {written or 'nothing'!r} is not legal with {dice} here")


def apply_move(position: Position, move: Move) -> Position:
    """The position after ``move``, the mover still first; the steps are trusted to be legal."""
    board: Board = (position.on_roll, position.opponent)
    for step in move.steps:
        board = _after(board, step)
    return Position(*board)


def apply_as_written(position: Position, hops: tuple[Hop, ...]) -> Position | None:
    """The position after hops taken at their word, legal or not, mover still first; None where no board can result.

    Opposing blots on landing points go to the bar; landing on a point held by two or more gives None.
    """
    row = moved_row(position.on_roll, hops)
    if row is None:
        return None
    opponent = list(position.opponent)
    for point in {hop.target for hop in hops}:
        if not 1 <= point <= POINTS:
            continue
        held = opponent[BAR - point]
        if held == 1:
            opponent[BAR - point] = 0
            opponent[BAR] += 1
        elif held and row[point]:
            return None
    return Position(row, tuple(opponent))


def hops_text(hops: tuple[Hop, ...]) -> str:
    """The hops one by one, as a person would write them."""
    names = {BAR: "bar", OFF: "off"}
    return " ".join(
        f"{names.get(hop.source, hop.source)}/{names.get(hop.target, hop.target)}{'*' * hop.star}" for hop in hops
    )


def moved_row(row: _Row, hops: tuple[Hop, ...]) -> _Row | None:
    """The mover's row after the hops, whatever the rules say; None when a hop starts from an empty point."""
    moved = list(row)
    for hop in hops:
        moved[hop.source] -= 1
        moved[hop.target] += 1
    return tuple(moved) if min(moved) >= 0 else None


def _steps(board: Board, die: int) -> list[Step]:
    """Every single step that ``die`` allows, from the rear forward."""
    row, opponent = board
    if row[BAR]:
        sources = [BAR]
    else:
        sources = [point for point in range(POINTS, 0, -1) if row[point]]
    at_home = not any(row[HOME + 1 :])
    steps = []
    for source in sources:
        target = source - die
        if target >= 1:
            blockers = opponent[BAR - target]
            if blockers <= 1:
                steps.append(_step(source, target, blockers == 1))
        elif at_home and (target == OFF or source == sources[0]):
            steps.append(_step(source, OFF, False))
    return steps


@cache
def _step(source: int, target: int, hits: bool) -> Step:
    """The step, made once: there are few of them and plays are made of very many."""
    return Step(source, target, hits)


def _after(board: Board, step: Step) -> Board:
    row, opponent = list(board[0]), board[1]
    row[step.source] -= 1
    row[step.target] += 1
    if step.hits:
        hit = list(opponent)
        hit[BAR - step.target] -= 1
        hit[BAR] += 1
        opponent = tuple(hit)
    return tuple(row), opponent


def _spread(plays: _Plays, die: int) -> _Plays:
    """Every board one step of ``die`` further."""
    further: _Plays = {}
    for board, steps in plays.items():
        for step in _steps(board, die):
            further.setdefault(_after(board, step), (*steps, step))
    return further


def _complete_plays(board: Board, dice: Dice) -> _Plays:
    start: _Plays = {board: ()}
    if dice.is_doublet:
        level = start
        for die in dice.numbers:
            further = _spread(level, die)
            if not further:
                break
            level = further
        return level
    high_first = _spread(start, dice.high)
    low_first = _spread(start, dice.low)
    both = _spread(high_first, dice.low)
    for reached, steps in _spread(low_first, dice.high).items():
        both.setdefault(reached, steps)
    return both or high_first or low_first or start


def _taken_literally(board: Board, dice: Dice, hops: tuple[Hop, ...]) -> tuple[Step, ...] | None:
    """The hops as steps if they are one a die and legal in the order written, as in most records; None otherwise.

    One checker moved twice without a hit on the way is left to the search, which decides which die goes first.
    """
    numbers = dice.numbers
    if len(hops) != len(numbers):
        return None
    for order in (numbers,) if dice.is_doublet else (numbers, numbers[::-1]):
        steps: list[Step] = []
        reached = board
        for hop, die in zip(hops, order, strict=True):
            step = next((s for s in _steps(reached, die) if s.source == hop.source and s.target == hop.target), None)
            if step is None:
                break
            steps.append(step)
            reached = _after(reached, step)
        else:
            first, second = sorted(steps[:2], key=lambda step: -step.source)
            onward = not dice.is_doublet and first.target == second.source and not first.hits
            return None if onward else tuple(steps)
    return None


def _move(steps: tuple[Step, ...]) -> Move:
    """The play with its steps from the rear forward, so that the same play is always the same :class:`Move`."""
    hits = {step.target for step in steps if step.hits}
    ordered = []
    for step in sorted(steps, key=lambda step: (-step.source, step.target)):
        ordered.append(_step(step.source, step.target, step.target in hits))
        hits.discard(step.target)
    return Move(tuple(ordered))


def _plays_towards(board: Board, dice: Dice, target: _Row) -> list[tuple[Step, ...]]:
    """The legal ways to bring the mover's checkers onto ``target``, one for each distinct result.

    Only checkers that have to leave their point are tried, which makes it quick; a way that leaves dice unused
    counts only if no play uses more.
    """
    numbers = dice.numbers
    orders = [numbers] if dice.is_doublet else [numbers, numbers[::-1]]
    found: dict[Board, tuple[Step, ...]] = {}
    for order in orders:
        level: _Plays = {board: ()}
        for die in (*order, 0):
            for reached, steps in level.items():
                if reached[0] == target and (reached not in found or len(steps) > len(found[reached])):
                    found[reached] = steps
            level = {
                _after(reached, step): (*steps, step)
                for reached, steps in level.items()
                for step in (_steps(reached, die) if die else ())
                if reached[0][step.source] > target[step.source]
            }
    if any(len(steps) < len(numbers) for steps in found.values()):
        legal = _complete_plays(board, dice)
        return [legal[reached] for reached in found if reached in legal]
    return list(found.values())


def _hit_mismatch(steps: tuple[Step, ...], stars: set[int], landings: set[int]) -> tuple[int, int, int, int]:
    """How badly a play's hits fit the text: stars not hit, too few hits, hits nowhere written, landings not hit."""
    hits = {step.target for step in steps if step.hits}
    return len(stars - hits), max(0, len(stars) - len(hits)), len(hits - landings), -len(hits & landings)
