#!/usr/bin/env bash
# Creates .venv and installs graphmem and its test dependencies, with uv if it works here, else with pip.
# Argument `e2e`: also the dependencies of an end-to-end run against a real model. Argument `bench`: also those of the benchmark pictures.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

works_with_uv() { command -v uv >/dev/null 2>&1 && uv --version >/dev/null 2>&1; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    local name
    for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 && is_new_enough "$name"; then
            command -v "$name"
            return
        fi
    done
    say "graphmem needs Python 3.11 or newer; none found on the PATH. PYTHON=/path/to/python names one."
    return 1
}

make_venv() {
    if [ -x .venv/bin/python ] && is_new_enough .venv/bin/python; then return; fi
    local python
    python=$(find_python) || python=""
    if works_with_uv; then
        uv venv --quiet --clear ${python:+--python "$python"} .venv
    elif [ -n "$python" ]; then
        "$python" -m venv --clear .venv || {
            say "This Python cannot make virtual environments (on Debian: apt install python3-venv); or install uv."
            return 1
        }
    else
        return 1
    fi
}

install() {
    if works_with_uv; then
        VIRTUAL_ENV=$PWD/.venv uv pip install --quiet "$@"
        return
    fi
    if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then .venv/bin/python -m ensurepip >/dev/null; fi
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"
}

say "Setting up .venv …"
make_venv
install -r requirements-test.lock
install --no-deps --no-build-isolation -e contract -e . -e extractors/offline -e clients/python
if [ "${1:-}" = e2e ]; then
    say "Downloading a local model: about 1.1 GB …"
    install -r requirements-e2e.txt
fi
if [ "${1:-}" = bench ]; then install -r requirements-bench.txt; fi
say "Ready: $(.venv/bin/python --version) in .venv"
