#!/bin/sh
# SPDX-License-Identifier: MIT
# Column worlds in explain, replay --owner, reduce, bisect, record and golden add.
# usage: recorded_commands.sh RETRO3D SOURCE_DIR WORK_DIR
set -eu
retro3d=$1
source=$2
work=$3
rm -rf "$work"
mkdir -p "$work/suite" "$work/elsewhere"
cd "$work"
cp -r "$source/golden/data/nostromo" "$source/golden/data/freedoom" .

fail()
{
    echo "recorded_commands.sh: $*" >&2
    exit 1
}
# expect CODE COMMAND...
expect()
{
    wanted=$1
    shift
    code=0
    "$@" > out.txt 2> err.txt || code=$?
    [ "$code" -eq "$wanted" ] || fail "exit $code, expected $wanted: $*: $(cat out.txt err.txt)"
}
says()
{
    grep -q -- "$1" out.txt err.txt || fail "no \"$1\" in: $(cat out.txt err.txt)"
}

cat > hall.r3d << 'END'
size 160 100
column_level 0 nostromo/e2m7-demo.level brick1 brown1 aqf001 aqf040
column_sprites 0 nostromo
column_textures 0 freedoom
column_camera 466 1186 -272 359 0
column_light 200 2500 0
column_draw 0 textured things
END

expect 0 "$retro3d" replay hall.r3d -o hall.png --owner owner.png
expect 0 "$retro3d" explain hall.r3d 80 90
says 'sector 21 leaf 49 wall 118 floor 21'
says 'depth 189, window top 0, window bottom 100, window top after 0'
says 'texel x 15, texel y 34, brightness step 7, light 192'
expect 0 "$retro3d" explain --json hall.r3d 80 90
says '"sector":21,"leaf":49,"wall":118'
says '"windowBottomAfter":0'

# A recording has single files, and is the same picture.
expect 0 "$retro3d" record hall.r3d -o flat.r3d
grep -q '^column_level 0 level-' flat.r3d || fail "no level in the recording"
grep -q '^column_indexed 0 material' flat.r3d || fail "no picture in the recording"
grep -q 'column_textures' flat.r3d && fail "a folder in the recording"
expect 0 "$retro3d" replay flat.r3d -o flat.png
expect 0 "$retro3d" diff hall.png flat.png

# A wrong expectation is explained and cut down.
sed 's/^column_light .*/column_light 200 1500 0/' flat.r3d > darker.r3d
expect 0 "$retro3d" replay darker.r3d -o darker.png
expect 1 "$retro3d" explain flat.r3d --diff darker.png
says 'why: light: '
expect 0 "$retro3d" reduce flat.r3d -o small.r3d --expect darker.png
[ "$(grep -c . small.r3d)" -le 8 ] || fail "not reduced: $(cat small.r3d)"
grep -q '^column_draw' small.r3d || fail "nothing draws: $(cat small.r3d)"

# The room computes in doubles, whatever the instruction set.
expect 0 "$retro3d" bisect flat.r3d --isa scalar,best
says 'nothing differs'

# A golden case takes its files along; those of folders, too, as a recording.
expect 0 "$retro3d" golden add flat.r3d --to suite --name hall
[ -f suite/hall.r3d ] || fail "no case"
expect 0 "$retro3d" replay suite/hall.r3d -o again.png
expect 0 "$retro3d" diff hall.png again.png
mkdir -p folders
expect 0 "$retro3d" golden add hall.r3d --to folders --name hall
grep -q 'column_textures' folders/hall.r3d && fail "a folder in the case"
mv nostromo freedoom elsewhere/
expect 0 "$retro3d" replay folders/hall.r3d -o again.png
expect 0 "$retro3d" diff hall.png again.png
expect 0 "$retro3d" diff folders/hall.png again.png
# Nothing of a case stays when it cannot be written whole, and nothing is overwritten.
expect 6 "$retro3d" golden add folders/hall.r3d --to folders --name hall
says 'there already'
mv elsewhere/* .
mkdir -p half
sed 's/^column_draw/mesh x none.mesh\ncolumn_draw/' hall.r3d > wrong.r3d
expect 3 "$retro3d" golden add wrong.r3d --to half --name hall
[ -z "$(ls half)" ] || fail "half a case: $(ls half)"
echo ok
