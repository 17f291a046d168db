"""Cards that everybody could compute: dealt with something as the key that was published before the hand."""

from collections.abc import Iterator

from ..cards import CANDIDATES, FRESH
from ..dealing import Dealt, MissingEntropy, Terms, deal, hand_out, read_hex
from ..dealing.stages import run
from ..findings import Finding
from ..records import DealEvidence, HandRecord
from .outcome import Context, DealOutcome
from .weak import published

_ENOUGH = 5
"""So many recorded cards in their places are no accident: 1 in 5 million for a deck of 24."""


def from_public(
    outcome: DealOutcome, evidence: DealEvidence, record: HandRecord, terms: Terms, context: Context
) -> None:
    """Where the cards are not those of the secret, see whether they are those of something published."""
    values = tuple((each.seat, each.value, each.contribution) for each in evidence.values)
    signature = evidence.beacon.signature if evidence.beacon is not None else None
    cards = tuple([None if names is None else tuple(names) for names in (*(record.dealt or ()), record.kitty)])
    key, known = (terms, evidence.commitment, values, signature, cards), context.shuffles.public
    if key not in known:
        known[key] = _giving(evidence, record, terms)
    if known[key] is not None:
        message = f"the recorded cards are those that {known[key]} gives: anybody could compute them"
        outcome.fail("choice", Finding("C509", message, context.at("/dealt")))


def _giving(evidence: DealEvidence, record: HandRecord, terms: Terms) -> str | None:
    """The first of what was published that gives the recorded cards."""
    for what, value in _published(evidence, terms):
        if any(_is_of(record, hands, kitty) for hands, kitty in _dealt_by(value, evidence, terms)):
            return what
    return None


def _published(evidence: DealEvidence, terms: Terms) -> Iterator[tuple[str, bytes]]:
    """What is out before the cards."""
    pairs = [("the commitment", evidence.commitment)]
    pairs += [(f"the contribution of seat {each.seat}", each.contribution) for each in evidence.values]
    for what, text in pairs:
        value = read_hex(text or "", 32)
        if value is not None:
            yield what, value
    yield from published(terms)
    yield "nothing", bytes(32)


def _dealt_by(
    value: bytes, evidence: DealEvidence, terms: Terms
) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    """The deals of a value as the secret, and as the key itself."""
    values = {each.seat: read_hex(each.value, 32) for each in evidence.values if each.seat in terms.players}
    signature = read_hex(evidence.beacon.signature, 48) if evidence.beacon is not None else None
    try:
        made: Dealt = deal(terms, value, {seat: each for seat, each in values.items() if each}, signature)
    except MissingEntropy:
        return
    yield made.hands, made.kitty
    deck = tuple(run(FRESH[terms.deck], value))[-1].deck
    yield hand_out(deck, terms.rounds, made.dealer)


def _is_of(record: HandRecord, hands: tuple[tuple[int, ...], ...], kitty: tuple[int, ...]) -> bool:
    """Whether every recorded card lies where this deal has it, and there are enough of them."""
    known = 0
    pairs = list(zip(record.dealt or (), hands, strict=False))
    for names, cards in [*pairs, (record.kitty, kitty)]:
        if names is None:
            continue
        if len(names) != len(cards):
            return False
        for name, card in zip(names, cards, strict=True):
            if not CANDIDATES[name] >> card & 1:
                return False
            known += CANDIDATES[name].bit_count() == 1
    return known >= _ENOUGH
