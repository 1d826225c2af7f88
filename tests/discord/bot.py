"""The bot as a process: its settings, its life and its death."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import leash
from patience import check, until

# From SIGTERM to the end: what is in hand is finished, and that may be a picture or a request
# that the server lets wait.
END = 30

# A start that is refused says so at once.
REFUSAL = 60


class Bot:
    """The bot with its folder: settings and database. It can be started again and again."""

    def __init__(self, binary, folder, url, token, id, discord=None, top=None):
        self.binary, self.folder, self.id = binary, Path(folder), id
        self.database = self.folder / "games.db"
        self.top = {"database": str(self.database)} | (top or {})
        self.pictures = {"size": 400}
        self.discord = {"token": token, "api_base": url, "prefix": "!"} | (discord or {})
        self.process = None
        self.starts = 0
        self.folder.mkdir(parents=True, exist_ok=True)

    # -- settings

    def settings(self, **changed):
        """The settings file; None leaves a key out."""
        def table(values):
            return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items() if value is not None)

        text = table(self.top) + "\n[pictures]\n" + table(self.pictures) + "\n[discord]\n" + table(self.discord | changed)
        path = self.folder / "config.toml"
        path.write_text(text)
        path.chmod(0o600)
        return path

    # -- life

    def start(self, environment=None, **changed):
        """Starts it, and does not wait: what it does shows on the server."""
        check(not self.alive(), "the bot runs already")
        path = self.settings(**changed)
        self.starts += 1
        env = {"RUST_LOG": "warn,ringleader=info,serenity=info", "RUST_BACKTRACE": "1"} | dict(os.environ) | (environment or {})
        with open(self.folder / "bot.log", "ab") as err, open(self.folder / "bot.out", "ab") as out:
            err.write(f"--- start {self.starts}\n".encode())
            self.process = subprocess.Popen([*self.binary, "run", "--config", str(path)], cwd=self.folder, env=env,
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

    async def refused(self, *told, environment=None, **changed):
        """Starts it with settings that cannot be: it says why, with these words, and ends."""
        before = len(self.log())
        self.start(environment, **changed)
        await until(lambda: not self.alive(), f"the bot refuses to start with {changed}", REFUSAL)
        said = self.log()[before:]
        check(self.process.returncode != 0, f"the bot ended with status 0 with {changed}")
        for word in told:
            check(word in said, f"«{word}» is not named:\n{said}")
        check("panicked" not in said, said)
        return said

    # -- what it says on its terminal

    def log(self):
        """Standard error and standard output, of all starts."""
        return "".join((self.folder / name).read_text(errors="replace")
                       for name in ("bot.log", "bot.out") if (self.folder / name).exists())

    def warnings(self):
        return [line for line in self.log().splitlines() if re.search(r"\b(WARN|ERROR)\b", line)]

    def tail(self, lines=60):
        return "\n".join(self.log().splitlines()[-lines:])

    def memory(self):
        """Resident and proportional size of the process, in KiB."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return tuple(int(re.search(rf"^{key}:\s+(\d+)", text, re.M)[1]) for key in ("Rss", "Pss"))

    async def stop(self):
        """At the end of a test."""
        if self.alive():
            await self.end()
        check("panicked at" not in self.log(), f"the bot panicked:\n{self.tail()}")
