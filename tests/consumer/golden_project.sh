# SPDX-License-Identifier: MIT
# shellcheck disable=SC2094  # block NAME > NAME: the first is no file
# A stranger's project, made from nothing but docs/golden-testing.md: a failing golden test, the
# report, the accept command, a passing run, and a wrong pixel.
. "$(dirname "$0")/common.sh"
need pkg-config
prefix_of static
out=$R3D_OUT/golden_project
fresh "$out"
cd "$out"
doc=$R3D_SOURCE/docs/golden-testing.md
unset CI R3D_GOLDEN R3D_GOLDEN_DIR R3D_GOLDEN_OUT R3D_GOLDEN_DEFAULT_OUT || true
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
sed -n 's/^    \(golden mismatch: .*\)/\1/p; s/^    \(box .*\)/\1/p; s/^    \(#1 100 px.*\)/\1/p; s/^    \(hint: .*\)/\1/p' \
    "$doc" > quoted
[ "$(wc -l < quoted)" -eq 4 ] || fail "the page does not quote the failure"
while IFS= read -r line; do
    grep -qF "$line" step3.log || { cat step3.log; fail "the output lacks: $line"; }
done < quoted
[ -s build/golden-out/scene/square.diff.png ] || fail "no diff picture"
grep -qF 'data:image/png' build/golden-out/report.html || fail "the report shows no picture"
grep -qF 'assert_golden(*state' build/golden-out/report.html || fail "the report does not show the line of the source"

# Shards: three suites, of which one differs, one is missing and one is right.
for number in 2 3; do
    sed "s/\"scene\"/\"scene$number\"/; s/0x3366cd/0x3366cc/" scene_test.c > "scene${number}_test.c"
    echo "r3d_add_golden_test(NAME scene${number}_test SOURCES scene${number}_test.c)" >> CMakeLists.txt
done
mkdir golden/scene3
cp golden/scene/square.png golden/scene3/square.png
cmake --build build > build.log 2>&1 || { cat build.log; fail "the project with three suites"; }

# page_has FILE: the page shows what every shard found.
page_has() {
    for text in scene/square scene2/square 'data:image/png'; do
        grep -qF "$text" "$1" || fail "$1 lacks $text"
    done
}

# The CI matrix: the commands after "- run:", with folders for uploads and downloads.
block ci.yml | sed -n 's/^ *- run: //p' > runs
[ "$(wc -l < runs)" -eq 5 ] || fail "the CI matrix has other commands than this test knows"
mkdir ci
for shard in 1 2 3 4; do
    sed -n 1p runs | sed "s/\${{ matrix.shard }}/$shard/" > run.sh
    sh -eu run.sh > "ci/shard-$shard.log" 2>&1 || true
    [ ! -d build/golden-out ] || cp -r build/golden-out "ci/golden-$shard"
done
cd ci
GITHUB_STEP_SUMMARY=summary.md
export GITHUB_STEP_SUMMARY
sed -n '2,4p' ../runs > run.sh
sh -eu run.sh > report.log 2>&1 || { cat report.log; fail "the report job of the CI matrix"; }
page_has report.html
grep -qF 'scene2/square' summary.md || fail "the summary lacks what is missing"
retro3d golden json all --all > all.json
grep -qF '"total":3,"passed":1,' all.json || { cat all.json; fail "the shards together are not three checks"; }
ln -s ../golden golden
sed -n 5p ../runs > run.sh
if sh -eu run.sh > check.log 2>&1; then
    fail "the check of the merged results passed"
fi
grep -qF 'missing: scene2/square' check.log || { cat check.log; fail "the check names what is missing"; }
cd ..

# The Slurm array, all tasks at once in one build folder. sbatch runs a script's tasks and waits.
block golden-shard.sh > golden-shard.sh
block golden-report.sh > golden-report.sh
mkdir bin
cat > bin/sbatch << 'EOF'
#!/bin/sh
for script do :; done
count=$(sed -n 's/^#SBATCH .*--array=1-\([0-9]*\).*/\1/p' "$script")
for task in $(seq "${count:-1}"); do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$count sh "$script" > "$script.$task.log" 2>&1 &
done
wait
echo 7
EOF
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH
awk '
    /^<!-- run: slurm -->$/ { wanted = 1; next }
    wanted && /^```/ { if (inside) exit; inside = 1; next }
    wanted && inside { print }' "$doc" > slurm.sh
rm -rf build/golden-out
sh -eu slurm.sh > slurm.log 2>&1 || { cat slurm.log golden-*.log; fail "the Slurm example"; }
[ ! -d build/golden-out/results ] || fail "a task wrote its results to the build folder"
page_has report.html
retro3d golden json golden-all --all > all.json
grep -qF '"total":3,"passed":1,' all.json || { cat all.json golden-*.log; fail "the tasks together are not three checks"; }
# What they drew is accepted from the merged folder; then everything passes.
retro3d golden accept --all --out golden-all > accept.log || { cat accept.log; fail "accepting from the merged folder"; }
cmp -s golden/scene2/square.png golden/scene3/square.png || fail "the accepted golden is not what was drawn"
sh -eu slurm.sh > slurm.log 2>&1
retro3d golden check --fail-unused --out golden-all || { cat golden-*.log; fail "the run after accepting all"; }

# Where a test runs moves neither goldens nor artefacts; a part of the tests prunes nothing, all of them do.
mkdir here
sed -i 's/scene2_test.c)/scene2_test.c WORKING_DIRECTORY here)/' CMakeLists.txt
cp golden/scene2/square.png golden/scene2/unused.png
retro3d golden manifest golden/scene2
cmake --build build > build.log 2>&1 || { cat build.log; fail "the project with a working directory"; }
ctest --test-dir build --show-only=json-v1 | grep -qF "$PWD/here" || fail "WORKING_DIRECTORY is not where the test runs"
ctest --test-dir build -R '^scene2_test$' > part.log 2>&1 || { cat part.log; fail "one test of three"; }
if retro3d golden prune --yes --out build/golden-out > prune.log 2>&1; then
    fail "a part of the tests prunes"
fi
grep -q "of the build has no results" prune.log || { cat prune.log; fail "prune does not say what did not run"; }
ctest --test-dir build > part.log 2>&1 || { cat part.log; fail "all three tests"; }
retro3d golden prune --yes --out build/golden-out > prune.log 2>&1 || { cat prune.log; fail "prune after all tests"; }
if ! grep -q "removed: 1" prune.log || [ -e golden/scene2/unused.png ]; then
    cat prune.log
    fail "one was unused"
fi
echo "passed"
