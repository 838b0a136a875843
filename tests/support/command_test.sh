# SPDX-License-Identifier: MIT
# For tests of the command line, in bash: an empty folder to work in, fail and expect.
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }

# expect EXIT_CODE TEXT COMMAND...: the command exits so and its output has the text
expect() {
  local code=$1 text=$2 got=0
  shift 2
  "$@" >out.txt 2>&1 || got=$?
  [ "$got" = "$code" ] || { cat out.txt; fail "exit code $got, expected $code: $*"; }
  [ -z "$text" ] || grep -qF -- "$text" out.txt || { cat out.txt; fail "no \"$text\": $*"; }
}
