#!/usr/bin/env python3
"""Make virtual environments, once.

    install.py FOLDER SCRIPTS

Each requirements file, SCRIPTS/requirements-NAME.txt, gets an environment FOLDER/NAME. What is
there with the right versions is left alone. Only wheels are taken unless the file says otherwise,
so that no compiler is needed. Two at a time wait for each other. Standard library only: this runs
before anything is installed.
"""

import fcntl
import shutil
import subprocess
import sys
import time
from pathlib import Path

# The package index is far away and may stumble; a second and third try are cheap.
TRIES = 3


def make(folder, requirements):
    """The environment of one requirements file in `folder`."""
    wanted = requirements.read_text()
    mark = folder / "installed.txt"
    python = folder / "bin" / "python"
    if mark.exists() and mark.read_text() == wanted and python.exists():
        return
    print(f"installing {requirements.name} into {folder}", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    for left in reversed(range(TRIES)):
        done = subprocess.run([*pip, "--only-binary", ":all:", "--requirement", str(requirements)], check=False)
        if done.returncode == 0:
            break
        if not left:
            raise SystemExit(f"{requirements.name} could not be installed")
        time.sleep(5)
    # Written last: what was broken off in the middle is made anew.
    mark.write_text(wanted)


def main():
    folder, scripts = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "install.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for path in scripts.glob("requirements-*.txt"):
            make(folder / path.stem.removeprefix("requirements-"), path)


if __name__ == "__main__":
    main()
