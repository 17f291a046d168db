"""``verify``: saved hands and games."""

from typing import Any

import click

from .shared import audit_options, run_audit


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@audit_options
def verify(files: tuple[str, ...], **given: Any) -> int:
    """Check saved hands and games: was it dealt as promised, played by the rules, scored right?

    FILE is a hand or game (.json, .jsonl, .msgpack), an EGN game or match (.egn, .emn; the evidence of a game's
    deals may stand beside it, in a .proof.json file), a Trickster hand (.ptn) or OpenSpiel histories (.jsonl); - is
    standard input. With them may go the club's ledger (.jsonl) and checkpoints over it, to be compared with them.

    Each of commitment, deal, bidding, play, score, published and choice is answered: pass, fail, unproven
    (evidence could exist and was not shown) or unchecked (the file has no record of it).
    """
    from ..audit import audit_files

    return run_audit(lambda options: audit_files(files, options), files, **given)
