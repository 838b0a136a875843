#!/bin/sh
# SPDX-License-Identifier: MIT
# Arenas in replay, explain, --owner, record, reduce, bisect and golden add.
# usage: recorded_commands.sh RETRO3D SOURCE_DIR WORK_DIR
set -eu
retro3d=$1
source=$2
work=$3
rm -rf "$work"
mkdir -p "$work/suite" "$work/elsewhere"
cd "$work"
cp "$source"/golden/affine/maps/*.arena "$source"/golden/affine/maps/*.png .
cp "$source"/golden/affine/affine_*.scene .

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

# Every reference scene as a command is its picture, and so is its recording.
for scene in affine_*.scene; do
    name=${scene%.scene}
    { sed -n 's/^screen /size /p' "$scene"; echo "affine 0 0 $scene"; } > one.r3d
    expect 0 "$retro3d" replay one.r3d -o one.png
    expect 0 "$retro3d" diff --quiet "$source/golden/affine/$name.png" one.png
    expect 0 "$retro3d" record one.r3d -o flat.r3d
    grep -q '^affine ' flat.r3d && fail "a scene file in the recording of $name"
    expect 0 "$retro3d" replay flat.r3d -o flat.png
    expect 0 "$retro3d" diff --quiet one.png flat.png
done

# Several arenas, one of them cut by the clip rectangle.
cat > hall.r3d << 'END'
size 300 240
clear 0x101010
affine 5 6 block.arena
affine 130 6 moving.arena time 540
affine 0 110 block-hw.arena heading 1700
clip 170 120 280 230
affine 160 110 affine_12.scene
END
expect 0 "$retro3d" replay hall.r3d -o hall.png --owner owner.png
expect 0 "$retro3d" explain hall.r3d 40 50
says 'block.arena wall 1, place 4: 0x5ABD94 -> 0x7B8452'
says 'texel x 9, texel y 8, chunk 0, matrix 1, pa 37035, pb 0, pc -26655, pd 68118'
says 'cell x 3, cell y 2, tile 242, texel x 5, texel y 1, pa 15269'
expect 0 "$retro3d" explain --json hall.r3d 60 180
says '"arena":"block-hw.arena","wall":2'
says '"priority":2,"matrix":0'
expect 0 "$retro3d" explain hall.r3d 180 60
says 'moving.arena object 0, place 7'
expect 0 "$retro3d" explain hall.r3d 200 180
says 'background 0, place 1'
expect 0 "$retro3d" explain hall.r3d 20 20
says 'backdrop 0, place 0'

expect 0 "$retro3d" record hall.r3d -o flat.r3d
expect 0 "$retro3d" replay flat.r3d -o flat.png
expect 0 "$retro3d" diff hall.png flat.png

# A wrong expectation is explained and cut down: a wall moved by one texel's width; a wall that is not there.
printf 'size 120 96\naffine 0 0 block.arena\n' > block.r3d
expect 0 "$retro3d" record block.r3d -o right.r3d
sed 's/^affine_wall -32 0 0 0/affine_wall -32 2 0 0/' right.r3d > moved.r3d
cmp -s right.r3d moved.r3d && fail "no wall in $(cat right.r3d)"
expect 0 "$retro3d" replay moved.r3d -o moved.png
expect 1 "$retro3d" explain right.r3d --diff moved.png
says 'why: texel: '
expect 0 "$retro3d" reduce right.r3d -o small.r3d --expect moved.png
[ "$(grep -c . small.r3d)" -le 9 ] || fail "not reduced: $(cat small.r3d)"
grep -q '^affine_draw' small.r3d || fail "nothing draws: $(cat small.r3d)"
# Of an arena file the walls can be cut.
sed 's/auto/368/' block.arena > plain.arena
sed '/^walls/d' plain.arena > bare.arena
printf 'size 120 96\naffine 0 0 plain.arena\n' > block.r3d
printf 'size 120 96\naffine 0 0 bare.arena\n' > bare.r3d
expect 0 "$retro3d" replay bare.r3d -o bare.png
expect 0 "$retro3d" reduce block.r3d -o less.r3d --expect bare.png
grep -q '^affine 0 0 ' less.r3d || fail "nothing draws: $(cat less.r3d)"

expect 0 "$retro3d" bisect hall.r3d --isa scalar,best
says 'nothing differs'

# A golden case of an arena takes along what is needed.
expect 0 "$retro3d" golden add hall.r3d --to suite --name hall
mv ./*.arena ./*.scene sheet.png tiles.png shadows.png tiles-palette.png elsewhere/
expect 0 "$retro3d" replay suite/hall.r3d -o again.png
expect 0 "$retro3d" diff hall.png again.png
mv elsewhere/* .

# What is wrong is told with the line of the list, and that of the arena.
printf 'size 9 9\naffine 0 0 none.arena\n' > bad.r3d
expect 3 "$retro3d" replay bad.r3d -o bad.png
says 'bad.r3d:2: '
printf 'arena 1\nbox 0 0 0\n' > wrong.arena
printf 'size 9 9\naffine 0 0 wrong.arena\n' > bad.r3d
expect 3 "$retro3d" replay bad.r3d -o bad.png
says 'bad.r3d:2: wrong.arena:2: column 10: the line ends, expected H'
for words in 'heading' 'yaw 3' 'time 1 time 2' 'pitch 484'; do
    printf 'size 9 9\naffine 0 0 block.arena %s\n' "$words" > bad.r3d
    expect 3 "$retro3d" replay bad.r3d -o bad.png
    says 'bad.r3d:2: '
done
for lines in 'affine_draw 0 0' 'affine_compose 0 0' 'affine_wall 0 0 0 0 0 0 turn 0 0' 'affine_sprite 0 0 0 0 0' \
    'affine_scene soft 9 9 0 512 368 14 0 0 1' 'affine_time 0.5' 'affine_time 99999999999999999999' \
    'affine_picture 4096 sheet.png' 'affine_matrix 0 0 0 0' 'affine_cycle 0 1 1' \
    'affine_indexed 0 sheet.png sheet.png'; do
    printf 'size 9 9\n%s\n' "$lines" > bad.r3d
    expect 3 "$retro3d" replay bad.r3d -o bad.png
    says 'bad.r3d:2: '
done
# A picture that is loaded anew ends the scene that uses it.
printf 'size 9 9\naffine_picture 0 sheet.png\naffine_scene free 9 9 0 512 368 14 0 0 1\naffine_picture 0 tiles.png\naffine_draw 0 0\n' > bad.r3d
expect 3 "$retro3d" replay bad.r3d -o bad.png
says 'bad.r3d:5: expected "affine_scene"'
[ ! -e bad.png ] || fail "a picture after an error"
echo ok
