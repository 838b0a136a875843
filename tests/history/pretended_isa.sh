#!/bin/bash
# SPDX-License-Identifier: MIT
# A program that takes every processor for one with AVX-512. Where there is none, its code stops the program as
# soon as it is reached: so it is reached by each family when AVX-512 is asked for, and never else. Needs no emulator; it
# says nothing of what that code draws.
# usage: pretended_isa.sh PRETENDING_PROGRAM RIGHT_PROGRAM SOURCE_FOLDER
set -euo pipefail
pretending=$1
right=$2
source=$3
. "$(dirname "$0")/../support/command_test.sh"
ulimit -c 0
ln -s "$source/golden/model/mesh" "$source/golden/model/tex" .

# family NAME LINES: the last line is what runs the code of the family.
family()
{
  printf 'size 160 120\nbrightness 0.8\ntexture 0 tex/crate.tx8\n%b\n' "$2" >"$1.r3d"
  "$right" replay "$1.r3d" -o right.png --isa scalar
  for isa in scalar sse2 avx2; do
    status=0
    "$pretending" replay "$1.r3d" -o actual.png --isa "$isa" >out.txt 2>&1 || status=$?
    [ "$status" = 0 ] || fail "$1 with --isa $isa: exit $status: $(cat out.txt)"
    cmp right.png actual.png || fail "$1 with --isa $isa draws something else"
  done
  status=0
  # Its own shell, which is the one that is told of the signal.
  bash -c '"$@"; exit $?' _ "$pretending" replay "$1.r3d" -o actual.png --isa avx512 >out.txt 2>&1 || status=$?
  [ "$status" = "$expected" ] || fail "$1 with --isa avx512: exit $status, expected $expected: $(cat out.txt)"
}

status=0
printf 'size 8 8\nclear 0\n' >detect.r3d
"$right" replay detect.r3d -o right.png --isa avx512 >out.txt 2>&1 || status=$?
case $status in
0) expected=0 ;;   # the processor has it
2) expected=132 ;; # an illegal instruction
*) fail "$(cat out.txt)" ;;
esac
"$right" replay detect.r3d -o right.png --isa avx2 >out.txt 2>&1 || { echo "no AVX2 here"; exit 77; }

# `draw` and `ploticon` need a mesh that is lit: with AVX-512 the lighting stops them before their own code. Their other levels
# are looked at all the same.
family flat 'flat 5 5 70 8 10 60 0x804020'
family gouraud 'gouraud 80 5 900 150 9 920 84 60 940'
family textured 'tex 0 2 62 0 60 62 40 60 118 80 -62 -30 512 -4 -30 512 -62 28 512'
family lighting 'mesh m mesh/sphere.mesh\nlight m 64 768 -50 -10 -50'
family vertices 'mesh m mesh/sphere.mesh\nlight m 64 768 -50 -10 -50\ndraw m 0 100 0 0 0 0 1150'
family icon 'mesh m mesh/sphere.mesh\nlight m 64 768 -50 -10 -50\nicon i m 1100 180 300 0 0 0\nploticon i 120 80'
family clear 'clear 0x203040'
echo ok
