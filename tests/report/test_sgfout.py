"""Our analysis as SGF: everything is in it, and GNU Backgammon counts it up to the same statistics."""

import re
from pathlib import Path

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.kept import kept_annotations
from bgtool.analysis.records import CubeAction
from bgtool.analysis.settings import Mark
from bgtool.analysis.summary import summaries
from bgtool.formats import FORMATS, read_matches
from bgtool.formats.source import Source
from bgtool.report.sgfout import analysis_sgf, kept_analysis
from tests.oracle import ask_gnubg, needs_gnubg
from tests.report.test_text import JUDGE, played_match

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def judged():
    return annotate(played_match(), JUDGE)


def again(analysis):
    [match] = FORMATS["sgf"].call("read", Source(analysis_sgf(analysis).encode(), "again.sgf"))
    return match


def test_what_is_written_is_read_as_a_kept_analysis(judged):
    match = again(judged)
    own, read = kept_analysis(judged).by_action(), match.analysis.by_action()
    assert match.analysis.source == "bgtool"
    assert read.keys() == {place for place in own if place in read}
    for place, opinion in read.items():
        assert [str(one.move) for one in opinion.candidates] == [str(one.move) for one in own[place].candidates]
        assert opinion.played == own[place].played
        assert opinion.luck == pytest.approx(own[place].luck, abs=1e-5)
        assert (opinion.mark, opinion.luck_mark) == (own[place].mark, own[place].luck_mark)
        for one, other in zip(opinion.candidates, own[place].candidates, strict=True):
            assert one.estimate.equity == pytest.approx(other.estimate.equity, abs=1e-6)


def test_marks_stand_where_they_belong(judged):
    read = again(judged).analysis.by_action()
    for number, game in enumerate(judged.games):
        for at, item in enumerate(game.annotations):
            opinion = read.get((number, at))
            if opinion is None:
                continue
            mark = Mark.NONE if item.cube is None else item.cube.mark
            assert opinion.cube_mark == mark.words
            if not isinstance(item, CubeAction):
                assert opinion.mark == item.mark.words


def test_how_it_was_made_is_told_once(judged):
    match = again(judged)
    assert match.comments[-1] == f"bgtool: {judged.settings}"
    [line] = [line for line in analysis_sgf(annotate(match, JUDGE)).split("\n") if f"bgtool: {judged.settings}" in line]
    assert line.count("bgtool: ") == 1


# -- GNU Backgammon


def statistics(text, tmp_path):
    """What GNU Backgammon shows as the statistics of the match: the numbers of each line."""
    file = tmp_path / "own.sgf"
    file.write_text(text, encoding="utf-8")
    said = ask_gnubg("set confirm save off", f"load match {file}", "show statistics match")
    lines = {}
    for line in said.splitlines():
        found = re.match(r"([A-Z][\w' ().]+?)(?: EMG \((?:MWC|Points)\)| \(EMG \((?:MWC|Points)\)\))? {2,}(.*)", line)
        if found:
            lines.setdefault(found[1], []).append([float(n) for n in re.findall(r"-?\+?\d+(?:\.\d+)?", found[2])])
    return lines


@pytest.mark.oracle
@pytest.mark.skipif(needs_gnubg[1].args[0], reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("name", ["sgf/rollout_cube.sgf", "sgf/analysed.sgf", "xg/money.xg"])
def test_its_statistics_are_ours(name, tmp_path):
    [match] = read_matches(DATA / name)
    compare_statistics(annotate(match, JUDGE), tmp_path)


@pytest.mark.oracle
@pytest.mark.skipif(needs_gnubg[1].args[0], reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("name", ["xg/money.xg", "bgf/money.bgf"])
def test_it_shows_what_other_programs_thought(name, tmp_path):
    [match] = read_matches(DATA / name)
    compare_statistics(kept_annotations(match), tmp_path)


def compare_statistics(analysis, tmp_path):
    shown = statistics(analysis_sgf(analysis), tmp_path)
    for seat, summary in enumerate(summaries(analysis)):
        assert shown["Total moves"][0][seat] == summary.moves
        assert shown["Unforced moves"][0][seat] == summary.unforced
        assert shown["Total cube decisions"][0][seat] == summary.cube_total
        assert shown["Close or actual cube decisions"][0][seat] == summary.cube.count
        for part, total in enumerate((summary.checker, summary.cube, summary.error)):
            numbers = shown["Error total"][part]
            assert abs(numbers[seat * len(numbers) // 2]) == pytest.approx(total.equity, abs=6e-4)
        numbers = shown["Luck total"][0]
        assert numbers[seat * len(numbers) // 2] == pytest.approx(summary.luck.equity, abs=6e-4)
