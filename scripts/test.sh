#!/usr/bin/env bash
# Runs the suite with its scratch files, the test Neo4j's graph among them, where new files are cheap: Lucene makes and drops
# thousands of small ones. TMPDIR, where it is set, decides. usage: scripts/test.sh PYTEST_ARGUMENTS
set -euo pipefail
cd "$(dirname "$0")/.."

ROOM_KB=$((6 * 1024 * 1024)) # the suite leaves a third of a gigabyte; the rest is for what else needs memory meanwhile

# A file system in memory with that much room, else the usual one.
roomy() {
    local free
    [ -w /dev/shm ] || return 1
    free=$(df -Pk /dev/shm | awk 'NR == 2 {print $4}')
    [ "$free" -ge "$ROOM_KB" ] || return 1
    [ "$(awk '/^MemAvailable/ {print $2}' /proc/meminfo)" -ge "$ROOM_KB" ]
}

home=${TMPDIR:-/tmp}
if [ -z "${TMPDIR:-}" ] && roomy 2>/dev/null; then home=/dev/shm; fi
scratch=$(mktemp -d "$home/graphmem-tests-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
TMPDIR=$scratch .venv/bin/python -m pytest "$@"
