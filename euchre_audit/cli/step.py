"""The terminal of ``replay --step``: keys in, screens out, and everything as it was at whatever end."""

import os
import re
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import click

from ..report.stepper import Games, fitted, frame, press, start

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
_ENDS = ("SIGTERM", "SIGHUP", "SIGQUIT")
_SEQUENCES = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\x1b[5~": "pgup",
    b"\x1b[6~": "pgdn",
}
_UNFINISHED = re.compile(rb"\x1b(\[[0-9;]*|O)?\Z")
_NAMES = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\x1b": "escape"}


def require_terminal() -> None:
    """Wrong usage where there is no terminal to step in."""
    hint = "--at 3.2.4 shows one step as text"
    if os.name != "posix":
        raise click.UsageError(f"--step needs the terminal of a Unix system, such as WSL on Windows; {hint}")
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise click.UsageError(f"--step needs a terminal for its keys and its screen; {hint}")
    if os.environ.get("TERM", "dumb") in ("dumb", ""):
        raise click.UsageError(f"--step needs a terminal that can place its cursor, and TERM names none; {hint}")


def step(games: Games, style: Any, at: Any) -> None:
    """Step through games until the person leaves."""
    _Screen(games, style, at).run()


def keys_of(data: bytes) -> Iterator[str]:
    """The keys of what a terminal sent; sequences that stand for no key here are passed over."""
    while data:
        if data[:2] in (b"\x1b[", b"\x1bO") and len(data) > 2:
            end = 3
            while data[1:2] == b"[" and end < len(data) and not 0x40 <= data[end - 1] <= 0x7E:
                end += 1
            key = _SEQUENCES.get(data[:end])
            data = data[end:]
            if key is not None:
                yield key
            continue
        length = 1 if data[0] < 0xC0 else 2 if data[0] < 0xE0 else 3 if data[0] < 0xF0 else 4
        sign = data[:length].decode("utf-8", "ignore")
        data = data[length:]
        if sign in _NAMES or (sign and sign.isprintable()):
            yield _NAMES.get(sign, sign)


class _Screen:
    """The terminal while it is stepped in. Signals are noted as they come and acted on between two keys."""

    def __init__(self, games: Games, style: Any, at: Any) -> None:
        self.games, self.style = games, style
        self.place = start(games, at)
        self.caught: list[int] = []
        self.input, self.output = sys.stdin.fileno(), sys.stdout.fileno()

    def run(self) -> None:
        sys.stdout.flush()
        with self._signals() as woken, self._raw():
            while not self.place.over:
                self._draw()
                for key in self._keys(woken):
                    self.place = press(self.place, key, self.games)
                    if self.place.over:
                        break

    def _keys(self, woken: int) -> list[str]:
        ready, _, _ = select.select([self.input, woken], [], [])
        if woken in ready:
            os.read(woken, 1024)
            self._act_on_signals()
        if self.input not in ready:
            return []
        data = self._read()
        while _UNFINISHED.search(data) and select.select([self.input], [], [], 0.05)[0]:
            data += self._read()
        if not data:
            return ["q"]
        return list(keys_of(data))

    def _read(self) -> bytes:
        try:
            return os.read(self.input, 1024)
        except OSError:  # the terminal is gone
            return b""

    def _act_on_signals(self) -> None:
        while self.caught:
            number = self.caught.pop(0)
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            if number == signal.SIGTSTP:
                self._stop()
            elif number != signal.SIGWINCH:
                raise _Ended(number)

    def _stop(self) -> None:
        """Ctrl-Z: the terminal as it was, until the shell lets the process go on."""
        self._restore()
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, before)
        self._prepare()

    @contextmanager
    def _signals(self) -> Iterator[int]:
        """Signals wake the reader of keys through a pipe, of which this gives the end to read."""
        read, write = os.pipe()
        os.set_blocking(write, False)
        names = ("SIGWINCH", "SIGINT", "SIGTSTP", *_ENDS)
        before = {number: signal.signal(number, self._note) for number in (getattr(signal, name) for name in names)}
        pipe = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        ended = None
        try:
            yield read
        except _Ended as end:
            ended = end.number
        finally:
            signal.set_wakeup_fd(pipe)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(read)
            os.close(write)
        if ended is not None:
            signal.signal(ended, signal.SIG_DFL)
            os.kill(os.getpid(), ended)

    def _note(self, number: int, _: FrameType | None) -> None:
        self.caught.append(number)

    @contextmanager
    def _raw(self) -> Iterator[None]:
        import termios

        self.before = termios.tcgetattr(self.input)
        try:
            self._prepare()
            yield
        finally:
            with suppress(OSError, termios.error):  # the terminal itself may be gone
                self._restore()

    def _prepare(self) -> None:
        import termios

        now = [*self.before]
        now[0] &= ~(termios.IXON | termios.ICRNL)
        now[3] &= ~(termios.ICANON | termios.ECHO)
        now[6] = [*self.before[6]]
        now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self.input, termios.TCSADRAIN, now)
        self._write(_ENTER)

    def _restore(self) -> None:
        import termios

        with suppress(OSError):
            self._write(_LEAVE)
        termios.tcsetattr(self.input, termios.TCSADRAIN, self.before)

    def _draw(self) -> None:
        width, height = os.get_terminal_size(self.output)
        self.place = fitted(self.place, self.games, width, height)
        lines = frame(self.place, self.games, self.style, width, height)
        rows = (f"\x1b[{row};1H{line}\x1b[0m\x1b[K" for row, line in enumerate(lines, 1))
        self._write("".join(rows) + "\x1b[J")

    def _write(self, text: str) -> None:
        data = text.encode(sys.stdout.encoding or "ascii", "backslashreplace")
        while data:
            data = data[os.write(self.output, data) :]


class _Ended(Exception):
    """A signal that ends the process came."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
