#!/bin/bash
# SPDX-License-Identifier: MIT
# A program with a fault in the code of one instruction set: `bisect --isa scalar,ISA` finds the command that
# shows it, --isa scalar draws right, and the right program finds nothing.
# usage: isa_fault.sh ISA COMMAND WRONG_PROGRAM RIGHT_PROGRAM SOURCE_FOLDER
set -euo pipefail
isa=$1
command=$2
wrong=$3
right=$4
source=$5
. "$(dirname "$0")/../support/command_test.sh"

ln -s "$source/golden/model/mesh" "$source/golden/model/tex" .
cat >scene.r3d <<'R3D'
size 160 120
brightness 0.8
texture 0 tex/crate.tx8
clear 0x203040
flat 5 5 70 8 10 60 0x804020
gouraud 80 5 900 150 9 920 84 60 940
tex 0 2 62 0 60 62 40 60 118 80 -62 -30 512 -4 -30 512 -62 28 512
mesh m mesh/sphere.mesh
light m 64 768 -50 -10 -50
draw m 0 100 0 0 0 0 1150
icon i m 1100 180 300 0 0 0
ploticon i 120 80
R3D
status=0
"$right" replay scene.r3d -o right.png --isa "$isa" 2>error.txt || status=$?
if [ "$status" = 2 ] && grep -q 'this machine or build has no' error.txt; then
  echo "no $isa here"
  exit 77
fi
[ "$status" = 0 ] || fail "$(cat error.txt)"
expect 0 'nothing differs' "$right" bisect scene.r3d --isa "scalar,$isa"
expect 1 ": $command" "$wrong" bisect scene.r3d --isa "scalar,$isa"
"$wrong" replay scene.r3d -o scalar.png --isa scalar
"$wrong" replay scene.r3d -o wrong.png --isa "$isa"
cmp right.png scalar.png || fail "--isa scalar draws the fault"
! cmp -s right.png wrong.png || fail "--isa $isa does not draw the fault"
