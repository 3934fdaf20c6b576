"""What the bear-off databases know of a position, as a JSON document and as text."""

from __future__ import annotations

from typing import Any

from bgtool.core.position import pip_count
from bgtool.core.state import MatchState
from bgtool.engine.bearoff import (
    effective_pips,
    known_by,
    money_equities,
    race_outcomes,
    roll_distribution,
)
from bgtool.engine.databases import ALL_POINTS, HYPERGAMMON
from bgtool.engine.few_checkers import exact_equities, exact_outcomes
from bgtool.engine.money_equities import MoneyEquities
from bgtool.formats.ids import position_id

SCHEMA = "bgtool.bearoff/1"
SHOWN = 5e-6  # rolls with less chance are left out of the text

Document = dict[str, Any]


def query_document(given: str, state: MatchState) -> Document:
    """Everything exact about a position that the databases know, JSON-ready; ``given`` is what the user asked with.

    Raises :class:`InputError` for a position that no database covers, :class:`DataError` for one not built.
    """
    position = state.position
    hypergammon = position.checkers <= len(HYPERGAMMON) and not position.is_over
    database = HYPERGAMMON[position.checkers - 1] if hypergammon else known_by(position)
    solved = database if database is not None and database.kind in ALL_POINTS else None
    money: MoneyEquities | None
    if solved is not None:
        outcomes, source = exact_outcomes(position, solved), str(solved)
        money = exact_equities(position, solved, jacoby=state.jacoby)
    else:
        outcomes, source = race_outcomes(position)
        money = money_equities(position)
    return {
        "schema": SCHEMA,
        "id": given,
        "position_id": position_id(position),
        "source": source,
        "win": outcomes.win,
        "win_gammon": outcomes.win_gammon,
        "win_backgammon": outcomes.win_backgammon,
        "lose_gammon": outcomes.lose_gammon,
        "lose_backgammon": outcomes.lose_backgammon,
        "cubeless_equity": outcomes.equity,
        "on_roll": None if solved else _player(position.on_roll),
        "opponent": None if solved else _player(position.opponent),
        "money": None if money is None else _money(money),
    }


def _player(row: tuple[int, ...]) -> Document:
    effective = effective_pips(row)
    return {
        "pips": pip_count(row),
        "mean_rolls": effective.mean_rolls,
        "epc": effective.epc,
        "wastage": effective.wastage,
        "rolls": roll_distribution(row).tolist(),
        "rolls_first_checker": roll_distribution(row, first_checker=True).tolist(),
    }


def _money(money: MoneyEquities) -> Document:
    return {
        "double_take": money.double_take,
        "double_pass": 1.0,
        "opponents_cube": money.opponents,
        "centred": {
            "no_double": money.centred,
            "best_equity": money.best(money.centred),
            "proper_action": money.proper_action(money.centred),
        },
        "owned": {
            "no_double": money.owned,
            "best_equity": money.best(money.owned),
            "proper_action": money.proper_action(money.owned).replace("double", "redouble"),
        },
    }


def query_text(document: Document) -> str:
    """The document as a person reads it."""
    lines = [f"{document['position_id']}  ({document['source']})"]
    if document["on_roll"]:
        lines += _players((document["on_roll"], document["opponent"]))
    lines.append(
        f"win {document['win']:.4%}  gammon {document['win_gammon']:.4%}  lose gammon {document['lose_gammon']:.4%}"
        f"  cubeless {document['cubeless_equity']:+.4f}"
    )
    money = document["money"]
    if money is None:
        return "\n".join([*lines, "no exact cubeful equities: gammons are possible or the position is too large"])
    for title, key in (("centred cube", "centred"), ("owned cube", "owned")):
        cube = money[key]
        lines.append(
            f"{title:13} no double {cube['no_double']:+.4f}  double/take {money['double_take']:+.4f}  "
            f"double/pass +1.0000  {cube['proper_action']}"
        )
    lines.append(f"opponent's cube         {money['opponents_cube']:+.4f}")
    return "\n".join(lines)


def _players(players: tuple[Document, Document]) -> list[str]:
    """What each player's own bear-off takes."""
    lines = [f"{'':22}{'on roll':>10}{'opponent':>10}"]
    for title, key, form in (
        ("pips", "pips", "d"),
        ("mean rolls", "mean_rolls", ".4f"),
        ("effective pips", "epc", ".4f"),
        ("wastage", "wastage", ".4f"),
    ):
        lines.append(f"{title:22}" + "".join(f"{player[key]:>10{form}}" for player in players))
    for title, key in (("off in", "rolls"), ("first checker off in", "rolls_first_checker")):
        lines += _rolls(title, [player[key] for player in players])
    return lines


def _rolls(title: str, distributions: list[list[float]]) -> list[str]:
    """One line for each number of rolls that either player may need."""
    longest = max(map(len, distributions))
    padded = [chances + [0.0] * (longest - len(chances)) for chances in distributions]
    return [
        f"{title:20}{rolls:>2}" + "".join(f"{chances[rolls]:>10.4%}" for chances in padded)
        for rolls in range(longest)
        if max(chances[rolls] for chances in padded) >= SHOWN
    ]
