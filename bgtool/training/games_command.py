"""``python -m bgtool.training games`` and ``relabel``: sets of labelled decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bgtool.training.options import COUNT, EXISTING, FILE, PART, SEED, SHARE, SOME
from bgtool.training.targets import MOST_PLIES

if TYPE_CHECKING:
    from bgtool.kernels.evaluate import Brain


@click.command()
@click.argument("output", type=FILE)
@click.option("--decisions", type=COUNT, default=100_000, show_default=True)
@click.option("--pool", type=EXISTING, help="A set near whose positions some of the games begin.")
@click.option(
    "--kind", "kinds", multiple=True, help="Games of such a kind, NAME or NAME=WEIGHT, instead of the usual ones."
)
@click.option("--part", type=PART, help="Of the pool take what this network learns from.")
@click.option("--race", is_flag=True, help="Races near those of the pool, with exact labels near their end.")
@click.option("--few", is_flag=True, help="Races of one to four checkers a side, with exact labels.")
@click.option("--behind", is_flag=True, help="Lopsided races: checkers left behind while the others are home.")
@click.option(
    "--trace", type=SHARE, default=0.9, show_default=True, help="How much of a later surprise counts; 1 is a rollout."
)
@click.option(
    "--plies",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    help="How deep labels look ahead and games are played.",
)
@click.option(
    "--share", type=SOME, default=1.0, show_default=True, help="Share of the decisions of a game that are labelled."
)
@click.option(
    "--length", type=click.IntRange(1, MOST_PLIES), default=MOST_PLIES, show_default=True, help="Plies of a game."
)
@click.option("--siblings", type=click.IntRange(1, 4), default=2, show_default=True, help="Plays labelled a decision.")
@click.option(
    "--loose", type=SHARE, default=0.1, show_default=True, help="Chance that a sibling nearly as good is played."
)
@click.option("--weights", type=EXISTING, help="Weights to play with instead of the shipped ones.")
@click.option("--seed", type=SEED, default=1, show_default=True)
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
    """Label decisions of games of the shipped network, or that of --weights, into OUTPUT."""
    from bgtool.training.examples import read_examples, write_examples
    from bgtool.training.keys import boards_of
    from bgtool.training.parts import concerning
    from bgtool.training.race import FEW, POINTS_FOR_FEW, judge, race_decisions, races_of, races_of_kind
    from bgtool.training.selfplay import MIXTURE, mixture_of
    from bgtool.training.selfplay import games as self_play
    from bgtool.training.targets import Habits

    if part is not None and pool is None:
        raise click.UsageError("--part chooses among the decisions of a --pool; name one")
    brain = _brain(weights)
    if race + few + behind > 1:
        raise click.UsageError("choose one of --race, --few and --behind")
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


@click.command()
@click.argument("source", type=EXISTING)
@click.argument("output", type=FILE)
@click.option("--decisions", type=COUNT, default=1_000, show_default=True, help="So many of SOURCE, evenly spread.")
@click.option("--level", is_flag=True, help="Roll out the first position alone and move the decision's labels alike.")
@click.option("--trials", type=COUNT, default=36, show_default=True, help="Games for each position.")
@click.option("--weights", type=EXISTING, help="Weights to play with instead of the shipped ones.")
@click.option("--seed", type=SEED, default=1, show_default=True)
def relabel(
    source: Path, output: Path, decisions: int, level: bool, trials: int, weights: Path | None, seed: int
) -> None:
    """Label decisions of a set SOURCE anew by rollouts, into OUTPUT."""
    from bgtool.training.examples import read_examples, write_examples
    from bgtool.training.rolled import rolled_out, with_level

    every = read_examples(source)
    if not len(every):
        raise click.UsageError(f"{source} has no decisions")
    some = every.some(slice(None, None, max(1, len(every) // decisions)))
    write_examples(output, (with_level if level else rolled_out)(_brain(weights), some, trials, seed))


def _brain(weights: Path | None) -> Brain:
    """The shipped network evaluator's brain, or the same with other weights."""
    from bgtool.engine.evaluators import evaluator_named
    from bgtool.engine.network import read_weights

    brain = evaluator_named("net").brain
    if weights is None:
        return brain
    networks, _ = read_weights(weights)
    return networks.parts._replace(bearoff=brain.bearoff)
