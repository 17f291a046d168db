"""``vectors``: test vectors of the deal procedure."""

import json
from typing import Any

import click

from ..findings import Unreadable, Where
from .shared import emit


@click.command()
@click.argument("files", metavar="[FILE…]", nargs=-1)
@click.option("-q", "--quiet", is_flag=True, help="Print the failing vectors alone.")
def vectors(files: tuple[str, ...], quiet: bool) -> int:
    """Check test vectors: which one fails, and at which stage.

    FILE holds whole deals, or terms alone. Without FILE the tool's own vectors are checked. A vector whose
    result is invalid passes when it is refused, or when some value in it is not what the procedure gives.
    Exit 1 where a vector fails.
    """
    from ..dealing.check_vectors import check_vector
    from ..report.clean import clean, unforgeable

    lines = []
    failed = 0
    for path, listed in _read(files):
        bad = 0
        for index, vector in enumerate(listed):
            where = Where(path=path, pointer=f"/vectors/{index}")
            if not isinstance(vector, dict):
                raise Unreadable("F110", "a vector is not an object", where)
            name = clean(str(vector.get("id", index)))
            try:
                difference = check_vector(vector)
            except (ValueError, AttributeError, TypeError, KeyError) as error:
                raise Unreadable("F110", f"vector {name} is not of a vector's form: {error}", where) from None
            if difference is not None:
                bad += 1
                stage, expected, found = difference
                lines.append(f"FAIL {clean(path)}: {name}: at {stage}")
                lines.append(f"     expected {clean(json.dumps(expected, ensure_ascii=False))}")
                lines.append(f"     found    {clean(json.dumps(found, ensure_ascii=False, default=str))}")
        failed += bad
        if not quiet:
            lines.append(f"{clean(path)}: {len(listed)} vectors, {len(listed) - bad} as they say, {bad} not")
    emit(unforgeable("\n".join([*lines, ""])) if lines else "")
    return 1 if failed else 0


def _read(files: tuple[str, ...]) -> list[tuple[str, list[Any]]]:
    from importlib.resources import files as resources

    from ..records import read_bytes
    from ..records.strict import parse_json

    sources = [(path, read_bytes(path)) for path in files]
    if not files:
        folder = resources("euchre_audit.dealing").joinpath("vectors")
        own = sorted(item.name for item in folder.iterdir() if item.name.endswith(".json"))
        sources = [(name, folder.joinpath(name).read_bytes()) for name in own]
    read = []
    for path, data in sources:
        where = Where(path=path, line=1)
        tree = parse_json(data, where)
        listed = tree.get("vectors") if isinstance(tree, dict) else None
        if not isinstance(listed, list):
            raise Unreadable("F108", "this is not a file of vectors", where, '"vectors": [...]')
        if not listed:
            raise Unreadable("F150", "the file holds no vectors", where)
        read.append((path, listed))
    return read
