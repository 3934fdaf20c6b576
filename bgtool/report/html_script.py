"""What a page can do beyond being read: keys from decision to decision, arrows of any play, light and dark.

Without it everything is still there to read.
"""

from __future__ import annotations

SCRIPT = """
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("script");
  const decisions = [...document.querySelectorAll("article.decision")];
  const errors = decisions.filter((one) => one.matches(".doubtful, .bad, .very-bad"));

  // The decision that the reader is at: the one gone to last while it is in sight, else the first in sight.
  let last = null;
  const inSight = (one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > 60 && box.top < window.innerHeight - 60;
  };
  const here = () => (last && inSight(last) ? last : null);
  const go = (list, step) => {
    const at = here();
    const line = at ? at.getBoundingClientRect().top : 56;
    const later = (one) => one !== at && one.getBoundingClientRect().top > line - 1;
    const sooner = (one) => one !== at && one.getBoundingClientRect().top < line - 1;
    const target = step > 0 ? list.find(later) : list.filter(sooner).pop();
    if (!target) return;
    history.replaceState(null, "", "#" + target.id);
    reach(target);
  };
  const reach = (one) => {
    last = one;
    one.focus({ preventScroll: true });
    one.scrollIntoView({ block: "start" });
  };

  const keys = {
    ArrowRight: () => go(decisions, 1),
    ArrowLeft: () => go(decisions, -1),
    j: () => go(errors, 1),
    k: () => go(errors, -1),
    t: () => turn(),
  };
  document.addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.defaultPrevented;
    if (plain && Object.hasOwn(keys, event.key)) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.matches("article.decision")) reach(target);
  };
  window.addEventListener("hashchange", follow);
  follow();

  // A play's arrows while the pointer is on its row, or after a click until another is chosen.
  const show = (row, only) => {
    const board = row.closest("article").querySelector(".board");
    for (const way of board.querySelectorAll(".way")) {
      const first = way.matches(".best, .played");
      way.classList.toggle("on", only ? way.classList.contains(row.dataset.way) : first);
    }
  };
  for (const row of document.querySelectorAll("tr[data-way]")) {
    row.addEventListener("mouseenter", () => show(row, true));
    row.addEventListener("mouseleave", () => show(row, false));
    row.addEventListener("click", () => show(row, true));
  }

  // Light and dark: the system's choice until the reader makes one.
  const button = document.querySelector("nav button");
  const dark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const turn = () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a page from a file may have no memory */ }
  };
  try {
    const kept = localStorage.getItem("theme");
    if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  } catch { /* the same */ }
  button.addEventListener("click", turn);
  button.hidden = false;
})();
"""
