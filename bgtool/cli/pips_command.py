"""``bgtool pips``: pip counts and race numbers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.options import Rules, ids_argument, json_option, rules_options
from bgtool.core.position import Position
from bgtool.core.race import race_counts
from bgtool.errors import InputError
from bgtool.formats.ids import position_id

SCHEMA = "bgtool.pips/1"

RACE_FIGURES = "Keith, Thorp, Ward, 8-9-12, Kleinman, Isight, effective pip count, wastage"


@click.command()
@ids_argument
@rules_options
@json_option
def command(ids: tuple[str, ...], rules: Rules, as_json: bool) -> None:
    """Pip counts, and for races what every counting method says about the cube.

    Seen by the player on roll; the decisions are for money play. The effective pip count is the exact mean number of
    rolls to bear off, times 49/6; its excess over the pip count is the wastage.
    """
    answer_each(ids, lambda line: _document(line, rules.state(line).position), _text, as_json)


def _document(line: str, position: Position) -> dict[str, Any]:
    mine, theirs = position.pips
    race = not position.is_over and not position.has_contact
    reason = "the game is over" if position.is_over else "there is still contact"
    return {
        "schema": SCHEMA,
        "input": line,
        "position_id": position_id(position),
        "pips": {"on_roll": mine, "opponent": theirs, "lead": theirs - mine},
        "race": race,
        "counts": [asdict(count) | {"action": count.action} for count in race_counts(position)] if race else [],
        "effective": _effective(position) if race else None,
        "not_applicable": None if race else {"figures": RACE_FIGURES, "reason": reason},
    }


def _effective(position: Position) -> dict[str, Any]:
    """Effective pip counts of both players, or for each the reason why there is none."""
    from bgtool.cli.warmup import note_compilation
    from bgtool.engine.bearoff import effective_pips

    note_compilation()
    found: dict[str, Any] = {}
    for name, row in (("on_roll", position.on_roll), ("opponent", position.opponent)):
        try:
            found[name] = effective_pips(row)._asdict()
        except InputError as error:
            found[name] = {"error": str(error)}
    return found


def _text(document: dict[str, Any]) -> str:
    pips = document["pips"]
    lines = [_player(document, "on_roll", "on roll "), _player(document, "opponent", "opponent"), _lead(pips)]
    if not document["race"]:
        absent = document["not_applicable"]
        return "\n".join([*lines, f"{absent['reason']}: {absent['figures']} do not apply"])
    lines.append(f"{'':10}{'on roll':>8}{'opponent':>10}{'win':>8}  cube in the middle  cube owned")
    for count in document["counts"]:
        win = "" if count["win"] is None else f"{100 * count['win']:.1f}%"
        owned = ("redouble" if count["redouble"] else "no redouble") + count["action"][count["action"].index(",") :]
        numbers = f"{count['on_roll']:>8.4g}{count['opponent']:>10.4g}{win:>8}"
        lines.append(f"{count['name']:<10}{numbers}  {count['action']:<18}  {owned}")
    return "\n".join(lines)


def _player(document: dict[str, Any], key: str, name: str) -> str:
    line = f"{name}  {document['pips'][key]:>3} pips"
    effective = (document["effective"] or {}).get(key)
    if effective is None:
        return line
    if "error" in effective:
        return f"{line}  no effective pip count: {effective['error']}"
    return (
        f"{line}  effective {effective['epc']:.3f}  wastage {effective['wastage']:.3f}"
        f"  mean rolls {effective['mean_rolls']:.4f}"
    )


def _lead(pips: dict[str, int]) -> str:
    if not pips["lead"]:
        return "even"
    share = f" ({100 * pips['lead'] / pips['on_roll']:+.1f}%)" if pips["on_roll"] else ""
    return f"{'ahead' if pips['lead'] > 0 else 'behind'} by {abs(pips['lead'])}{share}"
