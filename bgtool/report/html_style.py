"""The style of an analysis page: light and dark, wide and narrow, screen and paper. Nothing is fetched."""

from __future__ import annotations

_LIGHT = """
  color-scheme: light;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d1d1b; --soft: #66635c; --line: #dcd7cc; --link: #1d5a96;
  --good: #1a7a3c; --doubtful: #8a6100; --bad: #b8430c; --very-bad: #b3161f; --tint: #eef4ee;
  --field: #f7f5ef; --frame: #4a4a4a; --p0: #c9c2b2; --p1: #e4dfd3;
  --c0: #303030; --e0: #000000; --d0: #ffffff; --c1: #ffffff; --e1: #303030; --d1: #000000;
  --cube: #ffffff; --cube-ink: #1a1a1a; --mine: #1d5a96;
"""
_DARK = """
  color-scheme: dark;
  --paper: #15171b; --card: #1d2026; --ink: #e8e6e1; --soft: #a3a29c; --line: #363b44; --link: #82b7ee;
  --good: #6cc78a; --doubtful: #e3bb4c; --bad: #f59a5a; --very-bad: #ff7b78; --tint: #203026;
  --field: #24282f; --frame: #59616c; --p0: #3d4550; --p1: #525c6a;
  --c0: #0c0d0f; --e0: #b9bec7; --d0: #ffffff; --c1: #efe9dc; --e1: #16181c; --d1: #000000;
  --cube: #e8e6e1; --cube-ink: #16181c; --mine: #82b7ee;
"""

STYLE = (
    f"""
:root {{{_LIGHT}}}
@media (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{{_DARK}}} }}
:root[data-theme="dark"] {{{_DARK}}}
@media print {{ :root, :root:not([data-theme="light"]), :root[data-theme="dark"] {{{_LIGHT}}} }}
"""
    + """
* { box-sizing: border-box; }
html { scroll-padding-top: 3.2rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.45 "DejaVu Sans", Verdana, sans-serif; }
header, main { max-width: 70rem; margin: 0 auto; padding: 0 1rem; }
a { color: var(--link); }
h1 { font-size: 1.5rem; margin: 1rem 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: .35rem 0; }
small, .note, .ids, .settings, .chances, .ending, .totals { color: var(--soft); font-size: .82rem; }
.settings { overflow-wrap: anywhere; }
nav { position: sticky; top: 0; z-index: 1; display: flex; gap: .9rem; align-items: center;
  max-width: 70rem; margin: 0 auto; padding: .45rem 1rem; background: var(--paper);
  border-bottom: 1px solid var(--line); font-size: .9rem; }
nav .games { flex: 1; min-width: 0; overflow-x: auto; white-space: nowrap; }
nav .games a { padding: 0 .25rem; }
nav button { font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .3rem; padding: .15rem .6rem; cursor: pointer; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .88rem; }
th, td { padding: .22rem .6rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: normal; }
.statistics td, .statistics thead th:nth-child(n+2) { text-align: end; white-space: nowrap; }
.statistics tbody th { font-weight: normal; }
.statistics tr.head th { font-weight: bold; border-bottom-color: var(--soft); padding-top: .7rem; }
.errors td:nth-child(n+5) { text-align: end; white-space: nowrap; }
.good { color: var(--good); } .doubtful { color: var(--doubtful); }
.bad { color: var(--bad); } .very-bad { color: var(--very-bad); }
.chip { display: inline-block; width: .85em; height: .85em; border-radius: 50%; border: 1.5px solid; flex: none; }
.k0 { background: var(--c0); border-color: var(--e0); } .k1 { background: var(--c1); border-color: var(--e1); }

.decision { color: inherit; background: var(--card); border: 1px solid var(--line); border-inline-start-width: .35rem;
  border-radius: .35rem; padding: .8rem; margin: .8rem 0; break-inside: avoid;
  content-visibility: auto; contain-intrinsic-size: auto 27rem; }
.decision.doubtful { border-inline-start-color: var(--doubtful); }
.decision.bad { border-inline-start-color: var(--bad); }
.decision.very-bad { border-inline-start-color: var(--very-bad); }
.decision:focus, .decision:target { outline: 2px solid var(--link); outline-offset: 2px; }
.number { text-decoration: none; margin-inline-end: .3rem; }
.number::after { content: "."; }
.aside { padding-inline-start: 1.2rem; font-size: .9rem; }
.aside:target { outline: 2px solid var(--link); }
.pair { display: grid; grid-template-columns: minmax(0, 26rem) minmax(0, 1fr); gap: 0 1.4rem; }
figure { margin: 0; }
.seat { display: flex; align-items: center; gap: .45rem; font-size: .82rem; padding: 0 .3rem; }
.seat span { margin-inline-start: auto; color: var(--soft); white-space: nowrap; }
.seat bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.verdict { margin-top: 0; }
.plays, .turns { width: 100%; }
.plays th:nth-child(n+3), .plays td:nth-child(n+3) { text-align: end; }
.turns th:nth-child(n+2), .turns td:nth-child(n+2) { text-align: end; }
.plays tr.best td, .turns tr.best td { background: var(--tint); }
.plays tr.played td { font-weight: bold; }
.plays tr.played .chances, .plays tr.played td:nth-child(n+3) { font-weight: normal; }
.script .plays tr[data-way] { cursor: pointer; }
.chances { font-size: .75rem; }
.ids code { overflow-wrap: anywhere; user-select: all; margin-inline-end: .6rem; }
.skipped { color: var(--doubtful); }

.shapes { position: absolute; }
.board { display: block; width: 100%; height: auto; }
.board text { text-anchor: middle; }
.frame { fill: var(--frame); } .field { fill: var(--field); stroke: var(--frame); stroke-width: 1.5; }
.p0 { fill: var(--p0); } .p1 { fill: var(--p1); }
.no text { fill: var(--ink); font-size: 14px; text-anchor: middle; }
.c0 { fill: var(--c0); stroke: var(--e0); stroke-width: 1.5; }
.c1 { fill: var(--c1); stroke: var(--e1); stroke-width: 1.5; }
.d0 { fill: var(--d0); } .d1 { fill: var(--d1); }
.more { font-size: 17px; font-weight: bold; }
.cube { fill: var(--cube); stroke: var(--cube-ink); stroke-width: 1.5; }
.digits { fill: var(--cube-ink); font-weight: bold; }
.way { visibility: hidden; } .way.on { visibility: visible; }
.way path { fill: none; stroke-width: 5; stroke-linecap: round; stroke-opacity: .85; }
.way.best path { stroke: var(--good); marker-end: url(#tip-best); }
.way.played path { stroke: var(--very-bad); stroke-dasharray: 11 9; marker-end: url(#tip-played); }
.way.other path { stroke: var(--mine); marker-end: url(#tip-other); }
.tip.best { fill: var(--good); } .tip.played { fill: var(--very-bad); } .tip.other { fill: var(--mine); }

.graph { display: block; width: 100%; height: auto; font-size: 12px; }
.graph text { fill: var(--soft); text-anchor: end; }
.graph .head, .graph .side { text-anchor: start; }
.graph path { stroke: var(--line); fill: none; } .graph path.even { stroke: var(--soft); }
.graph path.game { stroke: var(--soft); stroke-dasharray: 3 3; }
.graph polyline { fill: none; stroke: var(--mine); stroke-width: 1.6; stroke-linejoin: round; }
.graph circle { fill: var(--mine); stroke: transparent; stroke-width: 6; }
.graph a:hover circle, .graph a:focus circle { stroke: var(--ink); stroke-width: 2; }
.graph circle.doubtful { fill: var(--doubtful); } .graph text.doubtful { fill: var(--doubtful); }
.graph circle.bad { fill: var(--bad); } .graph text.bad { fill: var(--bad); }
.graph circle.very-bad { fill: var(--very-bad); } .graph text.very-bad { fill: var(--very-bad); }
.graph text.doubtful, .graph text.bad, .graph text.very-bad { text-anchor: middle; font-weight: bold; }
kbd { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; font-size: .8rem; }
.keys { display: none; } .script .keys { display: block; }

@media (max-width: 46rem) {
  body { font-size: 15px; }
  .pair { grid-template-columns: minmax(0, 1fr); gap: .7rem; }
  header, main { padding: 0 .6rem; } nav { padding: .4rem .6rem; }
  .decision { padding: .6rem; }
  th, td { padding: .22rem .3rem; }
  .statistics thead bdi { display: inline-block; max-width: 5.5rem; overflow: hidden; text-overflow: ellipsis;
    vertical-align: bottom; }
  .statistics td { white-space: normal; } .statistics small { display: block; }
  nav { gap: .6rem; }
  .errors { font-size: .8rem; } .plays .chances { font-size: .66rem; white-space: nowrap; }
  .script .keys { display: none; }
}
@media (max-width: 24rem) { .plays .chances { white-space: normal; } }
@media (pointer: coarse) { .graph a circle { stroke-width: 10; } }
@media print {
  html { font-size: 11px; } body { background: none; font-size: 11px; }
  header, main { max-width: none; padding: 0; }
  nav, .script .keys { display: none; }
  .errors, .settings, .chances, .ids { font-size: .9rem; }
  .scroll { overflow: visible; } .graph { min-width: 0 !important; }
  .decision { padding: .4rem; margin: .4rem 0; content-visibility: visible; }
  .pair { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); }
  a { color: inherit; text-decoration: none; }
  h2 { break-after: avoid; }
  svg, .chip, tr.best td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
)
