#!/usr/bin/env python3
"""A real homeserver on loopback: Synapse with SQLite.

    homeserver.py serve FOLDER PYTHON      # runs until its standard input closes, then clears up

prints one line of JSON about itself (`url`, `folder`, `secret`) once it answers. FOLDER keeps
configuration, database, media and log; PYTHON is that of the environment with Synapse in it.
Standard library only.
"""

import json
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import leash

NAME = "localhost"

# A fresh server makes its tables first; on a busy machine of two cores that takes its time.
PATIENCE = 120

BASE = """\
server_name: "{name}"
public_baseurl: "{url}/"
pid_file: "{folder}/homeserver.pid"
signing_key_path: "{folder}/signing.key"
listeners:
  - {{port: {port}, bind_addresses: ["127.0.0.1"], type: http, tls: false, resources: [{{names: [client]}}]}}
database: {{name: sqlite3, args: {{database: "{folder}/homeserver.db"}}}}
media_store_path: "{folder}/media"
log_config: "{folder}/log.yaml"
report_stats: false
enable_registration: false
registration_shared_secret: "{secret}"
macaroon_secret_key: "{secret}m"
form_secret: "{secret}f"
bcrypt_rounds: 4                   # these passwords guard nothing
trusted_key_servers: []            # no key server is asked,
federation_domain_whitelist: []    # no other server is spoken to
url_preview_enabled: false
"""

LIFTED = """\
rc_message: &free {per_second: 10000, burst_count: 10000}
rc_registration: *free
rc_login: {address: *free, account: *free, failed_attempts: *free}
rc_joins: {local: *free, remote: *free}
rc_joins_per_room: *free
rc_invites: {per_room: *free, per_user: *free, per_issuer: *free}
rc_room_creation: *free
rc_key_requests: *free
rc_media_create: *free
rc_presence: {per_user: *free}
"""

# What large servers switch off. Then nothing moves their clock of events but events.
NO_PRESENCE = "presence: {enabled: false}\n"

LOG = """\
version: 1
formatters: {{plain: {{format: '%(asctime)s %(levelname)s %(name)s [%(request)s] %(message)s'}}}}
handlers: {{file: {{class: logging.FileHandler, formatter: plain, filename: "{folder}/synapse.log", encoding: utf8}}}}
root: {{level: INFO, handlers: [file]}}
disable_existing_loggers: false
"""


def free_port():
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Synapse:
    """One server. It can be killed and started again on the same port, with all that it knows."""

    def __init__(self, folder, python, limits="lifted"):
        self.folder = Path(folder)
        self.python = Path(python)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.secret = secrets.token_hex(16)
        self.log = self.folder / "synapse.log"
        self.process = None
        self.folder.mkdir(parents=True, exist_ok=True)
        fields = {"name": NAME, "url": self.url, "folder": self.folder, "port": self.port, "secret": self.secret}
        config = BASE.format(**fields) + {"lifted": LIFTED, "default": "", "no presence": LIFTED + NO_PRESENCE}[limits]
        (self.folder / "homeserver.yaml").write_text(config)
        (self.folder / "log.yaml").write_text(LOG.format(**fields))
        key = self.folder / "signing.key"
        subprocess.run([str(self.python.parent / "generate_signing_key"), "-o", str(key)], check=True)

    def start(self, attempts=3):
        """Starts it and waits until it answers."""
        with open(self.folder / "stdout.log", "ab") as out:
            self.process = subprocess.Popen(
                [str(self.python), "-m", "synapse.app.homeserver", "-c", str(self.folder / "homeserver.yaml")],
                stdin=subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=leash.die_with_parent)
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None:
                said = (self.folder / "stdout.log").read_text()[-3000:]
                # Its own connections get into each other's way on a machine that is busy.
                if "database is locked" in said and attempts > 1:
                    time.sleep(1)
                    return self.start(attempts - 1)
                raise SystemExit(f"Synapse died at its start:\n{said}")
            if time.monotonic() > end:
                self.kill()
                raise SystemExit(f"Synapse did not answer within {PATIENCE} s")
            time.sleep(0.1)

    def answers(self):
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=2) as response:
                return response.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def kill(self):
        """Kills it, in the middle of whatever it does."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def about(self):
        return {"url": self.url, "folder": str(self.folder), "secret": self.secret}


def main():
    command, folder, python = sys.argv[1:]
    if command != "serve":
        raise SystemExit(__doc__)
    server = Synapse(folder, python)

    ending = threading.Event()

    def clear():
        ending.set()
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)

    leash.end_with_input(clear)
    server.start()
    print(json.dumps(server.about()), flush=True)
    server.process.wait()
    if not ending.is_set():
        raise SystemExit("Synapse ended by itself")
    # The other thread clears up and ends the process.
    threading.Event().wait()


if __name__ == "__main__":
    main()
