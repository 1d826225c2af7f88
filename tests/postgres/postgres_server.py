"""A PostgreSQL server that server.sh starts, and psql to ask it."""

import subprocess
from pathlib import Path

SCRIPT = Path(__file__).with_name("server.sh")

# What the script ends with where PostgreSQL is not installed.
NOT_INSTALLED = 3


class Server:
    """A server with its files in a folder. Where PostgreSQL is not installed it has no address."""

    def __init__(self, folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(["bash", SCRIPT, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def ask(self, sql):
        run = ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--field-separator=,", "--command", sql, self.address]
        return subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()

    def close(self):
        self.process.stdin.close()
        self.process.wait()
