"""``python -m bgtool.training``: make, fit and judge networks."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bgtool.errors import BgtoolError
from bgtool.training.parts import PARTS
from bgtool.training.targets import MOST_PLIES

if TYPE_CHECKING:
    from bgtool.kernels.evaluate import Brain

FILE = click.Path(path_type=Path, dir_okay=False)
EXISTING = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False)
PART = click.Choice(PARTS)
EXISTING_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)


@click.group()
def main() -> None:
    """Make, fit and judge the network."""


@main.command()
@click.argument("folder", type=FOLDER)
@click.option("--rounds", default=5, show_default=True, help="Rounds of self-play and fitting.")
@click.option("--decisions", default=100_000, show_default=True, help="New decisions a round.")
@click.option("--steps", default=3_000, show_default=True, help="Steps of fitting a round.")
@click.option("--batch", default=1024, show_default=True, help="Decisions in a step.")
@click.option("--given", type=EXISTING, multiple=True, help="A labelled set that every round trains on as well.")
@click.option("--start", type=EXISTING, help="A checkpoint or weights to begin with instead of random parameters.")
@click.option("--seed", default=1, show_default=True)
@click.option("--threads", default=1, show_default=True)
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
@click.option("--trust", default=0.5, show_default=True, help="How much the levels of the labels in those count.")
@click.option("--checkpoint", type=FILE, required=True, help="Written at each report; a fit goes on from it.")
@click.option("--start", type=EXISTING, help="A checkpoint or weights to begin with.")
@click.option(
    "--part", type=PART, default="contact", show_default=True, help="Which network: from its decisions alone."
)
@click.option("--steps", default=20_000, show_default=True)
@click.option("--step-size", default=1.5e-3, show_default=True)
@click.option("--hold", default=0.5, show_default=True, help="Share of the steps before the step size falls.")
@click.option("--averaging", default=0.999, show_default=True, help="Memory of the mean of parameters that results.")
@click.option("--differences", default=10.0, show_default=True, help="Weight of the differences between siblings.")
@click.option("--sparsity", default=1e-5, show_default=True, help="Price of an open product.")
@click.option("--seed", default=1, show_default=True)
@click.option("--threads", default=1, show_default=True)
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
    from bgtool.training.examples import hold_out, join, read_examples
    from bgtool.training.fit import Plan, file_log, read_start
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
    fit_network(train, held_out, plan, start=begin, checkpoint=checkpoint, log=log)


@main.command()
@click.argument("output", type=FILE)
@click.option("--decisions", default=100_000, show_default=True)
@click.option("--pool", type=EXISTING, help="A set near whose positions some of the games begin.")
@click.option(
    "--kind", "kinds", multiple=True, help="Games of such a kind, NAME or NAME=WEIGHT, instead of the usual ones."
)
@click.option("--part", type=PART, help="Of the pool take the positions in which this network has a word.")
@click.option("--race", is_flag=True, help="Races near those of the pool, with exact labels near their end.")
@click.option("--few", is_flag=True, help="Races of one to four checkers a side, with exact labels.")
@click.option("--behind", is_flag=True, help="Lopsided races: checkers left behind while the others are home.")
@click.option("--trace", default=0.9, show_default=True, help="How much of a later surprise counts; 1 is a rollout.")
@click.option("--plies", type=click.IntRange(1, 2), default=1, show_default=True, help="How deep labels look ahead.")
@click.option("--share", default=1.0, show_default=True, help="Share of the decisions of a game that are labelled.")
@click.option(
    "--length", type=click.IntRange(1, MOST_PLIES), default=MOST_PLIES, show_default=True, help="Plies of a game."
)
@click.option("--siblings", type=click.IntRange(1, 4), default=2, show_default=True, help="Plays labelled a decision.")
@click.option("--loose", default=0.1, show_default=True, help="Chance of a play that is not the best, if close.")
@click.option("--weights", type=EXISTING, help="Weights to play with instead of the shipped ones.")
@click.option("--seed", default=1, show_default=True)
def games(
    output: Path,
    decisions: int,
    pool: Path | None,
    kinds: tuple[str, ...],
    part: str | None,
    race: bool,
    few: bool,
    behind: bool,
    trace: float,
    plies: int,
    share: float,
    length: int,
    siblings: int,
    loose: float,
    weights: Path | None,
    seed: int,
) -> None:
    """Label decisions of the shipped network's games, into OUTPUT."""
    from bgtool.training.examples import read_examples, write_examples
    from bgtool.training.keys import boards_of
    from bgtool.training.parts import concerning
    from bgtool.training.race import FEW, POINTS_FOR_FEW, judge, race_decisions, races_of, races_of_kind
    from bgtool.training.selfplay import MIXTURE, mixture_of
    from bgtool.training.selfplay import games as self_play
    from bgtool.training.targets import Habits

    brain = _brain(weights)
    pooled = None if pool is None else read_examples(pool)
    if pooled is not None and part is not None:
        pooled = concerning(pooled, part)
    boards = None if pooled is None else boards_of(pooled.keys[:, 0])
    if few:
        found = race_decisions(
            judge(brain, POINTS_FOR_FEW, FEW), races_of_kind("few left", decisions, seed), decisions, seed
        )
    elif behind:
        found = race_decisions(judge(brain), races_of_kind("left behind", decisions, seed), decisions, seed)
    elif race:
        if boards is None:
            raise click.UsageError("--race needs a --pool to take races from")
        found = race_decisions(judge(brain), races_of(boards), decisions, seed)
    else:
        habits = Habits(trace=trace, loose=loose, siblings=siblings, plies=plies, share=share, prune=1, length=length)
        mixture = mixture_of(kinds) if kinds else MIXTURE
        found = self_play(brain, decisions, seed, mixture=mixture, habits=habits, pool=boards)
    write_examples(output, found)
    click.echo(f"{len(found)} decisions")


@main.command()
@click.argument("checkpoint", type=EXISTING)
@click.argument("sets", type=EXISTING, nargs=-1, required=True)
@click.option("--part", type=PART, default="contact", show_default=True, help="Which network, on its decisions.")
@click.option("--whole", is_flag=True, help="All decisions, not only those that fits hold out.")
def validate(checkpoint: Path, sets: tuple[Path, ...], part: str, whole: bool) -> None:
    """How far a CHECKPOINT's network, or that of weights, is from the labels of each of the SETS that it never saw."""
    from bgtool.training.examples import hold_out, read_examples
    from bgtool.training.fit import read_start
    from bgtool.training.fit import validate as validated
    from bgtool.training.parts import concerning

    parameters = read_start(checkpoint, part)
    for path in sets:
        found = concerning(read_examples(path), part)
        click.echo(f"{path.name:24s} {validated(parameters, found if whole else hold_out(found)[1])}")


@main.command()
@click.argument("source", type=EXISTING)
@click.argument("output", type=FILE)
@click.option("--decisions", default=1_000, show_default=True, help="So many of SOURCE, evenly spread.")
@click.option("--level", is_flag=True, help="Roll out the first position alone and move the decision's labels alike.")
@click.option("--trials", default=36, show_default=True, help="Games for each position.")
@click.option("--weights", type=EXISTING, help="Weights to play with instead of the shipped ones.")
@click.option("--seed", default=1, show_default=True)
def relabel(
    source: Path, output: Path, decisions: int, level: bool, trials: int, weights: Path | None, seed: int
) -> None:
    """Label decisions of a set SOURCE anew by rollouts, into OUTPUT."""
    from bgtool.training.examples import read_examples, write_examples
    from bgtool.training.rolled import rolled_out, with_level

    every = read_examples(source)
    some = every.some(slice(None, None, max(1, len(every) // decisions)))
    write_examples(output, (with_level if level else rolled_out)(_brain(weights), some, trials, seed))


@main.command()
@click.argument("checkpoints", type=EXISTING, nargs=-1, required=True)
@click.argument("output", type=FILE)
def average(checkpoints: tuple[Path, ...], output: Path) -> None:
    """Write the mean of the parameters of CHECKPOINTS of one fit as a checkpoint OUTPUT, to begin another with."""
    import numpy as np

    from bgtool.training.fit import State, read_start, write_state

    write_state(output, State.fresh(np.mean([read_start(path) for path in checkpoints], axis=0)))


@main.command()
@click.argument("checkpoint", type=EXISTING)
@click.argument("output", type=FILE)
@click.option("--crashed", type=EXISTING, help="The checkpoint of the network for crashed positions, or weights.")
@click.option("--race", type=EXISTING, help="The checkpoint of the network for races, or weights that hold it.")
def export(checkpoint: Path, output: Path, crashed: Path | None, race: Path | None) -> None:
    """Turn a CHECKPOINT, or the network for contact in weights, into weights that bgtool plays with, OUTPUT.

    What no other file is named for is judged by that network as well.
    """
    from bgtool.engine.network import Networks, write_weights
    from bgtool.training.fit import read_start
    from bgtool.training.model import as_weights

    contact = as_weights(read_start(checkpoint))
    others = [
        contact if path is None else as_weights(read_start(path, part))
        for path, part in ((crashed, "crashed"), (race, "race"))
    ]
    digest = write_weights(Networks(contact, *others), output)
    click.echo(f"{output}: {digest}")


@main.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    required=True,
    help="Folder of the judged sets (JSON lines).",
)
@click.option("--evaluator", default="net", show_default=True)
@click.option("--plies", default=0, show_default=True, help="How deep it looks ahead.")
@click.option("--cube", is_flag=True, help="Cube decisions instead of plays and positions.")
def strength(data: Path, evaluator: str, plies: int, cube: bool) -> None:
    """What an evaluator's choices lose, and how far its equities are off, with standard errors."""
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.engine.search import Depth, Lookahead
    from bgtool.training.cube_strength import cube_scores
    from bgtool.training.strength import scores

    judge = evaluator_named(evaluator)
    found = cube_scores(data, judge, Depth(plies)) if cube else scores(data, Lookahead(judge, plies).evaluate)
    for score in found:
        click.echo(str(score))


def _brain(weights: Path | None) -> Brain:
    """The shipped network evaluator's brain, or the same with other weights."""
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.engine.network import read_weights

    brain = evaluator_named("net").brain
    if weights is None:
        return brain
    networks, _ = read_weights(weights)
    return networks.parts._replace(bearoff=brain.bearoff)


if __name__ == "__main__":
    try:
        main()
    except BgtoolError as error:
        sys.exit(f"error: {error}")
