#!/usr/bin/env bash
# Runs the tests with their scratch files, including the test Neo4j's graph, on a file system where creating files is cheap:
# Lucene creates and deletes thousands of small files. TMPDIR, if set, decides. Usage: scripts/test.sh PYTEST_ARGUMENTS
set -euo pipefail
cd "$(dirname "$0")/.."

ROOM_KB=$((6 * 1024 * 1024)) # the tests write a third of a gigabyte; the rest stays free for other processes

# Whether the file system in memory has that much free space.
has_room() {
    local free
    [ -w /dev/shm ] || return 1
    free=$(df -Pk /dev/shm | awk 'NR == 2 {print $4}')
    [ "$free" -ge "$ROOM_KB" ] || return 1
    [ "$(awk '/^MemAvailable/ {print $2}' /proc/meminfo)" -ge "$ROOM_KB" ]
}

home=${TMPDIR:-/tmp}
if [ -z "${TMPDIR:-}" ] && has_room 2>/dev/null; then home=/dev/shm; fi
scratch=$(mktemp -d "$home/graphmem-tests-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
TMPDIR=$scratch .venv/bin/python -m pytest "$@"
