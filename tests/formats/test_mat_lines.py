"""What a line is, and where its cells begin."""

import pytest

from bgtool.formats.mat_lines import (
    CellKind,
    cells_of,
    comment_of,
    game_of,
    length_of,
    row_start,
    score_line_of,
    set_position_of,
    split_remark,
    tag_of,
)


def seen(line):
    return [(cell.seat, cell.kind.value, cell.dice or cell.value, cell.rest, cell.column) for cell in cells_of(line, 1)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "  1) 31: 8/5 6/5                 42: 8/4 6/4",
            [(0, "roll", (3, 1), "8/5 6/5", 6), (1, "roll", (4, 2), "8/4 6/4", 34)],
        ),
        ("  1)                             31: 8/5 6/5", [(1, "roll", (3, 1), "8/5 6/5", 34)]),
        ("  1) 31: 8/5 6/5", [(0, "roll", (3, 1), "8/5 6/5", 6)]),
        (
            "  3) Takes                      13: 13/10 10/9",
            [(0, "take", None, "", 6), (1, "roll", (1, 3), "13/10 10/9", 33)],
        ),
        ("  8)  Doubles ==> 2               Drops", [(0, "double", 2, "", 7), (1, "pass", None, "", 35)]),
        (" 28)  Losses 1 point        Wins 1 point and the match", [(0, "loss", 1, "", 7), (1, "win", 1, "", 29)]),
        ("                                  Wins 3 points", [(1, "win", 3, "", 35)]),
        ("      Wins 1004 points", [(0, "win", 1004, "", 7)]),
        ("  *) 31: 8/5 6/5", [(0, "roll", (3, 1), "8/5 6/5", 6)]),
        (" 1*) 31: 8/5 6/5", [(0, "roll", (3, 1), "8/5 6/5", 6)]),
        ("   ) 31: 8/5 6/5", [(0, "roll", (3, 1), "8/5 6/5", 6)]),
        (" 31: 8/5 6/5", [(0, "roll", (3, 1), "8/5 6/5", 2)]),
        ("  7) 65: Concedes", [(0, "roll", (6, 5), "Concedes", 6)]),
        ("  7) 65:                          Concedes", [(0, "roll", (6, 5), "", 6), (1, "resign", None, "", 35)]),
        ("  7) ????                         Wins 1 point", [(0, "resign", None, "", 6), (1, "win", 1, "", 35)]),
        ("  7) 63: ???                      Wins 1 point", [(0, "roll", (6, 3), "???", 6), (1, "win", 1, "", 35)]),
        ("  7) nonsense", [(0, "other", None, "", 6)]),
        (" 12)", []),
    ],
)
def test_cells(line, expected):
    assert seen(line) == expected


def test_a_row_is_cut_where_cells_start_not_at_gaps():
    touching = "  4) 66: 24/18 24/18 13/7 13/7 64: 24/18 18/14"
    assert [cell.rest for cell in cells_of(touching, 1)] == ["24/18 24/18 13/7 13/7", "24/18 18/14"]
    assert [cell.rest for cell in cells_of("  4) 11: 15/14 14/13 13/12 12/11 33: 3/0 ", 1)] == [
        "15/14 14/13 13/12 12/11",
        "3/0",
    ]


def test_columns_are_those_of_the_file_in_spite_of_tabs():
    cells = cells_of("1)\t31: 8/5 6/5\t\t42: 8/4 6/4", 1)
    assert [(cell.seat, cell.column) for cell in cells] == [(0, 4), (1, 17)]


def test_a_dump_hides_what_looks_like_cells():
    line = "  4) 31: 24/21 22/21            11: Illegal play (11;0;1;0;1;65: Takes ;Wins;0;9;9;)"
    assert [cell.kind for cell in cells_of(line, 1)] == [CellKind.ROLL, CellKind.ROLL]


def test_a_remark_after_a_row():
    assert split_remark("  1) 31: 8/5 6/5   ; best") == ("  1) 31: 8/5 6/5  ", "best")
    assert split_remark("  1) 31: Illegal play (1; 2;)") == ("  1) 31: Illegal play (1; 2;)", None)


@pytest.mark.parametrize(
    ("line", "length"),
    [
        (" 7 point match", 7),
        ("0 point match", 0),
        ("1 Points Match", 1),
        ("5-point match", 5),
        ("Unlimited match", 0),
        ("Money session", 0),
        ("129 point match to the death", 129),
        ("point match", None),
        ("; 7 point match", None),
        (" Game 7", None),
    ],
)
def test_length_line(line, length):
    assert length_of(line) == length


@pytest.mark.parametrize(
    ("line", "names", "score"),
    [
        (" Ann : 0                        Bo : 3", ("Ann", "Bo"), (0, 3)),
        (" Ann: 0                          Bo: 3   ", ("Ann", "Bo"), (0, 3)),
        ("  : 0                            Bo : 3", ("", "Bo"), (0, 3)),
        (" Ann : 0     : 3", ("Ann", ""), (0, 3)),
        (
            " Smith, John : 11               Bo (GM) @home #1 & co : 3",
            ("Smith, John", "Bo (GM) @home #1 & co"),
            (11, 3),
        ),
        (" Foo:Bar : 0                    B: 4 ever : 2", ("Foo:Bar", "B: 4 ever"), (0, 2)),
        (" Élodie : 0\tŽan : 2", ("Élodie", "Žan"), (0, 2)),
        (" Ann : 0 Bo : 1", ("Ann", "Bo"), (0, 1)),
        (" A name as long as the column is : 0Another : 2", ("A name as long as the column is", "Another"), (0, 2)),
    ],
)
def test_score_line(line, names, score):
    found = score_line_of(line)
    assert (found.names, found.score) == (names, score)


def test_a_known_name_decides_where_the_score_is():
    line = " C: 3 po : 1    Bo : 2"
    assert score_line_of(line, ("C: 3 po", "Bo")).names == ("C: 3 po", "Bo")


@pytest.mark.parametrize("line", [" Ann : 0", "  1) 31: 8/5 6/5     42: 8/4 6/4", " Ann : x  Bo : 2", ""])
def test_no_score_line(line):
    assert score_line_of(line) is None


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ('; [Event "World Cup"]', "Event", "World Cup"),
        (';[Player 1 Elo "1600,00/0"]', "Player 1 Elo", "1600,00/0"),
        ('; [Event ""The "Big" One""]', "Event", 'The "Big" One'),
        ('; [Site ""]', "Site", ""),
    ],
)
def test_tag(line, key, value):
    tag = tag_of(comment_of(line))
    assert (tag.key, tag.value) == (key, value)


def test_remarks_that_are_no_tags():
    assert tag_of("[Game 1, Move 1: Dice set to 31]") is None
    assert tag_of("plain words") is None
    assert comment_of(" 7 point match") is None
    assert comment_of("# hash") == "hash"


def test_game_and_row_and_set_position():
    assert game_of(" Game 12 ") == 12
    assert game_of("Game over") is None
    assert row_start("  *) 31:") == "  *)"
    assert row_start(" Ann : 0") == ""
    assert set_position_of("Set Pos=----cBD-D-B--A--Abcdc---A-/-1") == ("----cBD-D-B--A--Abcdc---A-", -1)
    assert set_position_of("Set Pos=short/0") is None
