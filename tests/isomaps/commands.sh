#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: commands.sh RETRO3D GOLDEN_OUTLINE WORK
# The command outline: every reference scene and map of golden/outline, and what it refuses.
set -eu
program=$1
golden=$2
work=$3
rm -rf "$work"
mkdir -p "$work"

fail() {
    echo "$*" >&2
    exit 1
}

# ---- every picture of every scene ----
scenes=0
pictures=0
number=0
while [ "$number" -le 39 ]; do
    name=outline_$(printf %02d "$number")
    "$program" outline "$golden/$name.scene" --out-dir "$work/scenes"
    for expected in "$golden/$name".*; do
        actual=$work/scenes/${expected##*/}
        case $expected in
        *.scene) ;;
        *.info)
            cmp "$expected" "$actual" || fail "$expected differs"
            pictures=$((pictures + 1))
            ;;
        *)
            "$program" diff "$expected" "$actual" >"$work/diff.txt" || {
                cat "$work/diff.txt"
                fail "$expected differs"
            }
            pictures=$((pictures + 1))
            ;;
        esac
    done
    scenes=$((scenes + 1))
    number=$((number + 1))
done
[ "$scenes" -eq 40 ] && [ "$pictures" -eq 249 ] || fail "$scenes scenes with $pictures files, expected 40 and 249"

# ---- every map ----
maps=0
while read -r name options; do
    # shellcheck disable=SC2086 # options are words
    "$program" outline "$golden/maps/$name.iso" -o "$work/$name.png" $options
    "$program" diff "$golden/maps/$name.png" "$work/$name.png" >/dev/null || fail "map $name differs"
    maps=$((maps + 1))
done <"$golden/maps/cases.txt"
[ "$maps" -eq 3 ] || fail "$maps maps, expected 3"

# ---- options that equal what the file could say ----
same() {
    first=$1
    second=$2
    "$program" diff "$work/$first" "$work/$second" >/dev/null || fail "$first and $second differ"
}
cp "$golden/maps/sheet.png" "$work"
sed 's/^mode screen/mode world/;s/^width 2/width 3/' "$golden/maps/screen.iso" >"$work/other.iso"
"$program" outline "$work/other.iso" -o "$work/file.png"
"$program" outline "$golden/maps/screen.iso" --mode world --width 3 -o "$work/option.png"
same file.png option.png
{ grep -v '^light' "$golden/maps/world.iso"; echo 'light 90 20'; echo 'texels 5'; echo 'fade 30'; echo 'quadrant 3'; } >"$work/light.iso"
"$program" outline "$work/light.iso" -o "$work/file.png"
"$program" outline "$golden/maps/world.iso" --light 90,20 --texels 5 --color 30 --quadrant 3 -o "$work/option.png"
same file.png option.png
"$program" outline "$golden/maps/world.iso" --show faces -o "$work/faces.png"
"$program" outline "$golden/maps/world.iso" --out-dir "$work/world"
same faces.png world/world.faces.png
"$program" outline "$golden/maps/world.iso" --show lines -o "$work/lines.png"
same lines.png world/world.world.png
"$program" outline "$golden/maps/world.iso" -o "$work/image.png"
same image.png world/world.image.png
"$program" outline "$golden/maps/world.iso" --mode screen -o "$work/image.png"
same image.png world/world.image_screen.png

# ---- films: frame k at floor(1000 k / rate) after the time ----
"$program" outline "$golden/maps/turned.iso" --frames 3 --rate 7 --time 200 -o "$work/film.png"
"$program" outline "$golden/maps/turned.iso" --time 200 -o "$work/first.png"
same film.png first.png # a reader without animation sees the first frame
grep -q acTL "$work/film.png" || fail "the film is no animated PNG"

# ---- refusals: the exit code, the reason, nothing written ----
refuses() { # CODE REASON ARGUMENTS...
    code=$1
    reason=$2
    shift 2
    actual=0
    "$program" outline "$@" 2>"$work/refusal.txt" || actual=$?
    [ "$actual" -eq "$code" ] || fail "outline $*: exit code $actual, expected $code"
    grep -q "$reason" "$work/refusal.txt" || {
        cat "$work/refusal.txt"
        fail "outline $*: expected \"$reason\""
    }
    [ ! -e "$work/no.png" ] && [ ! -e "$work/no" ] || fail "outline $*: something was written"
}
refuses 2 'expected a map' -o "$work/no.png"
refuses 2 'expected a map' "$golden/maps/world.iso"
refuses 2 'one map at a time' "$golden/maps/world.iso" "$golden/maps/world.iso" -o "$work/no.png"
refuses 2 'world|screen' "$golden/maps/world.iso" --mode both -o "$work/no.png"
refuses 2 'two whole numbers' "$golden/maps/world.iso" --light 3 -o "$work/no.png"
refuses 2 'out-dir' "$golden/maps/world.iso" --out-dir "$work/no" -o "$work/no.png"
refuses 3 'cannot open' "$work/missing.iso" -o "$work/no.png"
refuses 3 'light is in a wall' "$golden/maps/world.iso" --light 32,20 -o "$work/no.png"
refuses 3 'without a sheet' "$golden/outline_00.scene" -o "$work/no.png"
refuses 6 'cannot make' "$golden/maps/world.iso" -o "$work/nowhere/no.png"
{ cat "$golden/maps/world.iso"; echo 'rho 24 24'; } >"$work/bad.iso"
refuses 3 'bad.iso:20: column 8: found "24", expected the end of the line' "$work/bad.iso" -o "$work/no.png"
cp "$work/world.png" "$work/kept.iso.png"
cp "$golden/maps/world.iso" "$work/map.iso"
refuses 2 'input' "$work/map.iso" -o "$work/map.iso"
cmp "$golden/maps/world.iso" "$work/map.iso"
