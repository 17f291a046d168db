"""Files to columns of deals: which count, and why others do not.

A game counts whole or not at all, and where one lacks cards none that was read with it counts. Else what is left
would depend on how it was played: a log that has every card only where somebody called is a sample of hands good
enough to call, and so are those of its games that happen to be whole.
"""

import datetime
import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from tempfile import TemporaryDirectory

import msgspec

from ..audit.archive import find_games
from ..audit.inputs import Loaded, load
from ..cards import CARDS, FRESH
from ..dealing import Dealt, MissingEntropy, Terms, TermsError, commitment, deal, parse_terms, read_hex
from ..dealing.stages import ORDERS, thirds
from ..findings import Finding, Unreadable
from ..records import DealEvidence, Game, HandRecord, Person, is_checkpoint, is_ledger, read_source
from ..records.container import PACKED, open_container, unpack
from ..records.documents import Player, number_of, player_id, player_name
from ..records.manifest import MANIFEST, Manifest
from ..records.read import read_documents, typed
from ..rules import UnknownHouse, load_house, resolve
from ..rules.model import Rules, RulesDiff
from .deals import BOT, PERSON, UNKNOWN, Deals, Row, Shape

_PLACE = {size: {card: place for place, card in enumerate(deck)} for size, deck in FRESH.items()}
_MAY_HANG_ON_CARDS = ("T201", "T202", "T206")
"""Reasons to leave a game out that may have to do with its cards, so that the others are chosen by theirs."""
_KINDS = {"person": PERSON, "bot": BOT}


@dataclass(frozen=True, slots=True)
class OwnHand:
    """What one player saw of a deal: the own cards and the up card, by their places in the fresh deck."""

    cards: bytes
    up: int


@dataclass(slots=True)
class Hand:
    """One hand of a file: the whole deal, or the code that says why not; and what one seat alone saw of it."""

    number: int
    row: Row | None
    shape: Shape | None
    why: str
    own: tuple[int, int, OwnHand] | None
    log: tuple[str, ...]
    last: bool
    """Whether the record says that the game is over with it."""


@dataclass(slots=True)
class Own:
    """One player's hands of whole games, in order; ``games`` says how many follow each other."""

    deck: int = 0
    hand: int = 0
    cards: bytearray = field(default_factory=bytearray)
    up: bytearray = field(default_factory=bytearray)
    games: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.up)


@dataclass(slots=True)
class Collected:
    """Everything that was read: deals by shape, a player's own hands, and what was left out, by code."""

    deals: dict[Shape, Deals] = field(default_factory=dict)
    own: Own = field(default_factory=Own)
    inputs: list[tuple[str, str]] = field(default_factory=list)
    unreadable: list[Finding] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    """The name of each player, by index."""

    def leave_out(self, code: str, count: int = 1) -> None:
        """So many were left out, for the reason that the code tells."""
        self.left_out[code] = self.left_out.get(code, 0) + count


def read_deals(paths: Iterable[str], aside: str | None = None) -> Collected:
    """Every deal of the files, folders and packed archives. What cannot be read is told and stops no other.

    ``aside``: a file that is none of the games, should it lie in one of the folders.
    """
    reader = _Reader(aside)
    for path in paths:
        reader.read_path(path)
    reader.finish()
    return reader.found


class _Reader:
    def __init__(self, aside: str | None) -> None:
        self.found = Collected()
        self._aside = os.path.realpath(aside) if aside is not None else None
        self._seen: dict[str, str] = {}
        self._wholes: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._ids: dict[str, int] = {}
        self._kinds: dict[str, int] = {}
        self._saved: dict[str, _Saved] = {}
        self._partly = False

    def read_path(self, path: str) -> None:
        try:
            if os.path.isdir(path):
                self._folder(path)
            elif path.lower().endswith(PACKED):
                with open_container(path) as packed, TemporaryDirectory(prefix="euchre-audit-") as folder:
                    failed = unpack(packed, folder)
                    told = [each for each in (*packed.problems, *failed) if each.severity == "error"]
                    self.found.unreadable += told
                    self._folder(folder)
            else:
                self._file(path, None, (path,))
        except Unreadable as error:
            self.found.unreadable.append(error.finding)

    def _folder(self, folder: str) -> None:
        paths, _, closed = find_games(folder)
        self.found.unreadable += closed
        if MANIFEST in paths:
            self._manifest(folder)
        for path in paths:
            if os.path.basename(path) == MANIFEST or os.path.realpath(os.path.join(folder, path)) == self._aside:
                continue
            try:
                self._file(path, folder, ())
            except Unreadable as error:
                self.found.unreadable.append(error.finding)

    def _manifest(self, folder: str) -> None:
        """Which players are bots, where the manifest says it."""
        try:
            document = next(iter(read_documents(read_source(MANIFEST, folder))))
            manifest: Manifest | None = None if isinstance(document, Finding) else typed(document, Manifest)
        except Unreadable:
            return
        for person in manifest.players if manifest is not None else ():
            if person.kind is not None:
                self._kinds[person.id] = _KINDS[person.kind]

    def _file(self, path: str, folder: str | None, named: Sequence[str]) -> None:
        if path != "-" and (is_ledger(path, folder) or is_checkpoint(path, folder)):
            return
        source = read_source(path, folder)
        self.found.inputs.append((source.path, source.sha256))
        for loaded in load(source, named):
            if isinstance(loaded, Finding):
                self.found.unreadable.append(loaded)
            else:
                self._add(loaded)

    # One game

    def _add(self, loaded: Loaded) -> None:
        game = loaded.game
        players: list[Player] | None = game.players
        hands = []
        for index, record in enumerate(game.hands):
            players = record.players or players
            number = number_of(record, index)
            hands.append(self._hand(record, number, loaded, players))
        source = loaded.document.source
        if loaded.alone and loaded.origin is not None and game.game is None and source.kind == "jsonl":
            # Histories of an engine, a hand a line, are a set of deals; nobody saved them one by one.
            self._count(f"{source.path} line {loaded.document.record}", source.path, hands, -1, None)
        elif not loaded.alone:
            hands[-1:] = [replace(hand, last=hand.last or _is_over(game)) for hand in hands[-1:]]
            self._count(game.game, source.path, hands, _day(game.played), _first_dealer(game))
        elif game.game is None or game.hands[0].hand is None:
            self.found.leave_out("T211")
        else:
            saved = self._saved.setdefault(game.game, _Saved(_day(game.played)))
            saved.add(hands[0])

    def finish(self) -> None:
        """Single hands that were saved, by game: all of them or none. Who picks hands of one game picks."""
        picked = "T211" in self.found.left_out or any(
            sorted(s.hands)[-1] != len(s.hands) for s in self._saved.values()
        )
        for name, saved in self._saved.items():
            hands = [saved.hands[number] for number in sorted(saved.hands)]
            if saved.contradicted:
                self.found.leave_out("T206", len(hands))
            elif picked or not hands[-1].last:
                self.found.leave_out("T211", len(hands))
            else:
                self._count(name, "", hands, saved.date, None)
        if any(code in self.found.left_out for code in _MAY_HANG_ON_CARDS):
            # A log that shows the cards only where somebody called leaves those games whole in which all hands were
            # good enough to call: what is whole is no fair sample, either.
            for number in (*map(len, self.found.deals.values()), len(self.found.own)):
                if number:
                    self.found.leave_out("T209", number)
            self.found.deals, self.found.own = {}, Own()
        for deals in self.found.deals.values() if self._partly else ():
            # Which secrets were opened may hang on the cards: those deals alone would be no fair sample.
            deals.committed = bytearray(len(deals))

    def _count(
        self, name: str | None, path: str, hands: list[Hand], date: int, first: tuple[str, int] | None
    ) -> None:
        if [hand.number for hand in hands] != list(range(1, len(hands) + 1)):
            return self.found.leave_out("T202", len(hands))
        shapes = {hand.shape for hand in hands}
        shape = shapes.pop() if len(shapes) == 1 else None
        why = next((hand.why for hand in hands if hand.row is None), "")
        if not why and shape is not None:
            rows = [hand.row for hand in hands if hand.row is not None]
            if self._is_new(name, path, [_cards(row, shape) for row in rows], hands):
                self._count_deals(rows, shape, date, first, name)
        else:
            own = [hand.own for hand in hands if hand.own is not None]
            if why == "T201" and len(own) == len(hands) and len({each[:2] for each in own}) == 1:
                if not hands[-1].last:
                    return self.found.leave_out("T211", len(hands))
                if self._is_new(name, path, [each[2].cards + bytes((each[2].up,)) for each in own], hands):
                    self._count_own(own)
            else:
                self.found.leave_out(why or "T205", len(hands))
        return None

    def _is_new(self, name: str | None, path: str, cards: list[bytes], hands: list[Hand]) -> bool:
        """Whether a game was not there before, by its cards and what was done with them, whatever its name.

        It was where it is another from its first hand on, or the beginning of another. Single hands of one file may
        be the same by the fault of a shuffler (T120); those of two files are copies.
        """
        digest, begun = hashlib.sha256(), []
        for held, hand in zip(cards, hands, strict=True):
            digest.update(msgspec.json.encode((held.hex(), hand.log)))
            begun.append(digest.hexdigest()[:32])
        whole = begun[-1]

        def copied(where: str | None) -> bool:
            return where is not None and (len(begun) > 1 or where != path)

        if copied(self._seen.get(whole)):
            self.found.leave_out("T203", len(hands))
        elif (name is not None and name in self._names) or any(copied(self._wholes.get(each)) for each in begun):
            self.found.leave_out("T203" if self._names.get(name or "") == whole else "T207", len(hands))
        else:
            for each in begun:
                self._seen.setdefault(each, path)
            self._wholes[whole] = path
            if name is not None:
                self._names[name] = whole
            return True
        return False

    def _count_deals(
        self,
        rows: list[Row],
        shape: Shape,
        date: int,
        first: tuple[str, int] | None,
        name: str | None,
    ) -> None:
        self._partly |= len({row.committed for row in rows}) > 1
        deals = self.found.deals.setdefault(shape, Deals(shape))
        if name is not None:
            deals.names[deals.games] = name
        deals.add_game(rows, date, first if first is not None and first[1] < shape.seats else None)

    def _count_own(self, own: list[tuple[int, int, OwnHand]]) -> None:
        found = self.found.own
        deck, _, first = own[0]
        if len(found) and (found.deck, found.hand) != (deck, len(first.cards)):
            return self.found.leave_out("T205", len(own))
        found.deck, found.hand = deck, len(first.cards)
        for _, _, each in own:
            found.cards += each.cards
            found.up.append(each.up)
        found.games.append(len(own))
        return None

    # One hand

    def _hand(self, record: HandRecord, number: int, loaded: Loaded, players: list[Player] | None) -> Hand:
        last = _ends_game(loaded.game, record, number)
        hand = Hand(number, None, None, "T201", None, tuple(record.log or ()), last)
        opened = _opened(record.deal)
        if opened is not None:
            self._by_evidence(hand, record, loaded.game.game, *opened)
        else:
            self._by_record(hand, record, loaded)
        if hand.row is not None and hand.shape is not None:
            hand.row.players, hand.row.kinds = self._who(players, hand.shape.seats)
        return hand

    def _who(self, players: list[Player] | None, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if players is None or len(players) != seats:
            return (-1,) * seats, (UNKNOWN,) * seats
        indices, kinds = [], []
        for player in players:
            name = player_id(player)
            if name not in self._ids:
                self._ids[name] = len(self._ids)
                self.found.players.append(player_name(player))
            indices.append(self._ids[name])
            kind = player.kind if isinstance(player, Person) else None
            kinds.append(self._kinds.get(name, UNKNOWN) if kind is None else _KINDS[kind])
        return tuple(indices), tuple(kinds)

    def _by_evidence(self, hand: Hand, record: HandRecord, name: str | None, terms: Terms, dealt: Dealt) -> None:
        """The deal that the revealed secret gives, where the record says nothing else."""
        wrong = terms.session != name if name is not None else False
        wrong |= terms.hand != hand.number or record.dealer not in (None, dealt.dealer)
        wrong |= record.up is not None and CARDS.get(record.up, dealt.up) != dealt.up
        for cards, recorded in zip(dealt.hands, record.dealt or (), strict=False):
            known = {CARDS[each] for each in recorded or () if each in CARDS}
            wrong |= not known <= set(cards) or (recorded is not None and len(recorded) != len(cards))
        wrong |= not {CARDS[each] for each in record.kitty or () if each in CARDS} <= set(dealt.kitty)
        if wrong:
            hand.why = "T206"
        elif dealt.up is None:
            hand.why = "T205"
        else:
            hand.shape = Shape(terms.deck, terms.seats, len(dealt.hands[0]))
            hand.row = _row(hand, hand.shape, dealt.dealer, dealt.hands, dealt.kitty)
            hand.row.pattern, hand.row.committed = terms.pattern or "", True
            hand.row.cut = dealt.stages[1].cut or 0
            packets = thirds(terms.deck).index(dealt.stages[3].packets or (0, 0, 0))
            hand.row.packets = 2 * packets + ORDERS.index(dealt.stages[3].order or "")

    def _by_record(self, hand: Hand, record: HandRecord, loaded: Loaded) -> None:
        """The deal as the record has it, where every card is known."""
        hands = [_known(each) for each in record.dealt or ()]
        kitty = _known(record.kitty)
        up = CARDS.get(record.up or "")
        deck = _deck_of(loaded.game)
        if len(hands) < 2:
            return
        known = [(seat, cards) for seat, cards in enumerate(hands) if cards]
        if record.up is None and len(known) == len(hands) and sum(len(cards) for _, cards in known) == deck:
            hand.why = "T205"
        if len(known) == 1 and deck is not None and up is not None:
            seat, cards = known[0]
            places = _PLACE[deck]
            if {*cards, up} <= places.keys() and len({*cards, up}) == len(cards) + 1:
                hand.own = (deck, seat, OwnHand(bytes(sorted(places[card] for card in cards)), places[up]))
            return
        if up is None:
            return
        size = len(hands[0] or ())
        if record.dealer is None or any(cards is None or len(cards) != size for cards in hands):
            return
        held = [card for cards in hands for card in cards or ()]
        if kitty is None and deck is not None:
            kitty = (up, *(card for card in FRESH[deck] if card != up and card not in held))
        total = len(held) + len(kitty or ())
        if not kitty or total not in FRESH or sorted((*held, *kitty)) != sorted(FRESH[total]) or up not in kitty:
            return
        if record.dealer >= len(hands):
            return
        kitty = (up, *(card for card in kitty if card != up))
        hand.shape = Shape(total, len(hands), size)
        hand.row = _row(hand, hand.shape, record.dealer, [cards or () for cards in hands], kitty)


class _Saved:
    """The single hands of one game that were saved."""

    def __init__(self, date: int) -> None:
        self.date = date
        self.hands: dict[int, Hand] = {}
        self.contradicted = False

    def add(self, hand: Hand) -> None:
        before = self.hands.setdefault(hand.number, hand)
        if before.row is None:
            self.hands[hand.number] = hand
        elif hand.row is not None and hand.shape is not None:
            self.contradicted |= hand.shape != before.shape
            self.contradicted |= _cards(hand.row, hand.shape) != _cards(before.row, hand.shape)


def _cards(row: Row, shape: Shape) -> bytes:
    """The dealer, the cards of each hand, in whatever order they are listed, and the up card."""
    dealt = shape.seats * shape.hand
    hands = [bytes(sorted(row.slots[start : start + shape.hand])) for start in range(0, dealt, shape.hand)]
    return bytes((row.dealer,)) + b"".join(hands) + row.slots[dealt : dealt + 1]


def _row(hand: Hand, shape: Shape, dealer: int, hands: Sequence[Sequence[int]], kitty: Sequence[int]) -> Row:
    places = _PLACE[shape.deck]
    turns = [hands[(dealer + step) % shape.seats] for step in range(1, shape.seats + 1)]
    slots = bytes([places[card] for cards in (*turns, kitty) for card in cards])
    return Row(slots, dealer, hand.number, "", (), ())


def _known(cards: Sequence[str] | None) -> tuple[int, ...] | None:
    """The cards, where all of them are known."""
    found = tuple(CARDS.get(card, -1) for card in cards or ())
    return found if found and -1 not in found else None


def _opened(evidence: DealEvidence | None) -> tuple[Terms, Dealt] | None:
    """The deal of a secret that opens its commitment; None where there is none."""
    if evidence is None or evidence.terms is None or evidence.secret is None or evidence.commitment is None:
        return None
    secret = read_hex(evidence.secret, 32)
    try:
        terms = parse_terms(evidence.terms.encode("utf-8", "surrogatepass"))
        if secret is None or commitment(terms.terms_hash, secret).hex() != evidence.commitment:
            return None
        values = {each.seat: value for each in evidence.values if (value := read_hex(each.value, 32)) is not None}
        signature = read_hex(evidence.beacon.signature, 48) if evidence.beacon is not None else None
        dealt = deal(terms, secret, {seat: values[seat] for seat in terms.players if seat in values}, signature)
    except (TermsError, MissingEntropy):
        return None
    return (terms, dealt) if dealt.hands else None


@lru_cache(maxsize=64)
def _rules(house: str, rules: bytes) -> Rules | None:
    try:
        return resolve(load_house(house), msgspec.json.decode(rules, type=RulesDiff))
    except (UnknownHouse, msgspec.ValidationError):
        return None


def _rules_of(game: Game) -> Rules | None:
    return None if game.house is None else _rules(game.house, msgspec.json.encode(game.rules))


def _deck_of(game: Game) -> int | None:
    """The cards of the deck by the rules of the game."""
    rules = _rules_of(game)
    return None if rules is None else rules.deck


def _is_over(game: Game) -> bool:
    return game.ended in ("target", "deals", "conceded") or game.result is not None


def _ends_game(game: Game, record: HandRecord, number: int) -> bool:
    """Whether a hand is the last of its game by its own words: by the score after it, its number, a concession."""
    if record.log and record.log[-1].endswith(" concede game"):
        return True
    rules, claims = _rules_of(game), record.claims
    if rules is None or claims is None:
        return False
    if rules.deals:
        return number == rules.deals
    score = claims.score
    if score is None and len(game.hands) == 1 and game.start is not None and claims.points is not None:
        score = [one + two for one, two in zip(game.start, claims.points, strict=False)]
    return score is not None and max(score) >= rules.target


def _day(played: str | None) -> int:
    """The day of a date and time; -1 where it is not known."""
    try:
        return datetime.date.fromisoformat((played or "")[:10]).toordinal()
    except ValueError:
        return -1


def _first_dealer(game: Game) -> tuple[str, int] | None:
    """How luck found the first dealer, and whom."""
    first = game.first_dealer
    return (first.method, first.dealer) if first is not None and first.method != "agreed" else None
