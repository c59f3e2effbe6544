#!/usr/bin/env bash
# Writes requirements-test.lock from pyproject.toml. Needs uv. `scripts/lock.sh --upgrade` selects the newest versions.
set -euo pipefail
cd "$(dirname "$0")/.."
uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-annotate \
    --custom-compile-command scripts/lock.sh "$@" \
    pyproject.toml --extra offline --group dev --output-file requirements-test.lock
