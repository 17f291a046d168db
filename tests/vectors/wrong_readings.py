"""Readings of the deal procedure, each wrong in one place; some vector must tell every one of them apart."""

import itertools
import re

from tests.vectors.reference import Procedure, Stream, Terms, TermsReader

# bytes and the promise


class CarriageReturns(Procedure):
    """Terms are hashed with CRLF line ends."""

    def terms_hash(self, raw):
        return self.sha256(raw.replace(b"\n", b"\r\n"))


class NoLastLineEnd(Procedure):
    """Terms are hashed without the last LF."""

    def terms_hash(self, raw):
        return self.sha256(raw[:-1])


class NoFirstLine(Procedure):
    """Terms are hashed from their second line on."""

    def terms_hash(self, raw):
        return self.sha256(raw.split(b"\n", 1)[1])


class TaggedTerms(Procedure):
    """The hash of the terms is tagged as the other hashes are."""

    def terms_hash(self, raw):
        return self.sha256(self.tag("terms") + raw)


class SecretAsText(Procedure):
    """The secret's hex digits are used as text."""

    def secret(self, text):
        return text.encode()


class TermsHashAsText(Procedure):
    """The terms hash is used as hex digits."""

    def terms_hash(self, raw):
        return super().terms_hash(raw).hex().encode()


class TagWithoutZero(Procedure):
    """A tag has no zero byte at its end."""

    def tag(self, name):
        return super().tag(name)[:-1]


class TagWithTwoZeros(Procedure):
    """A tag has two zero bytes at its end."""

    def tag(self, name):
        return super().tag(name) + b"\x00"


class TagWithoutFormat(Procedure):
    """A tag is the bare name and the zero byte."""

    def tag(self, name):
        return name.encode() + b"\x00"


class TagJoinedBySlash(Procedure):
    """A tag joins format and name by a slash."""

    def tag(self, name):
        return b"euchre-deal/v1/" + name.encode() + b"\x00"


class CommitmentBackwards(Procedure):
    """The commitment hashes the secret before the terms hash."""

    def commitment(self, terms_hash, secret):
        return super().commitment(secret, terms_hash)


class CommitmentWithoutTag(Procedure):
    """The commitment has no tag."""

    def commitment(self, terms_hash, secret):
        return self.sha256(terms_hash + secret)


class CommitmentByHmac(Procedure):
    """The commitment is an HMAC under the secret."""

    def commitment(self, terms_hash, secret):
        return self.hmac(secret, self.tag("commit") + terms_hash)


# what others add


class LengthInOneByte(Procedure):
    """A length prefix is one byte."""

    def lp(self, data):
        return self.u8(len(data)) + data


class LengthLittleEndian(Procedure):
    """A length prefix is little-endian."""

    def lp(self, data):
        return len(data).to_bytes(2, "little") + data


class NoLengths(Procedure):
    """Labels and values are joined without lengths."""

    def lp(self, data):
        return data


class CountInOneByte(Procedure):
    """The mix starts with one byte of count."""

    def mix_count(self, count):
        return self.u8(count)


class CountLittleEndian(Procedure):
    """The count of the mix is little-endian."""

    def mix_count(self, count):
        return count.to_bytes(2, "little")


class CountLeftOut(Procedure):
    """The mix has no count."""

    def mix_count(self, count):
        return b""


class NoMixForNone(Procedure):
    """With entropy none the mix is empty."""

    def mix(self, terms, contributions):
        return super().mix(terms, contributions) if contributions else b""


class LabelWithoutSpace(Procedure):
    """A player's label has no space."""

    def mix_label(self, label):
        return super().mix_label(label.replace("seat ", "seat"))


class LabelIsTheDigit(Procedure):
    """A player's label is the seat's digit alone."""

    def mix_label(self, label):
        return super().mix_label(label.removeprefix("seat "))


class LabelCountsFromOne(Procedure):
    """Labels number the seats from 1."""

    def mix_label(self, label):
        return b"seat %d" % (int(label[-1]) + 1) if label.startswith("seat") else super().mix_label(label)


class SeatsFalling(Procedure):
    """The mix takes the seats from the highest down."""

    def mix_order(self, contributions):
        return contributions[::-1]


class SortedByValue(Procedure):
    """The mix takes the values in rising order."""

    def mix_order(self, contributions):
        return sorted(contributions, key=lambda entry: entry["value"])


class ValueAsText(Procedure):
    """A value enters the mix as hex digits."""

    def mix_value(self, entry):
        return entry["value"].encode()


class MixTakesFingerprints(Procedure):
    """The mix takes the published fingerprints instead of the values."""

    def mix_value(self, entry):
        return bytes.fromhex(entry.get("contribution", entry["value"]))


class SignatureInMix(Procedure):
    """The mix takes the beacon's signature itself."""

    def mix_value(self, entry):
        return bytes.fromhex(entry.get("signature", entry["value"]))


class BeaconHashedTwice(Procedure):
    """The mix hashes the beacon's value once more."""

    def mix_value(self, entry):
        value = super().mix_value(entry)
        return self.sha256(value) if "signature" in entry else value


class BeaconLabelWithoutRound(Procedure):
    """The beacon's label has no round."""

    def mix_label(self, label):
        return super().mix_label(label.rsplit(" ", 1)[0] if label.startswith("beacon") else label)


class BeaconLabelIsRound(Procedure):
    """The beacon's label is the round alone."""

    def mix_label(self, label):
        return super().mix_label(label.rsplit(" ", 1)[1] if label.startswith("beacon") else label)


class BeaconLabelWithoutKeyword(Procedure):
    """The beacon's label leaves the word beacon out."""

    def mix_label(self, label):
        return super().mix_label(label.removeprefix("beacon "))


class RoundAsFloat(Procedure):
    """The beacon's round passes through a double."""

    def mix_label(self, label):
        if label.startswith("beacon"):
            words, number = label.rsplit(" ", 1)
            label = f"{words} {int(float(number))}"
        return super().mix_label(label)


class ContributionWithoutSeat(Procedure):
    """A contribution's fingerprint leaves the seat out."""

    def contribution(self, commitment, seat, value):
        return self.sha256(self.tag("contribution") + commitment + value)


class ContributionWithoutCommitment(Procedure):
    """A contribution's fingerprint leaves the commitment out."""

    def contribution(self, commitment, seat, value):
        return super().contribution(b"", seat, value)


class ContributionWithSeatDigit(Procedure):
    """A contribution's fingerprint takes the seat as an ASCII digit."""

    def contribution(self, commitment, seat, value):
        return super().contribution(commitment, ord(str(seat)), value)


class ContributionSeatLast(Procedure):
    """A contribution's fingerprint takes the seat after the value."""

    def contribution(self, commitment, seat, value):
        return self.sha256(self.tag("contribution") + commitment + value + self.u8(seat))


class ContributionWithLengths(Procedure):
    """A contribution's fingerprint gives its parts lengths."""

    def contribution(self, commitment, seat, value):
        return self.sha256(self.tag("contribution") + self.lp(commitment) + self.u8(seat) + self.lp(value))


# key, streams, draws


class KeyWithoutMix(Procedure):
    """The key leaves the mix out."""

    def key(self, secret, terms_hash, mix):
        return super().key(secret, terms_hash, b"")


class KeyWithoutTerms(Procedure):
    """The key leaves the terms hash out."""

    def key(self, secret, terms_hash, mix):
        return super().key(secret, b"", mix)


class KeyMixFirst(Procedure):
    """The key takes the mix before the terms hash."""

    def key(self, secret, terms_hash, mix):
        return super().key(secret, mix, terms_hash)


class KeyHashesMix(Procedure):
    """The key takes a hash of the mix."""

    def key(self, secret, terms_hash, mix):
        return super().key(secret, terms_hash, self.sha256(mix))


class KeySwapped(Procedure):
    """The HMAC of the key has key and message exchanged."""

    def hmac(self, key, data):
        return super().hmac(data, key) if data.startswith(self.tag("key")) else super().hmac(key, data)


class KeyByPlainHash(Procedure):
    """HMAC is read as SHA-256 of key and message."""

    def hmac(self, key, data):
        return self.sha256(key + data)


class CounterFromOne(Procedure):
    """A stream's counter starts at 1."""

    def block(self, stage, counter):
        return super().block(stage, counter + 1)


class CounterLittleEndian(Procedure):
    """A stream's counter is little-endian."""

    def u32(self, number):
        return number.to_bytes(4, "little")


class CounterInOneByte(Procedure):
    """A stream's counter is one byte."""

    def u32(self, number):
        return number.to_bytes(1, "big")


class CounterStands(Procedure):
    """A stream repeats its first block."""

    def block(self, stage, counter):
        return super().block(stage, 0)


class BlocksChained(Procedure):
    """The second block is an HMAC of the first."""

    def block(self, stage, counter):
        return (
            super().block(stage, 0) if counter == 0 else self.hmac(self.stream_key, self.block(stage, counter - 1))
        )


class StagesFromZero(Procedure):
    """Streams are numbered from 0."""

    def block(self, stage, counter):
        return super().block(stage - 1, counter)


class StageAsDigit(Procedure):
    """A stream's number is an ASCII digit."""

    def block(self, stage, counter):
        return super().block(ord(str(stage)), counter)


class OneStream(Procedure):
    """All stages read on in one stream."""

    def stream(self, stage):
        if stage == 1:
            return super().stream(1)
        self.streams.append(Stream(stage, self.streams[0].read))
        return self.streams[-1]


class CutsShareStream(Procedure):
    """The second cut reads on in the stream of the first."""

    def stream(self, stage):
        stream = super().stream(stage)
        if stage == 4:
            stream.read = self.streams[1].read
        return stream


class ModuloAlone(Procedure):
    """A draw never rejects a byte."""

    def keeps(self, byte, n):
        return True


class RejectsOneTooFew(Procedure):
    """A draw rejects only bytes above the limit."""

    def keeps(self, byte, n):
        return byte <= 256 - 256 % n


class RejectsOneTooMany(Procedure):
    """A draw rejects the last good byte too."""

    def keeps(self, byte, n):
        return byte < 255 - 256 % n


class LimitOf255(Procedure):
    """The limit is reckoned from 255."""

    def keeps(self, byte, n):
        return byte < 255 - 255 % n


class PowerOfTwoRejected(Procedure):
    """A draw wastes a whole multiple where n divides 256."""

    def keeps(self, byte, n):
        return byte < 256 // n * n - (n if 256 % n == 0 else 0)


class MaskedDraw(Procedure):
    """A draw masks the byte and rejects what is n or more."""

    def keeps(self, byte, n):
        return byte & (2 ** (n - 1).bit_length() - 1) < n

    def reduce(self, byte, n):
        return byte & (2 ** (n - 1).bit_length() - 1)


class ScaledDraw(Procedure):
    """A draw scales the byte by n / 256."""

    def reduce(self, byte, n):
        return byte * n // 256


class FourByteDraw(Procedure):
    """A draw reads four bytes."""

    def draw(self, stream, n):
        return int.from_bytes(itertools.islice(stream.read, 4), "big") % n


class RejectedByteIsKept(Procedure):
    """A rejected byte is replaced by byte 0 instead of the next."""

    def draw(self, stream, n):
        byte = next(stream.read)
        return byte % n if self.keeps(byte, n) else 0


# shuffles


class ShuffleUpwards(Procedure):
    """The shuffle goes from the top of the deck down."""

    def shuffle_places(self, n):
        return list(range(1, n))


class ShuffleStopsEarly(Procedure):
    """The shuffle leaves out its last swap."""

    def shuffle_places(self, n):
        return list(range(n - 1, 1, -1))


class ShuffleDownToZero(Procedure):
    """The shuffle starts one place too low."""

    def shuffle_places(self, n):
        return list(range(n - 2, 0, -1))


class ShuffleNeverStays(Procedure):
    """The shuffle draws below i, so that no card may stay."""

    def shuffle_choices(self, i, n):
        return max(i, 2)


class ShuffleFromWholeDeck(Procedure):
    """The shuffle draws from the whole deck each time."""

    def shuffle_choices(self, i, n):
        return n


class ShuffleInserts(Procedure):
    """The shuffle takes card j out and puts it in at i."""

    def exchange(self, deck, i, j):
        deck.insert(i, deck.pop(j))


class ShuffleFromBelow(Procedure):
    """The shuffle counts its places from the bottom of the deck."""

    def exchange(self, deck, i, j):
        super().exchange(deck, -1 - i, -1 - j)


class ShuffleAgainFromFresh(Procedure):
    """Each shuffle starts from the fresh deck."""

    def stages(self, terms):
        self.opened = self.fresh_deck(terms.deck)
        return super().stages(terms)

    def shuffle(self, deck, stream):
        return super().shuffle(self.opened, stream)


# the deck


class SuitsAlternate(Procedure):
    """The fresh deck's suits are c d s h."""

    def fresh_deck(self, deck):
        return sorted(super().fresh_deck(deck), key=lambda card: "cdsho".index(card[1]))


class SuitsFromSpades(Procedure):
    """The fresh deck's suits are s h d c."""

    def fresh_deck(self, deck):
        return sorted(super().fresh_deck(deck), key=lambda card: "shdco".index(card[1]))


class RanksDownwards(Procedure):
    """The fresh deck's ranks fall from the ace."""

    def fresh_deck(self, deck):
        return sorted(
            super().fresh_deck(deck), key=lambda card: ("cdhso".index(card[1]), "AKQJT987".index(card[0]))
        )


class AceFirst(Procedure):
    """The fresh deck's ace comes first in its suit."""

    def fresh_deck(self, deck):
        return sorted(
            super().fresh_deck(deck), key=lambda card: ("cdhso".index(card[1]), "A789TJQK".index(card[0]))
        )


class RankBeforeSuit(Procedure):
    """The fresh deck runs through the suits rank by rank."""

    def fresh_deck(self, deck):
        return sorted(
            super().fresh_deck(deck),
            key=lambda card: (card == "Jo", "789TJQKA".index(card[0]), "cdhso".index(card[1])),
        )


class JokerFirst(Procedure):
    """The joker is the first card of the fresh deck."""

    def fresh_deck(self, deck):
        return sorted(super().fresh_deck(deck), key=lambda card: card != "Jo")


class TopIsLast(Procedure):
    """The top of the deck is the end of the list when the hands are dealt."""

    def hands(self, terms, deck, dealer):
        return super().hands(terms, deck[::-1], dealer)


class PiquetTwentyEight(Procedure):
    """The deck of 28 leaves the eights out and takes the sevens."""

    def fresh_deck(self, deck):
        return [card.replace("8", "7") if deck in ("28", "29") else card for card in super().fresh_deck(deck)]


# cuts


class CutLowRoundedUp(Procedure):
    """The lowest cut is rounded up."""

    def middle(self, n):
        return -(-5 * n // 12), super().middle(n)[1]


class CutHighRoundedDown(Procedure):
    """The highest cut is rounded down."""

    def middle(self, n):
        return super().middle(n)[0], 7 * n // 12


class CutHighLeftOut(Procedure):
    """The highest cut is left out."""

    def middle(self, n):
        low, high = super().middle(n)
        return low, high - 1


class CutInTheHalf(Procedure):
    """The cut is within two cards of the half for every deck."""

    def middle(self, n):
        return n // 2 - 2, n // 2 + 2


class CutOneDeeper(Procedure):
    """The deck is lifted one card below k."""

    def lift(self, deck, k):
        return super().lift(deck, k + 1)


class CutCountsFromBottom(Procedure):
    """The cut counts k from the bottom."""

    def lift(self, deck, k):
        return super().lift(deck, len(deck) - k)


class CutTurnsPacketOver(Procedure):
    """The lifted packet is turned over as it goes under."""

    def lift(self, deck, k):
        return deck[k:] + deck[:k][::-1]


class TriplesByLastFirst(Procedure):
    """The triples are in order of their last part first."""

    def triples(self, n):
        return sorted(super().triples(n), key=lambda triple: triple[::-1])


class TriplesFalling(Procedure):
    """The triples are in falling order."""

    def triples(self, n):
        return super().triples(n)[::-1]


class ThirdsTooTight(Procedure):
    """A packet's bounds are the third rounded down and up."""

    def third(self, n):
        return n // 3, -(-n // 3)


class ThirdsLowRoundedUp(Procedure):
    """A packet's lower bound is reckoned from the third rounded up."""

    def third(self, n):
        return -(-n // 3) - 1, super().third(n)[1]


class ThirdsHighRoundedDown(Procedure):
    """A packet's upper bound is reckoned from the third rounded down."""

    def third(self, n):
        return super().third(n)[0], n // 3 + 1


class ThirdsBoundTwoPackets(Procedure):
    """Only the first two packets are bounded."""

    def triples(self, n):
        low, high = self.third(n)
        return [(a, b, n - a - b) for a in range(low, high + 1) for b in range(low, high + 1)]


class StackingsExchanged(Procedure):
    """Draw 0 stacks C A B and draw 1 stacks B C A."""

    def stackings(self):
        return ["CAB", "BCA"]


class ThreeStackings(Procedure):
    """C B A is a third stacking."""

    def stackings(self):
        return ["BCA", "CAB", "CBA"]


class FiveStackings(Procedure):
    """Every order but A B C is a stacking."""

    def stackings(self):
        return ["ACB", "BAC", "BCA", "CAB", "CBA"]


class StackingDrawnFirst(Procedure):
    """The stacking is drawn before the triple."""

    def cut_thirds(self, deck, stream):
        order = self.stackings()[self.draw(stream, 2)]
        triples = self.triples(len(deck))
        a, b, c = triples[self.draw(stream, len(triples))]
        packets = {"A": deck[:a], "B": deck[a : a + b], "C": deck[a + b :]}
        stacked = [card for name in order for card in packets[name]]
        return stacked, {"kind": "cut-thirds", "packets": [a, b, c], "order": order}


# the dealer


class DealerFromFifthStream(Procedure):
    """A drawn dealer reads on in the last shuffle's stream."""

    def drawn_dealer(self, terms):
        return self.draw(self.streams[4], terms.seats)


class DealerFromFreshFifth(Procedure):
    """A drawn dealer reads stream 5 from its start."""

    def drawn_dealer(self, terms):
        return self.draw(self.stream(5), terms.seats)


class DealerDrawnBeforeDeck(Procedure):
    """A drawn dealer counts as stage 0."""

    def drawn_dealer(self, terms):
        return self.draw(self.stream(0), terms.seats)


class DealerCountsFromOne(Procedure):
    """A drawn dealer counts the seats from 1."""

    def drawn_dealer(self, terms):
        return (super().drawn_dealer(terms) + 1) % terms.seats


class DealerOfFour(Procedure):
    """A dealer is always drawn from four seats."""

    def drawn_dealer(self, terms):
        return self.draw(self.stream(6), 4) % terms.seats


class BlackJackFromSeatOne(Procedure):
    """Black jack starts at seat 1."""

    def black_jack(self, seats, deck):
        return (super().black_jack(seats, deck) + 1) % seats


class BlackJackOfSpades(Procedure):
    """Only the jack of spades is a black jack."""

    def black_jack(self, seats, deck):
        return deck.index("Js") % seats


class RedJack(Procedure):
    """A red jack ends the draw."""

    def black_jack(self, seats, deck):
        return next(place for place, card in enumerate(deck) if card in ("Jd", "Jh")) % seats


class AnyJack(Procedure):
    """Any jack ends the draw."""

    def black_jack(self, seats, deck):
        return next(place for place, card in enumerate(deck) if card in ("Jc", "Jd", "Jh", "Js")) % seats


class JokerIsBlackJack(Procedure):
    """The joker ends the draw too."""

    def black_jack(self, seats, deck):
        return next(place for place, card in enumerate(deck) if card in ("Jc", "Js", "Jo")) % seats


class BlackJackFromBottom(Procedure):
    """Black jack turns cards from the bottom."""

    def black_jack(self, seats, deck):
        return super().black_jack(seats, deck[::-1])


class AceHigh(Procedure):
    """The ace is the highest card of a low-card draw."""

    def height(self, card):
        return 99 if card == "Jo" else "789TJQKA".index(card[0])


class JokerLow(Procedure):
    """The joker is the lowest card of a low-card draw."""

    def height(self, card):
        return -1 if card == "Jo" else super().height(card)


class JokerIsKing(Procedure):
    """The joker counts as a king in a low-card draw."""

    def height(self, card):
        return super().height("Kc" if card == "Jo" else card)


class SuitsBreakTies(Procedure):
    """A low-card draw ranks the suits c d h s."""

    def height(self, card):
        return super().height(card) * 4 + "cdhso".index(card[1])


class HighestDeals(Procedure):
    """The highest card deals."""

    def height(self, card):
        return -super().height(card)


class FirstOfTied(Procedure):
    """The first of the tied seats deals."""

    def lowest(self, turned, seats):
        return super().lowest(turned, seats)[:1]


class AllDrawAgain(Procedure):
    """After a tie every seat draws again."""

    def lowest(self, turned, seats):
        tied = super().lowest(turned, seats)
        return tied if len(tied) == 1 else list(range(seats))


class RemainingDrawAgain(Procedure):
    """After a tie every seat still in draws again."""

    def lowest(self, turned, seats):
        tied = super().lowest(turned, seats)
        return tied if len(tied) == 1 else list(turned)


class SeatsOutStillDraw(Procedure):
    """After a tie the seats that are out still use up a card each."""

    def low_card(self, seats, deck):
        tied = list(range(seats))
        for place in range(0, len(deck) - seats + 1, seats):
            tied = self.lowest({seat: self.height(deck[place + seat]) for seat in tied}, seats)
            if len(tied) == 1:
                break
        return tied[0]


class LastOfThoseLeft(Procedure):
    """When the cards run out the highest of the tied seats deals."""

    def out_of_cards(self, tied):
        return tied[-1]


class SeatZeroWhenOut(Procedure):
    """When the cards run out seat 0 deals."""

    def out_of_cards(self, tied):
        return 0


# the hands


class DealerFirst(Procedure):
    """A round starts with the dealer."""

    def receiver(self, dealer, turn, seats):
        return (dealer + turn) % seats


class SeatZeroFirst(Procedure):
    """A round starts with seat 0."""

    def receiver(self, dealer, turn, seats):
        return turn


class AntiClockwise(Procedure):
    """The hands are dealt anticlockwise."""

    def receiver(self, dealer, turn, seats):
        return (dealer - 1 - turn) % seats


class ListRunsOn(Procedure):
    """A short list runs on into the next round."""

    def count(self, counts, turn, number, seats):
        return counts[(number * seats + turn) % len(counts)]


class ListBySeat(Procedure):
    """A list gives its counts to seats 0, 1, 2 and so on."""

    def hands(self, terms, deck, dealer):
        self.first = (dealer + 1) % terms.seats
        return super().hands(terms, deck, dealer)

    def count(self, counts, turn, number, seats):
        return counts[(self.first + turn) % seats % len(counts)]


class ShortListStays(Procedure):
    """A list's last count serves for the seats after it."""

    def count(self, counts, turn, number, seats):
        return counts[min(turn, len(counts) - 1)]


class HandAfterHand(Procedure):
    """Each seat gets its whole hand at once."""

    def rounds(self, terms):
        return ((sum(self.reader.spread(r, terms.seats)[0] for r in terms.pattern),),)


class OneCardAtATime(Procedure):
    """The hands are dealt one card at a time."""

    def rounds(self, terms):
        return ((1,),) * sum(self.reader.spread(r, terms.seats)[0] for r in terms.pattern)


class RoundsBackwards(Procedure):
    """The rounds are dealt from the last to the first."""

    def rounds(self, terms):
        return terms.pattern[::-1]


class PacketTurnedOver(Procedure):
    """A packet of cards reaches its seat in reverse."""

    def give(self, hand, cards):
        hand.extend(cards[::-1])


class NewCardsFirst(Procedure):
    """A hand lists the cards received last first."""

    def give(self, hand, cards):
        hand[:0] = cards


class HandsSorted(Procedure):
    """A hand is listed in the order of the fresh deck."""

    def give(self, hand, cards):
        hand.extend(cards)
        hand.sort(key=lambda card: ("cdhso".index(card[1]), "789TJQKA".index(card[0])))


class UpCardLast(Procedure):
    """The up card is the last of the kitty."""

    def up_card(self, terms, rest):
        return None if terms.twelve_trick else rest[-1]


class KittyWithoutUpCard(Procedure):
    """The kitty leaves the up card out."""

    def kitty(self, rest):
        return rest[1:]


class KittyBackwards(Procedure):
    """The kitty is listed from its last card."""

    def kitty(self, rest):
        return rest[::-1]


class UpCardInTwelveTrick(Procedure):
    """The first card left over in the twelve-trick game is an up card."""

    def up_card(self, terms, rest):
        return rest[0] if rest else None


class UpCardWithBigDeck(Procedure):
    """The twelve-trick game has an up card with decks of more than 25."""

    def up_card(self, terms, rest):
        return rest[0] if len(rest) > 1 else None if terms.twelve_trick else rest[0]


class TwelveTrickPiles(Procedure):
    """In the twelve-trick game each face-down card is followed by the card on it."""

    def hands(self, terms, deck, dealer):
        hands, left = super().hands(terms, deck, dealer)
        if terms.twelve_trick:
            hands = [h[:4] + [card for pair in zip(h[4:8], h[8:], strict=True) for card in pair] for h in hands]
        return hands, left


# terms


class AnyLineEnd(TermsReader):
    """Lines end in CRLF as well."""

    def lines(self, raw):
        return super().lines(raw.replace(b"\r\n", b"\n"))


class SplitLines(TermsReader):
    """Lines are split at every kind of line end."""

    def lines(self, raw):
        return self.text(raw).splitlines()


class LastLineEndOptional(TermsReader):
    """The last LF may be missing."""

    def lines(self, raw):
        return super().lines(raw if raw.endswith(b"\n") else raw + b"\n")


class BlankLinesSkipped(TermsReader):
    """Empty lines are skipped."""

    def lines(self, raw):
        return [line for line in super().lines(raw) if line]


class MoreLinesIgnored(TermsReader):
    """Lines after the ninth are ignored."""

    def line_count(self, lines):
        self.need(len(lines) >= 9, "fewer than nine lines")


class LinesInAnyOrder(TermsReader):
    """Lines stand in any order."""

    def lines(self, raw):
        lines = super().lines(raw)
        places = {keyword: place for place, keyword in enumerate(self.KEYWORDS)}
        return lines[:1] + sorted(lines[1:], key=lambda line: places.get(line.split(" ")[0], 9))


class ByteOrderMark(TermsReader):
    """A byte order mark is dropped."""

    def lines(self, raw):
        return super().lines(raw.removeprefix(b"\xef\xbb\xbf"))


class AnyVersion(TermsReader):
    """The first line may name another version."""

    def first_line(self, line):
        self.need(line.startswith("euchre-deal/"), "another first line")


class AnyBlank(TermsReader):
    """Keyword and value are parted by any blanks."""

    def value(self, line, keyword):
        words = line.split(None, 1)
        self.need(len(words) == 2 and words[0] == keyword, "no such line")
        return words[1]


class StrippedValue(TermsReader):
    """Blanks at the end of a line are dropped."""

    def value(self, line, keyword):
        return super().value(line, keyword).rstrip()


class KeywordInAnyCase(TermsReader):
    """Keywords are read in any case."""

    def value(self, line, keyword):
        return super().value(line[: len(keyword)].lower() + line[len(keyword) :], keyword)


class WordsInAnyCase(TermsReader):
    """Values are read in any case."""

    def value(self, line, keyword):
        value = super().value(line, keyword)
        return value if keyword == "session" else value.lower()


class HexInAnyCase(TermsReader):
    """The match hash may be in capitals."""

    def match(self, text):
        super().match(text.lower())


class HexOfAnyLength(TermsReader):
    """The match hash may have any length."""

    def match(self, text):
        self.need(text == "none" or self.fits("[0-9a-f]+", text), "no hex")


class ZeroesAllowed(TermsReader):
    """Numbers may have leading zeros."""

    def number(self, text, low, high):
        return super().number(text.lstrip("0") or "0" if text.isdigit() else text, low, high)


class PythonInt(TermsReader):
    """Numbers are whatever int() takes."""

    def text(self, raw):
        return raw.decode()

    def number(self, text, low, high):
        try:
            number = int(text)
        except ValueError:
            self.need(False, "no number")
        self.need(low <= number <= high, "out of range")
        return number


class UnicodeDigits(TermsReader):
    """Any script's digits are digits."""

    def text(self, raw):
        return raw.decode()

    def fits(self, pattern, text):
        return re.fullmatch(pattern.replace("[0-9]", r"\d"), text) is not None


class OneMoreLineEnd(TermsReader):
    """One more LF at the end is taken, as $ in a regular expression does."""

    def lines(self, raw):
        return super().lines(raw[:-1] if raw.endswith(b"\n\n") else raw)


class FloatNumbers(TermsReader):
    """Numbers may be written as floats."""

    def number(self, text, low, high):
        if re.fullmatch(r"[0-9]+\.0|[0-9]e[0-9]", text):
            text = str(int(float(text)))
        return super().number(text, low, high)


class SessionWithoutEnd(TermsReader):
    """A session has no greatest length."""

    def session(self, text):
        super().session(text[:128])


class SessionMayBeEmpty(TermsReader):
    """A session may be empty."""

    def session(self, text):
        super().session(text or "x")


class SessionIsAnything(TermsReader):
    """A session is any text without a blank."""

    def session(self, text):
        self.need(text and " " not in text and len(text) <= 128, "a blank")


class SessionOfWordCharacters(TermsReader):
    r"""A session takes \w, the underscore and letters of any script."""

    def text(self, raw):
        return raw.decode()

    def session(self, text):
        self.need(re.fullmatch(r"[\w.:/-]{1,128}", text), "no session")


class SessionOf127(TermsReader):
    """A session has at most 127 characters."""

    def session(self, text):
        super().session(text)
        self.need(len(text) < 128, "too long")


class HandOf32Bits(TermsReader):
    """A hand number is any 32-bit number."""

    def hand(self, text):
        return self.number(text, 0, 2**32 - 1)


class DealerBeyondSeats(TermsReader):
    """A dealer is any seat from 0 to 5."""

    def dealer(self, text, seats):
        super().dealer(text, 6)


class SeatsFromOne(TermsReader):
    """Seats are counted from 1."""

    def seat(self, text, seats):
        self.need(self.fits("[1-9]", text) and int(text) <= seats, "no such seat")
        return int(text) - 1


class SeatIsANumber(TermsReader):
    """A seat may have leading zeros."""

    def seat(self, text, seats):
        self.need(self.fits("[0-9]+", text) and int(text) < seats, "no such seat")
        return int(text)


class AnyDeck(TermsReader):
    """A deck is any number of cards from 24 to 33."""

    def deck(self, text):
        self.number(text, 24, 33)


class AnySeats(TermsReader):
    """Seats are any digit."""

    def seats(self, text):
        return self.number(text, 1, 9)


class ThreeSeatsAtLeast(TermsReader):
    """A table has three seats or more."""

    def seats(self, text):
        return self.number(text, 3, 6)


class HandZeroPlayed(TermsReader):
    """Hand 0 may be an ordinary hand."""

    def hand_zero(self, hand, dealer, pattern):
        self.need((dealer in ("black-jack", "low-card")) == (pattern == "none"), "dealer and pattern differ")


class HandZeroWithPattern(TermsReader):
    """Hand 0 may have a pattern."""

    def hand_zero(self, hand, dealer, pattern):
        self.need((hand == 0) == (dealer in ("black-jack", "low-card")), "hand 0 and the dealer disagree")
        self.need(hand == 0 or pattern != "none", "no pattern")


class HandWithoutPattern(TermsReader):
    """Any hand may have the pattern none."""

    def hand_zero(self, hand, dealer, pattern):
        self.need((hand == 0) == (dealer in ("black-jack", "low-card")), "hand 0 and the dealer disagree")
        self.need(hand or pattern == "none", "hand 0 has a pattern")


class DrawnAnyTime(TermsReader):
    """A dealer may be drawn for any hand."""

    def drawn(self, hand, dealer):
        return


class DrawnAsHandZero(TermsReader):
    """A drawn dealer is a hand 0 too."""

    def hand_zero(self, hand, dealer, pattern):
        super().hand_zero(hand, "low-card" if hand == 0 and dealer == "drawn" else dealer, pattern)

    def drawn(self, hand, dealer):
        super().drawn(hand or 1, dealer)


class LongListAllowed(TermsReader):
    """A list need not be the shortest."""

    def shortest(self, counts, seats):
        return


class ShortestByDivisor(TermsReader):
    """Only a list that repeats a shorter one in whole is refused."""

    def shortest(self, counts, seats):
        for length in range(1, len(counts)):
            if len(counts) % length == 0:
                self.need(counts[:length] * (len(counts) // length) != counts, "a shorter list says the same")


class ListMustDivideSeats(TermsReader):
    """A list's length must divide the seats."""

    def list_length(self, counts, seats):
        self.need(seats % len(counts) == 0, "the list does not fit the seats")


class EqualListRefusedOnly(TermsReader):
    """Only a list of one repeated count is refused."""

    def shortest(self, counts, seats):
        self.need(len(counts) == 1 or len(set(counts)) > 1, "a single count says the same")


class ZeroCounts(TermsReader):
    """A count may be 0."""

    def round(self, text, seats):
        counts = tuple(self.number(part, 0, 99) for part in text.split(","))
        self.list_length(counts, seats)
        self.shortest(counts, seats)
        return counts


class EmptyRounds(TermsReader):
    """Empty rounds and empty counts are skipped."""

    def pattern(self, text, seats):
        parts = [",".join(filter(None, part.split(","))) for part in text.split("/")]
        return super().pattern("/".join(filter(None, parts)) or "/", seats)


class UnequalTotals(TermsReader):
    """Seats may get different totals."""

    def equal_totals(self, dealt):
        return


class NoCardForUp(TermsReader):
    """The hands may take the whole deck in any game."""

    def room(self, terms):
        return terms.cards


class CardForUpInTwelveTrick(TermsReader):
    """The twelve-trick game must leave a card too."""

    def room(self, terms):
        return terms.cards - 1


class TwelveCardsIsTwelveTrick(TermsReader):
    """Twelve cards each for two seats are the twelve-trick game in any pattern."""

    def room(self, terms):
        twelve = terms.seats == 2 and sum(r[0] for r in terms.pattern) == 12
        return terms.cards if twelve else terms.cards - 1


class KittyOfFour(TermsReader):
    """The hands must leave a kitty of four cards."""

    def room(self, terms):
        return terms.cards if terms.twelve_trick else terms.cards - 4


class NoRoomChecked(TermsReader):
    """The deck may be too small."""

    def room(self, terms):
        return 9999


class PlayersInAnyOrder(TermsReader):
    """Named seats may stand in any order."""

    def rising(self, players):
        self.need(len(set(players)) == len(players), "a seat twice")


class PlayersTwice(TermsReader):
    """A seat may be named twice."""

    def rising(self, players):
        self.need(list(players) == sorted(players), "falling seats")


class PlayersMayEndInComma(TermsReader):
    """Empty parts of the list of players are skipped."""

    def parts(self, text):
        return [part for part in super().parts(text) if part]


class PlayersBeyondSeats(TermsReader):
    """Any seat from 0 to 5 may be named."""

    def entropy(self, terms, text):
        return super().entropy(Terms(**{**vars(terms), "seats": 6}), text)


class PlayersWithBlanks(TermsReader):
    """Blanks are allowed after the commas."""

    def parts(self, text):
        return [part.strip(" ") for part in super().parts(text)]


class RoundZero(TermsReader):
    """A beacon's round may be 0."""

    def beacon_round(self, text):
        return self.number(text, 0, 2**64 - 1)


class RoundBeyond64Bits(TermsReader):
    """A beacon's round has no greatest value."""

    def beacon_round(self, text):
        return self.number(text, 1, 10**20)


class RoundOf53Bits(TermsReader):
    """A beacon's round must be exact as a double."""

    def beacon_round(self, text):
        return self.number(text, 1, 2**53)


class RoundOfSigned64Bits(TermsReader):
    """A beacon's round is a signed 64-bit number."""

    def beacon_round(self, text):
        return self.number(text, 1, 2**63 - 1)


class AnyBeacon(TermsReader):
    """Another chain of the beacon is taken."""

    def entropy(self, terms, text):
        return super().entropy(terms, re.sub("^beacon [a-z0-9-]+ ", "beacon drand-quicknet ", text))


def readings_of(base: type) -> list[type]:
    """The wrong readings of one kind, in the order in which they stand here."""
    kinds = [kind for kind in globals().values() if isinstance(kind, type) and issubclass(kind, base)]
    return [kind for kind in kinds if kind.__module__ == __name__]


DEAL_READINGS = readings_of(Procedure)
TERMS_READINGS = readings_of(TermsReader)
