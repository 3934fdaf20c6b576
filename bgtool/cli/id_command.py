"""``bgtool id``: translate position and match identifiers."""

from __future__ import annotations

from typing import Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.options import Rules, ids_argument, json_option, rules_options
from bgtool.formats.ids import match_id, position_id, xgid


@click.command()
@ids_argument
@rules_options
@json_option
def command(ids: tuple[str, ...], rules: Rules, as_json: bool) -> None:
    """Translate IDs into every notation."""

    def answer(line: str) -> dict[str, Any]:
        state = rules.state(line)
        return {"position_id": position_id(state.position), "match_id": match_id(state), "xgid": xgid(state)}

    answer_each(ids, answer, lambda document: "\n".join(f"{k}: {v}" for k, v in document.items()), as_json)
