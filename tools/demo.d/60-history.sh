# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="Who drew this pixel, and why is it wrong?"
# Pixel history: who drew a pixel, the owner plane, and why a pixel is wrong.
mkdir -p "$out/history"
cp -r golden/model/mesh golden/model/tex "$out/history/"
script=golden/model/bob-geared.r3d
"$program" replay "$script" -o "$out/history/scene.png"
"$program" replay "$script" -o "$out/history/again.png" --owner "$out/history/owner-ids.png"
rm "$out/history/again.png"
history=$("$program" explain "$script" 218 98)
echo "$history"

# The same scene with two commands exchanged: which write should not lie on top?
cat >"$out/history/right.r3d" <<'R3D'
size 160 100
clear 0x304050
flat 20 10 140 20 60 90 0xC08040
flat 100 5 150 95 30 60 0x4080C0
R3D
cat >"$out/history/wrong.r3d" <<'R3D'
size 160 100
clear 0x304050
flat 100 5 150 95 30 60 0x4080C0
flat 20 10 140 20 60 90 0xC08040
R3D
"$program" replay "$out/history/right.r3d" -o "$out/history/expected.png"
"$program" replay "$out/history/wrong.r3d" -o "$out/history/actual.png"
status=0
why=$("$program" explain "$out/history/wrong.r3d" --diff "$out/history/expected.png") || status=$?
[ "$status" = 1 ] || { echo "retro3d explain: exit status $status, expected 1" >&2; exit 1; }
status=0
"$program" diff --quiet "$out/history/expected.png" "$out/history/actual.png" -o "$out/history/diff.png" || status=$?
rm -r "$out/history/mesh" "$out/history/tex" "$out"/history/*.r3d
escape() { printf '%s' "$1" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }

cat >"$section" <<HTML
<h2>$title</h2>
<p><code>retro3d explain bob-geared.r3d 218 98</code> lists every write to a pixel; the owner plane tells the last one for all of
them, as ids.</p>
<div class="grid">
<figure><img src="history/scene.png" alt="Six Bobs"><figcaption>the scene</figcaption></figure>
<figure><img src="history/owner-ids.png" alt="The same shapes in shades of blue"><figcaption>its owner plane: a number for each face of each draw</figcaption></figure>
</div>
<pre>$(escape "$history")</pre>
<p>Two triangles were drawn in the wrong order: <code>retro3d explain wrong.r3d --diff expected.png</code></p>
<div class="grid">
<figure><img src="history/expected.png" alt="Blue over orange"><figcaption>expected</figcaption></figure>
<figure><img src="history/actual.png" alt="Orange over blue"><figcaption>actual</figcaption></figure>
<figure><img src="history/diff.png" alt="The overlap ringed in red"><figcaption>diff</figcaption></figure>
</div>
<pre>$(escape "$why")</pre>
HTML
