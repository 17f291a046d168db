"""Every step from the club's key to the score, with its answer and its values, so that a second tool can agree."""

from dataclasses import replace

from ..cards import NAMES
from ..dealing import Dealt
from ..findings import FAIL, PASS, UNCHECKED, UNPROVEN, Answer
from ..records import DealEvidence
from .outcome import DealOutcome
from .result import HandResult, Step
from .words import pretty

_REFUSED = {
    "key": {"C305", "C306", "C308"},
    "checkpoint": {"C304"},
    "root": {"C303", "C320"},
    "inclusion": {"C301", "C302", "C420", "C421", "C423"},
    "commitment": {"C101", "C102", "C404"},
    "terms": {"D101", "D102", "D103"},
    "match": {"C103", "C104"},
    "secret": {"D104", "C508", "C507"},
    "mix": {"C110", "C111", "C112", "C501", "C503", "C505", "C506"},
    "cards seen": {"D201", "D202", "D120", "C509"},
}


def chain_of(result: HandResult, deal: DealOutcome, evidence: DealEvidence) -> list[Step]:
    """The steps of one hand, in the order in which each rests on the one before it."""
    steps = [Step(*row) for row in (*_published(deal, evidence), *_dealt(deal, evidence))]
    play = (("calls", str(result.calls)), ("cards", str(result.cards)))
    score = (("points", _numbers(result.points)), ("score", _numbers(result.score)))
    steps.append(Step("play", result.answers["play"], play))
    steps.append(Step("score", result.answers["score"], score))
    return with_faults(steps, result)


def with_faults(steps: list[Step], result: HandResult) -> list[Step]:
    """The steps, each that a finding of the hand speaks against marked as failed."""
    codes = {finding.code for finding in result.findings}
    return [replace(step, answer=FAIL) if codes & _REFUSED.get(step.name, set()) else step for step in steps]


_Row = tuple[str, Answer, tuple[tuple[str, str], ...]]


def _published(deal: DealOutcome, evidence: DealEvidence) -> list[_Row]:
    shown, proof = deal.shown, evidence.proof
    if shown.proof is not None and proof is not None:
        signed = shown.proof
        checkpoint = signed.checkpoint
        origin, root = (("origin", checkpoint.origin),), (("root", checkpoint.root.hex()),)
        key = (("key", str(signed.key)),) if signed.key is not None else origin
        size = (*origin, ("size", str(checkpoint.size)))
        leaf = (("index", str(proof.index)), ("path", f"{len(proof.path)} hashes"), ("leaf", proof.leaf))
        return [
            ("key", signed.answer, key),
            ("checkpoint", PASS, size),
            ("root", PASS, root),
            ("inclusion", PASS, leaf),
        ]
    unknown: Answer = UNCHECKED if proof is None else UNPROVEN
    rows: list[_Row] = [(name, unknown, ()) for name in ("key", "checkpoint", "root")]
    if shown.entry is not None:
        return [*rows, ("inclusion", PASS, (("ledger line", str(shown.entry.line)),))]
    return [*rows, ("inclusion", unknown, ())]


def _dealt(deal: DealOutcome, evidence: DealEvidence) -> list[_Row]:
    terms, dealt = deal.terms, deal.dealt
    answers = deal.answers
    commitment = (("commitment", evidence.commitment or "none"),)
    held: Answer = UNPROVEN if evidence.commitment is None or dealt is None else PASS
    rows: list[_Row] = [("commitment", held if "commitment" in answers else UNCHECKED, commitment)]
    if terms is None or dealt is None:
        open_: Answer = UNPROVEN if "deal" in answers else UNCHECKED
        return [*rows, *((name, open_, ()) for name in ("terms", "match", "secret", "mix", "stages", "cards seen"))]
    match: Answer = UNPROVEN if terms.match is None or evidence.match is None else PASS
    cards: Answer = answers.get("deal", UNCHECKED) if deal.cards_seen else UNCHECKED
    return [
        *rows,
        ("terms", PASS, (("SHA-256", terms.terms_hash.hex()),)),
        ("match", match, (("SHA-256", terms.match or "none"),)),
        ("secret", PASS, (("secret", evidence.secret or "none"),)),
        ("mix", answers.get("choice", UNPROVEN), (("mix", dealt.mix.hex()),)),
        ("stages", PASS, _stages(dealt)),
        ("cards seen", cards, (("cards", str(deal.cards_seen)),)),
    ]


def _stages(dealt: Dealt) -> tuple[tuple[str, str], ...]:
    rows = [("key", dealt.key.hex())]
    rows += [
        (f"after stage {number}", " ".join(pretty(NAMES[card]) for card in stage.deck))
        for number, stage in enumerate(dealt.stages, 1)
    ]
    return tuple(rows)


def _numbers(values: list[int] | None) -> str:
    return "-".join(map(str, values)) if values is not None else "not known"
