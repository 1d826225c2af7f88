#!/usr/bin/env python3
"""What a command costs a PostgreSQL database: rows, bytes of the write-ahead log, and size.

    cost.py BOT [--games N]

Plays the first game of data/records/several.txt in so many channels at the same time, with a clock, in
`BOT console`, on a server that server.sh starts. Needs psql.
"""

import argparse
import contextlib
import re
import subprocess
import tempfile
import time
from pathlib import Path

from postgres_server import Server

TESTS = Path(__file__).resolve().parents[1]


def turns():
    """The turns of a real game, as they are typed in a chat."""
    text = (TESTS / "data/records/several.txt").read_text(encoding="utf-8-sig")
    moves = text[text.index("1. c4"):text.index("1-0\n")].replace("\n", " ")
    for turn in re.split(r"\d+\.\s", moves)[1:]:
        # A row and the ring for it are two actions.
        turn = re.sub(r"x(\w+-\w+)x", r"x\1, x", turn)
        yield turn.replace(";", ", ").strip()


def commands(games):
    """Lines for the console. Whoever plays in many games has one in fifty channels."""
    for game in range(games):
        yield f"#g{game} white{game % 50}: !challenge @black{game % 50} white 3d"
        yield f"#g{game} black{game % 50}: !accept"
    for number, turn in enumerate(turns()):
        player = "white" if number % 2 == 0 else "black"
        for game in range(games):
            yield f"#g{game} {player}{game % 50}: !{turn}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", type=Path)
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Server(folder)) as server:
        console = [args.bot.resolve(), "console", "--no-pictures", "--database", server.address]

        def play(lines):
            return subprocess.run(console, input="".join(f"{line}\n" for line in lines), check=True, cwd=folder,
                                  stdout=subprocess.PIPE, text=True).stdout

        # The tables are made first.
        play(["#a somebody: !status"])
        server.ask("CHECKPOINT")
        server.ask("SELECT pg_stat_reset()")
        log = server.ask("SELECT pg_current_wal_lsn()")
        empty = int(server.ask("SELECT pg_database_size(current_database())"))
        lines = list(commands(args.games))
        started = time.monotonic()
        told = play(lines)
        lasted = time.monotonic() - started
        won = told.count("won 3–0!")
        if won != args.games:
            raise SystemExit(f"{won} of {args.games} games were won:\n{told[-2000:]}")
        # Statistics arrive late.
        time.sleep(2)
        log = int(server.ask(f"SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '{log}')::bigint"))
        size = int(server.ask("SELECT pg_database_size(current_database())")) - empty
        inserted, updated, deleted = map(int, server.ask(
            "SELECT sum(n_tup_ins), sum(n_tup_upd), sum(n_tup_del) FROM pg_stat_user_tables").split(","))
        transactions = int(server.ask(
            "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"))
        sizes = server.ask("SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables"
                           " WHERE n_tup_ins > 0 ORDER BY 2 DESC LIMIT 4").splitlines()
    count = len(lines)
    print(f"{count} commands in {args.games} games, one after another: {lasted:.0f} s")
    print(f"rows for each command: {inserted / count:.2f} new, {updated / count:.2f} changed, {deleted / count:.2f} deleted")
    print(f"transactions for each command, most of which only read: {transactions / count:.1f}")
    print(f"write-ahead log for each command: {log / count:.0f} bytes")
    print(f"size for each game of {count // args.games} commands: {size / args.games / 1000:.0f} kB")
    for line in sizes:
        table, bytes_ = line.split(",")
        print(f"  {table}: {int(bytes_) / args.games / 1000:.1f} kB")


if __name__ == "__main__":
    main()
