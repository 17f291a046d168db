"""The command line: one file a command, loaded when it is asked for."""

import sys

from .. import __version__

try:
    import importlib
    import traceback

    import click
except KeyboardInterrupt:  # before there is a command that could say so
    sys.exit(130)

COMMANDS = {
    "verify": "Check hands and games: deal, commitment, calls, play, score.",
    "replay": "Show a game trick by trick, with each fault at its place.",
    "archive": "Audit a folder or archive of games, and its manifest.",
    "statistics": "Ask of many deals whether luck explains who got which cards.",
    "deal": "Deal from terms and a secret, and show every stage.",
    "vectors": "Check test vectors of the deal procedure.",
    "convert": "Rewrite games as .json, .jsonl, .msgpack, .egn or .emn.",
    "extract": "Take one hand out of a game, as a hand file.",
    "rules": "Show, print, compare and check houses; say which fit a game.",
    "explain": "Say what a finding's code, or a word of the game, means.",
    "schema": "Print the JSON Schema of a record.",
    "page": "Print a page that checks hands in a browser, offline.",
    "operator": "For a site: promise each deal before the hand, open it after.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f".{cmd_name}", __name__)
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="euchre-audit")
def cli() -> None:
    """Prove that an online euchre game was dealt and scored fairly, or say what does not fit.

    Exit: 0 nothing found; 1 findings; 2 wrong usage, unreadable input, or nothing that could be checked;
    130 interrupted.
    """


def main() -> None:
    """Run the command line; never shows a traceback."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = 130
    if code == 130:
        click.echo("interrupted", err=True)
    sys.exit(code)


def _run() -> int:
    """Run it, and say what went wrong; the exit code."""
    from ..findings import Unreadable
    from .shared import close_output, open_streams, say_unreadable

    open_streams()
    try:
        code = cli.main(prog_name="euchre-audit", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        code = 130
    except BrokenPipeError:
        close_output()
        code = 0
    except OSError as error:
        close_output()
        click.echo(f"standard output: it cannot be written: {error.strerror}  F101", err=True)
        code = 2
    except click.ClickException as error:
        error.show()
        code = 2
    except Unreadable as error:
        say_unreadable(error.finding)
        code = 2
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        kind = type(error).__name__
        click.echo(f"X901 this tool failed: {kind} in {last.name}, line {last.lineno}; please report it", err=True)
        code = 2
    return code if isinstance(code, int) else 0
