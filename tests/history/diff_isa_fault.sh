#!/bin/bash
# SPDX-License-Identifier: MIT
# A program with a fault in the vector code that undoes the filters of PNG rows or compares rows: `diff` of equal
# pictures says what is wrong, `diff --isa scalar` what is right.
# usage: isa_fault.sh ISA WRONG_PROGRAM RIGHT_PROGRAM: with ISA the wrong program is wrong
set -euo pipefail
isa=$1
wrong=$2
right=$3
. "$(dirname "$0")/../support/command_test.sh"

cat >scene.r3d <<'R3D'
size 90 70
clear 0x203040
gouraud 3 2 2960 80 20 2890 36 66 3000
rect 40 30 20 20 0xE07030
R3D
"$right" replay scene.r3d -o small.png # filters of all kinds
sed -i 's/0xE07030/0xE07031/' scene.r3d
"$right" replay scene.r3d -o other.png
status=0
"$right" diff small.png other.png -o right.png --isa "$isa" >right.txt 2>&1 || status=$?
if [ "$status" = 2 ] && grep -q 'this machine or build has no' right.txt; then
  echo "no $isa here"
  exit 77
fi
[ "$status" = 1 ] || fail "$(cat right.txt)"
"$right" diff small.png other.png -o scalar.png --isa scalar >scalar.txt && fail 'no difference'
sed -i s/scalar.png/right.png/ scalar.txt
cmp right.txt scalar.txt
cmp right.png scalar.png
for way in scalar "$isa"; do
  "$wrong" diff small.png other.png -o wrong.png --isa "$way" >wrong.txt 2>&1 || true
  sed -i s/wrong.png/right.png/ wrong.txt
  if [ "$way" = scalar ]; then
    cmp wrong.txt right.txt || fail '--isa scalar shows the fault'
    cmp wrong.png right.png || fail '--isa scalar draws the fault'
  else
    ! { cmp -s wrong.txt right.txt && cmp -s wrong.png right.png; } || fail "--isa $isa does not show the fault"
  fi
  rm -f wrong.png
done
