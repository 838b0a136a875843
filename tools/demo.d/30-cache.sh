# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
title="A game cache"
# The synthetic cache of the tests: items, characters, scenery, worn items, effects.
mkdir -p "$out/cache"
for kind in icon npc loc worn spot; do
  "$program" cache render golden/cache --kind "$kind" --columns 8 --sheet "$out/cache/$kind.png" --quiet >/dev/null
done
cat >"$section" <<HTML
<h2>$title</h2>
<p>What <code>retro3d cache render</code> makes of a cache of 2004's form (golden/cache: made for the tests, with every kind of entry),
with the numbers of the entries.</p>
<div class="grid">
<figure><img src="cache/icon.png" alt="Item icons with numbers"><figcaption>items</figcaption></figure>
<figure><img src="cache/npc.png" alt="Characters with numbers"><figcaption>characters</figcaption></figure>
<figure><img src="cache/worn.png" alt="A man with one item each"><figcaption>worn items</figcaption></figure>
<figure><img src="cache/loc.png" alt="Scenery with numbers"><figcaption>scenery</figcaption></figure>
<figure><img src="cache/spot.png" alt="Effects with numbers"><figcaption>effects</figcaption></figure>
</div>
HTML
