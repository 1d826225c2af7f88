"""The bot as a process: its settings, its life and its death."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import leash
from patience import check, until

# From SIGTERM to the end, in seconds, even if the server answers nothing any more.
END = 10

# A start that is refused says so at once; the slowest part is a passphrase that is stretched.
REFUSAL = 60

# The exit status that tells a service manager that another start would not help.
CONFIGURATION = 78


class Program:
    """The bot with its folder: settings, database, and what its platform keeps. It can be started
    again and again."""

    def __init__(self, binary, folder, platform, account, top=None):
        """`account` has the settings of the platform, `top` those above all tables."""
        self.binary, self.folder = binary, Path(folder)
        self.platform, self.account = platform, account
        self.database = self.folder / "games.db"
        self.top = {"database": str(self.database)} | (top or {})
        self.pictures = {"size": 400}
        self.sections = {}       # further sections, by their names
        self.subcommand = "run"
        self.process = None
        self.starts = 0
        self.panics = 0          # how many were planted (FAILPOINTS)
        self.folder.mkdir(parents=True, exist_ok=True)

    # -- settings

    def settings(self, **changed):
        """The settings file; None leaves a key out."""
        def table(values):
            return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items() if value is not None)

        path = self.folder / "config.toml"
        sections = "".join(f"[{name}]\n{table(values)}\n" for name, values in self.sections.items())
        path.write_text(f"{table(self.top)}\n[pictures]\n{table(self.pictures)}\n{sections}"
                        f"[{self.platform}]\n{table(self.account | changed)}")
        path.chmod(0o600)
        return path

    # -- life

    def start(self, environment=None, **changed):
        """Starts it, and does not wait: what it does shows on the server."""
        check(not self.alive(), "the bot runs already")
        path = self.settings(**changed)
        self.starts += 1
        # What it logs is what its owner would see.
        kept = {key: value for key, value in os.environ.items() if key != "RUST_LOG"}
        env = {"RUST_BACKTRACE": "1"} | kept | (environment or {})
        with open(self.folder / "bot.log", "ab") as err, open(self.folder / "bot.out", "ab") as out:
            err.write(f"--- start {self.starts}\n".encode())
            self.process = subprocess.Popen([*self.binary, self.subcommand, "--config", str(path)], cwd=self.folder, env=env,
                                            stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                            preexec_fn=leash.die_with_parent)
        return self

    def alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """SIGKILL: it cannot do anything about it."""
        check(self.alive(), f"the bot ended by itself:\n{self.tail()}")
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def end(self, with_signal=signal.SIGTERM):
        """Ends it as an owner would, and sees to it that it ends well."""
        check(self.alive(), f"the bot ended by itself:\n{self.tail()}")
        self.process.send_signal(with_signal)
        await until(lambda: not self.alive(), "the bot ends when it is told to", END)
        check(self.process.returncode == 0, f"the bot ended with status {self.process.returncode}:\n{self.tail()}")

    async def restart(self, **changed):
        await self.end()
        return self.start(**changed)

    async def refused(self, *told, **changed):
        """Starts it with settings that cannot be: it says why, with these words, and ends."""
        before = self.logs()
        self.start(**changed)
        await until(lambda: not self.alive(), f"the bot refuses to start with {changed}", REFUSAL)
        said = "".join(now[len(then):] for now, then in zip(self.logs(), before))
        check(self.process.returncode == CONFIGURATION, f"the bot ended with {self.process.returncode} with {changed}")
        for word in told:
            check(word in said, f"“{word}” is not named:\n{said}")
        check("panicked" not in said, said)
        return said

    async def stop(self):
        """At the end of a test."""
        if self.alive():
            await self.end()
        panics = self.log().count("panicked at")
        check(panics == self.panics, f"the bot panicked {panics} times:\n{self.tail()}")

    # -- what it says on its terminal

    def log(self):
        """Standard error and standard output, of all starts."""
        return "".join(self.logs())

    def logs(self):
        """The two apart."""
        files = [self.folder / name for name in ("bot.log", "bot.out")]
        return [file.read_text(errors="replace") if file.exists() else "" for file in files]

    def warnings(self):
        return [line for line in self.log().splitlines() if re.search(r"\b(WARN|ERROR)\b", line)]

    def tail(self, lines=60):
        return "\n".join(self.log().splitlines()[-lines:])

    # -- what it takes

    def memory(self):
        """Resident and proportional size of the process, in KiB."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return tuple(int(re.search(rf"^{key}:\s+(\d+)", text, re.M)[1]) for key in ("Rss", "Pss"))
