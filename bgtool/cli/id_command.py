"""``bgtool id``: translate position and match identifiers."""

from __future__ import annotations

from typing import Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.options import Rules, ids_argument, json_option, rules_options
from bgtool.core.state import MatchState
from bgtool.errors import IdError
from bgtool.formats.explain import explain
from bgtool.formats.ids import Notation, Reading, losses, match_id, position_id, write_id

SCHEMA = "bgtool.id/1"

_WHOLE = {"gnubg_id": Notation.GNUBG, "xgid": Notation.XGID, "ogid": Notation.OGID}


def _targets(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[Notation, ...]:
    try:
        return tuple(Notation(name.strip().lower()) for name in value.split(",")) if value else ()
    except ValueError:
        names = ", ".join(notation.value for notation in Notation)
        raise click.BadParameter(f"{value!r}: expected one or more of {names}, joined by commas") from None


@click.command()
@ids_argument
@click.option("--to", "targets", callback=_targets, metavar="NAMES", help="Only these: gnubg, xgid, ogid, position.")
@click.option("--explain", "in_words", is_flag=True, help="Say each field of the ID in words.")
@rules_options
@json_option
def command(ids: tuple[str, ...], targets: tuple[Notation, ...], in_words: bool, rules: Rules, as_json: bool) -> None:
    """Translate IDs into every notation, or into the ones asked for (a line for each ID, tabs between them).

    Says what an ID leaves open and what was taken instead, and what a notation cannot hold.
    """

    def answer(line: str) -> dict[str, Any]:
        reading = rules.reading(line)
        document = _document(line, reading, rules)
        for target in targets:
            document.setdefault("to", []).append(write_id(reading.state, target))
        if in_words:
            document["fields"] = [field._asdict() for field in explain(reading)]
        return document

    answer_each(ids, answer, _text, as_json)


def _document(line: str, reading: Reading, rules: Rules) -> dict[str, Any]:
    state = reading.state
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "input": line,
        "notation": reading.notation.value,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
    }
    impossible = {}
    for name, notation in _WHOLE.items():
        document[name], fault = _written(state, notation)
        if fault:
            impossible[name] = fault
    document["not_written"] = impossible
    left_out = {notation.value: list(losses(state, notation)) for notation in _WHOLE.values()}
    document["lost"] = {name: lost for name, lost in left_out.items() if lost}
    document["unsaid"] = [fact._asdict() for fact in reading.unsaid if not rules.settles(fact.fact)]
    return document


def _written(state: MatchState, notation: Notation) -> tuple[str | None, str | None]:
    try:
        return write_id(state, notation), None
    except IdError as error:
        return None, str(error)


def _text(document: dict[str, Any]) -> str:
    if "to" in document:
        return "\t".join(document["to"])
    if "fields" in document:
        fields = document["fields"]
        width = max(len(field["name"]) for field in fields)
        raw = max(len(field["raw"]) for field in fields)
        lines = [f"{f['name']:<{width}}  {f['raw']:<{raw}}  {f['words']}" for f in fields]
    else:
        lines = []
        for name, notation in _WHOLE.items():
            lines.append(f"{notation.title:<9} {document[name] or '- ' + document['not_written'][name]}")
            lost = document["lost"].get(notation.value)
            if lost and document[name]:
                lines.append(f"          leaves out: {', '.join(lost)}")
    if document["unsaid"]:
        lines.append(
            "not said: " + ", ".join(f"{fact['fact']} (taken: {fact['taken']})" for fact in document["unsaid"])
        )
    return "\n".join(lines)
