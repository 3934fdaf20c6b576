"""A rollout as a JSON document and as text in the spirit of GNU Backgammon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

from bgtool.engine.rollout_records import CubeVerdict, RolledOut, Rollout
from bgtool.engine.rollout_run import RolloutRun
from bgtool.formats.ids import match_id, position_id, xgid_if_any

SCHEMA = "bgtool.rollout/1"

_CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
_GAMES = ("won_single", "won_gammon", "won_backgammon", "lost_single", "lost_gammon", "lost_backgammon")
_DROPS = ("by_opponent", "own")
_ACTIONS = {"no-double": ("No double", "No redouble"), "double-take": ("Double, take", "Redouble, take")}
_PASS, _BEAVER = ("Double, pass", "Redouble, pass"), ("Double, beaver", "Redouble, beaver")
_STOPPED = {
    "until_se": "stopped: standard errors small enough",
    "until_jsd": "stopped: one play left",
    "time": "stopped: time is up",
    "interrupted": "interrupted",
}

Document = dict[str, Any]


def rollout_document(given: str, rollout: Rollout) -> Document:
    """The rollout as JSON-ready values, best candidate first; ``given`` is what the user asked with."""
    state = rollout.state
    return {
        "schema": SCHEMA,
        "id": given,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
        "xgid": xgid_if_any(state),
        "game_over": state.position.ending(state.variant.max_points),
        "dice": None if state.dice is None else str(state.dice),
        "settings": {
            "evaluator": f"{rollout.evaluator} {rollout.digest}",
            "met": rollout.met if state.length and rollout.settings.cubeful else None,
            "variant": state.variant.name,
            "jacoby": state.jacoby,
            "beavers": state.beavers,
            **asdict(rollout.settings),
        },
        "redouble": state.cube.owner is not None,
        "trials": rollout.trials,
        "stopped": rollout.stopped,
        "candidates": [_candidate(result) for result in rollout.candidates],
        "cube": None if rollout.verdict is None else _cube(rollout.verdict),
    }


def _cube(verdict: CubeVerdict) -> Document:
    return {
        "no_double": verdict.no_double,
        "double_take": verdict.double_take,
        "double_pass": verdict.double_pass,
        "double_beaver": verdict.double_beaver,
        "proper_action": verdict.proper_action,
        "proper_action_text": verdict.words,
        "double_gains": verdict.doubling,
        "double_gains_std_error": _finite(verdict.doubling_error),
        "double_jsd": verdict.jsd,
        "take_gains": verdict.taking,
        "take_gains_std_error": _finite(verdict.taking_error),
        "take_jsd": verdict.answer_jsd,
    }


def _candidate(result: RolledOut) -> Document:
    move, position = result.candidate.move, result.candidate.position
    return {
        "play": None if move is None else str(move),
        "action": result.candidate.action,
        "position_id": position_id(position if move is None else position.swapped()),
        "equity": result.equity,
        "std_error": _finite(result.std_error),
        "std_deviation": _finite(result.std_deviation),
        "mwc": result.mwc,
        "cubeless_equity": result.cubeless_equity,
        "cubeless_std_error": _finite(result.cubeless_std_error),
        "trials": result.trials,
        "error": result.error,
        "error_std_error": _finite(result.error_std_error),
        "jsd": result.jsd,
        "dropped": result.dropped,
        "raw_equity": result.raw_equity,
        "raw_std_error": _finite(result.raw_std_error),
        **dict(zip(_CHANCES, result.outcomes, strict=True)),
        "std_errors": {name: _finite(e) for name, e in zip(_CHANCES, result.chance_errors, strict=True)},
        "raw": dict(zip(_CHANCES, result.raw_chances, strict=True)),
        "games": None if result.games is None else dict(zip(_GAMES, result.games, strict=True)),
        "drops": dict(zip(_DROPS, result.drops, strict=True)),
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def rollout_text(document: Document) -> str:
    """The document as a person reads it: settings, then for each candidate equity, chances and standard errors."""
    return "\n".join(_lines(document))


def _lines(document: Document) -> Iterator[str]:
    settings = document["settings"]
    rolled = "" if document["dice"] is None else f", rolled {document['dice']}"
    yield f"Rollout of {document['position_id']}:{document['match_id']}{rolled}"
    yield f"  {_settings_line(document)}"
    if document["game_over"]:
        yield f"  The game is over: {document['game_over']}."
    for place, candidate in enumerate(document["candidates"], start=1):
        loss = ""
        if place > 1:
            jsd = "" if candidate["jsd"] is None else f", {candidate['jsd']:.1f} JSD"
            loss = f"  ({-candidate['error']:+.3f} ± {_se(candidate['error_std_error'])}{jsd})"
        name = _name(candidate, document["redouble"])
        mwc = "" if candidate["mwc"] is None else f"  MWC {candidate['mwc']:.2%}"
        yield f"{place:4}. {name:25}  Eq.: {candidate['equity']:+.3f} ± {_se(candidate['std_error'])}{mwc}{loss}"
        cubeless = f"{candidate['cubeless_equity']:+.3f} ± {_se(candidate['cubeless_std_error'])}"
        more = f"  cubeless {cubeless}" if settings["cubeful"] else ""
        yield f"      {_chances(candidate)}{more}  SD {_se(candidate['std_deviation'])}"
        yield f"     [{_chances(candidate['std_errors'], errors=True)}]" + _games(candidate, settings["cubeful"])
        if settings["variance_reduction"]:
            raw = f"{candidate['raw_equity']:+.3f} ± {_se(candidate['raw_std_error'])}"
            yield f"      without variance reduction: {_chances(candidate['raw'])}  {raw}"
    if document["cube"] is not None:
        yield from _verdict(document["cube"], len(document["candidates"]), document["redouble"])


def _name(candidate: Document, redouble: bool) -> str:
    if candidate["action"] is not None:
        return _ACTIONS[candidate["action"]][redouble]
    play = candidate["play"]
    return "position" if play is None else play or "cannot move"


def _verdict(cube: Document, listed: int, redouble: bool) -> Iterator[str]:
    yield f"{listed + 1:4}. {_PASS[redouble]:25}  Eq.: {cube['double_pass']:+.3f}"
    if cube["double_beaver"] is not None:
        yield f"{listed + 2:4}. {_BEAVER[redouble]:25}  Eq.: {cube['double_beaver']:+.3f}"
    double = _margin("doubling gains" if cube["double_gains"] > 0 else "doubling costs", cube, "double")
    answer = _margin("passing costs" if cube["take_gains"] >= 0 else "taking costs", cube, "take")
    yield f"  Proper cube action: {cube['proper_action_text']}; {double}, {answer}"


def _margin(words: str, cube: Document, what: str) -> str:
    """How much one choice is worth more than the other, and how sure that is."""
    jsd = cube[f"{what}_jsd"]
    gain, error = cube[f"{what}_gains"], cube[f"{what}_gains_std_error"]
    return f"{words} {abs(gain):.3f} ± {_se(error)}" + ("" if jsd is None else f" ({jsd:.1f} JSD)")


def _settings_line(document: Document) -> str:
    settings = document["settings"]
    words = [
        "1 trial" if document["trials"] == 1 else f"{document['trials']} trials",
        f"{settings['plies']}-ply{' prune' * settings['prune']} {settings['evaluator']}",
        *([] if settings["cube_plies"] == settings["plies"] else [f"cube {settings['cube_plies']}-ply"]),
        "cubeful" if settings["cubeful"] else "cubeless",
        "to the end" if settings["truncate"] is None else f"truncated after {settings['truncate']} rolls",
    ]
    if settings["variance_reduction"]:
        words.append("variance reduction")
    words.append("stratified dice" if settings["stratified"] else "random dice")
    if settings["initial"]:
        words.append("opening roll")
    words.append(f"seed {settings['seed']}")
    words += [word for word in ("jacoby", "beavers") if settings[word] and settings["cubeful"]]
    if settings["met"] is not None:
        words.append(settings["met"])
    if settings["variant"] != "standard":
        words.append(settings["variant"])
    if document["stopped"] in _STOPPED:
        words.append(_STOPPED[document["stopped"]])
    return ", ".join(words)


def _chances(numbers: Document, errors: bool = False) -> str:
    """Chances, or their errors, in GNU Backgammon's order: wins, then losses."""
    values: Sequence[float | None] = [numbers[name] for name in _CHANCES]
    win = values[0]
    lose = win if errors or win is None else 1 - win
    return "{} {} {} - {} {} {}".format(*(_se(value) for value in (*values[:3], lose, *values[3:])))


def _se(number: float | None) -> str:
    return "  ?  " if number is None else f"{number:.3f}"


def _games(candidate: Document, cubeful: bool) -> str:
    drops = f"  dropped {candidate['drops']['by_opponent']} - {candidate['drops']['own']}" if cubeful else ""
    games = candidate["games"]
    if games is None:
        return f"  {candidate['trials']} game{'s' * (candidate['trials'] != 1)}{drops}"
    won, lost = (" ".join(str(games[name]) for name in half) for half in (_GAMES[:3], _GAMES[3:]))
    return f"  games {won} - {lost}{drops}"


def progress_text(run: RolloutRun) -> str:
    """What a rollout at work has found so far, in one line."""
    done, total = run.trials, run.settings.trials
    best = run.result().best
    text = f"{done:,} of {total:,} trials  {best.equity:+.3f} ± {_se(_finite(best.std_error))}"
    if best.candidate.move is not None:
        text += f"  {best.candidate.move}, {len(run.live)} of {len(run.candidates)} plays in"
    left = run.seconds * (total - done) / done
    if run.settings.time is not None:
        left = min(left, run.settings.time - run.seconds)
    minutes, seconds = divmod(max(0, round(left)), 60)
    return f"{text}  {minutes}:{seconds:02} left"
