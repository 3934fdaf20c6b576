import pytest

from bgtool.core.move import Hop, Move, Step, parse_hops
from bgtool.errors import NotationError


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([], ""),
        ([Step(8, 5), Step(6, 5)], "8/5 6/5"),
        ([Step(24, 18), Step(18, 13)], "24/13"),
        ([Step(24, 18, True), Step(18, 13)], "24/18*/13"),
        ([Step(25, 22), Step(13, 7)], "bar/22 13/7"),
        ([Step(6, 0), Step(5, 0)], "6/off 5/off"),
        ([Step(6, 4)] * 2 + [Step(13, 11)] * 2, "13/11(2) 6/4(2)"),
        ([Step(6, 2, True), Step(6, 2)], "6/2*(2)"),
        ([Step(13, 9)] * 2 + [Step(9, 5)] * 2, "13/5(2)"),
        ([Step(25, 24, True), Step(21, 16, True)], "bar/24* 21/16*"),
        ([Step(24, 20, True), Step(24, 20), Step(20, 16)], "24/20*/16 24/20"),
    ],
)
def test_written(steps, text):
    assert str(Move(tuple(steps))) == text


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("8/5 6/5", [Hop(8, 5), Hop(6, 5)]),
        ("24/18*/13", [Hop(24, 18, True), Hop(18, 13)]),
        ("bar/22, 6/off", [Hop(25, 22), Hop(6, 0)]),
        ("Bar/22 6/Off", [Hop(25, 22), Hop(6, 0)]),
        ("25/22 6/0", [Hop(25, 22), Hop(6, 0)]),
        ("6/2*(2)", [Hop(6, 2, True)] * 2),
        ("6/2(2)*", [Hop(6, 2, True)] * 2),
        ("13-11 13-8", [Hop(13, 11), Hop(13, 8)]),
        ("2/0 0/0", [Hop(2, 0)]),
        ("Cannot Move", []),
        ("", []),
    ],
)
def test_parse_hops(text, hops):
    assert parse_hops(text) == tuple(hops)


@pytest.mark.parametrize("text", ["8", "8/", "/5", "8/5/", "x/5", "26/20", "8/5(x)", "8//5", "????", "8/5(9) 8/5(9)"])
def test_unreadable_plays_are_quoted(text):
    with pytest.raises(NotationError) as caught:
        parse_hops(text)
    assert repr(text) in str(caught.value)
