"""Files of positions: Jellyfish, Snowie, XG in four languages, any text that names an ID; usable wherever an ID is."""

from pathlib import Path

import pytest

from bgtool.core.record import Double, Play
from bgtool.core.replay import replay
from bgtool.errors import InputError, ParseError
from bgtool.formats import read_matches
from bgtool.formats.ids import gnubg_id, parse_state, xgid
from bgtool.formats.jellyfish_pos import read as read_jellyfish
from bgtool.formats.position_match import match_of
from bgtool.formats.positions import positions_in
from bgtool.formats.snowie import read as read_snowie
from bgtool.formats.source import Source
from tests.formats.texts import codes, there_and_back
from tests.formats.xg_files import START, container, game_header, match_header, move
from tests.oracle import ask_gnubg, needs_gnubg

DATA = Path(__file__).parents[1] / "data"
POSITIONS = DATA / "positions"

EXPECTED = {
    "25pt_O_roll66.pos": "XGID=-a-B-CD-BA--cB---badbbA---:0:0:-1:66:12:20:0:25:10",
    "money_jacoby_ocube2.pos": "XGID=-a-B-CD-BA--cB---badbbA---:1:-1:1:43:0:0:3:0:10",
    "xbar.pos": "XGID=bB-B-BC-B---dC---b-e-b--A-:0:0:1:41:0:1:0:7:10",
    "snowie_25pt_O_roll66.txt": "XGID=-a-B-CD-BA--cB---badbbA---:0:0:-1:66:12:20:0:25:10",
    "snowie_money_jacoby_ocube2.txt": "XGID=-a-B-CD-BA--cB---badbbA---:1:-1:1:43:0:0:1:0:10",
    "snowie_xbar.txt": "XGID=bB-B-BC-B---dC---b-e-b--A-:0:0:1:41:0:1:0:7:10",
    "xg_checker_en.txt": "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
    "xg_cube_de.txt": "XGID=---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10",
    "xg_cube_fr.txt": "XGID=--BaBCCBAA------acccc-a--A:0:0:1:00:0:2:0:7:10",
    "xg_cube_jp.txt": "XGID=---aBBCCCB----a-aa-babbbb-:1:1:1:00:1:2:0:9:10",
    "bgblitz_en.txt": "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
}


@pytest.mark.parametrize(("name", "expected"), EXPECTED.items())
def test_the_position_of_every_file(name, expected):
    [state] = positions_in(POSITIONS / name)
    assert xgid(state) == expected


@pytest.mark.parametrize("name", EXPECTED)
def test_positions_are_records_too(name):
    matches = read_matches(POSITIONS / name)
    assert codes(matches[0]) == []
    assert there_and_back(matches, "json") == matches
    assert xgid([turn.state for turn in replay(there_and_back(matches, "sgf")[0])][-1])


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.endswith(".pos")])
@pytest.mark.oracle
@pytest.mark.skipif(needs_gnubg[1].args[0], reason="GNU Backgammon is not installed")
def test_jellyfish_positions_as_gnu_backgammon_reads_them(name):
    said = ask_gnubg(f"import pos {POSITIONS / name}", "show board")
    [state] = positions_in(POSITIONS / name)
    assert gnubg_id(state).split(":")[0] in said


def test_the_analysis_of_a_play_in_xg_text():
    [match] = read_matches(POSITIONS / "xg_checker_en.txt")
    assert match.players == ("Player 2", "Player 1")
    assert match.analysis.source == "eXtreme Gammon 2.10"
    [opinion] = match.analysis.opinions
    assert isinstance(match.games[0].actions[opinion.action], Play)
    found = [(str(one.move), one.estimate.equity, one.estimate.method) for one in opinion.candidates]
    assert found[0] == ("19/18 14/12", -0.491, "3-ply (XG 4-ply)")
    assert found[-1] == ("14/12 3/2", -0.572, "2-ply (XG 3-ply)")
    assert opinion.candidates[0].estimate.chances == (0.2545, 0, 0, 0.3109, 0.0009)


@pytest.mark.parametrize(
    ("name", "cubeless", "equities", "win"),
    [
        ("xg_cube_de.txt", (0.103, 0.259), (0.337, 0.215), 0.544),
        ("xg_cube_fr.txt", (0.680, 1.462), (0.735, 1.336), 0.6665),
        ("xg_cube_jp.txt", (0.881, 1.928), (1.027, 1.869), 0.8987),
    ],
)
def test_the_cube_in_xg_text_of_any_language(name, cubeless, equities, win):
    [match] = read_matches(POSITIONS / name)
    cube = match.analysis.opinions[0].cube
    assert (cube.no_double.cubeless, cube.double_take.cubeless) == cubeless
    assert (cube.no_double.equity, cube.double_take.equity) == equities
    assert cube.no_double.chances[0] == win
    assert cube.no_double.method == "XG Roller++"


def test_any_text_that_names_positions(tmp_path):
    file = tmp_path / "mail.txt"
    ids = [EXPECTED["xbar.pos"], EXPECTED["xg_cube_de.txt"]]
    file.write_text(f"Hi,\nwhat about {ids[0]}, and (this: {ids[1]})?\nBye\n")
    assert [xgid(state) for state in positions_in(file)] == ids
    file.write_text(" Position ID: 4HPwATDgc/ABMA\n Match ID   : cAkAAAAAAAAA\n")
    assert [gnubg_id(state) for state in positions_in(file)] == ["4HPwATDgc/ABMA:cAkAAAAAAAAA"]


def test_a_bad_id_in_a_text_is_told(tmp_path):
    file = tmp_path / "mail.txt"
    good, bad = EXPECTED["xbar.pos"], EXPECTED["xbar.pos"].replace(":41:", ":91:")
    file.write_text(f"{bad}\n{good}\n")
    [match] = read_matches(file)
    assert codes(match) == ["unreadable-dump"]
    file.write_text(bad)
    with pytest.raises(ParseError, match="91"):
        read_matches(file)


def test_a_position_file_of_xg(tmp_path):
    board = (0, 0, 3, 3, *(0,) * 16, -2, -3, 0, 0, 0, 0)
    file = tmp_path / "end.xgp"
    file.write_bytes(
        container(match_header(), game_header(), move(1, board, board, (6, 5), (0,) * 8, played=False, cube=-1))
    )
    [state] = positions_in(file)
    assert xgid(state) == "XGID=--CC----------------bc----:1:-1:1:65:0:0:0:5:10"


def test_a_record_of_play_is_no_position(tmp_path):
    with pytest.raises(InputError, match="record of play"):
        positions_in(DATA / "sgf" / "rollout_cube.sgf")
    file = tmp_path / "short.xg"
    after = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
    file.write_bytes(container(match_header(), game_header(), move(1, START, after, (3, 1), (7, 4, 5, 4))))
    with pytest.raises(InputError, match="record of play"):
        positions_in(file)


def test_an_offered_double_is_an_action(tmp_path):
    state = parse_state("XGID=---BBaB-BbA-bC-b--BdAca---:0:0:1:D:0:5:0:9:10")
    match = match_of(state, "postext", "")
    assert isinstance(match.games[0].actions[-1], Double)
    file = tmp_path / "double.txt"
    file.write_text(xgid(state))
    assert positions_in(file) == (state,)


@pytest.mark.parametrize(
    "data",
    [
        b"\x7e\0" + b"\0" * 120,
        b"\x7c\0" + b"\xff" * 300,
        b"\x7d\0" + b"\x7f" * 150,
        (POSITIONS / "xbar.pos").read_bytes()[:120],
    ],
)
def test_what_is_no_jellyfish_position(data, tmp_path):
    file = tmp_path / "bad.pos"
    file.write_bytes(data)
    with pytest.raises(ParseError):
        read_matches(file)


@pytest.mark.parametrize("length", range(101, 169, 7))
def test_a_jellyfish_position_that_breaks_off_says_so(length):
    data = (POSITIONS / "xbar.pos").read_bytes()[:length]
    with pytest.raises(ParseError, match=f"not a Jellyfish position: it breaks off after {length} bytes"):
        read_jellyfish(Source(data))


def test_snowie_needs_forty_fields():
    text = (POSITIONS / "snowie_xbar.txt").read_text()
    with pytest.raises(ParseError):
        read_snowie(Source(text[: len(text) // 2].encode()))
