# SPDX-License-Identifier: MIT
# docs/first-client.md as it stands there: its program compiles without a warning against the installed package by the page's
# own lines, prints what the page says, and leaves the film that is its picture. Only the line that installs is left out: that
# is another test.
. "$(dirname "$0")/common.sh"
need pkg-config
prefix_of static
out=$R3D_OUT/first_client
fresh "$out"
fresh "$out/home"
ln -s "$prefix" "$out/home/retro3d"
page=$R3D_SOURCE/docs/first-client.md
cd "$out" || exit 1

# block LANGUAGE: the blocks of a language, one after the other.
block() {
    awk -v mark="^\`\`\`$1 *\$" '$0 ~ mark { inside = 1; next } /^``` *$/ { inside = 0 } inside' "$page"
}

block c > client.c
head -1 client.c | grep -q 'example: client.c' || fail "the page has no program"
block text > expected
[ -s expected ] || fail "the page does not say what is printed"
block sh > commands
# shellcheck disable=SC2016 # the words of the page
grep -q '^cmake --install build/release --prefix "\$HOME/retro3d"$' commands || fail "the page does not install"
# shellcheck disable=SC2016 # the same
sed -i '/^cmake --install/d; s|find "$HOME/retro3d"|find -L "$HOME/retro3d"|; s/^cc /cc -Wextra -Werror /' commands
[ "$(wc -l < commands)" -eq 3 ] || fail "other commands than expected: $(cat commands)"

HOME=$out/home sh -ec ". ./commands" > printed || fail "a command of the page does not run"
diff expected printed || fail "the client prints something else than the page says"
cmp die.png "$R3D_SOURCE/docs/images/die.png" || fail "docs/images/die.png is not what the client draws"
echo "the first client works as the page says"
