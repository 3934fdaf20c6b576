import pytest

from bgtool.core.met_formulas import mec_table, post_crawford_row
from bgtool.engine.met import met_named
from bgtool.errors import ParseError
from bgtool.formats.met_xml import LARGEST, parse_met, read_met

DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD Match Equity Tables//EN" "met.dtd">\n'
ROWS = ((0.5, 0.7, 0.75), (0.3, 0.5, 0.6), (0.25, 0.4, 0.5))


def row(numbers):
    return "<row>" + "".join(f"<me> {number} </me>\n" for number in numbers) + "</row>"


def explicit(rows=ROWS, post=(0.5, 0.48, 0.32), length=3, after=None):
    after = after or f'<post-crawford-table type="explicit" player="both">{row(post)}</post-crawford-table>'
    return (
        f"{DOCTYPE}<met><info><name>Own &amp; small</name><description>d</description><length>{length}</length></info>"
        f'<pre-crawford-table type="explicit">{"".join(map(row, rows))}</pre-crawford-table>{after}</met>'
    ).encode()


def computed(kind, pre, post):
    def parameters(numbers):
        inside = "".join(f'<parameter name="{name}">{number}</parameter>' for name, number in numbers.items())
        return f"<parameters>{inside}</parameters>"

    return (
        f"{DOCTYPE}<met><info><name>{kind}</name><length> -1 </length></info>"
        f'<pre-crawford-table type="{kind}">{parameters(pre)}</pre-crawford-table>'
        f'<post-crawford-table type="{kind}" player="both">{parameters(post)}</post-crawford-table></met>'
    ).encode()


MEC = {"gammon-rate": 0.26, "win-rate": 0.5}
DROPS = {"free-drop-2-away": 0.015, "free-drop-4-away": 0.004}
ZADEH = {"gammon-rate-leader": 0.25, "gammon-rate-trailer": 0.15, "delta": 0.08, "delta-bar": 0.06}


def test_an_explicit_table_keeps_its_numbers_and_is_extended(tmp_path):
    path = tmp_path / "own.xml"
    path.write_bytes(explicit())
    table = read_met(path)
    assert (table.name, table.known, table.symmetric) == ("Own & small", 3, True)
    assert table.mwc(1, 3) == 0.75
    assert table.mwc(3, 1, post_crawford=True) == 0.32
    assert table.mwc(4, 4) == 0.5
    assert 0 < table.mwc(64, 1, post_crawford=True) < table.mwc(4, 1, post_crawford=True) < 0.32


def test_the_last_post_crawford_score_may_be_left_out():
    assert parse_met(explicit(post=(0.5, 0.48))).mwc(3, 1, post_crawford=True) == pytest.approx(
        0.5 * (0.25 + 0.75 * 0.5)
    )


def test_two_post_crawford_tables_belong_to_the_seats():
    after = "".join(
        f'<post-crawford-table player="{seat}">{row((0.5, chance))}</post-crawford-table>'
        for seat, chance in enumerate((0.45, 0.40))
    )
    table = parse_met(explicit(after=after))
    assert table.mwc(2, 1, post_crawford=True) == 0.45
    assert table.seen_by(1).mwc(2, 1, post_crawford=True) == pytest.approx(0.40)


def test_computed_tables_are_those_built_in():
    after_mec = parse_met(computed("mec", MEC, MEC | DROPS))
    after_zadeh = parse_met(computed("zadeh", ZADEH, {"gammon-rate-trailer": 0.25} | DROPS))
    assert after_mec.digest == met_named("mec").digest
    assert after_zadeh.digest == met_named("Zadeh").digest
    post = post_crawford_row(0.26, 0.015, 0.004, drops_count_on=False)
    favourite = parse_met(computed("mec", MEC | {"win-rate": 0.55}, MEC | DROPS))
    assert favourite.digest == mec_table("mec", (post, post), wins=0.55).digest


BOMB = '<!DOCTYPE met [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><met>&b;</met>'
OUTSIDE = '<!DOCTYPE met [<!ENTITY a SYSTEM "file:///etc/passwd">]><met><info><name>&a;</name></info></met>'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "well-formed"),
        (b"no xml at all", "well-formed"),
        (explicit()[:-20], "well-formed"),
        (BOMB.encode(), "declares an entity"),
        (OUTSIDE.encode(), "declares an entity"),
        (b"<html/>", "not <met>"),
        (b"<met/>", "<info>"),
        (explicit(length=4), "3 rows"),
        (explicit(length="three"), "not a number"),
        (explicit(length=0), "length of 0"),
        (explicit(rows=((0.5, 0.7, 0.75), (0.3, 0.5), (0.25, 0.4, 0.5))), "fewer than 3"),
        (explicit(rows=((0.5, 7, 0.75), (0.3, 0.5, 0.6), (0.25, 0.4, 0.5))), "between 0 and 1"),
        (explicit(rows=((0.5, "nan", 0.75), (0.3, 0.5, 0.6), (0.25, 0.4, 0.5))), "between 0 and 1"),
        (explicit(post=(0.5,)), "1 numbers after Crawford"),
        (explicit(after=" "), "post-Crawford tables"),
        (computed("mec", {"gammon-rate": 0.26}, MEC | DROPS), "'win-rate' is missing"),
        (computed("magic", MEC, MEC | DROPS), "type 'magic'"),
        (b"<met>" + b" " * LARGEST, "bytes"),
        (b"<met>" * 100000, "well-formed"),
    ],
)
def test_anything_else_is_an_error_that_says_why(data, said):
    with pytest.raises(ParseError, match=said):
        parse_met(data, "some.xml")


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_met(tmp_path / "none.xml")
