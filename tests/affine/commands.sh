#!/bin/sh
# SPDX-License-Identifier: MIT
# commands.sh PROGRAM SOURCE OUT APNG: what `retro3d affine` writes and how it fails.
set -eu
program=$1
source=$2
out=$3
apng_frames=$4
rm -rf "$out"
mkdir -p "$out"
golden=$source/golden/affine

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

said() {
    grep -q -- "$1" "$out/stderr" || fail "does not say \"$1\": $(cat "$out/stderr")"
}

# All reference scenes, with what is known of their frames and the inspector.
for scene in "$golden"/*.scene; do
    name=${scene%.scene}
    set -- affine "$scene" -o "$out/a.png"
    [ ! -f "$name.info" ] || set -- "$@" --info "$out/a.info"
    [ ! -f "$name.sprites" ] || set -- "$@" --sprites "$out/a.sprites"
    expect 0 "$program" "$@"
    expect 0 "$program" diff --quiet "$name.png" "$out/a.png"
    if [ -f "$name.info" ]; then
        sed 's/ *$//' "$name.info" >"$out/expected"
        sed 's/ *$//' "$out/a.info" >"$out/actual"
        cmp "$out/expected" "$out/actual" || fail "$name.info differs"
    fi
    if [ -f "$name.sprites" ]; then
        sed 's/ *$//' "$name.sprites" >"$out/expected"
        cmp "$out/expected" "$out/a.sprites" || fail "$name.sprites differs"
        expect 0 "$program" diff --quiet "$name.sprites.png" "$out/a.sprites.png"
    fi
done

# The maps; cases.txt has the options of each.
while read -r name arguments; do
    # shellcheck disable=SC2086
    expect 0 "$program" affine "$golden/maps/$name.arena" -o "$out/$name.png" $arguments
    expect 0 "$program" diff --quiet "$golden/maps/$name.png" "$out/$name.png"
done <"$golden/maps/cases.txt"

# The camera of an option is the one that a file would have.
block=$golden/maps/block.arena
cp "$golden"/maps/*.png "$out"
sed 's/^camera .*/camera -5 77 8 -9 3 roll 200/' "$block" >"$out/other.arena"
expect 0 "$program" affine "$out/other.arena" -o "$out/other.png"
expect 0 "$program" affine "$block" --heading -5 --pitch 77 --at 8,-9,3 --roll 200 -o "$out/same.png"
expect 0 "$program" diff --quiet "$out/other.png" "$out/same.png"

# A plan; counters end the frame's text.
expect 0 "$program" affine "$block" -o "$out/a.png" --plan "$out/plan.png" --info "$out/a.info" --counters
tail -n 1 "$out/a.info" | grep -q '^counters camera 1 tests [4-8] wall_matrices [34] ' || fail "no counters"
expect 0 "$program" affine "$block" -o "$out/a.png" --plan "$out/turned.png" --heading 700
expect 1 "$program" diff --quiet "$out/plan.png" "$out/turned.png"

# Films: frame k is the picture at its time and heading.
expect 0 "$program" affine "$golden/maps/moving.arena" -o "$out/film.png" --frames 5 --rate 4 --turn --time 100
set --
for case in 590:100 1000:350 1409:600 1819:850 2228:1100; do
    one=$out/one${case%:*}.png
    expect 0 "$program" affine "$golden/maps/moving.arena" -o "$one" --heading "${case%:*}" --time "${case#*:}"
    set -- "$@" "$one"
done
expect 0 "$apng_frames" 4 "$out/film.png" "$@"
expect 0 "$program" affine "$golden/affine_40.scene" -o "$out/film.png" --frames 2

# What is refused leaves nothing behind.
rm -f "$out/none"*
expect 2 "$program" affine "$block" -o "$out/none.png" --turn
said "--turn"
expect 2 "$program" affine "$block" -o "$out/none.png" --rate 3
said "--rate"
expect 2 "$program" affine "$block" -o "$out/none.png" --sprites "$out/none3"
said "mode free"
expect 2 "$program" affine "$golden/maps/block-hw.arena" -o "$out/none.png" --roll 1
said "cannot roll"
expect 2 "$program" affine "$golden/affine_00.scene" -o "$out/none.png" --heading 1
said "raw frame"
expect 2 "$program" affine "$block" -o "$out/none.png" --pitch 484
expect 2 "$program" affine "$block" -o "$out/none.png" --at 1,2
said "three whole numbers"
expect 2 "$program" affine "$block" -o "$out/none.png" --frames 0
expect 2 "$program" affine "$out/other.arena" -o "$out/other.arena"
expect 2 "$program" affine "$block"
expect 3 "$program" affine "$out/missing.arena" -o "$out/none.png"
printf 'arena 1\nwall y+ 0 0 0 brick\n' >"$out/bad.arena"
expect 3 "$program" affine "$out/bad.arena" -o "$out/none.png" --info "$out/none.info" --plan "$out/none2.png"
said "bad.arena:2: column 15: found \"brick\""
expect 6 "$program" affine "$block" -o "$out/none.png" --info "$out/no folder/x"
# More objects than the hardware has: nothing is drawn.
{
    printf 'mode hw\ncamera 0 300 0 0 0\n'
    for i in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
        for _ in 0 1 2 3 4 5 6 7 8 9; do
            echo "sprite $((i * 8 - 50)) 0 0 solid 8 8 $i 0"
        done
    done
} >"$out/many.scene"
expect 3 "$program" affine "$out/many.scene" -o "$out/none.png"
said "cannot be drawn"
for file in "$out"/none*; do
    [ ! -e "$file" ] || fail "$file was left"
done
