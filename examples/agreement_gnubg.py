"""How far bgtool's `--preset standard` and GNU Backgammon at 2-ply agree on recorded matches.

python examples/agreement_gnubg.py FILE... [--analyses DIR] [--trials 1296] [--misses 10] [--control 3]

GNU Backgammon analyses every match (2-ply, cubeful, the move filter it has by default, luck off) and saves it as SGF;
bgtool judges the record in that SGF and both are compared decision by decision. The decisions on which bgtool's best
play costs most by GNU Backgammon's numbers are then rolled out by bgtool, both plays on the same dice. `--analyses`
keeps the SGF files in a directory and takes those already there. `--control 3` puts GNU Backgammon at 3-ply in the
place of bgtool: how far it agrees with itself when it looks deeper is the most that can be asked of another program.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np

from bgtool.analysis.annotate import annotate
from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.kept import kept_annotations
from bgtool.analysis.records import AnnotatedMatch, CheckerDecision
from bgtool.analysis.settings import Mark
from bgtool.analysis.summary import summaries
from bgtool.core.record import Match
from bgtool.engine.evaluators import Evaluator, evaluator_named
from bgtool.engine.rollout import rollout
from bgtool.engine.search import depth_of
from bgtool.formats import match_text, read_matches
from bgtool.formats.gnubgid import gnubg_id

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"
LONG = 100
"""Unforced plays of both players in a match from which error rates are compared."""
NEAR = 0.002
"""A cost (EMG) too small to tell two plays apart by looking two plies ahead."""

ANALYSE = """set threads 1
set player 0 human
set player 1 human
set automatic roll off
set automatic game off
set automatic move off
set automatic crawford off
set confirm new off
set confirm save off
set display off
set analysis luck off
set analysis chequerplay evaluation plies {plies}
set analysis cubedecision evaluation plies {plies}
import mat {mat}
analyse match
save match {sgf}
"""


@dataclass(frozen=True)
class Miss:
    """A checker play on which the two differ; ``cost`` is what bgtool's best loses by GNU Backgammon's numbers."""

    name: str
    decision: CheckerDecision
    theirs: RankedPlay
    ours: RankedPlay
    ours_by_them: RankedPlay
    theirs_by_us: RankedPlay | None

    @property
    def cost(self) -> float:
        return self.ours_by_them.error


def analysed(path: Path, directory: Path, plies: int = 2) -> Match:
    """The record of a file with GNU Backgammon's analysis beside it."""
    sgf = directory / f"{path.parent.name}_{path.stem}{'' if plies == 2 else f'_{plies}'}.sgf"
    if not sgf.exists():
        [match] = read_matches(path)
        mat = sgf.with_suffix(".mat")
        mat.write_text(match_text(match), encoding="utf-8")
        with tempfile.TemporaryDirectory() as home:
            subprocess.run(
                [GNUBG, "-t", "-q", "-r"],
                input=ANALYSE.format(mat=mat, sgf=sgf, plies=plies),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
                check=True,
                env={**os.environ, "HOME": home},
            )
    [match] = read_matches(sgf)
    return match


def pairs(theirs: AnnotatedMatch, ours: AnnotatedMatch) -> Iterator[tuple[CheckerDecision, CheckerDecision]]:
    """The unforced checker plays that both judge."""
    for one, two in zip(theirs.checker_decisions, ours.checker_decisions, strict=True):
        if one.counts and two.counts:
            yield one, two


def marks(theirs: AnnotatedMatch, ours: AnnotatedMatch) -> Iterator[tuple[Mark, Mark]]:
    """Their mark and ours of every decision, plays and cube, that both judge."""
    for game, own in zip(theirs.games, ours.games, strict=True):
        for one, two in zip(game.annotations, own.annotations, strict=True):
            if one.cube and two.cube:
                yield one.cube.mark, two.cube.mark
            if isinstance(one, CheckerDecision) and isinstance(two, CheckerDecision) and one.counts and two.counts:
                yield one.mark, two.mark


def at(plays: tuple[RankedPlay, ...], play: RankedPlay) -> RankedPlay | None:
    """The same play in another list."""
    return next((other for other in plays if other.after == play.after), None)


def share(hits: int, of: int) -> str:
    """A share in words, with its standard error."""
    part = hits / of if of else 0.0
    return f"{hits} of {of} = {100 * part:.1f} % +- {100 * sqrt(part * (1 - part) / of) if of else 0:.1f}"


def compare(paths: list[Path], directory: Path, evaluator: Evaluator, control: int | None) -> list[Miss]:
    """Print the table of all files; the plays on which the two differ."""
    other = "bgtool" if control is None else f"at {control}-ply"
    errors: list[tuple[float, float]] = []
    misses: list[Miss] = []
    unlisted, shallow, rates = 0, 0, []
    marked: list[tuple[Mark, Mark]] = []
    print(f"{'match':<26} {'points':>6} {'plays':>5} {'same':>5}  error rates, mEMG: GNU Backgammon / {other} / apart")
    for path in paths:
        name = f"{path.parent.name}/{path.name}"
        match = analysed(path, directory)
        theirs = kept_annotations(match)
        if control is None:
            ours = annotate(match, evaluator, depth=depth_of(preset="standard"), alternatives=1000, jobs=1)
        else:
            ours = kept_annotations(analysed(path, directory, control))
        own = list(pairs(theirs, ours))
        before = len(misses) + unlisted
        for one, two in own:
            errors.append((one.error or 0.0, two.error or 0.0))
            if one.plays[0].after == two.plays[0].after:
                continue
            by_them = at(one.plays, two.plays[0])
            if by_them is None:
                unlisted += 1
                continue
            shallow += by_them.plies < one.plays[0].plies
            misses.append(Miss(name, two, one.plays[0], two.plays[0], by_them, at(two.plays, one.plays[0])))
        marked += marks(theirs, ours)
        rated = [
            (a.error_rate or 0.0, b.error_rate or 0.0) for a, b in zip(summaries(theirs), summaries(ours), strict=True)
        ]
        if len(own) >= LONG:
            rates += [1000 * abs(b - a) for a, b in rated]
        same = len(own) - (len(misses) + unlisted - before)
        words = "   ".join(f"{1000 * a:6.2f} /{1000 * b:6.2f} /{1000 * (b - a):+5.2f}" for a, b in rated)
        print(f"{name:<26} {match.length:>6} {len(own):>5} {same:>5}  {words}", flush=True)
    both = np.array(errors)
    bad = [(a, b) for a, b in marked if a in (Mark.BAD, Mark.VERY_BAD)]
    mean = np.mean([miss.cost for miss in misses]) if misses else 0.0
    print(f"\nunforced plays judged by both: {len(both)} in {len(paths)} matches")
    print(f"same best play: {share(len(both) - len(misses) - unlisted, len(both))}")
    print(f"where not, its cost by GNU Backgammon: {mean:.4f} ({len(misses)} plays, {unlisted} not in its list,")
    print(f"  {shallow} judged less deep by it than its best)")
    near = sum(miss.cost < NEAR for miss in misses)
    sieved = sum(miss.theirs_by_us is not None and miss.theirs_by_us.plies < miss.ours.plies for miss in misses)
    print(f"  {near} of them cost less than {NEAR};", end=" ")
    print(f"in {sieved} the other judged GNU Backgammon's best less deep than its own")
    same_or_near = share(len(both) - len(misses) - unlisted + near, len(both))
    print(f"same best play, or one that costs less than {NEAR}: {same_or_near}")
    print(f"the cost over all decisions: {sum(miss.cost for miss in misses) / len(both):.5f}")
    print(f"correlation of the errors of the plays made: {np.corrcoef(both.T)[0, 1]:.4f}")
    print(f"mean error of the plays made: {both[:, 0].mean():.4f} by GNU Backgammon, {both[:, 1].mean():.4f} {other}")
    print(f"players' error rates apart, mEMG: {np.mean(rates):.2f} in the mean, {max(rates):.2f} at most,")
    print(f"  {sum(rate <= 1.5 for rate in rates)} of {len(rates)} within 1.5")
    agreed = share(sum(a is b for a, b in bad), len(bad))
    print(f"bad or worse by GNU Backgammon, plays and cube, with the same mark: {agreed}")
    changed = Counter(f"{a.value} / {b.value or 'none'}" for a, b in bad if a is not b)
    print("  marked differently: " + ", ".join(f"{words} {times}" for words, times in changed.items()), flush=True)
    return sorted(misses, key=lambda miss: -miss.cost)


def roll_out(misses: list[Miss], evaluator: Evaluator, trials: int) -> None:
    """Print each miss with the numbers of both, and what a rollout says."""
    right = {"GNU Backgammon": 0, "bgtool": 0, "open": 0}
    for place, miss in enumerate(misses, 1):
        state, (theirs, ours) = miss.decision.state, (miss.theirs, miss.ours)
        print(f"\n{place}. {miss.name}, {gnubg_id(state)}, {miss.decision.play.dice}")
        seen = miss.theirs_by_us
        by_us = f"{seen.equity:+.4f} ({seen.plies}-ply)" if seen else "-"
        print(f"{'':<32}{'GNU Backgammon':<19}{'bgtool':<19}rollout, {trials} trials")
        results = rollout(
            state,
            [theirs.move, ours.move],
            evaluator=evaluator,
            trials=trials,
            variance_reduction=True,
            cubeful=True,
            jobs=1,
        )
        found = {result.candidate.position: result for result in results.candidates}
        rows = (
            (f"G {theirs.move}", f"{theirs.equity:+.4f} ({theirs.plies}-ply)", by_us, found[theirs.after]),
            (
                f"b {ours.move}",
                f"{miss.ours_by_them.equity:+.4f} ({miss.ours_by_them.plies}-ply)",
                f"{ours.equity:+.4f} ({ours.plies}-ply)",
                found[ours.after],
            ),
        )
        for move, by_them, own, result in rows:
            print(f"   {move:<29}{by_them:<19}{own:<19}{result.equity:+.4f} +- {result.std_error:.4f}")
        last = results.candidates[-1]
        winner = "GNU Backgammon" if last.candidate.position == ours.after else "bgtool"
        sure = last.error > 2 * last.error_std_error
        right[winner if sure else "open"] += 1
        words = "is right" if sure else "leads, within two standard errors"
        print(f"   {winner} {words}: by {last.error:.4f} +- {last.error_std_error:.4f}", flush=True)
    print("\nrollouts: " + ", ".join(f"{name} {times}" for name, times in right.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--analyses", type=Path)
    parser.add_argument("--trials", type=int, default=1296)
    parser.add_argument("--misses", type=int, default=10)
    parser.add_argument("--control", type=int, metavar="PLIES")
    options = parser.parse_args()
    evaluator = evaluator_named()
    with tempfile.TemporaryDirectory() as scratch:
        directory = options.analyses or Path(scratch)
        directory.mkdir(parents=True, exist_ok=True)
        misses = compare(options.files, directory.resolve(), evaluator, options.control)
    if options.control is None:
        roll_out(misses[: options.misses], evaluator, options.trials)


if __name__ == "__main__":
    main()
