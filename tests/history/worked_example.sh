#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: worked_example.sh DOCUMENT PROGRAM NEW_PROGRAM EXAMPLE: runs the console blocks of a document and
# compares what the commands print with what the document says. In it PROGRAM is `retro3d`, NEW_PROGRAM
# `retro3d-new` and EXAMPLE `example_record`.
set -euo pipefail
document=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir -p "$work/bin" "$work/run/golden/bugs"
ln -s "$2" "$work/bin/retro3d"
ln -s "$3" "$work/bin/retro3d-new"
ln -s "$4" "$work/bin/example_record"
PATH=$work/bin:$PATH

awk '/^```console$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$document" >"$work/expected"
grep -c '^\$ ' "$work/expected" >"$work/count" || { echo "no commands in $document"; exit 1; }
cd "$work/run"
while IFS= read -r line; do
  case $line in
  '$ '*)
    echo "$line"
    # explain tells a difference by its exit code
    bash -c "${line#\$ }" 2>&1 </dev/null || [ $? = 1 ] || { echo "exit code other than 0 and 1"; exit 1; }
    ;;
  esac
done <"$work/expected" >"$work/actual"
diff -u "$work/expected" "$work/actual" || { echo "$document does not say what its commands print"; exit 1; }

# The case fails with the new program and passes with the released one.
retro3d replay golden/bugs/translucent_flat.r3d -o right.png
retro3d diff --quiet golden/bugs/translucent_flat.png right.png
retro3d-new replay golden/bugs/translucent_flat.r3d -o wrong.png --isa scalar
code=0
retro3d diff --quiet golden/bugs/translucent_flat.png wrong.png || code=$?
[ "$code" = 1 ] || { echo "the case does not show the fault"; exit 1; }
echo "$(cat "$work/count") commands print what $document says"
