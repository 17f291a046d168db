"""One player's own hands, all of them: what the player got, and what was turned up."""

from math import sqrt

import numpy as np

from ..cards import FRESH, in_words
from .deals import Numbers, is_jack, suits
from .laws import FLOOR, Sum, held
from .order import FEW, simulated, table_excess, typical
from .outcome import Outcome, even_shares, in_shares, percent, strays, tail, visible_excess
from .read import Own
from .runs import longest, row_of_hits


def _cards(own: Own) -> Numbers:
    return np.frombuffer(own.cards, dtype=np.uint8).reshape(len(own), own.hand)


def _up(own: Own) -> Numbers:
    return np.frombuffer(own.up, dtype=np.uint8)


def every_card(own: Own, each: float) -> Outcome:
    """Every card equally often in the hand, and so among the others."""
    deck, count = own.deck, len(own)
    groups = (own.hand, deck - own.hand)
    mine = np.bincount(_cards(own).ravel(), minlength=deck)
    statistic = table_excess(np.stack([mine, count - mine], axis=1), np.array(groups), count)
    p, how = tail(statistic, deck - 1, simulated(deck, groups, count)[1] if count < FEW else None)
    value, low, high = typical(statistic, deck - 1, deck, count)
    visible = sqrt(visible_excess(deck - 1, each) / (deck - 1) / count)
    share = count * own.hand / deck
    far = int(np.argmax(np.abs(mine - share)))
    saw = (
        f"{strays('cards in this hand', value, low, high)}; furthest the {in_words(FRESH[deck][far])}, "
        f"{mine[far]:,} times for {share:,.0f}"
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
