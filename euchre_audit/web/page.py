"""The parts of the browser verifier joined into one HTML file."""

import base64
import hashlib
import json
from importlib.resources import files
from typing import Any

import msgspec

from .. import __version__
from ..findings.catalogue import all_codes, entry
from ..records.schema import schema_text
from ..rules import house_names, load_house

SCRIPTS = (
    "deal", "vectors", "json", "events", "records", "words", "evidence", "dealt", "choice", "seen", "play", "steps",
    "hand", "score", "rulings", "audit", "ending", "check", "view", "table", "page",
)  # fmt: skip
"""The parts of the script, in the order in which they stand in the page."""


def page() -> str:
    """The verifier as one file: no network, a content security policy, everything inside."""
    script = "\n".join(_part(f"{name}.js") for name in SCRIPTS)
    style = _part("style.css")
    made = _part("page.html")
    for name, text in (
        ("STYLE", style),
        ("SCRIPT", script),
        ("STYLE_HASH", _hash(style)),
        ("SCRIPT_HASH", _hash(script)),
        ("DATA", data_text()),
        ("VERSION", __version__),
    ):
        made = made.replace(f"@@{name}@@", text)
    return made


def data_text() -> str:
    """What the script reads: codes, houses, schemas and vectors, as JSON that may stand in a page."""
    text = json.dumps(_data(), ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _data() -> dict[str, Any]:
    return {
        "codes": {code: [entry(code).severity, entry(code).title] for code in all_codes()},
        "houses": {name: _house(name) for name in house_names()},
        "vectors": [vector for name in ("terms-v1", "deal-v1") for vector in _vectors(name)],
        "schemas": {kind: json.loads(schema_text(kind)) for kind in ("hand", "game", "ledger")},
    }


def _house(name: str) -> dict[str, Any]:
    house = load_house(name)
    return {
        "title": house.title,
        "rules": msgspec.to_builtins(house.rules),
        "choices": house.choices,
        "stated": list(house.stated),
        "since": house.since,
        "until": house.until,
    }


def _vectors(name: str) -> list[Any]:
    text = files("euchre_audit.dealing").joinpath("vectors", f"{name}.json").read_text(encoding="utf-8")
    vectors: list[Any] = json.loads(text)["vectors"]
    return vectors


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
