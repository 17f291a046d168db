"""``operator``: the dealing site's side."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import click

from ..findings import Unreadable, Where
from .shared import emit

Function = TypeVar("Function", bound=Callable[..., Any])
_HEX = re.compile(r"[0-9A-Fa-f]{64,}", re.ASCII)


_SIGNED = "the line is signed and stands"
_NO_TAIL = "nothing stands beyond the checkpoint"
_KEPT = "what was asked is done and stands"


class Plain(click.Command):
    """A command whose errors are fit for a screen, whatever was given to it."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The arguments, read."""
        with _plainly():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """The work."""
        with _plainly():
            return super().invoke(ctx)


@contextmanager
def _plainly() -> Iterator[None]:
    from ..operator import Refused

    try:
        yield
    except Refused as error:
        raise click.ClickException(_shown(str(error))) from None
    except click.UsageError as error:
        raise click.UsageError(_shown(error.format_message()), error.ctx) from None


def _shown(text: str) -> str:
    """What is printed of anything that was given: on one line, without what acts on a terminal or a CI's runner."""
    from ..report.clean import clean, unforgeable

    return unforgeable(clean(text, 2000))


class InOrder(click.Group):
    """Commands listed in the order in which an evening needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=InOrder)
def operator() -> None:
    """For a site: promise each deal before the hand, open it after.

    FOLDER holds a site's ledger, its signed checkpoint and its key. schemas/operator.md walks through an evening.
    A secret is never an argument and never printed.
    """


def _command(name: str, done: str | None = None) -> Callable[[Callable[..., Any]], click.Command]:
    """A command in a folder, with ``--format``; what is refused is said in words, exit 2.

    ``done`` is what there is to say where only the answer could not be written.
    """

    def decorate(function: Callable[..., Any]) -> click.Command:
        @wraps(function)
        def guarded(**given: Any) -> int:
            form = given.pop("form")
            found, lines = function(**given)
            shown = json.dumps(found, indent=1) if form == "json" else "\n".join(map(_shown, lines))
            try:
                emit(shown + "\n" if shown else "")
            except Unreadable as error:
                if done is None or (name == "tail" and not (given["keep"] or given["cut"])):
                    raise
                message = error.finding.message
                raise click.ClickException(
                    f"{done}; only this message could not be written (standard output: {message})"
                ) from None
            return 0

        option = click.option(
            "--format",
            "form",
            type=click.Choice(["text", "json"]),
            default="text",
            show_default=True,
            help="What to print.",
        )
        folder = click.argument("folder", metavar="FOLDER")
        return operator.command(name, cls=Plain)(folder(option(guarded)))

    return decorate


@_command("keygen", _KEPT)
@click.option("--origin", required=True, help="The ledger's name, which every session begins with: club.example.")
def keygen(folder: str, origin: str) -> tuple[Any, list[str]]:
    """Make FOLDER with a key and an empty ledger.

    The key is fresh, and nothing is ever overwritten: FOLDER must not be there, or be empty.
    """
    from ..operator import keygen as make

    key = make(folder, origin)
    told = f"This is the public key, for the players. {folder}/private holds the secret one: keep a copy safe."
    return {"key": key, "folder": folder}, [key, "", told]


@_command("open", _SIGNED)
@click.argument("session", metavar="SESSION")
@click.option("--house", required=True, help="The house that the session is played by (see: rules list).")
@click.option(
    "--rules",
    metavar="KEY=VALUE|FILE.json",
    multiple=True,
    help="What differs from the house: target=5, points.make=1, or a JSON object in a file. May be repeated.",
)
@click.option(
    "--player", "players", metavar="ID", multiple=True, required=True, help="Who sits there, seat by seat."
)
@click.option(
    "--entropy",
    type=click.Choice(["none", "players", "beacon"]),
    default="none",
    show_default=True,
    help="What goes into each shuffle beside the secret.",
)
@click.option(
    "--reveal",
    type=click.Choice(["hand", "game", "round"]),
    default="hand",
    show_default=True,
    help="When deals are opened: after each hand, or at the end of the game or round.",
)
def open_session(
    folder: str,
    session: str,
    house: str,
    rules: tuple[str, ...],
    players: tuple[str, ...],
    entropy: Any,
    reveal: Any,
) -> tuple[Any, list[str]]:
    """Open SESSION: house, rules and players.

    They are fixed before its first deal. SESSION begins with the ledger's origin and a slash.
    """
    from ..operator import Site

    diff = _rules(rules)
    with Site(folder) as site:
        receipt = site.open_session(session, house, players, diff, entropy, reveal)
    return _receipt(receipt), [f"opened {session}", *_lines(receipt)]


@_command("seal", _SIGNED)
@click.argument("session", metavar="SESSION")
@click.option("--hand", type=click.IntRange(0), help="Its number, to be sure; the next one is what is sealed.")
@click.option("--dealer", required=True, metavar="SEAT|drawn|black-jack|low-card", help="Who deals.")
@click.option("--pattern", help="The deal pattern; the house's first where it is left out.")
@click.option("--players", metavar="SEATS", help="The seats that contribute: 0,2. All where it is left out.")
@click.option("--beacon", metavar="ROUND", help="The round of the beacon that the deal waits for.")
def seal(
    folder: str,
    session: str,
    hand: int | None,
    dealer: str,
    pattern: str | None,
    players: str | None,
    beacon: str | None,
) -> tuple[Any, list[str]]:
    """Promise the next deal of SESSION.

    A fresh secret is kept, and its commitment goes into the ledger. black-jack and low-card seal hand 0, the
    draw for first dealer. Show the players commitment and checkpoint before any card. The secret stays in
    FOLDER/private/deals.
    """
    from ..operator import Site

    seats = None if players is None else [_whole(each, "--players") for each in players.split(",")]
    with Site(folder) as site:
        made = site.seal(
            session,
            int(dealer) if re.fullmatch("[0-9]", dealer, re.ASCII) else dealer,
            hand=hand,
            pattern=pattern,
            players=seats,
            beacon=None if beacon is None else _whole(beacon, "--beacon"),
        )
    text = [f"sealed hand {made.hand} of {session}", f"  commitment  {made.commitment}", *_lines(made)]
    tree = {"hand": made.hand, "commitment": made.commitment, "terms": made.terms}
    return {**_receipt(made), **tree}, text


@_command("contribute", _SIGNED)
@click.argument("commitment", metavar="COMMITMENT")
@click.argument("seat", metavar="SEAT", type=click.IntRange(0, 5))
@click.argument("contribution", metavar="CONTRIBUTION")
def contribute(folder: str, commitment: str, seat: int, contribution: str) -> tuple[Any, list[str]]:
    """Publish what a player adds to a deal.

    CONTRIBUTION is the 64 hex digits of the hash; the value itself comes at the reveal.
    """
    from ..operator import Site

    with Site(folder) as site:
        receipt = site.contribute(commitment, seat, contribution)
    return _receipt(receipt), [f"seat {seat} contributed", *_lines(receipt)]


def _entropy_options(function: Function) -> Function:
    for option in (
        click.option("--signature", metavar="FILE", help="The beacon's signature: a file of 96 hex digits."),
        click.option(
            "--value",
            "values",
            metavar="SEAT=FILE",
            multiple=True,
            help="A player's value: a file of 64 hex digits. May be repeated.",
        ),
    ):
        function = option(function)
    return function


@_command("reveal", _SIGNED)
@click.argument("session", metavar="SESSION")
@click.argument("hand", metavar="HAND", type=click.IntRange(0))
@_entropy_options
def reveal(
    folder: str, session: str, hand: int, values: tuple[str, ...], signature: str | None
) -> tuple[Any, list[str]]:
    """Open a deal when its hand is over.

    The secret goes into the ledger, with what the players put in or the beacon's signature.
    """
    from ..operator import Site

    given, signed = _values(values), _signature(signature)
    with Site(folder) as site:
        closed = site.reveal(session, hand, given, signed)
    return _closed(closed), [f"revealed hand {hand} of {session}", *_lines(closed), *_beacon(closed)]


@_command("void", _SIGNED)
@click.argument("session", metavar="SESSION")
@click.argument("hand", metavar="HAND", type=click.IntRange(0))
@click.option("--reason", required=True, help="Why, in a few words; it is published.")
@_entropy_options
def void(
    folder: str, session: str, hand: int, reason: str, values: tuple[str, ...], signature: str | None
) -> tuple[Any, list[str]]:
    """Open a deal that does not count.

    A value that is not given counts as withheld. The next hand takes its place, with the same dealer. Once a
    card has been shown there is no void for absence.
    """
    from ..operator import Site

    given, signed = _values(values), _signature(signature)
    with Site(folder) as site:
        closed = site.void(session, hand, reason, given, signed)
    text = [f"hand {hand} of {session} is void", *_lines(closed), *_beacon(closed)]
    if closed.known:
        text.append(
            "  note        nothing was withheld, so an audit will tell that the dealer could know the cards"
        )
    return {**_closed(closed), "cards_known": closed.known}, text


@_command("publish", _KEPT)
@click.argument("records", metavar="[HAND.json…]", nargs=-1)
@click.option("-o", "--output", metavar="PATH", help="The folder for the records; or the file for --list.")
@click.option(
    "--list", "listed", is_flag=True, help="Write the list of all commitments instead: session hand commitment."
)
@click.option(
    "--under",
    metavar="CHECKPOINT",
    help="Prove the deals under this checkpoint: a player's own, or one with witnesses' signatures.",
)
@click.option("--force", is_flag=True, help="Replace files that are there.")
def publish(
    folder: str, records: tuple[str, ...], output: str | None, listed: bool, under: str | None, force: bool
) -> tuple[Any, list[str]]:
    """Put the evidence into saved hands and games.

    Or, with --list, write the list of all commitments. Every hand has to be closed. Records keep their names,
    in the folder of -o.
    """
    from ..operator import publish as write
    from ..operator import published_list
    from ..records import write_atomically

    if listed == bool(records):
        raise click.UsageError("name saved hands or games, or --list, and not both")
    if listed and under is not None:
        raise click.UsageError("--under is for records; the list has no proofs")
    if listed:
        lines = published_list(folder)
        text = "".join(f"{line}\n" for line in lines)
        if output is None:
            return lines, lines
        write_atomically(output, text.encode("ascii"), force=force)
        return {"written": [output]}, [f"wrote {output}"]
    if output is None:
        raise click.UsageError("-o names the folder for the records with their evidence")
    written = write(folder, records, output, under=under, force=force)
    return {"written": written}, [f"wrote {path}" for path in written]


@_command("tail", _KEPT)
@click.option("--keep", is_flag=True, help="Sign the whole lines, each of which has to be one that may come next.")
@click.option("--cut", is_flag=True, help="Move them out of the ledger, to ledger.tail-1 (or 2, 3, …).")
def tail(folder: str, keep: bool, cut: bool) -> tuple[Any, list[str]]:
    """Decide about lines that were not signed.

    When something was interrupted, lines may stand in the ledger beyond its checkpoint. They are shown, or
    kept, or cut. Nobody was told that these lines are in. Keep them where the ledger file itself is public:
    somebody may have seen them.
    """
    from ..operator import cut_tail, keep_tail, read_tail

    if keep and cut:
        raise click.UsageError("--keep or --cut, not both")
    if keep:
        size = keep_tail(folder)
        return {"size": size}, [f"signed; the checkpoint has size {size}"]
    if cut:
        path = cut_tail(folder)
        return {"moved": path}, [_NO_TAIL if path is None else f"moved to {path}"]
    found = read_tail(folder)
    lines = [_kind_of(raw) for raw in found.lines]
    text = [str(found) if found.lines or found.torn else _NO_TAIL, *(f"  {each}" for each in lines)]
    return {"lines": lines, "torn_bytes": len(found.torn)}, text


def _kind_of(raw: bytes) -> str:
    """What a line is, without what it holds: it may be a secret that is not revealed yet."""
    from ..records.ledger import LineError, Open, parse_line

    try:
        line = parse_line(raw)
    except LineError as error:
        return f"no line of a ledger: {error}"
    what = line.session if isinstance(line, Open) else line.commitment
    return f"{type(line).__name__.lower()} {what}"


def _receipt(receipt: Any) -> dict[str, Any]:
    return {
        "session": receipt.session,
        "index": receipt.index,
        "size": receipt.size,
        "checkpoint": receipt.checkpoint,
    }


def _closed(closed: Any) -> dict[str, Any]:
    tree = {**_receipt(closed), "hand": closed.hand, "commitment": closed.commitment}
    return tree if closed.beacon is None else {**tree, "beacon_checked": closed.beacon}


def _lines(receipt: Any) -> list[str]:
    return [f"  line        {receipt.index + 1}", f"  checkpoint  size {receipt.size}, in checkpoint.txt"]


def _beacon(closed: Any) -> list[str]:
    if closed.beacon is False:
        return ["  beacon      the signature was not verified here, only its length; see schemas/operator.md"]
    return [] if closed.beacon is None else ["  beacon      the signature is that of the round"]


def _whole(text: str, option: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,19}", text, re.ASCII):
        raise click.BadParameter(f"{text[:40]!r} is not a whole number", param_hint=option)
    return int(text)


def _rules(given: tuple[str, ...]) -> dict[str, Any]:
    """The switches that differ, nested as records have them."""
    from ..records import read_bytes
    from ..records.strict import parse_json

    tree: dict[str, Any] = {}
    for each in given:
        key, sign, value = each.partition("=")
        if not sign:
            if not each.lower().endswith(".json"):
                raise click.BadParameter(
                    f"{each[:60]!r} is neither KEY=VALUE, such as target=5, nor a file whose name ends in .json",
                    param_hint="--rules",
                )
            found = parse_json(read_bytes(each), Where(path=each, line=1))
            if not isinstance(found, dict):
                raise Unreadable("F108", "rules are a JSON object in braces, and this is not", Where(path=each))
            tree |= found
            continue
        if not all(key.split(".")) or not value:
            raise click.BadParameter(f"{each[:60]!r} is not KEY=VALUE, such as target=5", param_hint="--rules")
        *outer, last = key.split(".")
        inside = tree
        for name in outer:
            inside = inside.setdefault(name, {})
            if not isinstance(inside, dict):
                raise click.BadParameter(f"{key[:60]} is given twice", param_hint="--rules")
        inside[last] = _plain(value)
    return tree


def _plain(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    if re.fullmatch(r"0|[1-9][0-9]{0,8}", value, re.ASCII):
        return int(value)
    return value


def _values(given: tuple[str, ...]) -> dict[int, bytes] | None:
    values: dict[int, bytes] = {}
    for each in given:
        seat, sign, path = each.partition("=")
        if not sign or not re.fullmatch("[0-5]", seat, re.ASCII) or int(seat) in values:
            raise click.BadParameter("each seat once, as SEAT=FILE, such as 0=ann.txt", param_hint="--value")
        values[int(seat)] = _hex_file(path, 32, "a value", "C110")
    return values or None


def _signature(path: str | None) -> bytes | None:
    return None if path is None else _hex_file(path, 48, "the signature", "C110")


def _hex_file(path: str, size: int, what: str, code: str) -> bytes:
    from ..dealing import read_hex
    from ..records import read_bytes

    if _HEX.fullmatch(path):
        raise click.UsageError(f"{what} is given in a file, where others cannot read it among the arguments")
    data = read_hex(read_bytes(path).decode("latin-1").strip(), size)
    if data is None:
        message = f"{what} is not {2 * size} small hex digits"
        raise Unreadable(code, message, Where(path=path), f"a file of {2 * size} small hex digits")
    return data
