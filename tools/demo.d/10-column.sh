# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="DOOM maps and other column worlds"
# Column worlds: a walk through the demo level as outlines and with Freedoom's textures, the same place
# in every mode, and Freedoom's first map.
mkdir -p "$out/column"
demo_level=golden/data/nostromo/e2m7-demo.level
walk=tools/demo.d/walk.path
"$program" column "$demo_level" --path "$walk" --mode lines --size 192x128 --focal 96,64 \
  -o "$out/column/walk-lines.png"
"$program" column "$demo_level" --path "$walk" --size 320x200 --things --contrast --fade 200,2500 \
  --textures golden/data/freedoom -o "$out/column/walk-textured.png"
"$program" column golden/data/levels/door.level --path tools/demo.d/door.path --size 320x200 --contrast --fade 100,900 \
  --textures golden/data/freedoom -o "$out/column/door.png"
"$program" level plan "$demo_level" --tree --size 640x480 -o "$out/column/plan.png"
for mode in ids lines dither flat textured; do
  case $mode in
    flat) looks=(--contrast --textures golden/data/freedoom) ;;
    textured) looks=(--contrast --textures golden/data/freedoom --fade "200,2500") ;;
    *) looks=() ;;
  esac
  "$program" column "$demo_level" --camera 466,1186.75,-272,358.9,0 --mode "$mode" --size 320x200 \
    --things "${looks[@]}" -o "$out/column/$mode.png"
done

doom_figures="<p>Freedoom's maps are missing: its package is not installed. What follows is a level in the repository.</p>"
if tools/packages/install freedoom && [ -r /usr/share/games/doom/freedoom1.wad ]; then
  wad=/usr/share/games/doom/freedoom1.wad
  "$program" column "$wad:E1M2" --size 320x200 --scale 2 --things --contrast -o "$out/column/e1m2.png"
  "$program" column "$wad:E1M1" --size 640x400 --things --contrast -o "$out/column/e1m1.png"
  "$program" column "$wad:E1M1" --size 640x400 --mode lines -o "$out/column/e1m1-lines.png"
  doom_figures='<div class="grid"><figure><img src="column/e1m2.png" alt="A hall with a pool, pillars and two monsters"><figcaption>Freedoom, E1M2 from its WAD file: textures, flats, light maps and sprites, 320x200 in squares of two.</figcaption></figure>
<figure><img src="column/e1m1.png" alt="A hall with consoles and a sky"><figcaption>E1M1, with its sky.</figcaption></figure>
<figure><img src="column/e1m1-lines.png" alt="The same hall as outlines"><figcaption>The same as outlines.</figcaption></figure></div>'
fi

cat >"$section" <<HTML
<h2>$title</h2>
$doom_figures
<p>The demo level of a pocket calculator's engine (golden/data/nostromo, MIT licence), drawn front to back with one window of rows
a column; every pixel of its reference views is the one that a ray caster finds.</p>
<div class="grid">
<figure><img src="column/walk-lines.png" alt="A walk as outlines"><figcaption>A walk in line mode, the original's look (animated).</figcaption></figure>
<figure><img src="column/walk-textured.png" alt="The same walk with textures"><figcaption>The same walk with Freedoom's pictures (animated).</figcaption></figure>
<figure><img src="column/door.png" alt="A door opens and closes"><figcaption>What moves is filmed: a door opens, one walks through, it closes (animated).</figcaption></figure>
<figure><img src="column/plan.png" alt="The plan of the level"><figcaption>The level from above with its partitions: <code>level plan</code>.</figcaption></figure>
<figure><img src="column/lines.png" alt="Outlines"><figcaption>lines</figcaption></figure>
<figure><img src="column/dither.png" alt="Dithered"><figcaption>dither</figcaption></figure>
<figure><img src="column/flat.png" alt="Flat colours"><figcaption>flat</figcaption></figure>
<figure><img src="column/textured.png" alt="Textures"><figcaption>textured</figcaption></figure>
<figure><img src="column/ids.png" alt="Surface numbers"><figcaption>ids: the number of the surface, for tests</figcaption></figure>
</div>
HTML
