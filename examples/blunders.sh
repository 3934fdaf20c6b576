#!/bin/sh
# The decisions of recorded matches that cost more than 0.1, worst first: plays with their three best, cubes with the
# equities of doubling, taking and passing.
#
#   examples/blunders.sh examples/short_match.mat [more files]
#
# analyze writes one JSON object a match; the position with its roll (Position ID and Match ID) goes on to hint.
set -eu

bgtool analyze --json --quiet --min-error 0.1 "$@" |
    python3 -c '
import json, sys

matches = [json.loads(line) for line in sys.stdin]
actions = [action for match in matches for game in match.get("games", []) for action in game["actions"]]
decisions = []
for action in actions:
    cube = action["cube_decision"]
    if action["type"] == "move":
        decisions.append((action["error"], action["player"], action["played"], action))
    if cube:
        decisions.append((cube["error"], action["player"], cube["played"], cube))
costly = [decision for decision in decisions if (decision[0] or 0) > 0.1]
for error, player, played, place in sorted(costly, key=lambda decision: -decision[0]):
    print("#", player, "played", played, "and lost", round(error, 3), file=sys.stderr)
    print(place["position_id"] + ":" + place["match_id"])
' |
    bgtool hint --preset standard --top 3 -
