"""Analyse every match file of a folder with the library: error rates, and the decisions that cost more than 0.1.

python examples/analyze_folder.py examples
"""

import sys
from pathlib import Path

import bgtool
from bgtool.analysis.records import CheckerDecision
from bgtool.analysis.summary import summaries

COSTLY = 0.1


def main(folder: str) -> int:
    failed = 0
    for path in sorted(Path(folder).rglob("*.mat")):
        try:
            analyses = bgtool.analyze(path)
        except (bgtool.BgtoolError, OSError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed += 1
            continue
        for analysis in analyses:
            report(path, analysis)
    return 1 if failed else 0


def report(path, analysis):
    print(f"{path} ({analysis.settings})")
    for summary in summaries(analysis):
        rate = "nothing judged" if summary.error_rate is None else f"{1000 * summary.error_rate:.1f} mEMG"
        print(f"  {summary.name}: {summary.unforced} unforced plays, {summary.close} cube decisions, {rate}")
    costly = [decision for decision in analysis.errors() if decision.error > COSTLY]
    for decision in sorted(costly, key=lambda decision: -decision.error):
        print(f"    -{decision.error:.3f}  {analysis.match.players[decision.seat]} {words(decision)}")


def words(decision):
    """What was done and what was best: a play of the dice, or a cube decision."""
    if isinstance(decision, CheckerDecision):
        return f"{decision.play.dice}: {decision.played.move}, best {decision.plays[0].move}"
    return f"{decision.done.value}, best {decision.best.value}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "examples"))
