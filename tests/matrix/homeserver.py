#!/usr/bin/env python3
"""A real homeserver on loopback: Synapse with SQLite.

    homeserver.py serve FOLDER PYTHON      # runs until its standard input closes, then clears up

prints one line of JSON about itself (`url`, `folder`, `secret`) once it answers. FOLDER keeps
configuration, database, media and log; PYTHON is that of the environment with Synapse in it.
Standard library only.
"""

import secrets
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "chat"))

from server import Server, serve  # noqa: E402

NAME = "localhost"

# Its own connections get into each other's way on a machine that is busy: then it is started again.
STARTS = 3

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
thumbnail_sizes: []                # nobody looks at thumbnails
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

# Tokens that can be renewed expire after seconds.
SHORT_TOKENS = "refreshable_access_token_lifetime: 4s\n"

LOG = """\
version: 1
formatters: {{plain: {{format: '%(asctime)s %(levelname)s %(name)s [%(request)s] %(message)s'}}}}
handlers: {{file: {{class: logging.FileHandler, formatter: plain, filename: "{folder}/synapse.log", encoding: utf8}}}}
root: {{level: WARNING, handlers: [file]}}
disable_existing_loggers: false
"""


class Synapse(Server):
    """One server, with limits `lifted` or `default`, or lifted and with `no presence` or `short tokens`."""

    HEALTH = "/health"

    def __init__(self, folder, python, limits="lifted"):
        super().__init__(folder, python)
        self.secret = secrets.token_hex(16)
        fields = {"name": NAME, "url": self.url, "folder": self.folder, "port": self.port, "secret": self.secret}
        config = BASE.format(**fields) + {
            "lifted": LIFTED, "default": "", "no presence": LIFTED + NO_PRESENCE,
            "short tokens": LIFTED + SHORT_TOKENS}[limits]
        (self.folder / "homeserver.yaml").write_text(config)
        (self.folder / "log.yaml").write_text(LOG.format(**fields))
        key = self.folder / "signing.key"
        subprocess.run([str(self.python.parent / "generate_signing_key"), "-o", str(key)], check=True)

    def start(self):
        """Starts it and waits until it answers."""
        command = [str(self.python), "-m", "synapse.app.homeserver", "-c", str(self.folder / "homeserver.yaml")]
        for left in reversed(range(STARTS)):
            wrong = self.launch(command, self.folder / "stdout.log")
            if wrong is None:
                return
            if "database is locked" not in wrong or not left:
                raise SystemExit(wrong)
            time.sleep(1)

    def about(self):
        return super().about() | {"secret": self.secret}


if __name__ == "__main__":
    serve(Synapse, __doc__)
