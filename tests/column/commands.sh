#!/bin/sh
# SPDX-License-Identifier: MIT
# commands.sh PROGRAM SOURCE OUT APNG EXAMPLE: what `retro3d column` and `retro3d level` write and how they fail.
set -eu
program=$1
source=$2
out=$3
apng_frames=$4
example=$5
rm -rf "$out"
mkdir -p "$out"
levels=$source/golden/data/levels
demo=$source/golden/data/nostromo/e2m7-demo.level

fail() {
    echo "commands.sh: $*" >&2
    exit 1
}

# expect STATUS COMMAND...: runs the command; its output is left in $out/stdout and $out/stderr.
expect() {
    wanted=$1
    shift
    status=0
    "$@" >"$out/stdout" 2>"$out/stderr" || status=$?
    [ "$status" -eq "$wanted" ] || fail "$* ended with $status, expected $wanted: $(cat "$out/stderr")"
}

# Levels are checked, described and built.
for level in "$demo" "$levels"/*.level; do
    expect 0 "$program" level check --strict "$level"
done
expect 0 "$program" level info "$demo"
grep -q 'vertices 208, walls 260, sectors 47, things 15 of 4 types, movers 3' "$out/stdout" ||
    fail "info does not count the records"
grep -q 'tree from the file: 100 nodes (12 sloped), 101 leaves' "$out/stdout" ||
    fail "info does not describe the tree"
expect 0 "$program" level build "$levels/zroom.level" -o "$out/zroom.level"
grep -q '^node 0 ymx 128/192 0 low s0 high s1$' "$out/zroom.level" ||
    fail "build does not write the one slanted node of zroom"
expect 0 "$program" level check --strict "$out/zroom.level"

# What a load bears and a picture shows: told, and refused when strict, on the tree of the file or a built one.
finds() {
    file=$1
    shift
    for option in "" --rebuild; do
        expect 0 "$program" level check $option "$file"
        for text in "$@"; do
            grep -q "warning: $text" "$out/stderr" || fail "$file $option: not \"$text\" but: $(cat "$out/stderr")"
        done
        grep -q 'findings*$' "$out/stdout" || fail "$file: $(cat "$out/stdout")"
        expect 3 "$program" level check --strict $option "$file"
    done
}
faulty=$source/tests/column/levels
finds "$faulty/hole.level" 'sector 0: open between vertices 3 and 0$'
finds "$faulty/two.level" 'wall 2: its sectors are exchanged: front 1, back 0$'
finds "$faulty/s.level" 'lies in no sector (start, thing 0; 2 times)$' 'sector 1: no wall names it$' \
    'vertex 4: no wall names it$'
[ "$(wc -l <"$out/stderr")" -eq 3 ] || fail "s.level: $(cat "$out/stderr")"
{
    echo 'level 1'
    i=0
    while [ $i -lt 120 ]; do
        a=$((i * 4))
        printf 'vertex %d %d 0\nvertex %d %d 9\nvertex %d %d 9\nvertex %d %d 0\n' $a $((i * 20)) \
            $((a + 1)) $((i * 20)) $((a + 2)) $((i * 20 + 9)) $((a + 3)) $((i * 20 + 9))
        printf 'sector %d floor 0 ceil 9\nwall %d %d %d mid %d\nwall %d %d %d mid %d\nwall %d %d %d mid %d\n' $i \
            $((i * 3)) $a $((a + 1)) $i $((i * 3 + 1)) $((a + 1)) $((a + 2)) $i $((i * 3 + 2)) $((a + 2)) $((a + 3)) $i
        i=$((i + 1))
    done
} >"$out/many.level"
finds "$out/many.level" \
    'open between two vertices (sector 0: 3 and 0, sector 1: 7 and 4, sector 2: 11 and 8 ...; 120 times)$'
[ "$(wc -l <"$out/stderr")" -eq 1 ] || fail "120 findings are not one line: $(cat "$out/stderr")"

# A picture, its columns, and the same of the built tree.
camera=126,96,41,0,0
expect 0 "$program" column "$levels/transitions.level" --camera $camera --focal 48,32 --size 96x64 \
    --mode ids --cols "$out/a.cols" -o "$out/a.png"
expect 0 "$program" level build "$levels/transitions.level" -o "$out/built.level"
expect 0 "$program" column "$out/built.level" --camera $camera --focal 48,32 --size 96x64 \
    --mode ids --cols "$out/b.cols" -o "$out/b.png"
expect 0 "$program" diff --quiet "$out/a.png" "$out/b.png"
cmp "$out/a.cols" "$out/b.cols" || fail "a built tree lists other walls"
[ "$(wc -l <"$out/a.cols")" -eq 97 ] || fail "--cols does not list 96 columns"
grep -q '^48 6m:x$' "$out/a.cols" || fail "--cols: column 48 does not end at wall 6"

# --set moves a door.
for z in 0 88; do
    expect 0 "$program" column "$levels/door.level" --set 1:ceil:$z --mode ids -o "$out/door$z.png"
done
expect 1 "$program" diff --quiet "$out/door0.png" "$out/door88.png"
# All heights change together: above the old ceiling the floor may come first, or last.
for order in "--set 1:floor:100 --set 1:ceil:200" "--set 1:ceil:200 --set 1:floor:100"; do
    # shellcheck disable=SC2086  # two options each
    expect 0 "$program" column "$levels/door.level" $order --mode ids -o "$out/raised.png"
    [ ! -e "$out/raised-before.png" ] ||
        expect 0 "$program" diff --quiet "$out/raised.png" "$out/raised-before.png"
    mv "$out/raised.png" "$out/raised-before.png"
done
expect 3 "$program" column "$levels/door.level" --set 1:floor:100 --set 1:ceil:99 -o "$out/x.png"
grep -q 'the ceiling lies below the floor' "$out/stderr" || fail "--set: $(cat "$out/stderr")"

# A path: frames, and an animated PNG whose first frame is the first of them.
printf '# a path\n-100 0 41 0 0 2\n-50 0 41 30 0\n' >"$out/path"
expect 0 "$program" column "$levels/transitions.level" --path "$out/path" --mode lines \
    --size 64x48 -o "$out/walk.png"
expect 0 "$program" column "$levels/transitions.level" --path "$out/path" --mode lines \
    --size 64x48 -o "$out/frame-##.png"
[ -f "$out/frame-00.png" ] && [ -f "$out/frame-02.png" ] && [ ! -e "$out/frame-03.png" ] ||
    fail "the path does not give three frames"
expect 0 "$program" diff --quiet "$out/walk.png" "$out/frame-00.png"
expect 0 "$apng_frames" 20 "$out/walk.png" "$out/frame-00.png" "$out/frame-01.png" "$out/frame-02.png"
expect 1 "$apng_frames" 20 "$out/walk.png" "$out/frame-00.png" "$out/frame-02.png" "$out/frame-01.png"
expect 1 "$apng_frames" 20 "$out/walk.png" "$out/frame-00.png" "$out/frame-01.png"
# The second frame is half-way between the cameras.
expect 0 "$program" column "$levels/transitions.level" --camera -75,0,41,15,0 --mode lines \
    --size 64x48 -o "$out/between.png"
expect 0 "$program" diff --quiet "$out/between.png" "$out/frame-01.png"

# The program in docs/column.md draws a room with a door that is half shut.
(cd "$out" && "$example") || fail "the example of docs/column.md fails"
[ -s "$out/two_rooms.png" ] || fail "the example of docs/column.md saves no picture"

# What is wrong is said, and nothing is left behind.
expect 2 "$program" column "$demo"
expect 2 "$program" column "$demo" -o "$out/x.png" --mode wavy
expect 2 "$program" column "$demo" -o "$out/x.png" --camera 1,2,3
expect 2 "$program" column "$demo" -o "$out/x.png" --size 0x9
# says STATUS WORDS COMMAND...: fails with the status, and the message has the words.
says() {
    wanted_status=$1
    words=$2
    shift 2
    expect "$wanted_status" "$@"
    grep -q -e "$words" "$out/stderr" || fail "$*: expected \"$words\": $(cat "$out/stderr")"
}
says 2 'two numbers FX,FY, 0.001' "$program" column "$demo" -o "$out/x.png" --focal 0,1
says 2 'two numbers FX,FY, 0.001' "$program" column "$demo" -o "$out/x.png" --focal 48,-32
says 2 'two numbers FX,FY, 0.001' "$program" column "$demo" -o "$out/x.png" --focal 0.0001,1
says 2 'two numbers FX,FY, 0.001' "$program" column "$demo" -o "$out/x.png" --focal 1,10000001
expect 0 "$program" column "$demo" -o "$out/x.png" --focal 0.001,10000000
says 2 'X,Y,Z,YAW,SHEAR within' "$program" column "$demo" -o "$out/x.png" --camera 0,0,0,10000001,0
says 2 'X,Y,Z,YAW,SHEAR within' "$program" column "$demo" -o "$out/x.png" --camera=-10000001,0,0,0,0
expect 0 "$program" column "$demo" -o "$out/x.png" --camera=-10000000,10000000,-10000000,10000000,-10000000
says 2 'START,LENGTH within' "$program" column "$demo" -o "$out/x.png" --fade 0,10000001
rm "$out/x.png"
says 2 'ids, lines, dither, flat or textured' "$program" column "$demo" -o "$out/x.png" --mode wavy
says 2 'WxH with 1..8192 each' "$program" column "$demo" -o "$out/x.png" --size 320
says 2 'five numbers X,Y,Z,YAW,SHEAR' "$program" column "$demo" -o "$out/x.png" --camera 1,2,3
says 2 'degrees 1..179' "$program" column "$demo" -o "$out/x.png" --fov 180
says 2 'SECTOR:floor:Z' "$program" column "$demo" -o "$out/x.png" --set 1:roof:9
says 2 'frames 1..1000' "$program" column "$demo" -o "$out/x.png" --rate 0
says 2 'needs --path' "$program" column "$demo" -o "$out/x-###.png"
says 3 'there are sectors 0..46' "$program" column "$demo" -o "$out/x.png" --set 47:floor:0
says 3 'folder of textures' "$program" column "$demo" -o "$out/x.png" --textures /nonexistent

# Pictures that are missing are named, and only where they would be seen.
cat >"$out/plain.level" <<'LEVEL'
level 1
vertex 0 0 0
vertex 1 0 99
vertex 2 99 99
vertex 3 99 0
sector 0 floor 0 ceil 99 floormat nosuch ceilmat aqf001
wall 0 0 1 mid 0 mat brick1
wall 1 1 2 mid 0
wall 2 2 3 mid 0
wall 3 3 0 mid 0
thingtype imp width 20 height 40 sprite imp
thing 0 imp 50 50
LEVEL
camera=20,20,41,45,0
warns() {
    words=$1
    shift
    expect 0 "$@"
    grep -q -e "$words" "$out/stderr" || fail "$*: no warning \"$words\": $(cat "$out/stderr")"
}
warns 'plain.level: warning: no picture of material nosuch' "$program" column "$out/plain.level" \
    --camera $camera --textures "$source/golden/data/freedoom" -o "$out/plain.png"
if grep -q brick1 "$out/stderr"; then fail "brick1 is there: $(cat "$out/stderr")"; fi
warns 'material: neither --textures nor --iwad is given (nosuch, aqf001, brick1; 3 times)' "$program" column \
    "$out/plain.level" --camera $camera -o "$out/plain.png"
expect 0 "$program" column "$out/plain.level" --camera $camera --mode lines -o "$out/plain.png"
[ ! -s "$out/stderr" ] || fail "outlines need no textures: $(cat "$out/stderr")"
says 3 'imp.sprite' "$program" column "$out/plain.level" --camera $camera --things -o "$out/x.png"
says 3 'imp.sprite' "$program" level check "$out/plain.level"
printf 'sprite 1 1\no\n' >"$out/imp.sprite"
expect 0 "$program" column "$out/plain.level" --camera $camera --things -o "$out/plain.png"
warns 'no picture of material nosuch' "$program" level check "$out/plain.level" \
    --textures "$source/golden/data/freedoom"
says 3 'pictures are missing' "$program" level check --strict "$out/plain.level" \
    --textures "$source/golden/data/freedoom"
printf 'sprite 1 1\nx\n' >"$out/imp.sprite"
says 3 'imp.sprite:2: expected . o or #' "$program" level check "$out/plain.level"
rm "$out/imp.sprite"

# A map, and the level that is built from it, show the same with the same graphics.
two_rooms=$source/tests/fuzz/fuzz_wad/corpus/two-rooms.wad
camera=100,48,50,170,0
expect 0 "$program" level build "$two_rooms:MAP01" -o "$out/rooms.level"
expect 0 "$program" column "$two_rooms:MAP01" --camera $camera --things -o "$out/rooms-wad.png"
expect 0 "$program" column "$out/rooms.level" --camera $camera --things --iwad "$two_rooms" \
    -o "$out/rooms-level.png"
expect 0 "$program" diff --quiet "$out/rooms-wad.png" "$out/rooms-level.png"
expect 0 "$program" column "$out/rooms.level" --camera $camera --things --iwad "$two_rooms" \
    --mode flat -o "$out/rooms-flat.png"
expect 1 "$program" diff --quiet "$out/rooms-wad.png" "$out/rooms-flat.png"
expect 0 "$program" level check "$out/rooms.level" --iwad "$two_rooms"
expect 2 "$program" column "$two_rooms:MAP01" -o "$two_rooms"

# What map makers rely on: names in any case, skill levels, broken lines and pictures, many warnings.
wads=$source/tests/column/wad
camera=64,128,64,0,0
expect 0 "$program" level info "$wads/ok.wad:map01"
expect 0 "$program" level build "$wads/demonspectre.wad" -o "$out/types.level"
grep -q '^thing 0 .*SARG' "$out/types.level" || fail "no thing type SARG in types.level"
for skill in easy medium hard; do
    expect 0 "$program" column "$wads/mponly.wad" --camera $camera --things --skill $skill -o "$out/$skill.png"
done
expect 0 "$program" column "$wads/mponly.wad" --camera $camera -o "$out/none.png"
expect 0 "$program" column "$wads/mponly.wad" --camera $camera --things --skill all -o "$out/all.png"
expect 0 "$program" diff --quiet "$out/none.png" "$out/medium.png"
expect 1 "$program" diff --quiet "$out/none.png" "$out/all.png"
says 2 'easy, medium, hard or all' "$program" column "$wads/ok.wad" --things --skill nightmare -o "$out/x.png"
says 2 'for maps of WAD' "$program" column "$demo" --things --skill easy -o "$out/x.png"
says 2 'for maps of WAD' "$program" level info "$demo" --skill easy
expect 0 "$program" level info "$wads/mponly.wad" --skill all
grep -q 'things 1 of' "$out/stdout" || fail "level --skill all reads no thing"
warns 'warning: linedef 4: it has no side' "$program" column "$wads/nofront.wad" --camera $camera -o "$out/x.png"
warns 'warning: linedef 3: a side' "$program" column "$wads/badsector.wad" --camera $camera -o "$out/x.png"
says 3 'linedef 4' "$program" level check --strict "$wads/nofront.wad"
says 3 'linedef 3' "$program" level check --strict "$wads/badsector.wad"
warns 'no readable picture of patch PWALL' "$program" column "$wads/pngpatch.wad" --camera $camera -o "$out/x.png"
[ "$(wc -l <"$out/stderr")" -eq 1 ] || fail "one picture, several warnings: $(cat "$out/stderr")"
says 3 'pictures are missing' "$program" level check --strict "$wads/pngpatch.wad"
says 3 'Hexen format' "$program" level check "$wads/hexen7.wad"
says 3 'UDMF' "$program" level check "$wads/udmf.wad"
{
    sed '/^wall 0/s/mat brick1//; /^thing/d' "$out/plain.level"
    for i in 0 1 2 3 4; do echo "sector $((i + 1)) floor 0 ceil 99 floormat lost$i"; done
} >"$out/lost.level"
expect 0 "$program" column "$out/lost.level" --camera 20,20,41,45,0 --textures "$source/golden/data/freedoom" -o "$out/x.png"
grep -q 'warning: no picture of material (nosuch, lost0, lost1 ...; 6 times)$' "$out/stderr" ||
    fail "six warnings are not one line: $(cat "$out/stderr")"
rm -f "$out/x.png"

# The mark that some editors put before a text is no word of it.
{ printf '\357\273\277'; cat "$levels/zroom.level"; } >"$out/marked.level"
expect 0 "$program" level check --strict "$out/marked.level"
{ printf '\357\273\277'; cat "$out/path"; } >"$out/marked.path"
expect 0 "$program" column "$levels/transitions.level" --path "$out/marked.path" --mode lines \
    --size 64x48 -o "$out/marked.png"
expect 0 "$program" diff --quiet "$out/walk.png" "$out/marked.png"

expect 2 "$program" level frob "$demo"
expect 2 "$program" level build "$demo"
expect 3 "$program" column "$out/missing.level" -o "$out/x.png"
expect 3 "$program" column "$demo" -o "$out/x.png" --set 999:floor:0
printf 'level 1\nvertex 0 0 0\nvertex 1 0 9\nsector 0 floor 9 ceil 0\nwall 0 0 1 mid 0\n' >"$out/bad.level"
expect 3 "$program" level check "$out/bad.level"
grep -q 'bad.level:4: sector 0: the ceiling lies below the floor' "$out/stderr" ||
    fail "the message does not name file, line and record: $(cat "$out/stderr")"
printf 'PWAD' >"$out/cut.wad"
expect 3 "$program" column "$out/cut.wad:E1M1" -o "$out/x.png"
expect 6 "$program" column "$demo" --cols "$out/x.cols" -o "$out/no-such-folder/x.png"
[ ! -e "$out/x.cols" ] || fail "a failed command left its columns behind"
printf '0 0 41 0 0\n0 0 41 0 0\n2000000000000000000000000 0 0 0 0\n' >"$out/far.path"
says 3 'far.path:3: expected X Y Z YAW SHEAR' "$program" column "$levels/lift.level" --path "$out/far.path" \
    -o "$out/far-#.png"
printf '0 0 41 0 0\n0 0 41 0 0\n0 0 41 0 0\n' >"$out/far.path"
mkdir "$out/far-2.png"
expect 6 "$program" column "$levels/lift.level" --path "$out/far.path" -o "$out/far-#.png"
[ ! -e "$out/far-0.png" ] && [ ! -e "$out/far-1.png" ] || fail "a failed path left frames behind"
[ ! -e "$out/x.png" ] || fail "a failed command left a picture behind"
