"""The decisions of a match on its page: each with a board, the ranked plays or the cube's numbers, marks and luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.records import AnnotatedGame, AnnotatedMatch, CheckerDecision, CubeJudgement
from bgtool.analysis.summary import summaries
from bgtool.core.move import Move
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import pip_count
from bgtool.core.state import MatchState
from bgtool.formats.ids import gnubg_id, xgid_if_any
from bgtool.report.html_board import board
from bgtool.report.html_parts import cells, isolated, kind_of, lost, luck_words, marked, name_of
from bgtool.report.listing import OTHER, Entry, entries_of
from bgtool.report.moment import match_words, rows_by_seat, status_words
from bgtool.report.selection import Selection
from bgtool.report.statistics import short_line
from bgtool.report.style import shown
from bgtool.report.text import ending


def game_section(analysis: AnnotatedMatch, part: AnnotatedGame, selection: Selection) -> Iterator[str]:
    """A game: its score, how it ended, and every action that the selection lists."""
    match, game = analysis.match, part.game
    names = [name_of(name) for name in match.players]
    crawford = " (Crawford game)" if game.crawford else ""
    yield f'<section class="game" id="g{game.number}">'
    yield f"<h2>Game {game.number}: {names[0]} {game.score[0]}, {names[1]} {game.score[1]}{crawford}</h2>"
    for entry in entries_of(part, selection):
        yield _entry(entry, match.players)
    yield f'<p class="ending">{escape(ending(part, [isolated(shown(name)) for name in match.players]))}</p>'
    yield '<ul class="totals">'
    for summary in summaries(analysis, part):
        if summary.seat in selection.seats:
            yield f"<li>{names[summary.seat]}: {escape(short_line(summary, analysis.settings))}</li>"
    yield "</ul>"
    yield "</section>"


def deserves_board(entry: Entry) -> bool:
    """Whether there was something to decide, or something could not be judged; the rest is told in a line."""
    if entry.play is not None:
        return entry.play.counts or entry.play.skipped is not None
    return entry.kind != OTHER or entry.skipped is not None


def heading(entry: Entry) -> str:
    """A decision in a few words, such as ``52: 13/6``."""
    dice = f"{entry.play.play.dice}: " if entry.play is not None else ""
    return escape(shown(f"{dice}{entry.done}", 80))


def _entry(entry: Entry, players: Sequence[str]) -> str:
    name = "" if entry.seat is None else name_of(players[entry.seat])
    number = f'<a class="number" href="#{entry.anchor}">{entry.item.number}</a>'
    if not deserves_board(entry):
        luck = f", {luck}" if entry.play is not None and (luck := _luck(entry.play)) else ""
        forced = ' <span class="note">forced</span>' if entry.play is not None and entry.play.forced else ""
        return f'<p class="aside" id="{entry.anchor}">{number} {name} {heading(entry)}{forced}{luck}</p>'
    kind = f" {kind_of(entry.mark)}" if entry.mark.value else ""
    parts = [
        f'<article class="decision{kind}" id="{entry.anchor}" tabindex="-1">',
        f"<h3>{number} {name} <span>{heading(entry)}</span>{marked(entry.mark)}</h3>",
        '<div class="pair">',
        *_figure(entry, players),
        '<div class="numbers">',
        *_numbers(entry),
        f'<p class="ids">{_ids(entry.state)}</p>',
        "</div></div></article>",
    ]
    return "\n".join(parts)


def _figure(entry: Entry, players: Sequence[str]) -> Iterator[str]:
    state = entry.state
    words = f"Position ID {gnubg_id(state)}: {status_words(state, ('Black', 'White'))}, {match_words(state)}"
    yield "<figure>"
    yield _seat_line(state, 0, players[0])
    yield board(state, words, list(_ways(entry.play)) if entry.play is not None else ())
    yield _seat_line(state, 1, players[1])
    yield "</figure>"


def _seat_line(state: MatchState, seat: int, name: str) -> str:
    score = f"{state.score[seat]}/{state.length}" if state.length else str(state.score[seat])
    pips = pip_count(rows_by_seat(state)[seat])
    return f'<div class="seat"><i class="chip k{seat}"></i>{name_of(name, 24)}<span>{score} · {pips} pips</span></div>'


def _ways(decision: CheckerDecision) -> Iterator[tuple[str, Move]]:
    """Arrows for every play listed, those of the played one and of the best one to be seen at once."""
    for index, play in enumerate(decision.plays):
        shown_first = " on" if play == decision.played or index == 0 else ""
        kind = "best" if index == 0 else "played" if play == decision.played else "other"
        yield f"w{index} {kind}{shown_first}", play.move


def _numbers(entry: Entry) -> Iterator[str]:
    if entry.skipped:
        yield f'<p class="skipped">not judged: {escape(entry.skipped)}</p>'
    if entry.play is not None:
        yield from _plays(entry.play)
    elif entry.cube is not None:
        yield from _cube(entry.cube)
    elif entry.resignation is not None:
        verdict = entry.resignation
        yield f"<p>This was worth {verdict.given:+.3f}, playing on {verdict.played_on:+.3f}."
        yield f"Gave up too much: <b>{lost(verdict.error, verdict.error_mwc)}</b>{marked(verdict.mark)}</p>"
        if verdict.accept_error:
            cheap = lost(verdict.accept_error, verdict.accept_error_mwc)
            yield f"<p>The other player accepted too little: <b>{cheap}</b>{marked(verdict.accept_mark)}</p>"


def _plays(decision: CheckerDecision) -> Iterator[str]:
    played = decision.played
    if played is not None:
        place = f"rank {played.rank} of {decision.choices}"
        verdict = f"lost {lost(played.error, played.error_mwc)}, {place}" if played.error else f"the best, {place}"
        yield f'<p class="verdict">{verdict}</p>'
    if luck := _luck(decision):
        yield f'<p class="luck">{luck}</p>'
    yield '<table class="plays">'
    yield f"<thead><tr>{cells('#', 'play', 'equity', 'loss', tag='th')}</tr></thead><tbody>"
    for index, play in enumerate(decision.plays):
        yield _play_row(index, play, play == played)
    yield "</tbody></table>"


def _play_row(index: int, play: RankedPlay, played: bool) -> str:
    kind = " ".join(word for word, true in (("best", index == 0), ("played", played)) if true)
    sign = '<b title="played">▶</b>' if played else ""
    loss = f"{-play.error:.3f}" if play.error else ""
    chances = f'<div class="chances">{_chances(play.outcomes)} · {play.depth}</div>'
    move = escape(str(play.move)) or "cannot move"
    row = cells(f"{sign}{max(play.rank, index + 1)}", move + chances, f"{play.equity:+.3f}", loss)
    return f'<tr class="{kind}" data-way="w{index}">{row}</tr>'


def _chances(outcomes: Outcomes) -> str:
    """Win, gammon and backgammon chances, then the same of losing, in percent."""
    win = (outcomes.win, outcomes.win_gammon, outcomes.win_backgammon)
    lose = (outcomes.lose, outcomes.lose_gammon, outcomes.lose_backgammon)
    return " – ".join(" ".join(f"{100 * chance:.1f}" for chance in side) for side in (win, lose))


def _cube(cube: CubeJudgement) -> Iterator[str]:
    decision = cube.decision
    verdict = "right" if not cube.error else f"lost {lost(cube.error, cube.error_mwc)}"
    yield f'<p class="verdict">{verdict}; proper action: <b>{escape(decision.words)}</b></p>'
    yield '<table class="turns">'
    yield f"<thead><tr>{cells('cube', 'equity', 'MWC' if decision.no_double_mwc else '', tag='th')}</tr></thead><tbody>"
    double = "redouble" if decision.owned else "double"
    rows = [
        (f"No {double}", decision.no_double, decision.no_double_mwc),
        (f"{double.title()}, take", decision.double_take, decision.double_take_mwc),
        (f"{double.title()}, pass", decision.double_pass, decision.double_pass_mwc),
        (f"{double.title()}, beaver", decision.beaver, None),
    ]
    for words, equity, mwc in rows:
        if equity is not None:
            best = ' class="best"' if equity == decision.best_equity else ""
            yield f"<tr{best}>{cells(words, f'{equity:+.3f}', '' if mwc is None else f'{mwc:.2%}')}</tr>"
    yield "</tbody></table>"
    yield f'<p class="chances">{_chances(decision.outcomes)} · {decision.depth}, for the doubler</p>'


def _luck(decision: CheckerDecision) -> str:
    return "" if decision.luck is None else luck_words(decision.luck, decision.luck_mwc)


def _ids(state: MatchState) -> str:
    """The moment as GNU Backgammon and eXtreme Gammon take it; an XGID cannot say everything."""
    ids = [text for text in (gnubg_id(state), xgid_if_any(state)) if text]
    return " ".join(f"<code>{escape(text)}</code>" for text in ids)
