"""A PostgreSQL server that server.sh starts, and psql to ask it."""

import subprocess
from pathlib import Path

SCRIPT = Path(__file__).with_name("server.sh")

# What the script ends with where PostgreSQL is not installed.
NOT_INSTALLED = 3


class Server:
    """A server with its files in a folder. Where PostgreSQL is not installed it has no address."""

    def __init__(self, folder, *settings):
        Path(folder).mkdir(parents=True, exist_ok=True)
        run = ["bash", SCRIPT, folder, *(word for setting in settings for word in ("-c", setting))]
        self.process = subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def ask(self, sql):
        run = ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--field-separator=,", "--command", sql, self.address]
        return subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()

    def restart(self):
        """It fails, whatever it is doing, and starts again."""
        self.process.stdin.write("restart\n")
        self.process.stdin.flush()
        if self.process.stdout.readline().strip() != self.address:
            raise RuntimeError("PostgreSQL does not start again")

    def cut(self):
        """Ends all connections to its database, whatever they are doing."""
        self.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                 " WHERE datname = current_database() AND pid <> pg_backend_pid()")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
