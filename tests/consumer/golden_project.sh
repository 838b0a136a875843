# SPDX-License-Identifier: MIT
# A stranger's project, made from nothing but docs/golden-testing.md: a failing golden test, the
# report, the accept command, a passing run, and a wrong pixel.
. "$(dirname "$0")/common.sh"
need pkg-config
prefix_of static
out=$R3D_OUT/golden_project
fresh "$out"
cd "$out"
doc=$R3D_SOURCE/docs/golden-testing.md
unset CI R3D_GOLDEN R3D_GOLDEN_DIR R3D_GOLDEN_OUT || true
PATH=$prefix/bin:$PATH
export PATH CMAKE_PREFIX_PATH="$prefix"

# The block of the page that follows the line "<!-- file: NAME -->".
block() {
    awk -v mark="<!-- file: $1 -->" '
        $0 == mark { wanted = 1; next }
        wanted && /^```/ { if (inside) exit; inside = 1; next }
        wanted && inside { print }' "$doc"
}
for file in CMakeLists.txt scene_test.c; do
    block "$file" > "$file"
    [ -s "$file" ] || fail "$doc has no block for $file"
done

# The first two blocks marked "<!-- run -->", as they stand.
awk '
    /^<!-- run -->$/ { number++; wanted = 1; next }
    wanted && /^```/ { if (inside) { inside = 0; wanted = 0 } else inside = 1; next }
    wanted && inside { print > ("step" number ".sh") }' "$doc"

if sh -eu step1.sh > step1.log 2>&1; then
    cat step1.log
    fail "the first run passed, although the golden is missing"
fi
grep -qF 'golden missing: scene/square' step1.log || { cat step1.log; fail "no word of the missing golden"; }
grep -qF 'accept: retro3d golden accept scene/square' step1.log || fail "no accept command"
[ -s build/golden-out/report.html ] || { cat step1.log; fail "no report"; }
[ -s build/golden-out/junit.xml ] && [ -s build/golden-out/report.json ] || fail "no junit.xml or report.json"
sh -eu step2.sh > step2.log 2>&1 || { cat step2.log; fail "the run after accepting failed"; }
[ -s golden/scene/square.png ] || fail "no golden was written"

sed 's/draw(0x3366cc)/draw(0x3366cd)/' scene_test.c > changed.c
mv changed.c scene_test.c
cmake --build build > build.log 2>&1
if ctest --test-dir build -L golden --output-on-failure > step3.log 2>&1; then
    fail "a wrong colour passed"
fi
# The page quotes this output.
sed -n 's/^    \(golden mismatch: .*\)/\1/p; s/^    \(#1 100 px.*\)/\1/p; s/^    \(hint: only.*\)/\1/p' \
    "$doc" > quoted
[ "$(wc -l < quoted)" -eq 3 ] || fail "the page does not quote the failure"
while IFS= read -r line; do
    grep -qF "$line" step3.log || { cat step3.log; fail "the output lacks: $line"; }
done < quoted
[ -s build/golden-out/scene/square.diff.png ] || fail "no diff picture"
grep -qF 'data:image/png' build/golden-out/report.html || fail "the report shows no picture"
echo "passed"
