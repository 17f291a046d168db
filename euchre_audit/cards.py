"""Cards as small integers, and the tables that answer "what suit is this card now".

A card is ``suit * 8 + rank`` with suits ``c d h s`` (0 to 3) and ranks ``7 8 9 T J Q K A`` (0 to 7); the
joker is 32. A set of cards is an integer mask with bit ``card`` set. Card 0 is a card: never test a card for
truth.
"""

SUITS = "cdhs"
RANKS = "789TJQKA"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JACK = RANKS.index("J")
JOKER = 32

NAMES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "Jo")
"""The two characters of each card, by card."""

CARDS: dict[str, int] = {name: card for card, name in enumerate(NAMES)}
"""The card of each name."""

LOWEST_RANK = {24: 2, 25: 2, 28: 1, 29: 1, 32: 0, 33: 0}

FRESH: dict[int, tuple[int, ...]] = {
    size: tuple(suit * 8 + rank for suit in range(4) for rank in range(low, 8)) + ((JOKER,) * (size % 2))
    for size, low in LOWEST_RANK.items()
}
"""The fresh deck of each size, top first: suits c d h s, ranks upwards, the joker last."""


def mask_of(cards: list[int] | tuple[int, ...]) -> int:
    """The set of ``cards`` as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[int]:
    """The cards of ``mask``, in deck order."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


DECK_MASK = {size: mask_of(deck) for size, deck in FRESH.items()}


NO_TRUMP = 4
"""Stands for trump where a hand is played without: no bowers, and every card in its printed suit."""

NINES_TENS = mask_of([suit * 8 + rank for suit in range(4) for rank in (2, 3)])
LOW = mask_of([suit * 8 + rank for suit in range(4) for rank in range(JACK)])
"""Tens and what is below them: no ace, no face card, no joker."""


def same_colour(suit: int) -> int:
    """The other suit of the colour of ``suit``."""
    return 3 - suit


def right_bower(trump: int) -> int:
    """The jack of trump."""
    return trump * 8 + JACK


def left_bower(trump: int) -> int:
    """The jack of the other suit of trump's colour; it belongs to trump."""
    return same_colour(trump) * 8 + JACK


def _suit_now(card: int, trump: int) -> int:
    if trump == NO_TRUMP:
        return card // 8
    return trump if card in (JOKER, left_bower(trump)) else card // 8


SUIT_NOW: tuple[tuple[int, ...], ...] = tuple(
    tuple(_suit_now(card, trump) for card in range(33)) for trump in range(5)
)
"""``SUIT_NOW[trump][card]``: the suit a card belongs to once trump is made. The only place that knows.

The joker without trump has no suit (4): no source says what it would be.
"""

FOLLOWS: tuple[tuple[int, ...], ...] = tuple(
    tuple(mask_of([card for card in range(33) if SUIT_NOW[trump][card] == suit]) for suit in range(4))
    for trump in range(5)
)
"""``FOLLOWS[trump][suit]``: every card that follows a lead of ``suit``."""


def _strength(card: int, trump: int, led: int) -> int:
    if trump == NO_TRUMP:
        return 1 + card % 8 if card // 8 == led else 0
    if card == JOKER:
        return 32
    if card == right_bower(trump):
        return 31
    if card == left_bower(trump):
        return 30
    suit, rank = divmod(card, 8)
    if suit == trump:
        return 16 + rank
    return 1 + rank if suit == led else 0


STRENGTH: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(_strength(card, trump, led) for card in range(33)) for led in range(4)) for trump in range(5)
)
"""``STRENGTH[trump][led][card]``: the highest takes the trick; 0 cannot take it."""

PARTIAL: dict[str, int] = {
    "??": DECK_MASK[33],
    **{"?" + suit: mask_of([i * 8 + rank for rank in range(8)]) for i, suit in enumerate(SUITS)},
    **{rank + "?": mask_of([suit * 8 + i for suit in range(4)]) for i, rank in enumerate(RANKS)},
}
"""What a card not fully known may be (by its printed face), as a mask."""

CANDIDATES: dict[str, int] = {**{name: 1 << card for card, name in enumerate(NAMES)}, **PARTIAL}
"""Every card spelling that our records allow, with the set of cards it may be."""

_RANK_SPELLINGS = {"10": "T", "1o": "T", "0": "T", "n": "9", "1": "A"}
_SUIT_SPELLINGS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_RANK_WORDS = dict(zip(RANKS, ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"), strict=True))
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


def in_words(card: int) -> str:
    """``"ten of hearts"``."""
    if card == JOKER:
        return "the joker"
    return f"{_RANK_WORDS[RANKS[card % 8]]} of {SUIT_WORDS[card // 8]}"


def suggest(text: str) -> str | None:
    """What card someone probably meant by ``text``, for an error message; never used to read a record."""
    if text.strip().lower() in ("joker", "jo", "b", "benny"):
        return "Jo"
    plain = text.strip().lower()
    for sign, letter in _SUIT_SPELLINGS.items():
        plain = plain.replace(sign, letter)
    for rank, suit in ((plain[:-1], plain[-1:]), (plain[1:], plain[:1])):
        name = _RANK_SPELLINGS.get(rank, rank.upper()) + suit
        if name in CARDS:
            return name
    return None
