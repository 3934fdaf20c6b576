#!/bin/sh
# The plays of recorded matches that cost more than 0.1, worst first, each with its three best plays.
#
#   examples/blunders.sh examples/short_match.mat [more files]
#
# analyze writes one JSON object a match; the position with its roll (Position ID and Match ID) goes on to hint.
set -eu

bgtool analyze --json --quiet "$@" |
    python3 -c '
import json, sys

matches = [json.loads(line) for line in sys.stdin]
actions = [action for match in matches for game in match.get("games", []) for action in game["actions"]]
errors = [action for action in actions if (action["error"] or 0) > 0.1]
for action in sorted(errors, key=lambda action: -action["error"]):
    print("#", action["player"], "played", action["played"], "and lost", round(action["error"], 3), file=sys.stderr)
    print(action["position_id"] + ":" + action["match_id"])
' |
    bgtool hint --top 3 -
