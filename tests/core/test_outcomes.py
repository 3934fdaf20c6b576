import pytest

from bgtool.core.outcomes import Outcomes
from bgtool.errors import InputError

GNUBG_START = Outcomes(0.521483, 0.153909, 0.007563, 0.129867, 0.007548)


def test_equity_from_the_printed_chances():
    """GNU Backgammon prints +0.067 for these chances of the starting position."""
    assert GNUBG_START.equity == pytest.approx(0.067024, abs=2e-5)


def test_swapped_mirrors_the_equity():
    assert GNUBG_START.swapped().equity == pytest.approx(-GNUBG_START.equity)
    assert list(GNUBG_START.swapped().swapped()) == pytest.approx(list(GNUBG_START))


def test_u043_equity_equals_the_printed_chances():
    assert Outcomes(0.383, 0.282, 0.062, 0.147, 0.0).equity == pytest.approx(-0.037, abs=5e-4)


def test_capped_equity():
    chances = Outcomes(0.6, 0.3, 0.1, 0.2, 0.05)
    assert chances.capped_equity(1) == pytest.approx(0.2)
    assert chances.capped_equity(2) == pytest.approx(0.3)
    assert chances.capped_equity(3) == pytest.approx(0.35)


@pytest.mark.parametrize("points", [1, 2, 3, -1, -2, -3])
def test_from_result(points):
    assert Outcomes.from_result(points).equity == points


@pytest.mark.parametrize(
    "chances", [(1.2,), (-0.1,), (0.5, 0.6), (0.5, 0.1, 0.2), (0.5, 0, 0, 0.6), (0.5, 0, 0, 0.1, 0.2), (float("nan"),)]
)
def test_disorder_is_refused(chances):
    with pytest.raises(InputError, match="out of order"):
        Outcomes(*chances)


def test_what_rounding_put_out_of_order_takes_the_nearest_place_in_order():
    """A lookahead gave a sure winner 3.5e-25 of a lost gammon."""
    assert list(Outcomes(1.0, 0.5, 0.0, 3.5e-25)) == [1.0, 0.5, 0.0, 0.0, 0.0]
    assert list(Outcomes(1.0 + 1e-8, -1e-9, 1e-9, -1e-9)) == [1.0, 0.0, 0.0, 0.0, 0.0]
    chances = Outcomes(0.3, 0.1, 0.1 + 1e-7, 0.7 + 1e-7, 0.7 + 2e-7)
    assert chances.win_backgammon == chances.win_gammon
    assert chances.lose_backgammon == chances.lose_gammon == chances.lose
    with pytest.raises(InputError, match="out of order"):
        Outcomes(1.0, 0.5, 0.0, 1e-5)
