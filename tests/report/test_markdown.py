import re
from dataclasses import replace

from bgtool.analysis.settings import Mark
from bgtool.report.listing import entries
from bgtool.report.markdown import analysis_markdown, written
from bgtool.report.selection import Selection
from tests.matches import one_game
from tests.report.pages import analysed, played_match

ANALYSIS = analysed()
BAR = re.compile(r"(?<!\\)\|")


def lines(analysis=ANALYSIS, **options):
    return list(analysis_markdown(analysis, "my_match.mat", **options))


def test_a_whole_report(golden):
    golden("analysis.md", "\n".join(lines()) + "\n")


def test_every_row_of_a_table_has_the_cells_of_its_head():
    width = None
    for line in lines(analysed(played_match(("A|b", "*Bo*")))):
        if not line.startswith("|"):
            width = None
            continue
        width = width or len(BAR.findall(line))
        assert len(BAR.findall(line)) == width


def test_the_errors_are_sorted_by_cost():
    text = "\n".join(lines())
    shown = re.findall(r"^\| (\d+\.\d+) ", text.split("## Errors by cost")[1].split("## Game")[0], re.MULTILINE)
    marked = sorted((one for one in entries(ANALYSIS) if one.mark is not Mark.NONE), key=lambda one: -one.cost)
    assert shown == [f"{one.part.game.number}.{one.item.number}" for one in marked]


def test_hits_and_names_are_not_taken_for_markup():
    assert written("24/18*/13* a_b <i> [x](y) `c` | d") == r"24/18\*/13\* a\_b \<i\> \[x\](y) \`c\` \| d"
    text = "\n".join(lines(analysed(played_match(("<b>Ann</b>", "_Bo_\n# head")))))
    assert "<b>" not in text
    assert "\n# head" not in text


def test_one_player_and_one_game():
    text = "\n".join(lines(selection=Selection(seats=(0,), games=(2,))))
    assert "## Game 2" in text
    assert "## Game 1" not in text
    assert "| Bo |" not in text


def test_a_record_of_nothing():
    assert "No decision was wrong enough to be marked." in lines(analysed(replace(one_game(), games=())))
