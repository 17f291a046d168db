"""From the ledger to what players get: evidence in their records, and the list of commitments."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from ..evidence import Checkpoint, Tree, checkpoint_text, leaf_hash, sign
from ..findings import Finding, Unreadable, Where
from ..records import Document, Game, HandFile, read_documents, read_source, read_tree, write_together
from ..records.documents import number_of
from ..records.ledger import Commit, LineError, Open, Reveal, Void, entropy_of, parse_line
from ..records.write import KINDS, encode
from .keys import read_signing, read_verifier
from .refused import Refused
from .session import Deal, Session
from .store import Signed, read_checkpoint, session_of_terms


class Book:
    """Some sessions of a ledger, as far as its checkpoint goes, with proofs: one pass over the ledger.

    A deal is proved under the checkpoint that players hold before they see a card: the one of its last
    contribution, or of its commit where nobody contributes. ``under``: under the checkpoint in this file instead.
    """

    def __init__(self, folder: str, sessions: Iterable[str], under: str | None = None) -> None:
        self._verifier = read_verifier(folder)
        self._private = read_signing(folder, self._verifier)
        ledger = Signed(folder, None)
        self._under = None if under is None else read_checkpoint(under, self._verifier)
        self._tree = Tree()
        self._sessions = {name: Session(name, self._verifier.name) for name in sessions}
        session_of: dict[str, str] = {}
        for raw in ledger.lines():
            self._take(raw, ledger.path, session_of)
            self._tree.append(leaf_hash(raw))
        ledger.check_end()
        if self._under is not None:
            self._check_under(self._under[0], str(under))

    def _check_under(self, checkpoint: Checkpoint, path: str) -> None:
        if checkpoint.size > self._tree.size or self._tree.root(checkpoint.size) != checkpoint.root:
            raise Refused(
                f"{path}: this ledger does not begin with the {checkpoint.size} lines that the checkpoint covers, "
                "though the key is the same; find out which copy of the folder is right before you go on"
            )

    def _take(self, raw: bytes, path: str, session_of: dict[str, str]) -> None:
        index = self._tree.size
        try:
            line = parse_line(raw)
            if isinstance(line, Open):
                name = line.session
            elif isinstance(line, Commit):
                name = session_of_terms(line.terms)
                if name in self._sessions:
                    session_of[line.commitment] = name
            else:
                name = session_of.get(line.commitment, "")
            if name in self._sessions:
                self._sessions[name].add(line, raw, index)
        except (LineError, Refused) as error:
            raise Refused(f"{path}: line {index + 1}: {error}; restore the ledger from a copy") from None

    def deal(self, session: str, hand: int) -> Deal:
        """The deal of a hand; refused where it is not in the ledger."""
        return self._sessions[session].need_deal(hand)

    def has_draw(self, session: str) -> bool:
        """Whether the first dealer of a session was found by cards."""
        with suppress(Refused):
            return isinstance(self.deal(session, 0).closing, Reveal)
        return False

    def evidence(self, session: str, hand: int) -> dict[str, Any]:
        """What a record of this hand holds as ``deal``; refused before the deal is opened, and where it is void."""
        made = self.deal(session, hand)
        if made.closing is None:
            raise Refused(
                f"{made.named} of {session} is not closed; operator reveal opens it when the hand is over, and "
                "then it can be published"
            )
        if isinstance(made.closing, Void):
            raise Refused(
                f"{made.named} of {session} is void, so it is in no game; the deal in its place is the next"
            )
        return self._evidence(session, made, made.closing)

    def _evidence(self, session: str, made: Deal, closing: Reveal) -> dict[str, Any]:
        values, signature = entropy_of(made.terms, closing)
        tree: dict[str, Any] = {
            "match": self._sessions[session].header.decode("ascii"),
            "terms": made.terms.raw.decode("ascii"),
            "commitment": made.commitment,
            "secret": closing.secret,
        }
        if values:
            tree["values"] = [
                {"seat": seat, "value": value.hex(), "contribution": made.contributions[seat]}
                for seat, value in values.items()
            ]
        if signature is not None:
            tree["beacon"] = {"signature": signature.hex()}
        size, note = self._shown(session, made)
        tree["proof"] = {
            "leaf": made.raw.decode("ascii"),
            "index": made.index,
            "size": size,
            "path": [each.hex() for each in self._tree.inclusion(made.index, size)],
            "checkpoint": note,
        }
        return tree

    def _shown(self, session: str, made: Deal) -> tuple[int, str]:
        """Size and text of the checkpoint to prove a deal under."""
        if self._under is not None:
            checkpoint, note = self._under
            if checkpoint.size <= made.index:
                raise Refused(
                    f"{made.named} of {session} was sealed in line {made.index + 1}, and the checkpoint to prove "
                    f"it under covers {checkpoint.size}; name a later one, or none"
                )
            return checkpoint.size, note
        # Ed25519 gives one signature for one text, so this is the note that was signed then, to the byte.
        name = self._verifier.name
        return made.ready, sign(checkpoint_text(name, made.ready, self._tree.root(made.ready)), name, self._private)


def publish(
    folder: str, records: Sequence[str], out: str, *, under: str | None = None, force: bool = False
) -> list[str]:
    """Put the evidence into saved hands and games, into new files of the same names below ``out``; their paths.

    ``under`` is a file with the checkpoint to prove the deals under, such as a player's own or one that witnesses
    have signed; where it is left out, each is proved under the one that its players held before the cards.
    All files are written, or none. ``Refused`` where a hand is not in the ledger, or not closed.
    """
    sources = [(path, *_read(path)) for path in records]
    names = [os.path.basename(path) for path in records]
    for name in names:
        if names.count(name) > 1:
            raise Refused(f"two of the files are called {name}; publish them into two folders")
    sessions = {_session(document, value) for _, documents, _ in sources for document, value in documents}
    book = Book(folder, sessions, under)
    files = []
    for name, (_, documents, kind) in zip(names, sources, strict=True):
        for document, value in documents:
            _fill(book, document, value)
        data = encode([document.tree for document, _ in documents], kind)
        files.append((os.path.join(out, name), data))
    try:
        os.makedirs(out, exist_ok=True)
    except OSError as error:
        raise Unreadable("F101", f"the folder cannot be made: {error.strerror}", Where(path=out)) from None
    write_together(files, force=force)
    return [path for path, _ in files]


def _read(path: str) -> tuple[list[tuple[Document, Game | HandFile]], str]:
    source = read_source(path)
    if source.kind not in KINDS:
        raise Refused(f"{path}: evidence is put into hands and games in {', '.join('.' + kind for kind in KINDS)}")
    found = []
    for document in read_documents(source):
        if isinstance(document, Finding):
            raise Unreadable.of(document)
        found.append((document, read_tree(document)))
    return found, source.kind


def _session(document: Document, value: Game | HandFile) -> str:
    if value.game is None:
        raise Unreadable("F110", '"game" is missing: it says which session this is of', document.where)
    return value.game


def _fill(book: Book, document: Document, value: Game | HandFile) -> None:
    session = _session(document, value)
    if isinstance(value, HandFile):
        document.tree["deal"] = book.evidence(session, number_of(value, 0))
        return
    for index, (record, tree) in enumerate(zip(value.hands, document.tree["hands"], strict=True)):
        tree["deal"] = book.evidence(session, number_of(record, index))
    if book.has_draw(session):
        draw = book.deal(session, 0)
        found = {"method": draw.terms.dealer, "dealer": draw.dealer}
        document.tree["first_dealer"] = {
            **document.tree.get("first_dealer", found),
            "deal": book.evidence(session, 0),
        }


def published_list(folder: str) -> list[str]:
    """``session hand commitment`` of every deal that is promised and signed, in the order of the ledger."""
    ledger = Signed(folder, None)
    listed = []
    for number, raw in enumerate(ledger.lines(), 1):
        try:
            line = parse_line(raw)
            if isinstance(line, Commit):
                session, hand = line.terms.split("\n", 4)[2:4]
                listed.append(f"{session.removeprefix('session ')} {hand.removeprefix('hand ')} {line.commitment}")
        except (LineError, ValueError) as error:
            raise Refused(f"{ledger.path}: line {number}: {error}; restore the ledger from a copy") from None
    ledger.check_end()
    return listed
