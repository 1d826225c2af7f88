#!/usr/bin/env bash
# A PostgreSQL server for tests: says its address in one line, and runs until its input ends. On a line
# `restart` it fails and starts again, which it says by another line.
#
#   server.sh FOLDER [-c SETTING=VALUE...]
#   server.sh --version       which PostgreSQL that would be
#
# Its files are in a folder of their own in FOLDER, which is removed in the end; it listens on a
# Unix socket alone. Status 3: PostgreSQL 15 or later is not installed.
set -euo pipefail

programs=""
for folder in "$(dirname "$(command -v initdb || echo .)")" /usr/lib/postgresql/*/bin \
  /usr/pgsql-*/bin /opt/homebrew/opt/postgresql@*/bin; do
  if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then
    version="$("$folder/postgres" --version | sed -E 's/[^0-9]*([0-9]+).*/\1/')"
    [ "$version" -lt 15 ] || programs="$folder"
  fi
done
if [ -z "$programs" ]; then
  echo "PostgreSQL 15 or later is not installed" >&2
  exit 3
fi

if [ "$1" = --version ]; then
  exec "$programs/postgres" --version
fi

# PostgreSQL refuses to run as root.
as=(env)
user=""
if [ "$(id -u)" = 0 ]; then
  user="$(id -un postgres 2>/dev/null || echo nobody)"
  as=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups)
fi

server=""
files="$(mktemp -d "$1/postgres-XXXXXX")"
# The path of a socket may have a hundred characters.
sockets="$(mktemp -d /tmp/ringleader-XXXXXX)"
end() {
  if [ -n "$server" ]; then
    kill -QUIT "$server" 2>/dev/null || true
    wait "$server" || true
  fi
  rm -rf "$files" "$sockets"
}
trap end EXIT
trap 'exit 1' HUP INT TERM
if [ -n "$user" ]; then
  chown "$user" "$files" "$sockets"
fi
data="$files/data"
# The other user may not be let into the folder.
"${as[@]}" test -w "$files" || data="$sockets/data"

cd /
"${as[@]}" "$programs/initdb" --pgdata "$data" --username postgres --auth trust --encoding UTF8 \
  --locale C --no-sync >"$files/log" 2>&1 || { cat "$files/log" >&2; exit 1; }
# What it writes does not outlive it, so that nothing need reach the disk.
start() {
  "${as[@]}" "$programs/postgres" -D "$data" -k "$sockets" -c listen_addresses= \
    -c max_connections=1000 -c fsync=off -c full_page_writes=off -c synchronous_commit=off "$@" \
    </dev/null >>"$files/log" 2>&1 &
  server=$!
  until "$programs/pg_isready" --quiet --host "$sockets"; do
    kill -0 "$server" 2>/dev/null || { cat "$files/log" >&2; exit 1; }
    sleep 0.1
  done
  echo "postgres:///postgres?host=$sockets&user=postgres"
}
start "${@:2}"
while read -r line; do
  if [ "$line" = restart ]; then
    kill -QUIT "$server"
    wait "$server" || true
    start "${@:2}"
  fi
done
