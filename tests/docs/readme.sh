#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the shell blocks of README.md as they stand there, in order and in one shell, in a copy of what git tracks, as who has
# just cloned it: tools/demo builds there. Then every picture that they name is there, and every command that the page names
# on a line answers --help. tools/check is left out: it would run this test.
# usage: readme.sh SOURCE OUT
set -euo pipefail
source=$1
out=$2

fail() { echo "FAILED: $*" >&2; exit 1; }

git -C "$source" rev-parse --git-dir > /dev/null 2>&1 || { echo "SKIPPED: $source is no clone, so what belongs to it is not known"; exit 77; }
rm -rf "$out"
mkdir -p "$out/clone"
# shellcheck disable=SC2016  # for the inner shell
git -C "$source" ls-files -z | (cd "$source" && xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' sh) |
  tar -C "$source" --null -T - -cf - | tar -C "$out/clone" -xf -
cd "$out/clone"

awk '/^```sh *$/ { inside = 1; next } /^``` *$/ { inside = 0 } inside' README.md > ../commands
grep -q '^tools/check' ../commands || fail "README.md does not name tools/check"
sed -i '/^tools\/check/d' ../commands
[ "$(grep -c . ../commands)" -ge 6 ] || fail "README.md has fewer than six commands: $(cat ../commands)"

# With a home of its own nothing of the user's is read or written; the search path stays as it is.
HOME=$out/home bash -euxo pipefail ../commands || fail "a command of README.md does not run"
sed -n 's/.* -o \([a-z0-9_-]*\.[a-z0-9]*\).*/\1/p' ../commands | while IFS= read -r file; do
  [ -s "$file" ] || fail "there is no $file"
done
[ -s out/index.html ] || fail "tools/demo left no page"

PATH="$PWD/build/release/bin:$PATH"
grep -o 'retro3d [a-z]*' README.md | sort -u | while read -r _ command; do
  [ -z "$command" ] || ! retro3d --help | grep -q "^  $command " || retro3d "$command" --help > /dev/null ||
    fail "retro3d $command --help does not answer"
done
grep -q 'WERROR:BOOL=ON' build/release/CMakeCache.txt && fail "tools/demo builds with -Werror: another compiler's warning stops it"
rm -rf "$out/clone/build" # nearly all of its size
