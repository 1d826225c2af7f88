"""A fresh Debian with systemd as its first process, by debootstrap and systemd-nspawn."""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from patience import Failed, check, until

# How long a Debian may take to boot or to shut down, and a package to be installed, in seconds.
BOOT, INSTALL = 120, 300

NEEDED = ("debootstrap", "systemd-nspawn", "nsenter", "dpkg-deb")


def told(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def arguments(parser):
    """The options that say which Debian it is."""
    parser.add_argument("--base", type=Path, help="a fresh Debian (default: target/deb/base, made if missing)")
    parser.add_argument("--suite", default="bookworm", help="the Debian to make (default: bookworm)")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian", help="where from")
    args = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("a machine is booted and packages are installed: run it as root")
    for needed in NEEDED:
        if shutil.which(needed) is None:
            parser.error(f"{needed} is missing")
    return args


def make(args, default, folder):
    """A machine on a copy of the fresh Debian, which is made if it is missing."""
    base = args.base or default
    if not base.exists():
        told(f"making a fresh Debian in {base}")
        partial = base.with_suffix(".part")
        shutil.rmtree(partial, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", "--include=systemd-sysv,dbus,ca-certificates", args.suite,
                        partial, args.mirror], check=True, stdout=subprocess.DEVNULL)
        partial.rename(base)
    subprocess.run(["cp", "--archive", base, folder], check=True)
    return Machine(folder)


class Machine:
    """A Debian of its own, with systemd as its first process. It shares the network."""

    def __init__(self, root):
        self.root, self.process, self.leader = Path(root), None, None

    def path(self, inside):
        return self.root / inside.lstrip("/")

    async def boot(self):
        # Where systemd does not run, there is no other unit to put the machine into.
        unit = [] if Path("/run/systemd/system").exists() else ["--keep-unit"]
        with open(self.root.parent / "boot.log", "wb") as log:
            self.process = subprocess.Popen(
                ["systemd-nspawn", "--quiet", "--boot", "--register=no", *unit, "--console=pipe", "-D", self.root],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.leader = await until(self.first_process, "the Debian boots", BOOT)
        await self.eventually("it has booted", "systemctl", "is-system-running", words=("running", "degraded"), seconds=BOOT)

    @property
    def inside(self):
        """What runs a command in it."""
        return ["nsenter", "--target", self.leader, "--mount", "--uts", "--ipc", "--pid", "--root", "--wdns=/"]

    def first_process(self):
        check(self.process.poll() is None, "systemd-nspawn ended")
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        found = [one for one in children if Path(f"/proc/{one}/comm").read_text().strip() == "systemd"]
        return found[0] if found else None

    async def run(self, *command, fails=False):
        """What a command prints. `fails`: it must not succeed."""
        process = await asyncio.create_subprocess_exec(
            *self.inside, *command,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"},
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
        output, _ = await asyncio.wait_for(process.communicate(), INSTALL)
        output = output.decode(errors="replace").strip()
        check((process.returncode != 0) == fails, f"{' '.join(command)}: status {process.returncode}\n{output}")
        return output

    async def eventually(self, what, *command, words, seconds=60):
        """Waits until a command prints one of these words, however it ends."""
        end = time.monotonic() + seconds
        while True:
            output = await self.run("sh", "-c", '"$@" || true', "sh", *command)
            if output in words:
                return output
            check(time.monotonic() < end, f"{what}: {' '.join(command)} says {output}")
            await asyncio.sleep(0.2)

    async def show(self, key):
        return await self.run("systemctl", "show", "--property", key, "--value", "ringleader")

    async def status(self, path):
        return await self.run("stat", "--format", "%a %U %G", path)

    async def end(self):
        if self.process is None or self.process.poll() is not None:
            return
        # Systemd's request to power off.
        os.kill(int(self.leader) if self.leader else self.process.pid, signal.SIGRTMIN + 4)
        try:
            await until(lambda: self.process.poll() is not None, "the Debian shuts down", BOOT)
        except Failed:
            self.process.kill()
