"""Formats of servers that are gone: FIBS oldmoves, GamesGrid, TrueMoneyGames, GammonEmpire, Jellyfish, PartyGammon,
BackGammonRoom, Berliner.

No genuine file of most of them could be found; the samples follow what GNU Backgammon's importers accept.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.core.record import Beaver, Double, Pass, Play, Resign, Take
from bgtool.core.state import Cube
from bgtool.core.variant import NACKGAMMON
from bgtool.errors import ParseError
from bgtool.formats import FORMATS, format_of, match_text, read_matches
from bgtool.formats.source import Source
from tests.formats.texts import codes, counts, everything, there_and_back
from tests.oracle import ask_gnubg, needs_gnubg

DATA = Path(__file__).parents[1] / "data" / "old"

SAMPLES = {
    "synthetic_3p.fibs": ("oldmoves", (2, 7, 4)),
    "synthetic_3p.sgg": ("gamesgrid", (2, 6, 2)),
    "synthetic_money.tmg": ("truemoney", (1, 5, 2)),
    "synthetic_empire.gam": ("gam", (1, 4, 2)),
    "jellyfish.gam": ("gam", (1, 38, 4)),
    "synthetic_party.gam": ("partygammon", (1, 3, 2)),
    "synthetic_room.bgf": ("backgammonroom", (3, 10, 8)),
    "synthetic.bkg": ("berliner", (2, 7, 4)),
}


def read(name, text, file="small.txt"):
    source = Source(text.encode(), file)
    assert format_of(source).name == name
    [match] = FORMATS[name].call("read", source)
    return match


def plays(match, game=0):
    return [(a.seat, str(a.dice), str(a.move)) for a in match.games[game].actions if isinstance(a, Play)]


@pytest.mark.parametrize(("name", "format", "expected"), [(name, *sample) for name, sample in SAMPLES.items()])
def test_samples_are_known_by_content_and_read_whole(name, format, expected, tmp_path):
    matches = read_matches(DATA / name)
    assert matches[0].source == format
    assert counts(matches) == expected
    assert everything(there_and_back(matches, "json")) == everything(matches)
    assert counts(there_and_back(matches, "mat"))[0] == counts(matches)[0]


@pytest.mark.oracle
@pytest.mark.skipif(needs_gnubg[1].args[0], reason="GNU Backgammon is not installed")
@pytest.mark.parametrize(("name", "command"), [("synthetic_3p.fibs", "oldmoves"), ("synthetic_money.tmg", "tmg")])
def test_gnu_backgammon_reads_the_same(name, command, tmp_path):
    export = tmp_path / "out.mat"
    ask_gnubg("set confirm save off", f"import {command} {DATA / name}", f"export match mat {export}")

    def rows(text):
        """The rows of the games; GNU Backgammon has nothing where bgtool says that nothing could be moved, and no
        stars in games that it has turned round."""
        lines = (" ".join(line.replace("Cannot Move", "").replace("*", "").split()) for line in text.split("\n"))
        return [line for line in lines if line and not line.startswith(";")]

    assert rows(match_text(read_matches(DATA / name), "mat")) == rows(export.read_text())


# -- FIBS


FIBS = """Score is 0-0 in a 5 point match.
ann is X - bo is O
X: (3 1) 8-5 6-5
O: (6 5) 1-7 7-12
X: doubles
O: accepts the double
X: (6 6) 24-18 24-18 13-7 13-7
O: (4 2) bar-4 12-14
X: wins 2 points.
"""


def test_the_player_who_moves_upwards_is_turned():
    match = read("oldmoves", FIBS)
    assert match.players == ("ann", "bo")
    assert plays(match)[:3] == [(0, "31", "8/5 6/5"), (1, "65", "24/13"), (0, "66", "24/18(2) 13/7(2)")]
    assert match.games[0].actions[2:4] == (Double(0, 2), Take(1))
    assert (match.games[0].winner, match.games[0].points) == (0, 2)


def test_colours_and_scores_that_change_sides():
    second = FIBS.replace("0-0", "0-2").replace("ann is X - bo is O", "bo is X - ann is O")
    match = read("oldmoves", FIBS + "\n" + second)
    assert [game.score for game in match.games] == [(0, 0), (2, 0)]
    assert plays(match, 1)[0] == (1, "31", "8/5 6/5")
    assert "score-mismatch" not in codes(match)


def test_money_play_of_fibs():
    match = read("oldmoves", FIBS.replace(" in a 5 point match", "").replace("accepts the double", "rejects. ann wins"))
    assert match.length == 0
    assert match.games[0].actions[3] == Pass(1)
    assert "after-end" in codes(match)


# -- GamesGrid


SGG = """Bo vs. Ann
Jacoby: Yes
Beavers: Yes
Crawford: No
Variant: Nackgammon
Match Length: 0

Game 1.0-0/0
1\t11: Automatic double
1\t31:
1\t31: 8/5, 6/5
1\t31: 8/5, 6/5
1\t\tDouble to 4
2\tBeaver to 8
2\t\t42: 6/2, 4/2
3\tResign
Ann  wins 8 points.
"""


def test_gamesgrid():
    match = read("gamesgrid", SGG)
    assert match.players == ("Bo", "Ann")
    assert (match.jacoby, match.beavers, match.variant) == (True, True, NACKGAMMON)
    game = match.games[0]
    assert game.cube == Cube(2)
    assert [type(action) for action in game.actions] == [Play, Double, Beaver, Play, Resign]
    assert game.actions[1:3] == (Double(1, 4), Beaver(0, 8))
    assert (game.winner, game.points) == (1, 8)


def test_a_roll_without_a_play_at_the_end_of_a_game_of_gamesgrid():
    match = read("gamesgrid", SGG.split("1\t\tDouble")[0] + "1\t\t66:\nBo  wins 2 points.\n")
    assert match.games[0].actions[-1] == Resign(1, 1, match.games[0].actions[-1].dice)


# -- TrueMoneyGames


def test_truemoney_options_and_results():
    [match] = read_matches(DATA / "synthetic_money.tmg")
    assert match.players == ("bob", "alice")
    assert match.cube_limit == 512
    assert dict(match.tags)["EventDate"] == "2010.04.05"
    assert (match.games[0].winner, match.games[0].points) == (0, 4)


@pytest.mark.parametrize(("line", "code"), [(" -3 99 what", "unreadable-line"), (" -3 4 8/5", "unreadable-line")])
def test_truemoney_actions_that_are_odd(line, code):
    text = (DATA / "synthetic_money.tmg").read_text().replace(" -3 1 66:", line)
    assert code in codes(read("truemoney", text))


# -- GammonEmpire, Jellyfish, PartyGammon


def test_a_session_of_several_games_counts_its_score_up():
    text = (DATA / "jellyfish.gam").read_text()
    match = read("gam", text + "\n" + text.replace("Wins 4 points", " " * 30 + "Wins 4 points"))
    assert [game.score for game in match.games] == [(0, 0), (4, 0)]
    assert match.players == ("gnubg", "BGBlitz")


def test_problems_of_a_session_have_the_lines_of_the_file():
    text = (DATA / "jellyfish.gam").read_text().replace("61: 13/7 8/7", "61: 13/7 8/8")
    [line] = [found.line for found in read("gam", text).problems if found.code == "illegal-play"]
    assert line == 2


def test_partygammon():
    [match] = read_matches(DATA / "synthetic_party.gam")
    assert match.length == 3
    assert match.games[0].actions[-2:] == (Double(1, 2), Pass(0))
    assert dict(match.tags) == {"BOARDID": "1234", "CREATOR": "partygammon"}


@pytest.mark.parametrize(
    "format", ["oldmoves", "gamesgrid", "truemoney", "gam", "partygammon", "backgammonroom", "berliner"]
)
def test_what_has_no_game_is_refused(format):
    with pytest.raises(ParseError, match="no game"):
        FORMATS[format].call("read", Source(b"hello\n\nworld\n", "bad.txt"))


# -- BackGammonRoom


def as_room(match):
    """The text of BackGammonRoom for a session whose doubles are answered and whose winners have moved last."""
    lines = ["BGF version 1.2", ""]
    for played in match.games:
        lines += [f"Game {played.number} - {match.players[0]} (X) vs. {match.players[1]} (0)", "Single Game"]
        said = []
        for action in played.actions:
            if isinstance(action, Play):
                steps = " ".join(f"{step.source}/{step.target}" for step in action.move.steps)
                rolled = f"({action.rolled[0]} {action.rolled[1]})"
                said.append((action.seat, rolled + (steps or "can't move")))
            elif isinstance(action, (Double, Beaver)):
                said.append((action.seat, type(action).__name__))
        lines += [f"{number}.{'X0'[seat]}:{what}" for number, (seat, what) in enumerate(said, 1)] + [""]
    return "\n".join([*lines, "Ann Win the Match", ""])


def room_games(number):
    """That many games of a money session, without their resignations."""
    [match] = read_matches(DATA / "jellyfish.gam")
    [game] = match.games
    kept = len(game.actions)
    games = [replace(game, number=1 + index, actions=game.actions[: kept - index]) for index in range(number)]
    return replace(match, players=("Ann", "Bo"), games=tuple(games))


def test_backgammonroom_comes_back():
    session = room_games(3)
    match = read("backgammonroom", as_room(session))
    assert match.players == ("Ann", "Bo")
    for given, found in zip(session.games, match.games, strict=True):
        assert found.actions[: len(given.actions)] == given.actions
    assert [type(game.actions[-1]) for game in match.games[1:]] == [Resign, Resign]


def test_answers_of_backgammonroom_are_seen_from_what_follows():
    [match] = read_matches(DATA / "synthetic_room.bgf")
    assert codes(match) == ["no-cannot-move"]
    assert [game.score for game in match.games] == [(0, 0), (0, 2), (4, 2)]
    first, second, third = (game.actions for game in match.games)
    assert first[2:4] == (Double(0, 2), Take(1))
    assert first[-2:] == (Double(1, 4), Pass(0))
    assert second[2:4] == (Double(1, 2), Beaver(0, 4))
    assert third[-2:] == (Double(1, 2), Pass(0))


@pytest.mark.oracle
@pytest.mark.skipif(needs_gnubg[1].args[0], reason="GNU Backgammon is not installed")
def test_gnu_backgammon_reads_the_same_of_backgammonroom(tmp_path):
    """It reads back a text that it has not finished writing, so only whole games of a long file can be compared."""
    file, export = tmp_path / "room.bgf", tmp_path / "out.mat"
    session = room_games(8)
    file.write_text(as_room(session))
    ask_gnubg("set confirm save off", f"import bgroom {file}", f"export match mat {export}")
    [theirs, *_] = read_matches(export)
    assert theirs.games[0].actions == read("backgammonroom", as_room(session)).games[0].actions


# -- Berliner


def test_games_of_berliner_count_from_one_side():
    [match] = read_matches(DATA / "synthetic.bkg")
    assert match.players == ("Black", "White")
    assert match.comments == ("A game of the computer",)
    first, second = match.games
    assert plays(match)[:2] == [(0, "61", "13/7 8/7"), (1, "31", "8/5 6/5")]
    assert first.actions[2:4] == (Double(0, 2), Take(1))
    assert (first.winner, first.points, first.actions[-1]) == (0, 4, Resign(1, 2))
    assert plays(match, 1)[0] == (1, "43", "24/20 13/10")
    assert second.actions[-2:] == (Double(1, 2), Pass(0))
    assert (second.score, second.winner, second.points) == ((4, 0), 1, 1)
    assert codes(match) == ["no-cannot-move", "out-of-turn"]


def test_bar_and_bearing_off_of_white_in_berliner():
    for text in ("White  2-1: 0-2 24-25\n", "Black  2-1: 25-23 1-0\n"):
        assert read("berliner", text).games[0].actions[0].written == "25/23 1/0"


JELLYFISH = """\
 {heading}
  1) 31: 8/5 6/5                 42: 8/4 6/4
      Wins 1 point
"""


def test_a_gam_file_with_a_match_length_in_it_was_a_traceback():
    """Of games and of names."""
    for text in (
        JELLYFISH.format(heading="3 point match             Bo"),
        JELLYFISH.format(heading="Ann             Bo")
        + "\n 5 point match\n\n"
        + JELLYFISH.format(heading="Ann             Bo"),
    ):
        with pytest.raises(ParseError, match=r"x\.gam:\d.*point match.* begins a match") as error:
            FORMATS["gam"].call("read", Source(text.encode(), "x.gam"))
        assert "--from mat" in str(error.value)


@pytest.mark.parametrize("heading", ["; a  remark", "1) 31: 8/5             Bo", "Ann"])
def test_a_line_of_gam_that_is_not_two_names_was_taken_for_them(heading):
    with pytest.raises(ParseError, match="no game"):
        FORMATS["gam"].call("read", Source(JELLYFISH.format(heading=heading).encode(), "x.gam"))
