"""A command in a pseudo-terminal: keys in, and the screen as a terminal of that size shows it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from types import TracebackType

import pyte

from tests.cli.run import ROOT

PATIENCE = 20
"""Seconds after which a screen that does not come is a failure."""


class Terminal:
    """``euchre-audit`` with these words, or another command, in a terminal of so many columns and lines."""

    def __init__(
        self,
        *words: str,
        columns: int = 80,
        lines: int = 24,
        term: str = "xterm-256color",
        path: str = "",
        command: list[str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.status: int | None = None
        master, slave = pty.openpty()
        self.master = master
        self._size(columns, lines)
        self.modes = termios.tcgetattr(slave)
        self.child = os.fork()
        if self.child == 0:
            os.close(master)
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for number in (0, 1, 2):
                os.dup2(slave, number)
            os.chdir(ROOT)
            environment = {**os.environ, "TERM": term, "PYTHONIOENCODING": "utf-8"}
            environment["PYTHONPATH"] = os.pathsep.join(filter(None, [path, str(ROOT)]))
            for name in ("NO_COLOR", "COLUMNS", "LINES"):
                environment.pop(name, None)
            command = command or [sys.executable, "-c", "from euchre_audit.cli import main; main()", *words]
            os.execvpe(command[0], command, environment)
        self.slave = slave

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self.status is None:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        for handle in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(handle)

    def _size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """As a window that is pulled: the kernel tells the command."""
        self.screen.resize(lines, columns)
        self._size(columns, lines)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def signal(self, number: int) -> None:
        os.kill(self.child, number)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, what: str | Callable[[str], bool]) -> str:
        """The screen once it shows what is wanted."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = self.text()
            if what in shown if isinstance(what, str) else what(shown):
                return shown
            self._read(0.1)
        raise AssertionError(f"{what!r} did not come:\n{self.text()}")

    def sends(self, what: bytes, times: int = 1) -> None:
        """Wait for bytes that the command sends."""
        end = time.monotonic() + PATIENCE
        while self.sent.count(what) < times:
            assert time.monotonic() < end, self.sent[-2000:]
            self._read(0.1)

    def ends(self) -> int:
        """The exit code of the command, minus the number of the signal where one ended it."""
        self.status = self._waited()
        self._read(0)
        return os.waitstatus_to_exitcode(self.status)

    def _waited(self) -> int:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self._read(0.05)
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                return status
        raise AssertionError(f"it goes on:\n{self.text()}")

    def is_restored(self, *, modes: bool = True) -> bool:
        """Whether the modes are those from before, and the screen, its cursor and its lines, too."""
        leaves = all(self.sent.rindex(off) > self.sent.rindex(on) for on, off in _PAIRS)
        return leaves and (not modes or termios.tcgetattr(self.slave) == self.modes)

    def _read(self, seconds: float) -> None:
        while select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.sent += data
            self.stream.feed(data)
            seconds = 0


_PAIRS = ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h"), (b"\x1b[?7l", b"\x1b[?7h"))
