# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="One wrong pixel"
# What a failing golden test shows: a script with one wrong pixel and one wrong triangle against the
# reference picture.
cp -r golden/raster/tex golden/raster/spr "$out/diff/"
{ cat golden/raster/tex_walls.r3d; echo 'unclip'; echo 'rect 100 20 1 1 0xFFFFFF'; } >"$out/diff/wrong.r3d"
"$program" replay "$out/diff/wrong.r3d" -o "$out/diff/actual.png"
cp golden/raster/tex_walls.png "$out/diff/expected.png"
status=0
report=$("$program" diff "$out/diff/expected.png" "$out/diff/actual.png" -o "$out/diff/diff.png") || status=$?
[ "$status" = 1 ] || { echo "retro3d diff: exit status $status, expected 1" >&2; exit 1; }
rm -r "$out/diff/tex" "$out/diff/spr" "$out/diff/wrong.r3d"
html_report=$(printf '%s' "$report" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')

cat >"$section" <<HTML
<h2>$title</h2>
<p>The reference picture, a replay with one pixel changed, and what <code>retro3d diff</code> makes of them.</p>
<div class="grid">
<figure><img src="diff/expected.png" alt="Expected"><figcaption>expected: made by the original engine</figcaption></figure>
<figure><img src="diff/actual.png" alt="Actual"><figcaption>actual: one pixel is wrong</figcaption></figure>
<figure><img src="diff/diff.png" alt="The dimmed picture with a red ring"><figcaption>diff: the wrong pixel is red, with a ring round it</figcaption></figure>
</div>
<pre>$html_report</pre>
HTML
