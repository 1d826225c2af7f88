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
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "chat"))

from server import Server, serve  # noqa: E402

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


class Yepcord(Server):
    """One server."""

    HEALTH = "/api/v10/gateway"

    def __init__(self, folder, python):
        super().__init__(folder, python, ports=2)
        self.log = self.folder / "yepcord.log"
        self.record = self.folder / "requests.jsonl"
        self.record.touch()
        key = base64.b64encode(os.urandom(32)).decode()
        config = CONFIG.format(folder=self.folder, key=key, port=self.port, broker=self.other_ports[0])
        (self.folder / "config.py").write_text(config)

    def start(self):
        """Starts it and waits until it answers."""
        config = str(self.folder / "config.py")
        env = dict(os.environ) | {"YEPCORD_CONFIG": config, "RINGLEADER_YEPCORD_AT": f"127.0.0.1:{self.port}",
                                  "RINGLEADER_YEPCORD_RECORD": str(self.record)}
        with open(self.log, "ab") as out:
            subprocess.run([str(self.python.parent / "yepcord"), "migrate", "-c", config], cwd=self.folder, env=env,
                           stdin=subprocess.DEVNULL, stdout=out, stderr=out, check=True)
        wrong = self.launch([str(self.python), "-m", "uvicorn", "--app-dir", str(HERE), "--host", "127.0.0.1",
                             "--port", str(self.port), "yep_app:app"], self.log, env)
        if wrong:
            raise SystemExit(wrong)
        self.open_database()

    def open_database(self):
        """One request alone that looks into the database: the server opens it at the first, and
        fails from then on if several come at once."""
        body = json.dumps({"login": "nobody@example.org", "password": "nothing"}).encode()
        request = urllib.request.Request(f"{self.url}/api/v10/auth/login", body, {"content-type": "application/json"})
        try:
            urllib.request.urlopen(request, timeout=60).close()
        except urllib.error.HTTPError as refused:
            # It knows nobody yet.
            if refused.code >= 500:
                raise SystemExit(f"{type(self).__name__} cannot open its database: {refused}") from None

    def about(self):
        return super().about() | {"record": str(self.record)}


if __name__ == "__main__":
    serve(Yepcord, __doc__)
