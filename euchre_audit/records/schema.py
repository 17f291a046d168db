"""JSON Schemas of the records, generated from the types."""

import json
from typing import Any

import msgspec

from .documents import Game, HandFile
from .ledger import AnyLine
from .manifest import Manifest

KINDS: dict[str, Any] = {"hand": HandFile, "game": Game, "archive": Manifest, "ledger": AnyLine}


def schema_text(name: str) -> str:
    """The JSON Schema (2020-12) of ``hand``, ``game``, ``archive`` or a line of ``ledger``, as JSON text."""
    kind = KINDS[name]
    made = msgspec.json.schema(kind)
    for name_of, definition in made["$defs"].items():
        if "description" in definition:
            definition["description"] = definition["description"].replace("``", "").replace("\n    ", " ")
        if name_of in ("HandFile", "HandRecord"):
            definition["oneOf"] = [{"required": ["log"]}, {"required": ["card"]}]
        if name_of == "AnyLine":
            definition |= {"minProperties": 1, "maxProperties": 1}
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:euchre-audit:euchre-{name}:1",
        "title": f"euchre-{name}/1",
    }
    return json.dumps({**head, **made}, indent=1, ensure_ascii=False) + "\n"
