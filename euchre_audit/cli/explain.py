"""``explain``: what a code, or a word of the game, means."""

import textwrap

import click

from .shared import emit, look_options, make_style


@click.command()
@click.argument("codes", metavar="CODE|WORD…", nargs=-1)
@look_options
def explain(codes: tuple[str, ...], color: str, ascii_only: bool) -> int:
    """Say what a finding's CODE means: the rule, a case that fires, its near miss, the source.

    A WORD of the game (bower, crossing, "in the barn"), or the name of a switch of the rules, is told in a line.
    Without any, codes and words are listed.
    """
    from ..findings import all_codes, entry
    from ..report import explain_text
    from ..rules import Rules, all_words, allowed_values, find_word, switches

    meanings = {key: meaning for key, _, meaning in switches(Rules())}
    style = make_style(color, ascii_only)
    if not codes:
        lines = [f"  {code}  {entry(code).severity:<8} {entry(code).title}" for code in all_codes()]
        words = ", ".join(word.word for word in all_words())
        lines += ["", *textwrap.wrap(f"Words: {words}", 96, initial_indent="  ", subsequent_indent="  ")]
        emit(style.finish("\n".join(lines) + "\n"))
        return 0
    told: list[str] = []
    for asked in (" ".join(codes),) if find_word(" ".join(codes)) else codes:
        word = find_word(asked)
        if asked.upper() in all_codes():
            told.append(explain_text(entry(asked.upper()), style))
        elif word is not None:
            also = f"  also: {', '.join(word.also)}\n" if word.also else ""
            told.append(style.finish(f"{style.paint(word.word, 'bold')}  {word.meaning}\n{also}"))
        elif asked.lower() in meanings:
            values = allowed_values(asked.lower())
            may = f"\n  it may be: {values}" if values else ""
            told.append(style.finish(f"{style.paint(asked.lower(), 'bold')}  {meanings[asked.lower()]}{may}\n"))
        else:
            raise click.BadParameter(f"there is no code or word {asked!r}; euchre-audit explain lists them all")
    emit("\n".join(dict.fromkeys(told)))
    return 0
