"""What GNU Backgammon writes beside match text and SGF: Jellyfish positions and games, Snowie text."""

from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.cli import run
from bgtool.core.record import Legality, Play
from bgtool.core.state import Cube
from bgtool.errors import InputError
from bgtool.formats import match_text, read_matches, write_match
from bgtool.formats.ids import gnubg_id, parse_state, xgid
from bgtool.formats.position_match import match_of, state_of
from bgtool.formats.positions import positions_in
from bgtool.formats.registry import match_data
from tests.formats.test_mat_troubles import GIVEN_UP, OPENING
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import game, match, plays, read, read_all, set_position, there_and_back
from tests.oracle import GNUBG, ask_gnubg

DATA = Path(__file__).parents[1] / "data"
NAMES = ("Ann", "Bo")
BOARD, BAR = "-B-CBBB---a---A---ABcbbbd-", "aB-B-BC-B---dC---b-e-b---A"
IDS = [
    f"XGID={BOARD}:1:-1:1:21:3:6:0:7:10",
    f"XGID={BOARD}:0:0:1:21:3:6:1:7:10",
    f"XGID={BOARD}:1:1:1:00:6:6:0:7:10",
    f"XGID={BOARD}:1:1:-1:63:6:5:0:7:10",
    f"XGID={BOARD}:2:1:-1:63:0:0:3:0:10",
    f"XGID={BOARD}:0:0:1:00:0:0:0:1:10",
    f"XGID={BAR}:0:0:1:41:0:1:0:7:10",
    f"XGID={BAR}:0:0:-1:00:0:1:0:7:10",
]
ONE_GAME = match(
    game(
        ("", "31: 8/5 6/5"),
        ("64: 24/14", "55: 13/3(2)"),
        ("52: 14/9 13/11", " Doubles => 2"),
        (" Takes", "31: 13/10 6/5"),
        result="      Wins 2 points",
    )
)
ILLEGAL = match(game(OPENING, ("13: 13/9 24/23", "52: 13/8 13/11"), result=GIVEN_UP))

needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")


def position(text, players=NAMES):
    return match_of(parse_state(text), "postext", "", players)


def as_lines(text):
    """Lines without the blanks at their ends, which GNU Backgammon fills columns with."""
    return [line.rstrip() for line in text.split("\n")]


# -- positions


@pytest.mark.parametrize("name", ["jellyfish-pos", "snowie"])
@pytest.mark.parametrize("text", IDS)
def test_a_position_comes_back(name, text, tmp_path):
    file = tmp_path / "one.pos"
    write_match(position(text), file, name)
    [state] = positions_in(file)
    expected = parse_state(text)
    if name == "snowie":
        expected = replace(expected, beavers=False)
    assert state == expected
    assert read_matches(file)[0].players == NAMES


@pytest.mark.oracle
@needs_gnubg
@pytest.mark.parametrize("text", IDS)
def test_a_position_is_written_as_gnu_backgammon_writes_it(text, tmp_path):
    files = tmp_path / "its.pos", tmp_path / "its.txt"
    names = [f"set player {seat} name {name}" for seat, name in enumerate(NAMES)]
    exports = f"export position pos {files[0]}", f"export position snowietxt {files[1]}"
    ask_gnubg(f"set gnubgid {gnubg_id(parse_state(text))}", *names, *exports)
    assert match_data(position(text), "jellyfish-pos") == files[0].read_bytes()
    assert match_data(position(text), "snowie") == files[1].read_text()


@pytest.mark.oracle
@needs_gnubg
@pytest.mark.parametrize("text", IDS)
def test_gnu_backgammon_reads_a_jellyfish_position_that_was_written(text, tmp_path):
    write_match(position(text), tmp_path / "ours.pos")
    assert gnubg_id(parse_state(text)).split(":")[0] in ask_gnubg(f"import pos {tmp_path / 'ours.pos'}", "show board")


@pytest.mark.parametrize("name", ["jellyfish-pos", "snowie"])
def test_one_position_a_file(name):
    with pytest.raises(InputError, match="holds one position, here are 2"):
        match_data([position(IDS[0])] * 2, name)


def test_a_record_of_play_is_no_position_to_write():
    with pytest.raises(InputError, match="record of play"):
        match_data(read_all(ONE_GAME), "jellyfish-pos")
    assert state_of(read_all(ONE_GAME)[0]) is None


def test_a_jellyfish_position_is_no_text():
    with pytest.raises(InputError, match="no text"):
        match_text(position(IDS[0]), "jellyfish-pos")


def test_names_with_semicolons_and_letters_of_other_alphabets():
    [again] = there_and_back((position(IDS[0], ("A; B", "Бо")),), "snowie")
    assert again.players == ("A, B", "Бо")
    data = match_data(position(IDS[0], ("Å" * 300, "Бо")), "jellyfish-pos")
    assert bytes([255]) + b"\xc5" * 255 + b"\x02??" in data


def test_an_id_becomes_a_file_of_a_position(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["convert", IDS[0], "-o", "one.pos"]) == 0
    assert run(["convert", IDS[0], "--to", "snowie"]) == 0
    (tmp_path / "one.txt").write_text(capsys.readouterr().out)
    assert [xgid(state) for name in ("one.pos", "one.txt") for state in positions_in(name)] == [IDS[0]] * 2
    assert run(["convert", "one.pos", "-o", "-", "--to", "snowie"]) == 0


# -- games and matches


@pytest.mark.parametrize(
    "text", [ONE_GAME, CANONICAL, ILLEGAL, match(game(set_position("4HPwATDgc/ABMA", -1), OPENING))]
)
def test_a_match_comes_back_from_snowie_text(text):
    [record] = read_all(text)
    [again] = there_and_back((record,), "snowie")
    assert (again.players, again.length) == (record.players, record.length)
    for played, other in zip(record.games, again.games, strict=True):
        assert (played.score, played.winner, played.points) == (other.score, other.winner, other.points)
        assert played.actions == other.actions


def test_an_illegal_play_of_snowie_text_is_given_by_its_result():
    text = match_text(read_all(ILLEGAL), "snowie")
    assert "13: Illegal play (5;0;0;0;1;Bo;Ann;0;0;0;1;0;" in text
    [play] = [play for play in plays(read_all(text)[0]) if play.legality is Legality.ILLEGAL]
    assert play.after == plays(read_all(ILLEGAL)[0])[2].after


def test_several_matches_in_snowie_text():
    records = (*read_all(ONE_GAME), *read_all(CANONICAL))
    again = there_and_back(records, "snowie")
    assert [[played.actions for played in record.games] for record in again] == [
        [played.actions for played in record.games] for record in records
    ]


def test_games_come_back_from_jellyfish_as_a_session():
    [record] = read_all(CANONICAL)
    [again] = there_and_back((record,), "gam")
    assert again.length == 0
    assert again.players == record.players
    assert [played.actions for played in again.games] == [played.actions for played in record.games]


def test_a_board_set_before_the_first_row_of_a_game():
    record = read(set_position("4HPwATDgc/ABMA", -1), OPENING, length=0, result=GIVEN_UP)
    [again] = there_and_back((record,), "gam")
    assert again.games[0].actions == record.games[0].actions


@pytest.mark.oracle
@needs_gnubg
@pytest.mark.parametrize(
    "text", [ONE_GAME, match(game(OPENING, (" Doubles => 2", " Drops"), result="      Wins 1 point"))]
)
def test_games_are_written_as_gnu_backgammon_writes_them(text, tmp_path):
    """Blanks at the ends of lines, with which GNU Backgammon fills up its columns, are not compared."""
    ours, game_file, match_file = (tmp_path / name for name in ("ours.mat", "its.gam", "its.txt"))
    records = read_all(text)
    write_match(records, ours)
    exports = f"export game gam {game_file}", f"export match snowietxt {match_file}"
    ask_gnubg("set confirm save off", f"import mat {ours}", *exports)
    assert as_lines(match_text(records, "gam")) == as_lines(game_file.read_text())
    assert as_lines(match_text(records, "snowie")) == as_lines(match_file.read_text())


@pytest.mark.oracle
@needs_gnubg
def test_a_match_of_several_games_is_written_as_gnu_backgammon_writes_it(tmp_path):
    for name in ("matches/bgtournament/01.mat", "matches/dailygammon/01.txt", "ann_bo.mat"):
        records = read_matches(DATA / name)
        write_match(records, tmp_path / "ours.mat", overwrite=True)
        ask_gnubg(
            "set confirm save off",
            f"import mat {tmp_path / 'ours.mat'}",
            f"export match snowietxt {tmp_path / 'its.txt'}",
        )
        assert as_lines(match_text(records, "snowie")) == as_lines((tmp_path / "its.txt").read_text()), name


def test_a_line_break_in_a_name_cannot_be_written():
    record = replace(read(OPENING), players=("A\nB", "Bo"))
    for name in ("gam", "snowie"):
        with pytest.raises(InputError, match="line break"):
            match_text(record, name)


def test_what_is_lost_is_told(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.mat").write_text(CANONICAL)
    assert run(["convert", "one.mat", "-o", "one.gam"]) == 0
    assert "not in the gam written: the match length" in capsys.readouterr().err
    assert run(["convert", "one.mat", "-o", "one.pos"]) == 1
    assert (
        capsys.readouterr().err == "Error: one.mat: a Jellyfish position holds a position, this is a record of play\n"
    )
    assert not (tmp_path / "one.pos").exists()


def test_a_cube_of_a_set_position_is_kept_by_state():
    state = parse_state(IDS[0])
    assert state_of(match_of(state, "postext", "")) == state
    assert state.cube == Cube(2, 0)
    assert any(isinstance(action, Play) for action in match_of(state, "postext", "").games[0].actions)
