import re
from dataclasses import replace

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.records import CheckerDecision
from bgtool.core.outcomes import Outcomes
from bgtool.core.variant import PORTES
from bgtool.report.html import analysis_page
from bgtool.report.html_graph import standings
from bgtool.report.listing import entries
from bgtool.report.selection import Selection
from tests.fakes import Flat
from tests.matches import one_game
from tests.report.pages import NASTY, Reader, analysed, played_match

ANALYSIS = analysed()
PAGE = analysis_page(ANALYSIS, "match.mat")
READ = Reader(PAGE)


def test_the_page_is_well_formed_and_every_link_leads_somewhere():
    ids = [attributes["id"] for _, attributes in READ.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] for _, attributes in READ.elements if "href" in attributes]
    assert len(links) > 50
    assert {link for link in links if link != "data:,"} <= {f"#{name}" for name in ids}
    assert set(re.findall(r"url\(#([^)]+)\)", PAGE)) <= set(ids)


def test_nothing_is_fetched():
    assert "http" not in PAGE.replace("http-equiv", "")
    assert "//" not in re.sub(r"^ *//.*", "", PAGE.replace("</", "<"), flags=re.MULTILINE).split("<script>")[0]
    assert not [one for _, one in READ.elements if {"src", "srcset", "action", "xlink:href"} & set(one)]
    assert "@import" not in PAGE
    assert "default-src 'none'" in next(one["content"] for one in READ.all("meta") if "http-equiv" in one)


def test_every_decision_has_its_board_and_the_rest_a_line():
    listed = list(entries(ANALYSIS))
    articles = [one["id"] for one in READ.all("article")]
    asides = [one["id"] for one in READ.all("p", "aside")]
    assert sorted(articles + asides) == sorted(entry.anchor for entry in listed)
    assert len(READ.all("svg", "board")) == len(articles)
    for entry in listed:
        if isinstance(entry.item, CheckerDecision) and entry.item.counts:
            assert entry.anchor in articles


def test_marks_stand_as_sign_and_as_colour():
    marked = [entry for entry in entries(ANALYSIS) if entry.mark.value]
    assert marked
    for entry in marked:
        [article] = [one for one in READ.all("article") if one["id"] == entry.anchor]
        assert entry.mark.words.replace(" ", "-") in article["class"]
        body = PAGE.split(f'<article class="{article["class"]}" id="{entry.anchor}"')[1].split("</h3>")[0]
        assert f">{entry.mark.value}</b>" in body


def test_the_errors_are_sorted_by_what_they_cost_and_lead_to_the_decision():
    rows = re.findall(r'<tr><td><a href="#(g[^"]+)">', PAGE.split('id="errors"')[1].split("</section>")[0])
    costs = {entry.anchor: entry.cost for entry in entries(ANALYSIS) if entry.mark.value}
    assert sorted(rows) == sorted(costs)
    assert [costs[row] for row in rows] == sorted(costs.values(), reverse=True)


def test_every_ranked_play_can_show_its_arrows():
    for entry in entries(ANALYSIS):
        if entry.play is None or not entry.play.counts:
            continue
        body = PAGE.split(f'id="{entry.anchor}"')[1].split("</article>")[0]
        assert re.findall(r'data-way="(w\d)"', body) == [f"w{index}" for index in range(len(entry.play.plays))]
        assert set(re.findall(r'class="way (w\d)', body)) == set(re.findall(r'data-way="(w\d)"', body))


def test_the_graph_shows_seat_0_after_every_judged_decision():
    first, *_ = ANALYSIS.games
    points = list(standings(first, ANALYSIS.settings, "mwc"))
    opening = first.annotations[0]
    assert points[0].value == opening.played.mwc
    answer = next(one for one in points if one.entry.seat == 1 and one.entry.play)
    assert answer.value == pytest.approx(1.0 - answer.entry.play.played.mwc)
    double, take = (next(one for one in points if one.entry.done.startswith(words)) for words in ("Doubles", "Takes"))
    assert double.entry.seat == 1
    decision = double.entry.cube.decision
    assert 1.0 - double.value == pytest.approx(min(decision.double_take_mwc, decision.double_pass_mwc))
    assert 1.0 - take.value == pytest.approx(take.entry.cube.decision.double_take_mwc)
    dots = PAGE.split('class="graph"')[1].split("</svg>")[0].count("<circle")
    assert dots == sum(len(list(standings(part, ANALYSIS.settings, "mwc"))) for part in ANALYSIS.games)


def test_names_cannot_break_the_page():
    nasty = analysis_page(analysed(played_match(NASTY)), '<img src=x onerror="alert(1)">.mat')
    read = Reader(nasty)
    assert len(read.all("script")) == 1
    assert not read.all("img")
    assert "‮" not in nasty
    assert NASTY[0] in read.text
    assert "עדה" in read.text
    assert all(not name.startswith("on") for _, attributes in read.elements for name in attributes)
    assert len(read.elements) == len(READ.elements)
    for _, attributes in read.elements:
        assert "script>" not in attributes.get("class", "")


def test_a_money_session_and_a_game_without_a_cube():
    money = analysis_page(analysed(replace(played_match(), length=0)), "money.mat")
    assert "MWC" not in Reader(money).text.split("Errors by cost")[1]
    assert "Equity in points of" in money
    portes = replace(one_game(), variant=PORTES, length=0)
    Reader(analysis_page(analysed(portes), "portes.mat"))


def test_a_match_without_errors_says_so():
    flat = Flat(Outcomes(0.5))
    page = Reader(analysis_page(annotate(one_game("0 31: 8/5 6/5", "1 64: 24/14"), flat), "match.mat"))
    assert "No decision was wrong enough to be marked." in page.text


def test_a_record_of_nothing_is_a_page_too():
    page = Reader(analysis_page(analysed(replace(one_game(), games=())), "match.mat"))
    assert "Nothing was judged." in page.text


def test_a_selection_lists_less_and_its_links_still_lead_somewhere():
    page = analysis_page(ANALYSIS, "match.mat", Selection(seats=(1,), games=(1, 2)))
    read = Reader(page)
    ids = {attributes["id"] for _, attributes in read.elements if "id" in attributes}
    assert {one["href"] for one in read.all("a")} <= {f"#{name}" for name in ids}
    assert "g3" not in ids
    assert 0 < len(read.all("article")) < len(READ.all("article"))


def test_the_page_stays_small():
    boards = len(READ.all("svg", "board"))
    fixed = analysis_page(analysed(replace(one_game(), games=())), "match.mat")
    assert (len(PAGE) - len(fixed)) / boards < 5000
    assert len(fixed) < 60_000
