"""``deal``: terms and a secret to cards."""

import json
import re
from typing import Any

import click

from ..findings import Unreadable, Where
from .shared import emit, look_options, make_style


@click.command()
@click.argument("terms", metavar="TERMS")
@click.argument("secret", metavar="SECRET-FILE")
@click.option(
    "--entropy",
    metavar="FILE",
    help="What players or a beacon put in: a line 'SEAT VALUE' a player, or the beacon's signature, in hex.",
)
@click.option("--trace", is_flag=True, help="Show every stage: the draws, the cuts, the deck after it.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="What to print.")
@look_options
def deal(terms: str, secret: str, entropy: str | None, trace: bool, form: str, color: str, ascii_only: bool) -> int:
    """Deal from TERMS (a file of nine lines) and a secret (a file of 64 hex digits, or - for standard input).

    A secret is never an argument: others could read it there.
    """
    from ..dealing import MissingEntropy, TermsError, parse_terms
    from ..dealing import deal as deal_cards
    from ..records import read_bytes

    raw = read_bytes(terms)
    try:
        parsed = parse_terms(raw)
    except TermsError as error:
        where = Where(path=terms, line=error.line or None)
        raise Unreadable("D101", f"the terms are malformed: {error}", where) from None
    if re.fullmatch(r"[0-9A-Fa-f]{64}", secret, re.ASCII):
        raise click.UsageError("a secret is given in a file, or by standard input (-), where others cannot read it")
    text = read_bytes(secret).decode("latin-1").strip()
    if not re.fullmatch(r"[0-9a-f]{64}", text, re.ASCII):
        message = f"the secret is not 64 small hex digits ({len(text)} characters)"
        raise Unreadable("D104", message, Where(path=secret))
    values, signature = _entropy(entropy)
    try:
        dealt = deal_cards(parsed, bytes.fromhex(text), values, signature)
    except MissingEntropy as error:
        message = f"the terms promise it, but {error}; give it with --entropy"
        raise Unreadable("C110", message, Where(path=terms)) from None
    if form == "json":
        emit(json.dumps(_tree(parsed, dealt, trace), indent=1) + "\n")
    else:
        emit(_text(parsed, dealt, trace, make_style(color, ascii_only)))
    return 0


def _entropy(path: str | None) -> tuple[dict[int, bytes], bytes | None]:
    from ..records import read_bytes

    values: dict[int, bytes] = {}
    if path is None:
        return values, None
    for number, line in enumerate(read_bytes(path).decode("latin-1").split("\n"), 1):
        line = line.strip()
        player = re.fullmatch(r"([0-5]) ([0-9a-f]{64})", line, re.ASCII)
        if re.fullmatch(r"[0-9a-f]{96}", line, re.ASCII):
            return values, bytes.fromhex(line)
        if player is not None and int(player.group(1)) not in values:
            values[int(player.group(1))] = bytes.fromhex(player.group(2))
        elif line:
            where = Where(path=path, line=number)
            raise Unreadable("C110", "not a value", where, "SEAT and 64 hex digits, or a signature of 96")
    return values, None


def _tree(terms: Any, dealt: Any, trace: bool) -> dict[str, Any]:
    from ..cards import NAMES
    from ..dealing.check_vectors import names, trace_entry

    tree: dict[str, Any] = {
        "terms_hash": terms.terms_hash.hex(),
        "commitment": dealt.commitment.hex(),
        "mix": dealt.mix.hex(),
        "key": dealt.key.hex(),
    }
    if trace:
        tree["trace"] = [trace_entry(stage) for stage in dealt.stages]
    tree |= {"deck": names(dealt.deck), "dealer": dealt.dealer}
    if dealt.hands:
        tree["hands"] = [names(hand) for hand in dealt.hands]
        tree["kitty"] = names(dealt.kitty)
        tree["up"] = None if dealt.up is None else NAMES[dealt.up]
    return tree


def _text(terms: Any, dealt: Any, trace: bool, style: Any) -> str:
    from ..audit.words import pretty, seat_name
    from ..cards import NAMES
    from ..report.trace import card_row as row
    from ..report.trace import stage_words

    def seat(number: int) -> str:
        return seat_name(number, terms.seats)

    lines = [
        style.paint(f"Hand {terms.hand} of {terms.session}", "bold"),
        f"  commitment {dealt.commitment.hex()}",
    ]
    if trace:
        lines += [
            f"  terms hash {terms.terms_hash.hex()}",
            f"  mix        {dealt.mix.hex()}",
            f"  key        {dealt.key.hex()}",
            "",
        ]
        for stage in dealt.stages:
            lines.append(f"  stage {stage.number}  {stage_words(stage)}")
            lines.append(f"           {row(stage.deck)}")
    lines.append("")
    lines += [f"  {seat(number):<7} {row(hand)}" for number, hand in enumerate(dealt.hands)]
    if dealt.hands:
        lines.append(f"  {'kitty':<7} {row(dealt.kitty) or '-'}")
        if dealt.up is not None:
            lines.append(f"  up card {pretty(NAMES[dealt.up])}")
    else:
        lines.append(f"  shown   {row(dealt.deck[: dealt.shown])}")
    deals = "deals" if dealt.hands else "deals first"
    lines.append(f"  {seat(dealt.dealer)} {deals}")
    text: str = style.finish("\n".join(lines) + "\n")
    return text
