"""What statistics need, out of analysed matches as ``bgtool analyze --json`` writes them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any

from bgtool.analysis.records import AnnotatedMatch
from bgtool.analysis.settings import Mark
from bgtool.analysis.stats import Fact, Kind, MatchFacts, kind_of_play
from bgtool.core.record import Match
from bgtool.core.variant import variant_named
from bgtool.errors import BgtoolError, ParseError
from bgtool.formats.gnubgid import parse_position_id
from bgtool.formats.registry import matches_in
from bgtool.formats.source import Source
from bgtool.report.jsonout import ANALYSIS_SCHEMA, Document, analysis_document

_MARKS = {mark.words: mark for mark in Mark}


def facts_in(
    file: str | Path, annotated: Callable[[Match], AnnotatedMatch], form: str | None = None
) -> Iterator[MatchFacts]:
    """The facts of every match in a file (``-`` is standard input).

    The file holds analysed matches, or matches of any format (``form`` names it), which ``annotated`` analyses. Raises
    :class:`~bgtool.errors.ParseError` or :class:`OSError` for one that cannot be read.
    """
    source = Source.of(file)
    name = source.file
    if form is None and source.is_text and is_analysis(source.text):
        for document in read_analyses(source.text, name):
            yield match_facts(document, name)
        return
    for match in matches_in(source, form):
        yield match_facts(analysis_document(annotated(match), name), name)


def is_analysis(text: str) -> bool:
    """Whether a text looks like analysed matches."""
    head = text.lstrip()[:200]
    return head.startswith('{"input":') or (head.startswith("{") and '"bgtool.analysis/' in head)


def read_analyses(text: str, file: str) -> Iterator[Document]:
    """The documents of a file, one a line or a single one over many lines.

    What could not be analysed and says so in its place is left out. Raises :class:`~bgtool.errors.ParseError` for
    what is no analysis, or one of another schema.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    try:
        documents = [(1, json.loads(text))]
    except ValueError:
        documents = [(number, _parsed(line, file, number)) for number, line in lines]
    for number, document in documents:
        if not isinstance(document, dict):
            raise ParseError("no analysis: expected a JSON object", file=file, line=number)
        if "error" in document and "schema" not in document:
            continue
        schema = document.get("schema")
        if schema != ANALYSIS_SCHEMA:
            message = f"schema {schema!r}: this bgtool reads {ANALYSIS_SCHEMA!r}; analyse the match again"
            raise ParseError(message, file=file, line=number)
        yield document


def match_facts(document: Document, file: str) -> MatchFacts:
    """The facts of one analysed match.

    Raises :class:`~bgtool.errors.ParseError` for a document that is damaged, or holds only some of the decisions.
    """
    try:
        found = _facts(document, file)
        for seat, totals in enumerate(document["players"]):
            wanted = totals["checker"]["unforced_moves"] + totals["cube"]["close_or_actual"]
            if totals["seat"] != seat or sum(fact.seat == seat for fact in found.facts) != wanted:
                raise ParseError("only some of the decisions are in there: analyse the whole match", file=file)
        if len(document["players"]) != len(found.players):
            raise ParseError("only one player's decisions are in there: analyse the whole match", file=file)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, BgtoolError):
            raise
        raise ParseError(f"a damaged analysis ({type(error).__name__}: {error})", file=file) from None
    return found


def _parsed(line: str, file: str, number: int) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise ParseError(f"not JSON ({error})", file=file, line=number) from None


def _facts(document: Document, file: str) -> MatchFacts:
    match = document["match"]
    first, second = match["players"]
    checkers = variant_named(match["variant"]).checkers
    facts: list[Fact] = []
    luck: tuple[list[float], list[float]] = ([], [])
    moves = [0, 0]
    for game in document["games"]:
        rolls = [0, 0]
        for action in game["actions"]:
            cube = action["cube_decision"]
            if cube is not None and cube["close_or_actual"]:
                facts.append(_cube_fact(action, cube, game["number"], file))
            if action["type"] != "move":
                continue
            seat = action["seat"]
            if seat not in (0, 1):
                raise ValueError(f"seat {seat!r}")
            if action["error"] is not None and not action["forced"]:
                kind = kind_of_play(parse_position_id(action["position_id"], checkers), rolls[seat])
                facts.append(_play_fact(action, kind, game["number"], file))
            if action["luck"] is not None:
                luck[seat].append(_number(action["luck"]))
            rolls[seat] += 1
            moves[seat] += 1
    return MatchFacts(
        file=file,
        players=(first, second),
        winner=_winner(match),
        facts=tuple(facts),
        luck=(tuple(luck[0]), tuple(luck[1])),
        moves=(moves[0], moves[1]),
        signature=_signature(document),
        settings=_settings(document["settings"]),
    )


def _play_fact(action: Document, kind: Kind, game: int, file: str) -> Fact:
    dice = "".join(map(str, action["dice"]))
    return Fact(
        seat=action["seat"],
        kind=kind,
        error=_number(action["error"]),
        error_mwc=_number_if_any(action["error_mwc"]),
        mark=_MARKS[action["mark"] or ""],
        matters=not action["trivial"],
        file=file,
        game=game,
        number=action["number"],
        done=f"{dice}: {action['played']}",
        best=action["best"],
        moment=f"{action['position_id']}:{action['match_id']}",
    )


def _cube_fact(action: Document, cube: Document, game: int, file: str) -> Fact:
    return Fact(
        seat=cube["seat"],
        kind=Kind(cube["played"]),
        error=_number(cube["error"]),
        error_mwc=_number_if_any(cube["error_mwc"]),
        mark=_MARKS[cube["mark"] or ""],
        file=file,
        game=game,
        number=action["number"],
        done=cube["played"],
        best=cube["best"],
        moment=f"{action['position_id']}:{action['match_id']}",
    )


def _number(value: Any) -> float:
    """The value of a field that is a finite number. Raises :class:`ValueError`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _number_if_any(value: Any) -> float | None:
    return None if value is None else _number(value)


def _winner(match: Document) -> int | None:
    """Who won the match; None for a money session and one that was not finished."""
    reached = [seat for seat, points in enumerate(match["final_score"]) if 0 < match["length"] <= points]
    return reached[0] if len(reached) == 1 else None


def _signature(document: Document) -> str:
    """What happened in the match, in short: who played, and every roll and turn of the cube."""
    match = document["match"]
    actions = [
        [game["score"], [[one["seat"], one["type"], one["dice"], one["played"]] for one in game["actions"]]]
        for game in document["games"]
    ]
    told = json.dumps([match["players"], match["length"], actions])
    return hashlib.sha256(told.encode()).hexdigest()


def _settings(settings: Document) -> str:
    met = f" ({settings['met']})" if settings["met"] else ""
    rollout = settings.get("rollout")
    rolled = f", unclear ones rolled out ({rollout['trials']} games)" if rollout else ""
    return f"{settings['evaluator']} {settings['digest']}, {settings['plies']}-ply{rolled}, {settings['equity']}{met}"
