"""``bgtool eval``: what positions are worth."""

from __future__ import annotations

from typing import Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.options import (
    DepthChoice,
    Rules,
    depth_options,
    evaluator_option,
    ids_argument,
    json_option,
    rules_options,
)
from bgtool.cli.warmup import note_compilation
from bgtool.errors import SettingsError


@click.command()
@ids_argument
@depth_options
@evaluator_option
@click.option("--explain", "explained", is_flag=True, help="Show the share of each feature (heuristic only).")
@rules_options
@json_option
def command(
    ids: tuple[str, ...], depth: DepthChoice, evaluator: str | None, explained: bool, rules: Rules, as_json: bool
) -> None:
    """Winning, gammon and backgammon chances and cubeless equity of positions, for the player on roll.

    The position is judged before the roll: dice in an ID do not count (`bgtool hint` ranks their plays). --explain
    judges with the heuristic, whose features have names, and shows what each of them adds.
    """
    if explained and evaluator not in (None, "heuristic"):
        raise SettingsError(f"evaluator {evaluator!r} cannot explain itself; use --evaluator heuristic with --explain")
    from bgtool.cli.eval_output import eval_document, eval_text
    from bgtool.engine.evaluation import evaluate
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.engine.explain import explain

    note_compilation()
    deep = depth.depth()
    judge = evaluator_named("heuristic" if explained else evaluator)

    def answer(line: str) -> dict[str, Any]:
        state = rules.state(line)
        return eval_document(line, state, evaluate(state, judge, deep), explain(state.position) if explained else None)

    answer_each(ids, answer, eval_text, as_json)
