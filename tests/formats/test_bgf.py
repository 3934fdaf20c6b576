"""BGBlitz matches: head line, packing, cube, dances, analysis."""

import gzip
import json
from pathlib import Path

import pytest

from bgtool.core.record import Double, Pass, Play, Resign, Take
from bgtool.errors import ParseError
from bgtool.formats import read_matches
from bgtool.formats.bgf import read, sniff
from bgtool.formats.source import LARGEST, Source
from tests.formats.texts import codes, counts, everything, there_and_back

DATA = Path(__file__).parents[1] / "data" / "bgf"
HEAD = {"format": "BGF", "version": "1.0", "compress": False, "useSmile": False}


def move(player, dice, *hops, **fields):
    sources, targets = ([ends[side] for ends in hops] + [-1] * (4 - len(hops)) for side in (0, 1))
    return {
        "type": "amove",
        "player": player,
        "red": dice[0],
        "green": dice[1],
        "from": sources,
        "to": targets,
    } | fields


def action(player, number):
    return move(player, (number, 7))


def file(*moves, head=HEAD, match=(), game=()):
    document = {"matchlen": 5, "nameGreen": "Ann_Lee", "nameRed": "Bo", "finalGreen": 0, "finalRed": 0} | dict(match)
    document["games"] = [{"scoreGreen": 0, "scoreRed": 0, "moves": moves} | dict(game)]
    body = json.dumps(document).encode()
    return Source(json.dumps(head).encode() + b"\n" + (gzip.compress(body) if head["compress"] else body), "small.bgf")


def one(*moves, **options):
    [match] = read(file(*moves, **options))
    return match


OPENING = move(-1, (3, 1), (8, 5), (6, 5))


def test_it_is_known_by_its_first_line():
    assert sniff(file())
    assert not sniff(Source(b'{"schema": "bgtool.record/1"}'))


def test_green_is_seat_0_and_player_minus_1():
    match = one(OPENING, match={"finalGreen": 2})
    assert match.players == ("Ann Lee", "Bo")
    play, resign = match.games[0].actions
    assert (play.seat, str(play.move)) == (0, "8/5 6/5")
    assert resign == Resign(1, 2)
    assert codes(match) == []


def test_packed_and_plain_are_the_same():
    assert one(OPENING, head=HEAD | {"compress": True}) == one(OPENING)


def test_cube_and_end():
    match = one(
        OPENING,
        action(1, 1),
        action(-1, 2),
        move(1, (4, 2), (8, 4), (6, 4)),
        action(-1, 1),
        action(1, 3),
        action(-1, 4),
    )
    assert match.games[0].actions[1:3] == (Double(1, 2), Take(0))
    assert match.games[0].actions[4:] == (Double(0, 4), Pass(1))
    assert (match.games[0].winner, match.games[0].points) == (0, 2)


def test_a_dance_hides_its_dice_among_the_points():
    [match] = read_matches(DATA / "money.bgf")
    dances = [play for game in match.games for play in game.actions if isinstance(play, Play) and not play.move.steps]
    assert [str(play.dice) for play in dances] == ["64", "66", "62", "55", "62"]


@pytest.mark.parametrize(
    ("game", "code"),
    [
        ({"scoreGreen": 9}, "score-beyond-length"),
        ({"initial": {"points": [2] * 28, "cube": 1}}, "unreadable-dump"),
        ({"moves": [move(-1, (9, 9))]}, "no-dice"),
        ({"moves": [OPENING, action(1, 6)]}, "unreadable-line"),
        ({"moves": [OPENING, action(1, 3)]}, "answer-without-double"),
        ({"moves": None}, "no-result"),
    ],
)
def test_troubles_are_told(game, code):
    assert code in codes(one(game=game))


def test_a_real_file():
    matches = read_matches(DATA / "money.bgf")
    assert counts(matches) == (3, 55, 6)
    assert codes(matches[0]) == []
    assert [(game.winner, game.points) for game in matches[0].games] == [(0, 1), (1, 1), (0, 6)]
    assert everything(there_and_back(matches, "json")) == everything(matches)
    assert counts(there_and_back(matches, "mat")) == counts(there_and_back(matches, "sgf")) == counts(matches)


def test_it_is_the_same_match_as_its_twin_of_xg():
    """BGBlitz's Green is XG's player 1, who has the other seat."""
    [match], [twin] = read_matches(DATA / "money.bgf"), read_matches(DATA.parent / "xg" / "money.xg")

    def told(actions, turned):
        return [
            (type(a).__name__, a.seat ^ turned, *((str(a.dice), str(a.move)) if isinstance(a, Play) else ()))
            for a in actions
        ]

    for game, other in zip(match.games, twin.games, strict=True):
        assert told(game.actions, False) == told(other.actions, True)
        assert (game.winner ^ 1, game.points) == (other.winner, other.points)


def test_the_analysis_of_bgblitz_is_kept():
    [match] = read_matches(DATA / "money.bgf")
    assert match.analysis.source == "BGBlitz"
    opinions = match.analysis.by_action()
    opinion = opinions[0, 1]
    best = opinion.candidates[0].estimate
    assert str(opinion.candidates[0].move) == "24/13"
    assert (best.equity, best.cubeless, best.method) == (-0.11398842, -0.09523624, "BGBlitz 3-ply")
    assert best.chances == (0.47410421, 0.08289159, 0.00119046, 0.12606553, 0.00146118)
    assert opinion.luck == -0.09255172
    assert (opinion.cube.no_double.equity, opinion.cube.double_take.equity) == (-0.01157496, -0.41097965)
    at = next(i for i, done in enumerate(match.games[0].actions) if isinstance(done, Double))
    assert opinions[0, at].cube == opinions[0, at + 1].cube
    assert opinions[0, at].cube.double_take.equity == 0.91555610
    assert opinions[0, at + 1].cube_error == 0.08444390


@pytest.mark.parametrize(
    "data",
    [
        b'{"format":"BGF"',
        b'{"format":"BGF"}',
        b'{"format":"BGF"}\n[]',
        b'{"format":"BGF"}\n{"games": 7}',
        b'{"format":"BGF","useSmile":true}\n{}',
        b'{"format":"BGF"}\n' + b"[" * 100_000,
        b'{"format":"BGF","compress":true}\n\x1f\x8bnonsense',
    ],
)
def test_what_is_no_match_is_refused(data):
    with pytest.raises(ParseError):
        read(Source(data, "bad.bgf"))


def test_bombs_are_refused():
    with pytest.raises(ParseError, match="MB"):
        read(Source(b'{"format":"BGF","compress":true,"useSmile":true}\n' + gzip.compress(bytes(LARGEST + 1))))


def test_a_file_that_breaks_off_is_read_as_far_as_it_goes():
    data = (DATA / "money.bgf").read_bytes()
    [match] = read(Source(data[: len(data) // 2]))
    assert "truncated" in codes(match)
    assert counts([match])[1] > 10
