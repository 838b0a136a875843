# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="Real textures through the texel banks"
# Real 128x128 pictures (Freedoom), palette-indexed, through the texel banks.
"$bin/example_textures" golden/data/freedoom/walls "$out/textures"

cat >"$section" <<HTML
<h2>$title</h2>
<p>Wall pictures of the Freedoom project (golden/data/freedoom, BSD licence), drawn by docs/examples/textures.c.</p>
<div class="grid">
<figure><img src="textures/corridor.png" alt="A corridor with walls, a door, grates and hanging vines"><figcaption>Walls, floor and ceiling in perspective; grates and vines are masked textures.</figcaption></figure>
<figure><img src="textures/plane.png" alt="A tilted brick wall"><figcaption>A tilted plane: the texture is projected from three points in view space, exact every 8 pixels.</figcaption></figure>
<figure><img src="textures/shades.png" alt="One texture in sixteen shades"><figcaption>All 16 shades of one texture: four copies in the bank, each shifted right by 0 to 3.</figcaption></figure>
<figure><img src="textures/masked.png" alt="A grate, a vine and a fence over a blue gradient"><figcaption>Masked textures over a Gouraud gradient: palette index 0 is the hole.</figcaption></figure>
</div>
HTML
