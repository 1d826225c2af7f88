"""Checks what `ringleader claims` prints, by rules of its own.

    ringleader claims --played FILE | check.py
    check.py --run BINARY --state DIR [--nodes N] [--positions N] RECORDS...

The second form runs the program on every record file of some folders, one after another, and keeps
what it has found in DIR: started again, it goes on from there. The exit status is 1 if a claim is
false or not proved.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from claims import CONCRETE, Deed, Unproved, holds

AGAINST = {"loses-in", "gives-row", "allows-row", "misses-row", "leaves-row"}


class Tally:
    """What has been counted."""

    def __init__(self, data: dict | None = None):
        data = data or {}
        self.counts = Counter(data.get("counts", {}))
        self.faults: list[str] = data.get("faults", [])

    def data(self) -> dict:
        return {"counts": dict(self.counts), "faults": self.faults}

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.faults += other.faults

    def check(self, line: str) -> None:
        """Checks a line of the program's output."""
        hint = json.loads(line)
        deed = Deed(hint["position"], hint["turn"])
        about, stage = hint["about"], deed.before.stage
        self.counts[f"{about} {stage}"] += 1
        if hint["turn"][0] != hint["action"]:
            self.faults.append(f"the turn does not begin with the action: {line}")
        told = hint["claims"]
        for claim in told + hint["more"]:
            self.counts[f"claim {claim['kind']}"] += 1
            try:
                fault = None if holds(deed, claim) else "false"
            except Unproved:
                fault = "not proved"
            if fault:
                self.faults.append(
                    f"{fault}: {json.dumps(claim)} of {hint['action']} in {hint['position']}"
                )
        if about == "hint" and stage == "move":
            kinds = [claim["kind"] for claim in told]
            causes = [kind for kind in kinds if kind in CONCRETE]
            self.counts["concrete" if causes else "vague"] += 1
            for kind in set(kinds):
                self.counts[f"told {kind}"] += 1
            for kind in causes[:1]:
                self.counts[f"first {kind}"] += 1

    def report(self) -> None:
        counts = self.counts
        for about in ("hint", "played"):
            stages = ("place", "move", "row", "ring")
            each = [f"{counts[f'{about} {stage}']} {stage}" for stage in stages]
            total = sum(counts[f"{about} {stage}"] for stage in stages)
            print(f"{total} positions ({', '.join(each)}), {about}")
        kinds = sorted(
            (name.removeprefix("claim ") for name in counts if name.startswith("claim ")),
            key=lambda kind: -counts[f"told {kind}"],
        )
        hints = max(1, counts["concrete"] + counts["vague"])
        print(f"\n{'kind':15} {'claims':>7} {'told in moves':>13} {'first cause':>11}")
        for kind in kinds:
            mark = " " if kind in CONCRETE else "-" if kind in AGAINST else "~"
            told, first = counts[f"told {kind}"], counts[f"first {kind}"]
            print(
                f"{kind:15} {counts[f'claim {kind}']:7} {told:6} {told / hints:6.1%} "
                f"{first / hints:11.1%} {mark}"
            )
        claims = sum(counts[f"claim {kind}"] for kind in kinds)
        print(f"\n{claims} claims, {len(self.faults)} false or not proved")
        share = counts["concrete"] / hints
        print(f"{counts['concrete']} of {hints} hints for ring moves are concrete: {share:.1%}")


def run(arguments: argparse.Namespace) -> Tally:
    """Runs the program on all records, and checks what it prints."""
    arguments.state.mkdir(parents=True, exist_ok=True)
    files = sorted(
        path
        for folder in arguments.files
        for path in (Path(folder).rglob("*") if Path(folder).is_dir() else [Path(folder)])
        if path.suffix in (".sgf", ".txt")
    )
    total = Tally()
    for number, path in enumerate(files, 1):
        kept = arguments.state / f"{path.parent.name}-{path.name}.json"
        if kept.exists():
            tally = Tally(json.loads(kept.read_text()))
        else:
            command = [arguments.run, "claims", "--played", "--nodes", str(arguments.nodes), path]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{path}: {done.stderr.strip()}", flush=True)
            tally = Tally()
            for line in done.stdout.splitlines():
                tally.check(line)
            temporary = kept.with_suffix(".new")
            temporary.write_text(json.dumps(tally.data()))
            temporary.replace(kept)
        for fault in tally.faults:
            print(f"{path.name}: {fault}", flush=True)
        total.add(tally)
        positions = sum(count for name, count in total.counts.items() if name.startswith("hint "))
        if number % 20 == 0:
            print(f"{number} of {len(files)} files, {positions} positions", flush=True)
        if arguments.positions and positions >= arguments.positions:
            break
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", metavar="BINARY", help="the program to run on records")
    parser.add_argument("--state", type=Path, default=Path("claims-state"))
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--positions", type=int, help="stop after so many positions")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    if arguments.run:
        tally = run(arguments)
    else:
        tally = Tally()
        for name in arguments.files or ["-"]:
            with sys.stdin if name == "-" else open(name, encoding="utf-8") as lines:
                for line in lines:
                    tally.check(line)
        for fault in tally.faults:
            print(fault)
    tally.report()
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
