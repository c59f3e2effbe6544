#!/usr/bin/env bash
# Checks the TypeScript client: types, tests against a real service, contents of the package.
set -euo pipefail
cd "$(dirname "$0")/../clients/typescript"

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    printf 'The TypeScript client needs Node.js 20 or newer, with npm: none found on the PATH.\n' >&2
    exit 2
fi
if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)'; then
    printf 'The TypeScript client needs Node.js 20 or newer: this is %s.\n' "$(node --version)" >&2
    exit 2
fi

npm ci
npm run typecheck
npm test
