"""Score an evaluator's checker plays on decisions whose best play is known: mean loss in mEq (thousandths of a point).

python examples/score_checker_file.py FILE... [--evaluator heuristic] [--limit 500]

Each line of a file is a decision: {"cands": [{"posid": ..., "loss": ...}, ...], "cls": ...}, where `posid` is the
Position ID after a candidate play, opponent on roll, and `loss` (or `loss_cubeless`) the equity that it gives up. The
evaluator chooses among the candidates at 0-ply by cubeless money equity; beside it stands what a random choice loses.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from bgtool.engine.evaluation import evaluate_all
from bgtool.engine.evaluators import evaluator_named
from bgtool.formats.ids import parse_position_id


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--evaluator", help="name of the evaluator (default: the best)")
    parser.add_argument("--limit", type=int, help="only the first so many decisions of a file")
    given = parser.parse_args()
    judge = evaluator_named(given.evaluator)
    for path in given.files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        rows = rows[: given.limit]
        print(f"{path}: {len(rows)} decisions, {judge.name} {judge.digest}, 0-ply")
        chosen, by_chance = losses(rows, judge)
        groups = defaultdict(list)
        for number, row in enumerate(rows):
            groups["all"].append(number)
            groups[row.get("cls") or row.get("set") or "?"].append(number)
        for name, numbers in groups.items():
            print(
                f"  {name:10} n={len(numbers):5}  loss {mean(chosen[numbers])} mEq, random {mean(by_chance[numbers])}, "
                f"best chosen {np.mean(chosen[numbers] == 0):.1%}"
            )


def losses(rows, judge):
    """What each choice of the evaluator loses, and the mean loss over the candidates; float arrays, in points."""
    after = [parse_position_id(candidate["posid"]) for row in rows for candidate in row["cands"]]
    equities = iter([-evaluation.equity for evaluation in evaluate_all(after, judge)])
    chosen, by_chance = [], []
    for row in rows:
        lost = [candidate.get("loss_cubeless", candidate.get("loss")) for candidate in row["cands"]]
        chosen.append(lost[int(np.argmax([next(equities) for _ in lost]))])
        by_chance.append(np.mean(lost))
    return np.array(chosen), np.array(by_chance)


def mean(points):
    return f"{1000 * points.mean():6.2f} (se {1000 * points.std() / len(points) ** 0.5:.2f})"


if __name__ == "__main__":
    main()
