"""One hand in full, as HTML: the chain of evidence, the deal stage by stage, the play move by move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from msgspec.structs import replace

from ..audit import GameResult, HandResult, Step
from ..audit.chain import chain_of
from ..audit.game import Judged
from ..audit.hand import HandOutcome
from ..audit.words import by_side_text, seat_name, seat_names
from ..cards import CARDS, FRESH, NAMES
from ..dealing import Dealt, Terms
from ..dealing.stages import Stage
from ..engine import Hand
from ..engine.events import card_text
from ..findings import FAIL, PASS, UNCHECKED, UNPROVEN, Answer, Finding
from ..records import HandRecord
from .clean import clean
from .table import Table, moments
from .table_grid import chip, table_grid
from .text import GROUPS

MARKS: dict[Answer, str] = {PASS: "✓", FAIL: "✗", UNPROVEN: "?", UNCHECKED: "·"}
SEVERITY_MARKS = {"error": ("fail", "✗ fault"), "warning": ("unproven", "? doubt"), "note": ("unchecked", "? note")}
_STEPS = {
    "key": "the club's key, as you gave it; none is taken from the file",
    "checkpoint": "what the key signed: whose ledger it is, and how many lines it has",
    "root": "one fingerprint of all those lines",
    "inclusion": "the promise of this hand is one of the lines",
    "commitment": "the fingerprint that was promised for this deal",
    "terms": "what the fingerprint binds: hand, dealer, deck, and how it is dealt",
    "match": "house, rules and players, as the terms bind them",
    "secret": "revealed after the hand; with the terms it makes the fingerprint",
    "mix": "what others than the dealer put into the shuffle",
    "stages": "the deal, made again from the secret",
    "cards seen": "the cards of the file against those of the deal",
    "play": "calls and cards against the rules of the house",
    "score": "points and score, counted again",
}


def text(words: str, limit: int = 400) -> str:
    """Text of a file or of ours, as it may stand between tags and in quotes."""
    return escape(clean(words, limit))


def mark(answer: Answer, word: str | None = None) -> str:
    """The sign of an answer, and the word beside it."""
    return f'<span class="mark {answer}"><span aria-hidden="true">{MARKS[answer]}</span> {word or answer}</span>'


def link(anchor: str, words: str) -> str:
    """A link to a place of this page; ``words`` are HTML."""
    return f'<a href="#{anchor}">{words}</a>'


@dataclass(slots=True)
class Item:
    """A finding, or several notes that say the same: its number on the page, and its places."""

    number: int
    finding: Finding
    places: list[tuple[str, str]] = field(default_factory=list)
    """Where it belongs: an anchor, and that in words."""

    @property
    def anchor(self) -> str:
        """Where it stands in the list."""
        return f"f{self.number}"

    @property
    def name(self) -> str:
        """``fault 3, P310``."""
        return f"{SEVERITY_MARKS[self.finding.severity][1][2:]} {self.number}, {self.finding.code}"


Flags = dict[str, list[Item]]
"""The findings that belong to a place, by its anchor."""


class HandView:
    """A hand that is shown in full: what its places are called, and what stands there."""

    def __init__(self, game: GameResult, place: int, judged: Judged, anchor: str) -> None:
        self.record: HandRecord = judged[0]
        self.result: HandResult = game.hands[place]
        self.outcome: HandOutcome = replace(judged[1], result=self.result)
        self.game, self.place, self.anchor = game, place, anchor
        self.tables = moments(game, self.record, self.outcome)
        self.anchors = _anchors(self.tables, anchor)

    @property
    def title(self) -> str:
        """``Hand 3``."""
        return f"Hand {self.result.number if self.result.number is not None else self.place + 1}"

    def place_of(self, finding: Finding) -> str:
        """The anchor of the place that a finding is about."""
        if finding.code[0] == "C" and self.record.deal is not None:
            return f"{self.anchor}-chain"
        if finding.code[0] == "D" and self.outcome.deal.dealt is not None:
            return f"{self.anchor}-deal"
        known = finding.code, finding.message, finding.where.path, finding.where.line
        for table, anchor in zip(self.tables, self.anchors, strict=True):
            if any((each.code, each.message, each.path, each.line) == known for each in table.faults):
                return anchor
        return self.anchor

    def html(self, flags: Flags) -> str:
        """The section of this hand."""
        parts = [f"<h3>{self._head()}</h3>\n"]
        if not self.game.alone:
            answers = {"bidding": self.result.bidding, **self.result.answers}
            told = " ".join(f"<li>{mark(answers[name])} {name}</li>" for name in GROUPS)
            parts.append(f'<nav aria-label="{self.title}">{self._contents()}</nav>\n<ul class="row">{told}</ul>\n')
        parts += [flags_html(flags, self.anchor), self._chain(flags), self._deal(flags), self._play(flags)]
        return f'<section id="{self.anchor}">\n{"".join(parts)}</section>\n'

    def _head(self) -> str:
        before = self.game.hands[self.place - 1].score if self.place else self.game.start
        dealer = self.outcome.dealer
        seats = self.game.rules.seats
        parts = [self.title]
        parts += [f"{seat_name(dealer, seats)} deals"] if dealer is not None else []
        parts += [by_side_text(before, seats)] if before is not None else []
        return text(" · ".join(parts))

    def _contents(self) -> str:
        names = [("chain", "evidence")] if self.record.deal is not None else []
        names += [("deal", "deal")] if self.outcome.deal.dealt is not None else []
        names.append(("play", "play"))
        return "<ul>" + "".join(f"<li>{link(f'{self.anchor}-{name}', word)}</li>" for name, word in names) + "</ul>"

    # Evidence

    def _chain(self, flags: Flags) -> str:
        evidence = self.record.deal
        if evidence is None:
            return ""
        steps = "".join(map(self._step, chain_of(self.result, self.outcome.deal, evidence)))
        return fold(
            f"{self.anchor}-chain",
            "The chain of evidence",
            '<p class="gloss">From the club’s key down to the score. Each step rests on the one above it.</p>\n'
            f'{flags_html(flags, f"{self.anchor}-chain")}<ol class="chain">\n{steps}</ol>\n',
        )

    def _step(self, step: Step) -> str:
        values = [(name, value) for name, value in step.values if not name.startswith("after stage")]
        rows = "".join(f"<dt>{text(name)}</dt><dd><code>{text(value, 2000)}</code></dd>" for name, value in values)
        told = f'<dl class="values">{rows}</dl>' if rows else ""
        more = f" {link(f'{self.anchor}-deal', 'see each stage')}" if step.name == "stages" and values else ""
        gloss = f'<span class="gloss">{_STEPS[step.name]}{more}</span>'
        return f"<li><b>{step.name}</b> {mark(step.answer)} {gloss}{told}</li>\n"

    # Deal

    def _deal(self, flags: Flags) -> str:
        deal = self.outcome.deal
        if deal.dealt is None or deal.terms is None:
            return ""
        dealt, terms = deal.dealt, deal.terms
        lines = "".join(text(line, 300) + "\n" for line in terms.raw.decode("ascii").splitlines())
        return fold(
            f"{self.anchor}-deal",
            "The deal, stage by stage",
            f"{flags_html(flags, f'{self.anchor}-deal')}"
            '<p class="gloss">The whole deck as it lies after each stage, the top card first, made again from the '
            f"revealed secret and these terms:</p>\n<pre>{lines}</pre>\n"
            f'<ol class="stages">\n{_stages(terms, dealt)}'
            f"{_handed_out(terms, dealt)}</ol>\n{self._as_recorded(dealt)}",
        )

    def _as_recorded(self, dealt: Dealt) -> str:
        """Each hand as it was dealt beside what the file says of it."""
        if not dealt.hands:
            return ""
        recorded = self.record.dealt or [None] * len(dealt.hands)
        rows = []
        names = (*seat_names(len(dealt.hands)), "kitty")
        for name, cards, told in zip(
            names, (*dealt.hands, dealt.kitty), (*recorded, self.record.kitty), strict=False
        ):
            own = {NAMES[card] for card in cards}
            shown = "not recorded" if told is None else " ".join(_seen(card, own) for card in told)
            faulty = told is not None and any(card in CARDS and card not in own for card in told)
            row = f'<th scope="row">{name}</th><td>{_chips(cards)}</td><td>{shown}</td>'
            rows.append(f"<tr{' class=faulty' if faulty else ''}>{row}</tr>\n")
        return (
            f"{wide(f'{self.title}, cards dealt and recorded')}<table>\n<thead><tr>"
            '<th scope="col">who</th><th scope="col">dealt by the secret</th><th scope="col">in the file</th></tr>'
            f"</thead>\n<tbody>{''.join(rows)}</tbody></table></div>\n"
        )

    # Play

    def _play(self, flags: Flags) -> str:
        if self.outcome.walk is None and self.record.dealt is None and self.record.card is None:
            return ""
        anchor = f"{self.anchor}-play"
        walk = self.outcome.walk
        tricks = self._tricks(walk.hand, flags) if walk is not None else ""
        shown = "".join(
            self._moment(table, place, flags) for table, place in zip(self.tables, self.anchors, strict=True)
        )
        keys = (
            '<p class="gloss"><span class="screen">The arrow keys ← and → step through. </span>'
            f"{chip('Kc', ' may')} may be played, {chip('Kc', ' not')} may not, {chip('Kc', ' now')} is played now."
            "</p>\n"
        )
        return (
            f'<section id="{anchor}">\n<h4>The play, move by move</h4>\n{flags_html(flags, anchor)}{tricks}{keys}'
            f'<div class="steps" role="group" aria-label="{self.title}, move by move"><div class="ms">\n{shown}'
            "</div></div>\n</section>\n"
        )

    def _moment(self, table: Table, anchor: str, flags: Flags) -> str:
        where = table.where.removeprefix(f"Hand {self.result.number}, ")
        title = f"{where[:1].upper()}{where[1:]}" + (f": {table.deed}" if table.deed is not None else "")
        here = flags_html(flags, anchor)
        bad = any(item.finding.severity != "note" for item in flags.get(anchor, ()))
        result = f"<p><b>{text(table.result)}</b></p>" if table.result else ""
        return (
            f'<section class="m{" bad" if bad else ""}" id="{anchor}">\n<h5>{text(title)}</h5>\n{here}'
            f"{result}{table_grid(table)}</section>\n"
        )

    def _tricks(self, hand: Hand, flags: Flags) -> str:
        """The tricks at a glance, each card leading to its moment."""
        tricks = [*hand.done, *([hand.trick] if hand.trick else [])]
        if not tricks:
            return ""
        heads = "".join(f'<th scope="col">{name}</th>' for name in seat_names(hand.seats))
        rows = []
        for number, trick in enumerate(tricks, 1):
            cells = []
            for seat in range(hand.seats):
                played = [(play, card) for play, (who, card) in enumerate(trick, 1) if who == seat]
                cells.append(
                    " ".join(self._played(number, play, card, flags) for play, card in played) if played else "–"
                )
            row = "".join(f"<td>{cell}</td>" for cell in cells)
            won = _won_by(hand, number - 1)
            rows.append(f'<tr><th scope="row">{number}</th>{row}<td>{won}</td></tr>\n')
        return (
            f'{wide(f"{self.title}, tricks")}<table>\n<thead><tr><th scope="col">trick</th>{heads}'
            f'<th scope="col">won by</th></tr></thead>\n<tbody>{"".join(rows)}</tbody></table></div>\n'
        )

    def _played(self, trick: int, play: int, card: int, flags: Flags) -> str:
        name, anchor = chip(card_text(card)), f"{self.anchor}t{trick}p{play}"
        name = link(anchor, name) if anchor in self.anchors else name
        bad = any(item.finding.severity == "error" for item in flags.get(anchor, ()))
        return name + (" led" if play == 1 else "") + (' <span class="fault">✗</span>' if bad else "")


def flags_html(flags: Flags, anchor: str) -> str:
    """What was found at a place, each with the way back to the list."""
    items = flags.get(anchor, [])
    if not items:
        return ""
    told = []
    for item in items:
        kind, word = SEVERITY_MARKS[item.finding.severity]
        told.append(
            f'<li><span class="mark {kind}">{word}</span> {text(item.finding.message)} '
            f"{link(item.anchor, item.name)}</li>"
        )
    soft = "" if any(item.finding.severity == "error" for item in items) else " soft"
    return f'<ul class="flags{soft}">{"".join(told)}</ul>\n'


def wide(label: str) -> str:
    """The beginning of a part that may be wider than a phone, and is moved by itself."""
    return f'<div class="wide" tabindex="0" role="group" aria-label="{text(label)}">'


def fold(anchor: str, title: str, body: str) -> str:
    """A part that a script may fold away."""
    return f'<details open class="fold" id="{anchor}"><summary><h4>{title}</h4></summary>\n{body}</details>\n'


# Cards


def _chips(cards: Iterable[int]) -> str:
    return " ".join(chip(NAMES[card]) for card in cards)


def _seen(name: str, own: set[str]) -> str:
    wrong = name in CARDS and name not in own
    return f'{chip(name)}<span class="fault">✗</span>' if wrong else chip(name)


def _packet(cards: Sequence[int], label: str = "", kind: str = "") -> str:
    name = f"<em>{label}</em>" if label else ""
    return f'<div class="pk{" " + kind if kind else ""}">{name}{_chips(cards)}</div>'


def _deck(packets: Iterable[str]) -> str:
    return f'<div class="deck">{"".join(packets)}</div>\n'


def _stages(terms: Terms, dealt: Dealt) -> str:
    before: Sequence[int] = FRESH[terms.deck]
    rows = [f"<li><h5>The fresh deck</h5>{_deck([_packet(before)])}</li>\n"]
    for stage in dealt.stages:
        title, told, packets = _stage(stage, before)
        rows.append(f"<li><h5>{stage.number}. {title}</h5>\n{told}{_deck(packets)}</li>\n")
        before = stage.deck
    return "".join(rows)


def _stage(stage: Stage, before: Sequence[int]) -> tuple[str, str, list[str]]:
    """Its name, what is done (HTML), and the deck after it in packets."""
    if stage.kind == "shuffle":
        draws = " ".join(map(str, stage.draws))
        told = (
            "<p>From the bottom up, each card changes places with one at or above it, whose place (from 0) the "
            f"secret draws:</p>\n<p><code>{draws}</code></p>\n"
        )
        return "Shuffle", told, [_packet(stage.deck)]
    if stage.cut is not None:
        cut = {"A": before[: stage.cut], "B": before[stage.cut :]}
        order, where = "BA", "near the middle"
    else:
        a, b, _ = stage.packets or (0, 0, 0)
        cut = {"A": before[:a], "B": before[a : a + b], "C": before[a + b :]}
        order, where = stage.order or "ABC", "in rough thirds"
    sizes = ", ".join(f"{name} {len(cards)}" for name, cards in cut.items())
    told = (
        f"<p>The deck is cut into packets of {sizes} cards:</p>\n"
        f"{_deck(_packet(cards, name, name) for name, cards in cut.items())}"
        f"<p>and put back in the order {' '.join(order)}:</p>\n"
    )
    return f"Cut {where}", told, [_packet(cut[name], name, name) for name in order]


def _handed_out(terms: Terms, dealt: Dealt) -> str:
    """The deck in the packets in which it goes round the table."""
    if not dealt.hands:
        return ""
    packets, at = [], 0
    for counts in terms.rounds:
        for step, count in enumerate(counts, 1):
            seat = seat_name((dealt.dealer + step) % terms.seats, terms.seats)
            packets.append(_packet(dealt.deck[at : at + count], seat))
            at += count
    if dealt.up is not None:
        packets.append(_packet([dealt.up], "up card"))
        at += 1
    packets += [_packet(dealt.deck[at:], "kitty")] if dealt.deck[at:] else []
    first = seat_name((dealt.dealer + 1) % terms.seats, terms.seats)
    return (
        f"<li><h5>The cards are dealt</h5>\n<p>{seat_name(dealt.dealer, terms.seats)} deals "
        f"{escape(terms.pattern or '')}, from {first} round:</p>\n{_deck(packets)}</li>\n"
    )


def _anchors(tables: Sequence[Table], hand: str) -> list[str]:
    """A name for each moment: ``…t2p4`` and ``…c3`` for a card and a call, else its number."""
    names: list[str] = []
    for number, table in enumerate(tables):
        at = table.position
        name = f"{hand}m{number}"
        if at is not None:
            better = f"{hand}t{at.trick}p{at.play}" if at.trick else f"{hand}c{at.play}"
            name = name if better in names else better
        names.append(name)
    return names


def _won_by(hand: Hand, number: int) -> str:
    if number >= len(hand.winners):
        return "not finished"
    winner = hand.winners[number]
    return seat_name(winner, hand.seats) if winner >= 0 else "not known"
