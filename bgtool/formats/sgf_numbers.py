"""The numbers of GNU Backgammon's analysis in SGF: evaluations and rollouts of plays (``A``) and of the cube (``DA``).

An evaluation starts with ``E``, a rollout with ``X``, then ``ver n`` (absent in the oldest files). The value of a play
is an equity, also in a match; the cubeful value of the cube is a match winning chance there. Versions 0 to 3 of the
fields are read, version 3 is written. A rollout of the oldest kind (``R``) is kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import isfinite

from bgtool.core.opinion import CubeEstimate, Estimate
from bgtool.layout import OUTCOMES

_VERSION = "ver 3"
_OUTPUTS = 7
"""Five chances, the cubeless and the cubeful value."""
_MOST_SETTINGS = 4000
_PLIES = re.compile(r"(\d{1,4})C?")


class Misfit(ValueError):
    """Numbers that are not what they should be."""


def read_play(text: str) -> tuple[str, Estimate]:
    """The letters of a play and its estimate. Raises :class:`Misfit`."""
    words = text.split()
    letters = words.pop(0) if words and words[0].islower() else ""
    kind, _, words = _kind(words)
    if kind == "R":
        return letters, _old_rollout(text[len(letters) :])
    if kind == "X":
        score = _after(words, "Score", 2)
        return letters, _rolled_out(words, equity=score[0], cubeless=score[1])
    if len(words) < OUTCOMES + 2:
        raise Misfit("too few numbers")
    numbers = _numbers(words[: OUTCOMES + 1])
    # The second of the settings is a flag that means nothing any more.
    plies, rest = words[OUTCOMES + 1], words[OUTCOMES + 3 :]
    estimate = Estimate(
        chances=numbers[:OUTCOMES], equity=numbers[OUTCOMES], method=_method(plies), settings=" ".join((plies, *rest))
    )
    return letters, estimate


def read_cube(text: str, in_match: bool) -> CubeEstimate:
    """The numbers of a cube decision. Raises :class:`Misfit`."""
    kind, version, words = _kind(text.split())
    if kind == "R":
        return CubeEstimate(_old_rollout(text), _old_rollout(text))
    if kind == "X":
        first, second = (words.index(word) if word in words else len(words) for word in ("NoDouble", "DoubleTake"))
        return CubeEstimate(
            _rolled_out([*words[:second], *_tail(words)], in_match),
            _rolled_out([*words[:first], *words[second:]], in_match),
        )
    start = next((i for i, word in enumerate(words) if word.rstrip("C").isdigit()), len(words))
    settings, numbers = words[start : -2 * _OUTPUTS], words[-2 * _OUTPUTS :]
    if not settings:
        return _bare_equities(words)
    if version < 3:
        # A flag that means nothing any more stood behind the plies.
        del settings[1:2]
    return CubeEstimate(
        _evaluated(numbers[:_OUTPUTS], in_match, settings), _evaluated(numbers[_OUTPUTS:], in_match, settings)
    )


def play_text(letters: str, estimate: Estimate) -> str:
    """The value of one play in ``A``."""
    if estimate.settings.startswith("R "):
        return f"{letters} {estimate.settings}"
    if estimate.trials is not None:
        score = f"Score {_long(estimate.equity)} {_long(estimate.cubeless)}"
        return f"{letters} X {_VERSION} {score} Trials {estimate.trials} {_rollout(estimate)} {estimate.settings}"
    chances = " ".join(map(_short, _chances(estimate)))
    plies, *rest = _settings(estimate)
    return f"{letters} E {_VERSION} {chances} {_short(estimate.equity)} {' '.join((plies, '0', *rest))}"


def cube_text(cube: CubeEstimate, in_match: bool) -> str:
    """The value of ``DA``."""
    first, second = cube.no_double, cube.double_take
    if first.settings.startswith("R "):
        return first.settings
    if first.trials is not None:
        outcomes = f"NoDouble {_rollout(first, in_match)} DoubleTake {_rollout(second, in_match)}"
        return f"X {_VERSION} Eq Trials {first.trials} {outcomes} {first.settings}"
    numbers = " ".join(_short(value) for one in (first, second) for value in _seven(one, in_match))
    return f"E {_VERSION} {' '.join(_settings(first))} {numbers}"


# -- reading


def _kind(words: list[str]) -> tuple[str, int, list[str]]:
    """``E``, ``X`` or ``R``, the version of what follows, and what follows."""
    if not words or words[0] not in ("E", "X", "R"):
        raise Misfit("neither an evaluation nor a rollout")
    if words[1:2] != ["ver"]:
        return words[0], 0, words[1:]
    version = 3 if words[2:3] == ["3"] else int(_numbers(words[2:3] or ["?"])[0])
    return words[0], version, words[3:]


def _numbers(words: Sequence[str]) -> tuple[float, ...]:
    try:
        numbers = tuple(map(float, words))
    except ValueError:
        raise Misfit("not a number") from None
    if not all(map(isfinite, numbers)):
        raise Misfit("not a finite number")
    return numbers


def _after(words: list[str], name: str, count: int) -> tuple[float, ...]:
    """The numbers that follow a word."""
    at = words.index(name) + 1 if name in words else len(words)
    if at + count > len(words):
        raise Misfit(f"no {count} numbers after {name}")
    return _numbers(words[at : at + count])


def _tail(words: list[str]) -> list[str]:
    return words[words.index("SK") :] if "SK" in words else []


def _rolled_out(
    words: list[str], in_match: bool = False, equity: float | None = None, cubeless: float | None = None
) -> Estimate:
    trials = int(_after(words, "Trials", 1)[0])
    outputs, errors = _after(words, "Output", _OUTPUTS), _after(words, "StdDev", _OUTPUTS)
    of_play = equity is not None
    return Estimate(
        chances=outputs[:OUTCOMES],
        cubeless=cubeless if of_play else outputs[OUTCOMES],
        equity=equity if of_play else None if in_match else outputs[-1],
        mwc=outputs[-1] if in_match or (of_play and outputs[-1] != equity) else None,
        method="rollout",
        settings=" ".join(_tail(words))[:_MOST_SETTINGS],
        trials=trials,
        std_errors=errors,
    )


def _evaluated(words: Sequence[str], in_match: bool, settings: list[str]) -> Estimate:
    numbers = _numbers(words)
    return Estimate(
        chances=numbers[:OUTCOMES],
        cubeless=numbers[OUTCOMES],
        equity=None if in_match else numbers[-1],
        mwc=numbers[-1] if in_match else None,
        method=_method(settings[0]),
        settings=" ".join(settings),
    )


def _bare_equities(words: list[str]) -> CubeEstimate:
    """The oldest files have four equities (best, no double, take, pass) and nothing else."""
    if len(words) < 4:
        raise Misfit("too few numbers")
    equities = _numbers(words[:4])
    return CubeEstimate(Estimate(equity=equities[1]), Estimate(equity=equities[2]))


def _old_rollout(text: str) -> Estimate:
    return Estimate(method="rollout", settings=" ".join(text.split())[:_MOST_SETTINGS])


@lru_cache(maxsize=64)
def _method(plies: str) -> str:
    found = _PLIES.fullmatch(plies)
    if not found:
        raise Misfit(f"{plies[:20]!r} are no plies")
    return f"{int(found[1])}-ply {'cubeful' if plies.endswith('C') else 'cubeless'}"


# -- writing


def _short(value: float | None) -> str:
    return f"{value or 0:.6f}"


def _long(value: float | None) -> str:
    return f"{value or 0:.10g}"


def _chances(estimate: Estimate) -> tuple[float, ...]:
    return estimate.chances or (0.0,) * OUTCOMES


def _seven(estimate: Estimate, in_match: bool) -> tuple[float | None, ...]:
    return (*_chances(estimate), estimate.cubeless, estimate.mwc if in_match else estimate.equity)


def _rollout(estimate: Estimate, in_match: bool | None = None) -> str:
    """Means and standard errors; of a play the cubeful value is a match winning chance if there is one."""
    in_match = estimate.mwc is not None if in_match is None else in_match
    means = " ".join(map(_long, _seven(estimate, in_match)))
    errors = " ".join(map(_long, estimate.std_errors or (0.0,) * _OUTPUTS))
    return f"Output {means} StdDev {errors}"


def _settings(estimate: Estimate) -> list[str]:
    """Plies, deterministic, noise and pruning as GNU Backgammon has them; another program's method by its plies."""
    words = estimate.settings.split()
    if not words or not _PLIES.fullmatch(words[0]):
        plies = _PLIES.match(estimate.method)
        words = [f"{plies[1] if plies else 0}C"]
    return words + ["1", "0.000000", "1"][len(words) - 1 :]
