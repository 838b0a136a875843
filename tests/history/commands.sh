#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: commands.sh PROGRAM WRONG_PROGRAM SOURCE_FOLDER: explain, record, reduce, bisect and golden add
# on the command line. WRONG_PROGRAM is a build with a fault in its flat fills (see faults.cmake).
set -euo pipefail
program=$1
wrong=$2
source=$3
. "$(dirname "$0")/../support/command_test.sh"

cat >scene.r3d <<'R3D'
size 64 48
clear 0x203040
rect 4 4 50 30 0x705030
alpha 96
flat 8 6 50 12 20 44 0x40C080
alpha 0
hline 10 20 30 0xFFFFFF
gouraud 30 8 2960 60 20 2890 36 46 3000
R3D
"$program" replay scene.r3d -o right.png

# Instruction sets: unknown names and those of other machines are refused with the list of those there are.
expect 2 '"sse3", did you mean "sse2"?; this machine has best, scalar' "$program" replay scene.r3d -o no.png --isa sse3
expect 2 '"pdp11" is no instruction set; this machine has best, scalar' "$program" bisect scene.r3d --isa scalar,pdp11
foreign=neon
[ "$(uname -m)" != aarch64 ] || foreign=avx2
expect 2 "this machine or build has no $foreign; it has best, scalar" "$program" explain scene.r3d 1 1 --isa "$foreign"
expect 2 "has no $foreign; it has best, scalar" "$program" diff right.png right.png --isa "$foreign"
[ ! -e no.png ] || fail 'a picture drawn by an unknown instruction set'

# explain
expect 0 '3 writes, now' "$program" explain scene.r3d 20 15
expect 0 'line 5 flat: ' "$program" explain scene.r3d 20 15
expect 0 '160/256 of it over 0x' "$program" explain scene.r3d 20 15
expect 0 '"call":"flat fill"' "$program" explain scene.r3d 20 15 --json
expect 0 'pixel (21,16): ' "$program" explain scene.r3d --rect 20,15,2,2
expect 0 'outside the frame' "$program" explain scene.r3d 64 0
expect 0 'draws what right.png shows' "$program" explain scene.r3d --diff right.png
expect 1 'why: translucency: ' "$wrong" explain scene.r3d --diff right.png
expect 0 'pixel (-1,5): outside the frame of 64 x 48' "$program" explain scene.r3d -1 5
expect 0 'pixel (1,-99999): outside the frame' "$program" explain scene.r3d 1 -99999
expect 2 'X is "-99999999999"' "$program" explain scene.r3d -99999999999 5
expect 2 'unknown option -1' "$program" explain scene.r3d -1x 5
expect 2 'unknown option -1' "$program" replay scene.r3d -1
expect 2 'X without Y' "$program" explain scene.r3d 1
expect 2 'expected one of' "$program" explain scene.r3d
expect 2 'expected one of' "$program" explain scene.r3d 1 1 --rect 0,0,1,1
expect 2 'expected X,Y,W,H' "$program" explain scene.r3d --rect 0,0,0,1
expect 3 'none.r3d' "$program" explain none.r3d 1 1
printf '%s\n' 'size 9 9' >other.r3d
"$program" replay other.r3d -o other.png
expect 4 '9 x 9' "$program" explain scene.r3d --diff other.png
expect 4 '9 x 9' "$program" explain scene.r3d 1 1 --expect other.png
: >empty.r3d
expect 3 'no "size" command' "$program" explain empty.r3d 0 0
# An icon's pixel names the model's face, and the edge that the icon drew.
expect 0 'by line 13 icon, cube face 8, bucket 104' "$program" explain "$source/golden/model/icon-grid.r3d" 8 6
expect 0 '"icon":{"line":13,"model":"cube","face":9,"bucket":53}' \
  "$program" explain "$source/golden/model/icon-grid.r3d" 20 20 --json
expect 0 'by line 18 icon, torus shadow' "$program" explain "$source/golden/model/icon-grid.r3d" 56 20
# 2D calls: what another picture expects of them.
printf '%s\n' 'size 20 12' 'clear 0x203040' 'rect 2 2 9 6 0x705030' 'hline 4 10 9 0xFFFFFF' >flat2d.r3d
printf '%s\n' 'size 20 12' 'clear 0x203040' 'rect 2 2 9 6 0x705030' 'hline 4 10 10 0xFFFFFF' >longer.r3d
"$program" replay flat2d.r3d -o flat2d.png
"$program" replay longer.r3d -o longer.png
expect 1 'pixel (13,10): 1 write' "$program" explain flat2d.r3d --diff longer.png
printf '%s\n' 'size 20 12' 'clear 0x203040' 'rect 2 2 9 6 0x705030' 'rectalpha 0 0 20 12 0xFFFFFF 90' >glass.r3d
sed 's/^rect 2 2 9 6/rect 2 2 9 5/' glass.r3d >glass5.r3d
"$program" replay glass5.r3d -o glass5.png
# Seen through glass, too: without line 3 the pixel would have its expected colour.
expect 1 'line 3 rect' "$program" explain glass.r3d --diff glass5.png
# A rectangle's last row, a sprite's last column: what was left out is named.
cp "$source/golden/raster/tex/brick.tx8" .
printf '%s\n' 'size 90 70' 'clear 0x203040' 'sprite8 0 brick.tx8' 'draw8 0 10 2' >sprite.r3d
sed 's/^draw8 0 10 2/clip 0 0 73 70\n&/' sprite.r3d >cut.r3d
"$program" replay sprite.r3d -o sprite.png
expect 1 'why: clip: ' "$program" explain cut.r3d --diff sprite.png
expect 1 '(line 5 draw8), would give it: the clip rectangle cuts it off here' \
  "$program" explain cut.r3d --diff sprite.png
# Each JSON line is an object that a JSON reader takes.
if command -v python3 >/dev/null; then
  "$program" explain scene.r3d --rect 0,0,64,48 --json |
    python3 -c 'import json,sys; n = sum(len(json.loads(l)["writes"]) for l in sys.stdin); assert n > 4000, n'
fi

# record: the same bytes, by files named after their contents
expect 0 '' "$program" record scene.r3d -o recorded.r3d
"$program" replay recorded.r3d -o recorded.png
"$program" diff --quiet right.png recorded.png || fail 'the recording differs'
ls palette-*.png >/dev/null || fail 'no palette'
expect 2 'input' "$program" record scene.r3d -o scene.r3d
expect 6 'no such file or folder' "$program" record scene.r3d -o none/recorded.r3d

# reduce
expect 0 'commands left' "$wrong" reduce scene.r3d -o small.r3d --against "$program"
[ "$(wc -l <small.r3d)" -le 3 ] || fail 'reduced to more than 3 commands'
grep -q '^flat ' small.r3d || fail 'the flat fill is gone'
expect 0 'commands left' "$wrong" reduce scene.r3d -o expected.r3d --expect right.png
grep -q '^flat ' expected.r3d || fail 'the flat fill is gone'
[ "$(wc -l <expected.r3d)" -le 5 ] || fail 'reduced to more than 5 commands by --expect'
expect 0 'commands left' "$program" reduce scene.r3d -o grep.r3d --command '! grep -q hline <'
[ "$(cat grep.r3d)" = 'hline 0 0 0 0' ] || { cat grep.r3d; fail 'reduced by --command'; }
expect 1 'does not show it' "$program" reduce scene.r3d -o same.r3d --isa scalar,best
expect 1 'does not show it' "$program" reduce scene.r3d -o same.r3d --expect right.png
[ ! -e same.r3d ] || fail 'a result without a difference'
expect 2 'expected one of' "$program" reduce scene.r3d -o same.r3d
expect 3 'cannot replay' "$program" reduce scene.r3d -o same.r3d --against ./none
expect 2 'outside the frame' "$program" reduce scene.r3d -o same.r3d --expect right.png --pixel 64,1
expect 2 'two names with a comma' "$program" reduce scene.r3d -o same.r3d --isa scalar
ls .try-* 2>/dev/null && fail 'candidates were left behind'

# bisect
expect 0 'both with --isa scalar' "$program" bisect --help
expect 1 'scene.r3d:5: flat: the first command' "$wrong" bisect scene.r3d --against "$program"
expect 0 'nothing differs' "$program" bisect scene.r3d --against "$program"
expect 0 'nothing differs' "$program" bisect scene.r3d --isa scalar,best
expect 0 'nothing differs' "$program" bisect "$source/golden/model/bob-geared.r3d" --threads 1,3
expect 0 'nothing differs' "$program" bisect "$source/golden/raster/mixed_room.r3d" --threads 2,4
expect 1 'pair.diff.png' "$program" golden bisect scene.r3d --against "$wrong" -o pair
# The frames end with the command that was named.
head -n 5 scene.r3d >part.r3d
"$program" replay part.r3d --isa scalar -o right_part.png
"$wrong" replay part.r3d --isa scalar -o wrong_part.png
expect 0 'equal' "$program" diff pair.a.png right_part.png
expect 0 'equal' "$program" diff pair.b.png wrong_part.png
expect 1 '' "$program" diff pair.a.png pair.b.png -o again.png
expect 0 'equal' "$program" diff pair.diff.png again.png
expect 6 'none/pair' "$program" golden bisect scene.r3d --against "$wrong" -o none/pair
cp scene.r3d x.a.png
expect 2 'would overwrite' "$program" bisect x.a.png --against "$wrong" -o x
expect 0 'nothing differs' "$program" golden bisect scene.r3d --isa scalar,best -o equal
[ ! -e equal.a.png ] || fail 'equal frames were written'
expect 0 'bisect' "$program" golden --help
expect 2 '1..64' "$program" bisect scene.r3d --threads 0,1
expect 2 'expected one of' "$program" bisect scene.r3d
# The vector fills have no fault, so with it they differ from the scalar ones.
if "$program" replay scene.r3d -o isa.png --isa sse2 2>/dev/null; then
  expect 1 'scene.r3d:5: flat' "$wrong" bisect scene.r3d --isa scalar,sse2
  expect 0 'commands left' "$wrong" reduce scene.r3d -o isas.r3d --isa scalar,sse2
  [ "$(wc -l <isas.r3d)" -le 3 ] || fail 'reduced to more than 3 commands by --isa'
fi

# golden add
mkdir suite
expect 0 'suite/edge.png' "$program" golden add small.r3d --to suite --name edge
expect 6 'is there already' "$program" golden add small.r3d --to suite --name edge
expect 4 'the picture is 9 x 9' "$program" golden add scene.r3d other.png --to suite
expect 0 'suite/scene.png' "$program" golden add recorded.r3d --to suite --name scene --by "$program"
"$program" replay suite/scene.r3d -o again.png
"$program" diff --quiet suite/scene.png again.png || fail 'the case differs from its golden'
"$program" golden verify suite >/dev/null || fail 'golden verify'
echo 'all commands do what they say'
