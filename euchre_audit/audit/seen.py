"""Every card that the record saw against the deal that the secret gives, or against being a deal at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from ..cards import CANDIDATES, DECK_MASK, FRESH, NAMES, PARTIAL, mask_of
from ..dealing import Dealt
from ..engine.events import GIVE, PLAY, SWAP
from ..findings import FAIL, PASS, Finding, Related
from ..records import HandRecord
from ..rules import Rules
from .outcome import Context, DealOutcome
from .walk import Slots, event_of, recorded_up
from .words import pretty, seat_name


@dataclass(frozen=True, slots=True)
class _Difference:
    """A recorded card or hand that the secret deals otherwise; ``row`` is the whole hand as dealt."""

    part: str
    seat: int | None
    text: str
    row: str


def compare_cards(
    outcome: DealOutcome, record: HandRecord, context: Context, dealt: Dealt, dealer: int | None
) -> None:
    """Every card that the record saw against the deal; what both say counts as known for the play."""
    size = context.rules.hand_size
    if len(dealt.hands) != context.rules.seats or any(len(hand) != size for hand in dealt.hands):
        outcome.answers.setdefault("deal", FAIL)  # D102 or D103 says why
        outcome.know_as_recorded(record, context.rules)
        return
    if _all_as_dealt(record, dealt):
        # No card to look at twice: every hand that is recorded, and the kitty, is the one that the secret deals.
        outcome.cards_seen = sum(map(len, filter(None, record.dealt or ()))) + len(record.kitty or ())
        outcome.answers.setdefault("deal", PASS)
        if outcome.contradicted - {"dealer"} and not _is_of_this_hand(record, dealt, outcome.cards_seen):
            outcome.misplaced = True
            outcome.know_as_recorded(record, context.rules)
            return
        outcome.slots = [[1 << card for card in cards] for cards in dealt.hands]
        outcome.kitty = mask_of(dealt.kitty[0 if dealt.up is None else 1 :])
        outcome.up = 1 << dealt.up if dealt.up is not None else recorded_up(record, context.rules)
        return
    outcome.know_as_recorded(record, context.rules)
    rotated = _rotation(record, dealt)
    if rotated:
        message = f"every hand recorded is the one dealt {rotated} seat{'s' if rotated > 1 else ''} further on"
        if dealer is not None and (dealer + rotated) % len(dealt.hands) == dealt.dealer:
            outcome.misplaced = True
            if outcome.contradicted == {"dealer"}:
                outcome.findings = [each for each in outcome.findings if each.code != "D102"]
        outcome.fail("deal", Finding("D202", message, context.at("/dealt")))
        outcome.know_nothing(context.rules)
        return
    named = [*(name for hand in record.dealt or () for name in hand or ()), *(record.kitty or ())]
    outcome.cards_seen = sum(name not in PARTIAL for name in named)
    differences = [*_hand_differences(record, dealt), *_kitty_differences(record, dealt)]
    if not differences:
        outcome.answers.setdefault("deal", PASS)
        if outcome.contradicted - {"dealer"} and not _is_of_this_hand(record, dealt, outcome.cards_seen):
            outcome.misplaced = True
            return
        outcome.slots, outcome.kitty = _agreed(record, dealt, context.rules)
        outcome.up = 1 << dealt.up if dealt.up is not None else outcome.up
        return
    first = differences[0]
    if outcome.explain(Related(f"so it deals other cards: {first.text}", context.pointer + first.part)):
        outcome.answers["deal"] = FAIL
        outcome.misplaced = True
        return
    related = tuple(Related(each.text, context.pointer + each.part) for each in differences[1:])
    where = context.at(first.part).at(seat=first.seat)
    outcome.fail("deal", Finding("D201", first.text, where, first.row, _recorded(record, first.part), related))
    outcome.slots, outcome.kitty = _agreed(record, dealt, context.rules)
    outcome.up = 1 << dealt.up if dealt.up is not None else outcome.up
    parts = {each.part for each in differences}
    if "/kitty/0" in parts or ("/up" in parts and not record.kitty):
        outcome.up = DECK_MASK[context.rules.deck]


def _all_as_dealt(record: HandRecord, dealt: Dealt) -> bool:
    """Whether everything recorded is known card by card and as dealt; then there is nothing to explain."""
    if record.up is not None and (dealt.up is None or record.up != NAMES[dealt.up]):
        return False
    rows = [(record.kitty, dealt.kitty), *zip(record.dealt or (), dealt.hands, strict=False)]
    return all(names is None or names == [NAMES[card] for card in cards] for names, cards in rows)


def _hand_differences(record: HandRecord, dealt: Dealt) -> Iterator[_Difference]:
    for seat, (names, cards) in enumerate(zip(record.dealt or (), dealt.hands, strict=False)):
        if names is None:
            continue
        who = seat_name(seat, len(dealt.hands))
        if len(names) != len(cards):
            text = f"{who} has {len(names)} cards in the record, {len(cards)} in the deal"
            yield _Difference(f"/dealt/{seat}", seat, text, _row(cards))
        for index, (name, card) in enumerate(zip(names, cards, strict=False)):
            if not _fits(name, card):
                text = f"{who}'s {_ordinal(index)} card is not what the secret deals"
                yield _Difference(f"/dealt/{seat}/{index}", seat, text, _row(cards))


def _kitty_differences(record: HandRecord, dealt: Dealt) -> Iterator[_Difference]:
    names = record.kitty or []
    if record.kitty is not None and len(names) != len(dealt.kitty):
        text = f"the kitty has {len(names)} cards in the record, {len(dealt.kitty)} in the deal"
        yield _Difference("/kitty", None, text, _row(dealt.kitty))
    for index, (name, card) in enumerate(zip(names, dealt.kitty, strict=False)):
        if not _fits(name, card):
            text = f"the {_ordinal(index)} card of the kitty is not what the secret deals"
            yield _Difference(f"/kitty/{index}", None, text, _row(dealt.kitty))
    if record.up is not None and dealt.up is None:
        yield _Difference("/up", None, "a card is recorded as turned up; this game turns none up", "none")
    elif record.up is not None and dealt.up is not None and not _fits(record.up, dealt.up):
        yield _Difference("/up", None, "the up card is not what the secret deals", _row((dealt.up,)))


def _agreed(record: HandRecord, dealt: Dealt, rules: Rules) -> tuple[Slots, int]:
    """Hands and kitty as far as record and deal agree, or the record is silent."""
    deck = DECK_MASK[rules.deck]

    def known(names: list[str] | None, cards: tuple[int, ...]) -> list[int]:
        shown = [*(names or ()), *["??"] * len(cards)]
        return [1 << card if _fits(name, card) else deck for name, card in zip(shown, cards, strict=False)]

    recorded = record.dealt or [None] * rules.seats
    slots = [known(names, cards) for names, cards in zip(recorded, dealt.hands, strict=True)]
    under = known(record.kitty, dealt.kitty)[0 if dealt.up is None else 1 :]
    return slots, sum(mask for mask in under if mask != deck)


def _is_of_this_hand(record: HandRecord, dealt: Dealt, cards_seen: int) -> bool:
    """Whether the cards that the record saw, dealt or played, are those of this deal."""
    plays = [event_of(line) for line in record.log or ()]
    cards = [(seat, card) for verb, seat, card in plays if verb == PLAY and card >= 0]
    if not cards:
        return cards_seen > 0
    if any(verb in (GIVE, SWAP) for verb, _, _ in plays):
        return True
    return all(card in dealt.hands[seat] or card == dealt.up for seat, card in cards)


def _fits(name: str, card: int) -> bool:
    return bool(CANDIDATES[name] >> card & 1)


def _rotation(record: HandRecord, dealt: Dealt) -> int:
    """How many seats further on every recorded hand was dealt; 0 where that explains nothing."""
    if not record.dealt:
        return 0
    known = [(seat, hand) for seat, hand in enumerate(record.dealt) if hand]
    if len(known) < 2:
        return 0

    def agrees(shift: int) -> bool:
        return all(
            len(hand) == len(dealt.hands[0])
            and all(map(_fits, hand, dealt.hands[(seat + shift) % len(dealt.hands)]))
            for seat, hand in known
        )

    if agrees(0):
        return 0
    return next((shift for shift in range(1, len(dealt.hands)) if agrees(shift)), 0)


def check_recorded(outcome: DealOutcome, record: HandRecord, context: Context) -> None:
    """Where no deal can be recomputed, the recorded cards have to be a deal at all."""
    if _is_a_deal(record, context.rules):
        return
    rules = context.rules
    deck = DECK_MASK[rules.deck]
    seen: dict[str, str] = {}
    problem: tuple[str, int | None, str] | None = None

    def place(name: str, part: str, seat: int | None, whose: str) -> None:
        nonlocal problem
        if problem is not None or name in PARTIAL:
            return
        if not CANDIDATES[name] & deck:
            problem = (part, seat, f"{pretty(name)} is not in this deck")
        elif name in seen:
            problem = (part, seat, f"{pretty(name)} is dealt twice: {seen[name]} and {whose}")
        seen[name] = whose

    for seat, hand in enumerate(record.dealt or ()):
        if hand is None:
            continue
        if len(hand) != rules.hand_size and problem is None and not said_wrong_count(record):
            who = seat_name(seat, rules.seats)
            problem = (f"/dealt/{seat}", seat, f"{who} is dealt {len(hand)} cards, not {rules.hand_size}")
        for index, name in enumerate(hand):
            place(name, f"/dealt/{seat}/{index}", seat, seat_name(seat, rules.seats))
    size = rules.deck - rules.hand_size * rules.seats
    if record.kitty is not None and len(record.kitty) != size and problem is None and not said_wrong_count(record):
        problem = ("/kitty", None, f"the kitty has {len(record.kitty)} cards, not {size}")
    for index, name in enumerate(record.kitty or ()):
        place(name, f"/kitty/{index}", None, "kitty")
    first = (record.kitty or ["??"])[0]
    if record.up is not None and rules.game == "twelve-trick" and problem is None:
        problem = (
            "/up",
            None,
            f"{pretty(record.up)} is recorded as turned up; the twelve-trick game turns none up",
        )
    if record.up is not None and not CANDIDATES[record.up] & CANDIDATES[first] and problem is None:
        problem = ("/up", None, f"{pretty(record.up)} is up, and the kitty's first card is another")
    if record.up is not None and record.up != first:
        place(record.up, "/up", None, "the up card")
    if problem is not None:
        part, where_seat, message = problem
        outcome.findings.append(Finding("D120", message, context.at(part).at(seat=where_seat)))
        if "deal" not in outcome.answers or outcome.answers["deal"] != FAIL:
            outcome.answers["deal"] = FAIL
        outcome.know_nothing(rules)
        if part == "/up":
            outcome.up = DECK_MASK[context.rules.deck]


def _is_a_deal(record: HandRecord, rules: Rules) -> bool:
    """Whether the recorded cards are a deal beyond doubt; where they are not, it takes a closer look to say why."""
    size, seats = rules.hand_size, rules.seats
    hands, kitty, up = [hand for hand in record.dealt or () if hand is not None], record.kitty, record.up
    if any(len(hand) != size for hand in hands):
        return False
    if kitty is not None and len(kitty) != rules.deck - size * seats:
        return False
    first = kitty[0] if kitty else "??"
    if up is not None and (rules.game == "twelve-trick" or (first not in (up, "??"))):
        return False
    named = [*chain.from_iterable(hands), *(kitty or ()), *((up,) if up is not None and up != first else ())]
    if not _IN_DECK[rules.deck].issuperset(named):
        named = [name for name in named if name not in PARTIAL]
    known = set(named)
    return len(known) == len(named) and known <= _IN_DECK[rules.deck]


_IN_DECK = {size: frozenset(NAMES[card] for card in deck) for size, deck in FRESH.items()}


def said_wrong_count(record: HandRecord) -> bool:
    """Whether the hand was given up because somebody had too many cards or too few."""
    return (record.log or [""])[-1].endswith(" misdeal wrong-count")


def _row(cards: tuple[int, ...]) -> str:
    return " ".join(pretty(NAMES[card]) for card in cards)


def _recorded(record: HandRecord, part: str) -> str | None:
    steps = part.split("/")
    if steps[1] == "dealt" and record.dealt:
        return " ".join(pretty(name) for name in record.dealt[int(steps[2])] or ())
    if steps[1] == "kitty" and record.kitty:
        return " ".join(pretty(name) for name in record.kitty)
    return pretty(record.up) if record.up else None


def _ordinal(index: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    return words[index] if index < len(words) else f"{index + 1}th"
