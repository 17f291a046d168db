"""A second euchre engine for tests: four players, partners across the table, five tricks.

Cards are strings ("9c", "Jd"), hands are lists. Slow and plain, so that each rule can be read.
"""

from __future__ import annotations

from tests.twin.rules import Rules, with_defaults

SUITS = ["c", "d", "h", "s"]
SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}
LOWEST_RANKS_LEFT_OUT = {24: ["7", "8"], 28: ["7"], 32: []}
RANKS_UPWARDS = ["7", "8", "9", "T", "J", "Q", "K", "A"]


def full_deck(size: int = 24) -> list[str]:
    ranks = [rank for rank in RANKS_UPWARDS if rank not in LOWEST_RANKS_LEFT_OUT[size]]
    return [rank + suit for suit in SUITS for rank in ranks]


def right_bower(trump: str) -> str:
    return "J" + trump


def left_bower(trump: str) -> str:
    return "J" + SAME_COLOUR[trump]


def effective_suit(card: str, trump: str) -> str:
    """The suit that a card belongs to: the left bower is a trump."""
    if card == left_bower(trump):
        return trump
    return card[1]


def highest_first(suit: str, trump: str) -> list[str]:
    """All cards that belong to a suit, the highest first."""
    if suit == trump:
        plain = [rank + suit for rank in ["A", "K", "Q", "T", "9", "8", "7"]]
        return [right_bower(trump), left_bower(trump), *plain]
    plain = [rank + suit for rank in ["A", "K", "Q", "J", "T", "9", "8", "7"]]
    return [card for card in plain if card != left_bower(trump)]


def trick_winner(plays: list[tuple[int, str]], trump: str) -> int:
    """The seat that takes a trick: the highest trump, else the highest card of the suit led."""
    led_card = plays[0][1]
    led_suit = effective_suit(led_card, trump)
    for strongest in highest_first(trump, trump) + highest_first(led_suit, trump):
        for seat, card in plays:
            if card == strongest:
                return seat
    raise ValueError(f"not a trick: {plays}")


def legal_cards(hand: list[str], led_card: str | None, trump: str) -> list[str]:
    """The cards of a hand that may be played: any as a lead, else the suit led where it is held."""
    if led_card is None:
        return list(hand)
    led_suit = effective_suit(led_card, trump)
    following = [card for card in hand if effective_suit(card, trump) == led_suit]
    if following:
        return following
    return list(hand)


def points(rules: Rules, maker_tricks: int, alone: bool, defend_alone: bool) -> tuple[int, int]:
    """Points of makers and defenders. `alone`: a maker was alone; `defend_alone`: a defender was."""
    worth = with_defaults(rules)["points"]
    if maker_tricks == 5:
        return (worth["alone_march"] if alone else worth["march"], 0)
    if maker_tricks >= 3:
        return (worth["alone"] if alone else worth["make"], 0)
    reasons = [worth["euchre_alone"] if alone else worth["euchre"]]
    if defend_alone:
        reasons.append(worth["lone_defence"])
    if maker_tricks == 0 and worth["no_tricks"] != 0:
        reasons.append(worth["no_tricks"])
    return (0, max(reasons))


def left_of(seat: int) -> int:
    return (seat + 1) % 4


def partner_of(seat: int) -> int:
    return (seat + 2) % 4


def side_of(seat: int) -> int:
    return seat % 2


class Table:
    """A hand in progress, moved on one log line at a time."""

    def __init__(self, rules: Rules, dealer: int, dealt: list[list[str]], kitty: list[str]) -> None:
        self.rules = with_defaults(rules)
        self.dealer = dealer
        self.up_card = kitty[0]
        self.hands = [list(hand) for hand in dealt]
        self.log: list[str] = []

        self.passes = 0  # 0-3: the first round, 4-7: the second
        self.maker: int | None = None  # the seat that made trump
        self.trump: str | None = None
        self.lone_maker: int | None = None
        self.lone_defender: int | None = None
        self.discard_due = False

        self.first_card_led = False
        self.turn = left_of(dealer)
        self.trick: list[tuple[int, str]] = []

        self.tricks = [0, 0]
        self.points = [0, 0]
        self.over = False
        self.ended: str | None = None

    def copy(self) -> Table:
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.hands = [list(hand) for hand in self.hands]
        twin.log = list(self.log)
        twin.trick = list(self.trick)
        twin.tricks = list(self.tricks)
        twin.points = list(self.points)
        return twin

    # Who is in the hand

    def active(self, seat: int) -> bool:
        """Whether a seat plays: the partner of a lone player does not."""
        return partner_of(seat) not in (self.lone_maker, self.lone_defender)

    def active_seats(self) -> list[int]:
        return [seat for seat in range(4) if self.active(seat)]

    def next_active_from(self, seat: int) -> int:
        while not self.active(seat):
            seat = left_of(seat)
        return seat

    def first_leader(self) -> int:
        """The first active seat from the dealer's left, or from the lone player's left."""
        start = self.dealer
        if self.rules["alone_lead"] == "loner-left":
            if self.lone_maker is not None:
                start = self.lone_maker
            elif self.lone_defender is not None:
                start = self.lone_defender
        return self.next_active_from(left_of(start))

    # What may happen next

    def legal_lines(self) -> list[str]:
        if self.over:
            return []
        if self.trump is None:
            return self.call_lines()
        if self.discard_due:
            return self.alone_lines() + self.discard_lines()
        return self.alone_lines() + self.play_lines()

    def call_lines(self) -> list[str]:
        caller = self.turn
        first_round = self.passes < 4
        dealers_last_call = self.passes == 7
        calls = []
        if not (dealers_last_call and self.rules["stick_the_dealer"]):
            calls.append("pass")
        if first_round:
            trump_calls = ["order"]
        else:
            trump_calls = [f"name {suit}" for suit in SUITS if suit != self.up_card[1]]
        for call in trump_calls:
            if self.may_call_with_partner(caller, first_round):
                calls.append(call)
            if self.rules["alone_by"] != "nobody":
                calls.append(f"{call} alone")
        return [f"{caller} {call}" for call in calls]

    def may_call_with_partner(self, caller: int, first_round: bool) -> bool:
        if caller != partner_of(self.dealer):
            return True
        # Where alone may be said until the lead, the call itself may be plain.
        return self.rules["alone_when"] == "before-lead" or not self.must_be_alone(first_round)

    def must_be_alone(self, first_round: bool) -> bool:
        """Whether the dealer's partner, making trump in this round, has to play alone."""
        if self.rules["partner_may_order"] == "only-alone":
            return first_round
        return self.rules["partner_may_order"] == "only-alone-both"

    def partner_owes_alone(self) -> bool:
        """The dealer's partner made trump by a plain call and still has to say alone."""
        if self.maker != partner_of(self.dealer) or self.lone_maker is not None:
            return False
        return self.must_be_alone(first_round=self.passes < 4)

    def alone_lines(self) -> list[str]:
        """Going alone after the call, up to the first lead. One player of a side at most."""
        if self.first_card_led:
            return []
        seats = []
        if self.lone_maker is None and self.rules["alone_when"] == "before-lead":
            if self.rules["alone_by"] in ("caller", "either-maker", "anyone"):
                seats.append(self.maker)
            if self.rules["alone_by"] in ("either-maker", "anyone") and not self.partner_owes_alone():
                seats.append(partner_of(self.maker))
        if self.lone_defender is None and self.may_defend_alone():
            seats.append(left_of(self.maker))
            seats.append(partner_of(left_of(self.maker)))
        return [f"{seat} alone" for seat in seats]

    def may_defend_alone(self) -> bool:
        if self.rules["defend_alone"] == "against-lone":
            return self.lone_maker is not None
        return self.rules["defend_alone"] == "any"

    def discard_lines(self) -> list[str]:
        cards = list(self.hands[self.dealer])
        if not self.rules["discard_up_card"]:
            cards.remove(self.up_card)
        return [f"{self.dealer} discard {card}" for card in cards]

    def play_lines(self) -> list[str]:
        if self.first_card_led:
            seat = self.turn
        else:
            if self.partner_owes_alone():
                return []
            seat = self.first_leader()
        led_card = self.trick[0][1] if self.trick else None
        return [f"{seat} play {card}" for card in legal_cards(self.hands[seat], led_card, self.trump)]

    # What happens

    def do(self, line: str) -> None:
        if line not in self.legal_lines():
            raise ValueError(f"not legal here: {line!r} after {self.log}")
        self.log.append(line)
        seat = int(line.split()[0])
        verb, *arguments = line.split()[1:]
        if verb == "pass":
            self.do_pass()
        elif verb == "order":
            self.do_order(seat, alone=arguments == ["alone"])
        elif verb == "name":
            self.make_trump(seat, arguments[0], alone=arguments[1:] == ["alone"])
        elif verb == "alone":
            self.do_alone(seat)
        elif verb == "discard":
            self.hands[seat].remove(arguments[0])
            self.discard_due = False
        elif verb == "play":
            self.do_play(seat, arguments[0])

    def do_pass(self) -> None:
        self.passes += 1
        self.turn = left_of(self.turn)
        if self.passes == 8:
            self.over = True
            self.ended = "thrown-in"

    def do_order(self, seat: int, alone: bool) -> None:
        self.make_trump(seat, self.up_card[1], alone)
        dealer_sits_out = alone and seat == partner_of(self.dealer)
        if dealer_sits_out and not self.rules["sitting_dealer_takes"]:
            return
        self.hands[self.dealer].append(self.up_card)
        self.discard_due = True

    def make_trump(self, seat: int, suit: str, alone: bool) -> None:
        self.maker = seat
        self.trump = suit
        if alone:
            self.lone_maker = seat

    def do_alone(self, seat: int) -> None:
        if side_of(seat) == side_of(self.maker):
            self.lone_maker = seat
        else:
            self.lone_defender = seat

    def do_play(self, seat: int, card: str) -> None:
        self.first_card_led = True
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < len(self.active_seats()):
            self.turn = self.next_active_from(left_of(seat))
            return
        winner = trick_winner(self.trick, self.trump)
        self.tricks[side_of(winner)] += 1
        self.trick = []
        self.turn = winner
        if sum(self.tricks) == 5:
            self.score()

    def score(self) -> None:
        making_side = side_of(self.maker)
        for_makers, for_defenders = points(
            self.rules,
            self.tricks[making_side],
            alone=self.lone_maker is not None,
            defend_alone=self.lone_defender is not None,
        )
        self.points[making_side] = for_makers
        self.points[1 - making_side] = for_defenders
        self.over = True
        self.ended = "played"
