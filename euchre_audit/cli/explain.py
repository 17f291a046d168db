"""``explain``: what a code means."""

import click

from .shared import emit, look_options, make_style


@click.command()
@click.argument("codes", metavar="CODE…", nargs=-1)
@look_options
def explain(codes: tuple[str, ...], color: str, ascii_only: bool) -> int:
    """Say what a finding's CODE means: the rule, a case that fires, its near miss, the source.

    Without CODE every code is listed.
    """
    from ..findings import all_codes, entry
    from ..report import explain_text

    style = make_style(color, ascii_only)
    if not codes:
        lines = [f"  {code}  {entry(code).severity:<8} {entry(code).title}" for code in all_codes()]
        emit(style.finish("\n".join(lines) + "\n"))
        return 0
    unknown = [code for code in codes if code.upper() not in all_codes()]
    if unknown:
        raise click.BadParameter(f"there is no code {unknown[0]!r}; euchre-audit explain lists them all")
    emit("\n".join(explain_text(entry(code), style) for code in dict.fromkeys(map(str.upper, codes))))
    return 0
