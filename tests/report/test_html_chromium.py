"""The page in a real browser: silent, every link and key works, narrow and wide, light and dark, on paper."""

import json

import pytest

from bgtool.report.html import analysis_page
from tests.report.chromium import PROGRAM, Chromium
from tests.report.pages import NASTY, analysed, played_match

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no Chromium here")


@pytest.fixture(scope="module")
def browser():
    with Chromium() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    file = tmp_path_factory.mktemp("page") / "page.html"
    file.write_text(analysis_page(analysed(played_match(NASTY)), "<i>match</i>.mat"), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def page(browser, address):
    browser.said.clear()
    browser.requests.clear()
    browser.scripts(True)
    browser.resize(1280, 900)
    browser.prefer("light")
    browser.open("about:blank")
    browser.open(address)
    yield browser
    assert browser.said == []
    assert {request.split("#")[0] for request in browser.requests} <= {address, "about:blank"}


WHERE = "location.hash.slice(1)"
DECISIONS = "[...document.querySelectorAll('article.decision')].map(one => one.id)"
ERRORS = "[...document.querySelectorAll('article.doubtful, article.bad, article.very-bad')].map(one => one.id)"
VISIBLE = (
    "(id => { const b = document.getElementById(id).getBoundingClientRect();"
    "return b.top > 30 && b.top < innerHeight - 30; })"
)


def test_arrows_go_from_decision_to_decision(page):
    decisions = page.ask(DECISIONS)
    seen = []
    for _ in decisions:
        page.press("ArrowRight")
        seen.append(page.ask(WHERE))
    assert seen == decisions
    page.press("ArrowRight")
    assert page.ask(WHERE) == decisions[-1]
    for expected in reversed(decisions[:-1]):
        page.press("ArrowLeft")
        assert page.ask(WHERE) == expected
    assert page.ask("document.activeElement.id") == decisions[0]
    assert page.ask(f"{VISIBLE}('{decisions[0]}')")


def test_j_and_k_go_from_error_to_error(page):
    errors = page.ask(ERRORS)
    assert len(errors) > 2
    for expected in errors:
        page.press("j")
        assert page.ask(WHERE) == expected
    for expected in reversed(errors[:-1]):
        page.press("k")
        assert page.ask(WHERE) == expected


def test_arrows_start_from_where_a_link_led(page):
    errors = page.ask("[...document.querySelectorAll('.errors a')].map(one => one.hash.slice(1))")
    page.click(f".errors a[href='#{errors[0]}']")
    assert page.ask(WHERE) == errors[0]
    assert page.ask(f"{VISIBLE}('{errors[0]}')")
    decisions = page.ask(DECISIONS)
    page.press("ArrowRight")
    assert page.ask(WHERE) == decisions[decisions.index(errors[0]) + 1]


def test_every_link_leads_to_something_in_sight(page):
    lost = page.ask(
        "[...document.querySelectorAll('a')].map(one => one.getAttribute('href').slice(1))"
        ".filter(id => { location.hash = id; const e = document.getElementById(id);"
        "return !e || !e.getClientRects().length || e.getBoundingClientRect().top > innerHeight; })"
    )
    assert lost == []


def test_a_point_of_the_graph_is_clicked(page):
    target = page.ask("document.querySelector('.graph a:has(circle.very-bad, circle.bad)').getAttribute('href')")
    page.click(f".graph a[href='{target}'] circle")
    assert page.ask("location.hash") == target


def test_a_play_shows_its_arrows_when_clicked(page):
    row = "article.decision:has(.way.other) tr[data-way='w2']"
    shown = f"[...document.querySelector({json.dumps(row)}).closest('article').querySelectorAll('.way')]"
    shown += ".filter(one => getComputedStyle(one).visibility === 'visible').map(one => one.classList[1])"
    before = page.ask(shown)
    assert "w0" in before
    assert "w2" not in before
    page.click(row)
    assert page.ask(shown) == ["w2"]


def test_light_and_dark_follow_the_system_and_the_switch(page):
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.ask(colour)
    page.prefer("dark")
    dark = page.ask(colour)
    assert dark != light
    page.press("t")
    assert page.ask(colour) == light
    page.click("nav button")
    assert page.ask(colour) == dark
    page.press("t")
    page.prefer("light")
    assert page.ask(colour) == light


@pytest.mark.parametrize(("width", "phone"), [(360, True), (390, True), (820, True), (1280, False)])
def test_nothing_is_wider_than_the_screen(page, width, phone):
    page.resize(width, 780, phone)
    assert page.ask("innerWidth") == width
    assert page.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    wide = page.ask(
        "[...document.querySelectorAll('article *, header *, nav')].filter(one => !one.closest('svg *') && "
        "one.getBoundingClientRect().right > innerWidth + 1 && one.getClientRects().length)"
        ".map(one => one.outerHTML.slice(0, 80))"
    )
    assert wide == []


def test_without_scripts_everything_is_there_to_read(page, address):
    with_scripts = page.ask("document.querySelector('main').innerText")
    page.scripts(False)
    page.open("about:blank")
    page.open(address)
    assert page.ask("document.querySelector('main').innerText") == with_scripts
    assert not page.ask("document.documentElement.classList.contains('script')")
    assert page.ask("getComputedStyle(document.querySelector('nav button')).display") == "none"


def test_it_prints(page):
    page.prefer("dark")
    assert page.pdf().startswith(b"%PDF")
