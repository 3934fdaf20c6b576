import pytest

from bgtool.training.checkpoint import read_state
from bgtool.training.fit import Plan, fit, validate
from bgtool.training.model import as_weights, random_parameters
from tests.training.sets import pip_race_examples

SHORT = Plan(steps=60, batch=64, step_size=4e-3, warm_up=10, averaging=0.9, report=20, seed=5)


def test_a_fit_learns_and_says_so():
    examples = pip_race_examples(800)
    reports = []
    parameters = fit(examples, pip_race_examples(100, seed=9), SHORT, log=reports.append)
    before = validate(random_parameters(5), pip_race_examples(100, seed=9))
    assert [report["step"] for report in reports] == [20, 40, 60]
    assert reports[-1]["held_out"]["equity"] < 0.6 * before["equity"]
    assert reports[-1]["cross_entropy"] < reports[0]["cross_entropy"]
    as_weights(parameters)


def test_an_interrupted_fit_goes_on_where_it_was(tmp_path):
    examples, held_out = pip_race_examples(300), pip_race_examples(20, seed=9)
    whole = fit(examples, held_out, SHORT)
    path = tmp_path / "fit.npz"

    class Stop(Exception):
        pass

    def stop(report):
        if report["step"] == 40:
            raise Stop

    with pytest.raises(Stop):
        fit(examples, held_out, SHORT, checkpoint=path, log=stop)
    assert read_state(path).step == 20
    again = fit(examples, held_out, SHORT, checkpoint=path)
    assert (again == whole).all()
