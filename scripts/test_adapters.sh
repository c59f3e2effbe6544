#!/usr/bin/env bash
# Tests the adapters of agent frameworks with the real packages. Each end of the supported range has an environment of its own in
# .venv-adapters, from tests/adapters/FRAMEWORK-newest.txt and FRAMEWORK-oldest.txt: the newest in full, the oldest without examples
# and pages. Usage: scripts/test_adapters.sh NAME|all PYTEST_ARGUMENTS
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=${1:-all}
shift || true

# Makes the environment of a requirement file, if the file or what graphmem needs has changed since.
prepare() {
    local home=.venv-adapters/$1 file
    for file in "tests/adapters/$1.txt" tests/adapters/requirements.txt pyproject.toml clients/python/pyproject.toml; do
        if [ ! -f "$home/.ready" ] || [ "$file" -nt "$home/.ready" ]; then
            printf 'Setting up %s …\n' "$home" >&2
            .venv/bin/python -m venv --clear "$home"
            "$home/bin/python" -m pip install --quiet --disable-pip-version-check \
                -r "tests/adapters/$1.txt" -r tests/adapters/requirements.txt -e . -e clients/python
            touch "$home/.ready"
            return
        fi
    done
}

failed=0
for file in tests/adapters/*-newest.txt tests/adapters/*-oldest.txt; do
    name=$(basename "$file" .txt)
    if [ "$wanted" != all ] && [ "$wanted" != "$name" ]; then continue; fi
    prepare "$name"
    left_out=()
    case $name in *-oldest) left_out=(-m "not newest") ;; esac
    printf '%s\n' "$name"
    # The warnings of a framework about its own future are not ours.
    TMPDIR=${TMPDIR:-/tmp} ".venv-adapters/$name/bin/python" -m pytest -q -W "ignore::DeprecationWarning" \
        "${left_out[@]}" "tests/adapters/${name%-*}" "$@" || failed=1
done
exit $failed
