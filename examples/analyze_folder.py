"""Analyse every match file of a folder with the library: error rates, and the plays that cost more than 0.1.

python examples/analyze_folder.py examples
"""

import sys
from pathlib import Path

import bgtool
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
        rate = "no unforced play" if summary.error_rate is None else f"{1000 * summary.error_rate:.1f} mEMG"
        print(f"  {summary.name}: {summary.unforced} unforced plays, {rate}")
    costly = [decision for decision in analysis.checker_decisions if (decision.error or 0) > COSTLY]
    for decision in sorted(costly, key=lambda decision: -decision.error):
        name = analysis.match.players[decision.seat]
        played, best = decision.played.move, decision.plays[0].move
        print(f"    -{decision.error:.3f}  {name} {decision.play.dice}: {played}, best {best}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "examples"))
