"""Analyses to make pages of, and the eyes to read a page with."""

from dataclasses import replace
from html.parser import HTMLParser

from bgtool.analysis.annotate import annotate
from bgtool.core.outcomes import Outcomes
from bgtool.core.record import Resign
from tests.fakes import Judge
from tests.matches import game, one_game

VOID = {"meta", "link", "br", "hr", "img", "input"}
NASTY = ('<script>alert("x")</script>', "עדה & 'Bo' \" ‮evil")


def judge_points(position):
    """A made-up taste for the five point and against blots, so that plays differ in round steps."""
    if position.is_over:
        return Outcomes.from_result(position.result())

    def worth(row):
        return 2 * row[5] - sum(count == 1 for count in row[1:25])

    return Outcomes(0.5 + (worth(position.on_roll) - worth(position.opponent)) / 64, 0.125, 0.0, 0.125)


def played_match(players=("Ann", "Bo"), length=7):
    """Three games with everything: cube, redouble, hits, an illegal play, a resignation, an unreadable play."""
    match = one_game(length=length)
    first = replace(match.games[0], winner=0, points=4)
    first = replace(first, actions=(*first.actions, Resign(1, 2, line=12)))
    second = game(
        *("1 31: 24/20", "0 64: illegal 24/13", "1 52: 13/8 13/11", "0 double", "1 take", "0 66: 13/7(2) 8/2(2)"),
        *("1 double", "0 pass"),
        match=match,
        number=2,
        score=(4, 0),
    )
    third = game("0 31: 8/5 6/5", "1 42: ?", "0 21: 13/10", match=match, number=3, score=(4, 2), lost=("3) what",))
    return replace(match, players=players, games=(first, replace(second, winner=1, points=2), third))


def analysed(match=None, **options):
    return annotate(match or played_match(), Judge(judge_points), **options)


class Reader(HTMLParser):
    """Reads a page strictly: every tag closed where it should be. Collects elements, ids and links."""

    def __init__(self, page):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), (tag, attributes)
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.texts.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())

    def all(self, tag, name=None):
        """The attributes of every element of this tag, with this class."""
        found = [attributes for kind, attributes in self.elements if kind == tag]
        return [one for one in found if name is None or name in (one.get("class") or "").split()]
