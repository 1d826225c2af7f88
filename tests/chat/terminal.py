"""Somebody at a terminal: reads what a program asks, and types answers."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import leash
from patience import check, until

# Escape sequences: colours, and where the cursor is.
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[78=>]")

ENTER, DOWN, INTERRUPT = "\r", "\x1b[B", "\x03"


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, command, folder):
        self.master, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        kept = {key: value for key, value in os.environ.items() if key != "RUST_LOG"}

        def begin():
            leash.die_with_parent()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(command, cwd=folder, env=kept | {"TERM": "xterm"}, stdin=inner, stdout=inner,
                                        stderr=inner, start_new_session=True, preexec_fn=begin)
        self.inner = inner
        os.set_blocking(self.master, False)
        self.raw, self.seen, self.keys = b"", 0, 0

    @property
    def shown(self):
        """All that was shown, without colours."""
        try:
            while data := os.read(self.master, 65536):
                self.raw += data
        except OSError:
            pass  # there is no more for now
        return CONTROL.sub("", self.raw.decode(errors="replace"))

    async def until(self, words):
        """Waits until something is shown that was not waited for before."""
        def found():
            at = self.shown.find(words, self.seen)
            check(at >= 0 or self.process.poll() is None, f"it ended before “{words}”:\n{self.shown}")
            return at + len(words) if at >= 0 else None

        try:
            self.seen = await until(found, f"“{words}” is shown", 60)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.shown}") from None

    def press(self, keys):
        """Types keys. An arrow is one."""
        self.keys += len(keys.replace(DOWN, "v"))
        os.write(self.master, keys.encode())

    async def answer(self, question, keys=""):
        """Waits for a question, types, and presses Enter."""
        await self.until(f"? {question}")
        self.press(keys + ENTER)

    def echoes(self):
        """Whether what is typed is shown, as before the program began."""
        return bool(termios.tcgetattr(self.inner)[3] & termios.ECHO)

    async def ends(self, status):
        """The program ends with this status, and leaves the terminal as it was."""
        await until(lambda: self.process.poll() is not None, f"it ends:\n{self.shown}", 60)
        shown = self.shown
        check(self.process.returncode == status, f"it ended with {self.process.returncode}:\n{shown}")
        check(self.echoes(), "the terminal no longer shows what is typed")
        os.close(self.master)
        os.close(self.inner)
        return shown
