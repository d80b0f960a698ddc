# shellcheck shell=bash
# source scripts/node.sh: puts a Node that this Angular accepts on PATH. Installs it in .cache/node if it is missing.
PATH="$(dirname "$(node "$(dirname "${BASH_SOURCE[0]}")/run.mjs" node -p process.execPath | tail -n 1)"):$PATH"
