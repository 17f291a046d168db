"""Writes the published vectors: `python -m tests.vectors.make_vectors`."""

import hashlib
import itertools
import json
from collections.abc import Callable
from pathlib import Path

from tests.vectors import wrong_readings as wrong
from tests.vectors.reference import Procedure, fault

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "schemas" / "vectors", ROOT / "euchre_audit" / "dealing" / "vectors")
FORMAT = "euchre-deal/v1 vectors"
Wanted = Callable[[Procedure, dict], bool]

DEAL_NOTES = {
    "Result": "A valid vector is reproduced in every value; whoever reproduces an invalid one has misread.",
    "FailsAt": "In an invalid vector `fails_at` names the first step whose value is wrong or cannot be had.",
    "Secrets": "A secret is SHA-256 of the ASCII text <id>/<n>, a player's value that of "
    "<id>/<n>/seat <s>, for the smallest n from 0 that shows what the comment says, unless the comment "
    "names another way.",
    "Ordinary": "A hand as it is usually dealt.",
    "Deck": "The order of the fresh deck and the bounds of both cuts for one of the six decks.",
    "Seats": "Another number of seats than four.",
    "Pattern": "How a pattern is dealt out, round by round from the dealer's left.",
    "ShortList": "A list shorter than the seats starts over within its round, and anew in the next round.",
    "TwelveTrick": "Two seats and 4/4/4: no up card with any deck, and what is left over is the kitty.",
    "DrawnDealer": "The dealer comes out of stream 6.",
    "BlackJack": "Hand 0: the first black jack deals.",
    "LowCard": "Hand 0: the lowest card deals, ace low and joker high.",
    "Tie": "Tied seats, and no others, draw again.",
    "OutOfCards": "Fewer cards are left than seats are tied.",
    "Players": "Values of players are mixed in.",
    "Beacon": "A beacon's signature is mixed in, a real one of the chain unless MadeUpSignature is set.",
    "MadeUpSignature": "The signature is 48 made-up bytes and no signature at all: only the arithmetic "
    "can be tested with it, and whoever checks signatures has to refuse it.",
    "Rejection": "A byte is rejected, or just escapes it, where the comment says.",
    "SecondBlock": "A stage needs more than the first 32 bytes of its stream.",
    "Field": "A line of the terms at one of its limits.",
    "Secret": "A secret chosen for its look.",
    "WrongReading": "Every value was made by an implementation that is wrong in one place.",
    "UnusableInput": "An input is not what the terms call for, so that nothing may be dealt from it.",
}

TERMS_NOTES = {
    "Result": "Invalid terms are refused before anything else is looked at. A string stands for its UTF-8.",
    "Lines": "Exactly nine lines in their order, each with its keyword.",
    "LineEnd": "Every line ends in one LF, the last one too.",
    "Blank": "One space after the keyword, and no other blank but those shown.",
    "Ascii": "Terms are ASCII.",
    "Version": "The first line names the procedure and its version.",
    "Number": "A number is 0 or starts with 1 to 9, in ASCII digits alone.",
    "Range": "A number lies within its limits.",
    "Match": "None or 64 digits of lower-case hex.",
    "Session": "1 to 128 of the characters A-Z a-z 0-9 . _ : / -",
    "Dealer": "One digit below the number of seats, or one of three words.",
    "HandZero": "Hand 0, a dealer found by cards and the pattern none come all together or not at all.",
    "DrawnDealer": "Only hand 1 draws its dealer.",
    "Deck": "Six decks.",
    "Pattern": "Rounds of one count or of a list of 2 to as many counts as there are seats.",
    "ShortestList": "Of the lists that say the same only the shortest is legal.",
    "Totals": "All seats get the same number of cards.",
    "Room": "One card stays for turning up, except in the twelve-trick game.",
    "TwelveTrick": "Two seats with 4/4/4 and nothing else.",
    "Entropy": "None, players or the one beacon.",
    "Players": "Strictly rising seats below the number of seats, at least one.",
    "Round": "1 to 18446744073709551615.",
}

BEACON = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
}


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def made_up_signature(name: str) -> str:
    return (sha256(f"{name}/signature/0") + sha256(f"{name}/signature/1"))[:96]


def terms(session: str, **other: object) -> str:
    lines = {
        "match": "none",
        "session": session,
        "hand": 1,
        "dealer": 0,
        "deck": 24,
        "seats": 4,
        "pattern": "3/2",
        "entropy": "none",
    } | other
    return "euchre-deal/v1\n" + "".join(f"{keyword} {value}\n" for keyword, value in lines.items())


# what a search over secrets looks for


def rejected(stage: int) -> Wanted:
    return lambda procedure, vector: any(not kept for _, _, kept in procedure.streams[stage - 1].drawn)


def rejected_first_in(stage: int) -> Wanted:
    return lambda procedure, vector: (
        rejected(stage)(procedure, vector) and not any(rejected(s)(procedure, vector) for s in range(1, stage))
    )


def rejected_twice_running(procedure: Procedure, vector: dict) -> bool:
    drawn = procedure.streams[0].drawn
    return any(not one[2] and not two[2] for one, two in itertools.pairwise(drawn))


def rejected_at_limit(stage: int) -> Wanted:
    return lambda procedure, vector: any(
        byte == 256 - 256 % n for n, byte, kept in procedure.streams[stage - 1].drawn if not kept
    )


def last_good_byte(stage: int) -> Wanted:
    return lambda procedure, vector: any(
        256 % n and byte == 255 - 256 % n for n, byte, _ in procedure.streams[stage - 1].drawn
    )


def highest_byte_for_two(procedure: Procedure, vector: dict) -> bool:
    return procedure.streams[3].drawn[-1] == (2, 255, True)


def second_block(procedure: Procedure, vector: dict) -> bool:
    return len(procedure.streams[0].drawn) > 33


def cut_at(k: int) -> Wanted:
    return lambda procedure, vector: vector["trace"][1]["cut"] == k


def packets(*sizes: int) -> Wanted:
    return lambda procedure, vector: vector["trace"][3]["packets"] == list(sizes)


def told_apart_from(*readings: type[Procedure]) -> Wanted:
    """The wrong readings name another dealer."""

    def wanted(procedure: Procedure, vector: dict) -> bool:
        others = [
            reading().deal(vector["id"], vector["terms"], vector["secret"], vector["contributions"])
            for reading in readings
        ]
        return all(other["dealer"] != vector["dealer"] for other in others)

    return wanted


def first_heights(procedure: Procedure, vector: dict) -> list[int]:
    return [procedure.height(card) for card in vector["deck"][: int(vector["terms"].split("seats ")[1][0])]]


def tied(count: int, *also: Wanted) -> Wanted:
    def wanted(procedure: Procedure, vector: dict) -> bool:
        heights = first_heights(procedure, vector)
        return heights.count(min(heights)) == count and all(one(procedure, vector) for one in also)

    return wanted


def tied_twice(procedure: Procedure, vector: dict) -> bool:
    heights = first_heights(procedure, vector)
    again = [procedure.height(card) for card in vector["deck"][len(heights) :][: heights.count(min(heights))]]
    return len(again) > 1 and again.count(min(again)) > 1


def joker_shown(procedure: Procedure, vector: dict) -> bool:
    return "Jo" in vector["deck"][: len(first_heights(procedure, vector))]


def anything(procedure: Procedure, vector: dict) -> bool:
    return True


class Maker:
    def __init__(self) -> None:
        self.vectors: list[dict] = []

    def shown(self, name: str, n: int, entropy: str, made_up: bool) -> list[dict]:
        if entropy.startswith("players "):
            seats = entropy.removeprefix("players ").split(",")
            return [{"label": f"seat {seat}", "value": sha256(f"{name}/{n}/seat {seat}")} for seat in seats]
        if entropy.startswith("beacon "):
            signature = made_up_signature(name) if made_up else BEACON[int(entropy.split()[-1])]
            return [{"label": entropy, "signature": signature}]
        return []

    def valid(
        self,
        name: str,
        comment: str,
        flags: str,
        wanted: Wanted = anything,
        *,
        start: int = 0,
        secret: str = "",
        reading: type[Procedure] = Procedure,
        **lines: object,
    ) -> dict:
        text = terms(str(lines.pop("session", f"vectors/{name}")), **lines)
        entropy = text.rsplit("entropy ", 1)[1].strip()
        for n in itertools.count(start):
            procedure = reading()
            shown = self.shown(name, n, entropy, "MadeUpSignature" in flags)
            vector = procedure.deal(name, text, secret or sha256(f"{name}/{n}"), shown)
            if wanted(procedure, vector):
                break
        self.add(vector, comment, flags, "valid")
        return vector

    def add(self, vector: dict, comment: str, flags: str, result: str, **more: str) -> None:
        head = {"id": vector["id"], "comment": comment, "flags": flags.split(), "result": result} | more
        self.vectors.append(head | vector)

    def misread(
        self,
        name: str,
        reading: type[Procedure],
        fails_at: str,
        wanted: Wanted = anything,
        *,
        flags: str = "",
        text: str = "",
        **lines: object,
    ) -> None:
        """A vector made by a wrong reading, for the smallest n that makes it fail at that step."""

        def told(procedure: Procedure, right: dict) -> bool:
            made.update(reading().deal(name, text or right["terms"], right["secret"], right["contributions"]))
            return wanted(procedure, right) and fault(made) == fails_at

        made: dict = {}
        Maker().valid(name, "", flags, told, **lines)
        self.add(made, f"Wrong: {reading.__doc__}", f"WrongReading {flags}", "invalid", fails_at=fails_at)

    def unusable(
        self, name: str, comment: str, fails_at: str, spoil: Callable[[dict], None], **lines: object
    ) -> None:
        """A vector made from a spoilt input by an implementation that takes anything."""
        vector = Maker().valid(name, "", "", **lines)
        spoil(vector)
        made = TakesAnything().deal(name, vector["terms"], vector["secret"], vector["contributions"])
        self.add(made, comment, "UnusableInput", "invalid", fails_at=fails_at)


class TakesLineEnds(Procedure):
    """Terms with CRLF line ends are taken."""

    reader = wrong.AnyLineEnd()


class TakesLongLists(Procedure):
    """A list that a shorter one says is taken."""

    reader = wrong.LongListAllowed()


class TakesAnything(Procedure):
    """Hex of any length and case is taken, and whatever values are shown."""

    def unhex(self, text, length, at, what):
        return bytes.fromhex(text)

    def contributions(self, terms, commitment, shown):
        return [self.entry(entry, commitment) for entry in shown]

    def entry(self, entry, commitment):
        if "signature" in entry:
            return entry | {"value": self.sha256(bytes.fromhex(entry["signature"])).hex()}
        fingerprint = self.contribution(commitment, int(entry["label"][-1]), bytes.fromhex(entry["value"]))
        return entry | {"contribution": fingerprint.hex()}


def valid_deals(m: Maker) -> None:
    add = m.valid
    add("ordinary-3-2", "Three and two to each of four seats.", "Ordinary", dealer=0)
    add(
        "ordinary-2-3",
        "Two and three; the dealer is seat 1.",
        "Ordinary Pattern",
        dealer=1,
        hand=2,
        pattern="2/3",
    )
    add(
        "ordinary-singly",
        "One card at a time; the dealer is seat 2.",
        "Ordinary Pattern",
        dealer=2,
        hand=3,
        pattern="1/1/1/1/1",
    )
    add(
        "ordinary-alternating",
        "Three and two by turns; the dealer is seat 3.",
        "Ordinary Pattern ShortList",
        dealer=3,
        hand=4,
        pattern="3,2/2,3",
    )

    add("deck-25", "24 cards and the joker.", "Deck", deck=25, dealer=3)
    add("deck-28", "28 cards, from the eight.", "Deck", deck=28, dealer=1, pattern="3,2/2,3")
    add("deck-29", "28 cards and the joker.", "Deck", deck=29, dealer=2, pattern="2/3")
    add("deck-32", "32 cards, from the seven.", "Deck", deck=32, dealer=0)
    add("deck-33", "32 cards and the joker.", "Deck", deck=33, dealer=1, pattern="1/1/1/1/1")

    add("two-seats", "Two seats, five cards each.", "Seats", seats=2, dealer=1)
    add(
        "three-seats",
        "Three seats; the list starts over in the middle.",
        "Seats ShortList",
        seats=3,
        dealer=2,
        pattern="3,2/2,3",
    )
    add(
        "five-seats",
        "Five seats, 28 cards, list of two.",
        "Seats ShortList",
        seats=5,
        deck=28,
        dealer=4,
        pattern="3,2/2,3",
    )
    add("six-seats", "Six seats, 32 cards, a kitty of two.", "Seats", seats=6, deck=32, dealer=5)
    add(
        "six-seats-joker",
        "Six seats, 33 cards, list of two.",
        "Seats ShortList",
        seats=6,
        deck=33,
        dealer=2,
        pattern="3,2/2,3",
    )

    add(
        "list-of-three-for-four",
        "The fourth seat starts the list of three over.",
        "ShortList Pattern",
        dealer=1,
        pattern="3,2,3/2,3,2",
    )
    add(
        "list-of-four-for-five",
        "The fifth seat starts the list of four over.",
        "ShortList Pattern Seats",
        seats=5,
        deck=28,
        dealer=2,
        pattern="1,2,3,4/4,3,2,1",
    )
    add(
        "list-of-three-for-six",
        "Twice the same list of three.",
        "ShortList Pattern Seats",
        seats=6,
        deck=25,
        dealer=4,
        pattern="1,2,3/3,2,1",
    )
    add(
        "list-as-long-as-seats",
        "A count of its own for each seat.",
        "Pattern",
        dealer=2,
        pattern="1,2,3,4/4,3,2,1",
    )
    add(
        "mixed-rounds",
        "Single counts and lists in one pattern.",
        "Pattern ShortList",
        deck=25,
        dealer=3,
        pattern="1/2,1/1,2/1",
    )
    add("kitty-of-one", "The up card is the whole kitty.", "Pattern Deck", deck=25, dealer=0, pattern="3/3")
    add("two-digit-count", "A count of sixteen.", "Pattern Seats", seats=2, deck=33, dealer=0, pattern="16")

    add(
        "twelve-trick-24",
        "The whole deck is dealt; the kitty is empty.",
        "TwelveTrick",
        seats=2,
        dealer=1,
        pattern="4/4/4",
    )
    add(
        "twelve-trick-25",
        "One card is left over, and it is no up card.",
        "TwelveTrick",
        seats=2,
        dealer=0,
        deck=25,
        pattern="4/4/4",
    )
    add(
        "twelve-trick-33",
        "Nine cards are left over, and none is an up card.",
        "TwelveTrick DrawnDealer",
        seats=2,
        dealer="drawn",
        deck=33,
        pattern="4/4/4",
    )
    add(
        "twelve-cards-in-two-rounds",
        "Twelve cards each, but not the twelve-trick game: an up card.",
        "Pattern Seats",
        seats=2,
        deck=25,
        dealer=1,
        pattern="6/6",
    )

    readings = (wrong.DealerFromFifthStream, wrong.DealerFromFreshFifth, wrong.DealerDrawnBeforeDeck)
    add(
        "drawn-4",
        "A dealer drawn from four seats.",
        "DrawnDealer",
        told_apart_from(*readings),
        dealer="drawn",
    )
    add("drawn-2", "A dealer drawn from two seats.", "DrawnDealer Seats", seats=2, dealer="drawn")
    add(
        "drawn-3-rejected",
        "Three seats; the first byte of stream 6 is 255.",
        "DrawnDealer Rejection Seats",
        rejected(6),
        seats=3,
        dealer="drawn",
    )
    add(
        "drawn-5",
        "A dealer drawn from five seats.",
        "DrawnDealer Seats",
        told_apart_from(wrong.DealerOfFour),
        seats=5,
        deck=28,
        dealer="drawn",
    )
    add(
        "drawn-6-rejected",
        "Six seats; a byte of 252 or more is rejected.",
        "DrawnDealer Rejection Seats",
        rejected(6),
        seats=6,
        deck=33,
        dealer="drawn",
        pattern="2/3",
    )

    jack = {"hand": 0, "dealer": "black-jack", "pattern": "none"}
    low = {"hand": 0, "dealer": "low-card", "pattern": "none"}
    add(
        "black-jack",
        "A red jack comes up first and counts for nothing.",
        "BlackJack",
        told_apart_from(wrong.AnyJack, wrong.BlackJackFromBottom),
        **jack,
    )
    add(
        "black-jack-clubs",
        "The jack of clubs ends the draw.",
        "BlackJack Seats",
        told_apart_from(wrong.BlackJackOfSpades, wrong.RedJack),
        seats=5,
        deck=32,
        **jack,
    )
    add(
        "black-jack-joker",
        "The joker comes up first and counts for nothing.",
        "BlackJack Seats",
        told_apart_from(wrong.JokerIsBlackJack),
        seats=3,
        deck=33,
        **jack,
    )
    add(
        "low-card",
        "One seat has the lowest card.",
        "LowCard",
        tied(1, told_apart_from(wrong.HighestDeals)),
        **low,
    )
    add(
        "low-card-ace",
        "An ace is the lowest card.",
        "LowCard Seats",
        tied(1, told_apart_from(wrong.AceHigh)),
        seats=3,
        deck=32,
        **low,
    )
    add(
        "low-card-joker",
        "The joker comes up and is the highest card.",
        "LowCard Seats",
        tied(1, joker_shown, told_apart_from(wrong.JokerLow)),
        seats=3,
        deck=25,
        **low,
    )
    add(
        "low-card-joker-and-king",
        "A king against the joker: the king is lower.",
        "LowCard Seats",
        tied(1, joker_shown, told_apart_from(wrong.JokerIsKing)),
        seats=2,
        deck=33,
        **low,
    )
    add(
        "low-card-two-tied",
        "Two seats tie; the later one deals.",
        "LowCard Tie",
        tied(2, told_apart_from(wrong.FirstOfTied, wrong.AllDrawAgain, wrong.SuitsBreakTies)),
        **low,
    )
    add(
        "low-card-three-tied",
        "Three seats tie.",
        "LowCard Tie Seats",
        tied(3, told_apart_from(wrong.FirstOfTied, wrong.SeatsOutStillDraw)),
        seats=6,
        deck=29,
        **low,
    )
    add(
        "low-card-tied-twice",
        "Three seats tie, then two of them.",
        "LowCard Tie Seats",
        tied(3, tied_twice, told_apart_from(wrong.RemainingDrawAgain, wrong.AllDrawAgain)),
        seats=5,
        **low,
    )
    add(
        "low-card-24-runs-out",
        "Tie after tie, until one card is left for two seats. Made with n = 70339253, not the smallest.",
        "LowCard Tie OutOfCards Seats",
        start=70339253,
        seats=6,
        **low,
    )

    add("players-one", "One player adds a value.", "Players", dealer=2, entropy="players 3")
    add(
        "players-two",
        "Two players of four; the values do not rise.",
        "Players",
        lambda procedure, vector: vector["contributions"][0]["value"] > vector["contributions"][1]["value"],
        dealer=3,
        entropy="players 0,2",
    )
    add("players-all", "All four players.", "Players", dealer=1, hand=12, entropy="players 0,1,2,3")
    add(
        "players-six-drawn",
        "Six players and a drawn dealer.",
        "Players DrawnDealer Seats",
        seats=6,
        deck=33,
        dealer="drawn",
        entropy="players 0,1,2,3,4,5",
    )
    add(
        "players-hand-0",
        "Players add values to a draw for first dealer.",
        "Players LowCard Seats",
        seats=3,
        deck=29,
        entropy="players 1,2",
        **low,
    )
    add(
        "beacon-1000",
        "Round 1000 of the chain, with its real signature.",
        "Beacon",
        dealer=2,
        entropy="beacon drand-quicknet 1000",
    )
    add(
        "beacon-hand-0",
        "Round 657413, with its real signature, for a draw for first dealer.",
        "Beacon BlackJack Seats",
        seats=5,
        deck=28,
        entropy="beacon drand-quicknet 657413",
        **jack,
    )
    add(
        "beacon-last-round",
        "The greatest round. Not a real beacon signature: the first 48 bytes of SHA-256 of "
        "<id>/signature/0 and SHA-256 of <id>/signature/1.",
        "Beacon MadeUpSignature",
        dealer=0,
        entropy="beacon drand-quicknet 18446744073709551615",
    )

    add(
        "rejected-in-shuffle",
        "The first shuffle rejects a byte.",
        "Rejection",
        rejected_first_in(1),
        dealer=1,
    )
    add(
        "rejected-at-limit",
        "The first shuffle rejects a byte equal to the limit.",
        "Rejection",
        rejected_at_limit(1),
        dealer=1,
    )
    add(
        "rejected-twice",
        "The first shuffle rejects two bytes running.",
        "Rejection",
        rejected_twice_running,
        dealer=2,
    )
    add(
        "last-good-byte",
        "The first shuffle keeps a byte one below the limit.",
        "Rejection",
        last_good_byte(1),
        dealer=3,
    )
    add("rejected-in-cut", "The cut of 24 rejects byte 255.", "Rejection", rejected(2), dealer=0)
    add(
        "rejected-in-thirds",
        "The choice of packets rejects a byte of 252 or more.",
        "Rejection",
        rejected(4),
        dealer=2,
    )
    add(
        "stacking-keeps-255",
        "255 decides the stacking: a draw of two rejects nothing.",
        "Rejection",
        highest_byte_for_two,
        dealer=1,
    )
    add(
        "second-block",
        "33 cards with bytes rejected: the first shuffle reads on in block 1.",
        "SecondBlock Deck",
        second_block,
        deck=33,
        dealer=3,
    )
    add("cut-highest", "The highest cut of 25 cards.", "Deck", cut_at(15), deck=25, dealer=1)
    add("packets-last", "The last triple of 33 cards.", "Deck", packets(12, 11, 10), deck=33, dealer=2)

    add("greatest-hand", "Hand 999999999.", "Field", hand=999999999, dealer=3)
    add("match-hash", "A match header is named.", "Field", match=sha256("a match header"), dealer=0)
    add("session-of-128", "A session of 128 characters.", "Field", dealer=1, session="s" * 127 + "/")
    add(
        "session-of-all-characters",
        "A session of every kind of character.",
        "Field",
        dealer=2,
        session="Az09._:/-",
    )
    add("secret-of-zeros", "A secret of 32 zero bytes.", "Secret", secret="00" * 32, dealer=3)
    add("secret-of-ones", "A secret of 32 bytes 255.", "Secret", secret="ff" * 32, dealer=3)


def invalid_deals(m: Maker) -> None:
    bad = m.misread
    text = terms("vectors/wrong-line-ends").replace("\n", "\r\n")
    bad("wrong-line-ends", TakesLineEnds, "terms", text=text)
    bad("wrong-long-list", TakesLongLists, "terms", text=terms("vectors/wrong-long-list", pattern="3,3/2,2"))
    bad("wrong-terms-hash", wrong.NoLastLineEnd, "terms_hash")
    bad("wrong-commitment", wrong.CommitmentBackwards, "commitment")
    bad("wrong-mix-label", wrong.LabelWithoutSpace, "mix", entropy="players 0,2")
    bad(
        "wrong-mix-signature",
        wrong.SignatureInMix,
        "mix",
        flags="Beacon",
        entropy="beacon drand-quicknet 1000",
    )
    bad("wrong-contribution-seat", wrong.ContributionWithSeatDigit, "contributions", entropy="players 1")
    bad("wrong-key-mix", wrong.KeyWithoutMix, "key", entropy="players 0,1,2,3")
    bad("wrong-stage-number", wrong.StagesFromZero, "stage 1")
    bad("wrong-modulo", wrong.ModuloAlone, "stage 1", rejected_first_in(1))
    bad("wrong-one-stream", wrong.OneStream, "stage 2")
    bad("wrong-cut", wrong.CutHighRoundedDown, "stage 2", cut_at(15), deck=25)
    bad("wrong-second-shuffle", wrong.ShuffleAgainFromFresh, "stage 3")
    bad("wrong-stacking", wrong.StackingsExchanged, "stage 4")
    bad("wrong-modulo-late", wrong.ModuloAlone, "stage 5", rejected_first_in(5))
    bad("wrong-drawn-dealer", wrong.DealerFromFifthStream, "dealer", dealer="drawn")
    zero = {"hand": 0, "pattern": "none"}
    bad("wrong-black-jack", wrong.BlackJackFromSeatOne, "dealer", dealer="black-jack", **zero)
    bad("wrong-low-card", wrong.FirstOfTied, "dealer", dealer="low-card", **zero)
    bad("wrong-first-seat", wrong.DealerFirst, "hands", dealer=2)
    bad("wrong-up-card", wrong.UpCardLast, "up")
    bad("wrong-twelve-trick", wrong.UpCardInTwelveTrick, "up", seats=2, deck=25, pattern="4/4/4")
    bad("wrong-kitty", wrong.KittyWithoutUpCard, "kitty")

    def short_secret(vector: dict) -> None:
        vector["secret"] = vector["secret"][:-2]

    def loud_secret(vector: dict) -> None:
        vector["secret"] = vector["secret"].upper()

    def missing(vector: dict) -> None:
        del vector["contributions"][1]

    def extra(vector: dict) -> None:
        vector["contributions"] = [{"label": "seat 1", "value": sha256("a value nobody asked for")}]

    def short_value(vector: dict) -> None:
        vector["contributions"][0]["value"] = vector["contributions"][0]["value"][2:]

    def same_value(vector: dict) -> None:
        vector["contributions"][1]["value"] = vector["contributions"][0]["value"]

    def short_signature(vector: dict) -> None:
        vector["contributions"][0]["signature"] = vector["contributions"][0]["signature"][:-2]

    bad_input = m.unusable
    bad_input("unusable-short-secret", "The secret has 31 bytes.", "commitment", short_secret)
    bad_input("unusable-loud-secret", "The secret is in capital hex digits.", "commitment", loud_secret)
    bad_input(
        "unusable-missing-value",
        "The terms name seats 0 and 2; seat 2 shows no value.",
        "contributions",
        missing,
        entropy="players 0,2",
    )
    bad_input("unusable-uncalled-value", "The terms name nobody; seat 1 shows a value.", "contributions", extra)
    bad_input(
        "unusable-short-value",
        "A player's value has 31 bytes.",
        "contributions",
        short_value,
        entropy="players 0",
    )
    bad_input(
        "unusable-same-value",
        "Seat 2 shows the value of seat 0, which counts as none of its own.",
        "contributions",
        same_value,
        entropy="players 0,2",
    )
    bad_input(
        "unusable-short-signature",
        "The signature has 47 bytes.",
        "contributions",
        short_signature,
        entropy="beacon drand-quicknet 1000",
    )

    broken = Maker().valid("wrong-fingerprint", "", "", entropy="players 0,2")
    broken["contributions"][0]["contribution"] = sha256("another fingerprint")
    m.add(
        broken,
        "The fingerprint of seat 0 belongs to no value shown.",
        "Players",
        "invalid",
        fails_at="contributions",
    )


def deal_vectors() -> list[dict]:
    maker = Maker()
    valid_deals(maker)
    invalid_deals(maker)
    return maker.vectors


BASE = {
    "match": "none",
    "session": "club/friday",
    "hand": "7",
    "dealer": "2",
    "deck": "24",
    "seats": "4",
    "pattern": "3/2",
    "entropy": "none",
}
BASE_TEXT = terms("club/friday", hand=7, dealer=2)


def terms_vectors() -> list[dict]:
    vectors: list[dict] = []

    def text(name: str, flags: str, comment: str, terms_text: str, result: str = "invalid") -> None:
        head = {"id": name, "comment": comment, "flags": flags.split(), "result": result}
        vectors.append(head | {"terms": terms_text})

    def bad(name: str, flags: str, comment: str, **lines: str) -> None:
        text(name, flags, comment, terms(**(BASE | lines)))

    def good(name: str, flags: str, comment: str, **lines: str) -> None:
        text(name, flags, comment, terms(**(BASE | lines)), "valid")

    def put(name: str, flags: str, comment: str, old: str, new: str, count: int = 1) -> None:
        assert old in BASE_TEXT
        text(name, flags, comment, BASE_TEXT.replace(old, new, count))

    good("plain", "Lines", "An ordinary hand.")
    lines = BASE_TEXT.splitlines(keepends=True)
    text("lines-none", "Lines", "No bytes at all.", "")
    text("lines-one-lf", "Lines", "A single LF.", "\n")
    text("lines-eight", "Lines", "The last line is missing.", "".join(lines[:8]))
    text("lines-no-match", "Lines", "The match line is missing.", "".join(lines[:1] + lines[2:]))
    text("lines-ten", "Lines", "A tenth line.", BASE_TEXT + "variant none\n")
    text("lines-twice", "Lines", "The entropy line stands twice.", BASE_TEXT + lines[8])
    text(
        "lines-exchanged",
        "Lines",
        "Hand stands before session.",
        "".join([*lines[:2], lines[3], lines[2], *lines[4:]]),
    )
    text(
        "lines-pattern-last",
        "Lines",
        "Pattern stands after entropy.",
        "".join([*lines[:7], lines[8], lines[7]]),
    )
    put("lines-other-keyword", "Lines", "A keyword in the plural.", "dealer ", "dealers ")
    put("lines-keyword-capital", "Lines", "A keyword with a capital.", "deck 24", "Deck 24")
    put("lines-comment", "Lines", "A comment at the end of a line.", "deck 24", "deck 24 # nine to ace")
    put("version-2", "Version", "Another version.", "deal/v1", "deal/v2")
    put("version-long", "Version", "A longer version.", "deal/v1", "deal/v1.0")
    put("version-capital", "Version", "A capital in the first line.", "euchre", "Euchre")
    text("end-no-last-lf", "LineEnd", "The last line has no LF.", BASE_TEXT[:-1])
    text("end-second-lf", "LineEnd", "An empty line at the end.", BASE_TEXT + "\n")
    text("end-first-lf", "LineEnd", "An empty line at the start.", "\n" + BASE_TEXT)
    put("end-middle-lf", "LineEnd", "An empty line in the middle.", "\ndealer", "\n\ndealer")
    put("end-crlf", "LineEnd", "Every line ends in CRLF.", "\n", "\r\n", -1)
    put("end-one-crlf", "LineEnd", "One line ends in CRLF.", "4\ns", "4\r\ns")
    put("end-cr", "LineEnd", "Every line ends in CR.", "\n", "\r", -1)
    put("end-form-feed", "LineEnd", "A form feed instead of one LF.", "4\nseats", "4\x0cseats")
    put("end-line-separator", "LineEnd Ascii", "U+2028 instead of one LF.", "4\nseats", "4\u2028seats")
    put("blank-two", "Blank", "Two spaces after a keyword.", "hand 7", "hand  7")
    put("blank-tab", "Blank", "A tab after a keyword.", "seats 4", "seats\t4")
    put("blank-end", "Blank", "A space at the end of a line.", "pattern 3/2", "pattern 3/2 ")
    put("blank-end-last", "Blank", "A space at the end of the last line.", "entropy none", "entropy none ")
    put("blank-start", "Blank", "A space at the start of a line.", "session", " session")
    put("blank-none", "Blank", "No space after a keyword.", "deck 24", "deck24")
    put("blank-equals", "Blank", "An equals sign after a keyword.", "deck 24", "deck=24")
    put("blank-no-break", "Blank Ascii", "A no-break space after a keyword.", "deck 24", "deck\u00a024")
    put("ascii-nul", "Ascii Session", "A NUL in the session.", "friday", "fri\0day")
    text("ascii-nul-end", "Ascii Lines", "A NUL after the last LF.", BASE_TEXT + "\0")
    text("ascii-bom", "Ascii Version", "A byte order mark at the start.", "\ufeff" + BASE_TEXT)
    put("ascii-accent", "Ascii Session", "An accent in the session.", "club", "cl\u00fcb")
    put("ascii-digit-hand", "Ascii Number", "A digit of another script for the hand.", "hand 7", "hand \u0667")
    put("ascii-digit-seat", "Ascii Dealer", "A full-width digit for the dealer.", "dealer 2", "dealer \uff12")
    put("ascii-digit-seats", "Ascii Number", "A superscript for the seats.", "seats 4", "seats \u2074")
    put("ascii-digit-count", "Ascii Number", "A Devanagari digit in the pattern.", "3/2", "\u0969/2")

    good("match-hash", "Match", "64 hex digits.", match="0123456789abcdef" * 4)
    good("match-zeros", "Match", "A hash may be anything, zeros too.", match="0" * 64)
    bad("match-capital", "Match", "Capital hex digits.", match="0123456789ABCDEF" * 4)
    bad("match-short", "Match", "62 digits.", match="ab" * 31)
    bad("match-long", "Match", "66 digits.", match="ab" * 33)
    bad("match-not-hex", "Match", "A letter that is no hex digit.", match="0" * 63 + "g")
    bad("match-prefix", "Match", "A prefix before the digits.", match="sha256:" + "ab" * 32)
    bad("match-empty", "Match", "No value.", match="")
    bad("match-none-capital", "Match", "None with a capital.", match="None")

    good("session-one", "Session", "One character.", session="-")
    good("session-128", "Session", "128 characters.", session="a/" * 64)
    good("session-all", "Session", "Every kind of character.", session="AZaz09._:/-")
    good("session-dots", "Session", "Nothing is read into dots and slashes.", session="../..//.")
    bad("session-129", "Session", "129 characters.", session="a" * 129)
    bad("session-empty", "Session", "No value.", session="")
    bad("session-blank", "Session", "A space in the value.", session="club friday")
    bad("session-hash-sign", "Session", "A character outside the set.", session="club#3")
    bad("session-plus", "Session", "A plus sign.", session="club+friday")
    bad("session-tilde", "Session", "A tilde.", session="club~friday")
    bad("session-quotes", "Session", "Quotation marks.", session='"club"')

    good("hand-greatest", "Range", "The greatest hand.", hand="999999999")
    bad("hand-too-great", "Range", "One more than the greatest hand.", hand="1000000000")
    bad("hand-33-bits", "Range", "2 to the 32nd and 1.", hand="4294967297")
    bad("hand-zero-in-front", "Number", "A leading zero.", hand="07")
    bad("hand-plus", "Number", "A sign.", hand="+7")
    bad("hand-minus", "Number", "A negative number.", hand="-7")
    bad("hand-underscore", "Number", "An underscore between digits.", hand="1_000")
    bad("hand-point", "Number", "A decimal point.", hand="7.0")
    bad("hand-exponent", "Number", "An exponent.", hand="7e0")
    bad("hand-hex", "Number", "A hexadecimal number.", hand="0x7")
    bad("hand-comma", "Number", "A thousands separator.", hand="1,000")
    bad("hand-empty", "Number", "No value.", hand="")
    bad("hand-word", "Number", "A word.", hand="seven")

    good("dealer-last-seat", "Dealer", "The last of six seats.", dealer="5", seats="6", pattern="3")
    bad("dealer-beyond", "Dealer", "Seat 4 of four.", dealer="4")
    bad("dealer-beyond-two", "Dealer", "Seat 2 of two.", dealer="2", seats="2")
    bad("dealer-zero-in-front", "Dealer", "A seat of two digits.", dealer="02")
    bad("dealer-minus", "Dealer", "A negative seat.", dealer="-1")
    bad("dealer-compass", "Dealer", "A letter for a seat.", dealer="N")
    bad("dealer-none", "Dealer", "No dealer.", dealer="none")
    bad(
        "dealer-underscore",
        "Dealer",
        "Another spelling of a word.",
        hand="0",
        dealer="black_jack",
        pattern="none",
    )
    bad("dealer-capital", "Dealer", "A capital in a word.", hand="0", dealer="Low-card", pattern="none")

    good("drawn", "DrawnDealer", "A drawn dealer in hand 1.", hand="1", dealer="drawn")
    good("hand-one-named", "DrawnDealer", "Hand 1 may name its dealer.", hand="1")
    bad("drawn-hand-2", "DrawnDealer", "A drawn dealer in hand 2.", hand="2", dealer="drawn")
    bad(
        "drawn-hand-0",
        "DrawnDealer HandZero",
        "A drawn dealer in hand 0.",
        hand="0",
        dealer="drawn",
        pattern="none",
    )
    bad(
        "drawn-hand-0-pattern",
        "DrawnDealer HandZero",
        "A drawn dealer in hand 0, with a pattern.",
        hand="0",
        dealer="drawn",
    )

    good("zero-black-jack", "HandZero", "Hand 0 by black jack.", hand="0", dealer="black-jack", pattern="none")
    good(
        "zero-low-card",
        "HandZero",
        "Hand 0 by low card, with players.",
        hand="0",
        dealer="low-card",
        pattern="none",
        deck="33",
        seats="6",
        entropy="players 0,5",
    )
    bad("zero-seat", "HandZero", "Hand 0 names its dealer.", hand="0", pattern="none")
    bad("zero-pattern", "HandZero", "Hand 0 has a pattern.", hand="0", dealer="low-card")
    bad("zero-seat-pattern", "HandZero", "Hand 0 played as a hand.", hand="0")
    bad(
        "one-black-jack",
        "HandZero",
        "Hand 1 looks for a black jack.",
        hand="1",
        dealer="black-jack",
        pattern="none",
    )
    bad(
        "one-low-card-pattern",
        "HandZero",
        "Hand 1 looks for the low card and has a pattern.",
        hand="1",
        dealer="low-card",
    )
    bad("hand-without-pattern", "HandZero", "A later hand without a pattern.", pattern="none")
    bad(
        "one-drawn-no-pattern",
        "HandZero",
        "A drawn dealer without a pattern.",
        hand="1",
        dealer="drawn",
        pattern="none",
    )
    bad(
        "zero-double",
        "HandZero Number",
        "Two zeros for hand 0.",
        hand="00",
        dealer="low-card",
        pattern="none",
    )

    for deck in ("25", "28", "29", "32", "33"):
        good(f"deck-{deck}", "Deck", f"A deck of {deck}.", deck=deck)
    bad("deck-26", "Deck", "26 cards are no deck here.", deck="26")
    bad("deck-30", "Deck", "30 cards are no deck here.", deck="30")
    bad("deck-52", "Deck", "52 cards are no deck here.", deck="52")
    bad("deck-zero-in-front", "Deck Number", "A leading zero.", deck="024")
    bad("deck-sum", "Deck", "A joker written as a sum.", deck="24+1")
    bad("seats-one", "Range", "One seat.", seats="1", dealer="0")
    bad("seats-seven", "Range", "Seven seats.", seats="7", pattern="3")
    bad("seats-zero-in-front", "Number", "A leading zero.", seats="04")
    bad("seats-ten", "Range", "Ten seats.", seats="10", pattern="2")

    good("pattern-two", "Pattern", "Two seats.", seats="2", dealer="0")
    good("pattern-one-card", "Pattern", "One card each.", pattern="1")
    good(
        "pattern-short-list",
        "ShortestList",
        "A list of two for five seats.",
        seats="5",
        deck="28",
        pattern="3,2/2,3",
    )
    good(
        "pattern-list-of-three",
        "ShortestList",
        "3,2,3 gives the fourth seat three, which 3,2 does not.",
        pattern="3,2,3/2,3,2",
    )
    good("pattern-all-seats", "Pattern", "A list as long as the seats.", pattern="1,2,3,4/4,3,2,1")
    good(
        "pattern-last-differs",
        "ShortestList",
        "Only the last count differs from the rest.",
        pattern="1,1,1,2/2,2,2,1",
    )
    bad("pattern-equal-list", "ShortestList", "3,3 is 3.", pattern="3,3/2,2")
    bad("pattern-equal-list-of-all", "ShortestList", "3,3,3,3 is 3.", pattern="3,3,3,3/2")
    bad("pattern-list-doubled", "ShortestList", "2,3,2,3 is 2,3.", pattern="3,2/2,3,2,3")
    bad(
        "pattern-list-cut-off",
        "ShortestList",
        "For three seats 3,2,3 is 3,2.",
        seats="3",
        pattern="3,2,3/2,3,2",
    )
    bad(
        "pattern-list-cut-off-five",
        "ShortestList",
        "For five seats 1,2,3,1,2 is 1,2,3.",
        seats="5",
        deck="33",
        pattern="1,2,3,1,2/3,2,1,3,2",
    )
    bad(
        "pattern-list-too-long",
        "Pattern",
        "Three counts for two seats.",
        seats="2",
        dealer="0",
        pattern="3,2,1/2,3",
    )
    bad("pattern-zero", "Range", "A count of 0.", pattern="3/0/2")
    bad("pattern-zero-in-front", "Number", "A leading zero.", pattern="03/2")
    bad("pattern-plus", "Number", "A sign.", pattern="+3/2")
    bad("pattern-three-digits", "Range", "A count of 100.", pattern="100")
    bad("pattern-slash-first", "Pattern", "An empty first round.", pattern="/3/2")
    bad("pattern-slash-last", "Pattern", "An empty last round.", pattern="3/2/")
    bad("pattern-slash-twice", "Pattern", "An empty round.", pattern="3//2")
    bad("pattern-comma-last", "Pattern", "An empty count at the end.", pattern="3,2,/2,3")
    bad("pattern-comma-first", "Pattern", "An empty count at the start.", pattern=",3/2")
    bad("pattern-dash", "Pattern", "Rounds joined by a dash.", pattern="3-2")
    bad("pattern-backslash", "Pattern", "Rounds joined by a backslash.", pattern="3\\2")
    bad("pattern-blank", "Pattern Blank", "Blanks around the slash.", pattern="3 / 2")
    bad("pattern-empty", "Pattern", "No value.", pattern="")
    bad("pattern-unequal", "Totals", "Three and two by turns, twice the same way.", pattern="3,2/3,2")
    bad(
        "pattern-unequal-odd",
        "Totals",
        "For three seats 1,2 and 1,2 give 2, 4 and 2.",
        seats="3",
        pattern="1,2/1,2",
    )
    bad("pattern-unequal-one-round", "Totals", "One round of a list.", pattern="5,4")
    good("room-last", "Room", "24 of 25 cards.", deck="25", pattern="3/3")
    good("room-six", "Room", "30 of 32 cards.", deck="32", seats="6")
    good("room-23", "Room", "22 of 24 cards.", seats="2", dealer="0", pattern="11")
    bad("room-none-left", "Room", "24 of 24 cards.", pattern="3/3")
    bad("room-too-many", "Room", "28 of 24 cards.", pattern="4/3")
    bad("room-five-seats", "Room", "25 of 25 cards.", deck="25", seats="5")
    bad("room-six-seats", "Room", "30 of 29 cards.", deck="29", seats="6")
    bad("room-99", "Room", "The greatest count.", pattern="99")
    two = {"seats": "2", "dealer": "1"}
    good("twelve-24", "TwelveTrick Room", "24 of 24 cards.", pattern="4/4/4", **two)
    good("twelve-33", "TwelveTrick", "Nine cards left over.", pattern="4/4/4", deck="33", **two)
    good(
        "twelve-other-25",
        "TwelveTrick Room",
        "Twelve each in one round, and a card to turn up.",
        pattern="12",
        deck="25",
        **two,
    )
    bad(
        "twelve-other-24",
        "TwelveTrick Room",
        "Twelve each in one round, and no card to turn up.",
        pattern="12",
        **two,
    )
    bad("twelve-six-six", "TwelveTrick Room", "6/6 is not the twelve-trick game.", pattern="6/6", **two)
    bad("twelve-list", "TwelveTrick ShortestList", "4,4/4/4 is no way to write it.", pattern="4,4/4/4", **two)
    bad("twelve-four-seats", "TwelveTrick Room", "48 of 24 cards.", pattern="4/4/4")
    bad("twelve-three-seats", "TwelveTrick Room", "36 of 33 cards.", pattern="4/4/4", deck="33", seats="3")

    good("players-one", "Players", "One player.", entropy="players 0")
    good("players-all", "Players", "Every player.", entropy="players 0,1,2,3")
    good("players-without-dealer", "Players", "All but the dealer.", entropy="players 0,1,3")
    bad("players-missing", "Players", "Nobody named.", entropy="players")
    bad("players-blank", "Players Blank", "Nobody named after a space.", entropy="players ")
    bad("players-twice", "Players", "A seat twice.", entropy="players 0,0")
    bad("players-falling", "Players", "Falling seats.", entropy="players 3,1")
    bad("players-late-fall", "Players", "The last seat falls.", entropy="players 0,2,1")
    bad("players-beyond", "Players", "Seat 4 of four.", entropy="players 0,4")
    bad("players-beyond-two", "Players", "Seat 2 of two.", entropy="players 0,2", **two)
    bad("players-comma-last", "Players", "An empty seat at the end.", entropy="players 1,")
    bad("players-blanks", "Players Blank", "A space after the comma.", entropy="players 0, 1")
    bad("players-no-comma", "Players", "Seats joined by nothing.", entropy="players 02")
    bad("players-zero-in-front", "Players", "Seats of two digits.", entropy="players 00,01")
    bad("players-range", "Players", "A range of seats.", entropy="players 0-3")
    bad("players-singular", "Entropy", "Another word.", entropy="player 0")

    good("round-one", "Round", "The first round.", entropy="beacon drand-quicknet 1")
    good("round-greatest", "Round", "The greatest round.", entropy="beacon drand-quicknet 18446744073709551615")
    good(
        "round-odd-54-bits",
        "Round",
        "A round that no double holds.",
        entropy="beacon drand-quicknet 9007199254740993",
    )
    bad("round-zero", "Round", "Round 0.", entropy="beacon drand-quicknet 0")
    bad("round-too-great", "Round", "2 to the 64th.", entropy="beacon drand-quicknet 18446744073709551616")
    bad("round-longer", "Round", "21 digits.", entropy="beacon drand-quicknet 100000000000000000000")
    bad("round-zero-in-front", "Round Number", "A leading zero.", entropy="beacon drand-quicknet 012")
    bad("round-exponent", "Round Number", "An exponent.", entropy="beacon drand-quicknet 1e6")
    bad("round-point", "Round Number", "A decimal point.", entropy="beacon drand-quicknet 12.0")
    bad("round-missing", "Round", "No round.", entropy="beacon drand-quicknet")
    bad("round-two", "Round", "Two rounds.", entropy="beacon drand-quicknet 12,13")
    bad("round-blanks", "Round Blank", "Two spaces before the round.", entropy="beacon drand-quicknet  12")
    bad("beacon-other-chain", "Entropy", "Another chain.", entropy="beacon drand-fastnet 12")
    bad("beacon-no-chain", "Entropy", "No chain.", entropy="beacon 12")
    bad("entropy-word", "Entropy", "Another word.", entropy="dice")
    bad("entropy-capital", "Entropy", "None with a capital.", entropy="NONE")
    bad("entropy-empty", "Entropy", "No value.", entropy="")
    bad("entropy-both", "Entropy", "Players and beacon.", entropy="players 0,1 beacon drand-quicknet 12")
    bad("entropy-none-and-more", "Entropy", "None and a seat.", entropy="none 0")
    return vectors


def document(notes: dict[str, str], vectors: list[dict]) -> str:
    """JSON with one vector on each line."""
    head = json.dumps({"format": FORMAT, "notes": notes}, indent=1)
    lines = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors)
    return f'{head[:-2]},\n "vectors": [\n{lines}\n]}}\n'


def documents() -> dict[str, str]:
    return {
        "deal-v1.json": document(DEAL_NOTES, deal_vectors()),
        "terms-v1.json": document(TERMS_NOTES, terms_vectors()),
    }


def main() -> None:
    for name, text in documents().items():
        for folder in FOLDERS:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text.encode("ascii"))


if __name__ == "__main__":
    main()
