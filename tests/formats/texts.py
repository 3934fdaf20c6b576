"""Small ``.mat`` texts for tests, and what is read from them."""

import dataclasses

from bgtool.core.position import Position
from bgtool.core.record import Beaver, Double, Pass, Play, Resign, Severity, Take
from bgtool.formats import FORMATS, match_text
from bgtool.formats.gnubgid import parse_position_id
from bgtool.formats.source import Source
from bgtool.formats.xgid import board_letters

RIGHT = 33


def row(left="", right="", number=1):
    """A row in GNU Backgammon's columns."""
    return f"{f'{number:>3}) {left}':<{RIGHT}}{right}".rstrip()


def game(*rows, number=1, score=(0, 0), names=("Ann", "Bo"), result=""):
    """A game from rows of ``(left, right)``, or whole lines."""
    lines = [f" Game {number}", f"{f' {names[0]} : {score[0]}':<32}{names[1]} : {score[1]}"]
    for at, cells in enumerate(rows, 1):
        lines.append(cells if isinstance(cells, str) else row(*cells, number=at))
    return "\n".join(lines + ([result] if result else []))


def match(*games, length=5, header=""):
    """The text of a match."""
    return "\n\n".join([f"{header}\n {length} point match".lstrip("\n"), *games]) + "\n"


def read_all(text, file="small.mat"):
    """Every match of a text or bytes."""
    data = text if isinstance(text, bytes) else text.encode()
    return FORMATS["mat"].call("read", Source(data, file))


def read(*rows, **options):
    """The match of one small game."""
    header = {name: options.pop(name) for name in ("length", "header") if name in options}
    return read_all(match(game(*rows, **options), **header))[0]


def set_position(position_id, cube=0):
    """XG's line that sets the board, the left player seen as on roll."""
    return f"; Set Pos={board_letters(parse_position_id(position_id))}/{cube}"


def set_board(left, right, checkers=15):
    """The same from both rows, each in its player's own numbering."""
    return f"; Set Pos={board_letters(Position.of(left, right, checkers))}/0"


def codes(record):
    """The codes of a match's problems, in order."""
    return [problem.code for problem in record.problems]


def is_clean(record):
    """Whether nothing but notes was found."""
    return all(problem.severity is Severity.NOTE for problem in record.problems)


def plays(record, number=0):
    """The plays of a game."""
    return [action for action in record.games[number].actions if isinstance(action, Play)]


def counts(matches):
    """Games, rolls (those resigned after included) and cube actions of some matches."""
    actions = [action for found in matches for game in found.games for action in game.actions]
    return (
        sum(len(found.games) for found in matches),
        sum(isinstance(a, Play) or (isinstance(a, Resign) and a.dice is not None) for a in actions),
        sum(isinstance(a, (Double, Beaver, Take, Pass)) for a in actions),
    )


def there_and_back(matches, name="mat"):
    """The matches after being written in a format and read again."""
    return FORMATS[name].call("read", Source(match_text(matches, name).encode(), "again"))


def everything(matches):
    """All that records hold, what equality passes over included."""
    return [dataclasses.asdict(found) for found in matches]
