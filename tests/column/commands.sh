#!/bin/sh
# SPDX-License-Identifier: MIT
# commands.sh PROGRAM SOURCE OUT: what `retro3d column` and `retro3d level` write and how they fail.
set -eu
program=$1
source=$2
out=$3
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

# A path: frames, and an animated PNG whose first frame is the first of them.
printf '# a path\n-100 0 41 0 0 2\n-50 0 41 30 0\n' >"$out/path"
expect 0 "$program" column "$levels/transitions.level" --path "$out/path" --mode lines \
    --size 64x48 -o "$out/walk.png"
expect 0 "$program" column "$levels/transitions.level" --path "$out/path" --mode lines \
    --size 64x48 -o "$out/frame-##.png"
[ -f "$out/frame-00.png" ] && [ -f "$out/frame-02.png" ] && [ ! -e "$out/frame-03.png" ] ||
    fail "the path does not give three frames"
expect 0 "$program" diff --quiet "$out/walk.png" "$out/frame-00.png"

# What is wrong is said, and nothing is left behind.
expect 2 "$program" column "$demo"
expect 2 "$program" column "$demo" -o "$out/x.png" --mode wavy
expect 2 "$program" column "$demo" -o "$out/x.png" --camera 1,2,3
expect 2 "$program" column "$demo" -o "$out/x.png" --size 0x9
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
expect 6 "$program" column "$demo" -o "$out/no-such-folder/x.png"
[ ! -e "$out/x.png" ] || fail "a failed command left a picture behind"
