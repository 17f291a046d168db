"""One page of HTML that needs nothing else: its style, its script, and the policy that allows these two alone."""

import base64
import hashlib
from html import escape

from .clean import clean, unforgeable

STYLE = """
:root { color-scheme: light dark; font-variant-emoji: text;
  --paper: #fff; --ink: #1a1c1e; --soft: #565b61; --line: #cfd3d8; --panel: #f4f5f7; --link: #0b57a4;
  --card: #fff; --dim: #a3524d; --red: #b3261e; --pass: #14632a; --fail: #a11a14; --open: #7a4b00; --none: #565b61;
  --fail-bg: #fdeceb; --pass-bg: #e7f4ea; --open-bg: #fff3dd; --none-bg: #eef0f2;
  --a: #e3ecfb; --b: #f6e8d5; --c: #e4f1e2; --now: #fff0a8; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #16181b; --ink: #e8eaed; --soft: #a9b0b8; --line: #43494f; --panel: #212529; --link: #8cc2ff;
  --card: #101214; --dim: #c58d89; --red: #ff8f86; --pass: #86d79b; --fail: #ff9d95; --open: #f2c178;
  --none: #a9b0b8;
  --fail-bg: #3d1c1b; --pass-bg: #15301d; --open-bg: #372a12; --none-bg: #2a2f34;
  --a: #1f3150; --b: #44351d; --c: #203a24; --now: #3a3000; } }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
body { margin: 0 auto; padding: 0 1rem 4rem; max-width: 60rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.45rem; line-height: 1.25; margin: .2rem 0 .2rem }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .6rem; padding-bottom: .2rem; border-bottom: 2px solid var(--line) }
h3 { font-size: 1.1rem; margin: 1.8rem 0 .5rem }
h4 { font-size: 1rem; margin: 1.2rem 0 .4rem }
h5 { font-size: .95rem; margin: 0 0 .3rem }
p, ul, ol, dl { margin: 0 0 .6rem }
ul, ol { padding-left: 1.3rem }
a { color: var(--link) }
code, pre { font: .85em/1.45 ui-monospace, "DejaVu Sans Mono", monospace }
pre { overflow-x: auto; padding: .5rem .7rem; background: var(--panel); white-space: pre-wrap }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.m:target, li:target { outline: 2px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -99rem }
.skip:focus { position: static }
header { padding-top: 1rem }
header p { margin: 0; color: var(--soft) }
.verdict { margin: 1rem 0; padding: .7rem 1rem; border: 2px solid; border-left-width: .7rem; border-radius: .3rem }
.verdict p { margin: .3rem 0 0; color: var(--ink) }
.verdict .mark { white-space: normal; padding: 0; font-size: 1.35rem; line-height: 1.2 }
.verdict.pass, .mark.pass { color: var(--pass); background: var(--pass-bg) }
.verdict.fail, .mark.fail { color: var(--fail); background: var(--fail-bg) }
.verdict.unproven, .mark.unproven { color: var(--open); background: var(--open-bg) }
.verdict.unchecked, .mark.unchecked { color: var(--none); background: var(--none-bg) }
.mark { display: inline-block; padding: 0 .4rem; border-radius: .3rem; font-weight: 600; white-space: nowrap }
.answers { padding: 0; list-style: none }
.answers > li { display: grid; grid-template-columns: 7.2rem 6.6rem 1fr; gap: .1rem .6rem; padding: .35rem 0;
  border-top: 1px solid var(--line) }
.answers b { font-weight: 600 }
.answers p { margin: 0; grid-column: 3 }
.ask { color: var(--open) }
.small, .where, .gloss { color: var(--soft); font-size: .9rem }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem .9rem; padding: 0; list-style: none }
nav a { display: inline-block; padding: .15rem 0 }
.findings { padding: 0; list-style: none }
.findings > li { margin: 0 0 .7rem; padding: .6rem .8rem; border: 1px solid var(--line);
  border-left: .4rem solid var(--none); border-radius: .3rem }
.findings > li.error { border-left-color: var(--fail) }
.findings > li.warning { border-left-color: var(--open) }
.findings p, .findings ul { margin: .2rem 0 0 }
.flags { margin: .4rem 0; padding: .4rem .7rem; list-style: none; background: var(--fail-bg); border-radius: .3rem }
.flags.soft { background: var(--none-bg) }
dl.values { display: grid; grid-template-columns: max-content 1fr; gap: 0 .7rem; margin: .2rem 0 0 }
dl.values dt { color: var(--soft); font-size: .9rem }
dl.values dd { margin: 0; min-width: 0 }
.chain { padding: 0; list-style: none; counter-reset: step }
.chain > li { counter-increment: step; padding: .35rem 0 .35rem 2.2rem; position: relative;
  border-top: 1px solid var(--line) }
.chain > li::before { content: counter(step); position: absolute; left: 0; top: .4rem; color: var(--soft) }
.chain b { display: inline-block; min-width: 6.5rem }
details { margin: .8rem 0; border: 1px solid var(--line); border-radius: .3rem; padding: 0 .8rem }
details[open] { padding-bottom: .6rem }
summary { padding: .55rem 0; cursor: pointer }
summary h4 { display: inline; margin: 0 }
.stages { padding: 0; list-style: none }
.stages > li { margin: 0 0 1rem }
.stages p { margin: 0 0 .2rem }
.deck { display: flex; flex-wrap: wrap; gap: .3rem; margin: .2rem 0 .3rem }
.pk { display: flex; flex-wrap: wrap; align-items: center; gap: .12rem; padding: .15rem .3rem;
  border: 1px solid var(--line); border-radius: .3rem; background: var(--panel) }
.pk.A { background: var(--a) }
.pk.B { background: var(--b) }
.pk.C { background: var(--c) }
.pk > em { font-style: normal; font-weight: 600; font-size: .8rem; padding-right: .25rem }
.k { display: inline-block; min-width: 2.1em; padding: 0 .15em; text-align: center; background: var(--card);
  color: var(--ink); border: 1px solid var(--soft); border-radius: .25em; font-size: .88rem; line-height: 1.45;
  font-weight: 500; white-space: nowrap }
.k.may { border-bottom-width: 4px }
.k.not { border-style: dashed }
.k.not:not(.now) { color: var(--soft) }
.k.now { outline: 3px solid var(--ink); background: var(--now); margin: 0 3px }
.k.r { color: var(--red) }
.k.r.not:not(.now) { color: var(--dim) }
.wide { overflow-x: auto; margin: 0 0 .8rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal }
th, td { padding: .28rem .5rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line) }
tr.faulty > * { background: var(--fail-bg) }
.fault { color: var(--fail); font-weight: 700 }
.sheet table { width: 100% }
.sheet td:not(.remarks) { white-space: nowrap }
.sheet thead th { font-size: .85em; white-space: nowrap; vertical-align: bottom }
.sheet abbr { text-decoration: none }
td.n, th.n { text-align: right; width: 2.6rem }
.g { border-left: 1px solid var(--line) }
thead .group { text-align: center }
.sheet tbody th { text-align: right; width: 3rem }
.red { color: var(--red) }
.remarks { min-width: 11rem }
.score, tfoot * { font-weight: 600 }
.steps { margin: .6rem 0 }
.bar { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: 0 0 .6rem }
.bar button { font: inherit; padding: .3rem .8rem; min-height: 2.6rem; min-width: 2.6rem; color: var(--ink);
  background: var(--panel); border: 1px solid var(--soft); border-radius: .3rem; cursor: pointer }
.bar button:disabled { color: var(--soft); cursor: default; border-style: dashed }
.bar output { color: var(--soft); min-width: 5rem }
.ms { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17.5rem, 100%), 1fr)); gap: .8rem }
.m { padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .4rem; min-width: 0; font-size: .9rem }
.m h5 { font-size: 1rem }
.m p { margin: .25rem 0 0 }
.t { display: grid; grid-template-columns: 1fr minmax(6.5rem, 1.1fr) 1fr; gap: .4rem; align-items: center;
  grid-template-areas: ". n ." "w x e" ". s ."; margin: .4rem 0 }
.q { text-align: center; line-height: 1.6; min-width: 0 }
.q i, .x i { display: block; font-style: normal; font-size: .82em; line-height: 1.2; color: var(--soft) }
.x i.fault { color: var(--fail) }
.q.n { grid-area: n; grid-column: 1 / -1 }
.q.s { grid-area: s; grid-column: 1 / -1 }
.q.w { grid-area: w }
.q.e { grid-area: e }
.q.out .k { opacity: .6 }
.x { grid-area: x; display: grid; grid-template-columns: 1fr 1fr; align-items: center; min-height: 8rem;
  grid-template-areas: "n n" "w e" "s s"; padding: .3rem; border: 1px solid var(--line); border-radius: .8rem;
  background: var(--panel); text-align: center }
.x .n { grid-area: n; width: auto; text-align: center }
.x .e { grid-area: e }
.x .s { grid-area: s }
.x .w { grid-area: w }
.v { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.row { display: flex; flex-wrap: wrap; gap: .3rem .9rem; padding: 0; list-style: none }
.more { color: var(--soft); font-weight: 400 }
.js .ms.one { display: block; max-width: 34rem }
.js .ms.one .m:not(.on) { display: none }
.js .ms.one .m { font-size: 1rem }
footer { margin-top: 3rem; padding-top: .6rem; border-top: 2px solid var(--line); font-size: .9rem }
@media (max-width: 40rem) {
  body { padding: 0 .7rem 3rem; font-size: 15px }
  .answers > li { grid-template-columns: 1fr max-content }
  .answers p { grid-column: 1 / -1 }
  dl.values { grid-template-columns: 1fr }
  th, td { padding: .25rem .3rem }
  td.n, th.n { width: 1.8rem }
}
@page { margin: 13mm }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #000; --line: #888; --panel: #fff; --link: #000;
    --card: #fff; --dim: #000; --red: #000; --pass: #000; --fail: #000; --open: #000; --none: #000; --fail-bg: #fff;
    --pass-bg: #fff;
    --open-bg: #fff; --none-bg: #fff; --a: #fff; --b: #fff; --c: #fff; --now: #fff }
  body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.35 }
  nav, .bar, .skip, .screen { display: none }
  a { text-decoration: none }
  h2, h3, h4, h5 { break-after: avoid }
  .js .ms.one { display: grid; max-width: none }
  .ms, .js .ms.one { grid-template-columns: repeat(3, 1fr); gap: 3mm }
  .js .ms.one .m:not(.on), .m { display: block; break-inside: avoid; padding: 1mm 1.5mm; font-size: 7pt }
  .js .ms.one .m { font-size: 7pt; line-height: 1.2 }
  .m p { margin: .1em 0 0 }
  .m h5 { font-size: 8.5pt }
  .m .k { min-width: 1.9em; padding: 0; font-size: .95em; line-height: 1.3 }
  .k.now { outline-width: 1px; margin: 1px 3px 3px }
  .several .ms:not(:has(.bad)), .several .ms:not(:has(.bad)) ~ * { display: none }
  .t { grid-template-columns: 1.2fr 1fr 1.2fr; gap: 1mm }
  .t { margin: 1mm 0 }
  .q { line-height: 1.35 }
  .x { min-height: 17mm; padding: 1mm }
  .findings > li, .verdict, .stages > li, .chain > li, tr { break-inside: avoid }
  .wide { overflow: visible }
  details { border: 0; padding: 0 }
  summary { list-style: none }
}
"""

SCRIPT = """
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  const folds = [...document.querySelectorAll("details.fold")];
  const boxes = [];
  let last = null;
  const button = (bar, text, label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    bar.append(made);
    return made;
  };
  for (const box of document.querySelectorAll(".steps")) {
    const list = box.querySelector(".ms");
    const all = [...list.querySelectorAll(".m")];
    if (all.length < 2) continue;
    const bar = document.createElement("div");
    bar.className = "bar";
    const faults = all.map((each, at) => (each.classList.contains("bad") ? at : -1)).filter((at) => at >= 0);
    const me = { box, bar, all, at: 0, show: null, whole: false };
    const draw = () => {
      list.classList.toggle("one", !me.whole);
      all.forEach((each, at) => each.classList.toggle("on", at === me.at));
      back.disabled = me.at === 0;
      next.disabled = me.at === all.length - 1;
      where.textContent = `${me.at + 1} of ${all.length}`;
      every.textContent = me.whole ? "One at a time" : "Show all";
    };
    me.show = (at) => {
      last = me;
      me.at = Math.max(0, Math.min(all.length - 1, at));
      draw();
      const title = all[me.at].querySelector("h5");
      told.textContent = `${me.at + 1} of ${all.length}. ${title ? title.textContent : ""}`;
    };
    const back = button(bar, "\\u2190", "Back", () => me.show(me.at - 1));
    const next = button(bar, "\\u2192", "Next", () => me.show(me.at + 1));
    if (faults.length) {
      button(bar, "Next fault", "", () => {
        const later = faults.find((at) => at > me.at);
        me.show(later === undefined ? faults[0] : later);
      });
    }
    const every = button(bar, "", "", () => { me.whole = !me.whole; draw(); });
    const where = document.createElement("output");
    const told = document.createElement("span");
    where.setAttribute("aria-hidden", "true");
    told.className = "v";
    told.setAttribute("role", "status");
    bar.append(where, told);
    list.before(bar);
    if (faults.length) me.at = faults[0];
    draw();
    boxes.push(me);
  }
  const inView = (me) => {
    const box = me.box.getBoundingClientRect();
    return box.bottom > 100 && box.top < innerHeight - 100;
  };
  const current = () => {
    const focus = document.activeElement;
    return boxes.find((me) => me.box.contains(focus)) || (last && inView(last) ? last : boxes.find(inView));
  };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.target.closest(".wide, input, textarea, select")) return;
    const me = current();
    if (!me || me.whole) return;
    event.preventDefault();
    me.show(me.at + step);
  });
  const open = () => {
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!wanted) return;
    for (let up = wanted; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    for (const me of boxes) {
      const at = me.all.findIndex((each) => each.contains(wanted));
      if (at >= 0) me.show(at);
    }
    const box = boxes.find((me) => me.all.some((each) => each.contains(wanted)));
    (box ? box.bar : wanted).scrollIntoView();
  };
  if (folds.length > 2) for (const each of folds) each.open = false;
  addEventListener("hashchange", open);
  addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) open();
  });
  addEventListener("beforeprint", () => { for (const each of folds) each.open = true; });
  if (location.hash) open();
})();
"""


def page(title: str, body: str, style: str = STYLE, script: str = SCRIPT) -> str:
    """A whole page; ``body`` is HTML. It is ASCII, with references for what is not."""
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{_ascii(escape(clean(title)))}</title>\n<style>{style}</style>\n</head>\n"
    )
    return f"{head}<body>\n{_ascii(body)}<script>{script}</script>\n</body>\n</html>\n"


def _ascii(text: str) -> str:
    return unforgeable(text, "&#{};").encode("ascii", "xmlcharrefreplace").decode("ascii")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("ascii")).digest()).decode("ascii")
