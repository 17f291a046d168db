"""The table at each moment of a hand: one description, from which text, SVG, HTML and the stepper are drawn.

:func:`moments` gives them in order: the start, each event with the cards as they were before it, and the end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..audit import GameResult, HandResult
from ..audit.hand import HandOutcome
from ..audit.walk import Walk, event_of
from ..audit.words import (
    causes,
    describe,
    list_words,
    pretty,
    seat_name,
    side_names,
    suit_led,
    suit_sign,
    suit_words,
)
from ..cards import FOLLOWS, JOKER, NO_TRUMP, PARTIAL, cards_of
from ..engine import Hand
from ..engine import faults as f
from ..engine.events import (
    CALLS,
    DISCARD,
    GIVE,
    MISDEAL,
    NAME,
    NAME_ALONE,
    ORDER,
    ORDER_ALONE,
    PASS,
    PLAY,
    SWAP,
    TURN,
    UNCOVER,
    Event,
    card_text,
    exchanged,
)
from ..engine.hand import BIDDING, BLIND, PLAYING
from ..findings import FAIL, UNPROVEN, Answer, Finding, entry
from ..records import HandRecord
from ..records.documents import player_name
from ..rules import Rules
from .hand_words import card_words, deed_words, result_words, up_name

IN_HAND, FACE_UP, FACE_DOWN = "hand", "up", "down"
"""Where a card lies; the last two in the twelve-trick game alone."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place to look at: hand, trick, play, each from 1; trick 0 counts the calls."""

    hand: int
    trick: int | None = None
    play: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a seat, spelled as records do: ``Td``, ``?h``, ``??``.

    ``legal`` is None where it is not asked, or cannot be judged; ``why_not`` is in words where it is False.
    ``now``: it is what is played or buried at this moment.
    """

    name: str
    lies: str = IN_HAND
    legal: bool | None = None
    why_not: str | None = None
    now: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. ``player`` is as the file has it, not cleaned; ``note`` says what is not known of the cards."""

    number: int
    name: str
    player: str | None
    side: int
    cards: tuple[Card, ...]
    note: str | None = None
    dealer: bool = False
    maker: bool = False
    alone: bool = False
    sits_out: bool = False
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the trick on the table. ``wins``: it is the best so far, or takes the trick where that is over."""

    seat: int
    name: str
    leads: bool
    wins: bool
    now: bool
    fault: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding at this moment: a sign, a word and a code, and what it says. Texts are not cleaned."""

    answer: Answer
    word: str
    code: str
    message: str
    more: tuple[str, ...]
    path: str | None
    line: int | None

    @property
    def sign(self) -> str:
        """``✗`` or ``?``."""
        return "✗" if self.answer == FAIL else "?"


@dataclass(frozen=True, slots=True)
class Table:
    """The table at one moment.

    ``where`` is the place in words and ``deed`` what happens there, None at start and end; ``position`` is
    None where no call and no card stands. ``seat`` acts. ``viewer`` is the seat whose knowledge is shown,
    None for all that is known. ``trump`` is a suit, 4 for none, None before it is made. ``up`` is the up
    card with what became of it, None in the twelve-trick game. ``trick_number`` is 0 before the first lead.
    ``tricks`` and ``score`` (before the hand) are by side, None where they are not known. ``may`` says in
    words what the seat whose turn it is may do.
    """

    hand: int | None
    where: str
    deed: str | None
    position: Position | None
    seat: int | None
    viewer: int | None
    seats: tuple[Seat, ...]
    trump: int | None
    maker: int | None
    up: tuple[str, str] | None
    buried: str | None
    kitty: tuple[str, ...]
    trick: tuple[Played, ...]
    trick_over: bool
    trick_number: int
    sides: tuple[str, ...]
    tricks: tuple[int, ...] | None
    score: tuple[int, ...] | None
    may: tuple[str, ...]
    faults: tuple[Fault, ...]
    result: str | None = None

    @property
    def trump_words(self) -> str | None:
        """``♥ hearts``, ``no trump``, None before it is made."""
        if self.trump is None:
            return None
        return "no trump" if self.trump == NO_TRUMP else f"{suit_sign(self.trump)} {suit_words(self.trump)}"


def moments(
    game: GameResult, record: HandRecord, outcome: HandOutcome, viewer: int | None = None
) -> tuple[Table, ...]:
    """The moments of a hand of ``game`` in order; one alone where the record has no play that could be walked.

    ``viewer``: only what this seat knew then, its own cards, the up card and what was played.
    """
    scene = _Scene(game, record, outcome, viewer)
    return tuple(scene.all()) if outcome.walk is not None else (scene.without_play(),)


def read_position(text: str) -> Position | None:
    """``3``, ``3.2`` or ``3.2.4``; None for anything else."""
    match = re.fullmatch(r"([1-9]\d{0,8})(?:\.(\d{1,2})(?:\.([1-9]\d?))?)?", text, re.ASCII)
    if match is None:
        return None
    hand, *parts = match.groups()
    trick, play = (int(part) if part is not None else None for part in parts)
    return Position(int(hand), trick, play)


def findings_of(game: GameResult, outcome: HandOutcome) -> list[Finding]:
    """What is told with a hand: its findings, those of the game about it, with the last hand the game's other ones.

    Notes on the evidence are left out.
    """
    number = outcome.result.number
    last = bool(game.hands) and game.hands[-1] is outcome.result
    numbers = {hand.number for hand in game.hands}
    found = [
        *(each for each in game.findings if each.where.hand == number and number is not None),
        *outcome.result.findings,
        *(each for each in game.findings if last and (each.where.hand is None or each.where.hand not in numbers)),
    ]
    return [each for each in found if each.severity != "note" or each.code[0] != "C"]


def at_position(tables: tuple[Table, ...], at: Position) -> Table | None:
    """The moment of a call or play; None where there is none."""
    wanted = Position(at.hand, at.trick, at.play or 1)
    return next((table for table in tables if table.position == wanted), None)


class _Scene:
    """What stays the same for all moments of a hand."""

    def __init__(self, game: GameResult, record: HandRecord, outcome: HandOutcome, viewer: int | None) -> None:
        self.game, self.record, self.outcome, self.viewer = game, record, outcome, viewer
        self.rules: Rules = game.rules
        self.result: HandResult = outcome.result
        place = next((index for index, each in enumerate(game.hands) if each is self.result), 0)
        before = game.hands[place - 1].score if place else game.start
        self.score = tuple(before) if before is not None else None
        self.findings = findings_of(game, outcome)
        players = record.players
        names = [player_name(each) for each in players] if players is not None else game.players
        self.players = [*names, *[None] * self.rules.seats][: self.rules.seats]
        self.up = up_name(outcome.deal.up)

    def without_play(self) -> Table:
        """A hand of which only the cards dealt, or only a score card, is recorded."""
        rules, deal, result = self.rules, self.outcome.deal, self.result
        seats = []
        for number in range(rules.seats):
            masks = deal.slots[number] if number < len(deal.slots) else []
            names = [spelled(mask) for mask in masks]
            hidden = self.viewer not in (None, number)
            cards = tuple(Card("??" if hidden else name) for name in sorted(names, key=_order))
            seats.append(
                self._seat(
                    number,
                    cards,
                    self.outcome.dealer,
                    result.maker,
                    (result.lone, result.lone_defender),
                    note="hidden" if hidden else None if cards and "?" not in "".join(names) else "not recorded",
                )
            )
        up = None
        if rules.game != "twelve-trick":
            up = (self.up or "??", "turned up" if self.up else "not recorded")
        told = "the play is not recorded"
        if self.record.log is not None:
            told = "the calls and the play are not judged"
        made = [text.strip() for text in card_words(self.record, rules)] if self.record.card is not None else []
        ended = [text.strip() for text in result_words(self.record, result, rules)]
        return Table(
            hand=result.number,
            where=f"Hand {result.number}",
            deed=None,
            position=None,
            seat=None,
            viewer=self.viewer,
            seats=tuple(seats),
            trump=result.trump,
            maker=result.maker,
            up=up,
            buried=None,
            kitty=(),
            trick=(),
            trick_over=False,
            trick_number=0,
            sides=side_names(rules.seats),
            tricks=tuple(result.tricks) if result.tricks is not None else None,
            score=self.score,
            may=(),
            faults=tuple(map(self._fault, self.findings)),
            result="; ".join(dict.fromkeys([*(made or [told]), *ended])),
        )

    def all(self) -> Iterator[Table]:
        """Start, each event, end. Every finding of the hand stands at one of them."""
        walked = self.outcome.walk
        assert walked is not None
        self.shown, self.comes = _shown_later(walked)
        walk = self.outcome.deal.walk(self.record, self.rules, walked.hand.dealer)
        first = walk.hand.copy()
        steps = list(self._events(walk))
        left = list(self.findings)
        told: list[list[Finding]] = []
        for table, index, codes in steps:
            here = [each for each in left if _is_at(each, table, index, codes)]
            left = [each for each in left if each not in here]
            told.append(here)
        early = [each for each in left if each.code[0] in "ACDF" or each.code in _AT_START]
        late = [each for each in left if each not in early]
        number = self.result.number
        yield self._table(first, f"Hand {number}, start", faults=early)
        for (table, _, _), here in zip(steps, told, strict=True):
            yield self._told(table, here)
        yield self._end(walk, late)

    def _told(self, table: Table, here: list[Finding]) -> Table:
        """With the findings of this moment; in a seat's view those about others are for later."""
        if self.viewer not in (None, table.seat):
            return table
        wrong = table.position is not None and any(each.severity == "error" for each in here)
        trick = tuple(replace(card, fault=True) if card.now and wrong else card for card in table.trick)
        return replace(table, trick=trick, faults=tuple(self._fault(each, table.seat) for each in here))

    def _end(self, walk: Walk, faults: list[Finding]) -> Table:
        hand = walk.hand
        number, open_ = hand.trick_number + bool(hand.trick), 0
        table = self._table(
            hand,
            f"Hand {self.result.number}, end",
            index=len(walk.log),
            trick=hand.trick,
            number=number,
            faults=faults,
        )
        result = [text.strip() for text in result_words(self.record, self.result, self.rules)]
        if walk.stopped is not None:
            open_ = len(walk.log) - walk.stopped - 1
        if open_:
            lines = f"{open_} log line{'' if open_ == 1 else 's'}"
            result.append(f"not judged, from where it is open what was played: {lines}")
        return replace(table, result="; ".join(result))

    def _events(self, walk: Walk) -> Iterator[tuple[Table, int, tuple[str, ...]]]:
        before = walk.hand.copy()
        for index, event, broken in walk:
            after, verb = walk.hand, event[0]
            place = walk.place(event, broken)
            codes = tuple(code for _, code in causes(broken))
            position = None
            if verb in CALLS:
                where = f"call {place['call']}"
                position = (0, place["call"])
            elif verb == PLAY:
                where = f"trick {place['trick']}, play {place['play']}"
                position = (place["trick"], place["play"])
            elif before.phase == BIDDING:
                where = f"before call {before.calls + 1}"
            else:
                where = f"in trick {before.trick_number + 1}" if before.trick else "between the tricks"
                where = where if before.trick_number or before.trick else "before the first lead"
            table = self._moment(before, after, event, index, broken, f"Hand {self.result.number}, {where}")
            if position is not None:
                table = replace(table, position=Position(self.result.number or 1, *position))
            yield table, index, codes
            before = after.copy()

    def _moment(self, before: Hand, after: Hand, event: Event, index: int, broken: int, where: str) -> Table:
        verb, seat, _ = event
        carried_out = not broken & ~f.GO_ON
        trick = list(before.trick)
        number = before.trick_number + 1 if verb in (PLAY, UNCOVER) or before.trick else before.trick_number
        over = False
        if verb == PLAY:
            trick.append((seat, event[2]))
            over = carried_out and not after.trick
        winner = _winner(before if not carried_out else after, trick, over)
        return self._table(
            before,
            where,
            event=event,
            index=index,
            trick=trick,
            winner=winner,
            over=over,
            number=number,
            fault=self.viewer in (None, seat) and bool(causes(broken & ~f.RENEGE_PROVEN)),
        )

    def _table(
        self,
        hand: Hand,
        where: str,
        *,
        event: Event | None = None,
        index: int | None = None,
        trick: list[tuple[int, int]] | None = None,
        winner: int = -1,
        over: bool = False,
        number: int = 0,
        fault: bool = False,
        faults: list[Finding] | None = None,
    ) -> Table:
        trick = trick or []
        now = event is not None and event[0] == PLAY
        if event is None and trick:
            winner = _winner(hand, trick, False)
        played = tuple(
            Played(
                seat,
                card_text(card),
                leads=place == 0,
                wins=seat == winner,
                now=now and place == len(trick) - 1,
                fault=fault and now and place == len(trick) - 1,
            )
            for place, (seat, card) in enumerate(trick)
        )
        turn = hand.turn if hand.phase in (BIDDING, PLAYING) else -1
        if hand.phase == BIDDING and not hand.joker_named:
            turn = hand.dealer
        if event is not None and event[0] == DISCARD:
            turn = next((seat for seat in range(hand.seats) if hand.owes_discard(seat)), turn)
        seats = tuple(self._of(hand, seat, turn, event, index) for seat in range(hand.seats))
        return Table(
            hand=self.result.number,
            where=where,
            deed=None if event is None else self._deed(event, hand),
            position=None,
            seat=event[1] if event is not None and event[1] < hand.seats else None,
            viewer=self.viewer,
            seats=seats,
            trump=hand.trump if hand.trump >= 0 else None,
            maker=hand.maker if hand.maker >= 0 else None,
            up=self._up(hand),
            buried=self._buried(hand, index or 0),
            kitty=tuple(card_text(card) for card in cards_of(hand.kitty)) if self.viewer is None else (),
            trick=played,
            trick_over=over,
            trick_number=number,
            sides=side_names(hand.seats),
            tricks=tuple(hand.tricks) if hand.tricks_known else None,
            score=self.score,
            may=() if event is None else self._may(hand, event, seats),
            faults=tuple(self._fault(each) for each in faults or ()),
        )

    # Seats and their cards

    def _seat(
        self,
        number: int,
        cards: tuple[Card, ...],
        dealer: int | None,
        maker: int | None,
        lone: tuple[int | None, int | None],
        note: str | None = None,
        sits_out: bool = False,
        turn: bool = False,
    ) -> Seat:
        rules = self.rules
        return Seat(
            number=number,
            name=seat_name(number, rules.seats),
            player=self.players[number],
            side=rules.side_of(number),
            cards=cards,
            note=note,
            dealer=number == dealer,
            maker=number == maker,
            alone=number in lone,
            sits_out=sits_out,
            turn=turn,
        )

    def _of(self, hand: Hand, seat: int, turn: int, event: Event | None, index: int | None) -> Seat:
        cards, note = self._cards(hand, seat, index)
        hidden = self.viewer not in (None, seat)
        if hidden:
            cards, note = self._as_others_see(cards), "hidden"
        elif event is not None and event[0] in (PLAY, DISCARD):
            if seat == turn and (event[0] == PLAY or hand.discard_due):
                cards = [self._judged(hand, event[0], seat, card) for card in cards]
            if seat == event[1]:
                name = card_text(event[2])
                place = next((i for i, card in enumerate(cards) if card.name == name), None)
                if place is not None:
                    cards[place] = replace(cards[place], now=True)
        return self._seat(
            seat,
            tuple(cards),
            hand.dealer,
            hand.maker,
            (hand.lone, hand.lone_defender),
            note,
            bool(hand.sits >> seat & 1),
            seat == turn,
        )

    def _cards(self, hand: Hand, seat: int, index: int | None) -> tuple[list[Card], str | None]:
        """The cards of a seat as far as they are known, and what that leaves open."""
        unsure, count = hand.may_have_left(seat), hand.count(seat)
        known = hand.known(seat) & ~unsure
        on_table = hand.on_table(seat)
        up, down = on_table if on_table is not None else (0, [])
        note = None
        spare = [] if unsure else [spelled(mask) for mask in hand.half_known(seat)]
        if hand.held(seat) is None:
            note = "as far as is recorded"
            if not any(mask & (mask - 1) for mask in down):
                note = "as far as is recorded or shown later"
                later = self._later(hand, seat, 0 if index is None else index)
                more = sum(1 << card for card in later) & ~known
                if known.bit_count() + more.bit_count() + len(down) <= count:
                    known |= more
            if len(spare) != count - known.bit_count() - len(down) and len(set(spare)) > 1:
                spare = []
            note = note if known else "not recorded"
        cards = [Card(card_text(card), FACE_UP if up >> card & 1 else IN_HAND) for card in cards_of(known)]
        missing = max(count - len(cards) - len(down), 0)
        cards += [Card(name) for name in [*spare, *["??"] * missing][:missing]]
        cards += [Card(spelled(mask), FACE_DOWN) for mask in down]
        if note is None and any("?" in card.name for card in cards):
            note = "as far as is recorded"
        if self.viewer is not None:
            cards = [replace(card, name="??") if card.lies == FACE_DOWN else card for card in cards]
        return sorted(cards, key=lambda card: (_LIES.index(card.lies), *_order(card.name))), note

    def _later(self, hand: Hand, seat: int, index: int) -> list[int]:
        """Cards that a seat shows from here on, and did not get in the meantime: they were held here."""
        comes = [(place, card) for place, who, card in self.comes if who == seat and place >= index]
        got = {card for _, card in comes} | ({hand.up} if not hand.taken else set())
        unknown = [place for place, card in comes if card < 0]
        if seat == hand.dealer and hand.up < 0 and not hand.taken:
            unknown.append(index)
        until = min(unknown, default=len(self.record.log or ()))
        shown = [card for place, who, card in self.shown if who == seat and index <= place < until]
        return list(dict.fromkeys(card for card in shown if card not in got))

    def _as_others_see(self, cards: list[Card]) -> list[Card]:
        """The same with all but the face-up cards hidden."""
        return [card if card.lies == FACE_UP else replace(card, name="??") for card in cards]

    def _judged(self, hand: Hand, verb: int, seat: int, card: Card) -> Card:
        if card.lies == FACE_DOWN or "?" in card.name:
            return card
        number = _NUMBERS[card.name]
        event = (verb, seat, number)
        broken = hand.check(event) & ~f.RENEGE_PROVEN
        if not broken:
            return replace(card, legal=True if hand.held(seat) is not None else None)
        return replace(card, legal=False, why_not=_why_not(hand, event, broken))

    def _up(self, hand: Hand) -> tuple[str, str] | None:
        if self.rules.game == "twelve-trick":
            return None
        name = self.up or "??"
        if name == "??":
            name = card_text(hand.up) if hand.up >= 0 else "??"
        dealer = seat_name(hand.dealer, hand.seats)
        if hand.taken:
            fate = f"taken up by {dealer}"
        elif hand.maker >= 0 and hand.calls <= hand.seats:
            fate = "ordered up" if hand.phase == BLIND else "left lying"
        elif hand.calls >= hand.seats:
            fate = "turned down"
        else:
            fate = "face up"
        if name == "Jo" and hand.up_suit >= 0:
            fate += f", counts as {suit_words(hand.up_suit)}"
        return name, fate if "?" not in name else f"{fate}, not recorded"

    def _buried(self, hand: Hand, index: int) -> str | None:
        """What was buried; of a seat that looks on, its own."""
        buried = cards_of(hand.buried)
        if self.viewer is not None:
            events = [event_of(line) for line in (self.record.log or ())[:index]]
            own = [card for verb, seat, card in events if (verb, seat) == (DISCARD, self.viewer)]
            buried = [card for card in buried if card in own]
        return " ".join(map(card_text, buried)) or None

    # Words

    def _deed(self, event: Event, hand: Hand) -> str:
        verb, seat, argument = event
        who = seat_name(seat, hand.seats)
        if self.viewer not in (None, seat):
            if verb == DISCARD:
                return f"{who} buries a card"
            if verb == SWAP:
                return f"{who} swaps three cards with the kitty"
            if verb == GIVE and exchanged(event)[2] != self.viewer:
                return f"{who} gives a card to {seat_name(exchanged(event)[2], hand.seats)}"
        if verb == PLAY:
            return f"{who} {'plays' if hand.trick else 'leads'} {pretty(card_text(argument))}"
        return deed_words(event, self.up, hand)

    def _may(self, hand: Hand, event: Event, seats: tuple[Seat, ...]) -> tuple[str, ...]:
        verb, seat, _ = event
        if hand.phase == BIDDING and verb in (*CALLS, TURN, SWAP, MISDEAL):
            told = self.viewer in (None, hand.turn) and hand.turn >= 0 and hand.held(hand.turn) is not None
            return _calls(hand, self.up, told=told)
        if verb not in (PLAY, DISCARD) or hand.phase == BLIND or (verb == DISCARD and not hand.discard_due):
            return ()
        lines = []
        turn = next((each for each in seats if each.turn), None)
        if turn is None:
            return ("whose turn it is, is not known",) if hand.phase == PLAYING else ()
        if turn.number != seat:
            lines.append(f"it is {turn.name}'s turn")
        if turn.note == "hidden":
            return tuple(lines)
        legal = [pretty(card.name) for card in turn.cards if card.legal]
        if hand.held(turn.number) is None:
            why = "is not fully known"
            if not any("?" in card.name for card in turn.cards):
                why = "is known only by what is played later"
            lines.append(f"{turn.name}'s hand {why}, so not every card can be judged")
        elif verb == PLAY:
            lines.append("legal: " + (" ".join(legal) or "no card"))
        else:
            lines.append("may be buried: " + " ".join(legal))
        reasons: dict[str, list[str]] = {}
        for card in turn.cards:
            if card.why_not is not None:
                reasons.setdefault(card.why_not, []).append(pretty(card.name))
        lines += [f"not legal: {' '.join(names)}, since {why}" for why, names in reasons.items()]
        return tuple(lines)

    def _fault(self, finding: Finding, seat: int | None = None) -> Fault:
        hides = self.viewer is not None and seat != self.viewer
        message = entry(finding.code).title if hides else finding.message
        more = (
            ()
            if hides
            else tuple(item.message for item in finding.related if item.pointer != finding.where.pointer)
        )
        answer, word = {"error": (FAIL, "fault"), "warning": (UNPROVEN, "doubt")}.get(
            finding.severity, (UNPROVEN, "note")
        )
        where = finding.where
        return Fault(answer, word, finding.code, message, more, where.path, where.line)


_WHY_NOT = {
    f.UNCOVER_DUE: "the card under a played one has to be turned up first",
    f.DISCARD_UP_CARD: "the card just taken up may not be buried in this house",
}
_LIES = (IN_HAND, FACE_UP, FACE_DOWN)
_AT_START = ("G101", "G102", "G103", "G104")
_NUMBERS = {card_text(card): card for card in range(JOKER + 1)}


def _order(name: str) -> tuple[bool, int]:
    return ("?" in name, _NUMBERS.get(name, 0))


def spelled(mask: int) -> str:
    """A card of which a mask says what it may be, as records spell it: ``Td``, ``?h``, ``??``.

    >>> spelled(1 << 3), spelled(0b11), spelled(1 | 1 << 31)
    ('Tc', '?c', '??')
    """
    if mask & (mask - 1) == 0 and mask:
        return card_text(mask.bit_length() - 1)
    return next((name for name, wide in PARTIAL.items() if name != "??" and mask and not mask & ~wide), "??")


def _shown_later(walk: Walk) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """``(index, seat, card)`` of every card that a seat shows it held, and of every one, known or not, it gets."""
    shown: list[tuple[int, int, int]] = []
    comes: list[tuple[int, int, int]] = []
    last = len(walk.log) if walk.stopped is None else walk.stopped
    for index, line in enumerate(walk.log[:last]):
        event = event_of(line)
        verb, seat, argument = event
        if verb in (PLAY, DISCARD):
            shown.append((index, seat, argument))
        elif verb in (GIVE, SWAP):
            given, taken, receiver = exchanged(event)
            shown += [(index, seat, card) for card in given]
            comes += [(index, seat, card) for card in taken] if verb == SWAP else []
            comes += [(index, receiver, card) for card in given] if verb == GIVE else []
    return [each for each in shown if each[2] >= 0], comes


def _is_at(finding: Finding, table: Table, index: int, codes: tuple[str, ...]) -> bool:
    """Whether a finding is about this event: by its call or play, else by the log line or what it breaks."""
    where, at = finding.where, table.position
    if where.hand != table.hand and where.hand is not None:
        return False
    if where.call is not None or where.play is not None:
        if at is None:
            return False
        return (where.trick or 0, where.call if where.play is None else where.play) == (at.trick, at.play)
    if (where.pointer or "").endswith(f"/log/{index}"):
        return True
    return finding.code in codes and where.seat == table.seat and at is None


def _winner(hand: Hand, trick: list[tuple[int, int]], over: bool) -> int:
    """Who takes the trick as it lies; -1 where that cannot be told."""
    if over:
        return hand.winners[-1] if hand.winners else -1
    if not hand.trick or min(card for _, card in hand.trick) < 0 or hand.led < 0:
        return -1
    return hand.top


def _why_not(hand: Hand, event: Event, broken: int) -> str:
    """Why a card may not be played or buried, in a player's words."""
    bit, _ = causes(broken)[0]
    seat = event[1]
    if bit in _WHY_NOT:
        return _WHY_NOT[bit]
    if bit != f.RENEGE:
        return describe(bit, event, hand, hand.trick)[0]
    led = suit_led(hand, hand.trick)
    holds = hand.known(seat) & FOLLOWS[hand.trump][led]
    what = list_words(holds) if holds else "one for certain"
    other = [card for card in cards_of(holds) if card not in (JOKER, *range(led * 8, led * 8 + 8))]
    if other:
        what += f" ({pretty(card_text(other[0]))} is the left bower)"
    return f"{suit_sign(led)} was led and {seat_name(seat, hand.seats)} holds {what}"


def _calls(hand: Hand, up: str | None, *, told: bool) -> tuple[str, ...]:
    """What the seat to call may do."""
    if hand.turn < 0:
        return ()
    legal = hand.legal_events()
    who, card = seat_name(hand.turn, hand.seats), pretty(up) if up is not None and "?" not in up else "the up card"
    verbs = {verb for verb, _, _ in legal}
    parts = ["pass"] if PASS in verbs else []
    take = f"take up {card}" if hand.turn == hand.dealer else f"order up {card}"
    parts += [take] if ORDER in verbs else []
    parts += ["the same alone" if ORDER in verbs else f"{take} and go alone"] if ORDER_ALONE in verbs else []
    suits = list(dict.fromkeys(suit for verb, _, suit in legal if verb in (NAME, NAME_ALONE)))
    if suits:
        named = [suit_words(suit) for suit in suits]
        alone = ", alone or not" if {NAME, NAME_ALONE} <= verbs else " alone" if NAME_ALONE in verbs else ""
        parts.append(f"name {' or '.join([', '.join(named[:-1]), named[-1]] if len(named) > 1 else named)}{alone}")
    if told:
        parts += ["swap three cards with the kitty"] if SWAP in verbs else []
        parts += ["give a farmer's hand back"] if MISDEAL in verbs else []
    if TURN in verbs and not parts:
        return (f"{seat_name(hand.dealer, hand.seats)} names a suit for the joker first",)
    return (f"{who} may {'; '.join(parts)}",) if parts else ()
