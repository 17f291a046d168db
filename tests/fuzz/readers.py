"""Every reader of a file that people bring, and what has to hold whatever stands in the file."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from unittest import mock

import click
import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from euchre_audit.audit import Options, Report, audit_archive, audit_files, load
from euchre_audit.cli import cli
from euchre_audit.dealing import TermsError, deal, parse_terms
from euchre_audit.engine.events import parse_event, write_event
from euchre_audit.evidence import NoteError, check_signature
from euchre_audit.evidence.beacon import BeaconError, check_beacon
from euchre_audit.evidence.timestamp import TimestampError, check_timestamp
from euchre_audit.findings import Finding, Unreadable, all_codes
from euchre_audit.operator import Refused, Site, keygen, published_list, read_tail
from euchre_audit.records import (
    HandRecord,
    read_bytes,
    read_checkpoint,
    read_keys,
    read_own_values,
    read_published,
    read_seen,
    read_source,
)
from euchre_audit.records.baseline import read_baseline
from euchre_audit.records.container import open_container
from euchre_audit.records.documents import LogLine
from euchre_audit.records.ledger import LineError, line_bytes, parse_line
from euchre_audit.report import clean
from euchre_audit.report.render import render
from euchre_audit.rules import check_house
from tests.vectors.make_vectors import BEACON
from tests.vectors.reference import Procedure, Unusable

SEEDS = Path(__file__).parent / "seeds"
STAMPS = Path(__file__).parents[1] / "evidence" / "data"
FAIR = str(Path(__file__).parents[2] / "examples" / "fair-hand.json")
REFUSALS = (Unreadable, TermsError, NoteError, LineError, TimestampError, BeaconError, Refused, Unusable)
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
CODES = frozenset(all_codes())
OPTIONS = Options(
    keys=read_keys([str(SEEDS / "keys")]),
    saw=(read_bytes(str(SEEDS / "seen" / "commitment.txt")).decode().strip(),),
    published=read_published(str(SEEDS / "published" / "list.txt")),
    mine=read_own_values(str(SEEDS / "mine" / "number.txt")),
    chain=True,
)
HONEST_NOTE = read_checkpoint(read_source(str(SEEDS / "checkpoint" / "checkpoint.txt"))).checkpoint.note.text
HONEST = set(re.findall("[0-9a-f]{64}", " ".join(file.read_text() for file in SEEDS.rglob("*.json*"))))
HEX = re.compile(r"[0-9a-f]{64}\Z")
LINE = re.compile(msgspec.json.schema(LogLine)["pattern"])


class Defect(AssertionError):
    """What has to hold does not."""


def need(fact: object, words: str) -> None:
    if not fact:
        raise Defect(words)


def well_told(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, each with a known code, a file, and words that can be shown."""
    told = list(findings)
    for each in told:
        need(each.code in CODES, f"unknown code {each.code}")
        need(each.code != "X901", each.message)
        need(each.where.path, f"{each.code} has no path")
        need(each.message.strip() and clean(each.message).isprintable(), f"{each.code} cannot be shown")
        need(each.where.line is None or each.where.line >= 1, f"{each.code} at line {each.where.line}")
    return told


# Records, and all that is audited as a whole


def audited(entry: str) -> list[Finding]:
    """A record, or a folder or container of records: audited, reported, and never passed for a deal it is not."""
    report = audit(entry)
    need(report.exit_code in (0, 1, 2), f"exit code {report.exit_code}")
    json.loads(render("json", report))
    if os.path.isfile(entry):
        games = [each.game for each in load(read_source(entry)) if not isinstance(each, Finding)]
        if len(games) == len(report.games):
            for game, result in zip(games, report.games, strict=True):
                for hand, made in zip(game.hands, result.hands, strict=False):
                    true_pass(hand, made.answers)
    return well_told(report.all_findings())


def audit(entry: str) -> Report:
    if os.path.isdir(entry) and not os.path.exists(os.path.join(entry, "archive.json")):
        return audit_files(sorted(os.path.join(entry, name) for name in os.listdir(entry)), OPTIONS)
    if os.path.isdir(entry) or entry.endswith((".zip", ".tar", ".gz")):
        return audit_archive(entry, OPTIONS)
    return audit_files([entry], OPTIONS)


def true_pass(hand: HandRecord, answers: Mapping[str, str]) -> None:
    """A deal that passed is that of the other reading of the procedure, in every card that is told."""
    evidence = hand.deal
    if evidence is None or evidence.terms is None or evidence.secret is None:
        return
    if answers["published"] == "pass":
        need(evidence.commitment in HONEST, "a commitment passes that nobody published")
    if answers["deal"] != "pass":
        return
    entropy = evidence.terms.split("entropy ")[-1].strip()
    values = {f"seat {each.seat}": each.value for each in reversed(evidence.values) if HEX.match(each.value)}
    shown = [
        {"label": label, "value": values[label]} for label in sorted(values) if label[-1] in entropy.split(" ")[-1]
    ]
    if evidence.beacon is not None:
        shown = [{"label": entropy, "signature": evidence.beacon.signature}]
    try:
        honest = Procedure().deal("", evidence.terms, evidence.secret, shown)
    except Unusable as error:
        raise Defect(f"a deal passes that cannot be: {error}") from None
    if answers["commitment"] == "pass" and evidence.commitment is not None:
        need(evidence.commitment == honest["commitment"], "another commitment passes")
    told = list(zip(hand.dealt or [], honest["hands"], strict=False))
    told += [(hand.kitty, honest["kitty"]), ([hand.up or "??"], honest["kitty"][:1])]
    for cards, dealt in told:
        known = {card for card in cards or () if "?" not in card}
        need(known <= set(dealt), f"the deal passes with {sorted(known)} for {dealt}")


def container(entry: str) -> list[Finding]:
    found = []
    with open_container(entry) as opened:
        found += opened.problems
        for name in opened.names:
            need(not name.startswith("/") and ".." not in name.split("/"), f"the name {name!r} leads out")
            try:
                with opened.stream(name) as file:
                    file.read()
            except Unreadable as error:
                found.append(error.finding)
    return well_told(found) + audited(entry)


# Evidence, and a person's own files


def checkpoint(entry: str) -> None:
    note = read_checkpoint(read_source(entry)).checkpoint.note
    for key in OPTIONS.keys.operators:
        need(check_signature(note, key) is None or note.text == HONEST_NOTE, "the key signed another text")


def timestamp(entry: str) -> None:
    given = [(STAMPS / name).read_bytes() for name in ("root.pem", "tsa.pem", "middle.pem", "lower.pem")]
    time = check_timestamp(read_bytes(entry), (STAMPS / "checkpoint.txt").read_bytes(), given)
    need(time in (1692806340, 1692806343), f"a time stamp that nobody made: {time}")


def certificate(entry: str) -> None:
    text = (STAMPS / "checkpoint.txt").read_bytes()
    given = [read_bytes(entry), (STAMPS / "root.pem").read_bytes()]
    read_keys([entry])
    check_timestamp((STAMPS / "bare.tst").read_bytes(), text, given)


def beacon(entry: str) -> None:
    words = read_bytes(entry).decode("ascii", "replace").split()
    try:
        number, signature = int(words[0]), bytes.fromhex(words[1])
    except (ValueError, IndexError):
        raise BeaconError from None
    check_beacon(number, signature)
    need(BEACON.get(number) == words[1].lower(), "a signature that the beacon did not make")


def terms(entry: str) -> None:
    """Both readings of the procedure take the same terms, and deal the same cards from them."""
    raw, secret = read_bytes(entry), bytes(32)
    try:
        other = Procedure().reader.read(raw)
    except Unusable:
        other = None
    try:
        read = parse_terms(raw)
    except TermsError:
        need(other is None, "terms are refused that the other reading takes")
        raise
    need(other is not None, "terms are taken that the other reading refuses")
    if read.entropy == "none":
        dealt = deal(read, secret)
        need(Procedure().deal("", raw.decode(), secret.hex())["dealer"] == dealt.dealer, "another dealer")


def house(entry: str) -> list[Finding]:
    return well_told(check_house(read_bytes(entry).decode("utf-8", "replace"), entry, "mine")[1])


def log(entry: str) -> None:
    for line in read_bytes(entry).decode("utf-8", "replace").split("\n"):
        event = parse_event(line)
        if event is not None:
            need(LINE.match(line), f"{line!r} is read, and the schema refuses it")
            need(write_event(event) == line, f"{line!r} is written {write_event(event)!r}")


def ledger(entry: str) -> list[Finding]:
    for raw in Path(entry, "ledger.jsonl").read_bytes().split(b"\n"):
        with contextlib.suppress(LineError):
            line = parse_line(raw)
            need(parse_line(line_bytes(line)) == line, "a line is read two ways")
    return audited(entry)


def baseline(entry: str) -> None:
    read_baseline(entry)


def seen(entry: str) -> None:
    read_seen(entry)


# The operator's folder


def make_site(folder: str) -> None:
    """A site that is the same each time: a deal opened, and one that is sealed."""
    read = Ed25519PrivateKey.from_private_bytes
    made = SimpleNamespace(generate=lambda: read(bytes(range(32))), from_private_bytes=read)
    with (
        mock.patch("euchre_audit.operator.keys.Ed25519PrivateKey", made),
        mock.patch("os.urandom", Random(1).randbytes),
        mock.patch("euchre_audit.operator.site._now", lambda: 1_800_000_000.0),
        mock.patch("os.fsync"),
    ):
        keygen(folder, "club.example")
        with Site(folder) as site:
            site.open_session("club.example/t", "club", ["ann", "bo", "cy", "di"])
            site.seal("club.example/t", 3)
            site.deal("club.example/t", 1)
            site.reveal("club.example/t", 1)
            site.seal("club.example/t", 0)


def site(entry: str) -> None:
    """A damaged folder is refused and left as it is, or it works, and its ledger only grows."""
    for path in [entry, *(str(each) for each in Path(entry).rglob("*"))]:
        os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
    before = Path(entry, "ledger.jsonl").read_bytes()
    try:
        with mock.patch("os.fsync"), Site(entry, 0.0) as opened:
            need(opened.evidence("club.example/t", 1), "no evidence")
            opened.deal("club.example/t", 2)
            opened.reveal("club.example/t", 2)
        published_list(entry)
        read_tail(entry, 0.0)
    finally:
        after = Path(entry, "ledger.jsonl").read_bytes()
        need(after.startswith(before), "the ledger does not only grow")


# The command line


def run(words: list[str], folder: str) -> list[Finding]:
    """The command ends with 0, 1 or 2, and shows nothing that acts on a terminal or on a CI's runner."""
    findings = []
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.chdir(folder):
        try:
            code = cli.main(words, "euchre-audit", standalone_mode=False)
        except (Unreadable, click.ClickException) as error:
            if isinstance(error, Unreadable):
                findings = well_told([error.finding])
            code = 2
        out.flush()
    text = out.buffer.getvalue().decode("utf-8")
    need(code in (0, 1, 2, None), f"exit code {code}")
    need("X901" not in text, "X901: " + text[:600])
    form = words[words.index("--format") + 1] if "--format" in words else "text"
    if form in ("json", "sarif") and text:
        json.loads(text)
    shown = next((line for line in text.replace("\r\n", "\n").split("\n") if not line.isprintable()), None)
    need(shown is None or form == "junit", f"shown as it stands: {shown!r}")
    need(form == "github" or not re.search(r"^\s*::|##\[", text, re.MULTILINE), "a command to a CI's runner")
    return findings


@dataclass(frozen=True)
class Reader:
    """What reads an entry (a file, or a folder of them), and the commands that it is given to."""

    read: Callable[[str], Iterable[Finding] | None]
    commands: tuple[str, ...] = ()


_REPORTS = tuple(f"verify {{}} --format {form}" for form in ("json", "jsonl", "junit", "sarif", "github"))
_RECORDS = (
    *_REPORTS, "verify {} -v", "verify {} -q --ascii", "replay {}", "replay {} --slip 1", "replay {} --at 1.2.1",
    "replay {} --scoresheet csv", "replay {} --scoresheet html", "extract {} --hand 1", "rules infer {}",
    *(f"convert {{}} out.{kind}" for kind in ("json", "jsonl", "msgpack", "egn", "emn")),
)  # fmt: skip
_ARCHIVES = tuple(f"archive {{}} -j 1 --format {form}" for form in ("text", "json", "junit", "sarif", "github"))
READERS: dict[str, Reader] = {
    **dict.fromkeys(
        ("hand", "game", "jsonl", "msgpack", "egn", "emn", "ptn", "openspiel"), Reader(audited, _RECORDS)
    ),
    "proof": Reader(audited, ("verify {}/game.egn --format json", "convert {}/game.egn out.json", *_ARCHIVES)),
    "archive": Reader(audited, (*_ARCHIVES, "archive init {}")),
    "ledger": Reader(ledger, ("verify {}/ledger.jsonl {}/checkpoint.txt -v", *_ARCHIVES)),
    "container": Reader(container, _ARCHIVES),
    "checkpoint": Reader(checkpoint, (f"verify {FAIR} {{}}", f"verify {FAIR} --saw {{}}")),
    "seen": Reader(seen, (f"verify {FAIR} --saw {{}}",)),
    "mine": Reader(lambda entry: read_own_values(entry) and None, (f"verify {FAIR} --mine {{}}",)),
    "keys": Reader(lambda entry: read_keys([entry]) and None, (f"verify {FAIR} --key {{}}",)),
    "published": Reader(lambda entry: read_published(entry).contradictions, (f"verify {FAIR} --published {{}}",)),
    "baseline": Reader(baseline, (f"verify {FAIR} --baseline {{}}",)),
    "terms": Reader(terms, ("deal {} /dev/null", f"deal {{}} {Path(FAIR).parent / 'deal-secret.txt'} --trace")),
    "vectors": Reader(lambda entry: run(["vectors", entry], os.path.dirname(entry)), ()),
    "house": Reader(
        house, ("rules check {}", "rules show {}", "rules diff {} club", f"verify {FAIR} --house {{}}")
    ),
    "timestamp": Reader(timestamp),
    "certificate": Reader(certificate, (f"verify {FAIR} --key {{}}",)),
    "beacon": Reader(beacon),
    "log": Reader(log),
    "site": Reader(
        site, ("operator tail {}", "operator seal {} club.example/t --dealer 1", "operator publish {} x.json")
    ),
}


def seeds(name: str) -> list[dict[str, bytes]]:
    """The seeds of a reader: each by the names of its files, of which ``a/b`` stands in the folder ``a``."""
    if name == "timestamp":
        folders = [STAMPS / each for each in sorted(os.listdir(STAMPS)) if each.endswith((".tst", ".tsr"))]
    elif name == "certificate":
        folders = [STAMPS / "tsa.pem", STAMPS / "middle.pem"]
    else:
        folders = sorted((SEEDS / name).iterdir()) if (SEEDS / name).is_dir() else []
    found = [dict(_files(path)) for path in folders]
    if name == "beacon":
        found += [{"round.txt": f"{number} {signature}\n".encode()} for number, signature in BEACON.items()]
    if name == "site":
        with tempfile.TemporaryDirectory() as folder:
            make_site(os.path.join(folder, "site"))
            found.append(dict(_files(Path(folder, "site"))))
    return found


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            yield str(file.relative_to(path.parent)), file.read_bytes()


def put(files: dict[str, bytes], folder: str) -> str:
    """Write the files below ``folder``; the path of the one, or of the folder that all are in."""
    for name, data in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_bytes(data)
    return os.path.join(folder, next(iter(files)).split("/")[0])


def check(name: str, files: dict[str, bytes], command: int | None = None) -> tuple[bool, set[str]]:
    """Read the files, and run one command over them: whether they were refused, and which codes were told.

    :class:`Defect`, or whatever else is raised, is a defect.
    """
    reader = READERS[name]
    codes: set[str] = set()
    refused = False
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        entry = put(files, folder)
        try:
            codes = {each.code for each in well_told(reader.read(entry) or ())}
            refused = any(code[0] == "F" for code in codes)
        except REFUSALS as error:
            refused = True
            if isinstance(error, Unreadable):
                codes = {each.code for each in well_told([error.finding])}
            need(isinstance(error, BeaconError) or clean(str(error)).strip(), "a refusal without words")
        if command is not None and reader.commands:
            words = reader.commands[command % len(reader.commands)].format(*[shlex.quote(entry)] * 2)
            run(shlex.split(words), folder)
    return refused, codes
