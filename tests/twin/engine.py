"""A second euchre engine for tests: five tricks, for two to four players. `twelve` holds the twelve-trick game.

Cards are strings ("9c", "Jd", the joker "Jo"), hands are lists. Slow and plain, so that each rule can be read.
"""

from __future__ import annotations

from itertools import combinations

from tests.twin.rules import Rules, complete_rules

SUITS = ["c", "d", "h", "s"]
SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}
LOWEST_RANKS_LEFT_OUT = {24: ["7", "8"], 28: ["7"], 32: []}
RANKS_UPWARDS = ["7", "8", "9", "T", "J", "Q", "K", "A"]
JOKER = "Jo"
NO_TRUMP = "n"
LOW_RANKS = ["7", "8", "9", "T"]
OTHER_MISDEALS = ["exposed-card", "wrong-count", "other"]


def full_deck(size: int = 24) -> list[str]:
    """The deck in order: clubs, diamonds, hearts, spades, each upwards, a joker last. Odd sizes hold a joker."""
    if size % 2 == 1:
        return [*full_deck(size - 1), JOKER]
    ranks = [rank for rank in RANKS_UPWARDS if rank not in LOWEST_RANKS_LEFT_OUT[size]]
    return [rank + suit for suit in SUITS for rank in ranks]


def in_deck_order(cards: list[str]) -> list[str]:
    return [card for card in full_deck(33) if card in cards]


def is_low(card: str) -> bool:
    return card[0] in LOW_RANKS


def right_bower(trump: str) -> str:
    return "J" + trump


def left_bower(trump: str) -> str:
    return "J" + SAME_COLOUR[trump]


def effective_suit(card: str, trump: str) -> str:
    """The suit that a card belongs to: the left bower and the joker are trumps."""
    if trump == NO_TRUMP:
        return card[1]
    if card in (JOKER, left_bower(trump)):
        return trump
    return card[1]


def highest_first(suit: str, trump: str) -> list[str]:
    """All cards but the joker that belong to a suit, the highest first."""
    if suit == trump:
        plain = [rank + suit for rank in ["A", "K", "Q", "T", "9", "8", "7"]]
        return [right_bower(trump), left_bower(trump), *plain]
    plain = [rank + suit for rank in ["A", "K", "Q", "J", "T", "9", "8", "7"]]
    return [card for card in plain if trump == NO_TRUMP or card != left_bower(trump)]


def trumps_highest_first(trump: str) -> list[str]:
    """All trumps with the joker above the right bower; none where nothing is trump."""
    if trump == NO_TRUMP:
        return []
    return [JOKER, *highest_first(trump, trump)]


def trick_winner(plays: list[tuple[int, str]], trump: str) -> int:
    """The seat that takes a trick: the highest trump, else the highest card of the suit led."""
    led_card = plays[0][1]
    led_suit = effective_suit(led_card, trump)
    for strongest in trumps_highest_first(trump) + highest_first(led_suit, trump):
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
    worth = complete_rules(rules)["points"]
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


def left_of(seat: int, seats: int = 4) -> int:
    return (seat + 1) % seats


def partner_of(seat: int) -> int:
    """Four players only."""
    return (seat + 2) % 4


def side_of(seat: int, seats: int = 4) -> int:
    """Partners are one side; where there are none, each player is one."""
    return seat % 2 if seats == 4 else seat


def number_of_sides(seats: int) -> int:
    return 2 if seats == 4 else seats


class Table:
    """A hand in progress, moved on one log line at a time.

    `legal_lines` leaves out what may happen at any time; `side_lines` has that, and `do` takes both.
    """

    number_of_tricks = 5

    def __init__(self, rules: Rules, dealer: int, dealt: list[list[str]], kitty: list[str]) -> None:
        self.rules = complete_rules(rules)
        self.seats: int = self.rules["seats"]
        self.dealer = dealer
        self.hands = [list(hand) for hand in dealt]
        self.log: list[str] = []
        self.lay_out(kitty)

        self.passes = 0  # four players: 0-3 the first round, 4-7 the second
        self.swapped: list[int] = []  # the seats that have exchanged three cards with the kitty
        self.maker: int | None = None  # the seat that made trump
        self.trump: str | None = None
        self.lone_maker: int | None = None
        self.lone_defender: int | None = None
        self.discards_due: list[int] = []  # a seat stands here once for each card that it has to bury
        self.given: str | None = None  # the card that a lone player got from the partner

        self.first_card_led = False
        self.turn = self.left_of(dealer)
        self.trick: list[tuple[int, str]] = []

        self.tricks = [0] * number_of_sides(self.seats)
        self.points = [0] * number_of_sides(self.seats)
        self.over = False
        self.ended: str | None = None
        self.unjudged = False  # no trump with a joker: no source says how that is played

    def lay_out(self, kitty: list[str]) -> None:
        """The kitty: a card turned up and the cards below it."""
        self.up_card: str | None = kitty[0]
        self.below_up_card = kitty[1:]
        self.up_suit: str | None = kitty[0][1]
        if kitty[0] == JOKER:
            fixed = self.rules["joker_turned_up"]
            self.up_suit = None if fixed == "dealer-names" else fixed

    def copy(self) -> Table:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.hands = [list(hand) for hand in self.hands]
        twin.below_up_card = list(self.below_up_card)
        twin.log = list(self.log)
        twin.swapped = list(self.swapped)
        twin.discards_due = list(self.discards_due)
        twin.trick = list(self.trick)
        twin.tricks = list(self.tricks)
        twin.points = list(self.points)
        return twin

    def left_of(self, seat: int) -> int:
        return left_of(seat, self.seats)

    def side_of(self, seat: int) -> int:
        return side_of(seat, self.seats)

    def in_first_round(self) -> bool:
        return self.passes < self.seats

    def has_joker(self) -> bool:
        return self.rules["deck"] % 2 == 1

    # Who is in the hand

    def active(self, seat: int) -> bool:
        """Whether a seat plays: the partner of a lone player does not."""
        if self.seats != 4:
            return True
        return partner_of(seat) not in (self.lone_maker, self.lone_defender)

    def active_seats(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.active(seat)]

    def next_active_from(self, seat: int) -> int:
        while not self.active(seat):
            seat = self.left_of(seat)
        return seat

    def first_leader(self) -> int:
        """The first active seat from the dealer's left, or from the lone player's left."""
        start = self.dealer
        if self.rules["alone_lead"] == "loner-left":
            if self.lone_maker is not None:
                start = self.lone_maker
            elif self.lone_defender is not None:
                start = self.lone_defender
        return self.next_active_from(self.left_of(start))

    # What may happen next

    def legal_lines(self) -> list[str]:
        if self.over or self.unjudged:
            return []
        if self.trump is None:
            if self.up_suit is None:
                return [f"{self.dealer} turn {suit}" for suit in SUITS]
            return self.farmers_lines() + self.call_lines()
        if self.discards_due:
            return self.alone_lines() + self.give_lines() + self.discard_lines()
        return self.alone_lines() + self.give_lines() + self.play_lines()

    def side_lines(self) -> list[str]:
        """What may happen at any time, whoever's turn it is."""
        seats = range(self.seats)
        concessions = [f"{seat} concede game" for seat in seats]
        if self.over:
            return concessions
        concessions += [f"{seat} concede hand" for seat in seats]
        misdeals = [f"{seat} misdeal {reason}" for seat in seats for reason in OTHER_MISDEALS]
        if self.trump is None or self.unjudged:
            return misdeals + concessions
        return misdeals + concessions + [f"{seat} lay-down" for seat in self.active_seats()]

    def farmers_lines(self) -> list[str]:
        """What a bad hand allows on a seat's first turn to call, before the call. One exchange a seat."""
        if not self.in_first_round() or self.turn in self.swapped:
            return []
        lines = []
        if self.rules["farmers_hand"] == "redeal" and self.has_farmers_hand(self.turn):
            lines.append(f"{self.turn} misdeal farmers-hand")
        may_swap = self.rules["farmers_hand"] == "swap" and self.has_farmers_hand(self.turn)
        if may_swap or self.rules["go_under"]:
            lines += self.swap_lines(self.turn)
        return lines

    def has_farmers_hand(self, seat: int) -> bool:
        hand = self.hands[seat]
        kind = self.rules["farmers_hand_is"]
        nines_and_tens = [card for card in hand if card[0] in ["9", "T"]]
        if kind == "all-nines-tens":
            return len(nines_and_tens) == len(hand)
        if kind == "three-nines-tens":
            return len(nines_and_tens) >= 3
        return not any(card[0] in ["A", "K", "Q", "J"] for card in hand)

    def swap_lines(self, seat: int) -> list[str]:
        """Three low cards, or of a farmer's hand three nines and tens, against three of the kitty."""
        low = in_deck_order([card for card in self.hands[seat] if is_low(card)])
        if not self.rules["go_under"] and self.rules["farmers_hand_is"] != "no-ace-no-face":
            low = [card for card in low if card[0] in ["9", "T"]]
        there = in_deck_order(self.below_up_card)
        return [
            f"{seat} swap {','.join(given)} for {','.join(taken)}"
            for given in combinations(low, 3)
            for taken in combinations(there, 3)
        ]

    def call_lines(self) -> list[str]:
        caller = self.turn
        first_round = self.in_first_round()
        dealers_last_call = self.passes == 2 * self.seats - 1
        calls = []
        if not (dealers_last_call and self.rules["stick_the_dealer"]):
            calls.append("pass")
        if first_round:
            trump_calls = ["order"]
        else:
            trump_calls = [f"name {suit}" for suit in SUITS if suit != self.up_suit]
            if self.rules["no_trump"]:
                trump_calls.append(f"name {NO_TRUMP}")
        for call in trump_calls:
            if self.may_call_with_partner(caller, first_round):
                calls.append(call)
            if self.rules["alone_by"] != "nobody":
                calls.append(f"{call} alone")
        return [f"{caller} {call}" for call in calls]

    def may_call_with_partner(self, caller: int, first_round: bool) -> bool:
        if self.seats != 4 or caller != partner_of(self.dealer):
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
        if self.seats != 4 or self.maker != partner_of(self.dealer) or self.lone_maker is not None:
            return False
        return self.must_be_alone(self.in_first_round())

    def alone_lines(self) -> list[str]:
        """Going alone after the call, up to the first lead. One player of a side at most."""
        if self.first_card_led or self.seats != 4:
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

    def give_lines(self) -> list[str]:
        """The partner of a lone maker may hand over one card, up to the first lead."""
        if not self.rules["partners_best"] or self.lone_maker is None:
            return []
        if self.first_card_led or self.given is not None:
            return []
        partner = partner_of(self.lone_maker)
        return [f"{partner} give {card} {self.lone_maker}" for card in self.hands[partner]]

    def discard_lines(self) -> list[str]:
        lines = []
        for seat in sorted(set(self.discards_due)):
            for card in self.hands[seat]:
                stays = seat == self.dealer and card == self.up_card and not self.rules["discard_up_card"]
                if not stays:
                    lines.append(f"{seat} discard {card}")
        return lines

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
        if line not in self.legal_lines() + self.side_lines():
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
            self.discards_due.remove(seat)
        elif verb == "play":
            self.do_play(seat, arguments[0])
        elif verb == "turn":
            self.up_suit = arguments[0]
        elif verb == "swap":
            self.do_swap(seat, given=arguments[0].split(","), taken=arguments[2].split(","))
        elif verb == "give":
            self.do_give(seat, arguments[0])
        elif verb == "misdeal":
            self.over = True
            self.ended = "redealt"
        elif verb == "lay-down":
            self.do_lay_down(seat)
        elif verb == "concede":
            self.do_concede(seat, arguments[0])

    def do_pass(self) -> None:
        self.passes += 1
        self.turn = self.left_of(self.turn)
        if self.passes == 2 * self.seats:
            self.over = True
            self.ended = "thrown-in"

    def do_order(self, seat: int, alone: bool) -> None:
        self.make_trump(seat, self.up_suit, alone)
        dealer_sits_out = not self.active(self.dealer)
        if dealer_sits_out and not self.rules["sitting_dealer_takes"]:
            return
        self.hands[self.dealer].append(self.up_card)
        self.discards_due.append(self.dealer)

    def make_trump(self, seat: int, suit: str, alone: bool) -> None:
        self.maker = seat
        self.trump = suit
        if alone:
            self.lone_maker = seat
        self.unjudged = suit == NO_TRUMP and self.has_joker()

    def do_swap(self, seat: int, given: list[str], taken: list[str]) -> None:
        for card in given:
            self.hands[seat].remove(card)
            self.below_up_card.append(card)
        for card in taken:
            self.below_up_card.remove(card)
            self.hands[seat].append(card)
        self.swapped.append(seat)

    def do_give(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.hands[self.lone_maker].append(card)
        self.given = card
        self.discards_due.append(self.lone_maker)

    def do_alone(self, seat: int) -> None:
        if self.side_of(seat) == self.side_of(self.maker):
            self.lone_maker = seat
        else:
            self.lone_defender = seat

    def do_play(self, seat: int, card: str) -> None:
        self.first_card_led = True
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < len(self.active_seats()):
            self.turn = self.next_active_from(self.left_of(seat))
            return
        winner = trick_winner(self.trick, self.trump)
        self.tricks[self.side_of(winner)] += 1
        self.trick = []
        self.turn = winner
        if sum(self.tricks) == self.number_of_tricks:
            self.over = True
            self.ended = "played"
            self.points = self.points_for(self.tricks)

    def tricks_left(self) -> int:
        """The tricks that are not finished."""
        return self.number_of_tricks - sum(self.tricks)

    def do_lay_down(self, seat: int) -> None:
        self.tricks[self.side_of(seat)] += self.tricks_left()
        self.over = True
        self.ended = "claimed"
        self.points = self.points_for(self.tricks)

    def do_concede(self, seat: int, what: str) -> None:
        """The others get what they would for all tricks that are left; the tricks stay as they were played."""
        if self.over:
            return
        if what == "hand" and self.trump is not None and not self.unjudged:
            tricks = list(self.tricks)
            tricks[self.side_against(seat)] += self.tricks_left()
            self.points = self.points_for(tricks)
        self.over = True
        self.ended = "conceded"

    def side_against(self, seat: int) -> int:
        """The side that a seat plays against; of two, the one on the maker's left."""
        if self.side_of(seat) == self.side_of(self.maker):
            return self.side_of(self.left_of(self.maker))
        return self.side_of(self.maker)

    def points_for(self, tricks: list[int]) -> list[int]:
        """The points of each side for all tricks of the hand."""
        making_side = self.side_of(self.maker)
        for_makers, for_defenders = points(
            self.rules,
            tricks[making_side],
            alone=self.lone_maker is not None,
            defend_alone=self.lone_defender is not None,
        )
        return [for_makers if side == making_side else for_defenders for side in range(len(tricks))]
