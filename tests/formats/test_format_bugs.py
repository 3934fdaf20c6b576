"""Faults that other programs had with formats other than match text, by their numbers in the collection of bugs."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.core.position import Position
from bgtool.core.record import Double, Legality, Play, Resign, Take
from bgtool.core.replay import replay
from bgtool.core.state import Offer
from bgtool.formats import read_matches
from bgtool.formats.bgf import read as read_bgf
from bgtool.formats.ids import gnubg_id, parse_state
from bgtool.formats.ogxm import read as read_ogxm
from bgtool.formats.position_text import read as read_text
from bgtool.formats.sgf import read as read_sgf
from bgtool.formats.source import Source
from bgtool.formats.xg import read as read_xg
from tests.formats import test_bgf, xg_files
from tests.formats.test_mat_troubles import GIVEN_UP
from tests.formats.test_ogxm import document
from tests.formats.texts import game, match, plays, read_all, set_board, there_and_back

POSITIONS = Path(__file__).parents[1] / "data" / "positions"


def test_u006_a_play_given_by_its_ends_goes_round_a_point_that_is_held():
    """From BGBlitz, whose plays are pairs of ends."""
    start = parse_state("/x8ABgDg/weAAA:cAkAAAAAAAAA").position
    counts = [start.on_roll[24 - index] - start.opponent[1 + index] for index in range(24)]
    initial = {"points": [*counts, 0, 0, 0, 0], "cube": 1, "cubeOwner": 0}
    [record] = read_bgf(test_bgf.file(test_bgf.move(1, (6, 5), (18, 7)), game={"initial": initial}))
    [play] = plays(record)
    assert [(step.source, step.target) for step in play.move.steps] == [(18, 13), (13, 7)]
    assert not any(step.hits for step in play.move.steps)


@pytest.mark.parametrize("cell", ["33: 13/3 7/4", "65: 14/8 15/10 6/8", "65: 13/7 6/11"])
@pytest.mark.parametrize("name", ["mat", "json", "sgf", "snowie", "gam"])
def test_u008_and_u009_what_an_illegal_play_led_to_survives_every_format(cell, name):
    """One hop of ten pips, and a checker that moves backwards."""
    set_up = set_board("15:1 14:1 13:5 8:3 7:1 6:4", "24:2 13:5 8:3 6:5")
    [record] = read_all(match(game(set_up, (cell, "52: 13/8 13/11"), result=GIVEN_UP), length=0))
    assert [play.legality for play in plays(record)] == [Legality.ILLEGAL, Legality.LEGAL]
    boards = [turn.state.position for turn in replay(record)]
    [again] = there_and_back((record,), name)
    assert [turn.state.position for turn in replay(again)][: len(boards)] == boards


def test_u008_a_hop_that_ogxm_cannot_hold_is_told_by_the_board():
    """A step there has 7 pips at most; a longer one is stated by its result and must not be cut short."""
    after = [0, 2, 0, -1, -1, 0, -5, 0, -3, 0, 0, 0, 5, -3, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0]
    ply = {"color": 0, "action_id": 31, "d1": 3, "d2": 3, "set_position": after}
    [record] = read_ogxm(Source(json.dumps(document(ply)).encode()))
    assert plays(record)[0].after == Position.of("24:2 13:3 8:3 6:5 4:1 3:1", "24:2 13:5 8:3 6:5")


@pytest.mark.parametrize(("player", "seat"), [(1, 1), (-1, 0)])
def test_u010_the_active_player_of_xg_is_1_or_minus_1(player, seat):
    """Neither is 0: cast to a truth value both would be the same player. XG's player 1 is bgtool's seat 1."""
    opening = xg_files.move(player, xg_files.START, xg_files.AFTER_31, (3, 1), (7, 4, 5, 4))
    [record] = read_xg(Source(xg_files.container(xg_files.match_header(), xg_files.game_header(), opening)))
    assert plays(record)[0].seat == seat


def resigned_in_xg():
    opening = xg_files.move(1, xg_files.START, xg_files.AFTER_31, (3, 1), (7, 4, 5, 4))
    ended = xg_files.end(1, 2, 102)
    [record] = read_xg(Source(xg_files.container(xg_files.match_header(), xg_files.game_header(), opening, ended)))
    return record


def resigned_in_bgf():
    return test_bgf.one(test_bgf.move(1, (3, 1), (8, 5), (6, 5)), match={"finalRed": 2}, game={"wonPoints": 2})


def resigned_in_sgf():
    text = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Crawford]RE[B+2R];B[31qtst])"
    return read_sgf(Source(text.encode()))[0]


@pytest.mark.parametrize("read", [resigned_in_xg, resigned_in_bgf, resigned_in_sgf])
def test_u032_a_resignation_belongs_to_the_loser(read):
    record = read()
    assert record.games[0].winner == 1
    assert record.games[0].actions[-1] == Resign(0, 2)
    for name in ("mat", "json", "sgf"):
        assert there_and_back((record,), name)[0].games[0].actions[-1] == Resign(0, 2)


def test_u105_decimal_commas_in_the_text_of_xg():
    text = (POSITIONS / "xg_checker_en.txt").read_text(encoding="utf-8")
    commas = re.sub(r"(?<=\d)\.(?=\d)", ",", text.replace("2.10", "2-10"))
    assert "eq:-0,491" in commas
    [point], [comma] = (read_text(Source(one.encode()))[0].analysis.opinions for one in (text, commas))
    assert comma.candidates == point.candidates


def test_u106_winning_chances_in_an_sgf_do_not_depend_on_settings_of_the_program():
    """GNU Backgammon writes equities of plays and winning chances of the cube whatever its user has it print."""
    [record] = read_matches(Path(__file__).parents[1] / "data" / "sgf" / "analysed.sgf")
    cubes = [opinion.cube for opinion in record.analysis.opinions if opinion.cube]
    assert cubes
    assert all(0 <= cube.no_double.mwc <= 1 and cube.no_double.equity is None for cube in cubes)
    candidates = [one.estimate for opinion in record.analysis.opinions for one in opinion.candidates]
    assert all(one.mwc is None and one.equity is not None for one in candidates)


def test_u108_plies_are_the_number_before_the_c():
    """Neither the version of the record nor the rank of the play."""
    root = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Crawford]"
    numbers = "0.5 0.1 0 0.1 0 0.01"
    play = f"A[0][hefe E ver 3 {numbers} 2C 0 1 0.000000 1][hexw E ver 3 {numbers} 1C 0 1 0.000000 1]"
    cube = "DA[E ver 3 2C 1 0.000000 1 0.5 0.1 0 0.1 0 0.01 0.5 0.5 0.1 0 0.1 0 0.02 0.4]"
    [record] = read_sgf(Source(f"{root};W[31hefe]{play}{cube})".encode()))
    [opinion] = record.analysis.opinions
    assert [one.estimate.method for one in opinion.candidates] == ["2-ply cubeful", "1-ply cubeful"]
    assert opinion.cube.no_double.method == "2-ply cubeful"


@pytest.mark.parametrize(
    ("offer", "points"), [(Offer.RESIGN_SINGLE, 1), (Offer.RESIGN_GAMMON, 2), (Offer.RESIGN_BACKGAMMON, 3)]
)
def test_u115_an_id_tells_for_how_much_a_side_resigns(offer, points):
    state = replace(parse_state("4HPwATDgc/ABMA:cAkAAAAAAAAA"), offer=offer)
    read = parse_state(gnubg_id(state))
    assert read.offer is offer
    assert read.offer.resignation == points


def test_u107_beavers_survive_sgf():
    text = "(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Beavers];W[31hefe];B[double];W[double];B[take])"
    [record] = read_sgf(Source(text.encode()))
    [again] = there_and_back((record,), "sgf")
    assert again.games[0].actions == record.games[0].actions
    assert [type(action).__name__ for action in again.games[0].actions][1:3] == ["Double", "Beaver"]
    assert not any(isinstance(action, (Double, Take)) for action in again.games[0].actions[2:3])
    assert isinstance(again.games[0].actions[0], Play)
