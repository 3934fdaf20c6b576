"""OGXM and GammonView: one match in JSON and in both versions of the bytes, written by the formats' own programs."""

import json
import struct
import zlib
from pathlib import Path

import pytest

from bgtool.core.record import Beaver, Double, Legality, Pass, Play, Resign, SetPosition, Take
from bgtool.core.state import Cube
from bgtool.core.variant import NACKGAMMON
from bgtool.errors import ParseError
from bgtool.formats import format_of, read_matches
from bgtool.formats.ogxm import read
from bgtool.formats.source import Source
from tests.formats.texts import codes, everything, plays, there_and_back

DATA = Path(__file__).parents[1] / "data"
TWINS = ("ann_bo.gva", "ann_bo_v1.gvab", "ann_bo_v2.gvab", "ann_bo_v2.ogxm")


def document(*plies, **header):
    game = {"plies": list(plies)} | {name: header.pop(name) for name in ("winner", "points_won") if name in header}
    return {"match_length": 5, "player_white": "Ann", "player_black": "Bo", "crawford": True, "games": [game]} | header


def one(*plies, **header):
    [match] = read(Source(json.dumps(document(*plies, **header)).encode(), "one.gva"))
    return match


def roll(color, *faces_and_steps):
    low, high, *steps = faces_and_steps
    moves = [{"from": source, "pips": pips} for source, pips in steps]
    return {"color": color, "action_id": 2, "d1": low, "d2": high, "moves": moves}


OPENING = roll(1, 3, 1, (17, 3), (19, 1))
DOUBLED = {"color": 0, "action_id": 21}


@pytest.mark.parametrize("name", TWINS)
def test_every_form_of_a_match_is_the_match(name):
    [expected] = read_matches(DATA / "ann_bo.mat")
    [match] = read_matches(DATA / "ogxm" / name)
    assert match.source == "ogxm"
    assert codes(match) == []
    assert (match.players, match.length) == (expected.players, expected.length)
    for game, other in zip(match.games, expected.games, strict=True):
        assert (game.score, game.winner, game.points) == (other.score, other.winner, other.points)
        assert [(type(a), a.seat) for a in game.actions] == [(type(a), a.seat) for a in other.actions]
    for number in range(2):
        assert [(play.dice, play.move) for play in plays(match, number)] == [
            (play.dice, play.move) for play in plays(expected, number)
        ]


@pytest.mark.parametrize("name", [*TWINS, "analysed.gva"])
def test_what_is_read_is_kept(name):
    matches = read_matches(DATA / "ogxm" / name)
    assert everything(there_and_back(matches, "json")) == everything(matches)


def test_the_analysis_of_json_is_that_of_the_file_it_was_made_of():
    """GammonView made the file of the first game of XG's: plays, errors and cube decisions are the same."""
    [match], [origin] = read_matches(DATA / "ogxm" / "analysed.gva"), read_matches(DATA / "xg" / "money.xg")
    assert match.analysis.source == "xg"
    theirs = {key: one for key, one in origin.analysis.by_action().items() if key[0] == 0}
    assert match.players == origin.players
    compared = 0
    for key, opinion in match.analysis.by_action().items():
        other = theirs[key]
        for candidate in opinion.candidates:
            equities = [o.estimate.equity for o in other.candidates if o.move.steps == candidate.move.steps]
            assert not equities or equities[0] == pytest.approx(candidate.estimate.equity, abs=1e-4)
            compared += bool(equities)
        if opinion.cube and other.cube:
            assert opinion.cube.no_double.equity == pytest.approx(other.cube.no_double.equity, abs=1e-4)
            assert opinion.cube.double_take.equity == pytest.approx(other.cube.double_take.equity, abs=1e-4)
            compared += 1
    assert compared > 50


def test_json_is_known_whatever_the_order_of_its_fields():
    text = json.dumps(document(*[OPENING] * 200), sort_keys=True)
    assert format_of(Source(text.encode())).name == "ogxm"


def test_depths_are_counted_as_in_gnu_backgammon():
    ply = OPENING | {"analysis": {"alternatives": [{"move": OPENING["moves"], "equity": 0.1, "eval_level": "3ply"}]}}
    [opinion] = one(ply).analysis.opinions
    assert opinion.candidates[0].estimate.method == "2-ply (GammonView 3-ply)"


def test_the_numbers_of_the_side_that_answers_are_turned():
    numbers = {"no_double_equity": -0.3, "double_take_equity": -0.5, "double_pass_equity": -1.0}
    chances = {"win": 0.4, "gammon_win": 0.1, "bg_win": 0.01, "gammon_loss": 0.2, "bg_loss": 0.02}
    taken = {"color": 1, "action_id": 22, "analysis": numbers | {"eval": chances}}
    [opinion] = one(OPENING, DOUBLED, taken).analysis.opinions
    assert (opinion.cube.no_double.equity, opinion.cube.double_take.equity) == (0.3, 0.5)
    assert opinion.cube.no_double.chances == (0.6, 0.2, 0.02, 0.1, 0.01)


def test_cube_actions_and_resignations():
    plies = [
        OPENING,
        DOUBLED,
        {"color": 1, "action_id": 22},
        roll(0, 2, 1, (13, 2), (6, 1)),
        {"color": 1, "action_id": 27},
    ]
    game = one(*plies, winner=1, points_won=4).games[0]
    assert [type(action) for action in game.actions] == [Play, Double, Take, Play, Resign]
    assert game.actions[-1] == Resign(0, 2)
    assert (game.winner, game.points) == (1, 4)
    dropped = one(
        OPENING, DOUBLED, {"color": 1, "action_id": 23}, {"color": 0, "action_id": 24}, winner=1, points_won=1
    )
    assert dropped.games[0].actions[-1] == Pass(0)
    money = one(OPENING, DOUBLED, {"color": 1, "action_id": 32}, match_length=0, beaver=True)
    assert money.games[0].actions[-1] == Beaver(0, 4)


def test_a_roll_given_up_at_the_end_of_a_game():
    game = one(OPENING, roll(0, 2, 1), {"color": 0, "action_id": 24}, winner=0, points_won=1).games[0]
    assert game.actions[-1] == Resign(1, 1, game.actions[-1].dice)


def test_an_illegal_play_is_told_by_its_result():
    board = [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0]
    stated = {"color": 1, "action_id": 31, "d1": 3, "d2": 1, "set_position": board}
    match = one(stated)
    assert codes(match)[0] == "illegal-play"
    assert plays(match)[0].legality is Legality.ILLEGAL


def test_a_board_and_a_cube_that_are_set():
    board = [0, 3, *[0] * 21, -2, -1, 0]
    match = one(
        {"color": 0, "action_id": 31, "set_position": board},
        {"color": 0, "action_id": 36, "cube_value": 2, "cube_owner": 1},
    )
    first, second = match.games[0].actions
    assert isinstance(first, SetPosition)
    assert (first.on_roll, first.position.on_roll[23], first.position.opponent[24]) == (1, 2, 3)
    assert second.cube == Cube(2, 1)
    assert "unreadable-dump" in codes(one({"color": 1, "action_id": 31, "set_position": [1, 2]}))


def test_a_start_in_the_middle_and_points_beyond_the_length():
    plies = (OPENING, DOUBLED, {"color": 1, "action_id": 23})
    match = one(*plies, winner=1, points_won=1, score_start=[2, 3])
    assert match.games[0].score == (2, 3)
    match = one(*plies, white_score_start=1, variant="nackgammon")
    assert (match.games[0].score, match.variant) == ((1, 0), NACKGAMMON)
    assert "bad-tag" in codes(one(*plies, variant=3))
    match = one(OPENING, {"color": 1, "action_id": 27}, winner=1, points_won=1)
    assert "no-result" not in codes(match)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"player_white":"a"}', "no games"),
        (b'{"player_white":"a",', "not JSON"),
        (b'{"player_white":' * 50_000, "not JSON"),
        (b"OGXM", "breaks off"),
        (b"OGXM\3\0\0\0\3\0\0\0" + bytes(20), "needs a reader of 3.0"),
        (b"OGXM\2\0\0\0\2\0\0\0\x14\0\0\0END!", "no match"),
    ],
)
def test_what_is_no_ogxm_is_refused(data, words):
    assert format_of(Source(data)).name == "ogxm"
    with pytest.raises(ParseError, match=words):
        read(Source(data, "bad.gvab"))


@pytest.mark.parametrize("name", [name for name in TWINS if not name.endswith(".gva")])
def test_damage_and_a_missing_end_are_told(name):
    data = bytearray((DATA / "ogxm" / name).read_bytes())
    assert "truncated" in codes(read(Source(bytes(data[:-12])))[0])
    data[data.index(b"Ann")] = ord("U")
    assert ("bad-checksum" in codes(read(Source(bytes(data)))[0])) == (b"CSUM" in data)


def test_the_analysis_of_the_bytes_is_passed_over_with_a_note():
    data = (DATA / "ogxm" / "ann_bo_v2.ogxm").read_bytes()
    body = data[:-4] + b"ANAL" + struct.pack("<IB", 1, 0) + b"\0"
    body += b"CSUM" + struct.pack("<IB", 8, 1) + b"\7\0\0\4" + struct.pack("<I", zlib.crc32(body))
    assert codes(read(Source(body + b"END!"))[0]) == ["not-kept"]
