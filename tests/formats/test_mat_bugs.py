"""Faults that other programs had with match files, each tried here; the numbers are those of the collection of bugs."""

import pytest

from bgtool.core.move import parse_hops
from bgtool.core.record import Legality, Resign
from bgtool.core.replay import replay
from bgtool.errors import ParseError
from bgtool.formats import read_matches
from tests.formats.test_mat_troubles import GIVEN_UP, OPENING
from tests.formats.texts import codes, is_clean, plays, read, read_all, set_board, set_position, there_and_back


def played(position_id, cell):
    """The first play of a game whose left player starts from a position."""
    record = read(set_position(position_id), (cell, ""))
    return plays(record)[0]


def text_of(position_id, cell):
    play = played(position_id, cell)
    return str(play.move) if play.legality is Legality.LEGAL else play.legality.value


def test_u001_dropping_a_die_that_can_be_played_is_illegal():
    assert text_of("8N4ZAAbg/xMAIA", "62: 8/2") == "illegal"
    assert text_of("8N4ZAAbg/xMAIA", "62: 24/22 8/2") == "24/22 8/2"


def test_u003_a_play_with_one_die_does_not_pass_where_two_can_be_played():
    assert text_of("4HPwATDgc/ABMA", "21: 24/22") == "illegal"
    assert text_of("4HPwATDgc/ABMA", "21: 24/23") == "illegal"


def test_u006_a_joined_play_goes_round_a_point_that_is_held():
    assert played("/x8ABgDg/weAAA", "65: 18/7").move.steps[0].target == 13


def test_u008_and_u009_illegal_plays_survive_being_written_and_read():
    for cell in ("33: 13/3 6/3", "65: 13/7 6/11"):
        record = read(OPENING, (cell, ""), result=GIVEN_UP)
        assert plays(record)[2].legality is Legality.ILLEGAL
        for name in ("mat", "json"):
            [again] = there_and_back(record, name)
            assert again == record
            assert plays(again)[2].hops == parse_hops(cell[4:])


def test_u011_all_checkers_come_in_from_the_bar_first():
    assert text_of("4HPwATDgc/ABYA", "65: 25/20") == "bar/20"
    assert text_of("4HPwATDgc/ABYA", "65: 25/20 13/8") == "illegal"
    assert text_of("4HPwATDgc/ABYA", "66:") == ""


def test_u012_each_hop_that_hits_has_its_star():
    blots = set_board("bar:1 21:1 13:5 8:3 6:5", "9:1 1:1 13:5 8:3 6:5")
    for cell in ("51: 25/24 21/16", "51: 25/24* 21/16*", "51: bar/24 21/16*"):
        assert str(plays(read(blots, (cell, "")))[0].move) == "bar/24* 21/16*"


def test_u015_the_bar_leaves_three_plays():
    for cell, text in (("53: 25/20 24/21", "bar/20 24/21"), ("53: 25/20 6/3", "bar/20 6/3"), ("53: 25/22", "illegal")):
        assert text_of("4OfgIDBudgCAXA", cell) == text


def test_u017_every_player_counts_from_his_own_ace_point():
    record = read(("31: 8/5 6/5", "31: 8/5 6/5"))
    left, right = plays(record)
    assert left.move == right.move
    assert [turn.state.position.on_roll[6] for turn in replay(record)] == [5, 5]


def test_u018_a_hypergammon_game_ends_with_three_checkers():
    header = '; [Variation "HyperGammon (3)"]'
    record = read(("65: 24/18 23/18", "64: 24/18 22/18"), header=header, length=0)
    assert [play.legality for play in plays(record)] == [Legality.LEGAL] * 2
    ended = read(set_board("1:1", "22:1 10:2", 3), ("21: 1/0", ""), header=header, length=0)
    assert (ended.games[0].winner, ended.games[0].points) == (0, 3)


def test_u020_hops_may_be_joined_from_the_bar():
    record = read(("52: 13/8 24/22", "64: 24/14"), ("21: 13/11 6/5", "55: 14/4* 13/3"))
    assert "unreadable-play" not in codes(record)
    assert text_of("4HPwATDgc/ABUA", "43: 25/18") == "bar/18"


def test_u022_a_wasted_pip_is_legal():
    play = played("3L0HAEDeCwAAAA", "61: 4/3 3/0")
    assert play.legality is Legality.LEGAL
    assert [(step.source, step.target) for step in play.move.steps] == [(4, 3), (3, 0)]


def test_u028_a_loser_with_men_off_loses_a_single_game_even_from_the_bar():
    record = read(set_board("1:1", "bar:1 6:12"), ("21: 1/0", ""))
    assert (record.games[0].winner, record.games[0].points) == (0, 1)
    record = read(set_board("1:1", "bar:1 6:14"), ("21: 1/0", ""))
    assert record.games[0].points == 3


def test_u032_a_resignation_belongs_to_the_loser():
    for column, winner in ((6, 0), (34, 1)):
        record = read(OPENING, result=" " * column + "Wins 2 points")
        assert record.games[0].actions[-1] == Resign(1 - winner, 2)


def test_u098_a_joined_bear_off_with_a_larger_die():
    assert text_of("AwAAYAcBAAAAAA", "65: 9/Off") in ("9/off", "9/4/off", "9/3/off")


def test_u100_names_with_commas():
    assert read(OPENING, names=("Smith, John", "Doe, Jane (DK)")).players == ("Smith, John", "Doe, Jane (DK)")


def test_u101_many_remarks_before_the_match():
    header = "\n".join(f"; remark {number}" for number in range(500))
    assert len(read(OPENING, header=header).comments) == 500


def test_u102_a_galaxy_file_is_read():
    header = '; [Site "BackgammonGalaxy"]\n; [Player 1 Elo "3,00/0"]\n; [CubeLimit "1024"]'
    record = read(OPENING, ("  2)  Losses 1 point        Wins 1 point and the match"), header=header, length=1)
    assert record.games[0].winner == 1
    assert is_clean(record)


def test_u104_an_unknown_file_is_no_match_without_games(tmp_path):
    (tmp_path / "x.xg").write_bytes(b"RGMH" + bytes(range(256)) * 50)
    with pytest.raises(ParseError):
        read_matches(tmp_path / "x.xg")
    [record] = read_all(" 5 point match\n")
    assert codes(record) == ["no-games"]


def test_u105_decimal_commas():
    header = '; [Player 1 "Ann"]\n; [Player 1 Elo "1600,25/0"]'
    assert read(OPENING, header=header).ratings == (1600.25, None)


def test_u107_beavers_are_read_and_written():
    record = read("  1)  Doubles => 2                Beavers => 4", ("31: 8/5 6/5", ""), length=0)
    [again] = there_and_back(record)
    assert [type(action).__name__ for action in again.games[0].actions[:2]] == ["Double", "Beaver"]
    cubes = [
        turn.state.cube for turn in replay(read("  1)  Doubles => 2   Beavers => 4", ("31: 8/5 6/5", ""), length=0))
    ]
    assert (cubes[-1].value, cubes[-1].owner) == (4, 1)


def test_u112_cubes_above_64_are_cubes():
    cells = ((" Doubles => {}", " Takes"), (" Takes", " Doubles => {}"))
    rows = [tuple(cell.format(2**power) for cell in cells[1 - power % 2]) for power in range(1, 13)]
    rows = [row if power % 2 else f"{'':>40}{row[1]}\n  9) {row[0]}" for power, row in enumerate(rows, 1)]
    record = read(*rows, OPENING, length=0)
    assert max(turn.state.cube.value for turn in replay(record)) == 4096
    assert set(codes(record)) == {"out-of-turn", "no-result"}, "the sides double without rolling, which is told"


def test_no_cube_is_larger_than_a_match_id_can_hold():
    record = read(OPENING, (" Doubles => 65536", " Takes"), ("52: 13/8 13/11", ""), length=0)
    assert codes(record)[0] == "cube-value"
    assert [turn.state.cube.value for turn in replay(record)] == [1, 1, 1, 1, 2]
