#!/bin/sh
# SPDX-License-Identifier: MIT
# No output takes the place of an input or of another output, whatever name it goes by; links are written through.
# usage: outputs.sh PROGRAM SOURCE_FOLDER OUT
set -eu
R=$1
G=$2/golden
rm -rf "$3"
mkdir -p "$3/q"
cd "$3"
failures=0

printf 'size 40 30\nclear 0x203040\nrect 4 4 10 10 0xC04020\n' > a.r3d
printf 'size 40 30\nclear 0x203040\nrect 4 4 10 11 0xC04020\n' > b.r3d
"$R" replay a.r3d -o a.png > log
"$R" replay b.r3d -o b.png > log
cp "$G/model/mesh/cube.mesh" "$G/model/mesh/bob.skel" "$G/model/mesh/bob.anim" "$G/model/tex/crate.tx8" .
cp "$G/model/mesh/bob-torso.mesh" bob.mesh
cp "$G/data/levels/transitions.level" t.level
cp "$2/tests/column/wad/demonspectre.wad" w.wad
cp -r "$G/affine/maps" maps
cp a.png mask.png
cp a.png kept
printf '126 96 41 0 0 2\n140 96 41 0 0\n' > walk.path
printf 'size 40 30\nmesh 0 cube.mesh\n' > names.r3d
"$R" cache render "$G/cache" --kind icon --hash i.tsv > log
"$R" bench --class flat --area 10 --size 64x64 -r 1 --csv old.csv > log

# refuse FILE command...: exit code 2, and FILE is as it was; the last argument is FILE by another name, too.
refuse() {
    file=$1
    shift
    for way in plain folder hard soft; do
        other=$file
        case $way in
        folder) other=q/../$file ;;
        hard) other=q/hard && ln -f "$file" "$other" ;;
        soft) other=q/soft && ln -sf "../$file" "$other" ;;
        esac
        cp "$file" before
        code=0
        "$R" "$@" "$other" > log 2>&1 || code=$?
        if [ "$code" != 2 ] || ! cmp -s "$file" before; then
            echo "FAILED: $* $other: exit code $code, expected 2; $(head -n 1 log)"
            cp before "$file"
            failures=$((failures + 1))
        fi
        rm -f q/hard q/soft
    done
}

refuse a.r3d replay a.r3d -o
refuse a.r3d replay a.r3d -o x.png --owner
refuse a.png replay a.r3d -o a.png --owner
refuse cube.mesh replay names.r3d -o
refuse a.r3d reduce a.r3d --expect b.png -o
refuse b.png reduce a.r3d --expect b.png -o
refuse a.r3d record a.r3d -o
refuse cube.mesh record names.r3d -o
refuse cube.mesh reduce names.r3d --expect b.png -o
refuse cube.mesh render cube.mesh -o
refuse crate.tx8 render cube.mesh --texture 0=crate.tx8 -o
refuse bob.skel render bob.mesh --frame 1 -o
refuse bob.anim render bob.mesh --skel bob.skel --frames bob.anim --frame 1 -o
refuse a.png movie a.png b.png -o
refuse b.png movie a.png b.png -o
refuse a.png diff a.png b.png -o
refuse b.png diff a.png b.png --circled
refuse b.png diff a.png b.png --triptych
refuse mask.png diff a.png b.png --mask mask.png -o
refuse kept diff a.png b.png -o kept --circled
refuse t.level column t.level --camera 64,128,64,0,0 -o
refuse t.level column t.level --camera 64,128,64,0,0 -o x.png --cols
refuse walk.path column t.level --path walk.path -o
refuse w.wad column w.wad --camera 64,128,64,0,0 -o
refuse w.wad column t.level --camera 64,128,64,0,0 --iwad w.wad -o
refuse t.level level build t.level -o
refuse w.wad level build w.wad:MAP01 -o
refuse maps/block.arena affine maps/block.arena -o
refuse maps/block.arena affine maps/block.arena -o x.png --info
refuse kept affine maps/block.arena -o kept --plan
refuse old.csv bench --class flat --area 10 --size 64x64 -r 1 --against old.csv --csv
refuse a.r3d bench a.r3d -r 1 -f 1 --csv
refuse i.tsv cache render "$G/cache" --rows i.tsv --hash
refuse i.tsv cache render "$G/cache" --compare i.tsv --hash
refuse kept cache render "$G/cache" --kind icon --hash kept --sheet
refuse i.tsv cache numbers "$G/cache" --compare i.tsv -o
if "$R" import --help > log 2>&1; then
    cp "$G/data/kenney/city/grass-trees.glb" m.glb
    refuse m.glb import m.glb -o
    refuse kept import m.glb -o kept --skel
fi

# A link stays, and what it leads to is written; one that leads nowhere is refused.
cp a.png behind.png
ln -s behind.png link.png
"$R" replay b.r3d -o link.png > log
if [ ! -L link.png ] || ! "$R" diff behind.png b.png -q; then
    echo "FAILED: a link is written through"
    failures=$((failures + 1))
fi
ln -s nowhere/x.png dangling.png
code=0
"$R" replay a.r3d -o dangling.png > log 2>&1 || code=$?
if [ "$code" != 6 ] || [ ! -L dangling.png ]; then
    echo "FAILED: a link that leads nowhere: exit code $code"
    failures=$((failures + 1))
fi
if [ -n "$(find . -name '*.tmp')" ]; then
    echo "FAILED: temporary files are left"
    failures=$((failures + 1))
fi
echo "$failures failures"
[ "$failures" = 0 ]
