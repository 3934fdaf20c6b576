import pytest

from bgtool.core.met import LONGEST, MatchEquityTable, table_from
from bgtool.core.met_formulas import mec_table, post_crawford_row, zadeh_table
from bgtool.engine.met import met_named, met_names
from bgtool.errors import InputError, SettingsError

KAZAROSS = met_named()


def test_the_default_is_kazaross_xg2_with_its_published_numbers():
    assert KAZAROSS.name == "Kazaross-XG2"
    assert KAZAROSS.known == 25
    known = {(1, 2): 0.67736, (2, 3): 0.59947, (3, 5): 0.64795, (5, 7): 0.62638, (25, 25): 0.5}
    assert {score: KAZAROSS.mwc(*score) for score in known} == known


def test_u052_after_crawford_is_another_score_than_before():
    assert KAZAROSS.mwc(2, 1, post_crawford=True) == 0.48803
    assert KAZAROSS.mwc(2, 1) == 0.32264
    assert KAZAROSS.mwc(1, 2, post_crawford=True) == pytest.approx(1 - 0.48803)
    assert KAZAROSS.after(1, 3, -1, post_crawford=True) == pytest.approx(1 - 0.48803)
    assert KAZAROSS.after(2, 3, 1) == KAZAROSS.mwc(1, 3)


@pytest.mark.parametrize("name", met_names())
def test_both_players_chances_add_up_at_every_score(name):
    table = met_named(name)
    assert table.symmetric
    for i in range(1, LONGEST + 1):
        assert table.mwc(i, i) == pytest.approx(0.5)
        for j in range(1, i):
            assert table.mwc(i, j) + table.mwc(j, i) == pytest.approx(1.0)
            # distant scores come from a normal distribution, which a computed table may cross by a hair
            assert table.mwc(i, j) <= table.mwc(i - 1, j) + 0.002


def test_scores_beyond_25_are_extended_as_gnu_backgammon_does():
    seen = {(26, 20): 0.308607, (40, 25): 0.146597, (64, 60): 0.419589, (26, 1): 0.000821, (50, 44): 0.363307}
    for score, chance in seen.items():
        assert KAZAROSS.mwc(*score) == pytest.approx(chance, abs=1e-6)
    # GNU Backgammon overrides the table's own number at 25 away (0.00123), which the ones beyond feel
    for need, chance in {26: 0.0010612, 27: 0.0006967, 40: 2.58e-05}.items():
        assert KAZAROSS.mwc(need, 1, post_crawford=True) == pytest.approx(chance, abs=2e-5)


def test_zadeh_is_the_table_gnu_backgammon_falls_back_on():
    table = met_named("zadeh")
    seen = {(2, 1): 0.3125, (3, 2): 0.396983, (4, 2): 0.322894, (7, 3): 0.234253, (9, 5): 0.273578}
    seen |= {(15, 11): 0.333676, (25, 20): 0.34441, (11, 2): 0.057629}
    for score, chance in seen.items():
        assert table.mwc(*score) == pytest.approx(chance, abs=2e-6)
    after = [0.5, 0.485, 0.3125, 0.302875, 0.1796875, 0.17420313]
    assert table.post[0][:6] == pytest.approx(after)


def test_mec_gives_the_published_mec26_table_to_its_three_digits():
    table = met_named("mec")
    seen = {(3, 1): 0.25, (5, 1): 0.158, (3, 2): 0.405, (5, 3): 0.354, (7, 2): 0.165, (9, 4): 0.219, (15, 11): 0.338}
    for score, chance in seen.items():
        assert table.mwc(*score) == pytest.approx(chance, abs=6e-4)


def test_mec_with_a_better_player_is_seen_from_both_seats():
    row = post_crawford_row(0.26, 0.015, 0.004)
    table = mec_table("favourite", (row, row), wins=0.55)
    assert not table.symmetric
    assert table.mwc(5, 5) > 0.55
    for score in ((5, 5), (3, 7), (1, 4), (4, 1)):
        assert table.seen_by(1).mwc(*score) == pytest.approx(1 - table.mwc(*reversed(score)))
    assert table.seen_by(1).seen_by(1).mwc(5, 3) == pytest.approx(table.mwc(5, 3))
    assert KAZAROSS.seen_by(1) is KAZAROSS


def test_a_match_that_is_over_is_won_or_lost():
    assert KAZAROSS.after(3, 5, 4) == 1.0
    assert KAZAROSS.after(3, 5, -6) == 0.0
    with pytest.raises(InputError, match="both"):
        KAZAROSS.mwc(0, 0)


@pytest.mark.parametrize(("score", "said"), [((65, 3), "64 points"), ((3, 2), "before the Crawford game")])
def test_scores_that_no_table_knows(score, said):
    with pytest.raises(InputError, match=said):
        KAZAROSS.mwc(*score, post_crawford=True)


def test_a_wrong_name_never_gives_another_table():
    with pytest.raises(SettingsError, match="Kazaros"):
        met_named("Kazaros")


def test_a_table_of_wrong_size_or_with_wrong_numbers_is_refused():
    with pytest.raises(InputError, match="64 x 64"):
        MatchEquityTable("short", ((0.5,),), ((0.5,), (0.5,)))
    with pytest.raises(InputError, match="between 0 and 1"):
        table_from("wild", [[0.5, 1.5], [0.5, 0.5]], ([0.5, 0.4], [0.5, 0.4]), 2)


def test_parameters_that_leave_the_range_are_refused():
    row = post_crawford_row(0.25, 0.015, 0.004)
    with pytest.raises(InputError, match="parameters"):
        zadeh_table("wild", (row, row), delta=0.0, delta_bar=-0.26)
