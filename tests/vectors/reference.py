"""The deal procedure `euchre-deal/v1`, written from its page alone.

Every step is one small method, so that a wrong reading of the page can replace it.
"""

import hashlib
import hmac
import itertools
import re
from dataclasses import dataclass, field

DECKS = {"24": "9TJQKA", "25": "9TJQKA", "28": "89TJQKA", "29": "89TJQKA", "32": "789TJQKA", "33": "789TJQKA"}
STEPS = (
    "terms",
    "terms_hash",
    "commitment",
    "mix",
    "contributions",
    "key",
    "stage 1",
    "stage 2",
    "stage 3",
    "stage 4",
    "stage 5",
    "dealer",
    "hands",
    "up",
    "kitty",
)


class Unusable(Exception):
    """The input cannot be dealt; `at` names the first step that it stops."""

    def __init__(self, at: str, why: str) -> None:
        super().__init__(f"{at}: {why}")
        self.at = at


@dataclass(frozen=True)
class Terms:
    match: str
    session: str
    hand: int
    dealer: str
    deck: str
    seats: int
    pattern: tuple[tuple[int, ...], ...]
    players: tuple[int, ...] = ()
    beacon: str = ""

    @property
    def cards(self) -> int:
        return int(self.deck)

    @property
    def twelve_trick(self) -> bool:
        return self.seats == 2 and self.pattern == ((4,), (4,), (4,))


class TermsReader:
    """Section 1: nine lines, each read as strictly as the page says."""

    KEYWORDS = ("match", "session", "hand", "dealer", "deck", "seats", "pattern", "entropy")

    def read(self, raw: bytes) -> Terms:
        lines = self.lines(raw)
        self.line_count(lines)
        self.first_line(lines[0])
        values = [self.value(line, keyword) for line, keyword in zip(lines[1:], self.KEYWORDS, strict=False)]
        match, session, hand_text, dealer, deck, seats_text, pattern_text, entropy = values
        self.match(match)
        self.session(session)
        hand = self.hand(hand_text)
        self.deck(deck)
        seats = self.seats(seats_text)
        self.dealer(dealer, seats)
        self.hand_zero(hand, dealer, pattern_text)
        self.drawn(hand, dealer)
        pattern = () if pattern_text == "none" else self.pattern(pattern_text, seats)
        terms = Terms(match, session, hand, dealer, deck, seats, pattern)
        if pattern:
            self.totals(terms)
        return self.entropy(terms, entropy)

    def need(self, fact: object, why: str) -> None:
        if not fact:
            raise Unusable("terms", why)

    def text(self, raw: bytes) -> str:
        self.need(raw.isascii(), "a byte outside ASCII")
        return raw.decode("ascii")

    def lines(self, raw: bytes) -> list[str]:
        text = self.text(raw)
        self.need(text.endswith("\n"), "the last line has no LF")
        return text[:-1].split("\n")

    def line_count(self, lines: list[str]) -> None:
        self.need(len(lines) == 9, "not nine lines")

    def first_line(self, line: str) -> None:
        self.need(line == "euchre-deal/v1", "another first line")

    def value(self, line: str, keyword: str) -> str:
        self.need(line.startswith(keyword + " "), f"no {keyword} line in its place")
        return line[len(keyword) + 1 :]

    def fits(self, pattern: str, text: str) -> bool:
        return re.fullmatch(pattern, text, re.ASCII) is not None

    def number(self, text: str, low: int, high: int) -> int:
        self.need(self.fits("0|[1-9][0-9]*", text), f"{text!r} is not a number")
        self.need(len(text) <= 20 and low <= int(text) <= high, f"{text} is out of range")
        return int(text)

    def match(self, text: str) -> None:
        self.need(text == "none" or self.fits("[0-9a-f]{64}", text), "match is no hash and not none")

    def session(self, text: str) -> None:
        self.need(self.fits("[A-Za-z0-9._:/-]{1,128}", text), "no session identifier")

    def hand(self, text: str) -> int:
        return self.number(text, 0, 999999999)

    def deck(self, text: str) -> None:
        self.need(text in DECKS, "no such deck")

    def seats(self, text: str) -> int:
        return self.number(text, 2, 6)

    def seat(self, text: str, seats: int) -> int:
        self.need(self.fits("[0-9]", text), "a seat is one digit")
        self.need(int(text) < seats, "no such seat")
        return int(text)

    def dealer(self, text: str, seats: int) -> None:
        if text not in ("drawn", "black-jack", "low-card"):
            self.seat(text, seats)

    def hand_zero(self, hand: int, dealer: str, pattern: str) -> None:
        self.need((hand == 0) == (dealer in ("black-jack", "low-card")), "hand 0 and the dealer disagree")
        self.need((hand == 0) == (pattern == "none"), "hand 0 and the pattern disagree")

    def drawn(self, hand: int, dealer: str) -> None:
        self.need(dealer != "drawn" or hand == 1, "a drawn dealer is for hand 1 only")

    def pattern(self, text: str, seats: int) -> tuple[tuple[int, ...], ...]:
        return tuple(self.round(part, seats) for part in text.split("/"))

    def round(self, text: str, seats: int) -> tuple[int, ...]:
        counts = tuple(self.number(part, 1, 99) for part in text.split(","))
        self.list_length(counts, seats)
        self.shortest(counts, seats)
        return counts

    def list_length(self, counts: tuple[int, ...], seats: int) -> None:
        self.need(len(counts) <= seats, "a list longer than the seats")

    def shortest(self, counts: tuple[int, ...], seats: int) -> None:
        said = self.spread(counts, seats)
        for length in range(1, len(counts)):
            self.need(self.spread(counts[:length], seats) != said, "a shorter list says the same")

    def spread(self, counts: tuple[int, ...], seats: int) -> list[int]:
        return [counts[turn % len(counts)] for turn in range(seats)]

    def totals(self, terms: Terms) -> None:
        rounds = [self.spread(counts, terms.seats) for counts in terms.pattern]
        dealt = [sum(turn) for turn in zip(*rounds, strict=True)]
        self.equal_totals(dealt)
        self.need(sum(dealt) <= self.room(terms), "more cards than the deck gives")

    def equal_totals(self, dealt: list[int]) -> None:
        self.need(len(set(dealt)) == 1, "the seats get different totals")

    def room(self, terms: Terms) -> int:
        return terms.cards if terms.twelve_trick else terms.cards - 1

    def entropy(self, terms: Terms, text: str) -> Terms:
        players: tuple[int, ...] = ()
        beacon = ""
        if text.startswith("players "):
            players = tuple(self.seat(part, terms.seats) for part in self.parts(text[len("players ") :]))
            self.rising(players)
        elif text.startswith("beacon drand-quicknet "):
            self.beacon_round(text[len("beacon drand-quicknet ") :])
            beacon = text
        else:
            self.need(text == "none", "no such entropy")
        return Terms(**{**vars(terms), "players": players, "beacon": beacon})

    def parts(self, text: str) -> list[str]:
        return text.split(",")

    def rising(self, players: tuple[int, ...]) -> None:
        self.need(list(players) == sorted(set(players)), "the seats do not rise strictly")

    def beacon_round(self, text: str) -> int:
        return self.number(text, 1, 2**64 - 1)


@dataclass
class Stream:
    """The bytes of one stage, with a note of what each draw did with them."""

    stage: int
    read: "itertools.chain[int]"
    drawn: list[tuple[int, int, bool]] = field(default_factory=list)


class Procedure:
    """Sections 2 to 5. `deal` gives a whole vector; the other methods are its steps."""

    reader: TermsReader = TermsReader()

    def deal(self, name: str, terms_text: str, secret_hex: str, shown: list[dict] | None = None) -> dict:
        """`shown` holds what the terms' entropy needs: label and value, or label and signature."""
        raw = self.terms_bytes(terms_text)
        terms = self.reader.read(raw)
        self.streams: list[Stream] = []
        terms_hash = self.terms_hash(raw)
        secret = self.secret(secret_hex)
        commitment = self.commitment(terms_hash, secret)
        contributions = self.contributions(terms, commitment, shown or [])
        mix = self.mix(terms, contributions)
        self.stream_key = self.key(secret, terms_hash, mix)
        deck, trace = self.stages(terms)
        vector = {
            "id": name,
            "terms": terms_text,
            "terms_hash": terms_hash.hex(),
            "secret": secret_hex,
            "commitment": commitment.hex(),
            "mix": mix.hex(),
            "key": self.stream_key.hex(),
            "trace": trace,
            "deck": deck,
            "dealer": self.dealer(terms, deck),
            "contributions": contributions,
        }
        if terms.pattern:
            hands, rest = self.hands(terms, deck, vector["dealer"])
            vector |= {"hands": hands, "kitty": self.kitty(rest), "up": self.up_card(terms, rest)}
        return vector

    # bytes

    def u8(self, number: int) -> bytes:
        return number.to_bytes(1, "big")

    def u16(self, number: int) -> bytes:
        return number.to_bytes(2, "big")

    def u32(self, number: int) -> bytes:
        return number.to_bytes(4, "big")

    def lp(self, data: bytes) -> bytes:
        return self.u16(len(data)) + data

    def tag(self, name: str) -> bytes:
        return b"euchre-deal/v1 " + name.encode() + b"\x00"

    def sha256(self, data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    def hmac(self, key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, hashlib.sha256).digest()

    def unhex(self, text: object, length: int, at: str, what: str) -> bytes:
        if not isinstance(text, str) or re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text) is None:
            raise Unusable(at, f"{what} is not {length} bytes of lower-case hex")
        return bytes.fromhex(text)

    # section 1 and 2: the promise

    def terms_bytes(self, text: str) -> bytes:
        return text.encode("utf-8")

    def terms_hash(self, raw: bytes) -> bytes:
        return self.sha256(raw)

    def secret(self, text: str) -> bytes:
        return self.unhex(text, 32, "commitment", "the secret")

    def commitment(self, terms_hash: bytes, secret: bytes) -> bytes:
        return self.sha256(self.tag("commit") + terms_hash + secret)

    # section 3: what others add

    def contributions(self, terms: Terms, commitment: bytes, shown: list[dict]) -> list[dict]:
        labels = [terms.beacon] if terms.beacon else [f"seat {seat}" for seat in terms.players]
        if [entry.get("label") for entry in shown] != labels:
            raise Unusable("contributions", "not one value for each that the terms name, in their order")
        if terms.beacon:
            signature = self.unhex(shown[0].get("signature"), 48, "contributions", "the signature")
            value = self.sha256(signature).hex()
            return [{"label": terms.beacon, "value": value, "signature": signature.hex()}]
        made, seen = [], set()
        for seat, entry in zip(terms.players, shown, strict=True):
            value = self.unhex(entry.get("value"), 32, "contributions", "a value")
            if value in seen:
                raise Unusable("contributions", "the value of an earlier seat counts as none")
            seen.add(value)
            fingerprint = self.contribution(commitment, seat, value)
            made.append({"label": entry["label"], "value": value.hex(), "contribution": fingerprint.hex()})
        return made

    def contribution(self, commitment: bytes, seat: int, value: bytes) -> bytes:
        return self.sha256(self.tag("contribution") + commitment + self.u8(seat) + value)

    def mix(self, terms: Terms, contributions: list[dict]) -> bytes:
        joined = self.mix_count(len(contributions))
        for entry in self.mix_order(contributions):
            joined += self.lp(self.mix_label(entry["label"])) + self.lp(self.mix_value(entry))
        return joined

    def mix_count(self, count: int) -> bytes:
        return self.u16(count)

    def mix_order(self, contributions: list[dict]) -> list[dict]:
        return contributions

    def mix_label(self, label: str) -> bytes:
        return label.encode("ascii")

    def mix_value(self, entry: dict) -> bytes:
        return bytes.fromhex(entry["value"])

    # section 4: key, streams, draws

    def key(self, secret: bytes, terms_hash: bytes, mix: bytes) -> bytes:
        return self.hmac(secret, self.tag("key") + terms_hash + mix)

    def block(self, stage: int, counter: int) -> bytes:
        return self.hmac(self.stream_key, self.tag("stream") + self.u8(stage) + self.u32(counter))

    def stream(self, stage: int) -> Stream:
        blocks = (self.block(stage, counter) for counter in itertools.count())
        stream = Stream(stage, itertools.chain.from_iterable(blocks))
        self.streams.append(stream)
        return stream

    def draw(self, stream: Stream, n: int) -> int:
        while True:
            byte = next(stream.read)
            kept = self.keeps(byte, n)
            stream.drawn.append((n, byte, kept))
            if kept:
                return self.reduce(byte, n)

    def keeps(self, byte: int, n: int) -> bool:
        return byte < 256 - 256 % n

    def reduce(self, byte: int, n: int) -> int:
        return byte % n

    # section 5: the stages

    def fresh_deck(self, deck: str) -> list[str]:
        jokers = ["Jo"] if int(deck) % 4 else []
        return [rank + suit for suit in "cdhs" for rank in DECKS[deck]] + jokers

    def stages(self, terms: Terms) -> tuple[list[str], list[dict]]:
        deck = self.fresh_deck(terms.deck)
        trace = []
        steps = (self.shuffle, self.cut_middle, self.shuffle, self.cut_thirds, self.shuffle)
        for stage, step in enumerate(steps, 1):
            deck, told = step(deck, self.stream(stage))
            trace.append({"stage": stage, **told, "deck": list(deck)})
        return deck, trace

    def shuffle(self, deck: list[str], stream: Stream) -> tuple[list[str], dict]:
        deck = list(deck)
        draws = []
        for i in self.shuffle_places(len(deck)):
            j = self.draw(stream, self.shuffle_choices(i, len(deck)))
            self.exchange(deck, i, j)
            draws.append(j)
        return deck, {"kind": "shuffle", "draws": draws}

    def shuffle_places(self, n: int) -> list[int]:
        return list(range(n - 1, 0, -1))

    def shuffle_choices(self, i: int, n: int) -> int:
        return i + 1

    def exchange(self, deck: list[str], i: int, j: int) -> None:
        deck[i], deck[j] = deck[j], deck[i]

    def cut_middle(self, deck: list[str], stream: Stream) -> tuple[list[str], dict]:
        low, high = self.middle(len(deck))
        k = low + self.draw(stream, high - low + 1)
        return self.lift(deck, k), {"kind": "cut-middle", "cut": k}

    def middle(self, n: int) -> tuple[int, int]:
        return 5 * n // 12, -(-7 * n // 12)

    def lift(self, deck: list[str], k: int) -> list[str]:
        return deck[k:] + deck[:k]

    def cut_thirds(self, deck: list[str], stream: Stream) -> tuple[list[str], dict]:
        triples = self.triples(len(deck))
        a, b, c = triples[self.draw(stream, len(triples))]
        packets = {"A": deck[:a], "B": deck[a : a + b], "C": deck[a + b :]}
        stackings = self.stackings()
        order = stackings[self.draw(stream, len(stackings))]
        stacked = [card for name in order for card in packets[name]]
        return stacked, {"kind": "cut-thirds", "packets": [a, b, c], "order": order}

    def third(self, n: int) -> tuple[int, int]:
        return n // 3 - 1, -(-n // 3) + 1

    def triples(self, n: int) -> list[tuple[int, int, int]]:
        low, high = self.third(n)
        sizes = range(low, high + 1)
        return [(a, b, n - a - b) for a in sizes for b in sizes if low <= n - a - b <= high]

    def stackings(self) -> list[str]:
        return ["BCA", "CAB"]

    # the dealer

    def dealer(self, terms: Terms, deck: list[str]) -> int:
        if terms.dealer == "drawn":
            return self.drawn_dealer(terms)
        if terms.dealer == "black-jack":
            return self.black_jack(terms.seats, deck)
        if terms.dealer == "low-card":
            return self.low_card(terms.seats, deck)
        return int(terms.dealer)

    def drawn_dealer(self, terms: Terms) -> int:
        return self.draw(self.stream(6), terms.seats)

    def black_jack(self, seats: int, deck: list[str]) -> int:
        return next(place for place, card in enumerate(deck) if card in ("Jc", "Js")) % seats

    def low_card(self, seats: int, deck: list[str]) -> int:
        left = list(deck)
        tied = list(range(seats))
        while len(tied) > 1:
            if len(left) < len(tied):
                return self.out_of_cards(tied)
            turned = {seat: self.height(left.pop(0)) for seat in tied}
            tied = self.lowest(turned, seats)
        return tied[0]

    def height(self, card: str) -> int:
        return 99 if card == "Jo" else "A789TJQK".index(card[0])

    def lowest(self, turned: dict[int, int], seats: int) -> list[int]:
        return [seat for seat, height in turned.items() if height == min(turned.values())]

    def out_of_cards(self, tied: list[int]) -> int:
        return tied[0]

    # the cards

    def hands(self, terms: Terms, deck: list[str], dealer: int) -> tuple[list[list[str]], list[str]]:
        hands: list[list[str]] = [[] for _ in range(terms.seats)]
        left = list(deck)
        for number, counts in enumerate(self.rounds(terms)):
            for turn in range(terms.seats):
                seat = self.receiver(dealer, turn, terms.seats)
                count = self.count(counts, turn, number, terms.seats)
                taken, left = left[:count], left[count:]
                self.give(hands[seat], taken)
        return hands, left

    def rounds(self, terms: Terms) -> tuple[tuple[int, ...], ...]:
        return terms.pattern

    def receiver(self, dealer: int, turn: int, seats: int) -> int:
        return (dealer + 1 + turn) % seats

    def count(self, counts: tuple[int, ...], turn: int, number: int, seats: int) -> int:
        return counts[turn % len(counts)]

    def give(self, hand: list[str], cards: list[str]) -> None:
        hand.extend(cards)

    def kitty(self, rest: list[str]) -> list[str]:
        return rest

    def up_card(self, terms: Terms, rest: list[str]) -> str | None:
        return None if terms.twelve_trick else rest[0]


def steps_of(vector: dict) -> dict[str, object]:
    """What a vector says at each step, so that two vectors can be compared in order."""
    said = {step: vector.get(step) for step in STEPS if not step.startswith("stage")}
    said |= {f"stage {entry['stage']}": entry for entry in vector["trace"]}
    if vector["trace"][-1]["deck"] != vector["deck"]:
        said["stage 5"] = vector["deck"]
    return said


def first_difference(vector: dict, other: dict) -> str | None:
    """The first step at which two vectors differ, or None."""
    one, two = steps_of(vector), steps_of(other)
    return next((step for step in STEPS if one.get(step) != two.get(step)), None)


def fault(vector: dict, procedure: Procedure | None = None) -> str | None:
    """Deals a vector's inputs again: the first step that stops or differs, or None."""
    try:
        again = (procedure or Procedure()).deal(
            vector["id"], vector["terms"], vector["secret"], vector["contributions"]
        )
    except Unusable as unusable:
        return unusable.at
    return first_difference(vector, again)
