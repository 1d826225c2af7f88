#!/usr/bin/env python3
"""An independent Discord-compatible server on loopback: YEPCord with SQLite.

    yep_server.py serve FOLDER PYTHON      # runs until its standard input closes, then clears up

prints one line of JSON about itself (`url`, `folder`, `record`) once it answers. FOLDER keeps
configuration, database, files and log; PYTHON is that of the environment with YEPCord in it.
Standard library only.
"""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "chat"))

import leash  # noqa: E402

# A fresh server makes its tables first; on a busy machine of two cores that takes its time.
PATIENCE = 120

CONFIG = """\
DB_CONNECT_STRING = "sqlite://{folder}/db.sqlite"
MIGRATIONS_DIR = "{folder}/migrations"
KEY = "{key}"
PUBLIC_HOST = "127.0.0.1:{port}"
GATEWAY_HOST = "127.0.0.1:{port}/gateway"
CDN_HOST = "127.0.0.1:{port}/media"
STORAGE = {{"type": "local", "local": {{"path": "{folder}/files"}}}}
MESSAGE_BROKER = {{"type": "ws", "ws": {{"url": "ws://127.0.0.1:{broker}"}}}}
BCRYPT_ROUNDS = 12                 # the fewest that it takes
"""


def free_ports(number):
    """Ports that nobody listens on now."""
    probes = [socket.socket() for _ in range(number)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Yepcord:
    """One server."""

    def __init__(self, folder, python):
        self.folder, self.python = Path(folder).resolve(), Path(python)
        self.port, self.broker = free_ports(2)
        self.url = f"http://127.0.0.1:{self.port}"
        self.record = self.folder / "requests.jsonl"
        self.log = self.folder / "yepcord.log"
        self.process = None
        self.folder.mkdir(parents=True, exist_ok=True)
        self.record.touch()
        key = base64.b64encode(os.urandom(32)).decode()
        config = CONFIG.format(folder=self.folder, key=key, port=self.port, broker=self.broker)
        (self.folder / "config.py").write_text(config)

    def start(self):
        """Starts it and waits until it answers."""
        config = str(self.folder / "config.py")
        env = dict(os.environ) | {"YEPCORD_CONFIG": config, "RINGLEADER_YEPCORD_AT": f"127.0.0.1:{self.port}",
                                  "RINGLEADER_YEPCORD_RECORD": str(self.record)}
        with open(self.log, "ab") as out:
            subprocess.run([str(self.python.parent / "yepcord"), "migrate", "-c", config], cwd=self.folder, env=env,
                           stdin=subprocess.DEVNULL, stdout=out, stderr=out, check=True)
            self.process = subprocess.Popen(
                [str(self.python), "-m", "uvicorn", "--app-dir", str(HERE), "--host", "127.0.0.1", "--port", str(self.port),
                 "yep_app:app"],
                cwd=self.folder, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=leash.die_with_parent)
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise SystemExit(f"YEPCord does not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.1)
        return self

    def answers(self):
        try:
            with urllib.request.urlopen(f"{self.url}/api/v10/gateway", timeout=2) as response:
                return response.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def about(self):
        return {"url": self.url, "folder": str(self.folder), "record": str(self.record)}


def main():
    if sys.argv[1:2] != ["serve"] or len(sys.argv) != 4:
        raise SystemExit(__doc__)
    folder, python = sys.argv[2:]
    server = Yepcord(folder, python)

    def clear():
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)

    leash.end_with_input(clear)
    server.start()
    print(json.dumps(server.about()), flush=True)
    status = server.process.wait()
    os._exit(status or 1)


if __name__ == "__main__":
    main()
