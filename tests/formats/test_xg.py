"""eXtreme Gammon files: container, records, cube, comments, analysis."""

import struct
import zlib
from pathlib import Path

import pytest

from bgtool.core.position import Position
from bgtool.core.record import Beaver, Double, Legality, Pass, Play, Resign, SetPosition, Take
from bgtool.core.replay import replay
from bgtool.core.state import Cube
from bgtool.errors import ParseError
from bgtool.formats import read_matches
from bgtool.formats.rtf import plain_text
from bgtool.formats.source import LARGEST, Source
from bgtool.formats.xg import read, sniff
from tests.formats.texts import codes, counts, everything, there_and_back
from tests.formats.xg_files import (
    AFTER_31,
    START,
    container,
    cube,
    end,
    game_header,
    match_header,
    move,
    rich_header,
    turned,
)

DATA = Path(__file__).parents[1] / "data" / "xg"
OPENING = move(1, START, AFTER_31, (3, 1), (7, 4, 5, 4))
REPLY = move(-1, AFTER_31, turned(AFTER_31), (6, 6), ())


def one(*records, header=None, **options):
    data = container(header or match_header(), game_header(), *records, **options)
    [match] = read(Source(data, "small.xg"))
    return match


def actions(match):
    return match.games[0].actions


def test_it_is_known_by_its_first_letters():
    assert sniff(Source(rich_header()))
    assert not sniff(Source(b"; [Site]\n 5 point match\n"))


def test_player_1_is_seat_1_as_in_an_xgid():
    match = one(OPENING, end(1, 1, 101))
    play, resign = actions(match)
    assert (play.seat, str(play.move), play.rolled) == (1, "8/5 6/5", (3, 1))
    assert resign == Resign(0, 1)
    assert match.players == ("Bo", "Ann")
    assert (match.games[0].winner, match.games[0].points) == (1, 1)
    assert codes(match) == []


@pytest.mark.parametrize("trailer", [True, False])
def test_with_and_without_the_list_of_members(trailer):
    assert one(OPENING, end(1, 1, 101), trailer=trailer) == one(OPENING, end(1, 1, 101))


@pytest.mark.parametrize(
    ("fields", "last"),
    [
        ({"take": 0}, [Double(0, 2), Pass(1)]),
        ({"take": 1}, [Double(0, 2), Take(1)]),
        ({"take": 2, "beaver": 1}, [Double(0, 2), Beaver(1, 4), Take(0)]),
        ({"take": 2, "beaver": 2, "raccoon": 1}, [Double(0, 2), Beaver(1, 4), Beaver(0, 8), Take(1)]),
        ({"take": 2, "beaver": 0}, [Double(0, 2), Beaver(1, 4), Pass(0)]),
    ],
    ids=["pass", "take", "beaver", "raccoon", "beaver passed"],
)
def test_every_turn_of_the_cube(fields, last):
    header = match_header(length=99999, beaver=True, jacoby=True)
    match = one(OPENING, cube(-1, AFTER_31, double=1, **fields), header=header)
    assert list(actions(match)[1:]) == last
    assert match.length == 0
    assert (match.jacoby, match.beavers) == (True, True)


def test_a_turn_without_a_double_is_no_action():
    assert len(actions(one(cube(1, START, double=-2), OPENING, cube(-1, AFTER_31), end(1, 1, 101)))) == 2


def test_a_roll_given_up():
    given_up = move(-1, AFTER_31, AFTER_31, (6, 5), (0,) * 8, played=False)
    match = one(OPENING, cube(-1, AFTER_31), given_up, end(1, 2, 102))
    assert actions(match)[-1] == Resign(0, 2, actions(match)[-1].dice)
    assert str(actions(match)[-1].dice) == "65"


def test_a_conceded_match_is_told():
    match = one(OPENING, cube(-1, AFTER_31, double=-1), end(1, 1, 104))
    assert actions(match)[-1] == Resign(0, 1)
    assert codes(match) == ["not-kept"]


def test_the_board_of_the_file_is_believed():
    other = tuple(3 if point == 6 else 4 if point == 13 else count for point, count in enumerate(AFTER_31))
    other = (*other[:22], 2, *other[23:])
    match = one(OPENING, move(-1, other, turned(other), (6, 6), ()), end(1, 1, 101))
    assert isinstance(actions(match)[1], SetPosition)
    assert "board-mismatch" in codes(match)


def test_an_illegal_play_is_known_by_the_board_after_it():
    after = tuple({5: 2, 6: 4, 8: 1, 4: 1}.get(point, count) for point, count in enumerate(START))
    match = one(move(1, START, after, (3, 1), (7, 4, 5, 4), invalid=2), end(1, 1, 101))
    play = actions(match)[0]
    assert play.legality is Legality.ILLEGAL
    assert play.after.on_roll[4] == 1


@pytest.mark.parametrize(
    ("mine", "dice", "play", "text"),
    [({2: 2, 25: 1}, (6, 5), (24, 19, 19, 13), "bar/14"), ({1: 2, 2: 1}, (6, 5), (1, -1, 0, -1), "2/off 1/off")],
)
def test_bearing_off_and_the_bar(mine, dice, play, text):
    before = tuple(mine.get(point, -14 if point == 24 else 0) for point in range(26))
    after = list(before)
    for source, target in zip(play[::2], play[1::2], strict=True):
        after[source + 1] -= 1
        after[target + 1] += target >= 0
    match = one(move(1, before, tuple(after), dice, play), end(1, 1, 101))
    assert isinstance(actions(match)[0], SetPosition)
    assert str(actions(match)[1].move) == text


def test_a_position_file_has_a_game_that_starts_there():
    board = (0, 0, 3, 3, *(0,) * 16, -2, -3, 0, 0, 0, 0)
    data = container(match_header(), game_header(), move(1, board, board, (6, 5), (0,) * 8, played=False, cube=-1))
    [match] = read(Source(data, "small.xgp"))
    placed, roll = actions(match)
    assert placed.position == Position.of("3:3 2:3", "5:2 4:3")
    assert placed.cube == Cube(2, 0)
    assert (roll.seat, str(roll.dice)) == (1, "65")
    assert [turn.state.dice for turn in replay(match)][-1] == roll.dice


RTF = r"{\rtf1\ansi{\fonttbl\f0 Arial;}\f0 Caf\'e9 \{ok\}\par second\u8211?line\par}"


def test_comments():
    data = (RTF + "\r\n" + RTF.replace(r"\par", "\x01\x02\\par")).encode("cp1252")
    match = one(move(1, START, AFTER_31, (3, 1), (7, 4, 5, 4), comment=0), end(1, 1, 101), c=data)
    assert [(remark.text, remark.at) for remark in match.games[0].comments] == [
        ("Café {ok}", 0),
        ("second\N{EN DASH}line", 0),
    ]


@pytest.mark.parametrize(
    ("rtf", "text"),
    [
        ("plain", "plain"),
        ("", ""),
        (r"{\rtf1 a\tab b\line c}", "a\tb\nc"),
        (r"{\rtf1{\*\generator x;}{\colortbl;\red0;}seen}", "seen"),
        (r"{\rtf1 \u-3913?}", "\uf0b7"),
        (r"{\rtf1 {{{ deep", "deep"),
        ("{\\rtf1 " + "{" * 50_000, ""),
    ],
)
def test_rich_text(rtf, text):
    assert plain_text(rtf) == text


def test_header_fields():
    header = match_header(
        location="Club", event="Cup", round="3", elo_1=1700.5, games_1=12, date=45000.5, transcriber="Cy", cube_limit=6
    )
    match = one(header=header)
    assert dict(match.tags) == {
        "Site": "Club",
        "Match ID": "0",
        "Event": "Cup",
        "Round": "3",
        "Player 1": "Ann",
        "Player 2": "Bo",
        "Player 1 Elo": "1700.50/12",
        "EventDate": "2023.03.15",
        "EventTime": "12.00",
        "Transcriber": "Cy",
    }
    assert match.ratings == (None, 1700.5)
    assert match.cube_limit == 64


# -- real files


def test_a_real_file():
    [match] = read_matches(DATA / "money.xg")
    assert counts([match]) == (3, 55, 6)
    assert codes(match) == ["not-kept"]
    assert [(game.winner, game.points) for game in match.games] == [(1, 1), (0, 1), (1, 6)]
    assert match.games[2].actions[-1] == Resign(0, 3)


def test_a_real_file_without_a_list():
    [match] = read_matches(DATA / "illegal.xg")
    assert counts([match]) == (2, 104, 2)
    assert [play.legality for play in actions(match) if isinstance(play, Play)].count(Legality.ILLEGAL) == 1


@pytest.mark.parametrize("name", ["money", "illegal"])
def test_real_files_become_other_formats(name):
    matches = read_matches(DATA / f"{name}.xg")
    assert everything(there_and_back(matches, "json")) == everything(matches)
    assert counts(there_and_back(matches, "mat")) == counts(matches)
    assert counts(there_and_back(matches, "sgf")) == counts(matches)


def test_the_analysis_of_xg_is_kept():
    [match] = read_matches(DATA / "money.xg")
    assert match.analysis.source == "eXtreme Gammon 2.10"
    opinions = match.analysis.by_action()
    first = opinions[0, 0]
    assert str(first.candidates[0].move) == "24/20 13/8"
    assert first.candidates[0].estimate.method == "XG opening book"
    assert first.candidates[0].estimate.chances[0] == pytest.approx(0.5055, abs=1e-4)
    for (game, action), opinion in opinions.items():
        play = match.games[game].actions[action]
        assert opinion.error is None or opinion.error >= 0
        if isinstance(play, Play) and opinion.played is not None:
            assert str(opinion.candidates[opinion.played].move) == str(play.move)
            best = opinion.candidates[0].estimate.equity
            lost = best - opinion.candidates[opinion.played].estimate.equity
            assert opinion.error == pytest.approx(max(0, lost), abs=1e-3)


def test_cube_decisions_of_xg_are_the_doublers():
    [match] = read_matches(DATA / "money.xg")
    opinions = match.analysis.by_action()
    at = next(i for i, action in enumerate(match.games[0].actions) if isinstance(action, Double))
    double, answer = opinions[0, at], opinions[0, at + 1]
    assert double.cube == answer.cube
    assert double.cube.no_double.equity == pytest.approx(0.740, abs=1e-3)
    assert double.cube.double_take.equity == pytest.approx(0.988, abs=1e-3)
    assert double.cube.no_double.method == "XG Roller+"
    assert (double.cube_error, answer.cube_error) == (0, pytest.approx(0.0122, abs=1e-4))


# -- hostile files


@pytest.mark.parametrize(
    "data",
    [
        b"RGMH",
        rich_header(),
        rich_header(picture=2**32 - 1) + zlib.compress(match_header()),
        rich_header() + zlib.compress(b"nothing"),
        rich_header() + b"no zlib at all",
        rich_header() + zlib.compress(game_header()),
    ],
    ids=["magic", "header", "picture", "short", "no zlib", "no match"],
)
def test_what_is_no_match_is_refused(data):
    with pytest.raises(ParseError):
        read(Source(data, "bad.xg"))


def test_a_roll_from_a_board_that_has_no_play_left():
    """A damaged board with nothing of one side on it, and a roll that would bear the other's last checker off."""
    last = (0, 2, *(0,) * 24)
    play = move(1, last, (0,) * 26, (2, 1), (0, -1, 0, -1))
    [match] = read(Source(container(match_header(), game_header(position=last), play)))
    assert "after-end" in codes(match)


def test_bombs_are_refused():
    with pytest.raises(ParseError, match="MB"):
        read(Source(rich_header() + zlib.compress(bytes(LARGEST + 1))))
    bomb = container(match_header(), c=bytes(LARGEST))
    with pytest.raises(ParseError, match="MB"):
        read(Source(bomb))


def test_a_damaged_list_is_told():
    data = bytearray(container(match_header(), game_header(), OPENING))
    at = data.index(zlib.compress(match_header() + game_header() + OPENING)) + 30
    data[at] ^= 0x55
    try:
        [match] = read(Source(bytes(data)))
    except ParseError:
        return
    assert {"truncated", "bad-checksum"} & set(codes(match))


def test_many_records_are_read_in_time():
    data = container(match_header(), *[struct.pack("<9s", bytes(8) + b"\x01").ljust(2560, b"\0")] * 3000)
    [match] = read(Source(data))
    assert len(match.games) == 3000
