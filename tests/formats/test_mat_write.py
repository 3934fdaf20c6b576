"""``.mat`` text as GNU Backgammon lays it out, and read back."""

from dataclasses import replace

import pytest

from bgtool.core.record import Beaver, Double
from bgtool.errors import InputError
from bgtool.formats import match_text
from tests.formats.test_mat_troubles import GIVEN_UP, ONE_WAY_IN, OPENING
from tests.formats.texts import game, is_clean, match, read, read_all, set_position, there_and_back

CANONICAL = """\
; [Site "Somewhere"]
; a word about it

 3 point match

 Game 1
 Ann : 0                        Bo : 0
  1)                             31: 8/5 6/5
  2) 52: 24/22 13/8              43: 24/20 13/10
  3) 54: 13/9 13/8                Doubles => 2
  4)  Drops                       Wins 1 point

 Game 2
 Ann : 0                        Bo : 1
  1) 21: 13/11 6/5               66: 24/18 24/18 13/7 13/7
  2) 11: 24/23 24/23 6/5 6/5      Doubles => 2
  3)  Takes                      44: 18/14* 18/14 8/4 8/4
  4) 65: ????                     Wins 2 points and the match
"""


def test_what_is_canonical_is_written_as_it_was():
    assert match_text(read_all(CANONICAL)[0]) == CANONICAL


def test_a_record_read_back_is_the_same():
    [record] = read_all(CANONICAL)
    assert is_clean(record)
    assert there_and_back(record) == (record,)


@pytest.mark.parametrize(
    "text",
    [
        match(game(("  1)  Doubles => 2                Beavers => 4"), ("Raccoons => 8", ""), OPENING), length=0),
        match(game("; Automatic double", OPENING, (" Doubles => 4", " Drops"), result="      Wins 2 points"), length=0),
        match(game("; Automatic double", "; Automatic double", OPENING, result="      Wins 4 points"), length=0),
        match(game(OPENING, (" Doubles => 8", " Drops"), result="      Wins 4 points"), length=0),
        match(game(set_position("4HPwATDgc/ABMA", -2), OPENING, result="      Wins 4 points")),
        match(game(OPENING, set_position("4PPgATDgc/ABMA"), OPENING, result=GIVEN_UP)),
        match(game(OPENING, ("13: 13/9 24/23", "52: 13/8 13/11"), result=GIVEN_UP)),
        match(game(OPENING, ("31: Cannot Move", "52: 13/8 13/11"), result=GIVEN_UP)),
        match(game(ONE_WAY_IN, ("52:", "31: 7/4 7/6"), ("51: 25/20 2/1", ""), result=GIVEN_UP)),
        match(game(OPENING, ("52: ????", "31: 8/5 6/5"), result=GIVEN_UP)),
        match(game(OPENING, "; one", ("52: 13/8 13/11", ""), "; two", result=GIVEN_UP)),
        match(game(OPENING, names=("kiki,1622", "Bo"), result=GIVEN_UP), header="; no tags"),
        match(game(OPENING, names=("", ""), result=GIVEN_UP), header='; [Crawford "Off"]'),
        match(game(OPENING, names=("A: 3", "B, C"), result=GIVEN_UP), header='; [Variation "Backgammon"]'),
        match(game(("31: 24/23 22/19", "")), header='; [Variation "HyperGammon (3)"]'),
        match(
            game(OPENING, result=GIVEN_UP),
            game(OPENING, number=2, score=(1, 0), names=("Cy", "Di"), result=GIVEN_UP),
        ),
    ],
)
def test_everything_a_record_can_say_is_read_back(text):
    records = read_all(text)
    assert there_and_back(records) == records


def test_a_long_left_play_pushes_the_right_cell():
    row = "  2) 33: 24/21* 24/21 13/10* 13/10 31: 25/22"
    [record] = read_all(match(game("  1)                             31: 24/21 24/23", row)))
    assert record.games[0].actions
    written = match_text(record)
    assert there_and_back(record) == (record,)
    assert all(len(line) < 80 for line in written.splitlines())


def test_several_matches_go_into_one_text():
    records = (read(OPENING, result=GIVEN_UP), read(OPENING, result=GIVEN_UP, header='; [Event "two"]'))
    assert there_and_back(records) == records


def test_rules_that_no_tag_tells_are_written_as_tags():
    record = replace(read(OPENING, length=0), jacoby=True, beavers=True, cube_limit=64)
    [again] = there_and_back(record)
    assert (again.jacoby, again.beavers, again.cube_limit) == (True, True, 64)


def test_beavers_are_written_as_gnu_backgammon_writes_them():
    record = read("  1)  Doubles => 2                Beavers => 4", (" Raccoons => 8", ""), OPENING, length=0)
    assert [type(action) for action in record.games[0].actions[:3]] == [Double, Beaver, Beaver]
    lines = match_text(record).splitlines()
    assert "  1)  Doubles => 2                Beavers => 4" in lines
    assert "  2)  Beavers => 8" in lines


def test_a_line_break_in_a_name_cannot_be_written():
    with pytest.raises(InputError, match="line break"):
        match_text(replace(read(OPENING), players=("A\nB", "Bo")))


def test_remarks_inside_games_stand_in_the_header_with_their_place():
    record = read("; first", OPENING, "; second", ("52: 13/8 13/11", ""), "; last", result=GIVEN_UP, header="; @ all")
    assert match_text(record).splitlines()[:4] == ["; @ all", "; @1.0 first", "; @1.2 second", "; @1.3 last"]
    assert there_and_back(record) == (record,)


def test_remarks_that_look_placed_stay_where_they_are():
    record = replace(read("; @1.7 up", OPENING), comments=("@1.0 down", "@9.0 away"))
    assert there_and_back(record) == (record,)
