"""The same terms dealt with fresh secrets by the procedure, to be asked the same plan."""

import os

from ..cards import FRESH
from ..dealing import deal, parse_terms
from ..dealing.stages import ORDERS, thirds
from .deals import UNKNOWN, Deals


def dealt_anew(deals: Deals) -> Deals:
    """Deals like these in all but the cards: dealer, pattern, players, dates. First dealers are not drawn."""
    shape = deals.shape
    made = Deals(
        shape,
        dealer=deals.dealer,
        pattern=deals.pattern,
        committed=deals.committed,
        kinds=deals.kinds,
        game=deals.game,
        number=deals.number,
        date=deals.date,
        players=deals.players,
        patterns=deals.patterns,
        names=deals.names,
        games=deals.games,
    )
    places = {card: place for place, card in enumerate(FRESH[shape.deck])}
    usual = "3/2" if shape.hand == 5 else "/".join("1" * shape.hand)
    traced = deals.column("cut") != UNKNOWN
    for index, (dealer, pattern) in enumerate(zip(deals.dealer, deals.pattern, strict=True)):
        terms = parse_terms(
            f"euchre-deal/v1\nmatch none\nsession control\nhand {index + 1}\ndealer {dealer}\ndeck {shape.deck}\n"
            f"seats {shape.seats}\npattern {deals.patterns[pattern] or usual}\nentropy none\n".encode()
        )
        dealt = deal(terms, os.urandom(32))
        turns = [dealt.hands[(dealer + step) % shape.seats] for step in range(1, shape.seats + 1)]
        made.slots += bytes([places[card] for cards in (*turns, dealt.kitty) for card in cards])
        cut, stacked = dealt.stages[1], dealt.stages[3]
        packets = 2 * thirds(shape.deck).index(stacked.packets or (0, 0, 0)) + ORDERS.index(stacked.order or "")
        made.cut.append(cut.cut or 0 if traced[index] else UNKNOWN)
        made.packets.append(packets if traced[index] else UNKNOWN)
    return made
