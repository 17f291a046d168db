"""One player's own hands, all of them: what the player got, and what was turned up."""

from math import sqrt

import numpy as np

from ..cards import FRESH, in_words
from .deals import Numbers, is_jack, suits
from .laws import FLOOR, Sum, held
from .order import FEW
from .outcome import REPEATS, SEED, Outcome, even_shares, excess, in_shares, percent, strays, tail, visible_excess
from .read import Own
from .runs import longest, row_of_hits


def _cards(own: Own) -> Numbers:
    return np.frombuffer(own.cards, dtype=np.uint8).reshape(len(own), own.hand)


def _up(own: Own) -> Numbers:
    return np.frombuffer(own.up, dtype=np.uint8)


def every_card(own: Own, each: float) -> Outcome:
    """Every card equally often in the hand."""
    deck, count = own.deck, len(own)
    table = np.bincount(_cards(own).ravel(), minlength=deck)

    def statistic(counts: Numbers) -> Numbers:
        share = own.hand / deck
        found: Numbers = ((counts - count * share) ** 2).sum(-1) / (count * share * (1 - share)) * (deck - 1) / deck
        return found

    null = None
    if count < FEW:
        rng = np.random.default_rng(SEED)
        drawn = [np.argsort(rng.random((count, deck)), axis=1)[:, : own.hand].ravel() for _ in range(REPEATS)]
        null = statistic(np.stack([np.bincount(cards, minlength=deck) for cards in drawn]))
    observed = float(statistic(table))
    p, how = tail(observed, deck - 1, null)
    rest = (deck - own.hand) / own.hand
    value, low, high = (sqrt(end * rest / (deck - 1) / count) for end in excess(observed, deck - 1))
    visible = sqrt(visible_excess(deck - 1, each) * rest / (deck - 1) / count)
    far = int(np.argmax(np.abs(table - count * own.hand / deck)))
    saw = (
        f"{strays('cards in this hand', value, low, high)}; furthest the {in_words(FRESH[deck][far])}, "
        f"{table[far]:,} times for {count * own.hand / deck:,.0f}"
    )
    would = f"shares that stray by {percent(visible)} everywhere"
    return Outcome(p, how, count, "typical departure from its share", value, low, high, saw, visible, would)


def up_card(own: Own, each: float) -> Outcome:
    """Every card turned up equally often."""
    counts = np.bincount(_up(own), minlength=own.deck)
    names = [f"the {in_words(card)}" for card in FRESH[own.deck]]
    return even_shares(counts, (1 / own.deck,) * own.deck, each, names, "up cards")


def jacks(own: Own, each: float) -> Outcome:
    """Jacks in the hand."""
    law = Sum([(_jack_law(own), len(own))])
    total = int(is_jack(own.deck)[_cards(own)].sum())
    return in_shares(["this player"], [total], [law], each, "jacks", len(own))


def _jack_law(own: Own) -> Numbers:
    return held(own.deck, int(is_jack(own.deck).sum()), own.hand)


def up_suit(own: Own, each: float) -> Outcome:
    """Cards of the up card's suit in the hand, of the deals that turn up one that has others."""
    suit = suits(own.deck)
    up = suit[_up(own)]
    total = int((suit[_cards(own)] == up[:, None])[up < 4].sum())
    law = Sum([(held(own.deck - 1, int((suit == 0).sum()) - 1, own.hand), int((up < 4).sum()))])
    return in_shares(["this player"], [total], [law], each, "cards of the up card's suit", len(own))


def streak(own: Own, each: float) -> Outcome:
    """The longest streak without a jack, from game to game."""
    none = np.asarray(~is_jack(own.deck)[_cards(own)].any(axis=1))
    starts = np.zeros(len(own), dtype=bool)
    starts[0] = True
    found, end = longest(none, starts)
    chance = float(_jack_law(own)[0])
    p, needed = row_of_hits(found, chance, np.array([len(own)]), each)
    saw = f"the longest streak without a jack is {found} hands, up to hand {end + 1:,} of {len(own):,}"
    would = (
        f"a streak of {needed} hands without a jack" if needed <= len(own) else "no streak: there are too few hands"
    )
    return Outcome(max(FLOOR, p), "exact", len(own), "hands", found, found, found, saw, needed, would)
