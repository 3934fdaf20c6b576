"""``bgtool eval``: what positions are worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from bgtool.cli.inputs import answer_each
from bgtool.cli.met_option import met_option, table_of
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
@met_option
@click.option("--explain", "explained", is_flag=True, help="Show the share of each feature (heuristic only).")
@rules_options
@json_option
def command(
    ids: tuple[str, ...],
    depth: DepthChoice,
    evaluator: str | None,
    met: str | None,
    explained: bool,
    rules: Rules,
    as_json: bool,
) -> None:
    """Winning, gammon and backgammon chances, cubeless and cubeful equity of positions, for the player on roll.

    The position is judged before the roll: dice in an ID do not count (`bgtool hint` ranks their plays). The cubeful
    equity (EMG: +1 is the value of the cube) is that of the right cube action with the score and cube of the ID.
    --explain judges with the heuristic, whose features have names, and shows what each of them adds.
    """
    if explained and evaluator not in (None, "heuristic"):
        raise SettingsError(f"evaluator {evaluator!r} cannot explain itself; use --evaluator heuristic with --explain")
    from bgtool.analysis.cube import decide_cube, has_cube_decision
    from bgtool.cli.eval_output import eval_document, eval_text
    from bgtool.engine.evaluation import evaluate
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.engine.explain import explain

    deep = depth.depth()
    if explained and deep.plies:
        raise click.UsageError(f"--explain is about the bare evaluation, not {deep.plies}-ply: leave one of them out.")
    note_compilation()
    judge = evaluator_named("heuristic" if explained else evaluator)

    table = table_of(met)

    def answer(line: str) -> dict[str, Any]:
        state = rules.state(line)
        bare = replace(state, dice=None, rolled=None, offer=None, answering=None)
        decision = decide_cube(bare, judge, table, depth=deep) if has_cube_decision(bare) else None
        explanation = explain(state.position) if explained else None
        return eval_document(line, state, evaluate(state, judge, deep), decision, explanation)

    answer_each(ids, answer, eval_text, as_json)
