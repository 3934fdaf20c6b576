"""Work on several inputs at once: order, memory, errors, giving up."""

import threading
import time

import pytest

from bgtool.cli.side_by_side import AHEAD, Stopped, side_by_side


def test_answers_come_in_the_order_of_the_inputs():
    def work(number, stop):
        time.sleep(0.02 * (5 - number))  # the first takes longest
        return number * number

    assert list(side_by_side(work, range(6), 3)) == [(number, number * number) for number in range(6)]


def test_no_more_is_begun_than_may_wait():
    begun = []

    def work(number, stop):
        begun.append(number)

    answers = side_by_side(work, range(100), 2)
    next(answers)
    time.sleep(0.05)
    assert len(begun) <= 2 * AHEAD + 1
    answers.close()
    assert len(begun) <= 2 * AHEAD + 1


def test_an_error_is_raised_in_its_turn():
    def work(number, stop):
        if number == 2:
            raise ValueError("two")
        return number

    answers = side_by_side(work, range(9), 2)
    assert [next(answers), next(answers)] == [(0, 0), (1, 1)]
    with pytest.raises(ValueError, match="two"):
        next(answers)


def test_work_that_nobody_waits_for_is_told_to_stop():
    left = threading.Event()

    def work(number, stop):
        if number:
            while not stop.wait(0.01):
                pass
            left.set()
            raise Stopped
        return number

    answers = side_by_side(work, range(3), 2)
    next(answers)
    answers.close()
    assert left.is_set()


def test_of_nothing_comes_nothing():
    assert list(side_by_side(lambda given, stop: given, [], 2)) == []
