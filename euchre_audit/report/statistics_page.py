"""What many deals show, as one page of HTML: no scripts, nothing fetched, plots as SVG with their numbers below."""

import html
from collections.abc import Iterator, Sequence
from math import log10, sqrt
from typing import Any

from ..audit.words import pretty
from .clean import clean, unforgeable
from .statistics_words import (
    Tree,
    basis_words,
    caution_words,
    chance_words,
    control_words,
    count,
    evidence_words,
    left_words,
    number_words,
    plan_words,
    title,
    verdict_words,
)

_LONG = 2000
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
* { box-sizing: border-box; }
:root { color-scheme: light; }
body { margin: 0 auto; padding: 1rem; max-width: 52rem; color: #1a1a1a; background: #fff;
  font: 1rem/1.45 system-ui, "Liberation Sans", Arial, sans-serif; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .6rem; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
p { margin: .3rem 0; }
.verdict { border-left: .4rem solid #555; padding: .5rem .8rem; background: #f3f3f3; font-weight: 600; }
.verdict.rejected { border-color: #a02020; background: #fbecec; }
ol { list-style: none; padding: 0; margin: 0; }
ol > li { border-top: 1px solid #ccc; padding: .5rem 0; break-inside: avoid; }
li.rejected { border-left: .3rem solid #a02020; padding-left: .6rem; }
h3 { font-size: 1rem; margin: 0; }
small, figcaption, .would { color: #444; font-size: .9rem; }
figure { margin: 1rem 0; break-inside: avoid; }
figure > div { overflow-x: auto; }
svg { width: 100%; height: auto; min-width: 38rem; max-width: 40rem; display: block; }
details { overflow-x: auto; }
table { border-collapse: collapse; font-size: .8rem; }
th, td { border: 1px solid #ccc; padding: .1rem .35rem; text-align: right; font-weight: 400; }
th { background: #f3f3f3; }
@media print { svg { min-width: 0; } body { padding: 0; font-size: 9.5pt; } }
"""


def page(tree: Tree) -> str:
    """The page: the verdict first, then the plan, the plots, every answer, and what was left out."""
    parts = [
        f"<h1>{_esc(title(tree))}</h1>",
        f'<p class="verdict {tree["verdict"]}">{_esc(verdict_words(tree))}</p>',
        _paragraphs([caution_words(tree)] if caution_words(tree) else []),
        "<h2>The plan</h2>",
        _paragraphs([plan_words(tree), *basis_words(tree)]),
    ]
    if tree["tests"]:
        asked = "".join(f"<li>{_esc(each['asks'])} <small>{each['code']}</small></li>" for each in tree["tests"])
        parts.append(f"<details><summary>The questions</summary><ul>{asked}</ul></details>")
    if "e_value" in tree:
        parts += ["<h2>Evidence over time</h2>", _paragraphs(evidence_words(tree)), *_evidence_plot(tree)]
    parts += ["<h2>Answers</h2>", "<ol>", *(_answer(test, tree) for test in tree["tests"]), "</ol>"]
    figures = [*_heat_map(tree), *_share_plots(tree)]
    if figures:
        parts += ["<h2>Plots</h2>", *figures]
    if "control" in tree:
        parts += ["<h2>The control</h2>", _paragraphs([control_words(tree)]), _control_table(tree)]
    left = [f"{code} {text}" for code, text in left_words(tree)]
    left += [f"{each['path']}: {each['message']} {each['code']}" for each in tree["unreadable"]]
    parts += ["<h2>Left out, and not asked</h2>", _paragraphs([*left, f"T220 {tree['not_asked']}"])]
    parts.append(f"<p><small>euchre-audit {_esc(tree['tool'])}; euchre-audit explain CODE says more.</small></p>")
    body = "\n".join(parts)
    return unforgeable(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_esc(title(tree))}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        f"</body>\n</html>\n",
        "&#x{:x};",
    )


def _esc(text: str) -> str:
    return html.escape(clean(text, _LONG))


def _paragraphs(texts: Iterator[str] | Sequence[str]) -> str:
    return "\n".join(f"<p>{_esc(text)}</p>" for text in texts)


def _answer(test: Tree, tree: Tree) -> str:
    luck = f" {_esc(test['luck'][:1].upper() + test['luck'][1:])}." if test["luck"] else ""
    mark = "✗" if test["rejected"] else "·"
    said = "rejected" if test["rejected"] else "not rejected"
    return (
        f'<li class="{said.replace(" ", "-")}"><h3>{mark} {_esc(test["asks"])} '
        f"<small>{test['code']}, {said}</small></h3>"
        f"<p>{_esc(test['saw'][:1].upper() + test['saw'][1:])}; {_esc(chance_words(test, tree))}.</p>"
        f'<p class="would">Would have shown, four times of five: {_esc(test["would"])}.{luck}</p></li>'
    )


def _test(tree: Tree, code: str) -> Tree | None:
    return next((each for each in tree["tests"] if each["code"] == code), None)


# Plots


def _svg(width: int, height: int, alt: str, marks: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{_esc(alt)}" font-family="sans-serif" '
        f'font-size="12">{"".join(marks)}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{_esc(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{dashed}/>'


def _figure(drawn: str, caption: str, table: str) -> str:
    numbers = f"<details><summary>The numbers</summary>{table}</details>"
    return f'<figure><div tabindex="0">{drawn}</div><figcaption>{_esc(caption)}</figcaption>{numbers}</figure>'


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    top = "".join(f'<th scope="col">{_esc(each)}</th>' for each in head)
    lines = "".join(
        f'<tr><th scope="row">{_esc(str(first))}</th>{"".join(f"<td>{_esc(str(each))}</td>" for each in rest)}</tr>'
        for first, *rest in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def _heat_map(tree: Tree) -> Iterator[str]:
    """Card by place: how far each count lies from its share, in standard deviations."""
    test = _test(tree, "T101")
    if test is None:
        return
    observed, expected = test["table"]["observed"], test["table"]["expected"]
    cards = [pretty(name) for name in tree["tested"]["cards"]]
    size, left, top = 20, 44, 20
    sd = sqrt(expected * (1 - 1 / len(cards)))
    marks = []
    for row, counts in enumerate(observed):
        y = top + row * size
        marks.append(_text(left - 6, y + 14, cards[row], "end"))
        for column, number in enumerate(counts):
            colour = _colour((number - expected) / sd)
            marks.append(
                f'<rect x="{left + column * size}" y="{y}" width="{size}" height="{size}" fill="{colour}"/>'
            )
    marks += [_text(left + (place + 0.5) * size, 14, str(place + 1), "middle") for place in range(len(cards))]
    y = top + len(cards) * size + 22
    for step in range(-4, 5):
        x = left + (step + 4) * 34
        marks.append(f'<rect x="{x}" y="{y - 12}" width="34" height="14" fill="{_colour(step)}"/>')
        marks.append(_text(x + 17, y + 15, f"{step:+d}" if step else "0", "middle"))
    marks.append(_text(left + 9 * 34 + 8, y, "standard deviations off the share"))
    far = max(abs(number - expected) / sd for counts in observed for number in counts)
    alt = f"Heat map, card by place in the deck: the furthest count is {far:.1f} standard deviations off its share"
    caption = (
        f"How often each card (rows) lay at each place of the deck (columns, 1 is dealt first); its share is "
        f"{expected:,.1f} times. Of {len(cards) ** 2} counts luck takes one or two beyond 3 standard deviations; "
        "patterns count, single cells do not."
    )
    rows = [[cards[row], *counts] for row, counts in enumerate(observed)]
    head = ["card", *(str(place + 1) for place in range(len(cards)))]
    yield _figure(_svg(left + len(cards) * size + 4, y + 24, alt, marks), caption, _table(head, rows))


def _colour(z: float) -> str:
    """From blue (too few) over white to orange (too many)."""
    share = min(1.0, abs(z) / 4)
    end = (200, 82, 0) if z > 0 else (0, 84, 166)
    return "#" + "".join(f"{round(255 + (each - 255) * share):02x}" for each in end)


_PLOTTED = {
    "T112": "Jacks by seat",
    "T113": "Jacks by place from the dealer",
    "T115": "Jacks of bots",
    "T116": "Cards of the up card's suit by seat",
    "T141": "Jacks of this player",
}


def _share_plots(tree: Tree) -> Iterator[str]:
    for code, heading in _PLOTTED.items():
        test = _test(tree, code)
        if test is not None:
            yield _share_plot(test["table"], heading)


def _share_plot(table: Tree, heading: str) -> str:
    """What each got against its share, with the band in which luck keeps it in 19 of 20 archives."""
    names, means = table["names"], table["expected"]
    shares = [number / mean - 1 for number, mean in zip(table["observed"], means, strict=True)]
    bands = [
        (low / mean - 1, high / mean - 1)
        for low, high, mean in zip(table["low"], table["high"], means, strict=True)
    ]
    most = 1.15 * max(0.001, *(abs(each) for each in shares), *(abs(end) for band in bands for end in band))
    left, width, step = 190, 400, 26

    def x(share: float) -> float:
        return float(left + width / 2 * (1 + share / most))

    bottom = 24 + step * len(names)
    marks = [_text(0, 14, heading)]
    for index, (name, share, (low, high)) in enumerate(zip(names, shares, bands, strict=True)):
        y = 24 + step * index
        outside = not low <= share <= high
        marks.append(_text(left - 10, y + 17, name, "end"))
        wide = x(high) - x(low)
        marks.append(f'<rect x="{x(low):.1f}" y="{y + 4}" width="{wide:.1f}" height="{step - 8}" fill="#cfd8e3"/>')
        colour = "#a02020" if outside else "#1a1a1a"
        marks.append(f'<circle cx="{x(share):.1f}" cy="{y + step / 2}" r="5" fill="{colour}"/>')
        marks.append(_text(left + width + 8, y + 17, f"{100 * share:+.1f} %"))
    marks.append(_line(x(0), 22, x(0), bottom, "#555"))
    marks += [
        _text(x(0), bottom + 14, "its share", "middle"),
        _text(left, bottom + 14, f"{-100 * most:+.1f} %"),
        _text(left + width, bottom + 14, f"{100 * most:+.1f} %", "end"),
    ]
    told = ", ".join(f"{name} {100 * share:+.1f} %" for name, share in zip(names, shares, strict=True))
    caption = (
        f"{heading}: a dot is what each got against its share, the grey band where luck alone keeps each one in 19 "
        "of 20 such archives. Of several, one outside its band is no rarity; the answers above allow for that."
    )
    rows = list(
        zip(names, table["observed"], (f"{mean:,.1f}" for mean in means), table["low"], table["high"], strict=True)
    )
    head = ("", "got", "share", "luck from", "to")
    return _figure(_svg(left + width + 70, bottom + 22, f"{heading}: {told}", marks), caption, _table(head, rows))


def _evidence_plot(tree: Tree) -> Iterator[str]:
    """The e-value by deals, on a scale of powers of ten."""
    found = tree["e_value"]
    points = [(deals, log10(max(value, 1e-300))) for deals, value in found["history"]]
    if not points:
        return
    bound = log10(found["bound"])
    low = max(min(0.0, *(y for _, y in points)), -6.0) - 0.3
    high = max(bound, *(y for _, y in points)) + 0.5
    left, width, top, height = 60, 520, 12, 220
    last = max(deals for deals, _ in points)

    def at(deals: float, value: float) -> tuple[float, float]:
        return left + width * deals / last, top + height * (high - max(low, value)) / (high - low)

    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in [(0, 0.0), *points]))
    marks = [f'<polyline points="{path}" fill="none" stroke="#0054a6" stroke-width="2"/>']
    y = at(0, bound)[1]
    marks += [
        _line(left, y, left + width, y, "#a02020", "5 4"),
        _text(left + 4, y - 5, f"bound {found['bound']:,.0f}"),
    ]
    every = max(1, round((high - low) / 6))
    for power in range(-(-int(low * 100) // 100), int(high) + 1):
        if power % every == 0:
            marks.append(_text(left - 6, at(0, power)[1] + 4, f"{10.0**power:g}", "end"))
            marks.append(_line(left - 3, at(0, power)[1], left, at(0, power)[1], "#555"))
    marks += [
        _line(left, top, left, top + height, "#555"),
        _line(left, top + height, left + width, top + height, "#555"),
    ]
    marks += [
        _text(left, top + height + 16, "0"),
        _text(left + width, top + height + 16, count(last, "deal"), "end"),
    ]
    now, peak = number_words(found["value"]), number_words(found["peak"])
    alt = f"The e-value over {count(last, 'deal')}: now {now}, highest {peak}"
    caption = "What one unit staked against luck has become. With fair shuffling it drifts down, and seldom far up."
    rows = [(f"{deals:,}", number_words(value)) for deals, value in found["history"]]
    drawn = _svg(left + width + 10, top + height + 24, alt, marks)
    yield _figure(drawn, caption, _table(("deals", "e-value"), rows))


def _control_table(tree: Tree) -> str:
    fresh = {each["code"]: each for each in tree["control"]["tests"]}
    rows = [
        (f"{each['code']} {each['asks']}", each["saw"], fresh[each["code"]]["saw"])
        for each in tree["tests"]
        if each["code"] in fresh
    ]
    table = _table(("question", "these deals", "the control"), rows)
    return f"<details><summary>Side by side</summary>{table}</details>"
