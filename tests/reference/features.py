"""The heuristic's features in plain Python, written from their descriptions and not from the kernel."""

from __future__ import annotations

from math import sqrt

from bgtool.core.dice import ROLLS
from bgtool.core.position import Position

HOME_POINTS = range(1, 7)
BACK_POINTS = range(19, 26)


def contact_features(position: Position) -> dict[tuple[str, str], float]:
    """Every contact feature by (whose, name)."""
    mine, theirs = position.on_roll, position.opponent
    features = {("mine", name): value for name, value in side(mine, theirs).items()}
    features |= {("theirs", name): value for name, value in side(theirs, mine).items()}
    my_pips, their_pips = position.pips
    lead = (their_pips - my_pips + 4) / sqrt(my_pips + their_pips + 10)
    features["shared", "on roll"] = 1
    features["shared", "pip lead"] = lead / 5
    features["shared", "race standing"] = lead / sqrt(4 + lead * lead)
    return features


def side(row, other) -> dict[str, float]:
    """What one player has on the board; ``other`` in the other player's numbering."""
    board = [sum(other[p] >= 2 for p in HOME_POINTS), sum(row[p] >= 2 for p in HOME_POINTS)]
    features: dict[str, float] = {}
    for p in range(1, 25):
        features[f"point {p}"] = row[p] >= 2
        features[f"blot {p}"] = row[p] == 1
        features[f"spare {p}"] = row[p] >= 3
    for name, points in (("buried", (1, 3)), ("stacked", (4, 8)), ("stacked outside", (9, 24))):
        features[name] = sum(max(0, row[p] - 3) for p in range(points[0], points[1] + 1))
    features["pips"] = sum(p * n for p, n in enumerate(row)) / 100
    features["on the bar"] = row[25] > 0
    features["more on the bar"] = max(0, row[25] - 1)
    features["borne off"] = row[0] / 15
    features["bearing off"] = row[0] > 0
    chance, pips = hit_chance(other, row)
    features["shots"] = chance
    features["shots from a board"] = chance * board[0] / 6
    features["shots from a strong board"] = chance * max(0, board[0] - 3)
    features["pips at risk"] = pips / 25
    features["fourth home point"] = max(0, board[1] - 3)
    features["fifth home point"] = max(0, board[1] - 4)
    features["closed board"] = board[1] == 6
    features["board against the bar"] = board[1] / 6 if other[25] else 0
    features["dance"] = (board[1] / 6) ** 2 if other[25] else 0
    passed = 25 - last(other)
    for length in (4, 5, 6):
        starts = range(passed + 1, 25 - length + 1)
        features[f"prime of {length}"] = any(all(row[s + i] >= 2 for i in range(length)) for s in starts)
    back = [p for p in BACK_POINTS for _ in range(row[p])]
    held = {p: 1 - escape_chance(p, other) for p in set(back)}
    features["last checker held"] = held[max(back)] if back else 0
    features["back checkers held"] = sum(held[p] for p in back) / 2
    features["third back checker"] = max(0, len(back) - 2)
    anchor = any(row[p] >= 2 for p in BACK_POINTS if p < 25)
    features["no anchor"] = board[0] / 6 if back and not anchor else 0
    features["back against a board"] = len(back) * board[0] / 12
    features["to pass"] = sum(row[p] for p in range(max(0, passed + 1), 26)) / 15
    features["overlap"] = max(0, last(row) - passed) / 24
    gammon_pips = sum(max(0, p - 6) * n for p, n in enumerate(row))
    features["gammon pips"] = gammon_pips / 100
    features["gammon race"] = gammon_pips * other[0] / 400
    return {name: float(value) for name, value in features.items()}


def hit_chance(attacker, defender) -> tuple[float, float]:
    """The chance that the attacker's next roll can hit, and the pips it costs the defender on average."""
    rolls = pips = 0
    for dice in ROLLS:
        orders = [dice.numbers, dice.numbers[::-1]]
        hit = {point for order in orders for point in reached(attacker, defender, order) if defender[25 - point] == 1}
        if hit:
            rolls += dice.weight
            pips += dice.weight * max(hit)
    return rolls / 36, pips / 36


def reached(attacker, defender, faces) -> set[int]:
    """Points where a checker may land when these dice are played in this order, by any checkers, dice left out."""
    found: set[int] = set()
    on_bar = attacker[25]
    movers = {25} if on_bar else {p for p in range(1, 25) if attacker[p]}
    for face in faces:
        landed = {p - face for p in movers if p - face > 0 and defender[25 - p + face] < 2}
        found |= landed
        if on_bar:
            if not landed:
                return found
            on_bar -= 1
            movers = {25} if on_bar else {p for p in range(1, 25) if attacker[p]} | found
        else:
            movers = landed  # what the next die alone can reach is found when it is played first
    return found


def escape_chance(point, other) -> float:
    """The chance that a lone checker on this point can move on by more than six pips in one roll."""
    rolls = 0
    for dice in ROLLS:
        if dice.is_doublet:
            steps = 0
            while steps < 4 and lands(point - dice.high * (steps + 1), other):
                steps += 1
            rolls += dice.weight * (steps * dice.high > 6)
        elif dice.high + dice.low > 6 and lands(point - dice.high - dice.low, other):
            rolls += dice.weight * (lands(point - dice.high, other) or lands(point - dice.low, other))
    return rolls / 36


def lands(point, other) -> bool:
    """Whether a checker may land on this point of its own."""
    return point >= 1 and other[25 - point] < 2


def last(row) -> int:
    """The point of the last checker."""
    return max((p for p in range(1, 26) if row[p]), default=0)


def race_features(position: Position) -> dict[tuple[str, str], float]:
    """Every race feature by (whose, name)."""
    my_pips, their_pips = position.pips
    unit = 1 / sqrt(my_pips + their_pips + 4)
    features: dict[tuple[str, str], float] = {}
    for whose, row in (("mine", position.on_roll), ("theirs", position.opponent)):
        checkers = sum(row[1:])
        values: dict[str, float] = {f"on {p}": row[p] for p in HOME_POINTS}
        values |= {f"gap {p}": row[p] == 0 for p in HOME_POINTS}
        values["stacked"] = sum(max(0, row[p] - 3) for p in HOME_POINTS)
        values["checkers"] = checkers
        values["pairs"] = (checkers + 1) // 2
        values["pips"] = sum(p * n for p, n in enumerate(row)) / 10
        values["gammon pips"] = sum(max(0, p - 6) * n for p, n in enumerate(row)) / 10
        values["outside"] = sum(row[7:])
        features |= {(whose, name): value * unit for name, value in values.items()}
    lead = (their_pips - my_pips + 4) * unit
    features["shared", "on roll"] = 1
    features["shared", "length"] = unit
    features["shared", "pip lead"] = lead
    features["shared", "race standing"] = lead / sqrt(1 + lead * lead / 4)
    features["shared", "lead squared"] = lead**2 / 10
    features["shared", "lead cubed"] = lead**3 / 20
    return features


def heuristic_chances(position: Position, weights) -> list[float]:
    """The five chances, unbounded, from the weights of the kernel's evaluator."""
    from math import exp

    from bgtool.kernels.features import CONTACT, RACE

    if position.has_contact:
        features = contact_features(position)
        a, b = (pips / 167 for pips in position.pips)
        planes = [(features[f[:2]], row) for f, row in zip(CONTACT, weights.contact.tolist(), strict=True)]
        logits = [sum(x * (row[k] + a * row[5 + k] + b * row[10 + k]) for x, row in planes) for k in range(5)]
    else:
        features = race_features(position)
        rows = [(features[f[:2]], row) for f, row in zip(RACE, weights.race.tolist(), strict=True)]
        logits = [sum(x * row[k] for x, row in rows) for k in range(5)]
    win, gammon, backgammon, lost_gammon, lost_backgammon = (1 / (1 + exp(-logit)) for logit in logits)
    lost = (1 - win) * lost_gammon
    return [win, win * gammon, win * gammon * backgammon, lost, lost * lost_backgammon]
