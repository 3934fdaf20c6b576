"""``python -m bgtool.training``: make, fit and judge networks."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from bgtool.errors import BgtoolError
from bgtool.training.games_command import games, relabel
from bgtool.training.options import (
    COUNT,
    EXISTING,
    EXISTING_FOLDER,
    FILE,
    FOLDER,
    PART,
    PLIES,
    SEED,
    SHARE,
    SIZE,
    THREADS,
    UNUSED_FILE,
)


@click.group()
def main() -> None:
    """Make, fit and judge the network."""


main.add_command(games)
main.add_command(relabel)


@main.command()
@click.argument("folder", type=FOLDER)
@click.option("--rounds", type=COUNT, default=5, show_default=True, help="Rounds of self-play and fitting.")
@click.option("--decisions", type=COUNT, default=100_000, show_default=True, help="New decisions a round.")
@click.option("--steps", type=COUNT, default=3_000, show_default=True, help="Steps of fitting a round.")
@click.option("--batch", type=COUNT, default=1024, show_default=True, help="Decisions in a step.")
@click.option("--given", type=EXISTING, multiple=True, help="A labelled set that every round trains on as well.")
@click.option("--start", type=EXISTING, help="A checkpoint or weights to begin with instead of random parameters.")
@click.option("--seed", type=SEED, default=1, show_default=True)
@click.option("--threads", type=THREADS, default=1, show_default=True)
def run(
    folder: Path,
    rounds: int,
    decisions: int,
    steps: int,
    batch: int,
    given: tuple[Path, ...],
    start: Path | None,
    seed: int,
    threads: int,
) -> None:
    """The whole recipe, into FOLDER; goes on where it was stopped."""
    from bgtool.training.recipe import Recipe
    from bgtool.training.recipe import run as run_recipe

    recipe = Recipe(rounds=rounds, decisions=decisions, steps=steps, seed=seed, threads=threads, batch=batch)
    run_recipe(folder, recipe, given=list(given), start=start)
    click.echo(f"weights are in {folder / 'network.weights'}, the log in {folder / 'log.jsonl'}")


@main.command()
@click.argument("sets", type=EXISTING, nargs=-1, required=True)
@click.option("--noisy", type=EXISTING, multiple=True, help="A set more, such as of games with the luck taken off.")
@click.option(
    "--trust", type=SIZE, default=0.5, show_default=True, help="How much the levels of the labels in those count."
)
@click.option("--checkpoint", type=FILE, required=True, help="Written at each report; a fit goes on from it.")
@click.option("--start", type=EXISTING, help="A checkpoint or weights to begin with.")
@click.option(
    "--part", type=PART, default="contact", show_default=True, help="Which network: the decisions it learns from count."
)
@click.option("--steps", type=COUNT, default=20_000, show_default=True)
@click.option("--step-size", type=SIZE, default=1.5e-3, show_default=True)
@click.option(
    "--hold", type=SHARE, default=0.5, show_default=True, help="Share of the steps before the step size falls."
)
@click.option(
    "--averaging", type=SHARE, default=0.999, show_default=True, help="Memory of the mean of parameters that results."
)
@click.option(
    "--differences", type=SIZE, default=10.0, show_default=True, help="Weight of the differences between siblings."
)
@click.option("--sparsity", type=SIZE, default=1e-5, show_default=True, help="Price of an open product.")
@click.option("--seed", type=SEED, default=1, show_default=True)
@click.option("--threads", type=THREADS, default=1, show_default=True)
def fit(
    sets: tuple[Path, ...],
    noisy: tuple[Path, ...],
    trust: float,
    checkpoint: Path,
    start: Path | None,
    part: str,
    steps: int,
    step_size: float,
    hold: float,
    averaging: float,
    differences: float,
    sparsity: float,
    seed: int,
    threads: int,
) -> None:
    """Fit a network on labelled SETS (.npz with position_key and chances), on the decisions that concern it."""
    from bgtool.training.checkpoint import read_start
    from bgtool.training.examples import hold_out, join, read_examples
    from bgtool.training.fit import Plan, file_log
    from bgtool.training.fit import fit as fit_network
    from bgtool.training.gradient import Emphasis
    from bgtool.training.parts import concerning

    plan = Plan(steps=steps, step_size=step_size, hold=hold, averaging=averaging, seed=seed, threads=threads)
    plan = replace(plan, emphasis=Emphasis(differences=differences, sparsity=sparsity))
    labelled = [read_examples(path) for path in sets] + [read_examples(path, trust) for path in noisy]
    labelled = [concerning(examples, part) for examples in labelled]
    train, held_out = hold_out(join(labelled))
    begin = None if start is None else read_start(start, part)
    log = file_log(checkpoint.with_suffix(".jsonl"))
    fit_network(train, held_out, plan, start=begin, checkpoint=checkpoint, part=part, log=log)


@main.command()
@click.argument("checkpoint", type=EXISTING)
@click.argument("sets", type=EXISTING, nargs=-1, required=True)
@click.option(
    "--part", type=PART, default="contact", show_default=True, help="Which network, on the decisions it learns from."
)
@click.option("--whole", is_flag=True, help="All decisions, not only those that fits hold out.")
def validate(checkpoint: Path, sets: tuple[Path, ...], part: str, whole: bool) -> None:
    """How far a CHECKPOINT's network, or that of weights, is from the labels of each of the SETS that it never saw."""
    from bgtool.training.checkpoint import read_start
    from bgtool.training.examples import hold_out, read_examples
    from bgtool.training.fit import validate as validated
    from bgtool.training.parts import concerning

    parameters = read_start(checkpoint, part, fitted=True)
    for path in sets:
        found = concerning(read_examples(path), part)
        click.echo(f"{path.name:24s} {validated(parameters, found if whole else hold_out(found)[1])}")


@main.command()
@click.argument("checkpoints", type=EXISTING, nargs=-1, required=True)
@click.argument("output", type=UNUSED_FILE)
@click.option("--part", type=PART, help="Which network, where weights are among the checkpoints.")
def average(checkpoints: tuple[Path, ...], output: Path, part: str | None) -> None:
    """Write the mean of the parameters of CHECKPOINTS (or weights) as a checkpoint OUTPUT, to begin a fit with."""
    from bgtool.training.checkpoint import mean_of, write_state

    write_state(output, mean_of(checkpoints, part or ""))


@main.command()
@click.argument("checkpoint", type=EXISTING)
@click.argument("output", type=UNUSED_FILE)
@click.option("--crashed", type=EXISTING, help="The checkpoint of the network for crashed positions, or weights.")
@click.option("--race", type=EXISTING, help="The checkpoint of the network for races, or weights that hold it.")
def export(checkpoint: Path, output: Path, crashed: Path | None, race: Path | None) -> None:
    """Turn a CHECKPOINT, or the network for contact in weights, into weights that bgtool plays with, OUTPUT.

    What no other file is named for is judged by that network as well.
    """
    from bgtool.engine.network import Networks, write_weights
    from bgtool.training.checkpoint import read_start
    from bgtool.training.model import as_weights

    contact = as_weights(read_start(checkpoint, fitted=True))
    others = [
        contact if path is None else as_weights(read_start(path, part, fitted=True))
        for path, part in ((crashed, "crashed"), (race, "race"))
    ]
    digest = write_weights(Networks(contact, *others), output)
    click.echo(f"{output}: {digest}")


@main.command()
@click.option("--data", type=EXISTING_FOLDER, required=True, help="Folder of the judged sets (JSON lines).")
@click.option("--evaluator", default="net", show_default=True)
@click.option("--plies", type=PLIES, default=0, show_default=True, help="How deep it looks ahead.")
@click.option("--cube", is_flag=True, help="Cube decisions instead of plays and positions.")
def strength(data: Path, evaluator: str, plies: int, cube: bool) -> None:
    """What an evaluator's choices lose, and how far its equities are off, with standard errors."""
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.engine.search import Depth, Lookahead
    from bgtool.training.cube_strength import cube_scores
    from bgtool.training.strength import scores

    judge = evaluator_named(evaluator)
    found = cube_scores(data, judge, Depth(plies)) if cube else scores(data, Lookahead(judge, plies).evaluate)
    score = None
    for score in found:
        click.echo(str(score))
    if score is None:
        raise click.UsageError(f"{data} has none of the judged sets")


if __name__ == "__main__":
    try:
        main()
    except (BgtoolError, OSError) as error:
        sys.exit(f"error: {error}")
