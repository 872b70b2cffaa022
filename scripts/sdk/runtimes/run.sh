#!/usr/bin/env bash
# Tests an SDK in one runtime: node-20 (with any number: it runs whichever `node` is first in PATH),
# bun, deno, workerd, or python.
set -euo pipefail
cd "$(dirname "$0")/../../.."
main=scripts/sdk/runtimes/main.mjs
case "${1:-}" in
  node-*) node "$main" ;;
  bun) bun "$main" ;;
  deno) deno run --allow-read "$main" ;;
  workerd) node scripts/sdk/runtimes/workerd.mjs ;;
  python)
    environment="$(mktemp -d)"
    python3 -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet './sdk/python[test]'
    "$environment/bin/python" -m pytest sdk/python/tests --ignore=sdk/python/tests/test_service.py
    ;;
  *) echo 'run.sh node-20|bun|deno|workerd|python' >&2 && exit 2 ;;
esac
