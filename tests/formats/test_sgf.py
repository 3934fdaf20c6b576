"""SGF as GNU Backgammon writes it: games, positions set, rules, its analysis, and everything written back."""

from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.core.move import Hop
from bgtool.core.position import Position
from bgtool.core.record import Beaver, Double, Legality, Pass, Play, Resign, SetPosition, Take
from bgtool.core.replay import replay
from bgtool.core.state import Cube
from bgtool.core.variant import HYPERGAMMON_3, NACKGAMMON
from bgtool.errors import ParseError
from bgtool.formats import match_text, read_matches
from bgtool.formats.sgf import read, sniff
from bgtool.formats.sgf_letters import letter_of, point_of
from bgtool.formats.source import Source
from tests.formats.texts import codes, counts, everything, there_and_back

DATA = Path(__file__).parents[1] / "data" / "sgf"
SAMPLES = sorted(DATA.glob("*.sgf"))
MI = "MI[length:{length}][game:0][ws:{score[0]}][bs:{score[1]}]"


def tree(*nodes, root="", length=5, score=(0, 0), names=("Ann", "Bo")):
    head = MI.format(length=length, score=score)
    head += f"PW[{names[0]}]PB[{names[1]}]"
    return f"(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]{head}{root}\n;{chr(10).join(nodes)})\n"


def one(*nodes, **options):
    [match] = read(Source(tree("\n;".join(nodes), **options).encode(), "small.sgf"))
    return match


def actions(match, game=0):
    return match.games[game].actions


def test_letters_are_absolute_and_points_the_players_own():
    assert [point_of(letter, 0) for letter in "axyz"] == [1, 24, 25, 0]
    assert [point_of(letter, 1) for letter in "axyz"] == [24, 1, 25, 0]
    assert all(point_of(letter_of(point, seat), seat) == point for seat in (0, 1) for point in range(26))


def test_a_small_game():
    match = one("W[31hefe]", "B[42qusu]", "W[double]", "B[take]", "W[66xrxrmgmg]", root="RU[Crawford]RE[W+4R]")
    first, second, double, take, last, resign = actions(match)
    assert str(first.move), str(second.move) == ("8/5 6/5", "8/4 6/4")
    assert (double, take) == (Double(0, 2), Take(1))
    assert str(last.move) == "24/18(2) 13/7(2)"
    assert resign == Resign(1, 2)
    assert (match.games[0].winner, match.games[0].points) == (0, 4)
    assert match.players == ("Ann", "Bo")
    assert codes(match) == []


def test_a_pass_ends_the_game():
    match = one("W[31hefe]", "B[double]", "W[drop]", root="RE[B+1]")
    assert actions(match)[1:] == (Double(1, 2), Pass(0))
    assert (match.games[0].winner, match.games[0].points) == (1, 1)


def test_doubles_one_after_the_other_are_beavers():
    match = one("W[31hefe]", "B[double]", "W[double]", "B[double]", "W[take]", "B[42qusu]", length=0, root="RE[B+8R]")
    assert actions(match)[1:5] == (Double(1, 2), Beaver(0, 4), Beaver(1, 8), Take(0))
    assert [turn.state.cube for turn in replay(match)][-2:] == [Cube(8, 0)] * 2
    assert codes(match) == []


def test_dice_alone_are_a_roll_that_moves_nothing():
    match = one("W[31hefe]", "B[42]")
    assert actions(match)[1].legality is Legality.ILLEGAL
    assert "no-cannot-move" in codes(match)


def test_a_roll_given_up():
    match = one("W[31hefe]", "PL[B]DI[66]", root="RE[W+3R]")
    assert actions(match)[-1] == Resign(1, 3, actions(match)[-1].dice)
    assert str(actions(match)[-1].dice) == "66"
    assert codes(match) == []


def test_a_roll_given_before_its_play_is_that_roll():
    match = one("PL[W]DI[31]", "W[31hefe]", root="RE[W+1R]")
    assert [type(action) for action in actions(match)] == [Play, Resign]
    assert codes(match) == []


@pytest.mark.parametrize("owner", ["CP[w]", "CO[w]", "CP[W]"])
def test_board_and_cube_set_by_the_record(owner):
    board = "PL[B]AE[a:y]AW[a:c][f][f][f][f][f][y]AB[x][x][l][y]"
    match = one("CV[4]", owner, board, "B[31yvvu]", length=0)
    action = actions(match)[0]
    assert action.position == Position.of("bar:1 13:1 1:2", "bar:1 6:5 3:1 2:1 1:1")
    assert action.on_roll == 1
    assert action.cube == Cube(4, 0)


@pytest.mark.parametrize(
    ("rules", "length", "expected"),
    [
        ("RU[Crawford]", 5, {"crawford_rule": True, "jacoby": False, "cube_limit": None}),
        ("", 5, {"crawford_rule": False}),
        ("RU[Jacoby]", 0, {"jacoby": True, "beavers": False}),
        ("RU[Jacoby:Beavers:CubeLimit64]", 0, {"jacoby": True, "beavers": True, "cube_limit": 64}),
        ("RU[NoCube:Crawford]", 5, {"cube_limit": 1}),
        ("RU[Crawford:Nackgammon]", 2, {"variant": NACKGAMMON}),
        ("RU[Jacoby:Hypergammon3]", 0, {"variant": HYPERGAMMON_3}),
    ],
)
def test_rules(rules, length, expected):
    match = one(length=length, root=rules)
    assert {name: getattr(match, name) for name in expected} == expected
    [again] = there_and_back((match,), "sgf")
    assert again == match


def test_crawford_game_and_automatic_doubles():
    match = one("W[31hefe]", root="RU[Crawford:CrawfordGame]RE[W+1R]", score=(4, 1))
    assert match.games[0].crawford
    match = one("W[31hefe]", root="CV[4]RE[W+4R]", length=0)
    assert match.games[0].cube == Cube(4)
    assert (match.games[0].winner, match.games[0].points) == (0, 4)


def test_a_turned_cube_in_the_crawford_game_is_told_and_kept():
    match = one("CV[2]CP[b]", "W[31hefe]", root="RU[Crawford:CrawfordGame]", score=(4, 0))
    assert "cube-not-allowed" in codes(match)
    assert actions(match)[0].cube == Cube(2, 1)


def test_header_fields_have_the_names_of_match_texts():
    root = 'EV[Cup]RO[3]PC[Club]AN[me]DT[2026-01-30]WR[1650.5]BR[1800 (exp 10)]GC[first\n[Match ID "77"\\]\nlast\n]'
    match = one(root=root)
    assert dict(match.tags) == {
        "Event": "Cup",
        "Round": "3",
        "Site": "Club",
        "Transcriber": "me",
        "EventDate": "2026.01.30",
        "BR": "1800 (exp 10)",
        "Match ID": "77",
    }
    assert match.ratings == (1650.5, 1800)
    assert match.comments == ("first", "last")


def test_line_breaks_in_header_fields_become_blanks():
    match = one(root="EV[two\nlines]", names=("Ann\nLee", "Bo"))
    assert match.tags == (("Event", "two lines"),)
    assert match.players == ("Ann Lee", "Bo")
    assert there_and_back((match,), "mat")[0].tags[0] == ("Event", "two lines")


def test_remarks_stand_at_their_action():
    match = one("W[31hefe]C[one\ntwo]", "B[42qusu]", "C[last]", root="RU[Crawford]")
    assert [(remark.text, remark.at) for remark in match.games[0].comments] == [("one", 0), ("two", 0), ("last", 2)]
    assert everything(there_and_back((match,), "sgf"))[0]["games"][0]["comments"]
    assert there_and_back((match,), "sgf") == (match,)
    assert there_and_back((match,), "mat") == (match,)


def test_two_matches_in_a_file():
    text = tree("W[31hefe]") + tree("B[31qtst]").replace("game:0", "game:1") + tree("W[31hefe]", names=("Cy", "Di"))
    first, second = read(Source(text.encode()))
    assert [len(match.games) for match in (first, second)] == [2, 1]
    assert second.players == ("Cy", "Di")


@pytest.mark.parametrize(
    ("nodes", "code"),
    [
        (("W[31hefe]", "B[31hefe]"), "impossible-play"),
        (("W[31hefe]", "B[nonsense]", "W[42hdfd]"), "unreadable-play"),
        (("W[31hefe]", "B[take]"), "answer-without-double"),
        (("W[31hefe]", "W[42hdfd]"), "out-of-turn"),
        (("PL[W]DI[99]", "W[31hefe]"), "no-dice"),
        (("PL[W]AE[a:y]AW[a]AB[a]", "W[31hefe]"), "unreadable-dump"),
        (("CV[3]", "W[31hefe]"), "cube-value"),
        (("W[31hefe](;B[42qusu])(;B[52lqln])",), "not-kept"),
        (("W[31hefe]A[0][hefe E ver 3 0.5]",), "bad-analysis"),
        (("W[31hefe]A[0][h{fe E ver 3 0.5 0 0 0 0 0 2C 0 1 0.0 1]",), "bad-analysis"),
        (("W[31hefe]", "B[42qusu]DA[E ver 3 2C 1 0 1 nan 0 0 0 0 0 0 1 0 0 0 0 0 0]"), "bad-analysis"),
    ],
)
def test_troubles_are_told(nodes, code):
    assert code in codes(one(*nodes))


def test_what_cannot_be_replayed_is_kept_as_text():
    match = one("W[31hefe]", "B[nonsense]", "W[42hdfd]LU[0.1]")
    assert match.games[0].lost == (";B[nonsense]", ";W[42hdfd]LU[0.1]")
    assert "nonsense" in match_text(match, "sgf")


def test_an_illegal_play_stands_as_written():
    match = one("W[31hefe]", "B[65lnln]")
    play = actions(match)[1]
    assert play.legality is Legality.ILLEGAL
    assert play.hops == (Hop(13, 11), Hop(13, 11))
    assert there_and_back((match,), "sgf") == (match,)


def test_other_games_are_refused():
    with pytest.raises(ParseError, match="GM"):
        read(Source(b"(;FF[4]GM[1];B[aa])"))
    assert not sniff(Source(b"(;FF[4]GM[1];B[aa])"))
    assert sniff(Source(b" \n(;FF[4]GM[6];W[31hefe])"))


# -- real files


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("analysed", (2, 62, 4)),
        ("beavers_money", (1, 2, 4)),
        ("position_only_money", (1, 1, 0)),
        ("rolled_out", (1, 4, 0)),
        ("rollout_cube", (1, 38, 4)),
        ("xg_setpos_game", (2, 86, 4)),
    ],
)
def test_everything_of_real_files_is_there(name, expected):
    assert counts(read_matches(DATA / f"{name}.sgf")) == expected


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_real_files_come_back_from_every_format(file):
    matches = read_matches(file)
    assert there_and_back(matches, "sgf") == matches
    assert [match.analysis for match in there_and_back(matches, "sgf")] == [match.analysis for match in matches]
    assert everything(there_and_back(matches, "json")) == everything(matches)
    assert counts(there_and_back(matches, "mat")) == counts(matches)


def test_set_position_and_beavers_of_real_files():
    [match] = read_matches(DATA / "beavers_money.sgf")
    assert isinstance(actions(match)[0], SetPosition)
    assert match.games[0].points == 16


@pytest.mark.parametrize(
    "numbers", [[(3, 1, 1, 7)], [(1, 2), (3, 4)], [(2, 1), (5,)], [(0, 1)], [(1, 2), (1, 2)]], ids=str
)
def test_a_match_whose_game_numbers_jump_was_read_back_as_several(numbers):
    """The file numbers its matches where the games do not tell them apart, and only there."""
    opening = one("W[31hefe]", root="RE[W+1R]")
    [only] = opening.games
    matches = tuple(
        replace(opening, games=tuple(replace(only, number=n, score=(9 - n, 0)) for n in games)) for games in numbers
    )
    again = there_and_back(matches, "sgf")
    assert [len(match.games) for match in again] == [len(games) for games in numbers]
    assert ("match:" in match_text(matches, "sgf")) == (numbers != [(1, 2), (1, 2)])
