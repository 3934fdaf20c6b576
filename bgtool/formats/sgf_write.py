"""Writing matches as SGF that GNU Backgammon loads: moves, cube, set positions, remarks, and a source's analysis.

What SGF has no word for is written so that nothing is lost to a reader: lines that could not be replayed stand in a
remark at the end of their game, an illegal play known only by its result becomes the roll and the position set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bgtool.core.move import Hop, Step
from bgtool.core.opinion import MARKS, CubeEstimate, Opinion
from bgtool.core.position import Position
from bgtool.core.record import (
    Action,
    Beaver,
    Double,
    Game,
    Legality,
    Match,
    Pass,
    Play,
    Resign,
    SetPosition,
    Take,
)
from bgtool.core.replay import Turn, after, replay_game
from bgtool.core.state import Cube, MatchState
from bgtool.core.variant import STANDARD
from bgtool.formats.sgf_letters import COLOURS, letters_of, points_of
from bgtool.formats.sgf_numbers import cube_text, play_text
from bgtool.formats.sgf_tree import node_text

TAGS = {"EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber", "DT": "EventDate"}
"""The properties that have a name of their own in the header of a match text."""

_PROPERTIES = {title: name for name, title in TAGS.items()}
_MOST_HOPS = 4

Properties = list[tuple[str, list[str]]]


def write(matches: Sequence[Match]) -> str:
    """The text of the matches, a tree for every game."""
    numbered = not _starts_over(matches)
    return "".join(_match(match, number if numbered else None) for number, match in enumerate(matches, 1))


def _starts_over(matches: Sequence[Match]) -> bool:
    """Whether the games' numbers rise within each match and start over with the next, which tells the matches apart."""
    numbers = [[_number(game) for game in match.games] or [0] for match in matches]
    rising = all(a < b for games in numbers for a, b in pairwise(games))
    return rising and all(games[-1] >= following[0] for games, following in pairwise(numbers))


def _number(game: Game) -> int:
    return max(0, game.number - 1)


def _match(match: Match, number: int | None) -> str:
    opinions = match.analysis.by_action() if match.analysis else {}
    return "".join(_game(match, index, number, opinions) for index in range(len(match.games) or 1))


def _game(match: Match, index: int, number: int | None, opinions: dict[tuple[int, int], Opinion]) -> str:
    if not match.games:
        return f"({node_text(_root(match, Game(1, (0, 0)), number, True))})\n"
    game = match.games[index]
    nodes = [node_text(_root(match, game, number, not index))]
    for turn in replay_game(match, game):
        nodes += _nodes(match, turn, opinions.get((index, turn.index)))
    remarks = _remarks(game, len(game.actions)) + list(game.lost)
    if remarks:
        nodes.append(node_text([("C", ["\n".join(remarks)])]))
    return "(" + "\n".join(nodes) + ")\n"


# -- the root


def _root(match: Match, game: Game, number: int | None, first: bool) -> Properties:
    """The properties of a root; ``number`` is the match's, where the numbers of the games do not tell it."""
    names = game.players or match.players
    program = match.analysis.source if match.analysis else "bgtool"
    name, _, version = program.rpartition(" ")
    program = f"{name}:{version}" if name and version[:1].isdigit() else program
    score = [f"length:{match.length}", f"game:{_number(game)}", f"ws:{game.score[0]}", f"bs:{game.score[1]}"]
    score += [] if number is None else [f"match:{number}"]
    root = [("FF", ["4"]), ("GM", ["6"]), ("CA", ["UTF-8"]), ("AP", [program])]
    root += [("MI", score), ("PW", [names[0]]), ("PB", [names[1]])]
    if first:
        root += _tags(match)
    rules = _rules(match, game)
    if rules:
        root.append(("RU", [":".join(rules)]))
    if game.cube.value > 1:
        root.append(("CV", [str(game.cube.value)]))
    if game.winner is not None:
        given_up = bool(game.actions) and not isinstance(game.actions[-1], Pass) and not _is_over(match, game)
        root.append(("RE", [f"{COLOURS[game.winner]}+{game.points or 0}{'R' * given_up}"]))
    return root


def _is_over(match: Match, game: Game) -> bool:
    last = list(replay_game(match, game))[-1]
    return after(last.state, last.action).position.is_over


def _tags(match: Match) -> Properties:
    """The header fields: those of SGF under their name, others in the general comment as a match text has them."""
    found: dict[str, str] = {}
    others = []
    for key, value in match.tags:
        name = _PROPERTIES.get(key, key)
        if name in found or not (name.isalpha() and name.isupper() and len(name) < 3):
            others.append(f'[{key} "{value}"]')
        else:
            found[name] = value.replace(".", "-") if name == "DT" else value
    for seat, colour in enumerate(COLOURS):
        rating = match.ratings[seat]
        if rating is not None:
            found.setdefault(f"{colour}R", f"{rating:g}")
    remarks = [*others, *match.comments]
    return [(name, [value]) for name, value in found.items()] + ([("GC", ["\n".join(remarks)])] if remarks else [])


def _rules(match: Match, game: Game) -> list[str]:
    rules = []
    if match.cube_limit is not None:
        rules.append("NoCube" if match.cube_limit == 1 else f"CubeLimit{match.cube_limit}")
    if match.crawford_rule and match.length:
        rules.append("Crawford")
    if game.crawford:
        rules.append("CrawfordGame")
    if match.jacoby:
        rules.append("Jacoby")
    if match.beavers:
        rules.append("Beavers")
    if match.variant is not STANDARD:
        rules.append("".join(letter for letter in match.variant.title if letter.isalnum()))
    return rules


# -- actions


def _nodes(match: Match, turn: Turn, opinion: Opinion | None) -> Iterator[str]:
    """The nodes of an action, with its remarks and what the source says of it."""
    action, state = turn.action, turn.state
    beside = _opinion(match, turn, opinion)
    remarks = _remarks(turn.game, turn.index)
    if isinstance(action, Play) and action.legality is Legality.UNKNOWN and action.written.strip("?"):
        remarks.append(f"{action.dice}: {action.written}")
    if remarks:
        beside.append(("C", ["\n".join(remarks)]))
    if isinstance(action, SetPosition):
        if remarks:
            yield node_text([("C", ["\n".join(remarks)])])
        yield from _set_position(action, state)
        return
    previous = turn.game.actions[turn.index - 1] if turn.index else None
    if isinstance(previous, Beaver) and isinstance(action, (Play, Double)):
        # A beaver is played on with no word in match texts; SGF needs it taken.
        yield node_text([(COLOURS[1 - previous.seat], ["take"])])
    value = _value(action)
    if value is not None:
        yield node_text([(COLOURS[_seat(action)], [value]), *beside])
    elif isinstance(action, (Play, Resign)):
        dice = action.dice
        if dice is not None:
            faces = (isinstance(action, Play) and action.rolled) or (dice.high, dice.low)
            yield node_text([("PL", [COLOURS[action.seat]]), ("DI", [f"{faces[0]}{faces[1]}"]), *beside])
        elif beside:
            yield node_text(beside)
    if isinstance(action, Play) and value is not None and _needs_position(action, state.position):
        reached = action.after or state.position
        yield from _set_position(SetPosition(reached.swapped(), 1 - action.seat), after(state, action))


def _seat(action: Action) -> int:
    return 0 if isinstance(action, SetPosition) else action.seat


def _value(action: Action) -> str | None:
    """The value of ``W`` or ``B``; None for what is no such node."""
    if isinstance(action, (Double, Beaver)):
        return "double"
    if isinstance(action, Take):
        return "take"
    if isinstance(action, Pass):
        return "drop"
    if not isinstance(action, Play) or action.legality is Legality.UNKNOWN:
        return None
    faces = action.rolled or (action.dice.high, action.dice.low)
    return f"{faces[0]}{faces[1]}{letters_of(_steps(action), action.seat)}"


def _steps(play: Play) -> tuple[Step, ...] | tuple[Hop, ...]:
    """The steps of a play, as the file had them if it had one for each die."""
    if play.move is None:
        return play.hops if len(play.hops) <= _MOST_HOPS else ()
    steps = play.move.steps
    return play.hops if len(play.hops) == len(steps) and _moved(play.hops) == _moved(steps) else steps


def _moved(steps: tuple[Step, ...] | tuple[Hop, ...]) -> dict[int, int]:
    """How many checkers more or fewer each point has after the steps."""
    change = Counter(step.target for step in steps)
    change.subtract(step.source for step in steps)
    return {point: count for point, count in change.items() if count}


def _needs_position(play: Play, before: Position) -> bool:
    """Whether the letters alone do not tell where an illegal play leads."""
    return play.legality is Legality.ILLEGAL and not _steps(play) and play.after != before


def _set_position(action: SetPosition, state: MatchState) -> Iterator[str]:
    seat = state.on_roll if action.on_roll is None else action.on_roll
    cube: Cube = action.cube or state.cube
    owner = "c" if cube.owner is None else COLOURS[cube.owner].lower()
    if cube != state.cube:
        yield node_text([("CV", [str(cube.value)])])
        yield node_text([("CP", [owner])])
    board = points_of(action.position, seat)
    yield node_text([("PL", [COLOURS[seat]]), ("AE", ["a:y"]), *((name, board[name]) for name in board if board[name])])


def _remarks(game: Game, index: int) -> list[str]:
    return [remark.text for remark in game.comments if remark.at == index]


# -- analysis


def _opinion(match: Match, turn: Turn, opinion: Opinion | None) -> Properties:
    """The properties that hold what the source says of an action."""
    if opinion is None:
        return []
    seat = _seat(turn.action)
    is_play = isinstance(turn.action, (Play, Resign))
    found: Properties = []
    if opinion.cube is not None and _has_value(opinion.cube, match):
        found.append(("DA", [cube_text(opinion.cube, bool(match.length))]))
    if opinion.cube_to_roll_out:
        found.append(("CR", [""]))
    if opinion.candidates:
        played = len(opinion.candidates) if opinion.played is None else opinion.played
        plays = (play_text(letters_of(one.move.steps, seat), one.estimate) for one in opinion.candidates)
        found += [("A", [str(played), *plays]), ("MR", [" ".join(str(i + 1) for i in opinion.to_roll_out)])]
    if opinion.luck is not None:
        found.append(("LU", [f"{opinion.luck:.5f}"]))
    if opinion.luck_mark:
        lucky = seat if not opinion.luck_mark.endswith("unlucky") else 1 - seat
        found.append((f"G{COLOURS[lucky]}", ["2" if opinion.luck_mark.startswith("very") else "1"]))
    found += _mark(opinion.mark, "BM", "DO")
    found += _mark(opinion.cube_mark, *(("BC", "DC") if is_play else ("BM", "DO")))
    return found


def _has_value(cube: CubeEstimate, match: Match) -> bool:
    """Whether the source gives the cube's value as SGF wants it: winning chances in a match, equity for money."""
    estimate = cube.no_double
    return estimate.settings.startswith("R ") or (estimate.mwc if match.length else estimate.equity) is not None


def _mark(mark: str, bad: str, doubtful: str) -> Iterable[tuple[str, list[str]]]:
    level = MARKS.index(mark) if mark in MARKS else 0
    if level == 1:
        return [(doubtful, [""])]
    return [(bad, [str(level - 1)])] if level else []
