"""A server that somebody else has written, as a process on loopback. Standard library only."""

import json
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

# A fresh server makes its tables first; on a busy machine of two cores that takes its time. Seconds.
PATIENCE = 120


def free_ports(number):
    """Ports that nobody listens on now."""
    probes = [socket.socket() for _ in range(number)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Server:
    """One server with its folder. It can be killed and started again on the same port, with all
    that it knows. A kind of server has a `start` that launches it, and says where it can be asked
    whether it is there (`HEALTH`)."""

    def __init__(self, folder, python, ports=1):
        self.folder, self.python = Path(folder).resolve(), Path(python)
        self.port, *self.other_ports = free_ports(ports)
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.folder.mkdir(parents=True, exist_ok=True)

    def launch(self, command, output, env=None):
        """Starts the process and waits until it answers. What it said if it does not; else nothing."""
        with open(output, "ab") as out:
            self.process = subprocess.Popen(command, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, stdout=out,
                                            stderr=out, preexec_fn=leash.die_with_parent)
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                return f"{type(self).__name__} does not start:\n{output.read_text(errors='replace')[-3000:]}"
            time.sleep(0.1)
        return None

    def answers(self):
        try:
            with urllib.request.urlopen(self.url + self.HEALTH, timeout=2) as response:
                return response.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def kill(self):
        """Kills it, in the middle of whatever it does."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def about(self):
        """What whoever uses it has to know."""
        return {"url": self.url, "folder": str(self.folder)}


def serve(kind, usage):
    """For a script: serves until standard input closes, and then clears up."""
    if len(sys.argv) != 4 or sys.argv[1] != "serve":
        raise SystemExit(usage)
    folder, python = sys.argv[2:]
    server = kind(folder, python)
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
        raise SystemExit(f"{kind.__name__} ended by itself")
    # The other thread clears up and ends the process.
    threading.Event().wait()
