import re
from dataclasses import replace
from math import fsum

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.decisions import rank_all
from bgtool.analysis.settings import CUBELESS, Settings
from bgtool.core.dice import Dice
from bgtool.core.record import Problem
from bgtool.core.state import MatchState
from bgtool.core.variant import PORTES, STANDARD
from bgtool.report.plays import hint_text
from bgtool.report.selection import Selection
from bgtool.report.style import Style, shown
from bgtool.report.text import analysis_text
from tests.fakes import Flat, Taste
from tests.matches import game, one_game
from tests.report.pages import played_match

JUDGE = Taste()


def text(match=None, **options):
    return "\n".join(analysis_text(annotate(match or played_match(), JUDGE), "match.mat", **options)) + "\n"


def test_a_whole_report(golden):
    golden("analysis.txt", text())


def test_a_whole_report_of_one_player_with_alternatives(golden):
    golden("analysis_bo_top3.txt", text(selection=Selection(seats=(1,)), top=3))


def test_settings_depth_and_evaluator_stand_above_the_numbers():
    assert "judge 0000, 0-ply (XG 1-ply), cubeful equity (Kazaross-XG2)" in text().splitlines()[1]


def test_colour_only_adds_to_what_is_written():
    painted = text(style=Style(True))
    assert painted != text()
    assert re.sub("\x1b\\[[0-9;]*m", "", painted) == text()


def test_a_match_without_errors_shows_zero():
    lines = list(analysis_text(annotate(one_game("0 31: 8/5 6/5", "1 64: 24/14"), Flat()), "match.mat"))
    totals = [line for line in lines if line.startswith("  Error total")]
    assert len(totals) == 3
    assert all(line.split()[-4:] == ["0.000", "(0.000%)"] * 2 for line in totals)
    assert not any("?" in line for line in lines if re.match(" +[0-9]", line))


def test_the_totals_are_those_of_the_lines_above():
    lines = text().splitlines()
    errors = {"Ann": [], "Bo": []}
    for line in lines:
        found = re.match(r" +\d+  (Ann|Bo) .* (\d\.\d{3}) +(\d+\.\d+%)", line)
        if found and "Resigns" not in line:
            errors[found[1]].append(float(found[2]))
    total = [line for line in lines if line.startswith("  Error total")][-1]
    assert [fsum(errors[name]) for name in errors] == pytest.approx([float(total.split()[i]) for i in (3, 5)], abs=0.02)
    assert fsum(errors["Ann"]) > 0.1


def test_swapping_the_players_swaps_the_columns():
    match = one_game()
    swapped = replace(match, games=(replace(match.games[0], actions=tuple(map(other, match.games[0].actions))),))
    first, second = table(text(match)), table(text(swapped))
    assert {label: (b, a) for label, (a, b) in first.items()} == second


def other(action):
    return replace(action, seat=1 - action.seat)


def table(report):
    lines = report.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("Match "))
    return {(n, line[:36]): (line[36:60].strip(), line[60:84].strip()) for n, line in enumerate(lines[start + 1 :])}


def test_names_cannot_play_tricks_with_the_terminal():
    match = replace(one_game(), players=("\x1b[31mEve\n\x07", "‮Bo" + "o" * 100))
    report = text(match)
    assert "\x1b" not in report
    assert "\x07" not in report
    assert "‮" not in report
    assert max(map(len, report.splitlines())) < 160
    assert shown("a" * 20, 5) == "aaaa…"


def test_a_player_without_a_name_is_still_somebody():
    assert "(no name) - Bo" in text(replace(one_game(), players=("", "Bo")))


def test_problems_of_the_record_and_the_variant_are_mentioned():
    match = replace(one_game(), problems=(Problem("odd", "something"),), variant=PORTES, length=0)
    report = text(match)
    assert "money session, Portes" in report
    assert "1 problem;" in report


def test_the_crawford_game_is_named():
    match = one_game()
    crawford = game("0 31: 8/5 6/5", match=match, score=(4, 1), crawford=True)
    assert "Game 1: Ann 4, Bo 1 (Crawford game)" in text(replace(match, games=(crawford,)))


def hint(state, top):
    [ranking] = rank_all([state], JUDGE, cubeless=True)
    return hint_text(state, ranking.top(top), Settings("judge", "0000", equity=CUBELESS), len(ranking))


def test_a_hint_names_depth_and_evaluator_and_says_how_many_plays_there_are(golden):
    state = MatchState(STANDARD.start, dice=Dice.parse("31"))
    golden("hint.txt", hint(state, 5) + "\n")


def test_a_hint_for_a_dance_says_so():
    closed = one_game().variant.start.of("bar:1 6:5 5:5 4:4", "6:2 5:2 4:2 3:2 2:2 1:2 24:3")
    assert "cannot move" in hint(MatchState(closed, dice=Dice.parse("66")), None)


def listed(**wishes):
    """The lines of the decisions that a selection leaves."""
    lines = text(selection=Selection(**wishes)).splitlines()
    return [line for line in lines if re.match(r" +\d+  (Ann|Bo) ", line)]


def test_only_what_is_asked_for_is_listed_and_the_totals_stay():
    whole, cube, checker = listed(), listed(kind="cube"), listed(kind="checker")
    assert sorted(cube + checker) == sorted(line for line in whole if "not judged: the cube" not in line)
    assert any("Doubles" in line for line in cube)
    assert not any("Doubles" in line for line in checker)
    assert all("??" in line for line in listed(kind="blunders"))
    assert 0 < len(listed(kind="blunders")) < len(whole)
    costly = listed(least=0.1)
    assert 0 < len(costly) < len(whole)
    assert all(float(re.search(r" (\d\.\d{3}) ", line)[1]) >= 0.0995 for line in costly)
    assert table(text(selection=Selection(kind="cube"))) == table(text())


def test_games_are_chosen_by_number():
    report = text(selection=Selection(games={2}))
    assert "Game 2:" in report
    assert "Game 1:" not in report
    assert table(report) == table(text())


def test_a_table_for_every_game():
    report = text(tables=True)
    for number in (1, 2, 3):
        assert re.search(rf"^Game {number} +Ann +Bo$", report, re.MULTILINE)


def test_a_session_for_money_counts_points_instead_of_match_winning_chances():
    report = text(one_game(length=0))
    assert "%" not in report
    assert "Session" in report
    assert re.search(r"Error total EMG +\d\.\d{3} \(\d\.\d{3} p\.\)", report)
