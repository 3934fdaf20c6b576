"""Reading ``.mat`` match texts in every dialect: Jellyfish, GNU Backgammon, eXtreme Gammon and two dozen sites.

The lines are first gathered into matches and games (:mod:`~bgtool.formats.mat_lines` says what each line is); then
every game is replayed by a :class:`~bgtool.formats.scribe.Scribe`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bgtool.core.position import Position
from bgtool.core.record import Game, Match, Problem
from bgtool.core.state import LONGEST_MATCH, Cube, MatchState
from bgtool.core.variant import STANDARD, Variant, variant_named
from bgtool.errors import InputError, ParseError, PositionError
from bgtool.formats.mat_lines import (
    Cell,
    CellKind,
    ScoreLine,
    Tag,
    cells_of,
    comment_of,
    game_of,
    is_blank,
    length_of,
    row_number_of,
    score_line_of,
    set_position_of,
    tag_of,
)
from bgtool.formats.problems import Place, problem
from bgtool.formats.scribe import Scribe
from bgtool.formats.snowie import read_dump
from bgtool.formats.verdict import Verdict, conclude

_SNIFFED = 1 << 20
_SIGN = re.compile(r"^[ \t]*(?:\d+[ \t-]*points? match|Game[ \t]+\d+[ \t]*$|unlimited match)", re.I | re.M)
_RATED = re.compile(r"(.*\S),(\d{3,5}(?:\.\d+)?)")
_ON = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}
_MOST_GUESSES = 8


def sniff(text: str) -> bool:
    """Whether the text looks like a ``.mat`` record: a match length or a game line near its beginning."""
    return _SIGN.search(text[:_SNIFFED]) is not None


def read(text: str, file: str = "") -> tuple[Match, ...]:
    """Every match of the text, in order, each with its problems.

    Raises :class:`ParseError` when there is neither a match length nor a game in it.
    """
    matches = tuple(_finished(raw, file) for raw in _gathered(text))
    if not matches:
        raise ParseError("no match record: found neither 'n point match' nor a game", file=file or None)
    return matches


# -- gathering lines


@dataclass
class _Line:
    number: int
    text: str
    cells: list[Cell] = field(default_factory=list)
    comment: str | None = None


@dataclass
class _RawGame:
    number: int
    line: int
    score: ScoreLine | None = None
    score_text: str = ""
    score_line: int = 0
    lines: list[_Line] = field(default_factory=list)


@dataclass
class _RawMatch:
    length: int | None = None
    line: int = 1
    header: list[_Line] = field(default_factory=list)
    games: list[_RawGame] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def _gathered(text: str) -> Iterator[_RawMatch]:
    """The matches of the text, their lines sorted out but not yet replayed."""
    match = _RawMatch()
    pending: list[_Line] = []
    for number, line in enumerate(text.split("\n"), 1):
        if is_blank(line):
            pending and pending.append(_Line(number, "", comment=""))
            continue
        comment = comment_of(line)
        if comment is not None:
            pending.append(_Line(number, line, comment=comment))
            continue
        length = length_of(line)
        if length is not None:
            if match.games or match.length is not None:
                old, pending = _divided(pending)
                _keep(match, old)
                yield match
                match = _RawMatch()
            match.length, match.line = length, number
            match.header += [kept for kept in pending if kept.comment]
            pending = []
            continue
        _keep(match, pending)
        pending = []
        _add_line(match, number, line)
    _keep(match, pending)
    if match.games or match.length is not None:
        yield match


def _divided(pending: list[_Line]) -> tuple[list[_Line], list[_Line]]:
    """Comments between two matches: those up to the first header field or blank line belong to the first."""
    for i, line in enumerate(pending):
        if not line.comment or tag_of(line.comment):
            return pending[:i], pending[i:]
    return [], pending


def _keep(match: _RawMatch, comments: list[_Line]) -> None:
    target = match.games[-1].lines if match.games else match.header
    target += [line for line in comments if line.comment]


def _add_line(match: _RawMatch, number: int, line: str) -> None:
    game_number = game_of(line)
    if game_number is not None:
        match.games.append(_RawGame(game_number, number))
        return
    if not match.games:
        if row_number_of(line) is None:
            match.header.append(_Line(number, line, comment=line.strip()))
            return
        match.games.append(_RawGame(1, number))
    game = match.games[-1]
    if game.score is None and not any(kept.cells for kept in game.lines) and row_number_of(line) is None:
        known = match.games[0].score
        score = score_line_of(line, known.names if known else None)
        if score is not None:
            game.score, game.score_text, game.score_line = score, line, number
            return
    game.lines.append(_Line(number, line, cells_of(line, number)))


# -- from lines to records


@dataclass
class _Rules:
    """What the header says."""

    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None
    variant: Variant = STANDARD


def _finished(raw: _RawMatch, file: str) -> Match:
    problems = raw.problems
    tags, comments, rules = _header(raw, problems)
    length = _length(raw, problems)
    names, ratings = _players(raw, tags, problems)
    games: list[Game] = []
    crawford_done = False
    for index, raw_game in enumerate(raw.games):
        swapped = _swapped(raw_game, names, problems)
        score = _score(raw_game, games, swapped, problems)
        following = _following(raw.games[index + 1 :], names)
        crawford = False
        if rules.crawford and length > 1 and not crawford_done:
            crawford = (score[0] == length - 1) != (score[1] == length - 1) and max(score) < length
            if crawford and _has_double(raw_game) and not _joins(games, score):
                crawford, crawford_done = False, True
                problems.append(
                    problem(
                        "crawford-unclear",
                        "games are missing and this one has a double: not the Crawford game",
                        Place(raw_game.line),
                    )
                )
            crawford_done |= crawford
        if length and max(score) >= length and raw_game.lines:
            problems.append(
                problem(
                    "score-beyond-length",
                    f"score {score[0]}-{score[1]} in a {length}-point match",
                    Place(raw_game.score_line, 1, raw_game.score_text.strip()),
                )
            )
        state = MatchState(
            position=rules.variant.start,
            score=score,
            length=length,
            crawford=crawford,
            jacoby=rules.jacoby and not length,
            beavers=rules.beavers,
            variant=rules.variant,
            cube_limit=rules.cube_limit,
        )
        games.append(_played(raw_game, state, following, swapped, problems))
    if not raw.games:
        problems.append(problem("no-games", "the match has no game", Place(raw.line)))
    problems.sort(key=lambda found: (found.line or 0, found.column or 0))
    return Match(
        players=names,
        length=length,
        games=tuple(games),
        variant=rules.variant,
        crawford_rule=rules.crawford,
        jacoby=rules.jacoby and not length,
        beavers=rules.beavers and not length,
        cube_limit=rules.cube_limit,
        tags=tuple((tag.key, tag.value) for tag in tags),
        comments=tuple(comments),
        ratings=ratings,
        problems=tuple(problems),
        source="mat",
        file=file,
    )


def _header(raw: _RawMatch, problems: list[Problem]) -> tuple[list[Tag], list[str], _Rules]:
    tags: list[Tag] = []
    comments: list[str] = []
    rules = _Rules()
    for line in raw.header:
        tag = tag_of(line.comment or "")
        if tag is None:
            comments.append(line.comment or "")
            continue
        tags.append(tag)
        if not _apply(tag, rules):
            problems.append(
                problem(
                    "bad-tag", f"{tag.key} {tag.value!r} is not understood", Place(line.number, 1, line.text.strip())
                )
            )
    return tags, comments, rules


def _apply(tag: Tag, rules: _Rules) -> bool:
    """Put a header field into the rules; False when its value makes no sense."""
    key, value = tag.key.lower(), tag.value.strip()
    if key in ("crawford", "jacoby", "beaver", "beavers"):
        on = _ON.get(value.lower())
        if on is None:
            return not value
        setattr(rules, "beavers" if key == "beaver" else key, on)
    elif key == "cubelimit":
        if not value.isdigit():
            return not value
        rules.cube_limit = int(value) or None
    elif key == "variation":
        try:
            rules.variant = variant_named(value)
        except InputError:
            return False
    return True


def _length(raw: _RawMatch, problems: list[Problem]) -> int:
    if raw.length is None:
        problems.append(
            problem("no-length", "no line such as '7 point match': read as a money session", Place(raw.line))
        )
        return 0
    if raw.length > LONGEST_MATCH:
        problems.append(
            problem("bad-length", f"a match to {raw.length} points is read as a money session", Place(raw.line))
        )
        return 0
    return raw.length


def _players(
    raw: _RawMatch, tags: list[Tag], problems: list[Problem]
) -> tuple[tuple[str, str], tuple[float | None, float | None]]:
    """The names by seat without the ratings that a site appends to them, and the ratings by seat."""
    first = next((game for game in raw.games if game.score), None)
    if first is None or first.score is None:
        return ("", ""), (None, None)
    names: list[str] = []
    ratings: list[float | None] = []
    for side, written in zip(("left", "right"), first.score.names, strict=True):
        name, rating = _name(written)
        if not name:
            problems.append(
                problem(
                    "empty-name", f"the {side} player has no name", Place(first.score_line, 1, first.score_text.strip())
                )
            )
        names.append(name)
        ratings.append(rating)
    header = {tag.key.lower(): tag.value for tag in tags}
    for number in (1, 2):
        rating = _rating(header.get(f"player {number} elo", ""))
        player = header.get(f"player {number}")
        if rating is not None and player in names and names[0] != names[1]:
            ratings[names.index(player)] = rating
    return (names[0], names[1]), (ratings[0], ratings[1])


def _name(written: str) -> tuple[str, float | None]:
    found = _RATED.fullmatch(written)
    return (found[1], float(found[2])) if found else (written, None)


def _rating(text: str) -> float | None:
    """A rating such as ``1600.00/0`` or, with a decimal comma, ``9,00/0``; None if there is none."""
    found = re.match(r"\s*(\d+(?:[.,]\d+)?)", text)
    return float(found[1].replace(",", ".")) if found else None


def _swapped(game: _RawGame, names: tuple[str, str], problems: list[Problem]) -> bool:
    """Whether the players changed sides in this game; other names are a problem."""
    if game.score is None:
        return False
    here = (_name(game.score.names[0])[0], _name(game.score.names[1])[0])
    if here == names:
        return False
    place = Place(game.score_line, 1, game.score_text.strip())
    if here == (names[1], names[0]):
        problems.append(problem("names-changed", "the players changed sides in this game", place))
        return True
    problems.append(problem("names-changed", f"other names than {names[0]!r} and {names[1]!r}", place))
    return False


def _following(later: list[_RawGame], names: tuple[str, str]) -> tuple[int, int] | None:
    """The score that the next game starts with."""
    score = later[0].score if later else None
    if score is None:
        return None
    swapped = names[0] != names[1] and (_name(score.names[0])[0], _name(score.names[1])[0]) == (names[1], names[0])
    return (score.score[1], score.score[0]) if swapped else score.score


def _joins(games: list[Game], score: tuple[int, int]) -> bool:
    """Whether the score follows from the games before."""
    return bool(games) and _after(games[-1]) == score


def _after(game: Game) -> tuple[int, int] | None:
    if game.winner is None or game.points is None:
        return None
    gain = (game.points, 0) if game.winner == 0 else (0, game.points)
    return game.score[0] + gain[0], game.score[1] + gain[1]


def _score(game: _RawGame, games: list[Game], swapped: bool, problems: list[Problem]) -> tuple[int, int]:
    expected = (0, 0) if not games else _after(games[-1])
    if game.score is None:
        problems.append(
            problem("no-score-line", f"game {game.number} has no line of names and scores", Place(game.line))
        )
        return expected or (games[-1].score if games else (0, 0))
    score = game.score.score
    score = (score[1], score[0]) if swapped else score
    place = Place(game.score_line, 1, game.score_text.strip())
    if min(score) < 0 or max(score) > LONGEST_MATCH:
        problems.append(problem("bad-length", f"a score of {score[0]}-{score[1]}", place))
        score = (min(max(score[0], 0), LONGEST_MATCH), min(max(score[1], 0), LONGEST_MATCH))
    if games and expected is not None and score != expected:
        problems.append(
            problem("score-mismatch", f"score {score[0]}-{score[1]} after {expected[0]}-{expected[1]}", place)
        )
    return score


def _has_double(game: _RawGame) -> bool:
    return any(cell.kind is CellKind.DOUBLE for line in game.lines for cell in line.cells)


def _played(
    raw: _RawGame,
    state: MatchState,
    following: tuple[int, int] | None,
    swapped: bool,
    problems: list[Problem],
) -> Game:
    """The game replayed; blank rolls that were filled in are left standing where that lets the rest replay."""
    best = _replayed(raw, state, swapped, frozenset())
    for guess in best.scribe.guesses[::-1][:_MOST_GUESSES]:
        if best.scribe.illegal_at is None:
            break
        other = _replayed(raw, state, swapped, frozenset((guess,)))
        if other.scribe.illegal_at is None or other.scribe.illegal_at > best.scribe.illegal_at:
            best = other
    scribe = best.scribe
    verdict = conclude(scribe, best.written, following, best.place)
    if best.lost and scribe.broken:
        scribe.report("moves-lost", f"{len(best.lost)} lines could not be replayed", Place(best.lost[0].number, 1))
    problems += scribe.problems
    return Game(
        number=raw.number,
        score=state.score,
        actions=tuple(scribe.actions),
        crawford=state.crawford,
        winner=verdict.winner,
        points=verdict.points,
        cube=scribe.cube,
        comments=tuple(scribe.comments),
        lost=tuple(line.text for line in best.lost),
        line=raw.line,
    )


@dataclass
class _Replayed:
    scribe: Scribe
    written: Verdict = Verdict()
    place: Place = Place()
    lost: list[_Line] = field(default_factory=list)


def _replayed(raw: _RawGame, state: MatchState, swapped: bool, stand: frozenset[int]) -> _Replayed:
    done = _Replayed(Scribe(state, stand))
    scribe = done.scribe
    for line in raw.lines:
        if line.comment is not None:
            _comment(scribe, line, swapped)
            continue
        lost = False
        for cell in line.cells:
            seat = 1 - cell.seat if swapped else cell.seat
            place = Place(cell.line, cell.column, cell.text)
            if cell.kind is CellKind.WIN:
                if done.written.winner is None:
                    done.written, done.place = Verdict(seat, cell.value), place
                continue
            if cell.kind is CellKind.LOSS:
                continue
            if scribe.broken:
                lost = True
            elif cell.kind is CellKind.OTHER:
                scribe.report("unreadable-line", f"{cell.text!r} is no roll, cube action or result", place)
                lost = True
            elif done.written.winner is not None or scribe.ended:
                scribe.report("after-end", "the game was over before this", place)
                lost = True
            else:
                _act(scribe, seat, cell, place)
                lost = lost or scribe.broken
        if lost:
            done.lost.append(line)
    return done


def _act(scribe: Scribe, seat: int, cell: Cell, place: Place) -> None:
    if cell.kind is CellKind.ROLL and cell.dice is not None:
        _roll(scribe, seat, cell.dice, cell.rest, place)
    elif cell.kind is CellKind.DOUBLE:
        scribe.double(seat, cell.value, place)
    elif cell.kind is CellKind.BEAVER:
        scribe.beaver(seat, cell.value, place)
    elif cell.kind is CellKind.TAKE:
        scribe.take(seat, place)
    elif cell.kind is CellKind.PASS:
        scribe.drop(seat, place)
    elif cell.kind is CellKind.RESIGN:
        scribe.give_up(seat)


def _roll(scribe: Scribe, seat: int, dice: tuple[int, int], written: str, place: Place) -> None:
    low = written.lower()
    if low.startswith(("concede", "resign")):
        scribe.roll(seat, dice, "????", place)
        scribe.give_up(seat)
    elif low.startswith("illegal play"):
        try:
            dump = read_dump(written[len("illegal play") :])
        except InputError as error:
            scribe.report("unreadable-dump", str(error), place)
            scribe.broken = True
            return
        for doubt in dump.doubts:
            scribe.report("dump-doubt", doubt, place)
        # The dump is made before the next roll: its player on roll is the mover's opponent.
        scribe.illegal_roll(seat, dice, dump.position.swapped(), written, place)
    else:
        scribe.roll(seat, dice, written, place)


def _comment(scribe: Scribe, line: _Line, swapped: bool) -> None:
    text = line.comment or ""
    found = set_position_of(text)
    if found is None:
        scribe.comment(text, line.number)
        return
    place = Place(line.number, 1, text)
    try:
        position = _board(found[0])
        cube = Cube() if not found[1] else Cube(1 << abs(found[1]), int(found[1] > 0))
    except PositionError as error:
        scribe.report("unreadable-dump", str(error), place)
        return
    if swapped:
        position = position.swapped()
        cube = Cube(cube.value, None if cube.owner is None else 1 - cube.owner)
    scribe.set_position(position, 0, cube, place)


def _board(letters: str) -> Position:
    """The board of 26 XGID letters, seen by the left player, who has the upper-case letters."""
    left, right = [0] * 26, [0] * 26
    for index, letter in enumerate(letters):
        if letter.isupper():
            left[index] = ord(letter) - ord("A") + 1
        elif letter.islower():
            right[25 - index] = ord(letter) - ord("a") + 1
    left[0], right[0] = 15 - sum(left), 15 - sum(right)
    return Position(tuple(left), tuple(right))
