from math import sqrt

import pytest

from bgtool.analysis.settings import Mark
from bgtool.analysis.stats import Fact, Kind, MatchFacts, Rate, kind_of_play, once_each, player_stats
from bgtool.core.position import Position
from bgtool.core.variant import STANDARD


def match(*facts, players=("Ann", "Bo"), winner=0, luck=((0.1,), (-0.1, -0.3)), moves=(4, 3), signature="a"):
    return MatchFacts("a.json", players, winner, facts, luck, moves, signature)


def fact(seat, error, kind=Kind.CONTACT, **fields):
    return Fact(seat, kind, error, **fields)


def slow_error(numbers):
    mean = sum(numbers) / len(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))


def test_a_rate_is_a_mean_with_its_standard_error():
    numbers = [0.0, 0.2, 0.1, 0.0, 0.35]
    rate = Rate.of(numbers)
    assert (rate.count, rate.mean) == (5, pytest.approx(0.13))
    assert rate.std_error == pytest.approx(slow_error(numbers))
    assert (Rate().mean, Rate().std_error, Rate.of([0.1]).std_error) == (None, None, None)
    assert Rate.of([0.1] * 7).std_error == pytest.approx(0.0, abs=1e-9)


def test_players_are_summed_over_matches_whatever_their_seat():
    first = match(fact(0, 0.1), fact(0, 0.0), fact(1, 0.2), winner=0)
    second = match(fact(1, 0.3), players=("Cy", "Ann"), winner=0, signature="b")
    ann, *others = player_stats([first, second])
    assert (ann.name, ann.matches, ann.won, ann.lost) == ("Ann", 2, 1, 1)
    assert (ann.error.count, ann.error.total) == (3, pytest.approx(0.4))
    assert (ann.moves, ann.opponents_moves) == (7, 7)
    assert ann.snowie_rate == pytest.approx(0.4 / 14)
    assert ann.luck.total == pytest.approx(0.1 - 0.4)
    assert {one.name for one in others} == {"Bo", "Cy"}


def test_names_are_matched_exactly():
    names = {one.name for one in player_stats([match(players=("Ann", "ann")), match(players=("Ann ", "Bo"))])}
    assert names == {"Ann", "ann", "Ann ", "Bo"}


def test_players_without_a_name_are_not_taken_for_one():
    nameless = player_stats([match(players=("", "")), match(players=("", "Bo"), signature="b")])
    assert [(one.name, one.matches) for one in nameless].count(("", 1)) == 3


def test_pr_leaves_out_what_does_not_matter_and_the_rate_does_not():
    [ann, _] = player_stats([match(fact(0, 0.1), fact(0, 0.0), fact(0, 0.0, matters=False))])
    assert ann.error.mean == pytest.approx(0.1 / 3)
    assert ann.pr == pytest.approx(500 * 0.1 / 2)
    assert ann.pr_std_error == pytest.approx(500 * slow_error([0.1, 0.0]))


def test_kinds_add_up_to_the_whole():
    facts = [fact(0, 0.01 * index, kind) for index, kind in enumerate(Kind)]
    ann, _ = player_stats([match(*facts)])
    assert sum(rate.count for rate in ann.kinds.values()) == ann.error.count == len(Kind)
    assert ann.checker.total + ann.cube.total == pytest.approx(ann.error.total)
    assert ann.cube.count == 5


def test_the_worst_decisions_come_first_and_perfect_ones_never():
    facts = [fact(0, error, number=number) for number, error in enumerate([0.0, 0.3, 0.0, 0.5, 0.1])]
    ann, _ = player_stats([match(*facts)], worst=3)
    assert [one.error for one in ann.worst] == [0.5, 0.3, 0.1]
    ann, _ = player_stats([match(*facts)], worst=10)
    assert len(ann.worst) == 3


def test_marks_are_counted_by_kind():
    ann, _ = player_stats([match(fact(0, 0.2, Kind.TAKE, mark=Mark.VERY_BAD), fact(0, 0.0, Kind.TAKE))])
    assert ann.marks[Kind.TAKE][Mark.VERY_BAD] == 1
    assert ann.marks[Kind.TAKE][Mark.NONE] == 1


def test_the_same_match_counts_once():
    first, again, other = match(), match(), match(signature="b")
    matches, twice = once_each([first, again, other])
    assert matches == [first, other]
    assert twice == [(again, first)]


def test_a_player_who_decided_nothing():
    ann, _ = player_stats([match(winner=None, luck=((), ()), moves=(0, 0))])
    assert (ann.pr, ann.pr_std_error, ann.snowie_rate, ann.error.mean, ann.worst) == (None, None, None, None, ())
    assert (ann.won, ann.lost) == (0, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "rolls", "kind"),
    [
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 0, Kind.OPENING),
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 2, Kind.OPENING),
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 3, Kind.CONTACT),
        ("8:3 6:5 5:4 4:3", "8:3 6:5 5:4 4:3", 9, Kind.RACE),
        ("6:5 5:5 4:5", "13:3 6:5 5:4 4:3", 9, Kind.BEAROFF),
        ("7:1 6:4 5:5 4:5", "6:5 5:5 4:5", 1, Kind.RACE),
    ],
)
def test_the_kind_of_a_play(mine, theirs, rolls, kind):
    assert kind_of_play(Position.of(mine, theirs), rolls) is kind


def test_the_first_position_is_the_standard_one():
    assert kind_of_play(STANDARD.start, 0) is Kind.OPENING
