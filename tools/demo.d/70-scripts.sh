# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="The reference scripts"
# Every reference display list, replayed and compared with the picture of the original engine.
count=0
{
  echo "<h2>$title</h2>"
  echo '<p>Display lists (golden/raster/*.r3d) replayed by <code>retro3d replay</code>; each equals the picture'
  echo 'that the original engine drew, pixel for pixel.</p><div class="grid">'
} >"$section"
for script in golden/raster/*.r3d; do
  name=$(basename "$script" .r3d)
  "$program" replay "$script" -o "$out/scripts/$name.png"
  "$program" diff --quiet "golden/raster/$name.png" "$out/scripts/$name.png" ||
    { echo "$name differs from its reference" >&2; exit 1; }
  echo "<figure><img src=\"scripts/$name.png\" alt=\"$name\" loading=\"lazy\"><figcaption>$name</figcaption></figure>" \
    >>"$section"
  count=$((count + 1))
done
echo '</div>' >>"$section"
echo "$count reference scripts replayed, all equal to the original engine's pictures"
