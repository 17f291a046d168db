"""What the commands share: options, colour, output."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from ..findings import ANSWERS, Finding, Unreadable, Where

Function = TypeVar("Function", bound=Callable[..., Any])
FORMATS = ("text", "json", "jsonl", "junit", "sarif", "github", "html")


class ValueMayBeLeftOut(click.Command):
    """A command with an option whose value may be left out before the argument, too: ``--scoresheet FILE``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Spell out the value that is left out."""
        optional = {
            name: (option.flag_value, option.type.choices)
            for option in self.params
            if isinstance(option, click.Option) and isinstance(option.type, click.Choice) and option.flag_value
            for name in option.opts
        }
        spelled = []
        for arg, after in zip(args, [*args[1:], ""], strict=True):
            value, choices = optional.get(arg, ("", ()))
            spelled.append(f"{arg}={value}" if value and after not in choices else arg)
        return super().parse_args(ctx, spelled)


def look_options(function: Function) -> Function:
    """``--color`` and ``--ascii``."""
    for option in (
        click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII alone: Ac for A♣, ok for a tick."),
        click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            show_default=True,
            help="When to use colour; NO_COLOR is heeded.",
        ),
    ):
        function = option(function)
    return function


def house_option(function: Function) -> Function:
    """``--house``."""
    text = (
        "Judge by this house (see: rules list), or by a house file of your own that ends in .toml (see: rules "
        "check), instead of the file's; the file's own rules stay on top of it."
    )
    return click.option("--house", metavar="HOUSE|FILE.toml", help=text)(function)


def is_house_file(name: str) -> bool:
    """Whether this is the path of a house file, not the name of a house."""
    return name.lower().endswith(".toml")


def find_house(name: str, hint: str | None = None) -> Any:
    """The shipped house of this name, or that of the person's own file, which has to be without fault."""
    from ..rules import UnknownHouse, load_house, read_house

    if is_house_file(name):
        return read_house(house_text(name), name, os.path.basename(name))
    try:
        return load_house(name.lower())
    except UnknownHouse:
        message = f"there is no house {name!r}; see: euchre-audit rules list"
        raise click.BadParameter(message, param_hint=hint) from None


def house_text(path: str) -> str:
    """The text of a house file; ``Unreadable`` where it is none."""
    from ..records import read_bytes
    from ..records.strict import decode_text

    return decode_text(read_bytes(path), Where(path=path))


def audit_options(function: Function) -> Function:
    """The options of every command that audits."""
    for option in (
        click.option(
            "-v", "--verbose", is_flag=True, help="Show every step of the evidence, and notes of each game."
        ),
        click.option("-q", "--quiet", is_flag=True, help="Print the verdict alone; what -o writes stays whole."),
        click.option(
            "--fail-on",
            type=click.Choice(["error", "warning", "note"]),
            default="error",
            show_default=True,
            help="The least severe finding that gives exit 1.",
        ),
        click.option(
            "--require",
            metavar="ANSWER,…",
            help=f"Answers that have to pass, else exit 1: {', '.join(ANSWERS)}.",
        ),
        click.option(
            "--baseline",
            metavar="FILE",
            help="Known findings by fingerprint, each with a reason; others fail, and vanished ones are told.",
        ),
        click.option("--published", metavar="LIST", help="Your own copy of the club's list from before the hand."),
        click.option(
            "--mine",
            metavar="VALUE|FILE",
            multiple=True,
            help="The number that you put into a deal yourself, or a file of them, one a line. May be repeated.",
        ),
        click.option(
            "--saw",
            metavar="COMMITMENT|FILE",
            multiple=True,
            help="A commitment that you saw before the hand, or a file with one, or with the club's checkpoint "
            "that you saved before it. May be repeated.",
        ),
        click.option(
            "--key",
            "keys",
            metavar="FILE|FOLDER",
            multiple=True,
            help="The club's verifier key, as you got it from the club; witnesses' keys and certificates of time "
            "stamps, too. A file, or a folder of them. May be repeated.",
        ),
    ):
        function = option(function)
    return look_options(house_option(report_options(function)))


def report_options(function: Function) -> Function:
    """``--format`` and ``--report``."""
    for option in (
        click.option(
            "-o",
            "--report",
            "reports",
            metavar="FORMAT=PATH",
            multiple=True,
            help="Write a report to a file, too, in a format of --format. May be repeated.",
        ),
        click.option(
            "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="What to print."
        ),
    ):
        function = option(function)
    return function


def read_options(
    house: str | None,
    saw: tuple[str, ...] = (),
    published: str | None = None,
    mine: tuple[str, ...] = (),
    keys: tuple[str, ...] = (),
    chain: bool = False,
    in_full: int = 0,
    require: str | None = None,
    fail_on: str = "error",
    baseline: str | None = None,
) -> Any:
    """The audit's options from those of the command line."""
    from ..audit import Options
    from ..records import ShownCheckpoint, read_keys, read_own_values, read_published, read_seen
    from ..records.baseline import read_baseline

    judged_by: Any = None
    if house is not None:
        found = find_house(house, "--house")
        judged_by = found if is_house_file(house) else found.name
    required = tuple(name.strip() for name in (require or "").split(",") if name.strip())
    if require is not None and not required:
        raise click.BadParameter(f"it names no answer: {', '.join(ANSWERS)}", param_hint="--require")
    unknown = [name[:60] for name in required if name not in ANSWERS]
    if unknown:
        hint = "; bidding counts as play" if unknown[0] == "bidding" else ""
        raise click.BadParameter(f"{unknown[0]!r} is none of {', '.join(ANSWERS)}{hint}", param_hint="--require")
    seen = [read_seen(each) for each in saw]
    return Options(
        house=judged_by,
        keys=read_keys(keys),
        saw=tuple(each for each in seen if isinstance(each, str)),
        checkpoints=tuple(each for each in seen if isinstance(each, ShownCheckpoint)),
        mine=tuple(value for each in mine for value in read_own_values(each)),
        chain=chain,
        in_full=in_full,
        published=read_published(published) if published is not None else None,
        require=required,
        fail_on=fail_on,
        baseline=read_baseline(baseline) if baseline is not None else None,
        baseline_path=baseline,
    )


def parse_reports(reports: tuple[str, ...], formats: tuple[str, ...] = FORMATS) -> list[tuple[str, str]]:
    """``FORMAT=PATH`` options, checked before any work is done."""
    parsed = []
    for each in reports:
        kind, sign, path = each.partition("=")
        if kind not in formats or not sign or path in ("", "-"):
            raise click.BadParameter(
                f"{each!r} is not FORMAT=PATH, with one of {', '.join(formats)} and a file", param_hint="--report"
            )
        parsed.append((kind, path))
    return parsed


def make_style(color: str, ascii_only: bool) -> Any:
    """How to draw on standard output."""
    from ..report import Style

    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return Style(colour=color == "always" or (color == "auto" and wanted), ascii=ascii_only or not _signs())


def _signs() -> bool:
    try:
        "✓♣…".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def emit(text: str) -> None:
    """Write to standard output. A reader that has gone away is no fault; a full disk is."""
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        close_output()
    except OSError as error:
        close_output()
        message = f"it cannot be written: {error.strerror}"
        raise Unreadable("F101", message, Where(path="standard output")) from None


def open_streams() -> None:
    """A stream that was closed before the start takes nothing and gives nothing, and is no fault of the input's."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def close_output() -> None:
    """Nothing more goes to standard output, and what is still in its buffer does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_audit(
    audit: Callable[[Any], Any],
    audited: Sequence[str],
    *,
    form: str,
    reports: tuple[str, ...],
    color: str,
    ascii_only: bool,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> int:
    """Audit with the options of :func:`audit_options`, write the report wherever it is wanted; the exit code.

    ``audited`` are the files and folders that are audited.
    """
    from ..audit.baseline import apply_baseline
    from ..report.render import render, render_text
    from .targets import check_targets, write_targets

    targets = parse_reports(reports)
    own = [given[name] for name in ("published", "house", "baseline") if given.get(name)]
    own += [each for name in ("saw", "mine", "keys") for each in given.get(name, ())]
    check_targets(targets, audited, own)
    report = audit(read_options(chain=verbose, in_full=hands_in_full(form, targets), **given))
    apply_baseline(report)
    failed = write_targets(report, targets, verbose=verbose)
    style = make_style(color, ascii_only)
    emit(render_text(report, style, quiet=quiet, verbose=verbose) if form == "text" else render(form, report))
    if form == "github":
        _summarise(report)
    for finding in failed:
        say_unreadable(finding)
    return 2 if failed else int(report.exit_code)


def hands_in_full(form: str, targets: list[tuple[str, str]]) -> int:
    """How many hands the formats that are wanted show in full."""
    from ..report.html import IN_FULL

    return IN_FULL if "html" in (form, *(kind for kind, _ in targets)) else 0


def _summarise(report: Any) -> None:
    """The summary of the step, where GitHub asks for one."""
    from ..records import append_text
    from ..report.github import step_summary

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        append_text(path, step_summary(report))


def same_file(path: str, other: str) -> bool:
    """Whether both are there and the same."""
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):
        return False


def say_unreadable(finding: Finding) -> None:
    """One line on standard error: where, what, what was expected."""
    from ..report import clean
    from ..report.clean import unforgeable

    where = finding.where
    place = clean(where.path or "") + (f":{where.line}" if where.line is not None else "")
    expected = f"; expected {clean(finding.expected)}" if finding.expected else ""
    found = f"; found {clean(finding.found)}" if finding.found else ""
    line = unforgeable(f"{place}: {clean(finding.message)}{expected}{found}  {finding.code}")
    click.echo(line.encode("ascii", "backslashreplace").decode() if not _signs() else line, err=True)
