#!/usr/bin/env python3
"""Changes the code in a sample of places, one at a time, and counts how often a test notices.

    tests/mutants.py [--seed N] [--size N] [--minutes N] [--quick] [--again] FOLDER

cargo-mutants makes the changes, in a worktree of the current commit in FOLDER. FOLDER/results.jsonl
has a line for each; started again with the same folder, the command goes on from there. With
--quick only the tests beside the code are run, and the others by the next command without it. With
--again all tests are run once more where none noticed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
CARGO = os.environ.get("CARGO", "cargo")
# Debug information takes time to link.
ENVIRONMENT = {**os.environ, "CARGO_PROFILE_DEV_DEBUG": "0"}

# The tests of each module: first those beside the code, then, if they notice nothing, others that
# are about it.
ROOT = "--test-package=ringleader"
LIB = [ROOT, "--cargo-arg=--lib"]
CONSOLE = [ROOT, "--cargo-arg=--test=console"]
# Without the tests' second run on PostgreSQL.
SQLITE = ["--cargo-test-arg=--", "--cargo-test-arg=--skip=on_postgres"]
TESTS = {
    "game": [
        ["--test-package=yinsh", "--cargo-arg=--lib"],
        [ROOT, *(f"--cargo-arg=--test={suite}" for suite in ("rules", "rules_agree", "record"))],
        [ROOT, *(f"--cargo-arg=--test={suite}" for suite in ("fuzz", "hostile_records"))],
    ],
    "session": [[*LIB, "--cargo-test-arg=session::"], [*LIB, *SQLITE], CONSOLE],
    "store": [[*LIB, "--cargo-test-arg=store::", *SQLITE], LIB, CONSOLE],
}
# Seconds, for the first tests and for the others, which take less than a tenth of it: a change that
# makes them run longer is noticed.
TIMEOUTS = [120, 1200]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--size", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no more then")
    parser.add_argument("--quick", action="store_true", help="the tests beside the code only")
    parser.add_argument("--again", action="store_true", help="try once more what was missed")
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args()
    run = Run(wanted.folder.resolve())
    sample = run.sample(wanted.seed, wanted.size)
    until = time.monotonic() + wanted.minutes * 60
    again = {name for name in sample if wanted.again and run.result(name) == "missed"}
    for name in sample:
        if name in again:
            run.steps[name] = []
        while time.monotonic() < until and run.open(name, wanted.quick):
            run.attempt(name)
    run.report(sample)
    return 0


def module(mutant: str) -> str:
    return re.match(r"(?:crates/yinsh/)?src/(\w+)", mutant)[1]


class Run:
    """A folder with a worktree and what was found."""

    def __init__(self, folder: Path):
        self.tree, self.out = folder / "tree", folder
        self.file = folder / "results.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        head = git(REPOSITORY, "rev-parse", "HEAD")
        if self.tree.exists():
            # Also takes back a change that was left when the command was killed.
            git(self.tree, "checkout", "--quiet", "--force", "--detach", head)
        else:
            git(REPOSITORY, "worktree", "add", "--quiet", "--detach", self.tree, head)
        # What each step of its tests said of a mutant.
        self.steps: dict[str, list[str]] = defaultdict(list)
        for line in self.file.read_text().splitlines() if self.file.exists() else []:
            found = json.loads(line)
            del self.steps[found["name"]][found["step"] :]
            self.steps[found["name"]].append(found["result"])
        self.all: list[str] = []
        # Modules and steps of which the tests pass without a change.
        self.sound: set[tuple[str, int]] = set()

    def sample(self, seed: int, size: int) -> list[str]:
        """Some of all changes, in an order that depends on the seed: each part of it is fair."""
        told = self.mutants("--list", "--json", check=True, stdout=subprocess.PIPE).stdout
        self.all = [mutant["name"] for mutant in json.loads(told)]
        print(f"{len(self.all)} mutants: {count(self.all)}", flush=True)

        def rank(name: str) -> bytes:
            return hashlib.sha256(f"{seed} {name}".encode()).digest()

        return sorted(self.all, key=rank)[:size]

    def result(self, name: str) -> str | None:
        """None if it is not decided."""
        steps = self.steps[name]
        return steps[-1] if steps and not self.open(name) else None

    def open(self, name: str, quick: bool = False) -> bool:
        """Whether there are tests that may notice it, and have not been run."""
        steps = self.steps[name]
        all_steps = 1 if quick else len(TESTS[module(name)])
        return not steps or steps[-1] == "missed" and len(steps) < all_steps

    def attempt(self, name: str) -> None:
        begun = time.monotonic()
        step = len(self.steps[name])
        result = self.test(name, module(name), step)
        self.steps[name].append(result)
        seconds = round(time.monotonic() - begun)
        with self.file.open("a") as file:
            line = {"name": name, "step": step, "result": result, "seconds": seconds}
            file.write(json.dumps(line) + "\n")
        print(f"{result} {step} {name} ({seconds} s)", flush=True)

    def test(self, name: str, of: str, step: int) -> str:
        if (of, step) not in self.sound:
            self.check_unchanged(TESTS[of][step])
            self.sound.add((of, step))
        # A shard of one; not all kinds of mutants can be chosen with --re.
        shard = f"--shard={self.all.index(name)}/{len(self.all)}"
        limit = f"--timeout={TIMEOUTS[min(step, 1)]}"
        options = [limit, "--baseline=skip", *TESTS[of][step], shard]
        code = self.mutants("--in-place", *options, stdout=subprocess.DEVNULL).returncode
        if code not in (0, 2, 3):
            log = self.out / "mutants.out/log"
            sys.exit(f"cargo-mutants failed with {code}, see {log}")
        for kind in ("caught", "missed", "timeout", "unviable"):
            if name in (self.out / f"mutants.out/{kind}.txt").read_text().splitlines():
                return kind
        sys.exit(f"{name} was not tried")

    def check_unchanged(self, options: list[str]) -> None:
        """The tests have to pass without a change. cargo-mutants would look for them in the package
        of the mutant alone."""
        tests = [re.sub("^--(test-|cargo-test-arg=|cargo-arg=)", "", one) for one in options]
        tests = [re.sub("^package", "--package", one) for one in tests]
        command = [CARGO, "test", "--quiet", "--no-default-features", *tests]
        log = self.out / "unchanged.log"
        with log.open("w") as out:
            done = subprocess.run(command, cwd=self.tree, env=ENVIRONMENT, stdout=out)
        if done.returncode != 0:
            sys.exit(f"without a change, this fails, see {log}: {' '.join(command)}")

    def mutants(self, *options: str, **how) -> subprocess.CompletedProcess:
        where = ["--workspace", f"--dir={self.tree}", f"--output={self.out}"]
        command = [CARGO, "mutants", *where, *options]
        return subprocess.run(command, cwd=self.tree, env=ENVIRONMENT, **how)

    def report(self, sample: list[str]) -> None:
        tried = [name for name in sample if self.result(name)]
        begun = [name for name in sample if self.steps[name] and name not in tried]
        missed = [name for name in tried if self.result(name) == "missed"]
        results = Counter(self.result(name) for name in tried)
        viable = len(tried) - results["unviable"]
        caught = viable - len(missed)
        print(f"\n{len(tried)} of {len(sample)} tried: {count(tried)}")
        print(", ".join(f"{number} {result}" for result, number in sorted(results.items())))
        print(f"caught or timed out: {caught} of {viable}, {100 * caught / max(viable, 1):.1f} %")
        for name in sorted(begun):
            print(f"not tried with all tests: {name}")
        for name in sorted(missed):
            print(f"missed: {name}")


def count(names: list[str]) -> str:
    return ", ".join(f"{number} {of}" for of, number in sorted(Counter(map(module, names)).items()))


def git(where: Path, *arguments: str | Path) -> str:
    command = ["git", "-C", where, *arguments]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
