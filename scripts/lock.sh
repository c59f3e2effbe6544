#!/usr/bin/env bash
# Writes requirements-test.lock from what the packages of this checkout need. Needs uv.
# `scripts/lock.sh --upgrade` selects the newest versions.
set -euo pipefail
cd "$(dirname "$0")/.."
printf '%s\n' 'graphmem-contract @ ./contract' 'graphmem-offline @ ./extractors/offline' 'graphmem[offline] @ .' |
    uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-annotate \
    --custom-compile-command scripts/lock.sh "$@" \
    --no-emit-package graphmem --no-emit-package graphmem-contract --no-emit-package graphmem-offline \
    - --group dev --output-file requirements-test.lock
