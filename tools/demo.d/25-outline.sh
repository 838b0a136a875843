# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="An isometric courtyard, outlined"
# A sorcerer carries the light through a courtyard of own pixel art: lines are light where it falls.
mkdir -p "$out/outline"
yard=golden/data/isomaps/courtyard.iso
"$program" outline "$yard" --time 700 --scale 2 -o "$out/outline/courtyard.png"
"$program" outline "$yard" --frames 132 --rate 15 -o "$out/outline/walk.png"
"$program" outline "$yard" --time 700 --mode screen --color 0 --scale 2 -o "$out/outline/lines.png"
"$program" outline "$yard" --time 700 --show faces --scale 2 -o "$out/outline/faces.png"

cat >"$section" <<HTML
<h2>$title</h2>
<p>Columns, upright sprites and one sheet of pixel art (golden/data/isomaps, the project's own). No line lies on what is nearer, and
all are one pixel wide; the tops of walls light up with the floor beside them.</p>
<div class="grid">
<figure><img src="outline/courtyard.png" alt="A courtyard at night with a sorcerer and a goose"><figcaption>Lines of the world, light where the sorcerer's light falls.</figcaption></figure>
<figure><img src="outline/walk.png" alt="The sorcerer walks through the courtyard"><figcaption>He walks round (animated).</figcaption></figure>
<figure><img src="outline/lines.png" alt="The courtyard in lines only"><figcaption>Lines of the screen pass, colours faded to white.</figcaption></figure>
<figure><img src="outline/faces.png" alt="The kinds of faces in one colour each"><figcaption>What each pixel shows: floor, top, sides, sprite.</figcaption></figure>
</div>
HTML
