#!/usr/bin/env bash
# Starts fresh clones of the last commit in three places: a path with a space, a folder that only root
# may enter, and the home of an ordinary user. Needs root and takes minutes.
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
port="${PORT:-3190}"

try() { # title, folder, command that switches the user
  local title="$1" folder="$2" as=("${@:3}") started pid answer
  git clone -q "$source" "$folder"
  chown -R --reference="$(dirname "$folder")" "$folder"
  for round in first second; do
    started=$SECONDS
    "${as[@]}" env CI=true PORT="$port" bash -c 'cd "$1" && exec npm start' - "$folder" \
      >"/tmp/renban-clone.log" 2>&1 &
    pid=$!
    until answer="$(curl -fs -o /dev/null -w '%{http_code}' "http://localhost:$port/")"; do
      kill -0 "$pid" 2>/dev/null || { cat /tmp/renban-clone.log; return 1; }
      sleep 0.5
    done
    echo "$title, $round start: $answer after $((SECONDS - started)) s"
    kill "$pid"
    wait "$pid" || true
    until ! pgrep -f "postgres -D $(realpath "$folder/.data/postgres")" >/dev/null; do sleep 0.2; done
  done
  if [ -L "$folder/.data/postgres" ]; then
    rm -rf "$(dirname "$(readlink "$folder/.data/postgres")")"
  fi
  rm -rf "$folder"
}

ordinary="$(mktemp -d /var/tmp/renban-home-XXXX)"
chown nobody "$ordinary"
chmod 700 "$ordinary"
mkdir -p -m 700 /root/renban-private

try 'path with a space' '/tmp/renban clone' env
try 'folder of root only' /root/renban-private/clone env
try 'ordinary user' "$ordinary/clone" setpriv --reuid=65534 --regid=65534 --clear-groups \
  env HOME="$ordinary"
rm -rf "$ordinary" /root/renban-private
