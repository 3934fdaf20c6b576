"""Diagrams: well-formed, complete, nothing beside the paper, and harmless whatever the players are called."""

import struct
import xml.etree.ElementTree as ElementTree

import pytest

from bgtool.core.rules import find_move
from bgtool.core.state import MatchState
from bgtool.core.variant import PORTES, STANDARD, VARIANTS
from bgtool.errors import SettingsError
from bgtool.formats.ids import parse_state
from bgtool.report.diagram import HEIGHT, THEMES, WIDTH, png_board, svg_board
from tests.formats.test_ids import VECTORS

SVG = "{http://www.w3.org/2000/svg}"
START = MatchState(STANDARD.start, on_roll=1)


def drawn(state, *args, **options):
    return ElementTree.fromstring(svg_board(state, *args, **options))


def words(root):
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_every_vector_stays_on_the_paper(vector, theme):
    for element in drawn(parse_state(vector["gnubgid"]), theme=theme).iter():
        place = element.attrib
        for x, y in (("x", "y"), ("cx", "cy")):
            if x in place:
                assert 0 <= float(place[x]) <= WIDTH
                assert 0 <= float(place[y]) <= HEIGHT


def discs(root, fill):
    return [circle for circle in root.iter(f"{SVG}circle") if circle.get("fill") == fill and circle.get("r") == "17"]


def test_all_checkers_are_there_and_none_overlap():
    root = drawn(START)
    fills = [checkers[0] for checkers in THEMES["light"].checkers]
    circles = [circle for fill in fills for circle in discs(root, fill)]
    assert [len(discs(root, fill)) for fill in fills] == [15, 15]
    places = [(float(circle.get("cx")), float(circle.get("cy"))) for circle in circles]
    for i, (x, y) in enumerate(places):
        assert all((x - a) ** 2 + (y - b) ** 2 > 34**2 for a, b in places[:i])


def test_fifteen_on_a_point_are_counted():
    root = drawn(parse_state("/38AAAD/fwAAAA:cAkAAAAAAAAE"))
    assert words(root).count("15") == 2 + 1  # and point 15


@pytest.mark.parametrize(
    "names", [("<script>alert(1)</script>", "]]>&\"'"), ("\x00\x1b[31m", "\u202e\udc80"), ("名" * 90, "")]
)
def test_hostile_names_are_harmless(names):
    root = drawn(START, names)
    assert not list(root.iter(f"{SVG}script"))
    assert all(len(text) < 60 for text in words(root))
    assert all(text.isprintable() for text in words(root))


def test_numbers_scores_cube_and_pips():
    shown = words(drawn(parse_state("2F6DAyDMPQsDCA:QokKAAAAAAAE")))
    assert {str(point) for point in range(1, 25)} <= set(shown)
    assert "4" in shown
    assert "score 0 · pips 128" in shown
    assert "White to play 52" in shown


def test_u089_pips_are_counted_from_the_board_shown():
    shown = words(drawn(parse_state("WwEAgIsBAAAAAA:EQEFAAAAAAAE")))
    assert [text for text in shown if "pips" in text] == ["score 0 · pips 15", "score 0 · pips 13"]


def test_an_offered_cube_shows_its_new_value():
    shown = words(drawn(parse_state("2b0PAAC6ew8AAA:AhngATAAEAAE")))
    assert "8" in shown
    assert "Black doubles to 8, White to answer" in shown


def test_no_cube_in_portes():
    root = drawn(MatchState(PORTES.start, length=5, variant=PORTES))
    assert "Portes, 5-point match" in words(root)
    assert not [box for box in root.iter(f"{SVG}rect") if box.get("width") == "40"]


@pytest.mark.parametrize("written", ["8/5 6/5", "24/20", "13/9"])
def test_an_arrow_for_every_step(written):
    state = parse_state("4HPwATDgc/ABMA:cInlAAAAAAAE")
    root = drawn(state, play=find_move(state.position, state.dice, written))
    assert len([path for path in root.iter(f"{SVG}path") if path.get("marker-end")]) == 2


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_variant_can_be_drawn(variant):
    root = drawn(MatchState(variant.start, on_roll=1, variant=variant))
    fills = [checkers[0] for checkers in THEMES["light"].checkers]
    assert [len(discs(root, fill)) for fill in fills] == [variant.checkers] * 2


def test_an_unknown_theme_is_an_error():
    with pytest.raises(SettingsError, match="light, dark"):
        svg_board(START, theme="pink")


@pytest.mark.parametrize("width", [200, 656, 1500])
def test_png_of_the_width_asked_for(width):
    pytest.importorskip("resvg_py")
    png = png_board(START, width=width)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", png[16:20])[0] == width


def test_png_without_its_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(SettingsError, match=r"bgtool\[png\]"):
        png_board(START)
