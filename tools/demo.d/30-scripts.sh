# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
# Every reference display list, replayed and compared with the picture of the original engine.
count=0
{
  echo '<h2>The reference scripts</h2>'
  echo '<p>Display lists (golden/raster/*.r3d) replayed by <code>retro3d replay</code>; each equals the picture'
  echo 'that the original engine drew, pixel for pixel.</p><div class="grid">'
} >"$out/.section-30.html"
for script in golden/raster/*.r3d; do
  name=$(basename "$script" .r3d)
  "$program" replay "$script" -o "$out/scripts/$name.png"
  "$program" diff --quiet "golden/raster/$name.png" "$out/scripts/$name.png" ||
    { echo "$name differs from its reference" >&2; exit 1; }
  echo "<figure><img src=\"scripts/$name.png\" alt=\"$name\" loading=\"lazy\"><figcaption>$name</figcaption></figure>" \
    >>"$out/.section-30.html"
  count=$((count + 1))
done
echo '</div>' >>"$out/.section-30.html"
echo "$count reference scripts replayed, all equal to the original engine's pictures"
