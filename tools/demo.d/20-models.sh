# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="RuneScape models, items and characters"
# Models: the reference's Bob from several sides and walking, and real models through retro3d import.
mkdir -p "$out/models"
cp -r golden/model/mesh golden/model/tex "$out/models/"
for name in bob-camera-pitches bob-geared anim-walk-cycle scene-group icon-grid; do
  "$program" replay "golden/model/$name.r3d" -o "$out/models/$name.png"
  "$program" diff --quiet "golden/model/$name.png" "$out/models/$name.png" ||
    { echo "$name differs from its reference" >&2; exit 1; }
done

# Icons are small: the page has them in squares of three.
"$program" replay golden/model/icon-grid.r3d --scale 3 -o "$out/models/icon-grid.png"

# Bob, welded of six parts, walks: frames 0 to 7 of his animation.
parts=()
for part in head torso arml armr legs feet; do
  parts+=("golden/model/mesh/bob-$part.mesh")
done
{ cat golden/model/mesh/bob.anim; echo 'sequence walk 0 1 2 3 4 5 6 7'; } >"$out/models/bob.anim"
"$program" render "${parts[@]}" --skel golden/model/mesh/bob.skel --frames "$out/models/bob.anim" --anim walk \
  --apng --yaw 300 --size 160x240 --background 0x303848 --light 64,850,-30,-50,-30 -o "$out/models/bob-walk.png"

figures=''
if "$program" import --help >/dev/null 2>&1; then
  kenney=golden/data/kenney
  log=build/demo-import.log
  "$program" import "$kenney/platformer/character.glb" --scale 1024 -o "$out/models/character.mesh" \
    --skel "$out/models/character.skel" --anim "$out/models/character.anim" >"$log"
  for anim in idle walk jump; do
    "$program" render "$out/models/character.mesh" --anim "$anim" --apng --size 240x240 --background 0x304050 \
      --smooth -o "$out/models/character-$anim.png"
  done
  "$program" render "$out/models/character.mesh" --turntable 8 --size 120x160 --background 0x304050 --smooth \
    -o "$out/models/character-turntable.png"

  # A row of buildings as item icons, drawn by a display list.
  {
    echo 'size 200 40'
    echo 'clear 0x494034'
    x=4
    for name in building-small-a building-small-b building-small-d grass-trees pavement-fountain; do
      "$program" import "$kenney/city/$name.glb" --scale 128 -o "$out/models/$name.mesh" >>"$log"
      echo "mesh $name $name.mesh"
      echo "light $name 64 768 -50 -10 -50"
      zoom=3600
      [ "$name" != building-small-b ] || zoom=4400 # the tallest
      echo "icon i-$name $name $zoom 170 230 0 0 0"
      echo "ploticon i-$name $x 4"
      x=$((x + 40))
    done
  } >"$out/models/city-icons.r3d"
  "$program" replay "$out/models/city-icons.r3d" --scale 3 -o "$out/models/city-icons.png"
  figures='<figure><img src="models/character-walk.png" alt="A character walking"><figcaption>Kenney'"'"'s character (CC0) walking: six labelled parts, frames from the glTF animation.</figcaption></figure>
<figure><img src="models/character-idle.png" alt="The character standing"><figcaption>The same, idle.</figcaption></figure>
<figure><img src="models/character-jump.png" alt="The character jumping"><figcaption>The same, jumping.</figcaption></figure>
<figure><img src="models/character-turntable.png" alt="The character from eight sides"><figcaption>From eight sides.</figcaption></figure>
<figure><img src="models/city-icons.png" alt="Five small icons of buildings"><figcaption>City buildings as 32x32 item icons, in squares of three.</figcaption></figure>'
else
  echo "retro3d import is not in this build; the demo goes without imported models"
fi
rm -r "$out/models/mesh" "$out/models/tex"

cat >"$section" <<HTML
<h2>$title</h2>
<p>Lighting, skeletons, depth buckets and priorities (golden/model), and models of other formats through
<code>retro3d import</code>.</p>
<div class="grid">
<figure><img src="models/bob-walk.png" alt="Bob walking, animated"><figcaption>Bob walking: six meshes welded, one skeleton.</figcaption></figure>
$figures
<figure><img src="models/icon-grid.png" alt="Item icons"><figcaption>Item icons with outline and shadow; equal to the original engine's, in squares of three.</figcaption></figure>
<figure><img src="models/bob-geared.png" alt="Bob with sword, shield and cape"><figcaption>Bob with his gear, from six sides.</figcaption></figure>
<figure><img src="models/scene-group.png" alt="A small scene"><figcaption>A small scene.</figcaption></figure>
<figure><img src="models/anim-walk-cycle.png" alt="Bob walking"><figcaption>Bob walking, frame by frame.</figcaption></figure>
<figure><img src="models/bob-camera-pitches.png" alt="Bob at several pitches"><figcaption>Bob at several camera pitches; equal to the original engine's picture.</figcaption></figure>
</div>
HTML
