"""A whole deal: from terms, secret and entropy to hands, kitty, up card and dealer (procedure, section 5)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from ..cards import CARDS, FRESH, JOKER, RANKS
from .commitment import HmacKey, commitment, deal_key, mix_of
from .pattern import is_twelve_trick
from .stages import Stage, draw, run, stream
from .terms import Terms

_BLACK_JACKS = (CARDS["Jc"], CARDS["Js"])


class Dealt(msgspec.Struct, frozen=True, gc=False):
    """What a secret deals. Cards are integers of :mod:`euchre_audit.cards`.

    ``hands`` by seat, each in the order received; empty for hand 0. ``up`` is None for hand 0 and in the
    twelve-trick game. ``dealer`` is the seat that deals, or for hand 0 the seat that will. ``shown`` counts
    the cards turned up to find a first dealer.
    """

    commitment: bytes
    mix: bytes
    key: bytes
    stages: tuple[Stage, ...]
    dealer: int
    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]
    up: int | None
    shown: int

    @property
    def deck(self) -> tuple[int, ...]:
        """The final deck, top first."""
        return self.stages[-1].deck


def deal(
    terms: Terms, secret: bytes, values: Mapping[int, bytes] | None = None, signature: bytes | None = None
) -> Dealt:
    """Deal as the procedure says.

    ``secret`` is 32 bytes, ``values`` each named seat's 32 bytes, ``signature`` the beacon's 48.
    ``MissingEntropy`` where the terms name a value that is not given; ``ValueError`` for a wrong length.
    """
    values = values or {}
    if len(secret) != 32 or any(len(value) != 32 for value in values.values()):
        raise ValueError("a secret and a player's value are 32 bytes each")
    if signature is not None and len(signature) != 48:
        raise ValueError("a beacon's signature is 48 bytes")
    mix = mix_of(terms, values, signature)
    terms_hash = terms.terms_hash
    key = deal_key(secret, terms_hash, mix)
    stages = tuple(run(FRESH[terms.deck], key))
    deck = stages[-1].deck
    hands: tuple[tuple[int, ...], ...] = ()
    kitty: tuple[int, ...] = ()
    up = None
    shown = 0
    if terms.pattern is None:
        dealer, shown = first_dealer(deck, terms.seats, str(terms.dealer))
    else:
        dealer = draw(terms.seats, stream(HmacKey(key), 6)) if isinstance(terms.dealer, str) else terms.dealer
        hands, kitty = hand_out(deck, terms.rounds, dealer)
        if not is_twelve_trick(terms.seats, terms.pattern):
            up = kitty[0]
    return Dealt(
        commitment=commitment(terms_hash, secret),
        mix=mix,
        key=key,
        stages=stages,
        dealer=dealer,
        hands=hands,
        kitty=kitty,
        up=up,
        shown=shown,
    )


def hand_out(
    deck: Sequence[int], rounds: Sequence[Sequence[int]], dealer: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Hands by seat and what is left, dealing ``rounds`` from the dealer's left."""
    places, rest = _places(tuple(map(tuple, rounds)), dealer)
    return tuple([tuple([deck[place] for place in hand]) for hand in places]), tuple(deck[rest:])


@lru_cache(maxsize=256)
def _places(rounds: tuple[tuple[int, ...], ...], dealer: int) -> tuple[list[list[int]], int]:
    """Which places of the deck go to each seat, and where the rest begins."""
    seats = len(rounds[0])
    places: list[list[int]] = [[] for _ in range(seats)]
    place = 0
    for counts in rounds:
        for step, count in enumerate(counts, 1):
            places[(dealer + step) % seats] += range(place, place + count)
            place += count
    return places, place


def first_dealer(deck: Sequence[int], seats: int, method: str) -> tuple[int, int]:
    """``(seat that deals, cards turned up)`` by ``black-jack`` or ``low-card``."""
    if method == "black-jack":
        place = next(i for i, card in enumerate(deck) if card in _BLACK_JACKS)
        return place % seats, place + 1
    tied = list(range(seats))
    place = 0
    while len(tied) > 1 and place + len(tied) <= len(deck):
        drawn = [_low(card) for card in deck[place : place + len(tied)]]
        place += len(tied)
        tied = [seat for seat, rank in zip(tied, drawn, strict=True) if rank == min(drawn)]
    return tied[0], place


def _low(card: int) -> int:
    if card == JOKER:
        return len(RANKS)
    return (card % 8 + 1) % len(RANKS)
