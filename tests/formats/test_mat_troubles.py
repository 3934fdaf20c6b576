"""The kinds of trouble that match files give GNU Backgammon 1.07: right here, or reported."""

import pytest

from bgtool.core.dice import Dice
from bgtool.core.record import Legality, Pass, Play, Resign, SetPosition
from bgtool.core.replay import replay
from bgtool.core.variant import STANDARD
from tests.formats.texts import codes, game, is_clean, match, plays, read, read_all, row, set_position

OPENING = ("31: 8/5 6/5", "64: 24/14")
GIVEN_UP = "      Wins 1 point"


def moves(record, number=0):
    return [str(play.move) for play in plays(record, number)]


def test_01_an_empty_name_is_a_name():
    record = read(OPENING, names=("", "Bo"), result=GIVEN_UP)
    assert record.players == ("", "Bo")
    assert codes(record) == ["empty-name"]
    assert moves(record) == ["8/5 6/5", "24/14"]


def test_02_a_bad_move_costs_neither_the_rest_nor_later_games():
    first = game(OPENING, ("22: 17/15 6/4 5/1", "31: 8/5 6/5"), result=GIVEN_UP)
    record = read_all(match(first, game(OPENING, number=2, score=(1, 0), result=GIVEN_UP)))[0]
    assert [found.number for found in record.games] == [1, 2]
    assert codes(record)[0] == "impossible-play"
    assert record.games[0].lost == (row("", "31: 8/5 6/5", 2),)
    assert moves(record, 1) == ["8/5 6/5", "24/14"]


def test_02_an_illegal_play_stands_as_written_and_the_game_goes_on():
    record = read(OPENING, ("13: 13/9 24/23", "52: 13/8 13/11"), result=GIVEN_UP)
    [found] = record.problems
    assert (found.code, found.line, found.column, found.text) == ("illegal-play", 6, 6, "13: 13/9 24/23")
    assert [play.legality for play in plays(record)] == [Legality.LEGAL] * 2 + [Legality.ILLEGAL, Legality.LEGAL]
    assert plays(record)[2].after.on_roll[9] == 1


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("13: 24/20 24/23", {24: 0, 20: 1, 23: 1}),
        ("65: 13/7 6/11", {13: 4, 7: 1, 6: 3, 11: 1}),
        ("33: 13/3 6/3", {13: 4, 3: 2, 6: 3}),
        ("61: 24/23", {24: 1, 23: 1}),
    ],
    ids=["too many pips", "backwards", "too long", "too few"],
)
def test_02_kinds_of_illegal_plays(written, moved):
    record = read(OPENING, (written, ""))
    last = plays(record)[-1]
    assert last.legality is Legality.ILLEGAL
    assert {point: last.after.on_roll[point] for point in moved} == moved


def test_03_a_bad_move_does_not_make_it_another_variant():
    record = read(OPENING, ("22: 24/22 23/21 6/4 6/4", ""), result=GIVEN_UP)
    assert record.variant is STANDARD
    assert "impossible-play" in codes(record)


def test_04_games_after_a_score_beyond_the_length_are_read():
    games = [game(OPENING, number=n, score=(0, 4 * n - 4), result=" " * 34 + "Wins 4 points") for n in (1, 2, 3)]
    record = read_all(match(*games, length=5))[0]
    assert [found.score for found in record.games] == [(0, 0), (0, 4), (0, 8)]
    assert "score-beyond-length" in codes(record)
    assert all(len(plays(record, n)) == 2 for n in range(3))


CLOSED_OUT = f"; Set Pos=------N{'-' * 12}bbbbbbA/0"
"""Left on the bar against a closed board."""

ONE_WAY_IN = f"; Set Pos=-GG{'-' * 15}bb-bbbbA/0"
"""Left on the bar, only a five enters, and after it nothing else moves with a two."""


def test_05_cannot_move_keeps_the_board_although_a_play_exists():
    record = read(OPENING, ("31: Cannot Move", "52: 13/8 13/11"), result=GIVEN_UP)
    assert codes(record) == ["no-cannot-move"]
    turns = [turn for turn in replay(record) if isinstance(turn.action, Play)]
    assert turns[2].action.legality is Legality.ILLEGAL
    assert turns[2].action.after == turns[2].state.position
    assert turns[3].action.legality is Legality.LEGAL


def test_05_a_dance_written_as_cannot_move_is_no_problem():
    record = read(CLOSED_OUT, ("65: Cannot Move", "21: 6/5 6/4"))
    assert codes(record) == ["no-result"]
    assert plays(record)[0].move.steps == ()


def test_05_question_marks_are_never_filled_in_where_the_game_ends():
    record = read(ONE_WAY_IN, ("52: ????", ""), result=" " * 34 + "Wins 1 point")
    assert record.games[0].actions[-1] == Resign(0, 1, Dice(5, 2))
    assert codes(record) == []


def test_05_question_marks_in_the_middle_are_filled_in_only_if_the_rules_leave_one_play():
    record = read(ONE_WAY_IN, ("52: ????", "21: 6/5* 6/4"))
    assert codes(record) == ["forced-play", "no-result"]
    assert str(plays(record)[0].move) == "bar/20"
    record = read(OPENING, ("52: ????", "21: 6/5 6/4"))
    assert codes(record)[:2] == ["unknown-play", "moves-lost"]


@pytest.mark.parametrize("cube", [1, 2, 4])
def test_06_sentinels_of_a_conceded_match_are_not_points(cube):
    rows = (
        [OPENING]
        + [("Doubles => 2", "Takes")] * (cube >= 2)
        + [("52: 13/8 13/11", "Doubles => 4"), ("Takes", "")] * (cube >= 4)
    )
    record = read(*rows, result=f"{' ' * 34}Wins {1004 * cube} points", length=7)
    assert "sentinel-points" in codes(record)
    assert record.games[0].points == min(7, 3 * cube)
    assert record.games[0].winner == 1


def test_06_a_hundred_points_on_a_timeout():
    record = read(OPENING, score=(0, 3), result=f"{' ' * 34}Wins 100 points")
    assert record.games[0].points == 2
    assert codes(record) == ["sentinel-points"]


def test_07_long_names_are_kept_whole():
    names = ("Maximiliane Friederike von und zu Thurn", "Éléonore-Désirée d'Aboville de la Tour")
    record = read(OPENING, names=names, result=GIVEN_UP)
    assert record.players == names


def test_07_a_name_with_a_colon_is_not_split():
    record = read(OPENING, names=("Foo:Bar", "B: 4"), result=GIVEN_UP)
    assert record.players == ("Foo:Bar", "B: 4")


@pytest.mark.parametrize(("line", "length"), [("Unlimited match", 0), (" 129 point match", 129)])
def test_08_any_length(line, length):
    record = read_all(f"{line}\n\n{game(OPENING, result=GIVEN_UP)}\n")[0]
    assert record.length == length
    assert is_clean(record)


def test_09_losses_are_the_other_side_of_wins():
    record = read(OPENING, (" Losses 2 point", "Wins 2 point"))
    assert record.games[0].winner == 1
    assert record.games[0].actions[-1] == Resign(0, 2)
    assert is_clean(record)


@pytest.mark.parametrize("word", ["Concedes", "Resigns", "Resigned Game", "Resign gammon", "????", "00: ????"])
def test_09_words_of_giving_up(word):
    record = read(OPENING, (word, "Wins 1 point"))
    assert record.games[0].actions[-1] == Resign(0, 1)
    assert record.games[0].winner == 1
    assert is_clean(record)


def test_09_a_roll_given_up():
    record = read(OPENING, ("65: Concedes", "Wins 2 point"))
    assert record.games[0].actions[-1] == Resign(0, 2, Dice(6, 5))
    assert is_clean(record)


def test_09_remarks_inside_games_are_kept_with_their_place():
    record = read("; [Game 1, Move 1: Dice set to 31]", OPENING, "; engine faulted", result=GIVEN_UP)
    remarks = record.games[0].comments
    assert [(remark.text, remark.at) for remark in remarks] == [
        ("[Game 1, Move 1: Dice set to 31]", 0),
        ("engine faulted", 2),
    ]
    assert is_clean(record)


def test_10_windows_1252_names_are_decoded():
    text = match(game(OPENING, names=("Økland", "Bo"), result=GIVEN_UP))
    record = read_all(text.encode("cp1252"))[0]
    assert record.players == ("Økland", "Bo")


def test_11_header_rules_are_obeyed():
    header = "\n".join(
        [
            '; [Match ID "-17"]',
            '; [Player 1 "Bo"]',
            '; [Player 2 "Ann"]',
            '; [Player 1 Elo "1599,50/400"]',
            '; [Player 2 Elo "1700.25/10"]',
            '; [Jacoby "On"]',
            '; [Beaver "On"]',
            '; [CubeLimit "64"]',
        ]
    )
    record = read(OPENING, header=header, length=0, result=GIVEN_UP)
    assert (record.jacoby, record.beavers, record.cube_limit) == (True, True, 64)
    assert record.ratings == (1700.25, 1599.5), "the tags' order is not the columns' order"
    assert dict(record.tags)["Match ID"] == "-17"
    assert is_clean(record)


@pytest.mark.parametrize(("header", "allowed"), [("", False), ('; [Crawford "Off"]', True)])
def test_11_without_the_crawford_rule_the_cube_may_be_turned(header, allowed):
    first = game(OPENING, (" Doubles => 2", " Takes"), ("65: ????", ""), result=" " * 34 + "Wins 4 points")
    second = game(OPENING, (" Doubles => 2", " Drops"), number=2, score=(0, 4), result=GIVEN_UP)
    record = read_all(match(first, second, header=header))[0]
    assert ("cube-not-allowed" not in codes(record)) is allowed


@pytest.mark.parametrize(
    ("header", "length", "words"),
    [
        ("", 1, "a double in a 1-point match"),
        ('; [Variation "Portes"]', 5, "a double in Portes"),
        ('; [CubeLimit "1"]', 5, "the cube's limit is 1"),
    ],
)
def test_a_double_where_no_cube_is_used_was_not_told(header, length, words):
    """In a match to one point, in a variant without a cube, beyond the limit; it is kept as written."""
    record = read(OPENING, (" Doubles => 2", " Drops"), header=header, length=length, result=GIVEN_UP)
    [told] = [problem for problem in record.problems if problem.code == "cube-not-allowed"]
    assert words in told.message
    assert (told.line, told.text) == (record.games[0].actions[2].line, "Doubles => 2")
    assert [type(action).__name__ for action in record.games[0].actions[2:]] == ["Double", "Pass"]


@pytest.mark.parametrize(("crawford", "told"), [("On", 1), ("Off", 0)])
def test_11_a_turned_cube_in_the_crawford_game_is_told_and_kept(crawford, told):
    first = game(OPENING, result=" " * 34 + "Wins 4 points")
    second = game(OPENING, set_position("4HPwATDgc/ABMA", -1), OPENING, number=2, score=(0, 4), result=GIVEN_UP)
    record = read_all(match(first, second, header=f'; [Crawford "{crawford}"]'))[0]
    assert codes(record).count("cube-not-allowed") == told
    assert [action.cube.value for action in record.games[1].actions if isinstance(action, SetPosition)] == [2]


def test_12_a_position_set_by_the_file_is_the_position():
    record = read(set_position("4HPwATDgc/ABMA", -1), OPENING, (" Doubles => 4", " Drops"))
    assert is_clean(record)
    turns = list(replay(record))
    assert turns[3].state.cube.value == 2
    assert record.games[0].winner == 0
    assert record.games[0].points == 2


def test_12_a_roll_without_its_play_is_not_guessed():
    record = read(("43:", " Doubles => 2"), (" Takes", "31: 8/5 6/5"), result=GIVEN_UP)
    assert codes(record) == ["unknown-play", "moves-lost"]
    assert plays(record)[0].legality is Legality.UNKNOWN
    assert len(record.games[0].lost) == 2


def test_13_quotes_doubled_by_an_export_are_undone():
    record = read(OPENING, header='; [Event ""Open "Final"""]')
    assert dict(record.tags)["Event"] == 'Open "Final"'


def test_14_a_last_play_that_cannot_be_is_kept_as_text():
    record = read(OPENING, ("42: 24/22 20/16", ""), (" Losses 1 point", "Wins 1 point"))
    assert codes(record) == ["impossible-play"]
    last, end = record.games[0].actions[-2:]
    assert (last.legality, last.written) == (Legality.UNKNOWN, "24/22 20/16")
    assert end == Resign(0, 1)


def test_15_a_dump_gives_the_position_after_an_illegal_play():
    dump = "5;0;1;0;1;Bo;Ann;0;0;0;1;0;0;-2;0;0;0;1;5;0;3;0;0;0;-5;4;0;0;0;-3;0;-5;0;0;0;0;2;0;5;2;"
    record = read(("31: 8/5 6/5", f"64: Illegal play ({dump.replace('Bo;Ann', 'Ann;Bo')})"), ("52: 13/8 13/11", ""))
    assert codes(record)[0] == "illegal-play"
    turns = list(replay(record))
    assert turns[2].state.position.on_roll[5] == 1
    assert turns[2].action.legality is Legality.LEGAL


def test_15_a_dump_that_is_none_is_reported():
    record = read(("31: 8/5 6/5", "64: Illegal play (1;2;)"), ("52: 13/8 13/11", ""))
    assert codes(record)[:1] == ["unreadable-dump"]
    assert len(record.games[0].lost) == 1


def test_16_cells_that_touch_are_two_cells():
    rows = ("  1) 31: 8/5 6/5                 42: 8/4 6/4", "  2) 66: 24/18 24/18 13/7 13/7 52: 13/8 24/22")
    assert moves(read(*rows)) == ["8/5 6/5", "8/4 6/4", "24/18(2) 13/7(2)", "24/22 13/8"]


def test_17_a_forced_play_left_out_is_filled_in_and_told():
    record = read(ONE_WAY_IN, ("52:", "21: 6/5 6/4"))
    assert "forced-play" in codes(record)
    assert str(plays(record)[0].move) == "bar/20"
    assert str(plays(record)[1].move) == "6/5* 6/4"


def test_17_a_forced_play_is_taken_back_when_later_plays_contradict_it():
    record = read(ONE_WAY_IN, ("52:", "31: 7/4 7/6"), ("51: 25/20 2/1", ""))
    assert codes(record) == ["not-moved", "no-result"]
    assert [play.legality for play in plays(record)] == [Legality.ILLEGAL, Legality.LEGAL, Legality.LEGAL]


def test_18_a_blank_roll_that_can_be_played_at_the_end_is_a_resignation():
    record = read(OPENING, ("52:", "Wins 1 point"))
    assert record.games[0].actions[-1] == Resign(0, 1, Dice(5, 2))
    assert is_clean(record)


def test_19_capped_points_are_no_contradiction():
    rows = (OPENING, (" Doubles => 2", " Takes"))
    record = read(*rows, length=3, result="      Wins 3 points and the match")
    assert record.games[0].points == 3
    assert record.games[0].actions[-1] == Resign(1, 2)
    assert is_clean(record)


def test_the_next_score_line_is_the_authority():
    text = match(game(OPENING, result=GIVEN_UP), game(OPENING, number=2, score=(2, 0), result=GIVEN_UP))
    record = read_all(text)[0]
    assert record.games[0].points == 2
    assert codes(record) == ["points-mismatch"]


def test_a_winner_in_the_wrong_column_is_told_by_the_next_score():
    text = match(game(OPENING, result=GIVEN_UP), game(OPENING, number=2, score=(0, 1), result=GIVEN_UP))
    record = read_all(text)[0]
    assert record.games[0].winner == 1
    assert codes(record) == ["winner-mismatch"]


def test_a_double_without_an_answer():
    record = read(OPENING, (" Doubles => 2", ""), ("52: 13/8 13/11", ""), result=GIVEN_UP)
    assert codes(record)[0] == "missing-take"
    record = read(OPENING, (" Doubles => 2", ""), result=GIVEN_UP)
    assert codes(record) == ["missing-pass"]
    assert isinstance(record.games[0].actions[-1], Pass)


def test_an_answer_without_a_double():
    assert codes(read(OPENING, (" Takes", "52: 13/8 13/11"), result=GIVEN_UP))[0] == "answer-without-double"


def test_money_with_automatic_doubles():
    record = read(OPENING, (" Doubles => 8", " Drops"), length=0, result="      Wins 4 points")
    assert codes(record) == ["automatic-double"]
    assert record.games[0].cube.value == 4
    told = read("; Automatic double", OPENING, (" Doubles => 4", " Drops"), length=0, result="      Wins 2 points")
    assert is_clean(told)
    assert told.games[0].cube.value == 2


def test_players_who_change_sides():
    second = game(OPENING, number=2, score=(0, 1), names=("Bo", "Ann"), result=GIVEN_UP)
    record = read_all(match(game(OPENING, result=GIVEN_UP), second))[0]
    assert codes(record) == ["names-changed"]
    assert record.games[1].score == (1, 0)
    assert [play.seat for play in plays(record, 1)] == [1, 0]
    assert record.games[1].winner == 1


def test_names_with_ratings():
    record = read(OPENING, names=("kiki,1622", "Smith, John"), result=GIVEN_UP)
    assert record.players == ("kiki", "Smith, John")
    assert record.ratings == (1622.0, None)


def test_several_matches_in_a_file():
    first = match(game(OPENING, result=GIVEN_UP), header='; [Event "one"]', length=3)
    second = match(game(OPENING, names=("Cy", "Di"), result=GIVEN_UP), header='; [Event "two"]\n; hello', length=5)
    one, two = read_all(f"{first}; a last word\n\n{second}")
    assert (one.length, one.tags, one.games[0].comments[0].text) == (3, (("Event", "one"),), "a last word")
    assert (two.length, two.tags, two.comments, two.players) == (5, (("Event", "two"),), ("hello",), ("Cy", "Di"))


def test_prose_before_the_length():
    record = read(OPENING, header="; Automated play\n; 5-point match\nfree words", result=GIVEN_UP)
    assert record.comments == ("Automated play", "5-point match", "free words")
    assert is_clean(record)


def test_crawford_games():
    games = [
        game(OPENING, number=n, score=score, result=result)
        for n, (score, result) in enumerate(
            [((0, 0), "      Wins 4 points"), ((4, 0), " " * 34 + "Wins 1 point"), ((4, 1), GIVEN_UP)], 1
        )
    ]
    record = read_all(match(*games, length=5))[0]
    assert [found.crawford for found in record.games] == [False, True, False]


def test_a_double_where_games_are_missing_shows_that_crawford_was_played():
    record = read(OPENING, (" Doubles => 2", " Drops"), number=5, score=(4, 2), result=GIVEN_UP)
    assert not record.games[0].crawford
    assert codes(record) == ["crawford-unclear"]
