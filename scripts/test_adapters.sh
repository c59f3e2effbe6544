#!/usr/bin/env bash
# Tests the adapters of agent frameworks with the real packages. Each end of the supported range has an environment of its own in
# .venv-adapters, from tests/adapters/FRAMEWORK-newest.txt and FRAMEWORK-oldest.txt: the newest in full, the oldest without examples
# and pages. A framework in tests/adapters/apart shares no environment with graphmem: its environment has the client only, and the
# service runs from .venv. Usage: scripts/test_adapters.sh NAME|all PYTEST_ARGUMENTS
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=${1:-all}
shift || true

# Makes the environment of a requirement file, if the file or what graphmem needs has changed since.
prepare() {
    local file home projects=(-e contract -e . -e clients/python)
    home=.venv-adapters/$(basename "$1" .txt)
    case $1 in */apart/*) projects=(-e contract -e clients/python) ;; esac
    for file in "$1" tests/adapters/requirements.txt pyproject.toml contract/pyproject.toml clients/python/pyproject.toml; do
        if [ ! -f "$home/.ready" ] || [ "$file" -nt "$home/.ready" ]; then
            printf 'Setting up %s …\n' "$home" >&2
            .venv/bin/python -m venv --clear "$home"
            "$home/bin/python" -m pip install --quiet --disable-pip-version-check \
                -r "$1" -r tests/adapters/requirements.txt "${projects[@]}"
            touch "$home/.ready"
            return
        fi
    done
}

failed=0
for file in tests/adapters/*-{newest,oldest}.txt tests/adapters/apart/*-{newest,oldest}.txt; do
    name=$(basename "$file" .txt)
    if [ "$wanted" != all ] && [ "$wanted" != "$name" ]; then continue; fi
    prepare "$file"
    options=()
    case $file in */apart/*) options=(--confcutdir tests/adapters/apart) ;; esac
    case $name in *-oldest) options+=(-m "not newest") ;; esac
    printf '%s\n' "$name"
    # The warnings of a framework about its own future are not ours.
    TMPDIR=${TMPDIR:-/tmp} ".venv-adapters/$name/bin/python" -m pytest -q -W "ignore::DeprecationWarning" \
        "${options[@]}" "${file%-*}" "$@" || failed=1
done
exit $failed
