#!/bin/sh
# SPDX-License-Identifier: MIT
# A suite that a shell script drives with "golden check-file": the same results as from C, so that accept, report,
# junit, merge, check and prune serve it. R3D_PROGRAM and R3D_OUT are set by CTest.
set -eu
unset CI R3D_GOLDEN R3D_GOLDEN_DIR R3D_GOLDEN_OUT R3D_GOLDEN_CTEST R3D_GOLDEN_TEST R3D_GOLDEN_TESTS || true
R=$R3D_PROGRAM
rm -rf "$R3D_OUT"
mkdir -p "$R3D_OUT/drawn"
cd "$R3D_OUT"

fail() {
    echo "FAILED: $1"
    cat log 2> /dev/null || true
    exit 1
}

# expect CODE WORDS command...: the exit code and what the command prints.
expect() {
    code=$1
    words=$2
    shift 2
    found=0
    "$@" > log 2>&1 || found=$?
    [ "$found" = "$code" ] || fail "$*: exit code $found, expected $code"
    [ -z "$words" ] || grep -qF -- "$words" log || fail "$*: expected \"$words\""
}

draw() { # NAME COLOUR
    printf 'size 40 30\nclear 0x203040\nrect 4 4 10 10 %s\n' "$2" > scene.r3d
    "$R" replay scene.r3d -o "drawn/$1.png" > /dev/null
}

draw menu 0xC04020
draw map 0x20C040
printf '1 2\n3 4\n' > drawn/table.i32.txt
echo "hello" > drawn/greeting.txt

# Every file once, the last one says so.
suite() {
    worst=0
    for file in map.png table.i32.txt greeting.txt; do
        "$R" golden check-file "drawn/$file" --as "ui/${file%%.*}" || worst=1
    done
    "$R" golden check-file drawn/menu.png --as ui/menu --last || worst=1
    return $worst
}

expect 5 "golden missing: ui/menu" "$R" golden check-file drawn/menu.png --as ui/menu
[ "$(tail -n 1 log)" = "report: retro3d golden report golden-out -o golden-out/report.html" ] || fail "the report is the last line"
grep -qx "accept: retro3d golden accept ui/menu --out golden-out" log || fail "the accept command has --out"
expect 1 "golden missing: ui/table" suite
expect 0 "ui/greeting (missing) accepted: golden/ui/greeting.txt" "$R" golden accept --all
"$R" golden clean > /dev/null
expect 0 "golden passed: ui/map" suite
expect 0 "4 results, 4 passed" "$R" golden status
expect 0 "" "$R" golden check --fail-unused

# A wrong picture: verdict, pictures, report, junit; within bounds is said so.
draw menu 0xC04021
expect 1 "golden mismatch: ui/menu: 100 of 1200 px" "$R" golden check-file drawn/menu.png --as ui/menu
test -f golden-out/ui/menu.circled.png
expect 0 "within bounds (tolerance 2)" "$R" golden check-file drawn/menu.png --as ui/menu -t 2
expect 1 "golden mismatch: ui/menu" "$R" golden check-file drawn/menu.png --as ui/menu
expect 0 "written: golden-out/report.html" "$R" golden report -o golden-out/report.html
expect 0 'failures="1"' "$R" golden junit
grep -q '<failure type="differs" message="differs: 100 of 1200 px">' log || fail "junit has the failure"
expect 1 "failed: ui/menu" "$R" golden check
# Another build's picture in its place is not accepted.
cp drawn/map.png golden-out/ui/menu.actual.png
expect 1 "its actual picture is not of the run that failed" "$R" golden accept ui/menu
expect 1 "golden mismatch: ui/menu" "$R" golden check-file drawn/menu.png --as ui/menu
expect 0 "ui/menu 40x30, 100 px differ (differs) accepted: golden/ui/menu.png" "$R" golden accept ui/menu
expect 0 "nothing to accept" "$R" golden accept ui/menu

# Other tables and texts, sizes, files that are none.
printf '1 2\n3 5\n' > drawn/table.i32.txt
expect 1 "1 cells differ, first in row 2, column 2: expected 4, actual 5" "$R" golden check-file drawn/table.i32.txt --as ui/table
printf '1 2\n3\n' > drawn/table.i32.txt
expect 3 "no table" "$R" golden check-file drawn/table.i32.txt --as ui/table
grep -qx "golden error: ui/table: there is no table" log || fail "what is wrong with the table"
expect 1 "error: ui/table" "$R" golden check
# Mended, it passes: the error was that of the table. What a text says is not what a check says.
printf '1 2\n3 4\n' > drawn/table.i32.txt
expect 0 "golden passed: ui/table" "$R" golden check-file drawn/table.i32.txt --as ui/table
printf 'not written: result not recorded\n' > drawn/greeting.txt
expect 1 "golden mismatch: ui/greeting" "$R" golden check-file drawn/greeting.txt --as ui/greeting
printf 'a\0b\n' > drawn/greeting.txt
expect 3 "golden error: ui/greeting: there is no text" "$R" golden check-file drawn/greeting.txt --as ui/greeting
echo "hello" > drawn/greeting.txt
expect 0 "golden passed: ui/greeting" "$R" golden check-file drawn/greeting.txt --as ui/greeting
expect 0 "" "$R" golden check
printf 'size 41 30\nclear 0\n' > scene.r3d
"$R" replay scene.r3d -o wide.png > /dev/null
expect 4 "golden mismatch: ui/map" "$R" golden check-file wide.png --as ui/map
expect 3 "nowhere.png: cannot open the file" "$R" golden check-file nowhere.png --as ui/map
expect 1 "error: ui/map" "$R" golden check
expect 2 "expected SUITE/NAME" "$R" golden check-file wide.png --as map
expect 2 "which is no SUITE/NAME" "$R" golden check-file wide.png --as "ui/../map"
head -c 3600 /dev/zero > black.rgb
expect 1 "golden mismatch: ui/map" "$R" golden check-file black.rgb --raw 40x30:rgb8 --as ui/map
expect 2 "R3D_GOLDEN is \"yes\"" env R3D_GOLDEN=yes "$R" golden check-file wide.png --as ui/map
if : > /dev/full 2> /dev/null; then
    ln -s /dev/full full
    expect 6 "not recorded" "$R" golden check-file wide.png --as ui/map --out full
fi

# A goldens.txt that is somebody's own text.
mkdir notes
echo "what I think of goldens" > notes/goldens.txt
expect 6 "notes/goldens.txt: is no manifest" "$R" golden manifest notes
[ "$(cat notes/goldens.txt)" = "what I think of goldens" ] || fail "the text is lost"

# Prune: only after the last check of a whole suite.
rm -rf golden-out drawn/table.i32.txt
printf '1 2\n3 4\n' > drawn/table.i32.txt
"$R" golden manifest golden/ui
"$R" golden check-file drawn/menu.png --as ui/menu > /dev/null
expect 1 "suite ui is not complete: it was checked file by file" "$R" golden prune --yes
expect 0 "golden passed: ui/greeting" suite
cp golden/ui/map.png golden/ui/old.png
"$R" golden manifest golden/ui
expect 0 "removed: 1" "$R" golden prune --yes
test ! -e golden/ui/old.png && test -f golden/ui/map.png

# A folder is a suite: a golden without its file did not pass, unless it is said to be unused.
rm -rf golden-out
expect 0 "" "$R" golden check-file drawn --as ui
rm drawn/map.png
expect 3 "ui/map: there is no map.png in drawn" "$R" golden check-file drawn --as ui
expect 1 "error: ui/map" "$R" golden check
expect 1 "nothing is removed" "$R" golden prune --yes
"$R" golden clean > /dev/null
expect 0 "" "$R" golden check-file drawn --as ui --last
expect 0 "removed: 1" "$R" golden prune --yes
test ! -e golden/ui/map.png
draw "a b" 0x123456
expect 3 "a b.png: not checked, its name is none of a golden" "$R" golden check-file drawn --as ui

# Shards.
rm -rf golden-out "drawn/a b.png"
R3D_GOLDEN_OUT=one "$R" golden check-file drawn/menu.png --as ui/menu > /dev/null
R3D_GOLDEN_OUT=two "$R" golden check-file drawn/greeting.txt --as ui/greeting > /dev/null
expect 0 "" "$R" golden merge one two -o all
expect 0 "2 results, 2 passed" "$R" golden status all

# Nothing is no success, and says so everywhere.
mkdir -p none/results
expect 1 "nothing was checked" "$R" golden report none -o none/report.html
grep -q "Nothing was checked" none/report.html || fail "the page says so"
expect 1 '"note":"nothing was checked"' "$R" golden json none
expect 1 "nothing was checked" "$R" golden junit none
grep -q '<error type="empty"' log || fail "junit has an error"
expect 1 "**Goldens: nothing was checked**" "$R" golden markdown none
expect 1 "nothing was checked" "$R" golden merge none -o all2
expect 1 "nothing was checked" "$R" golden status none
expect 1 "nothing was checked" "$R" golden check none

# Outputs that are inputs.
expect 2 "would overwrite an input" "$R" golden report all -o all/results/page.html
expect 2 "" "$R" golden json all -o golden/ui/menu.png
expect 2 "would overwrite an input" "$R" golden merge one two -o ./one
expect 2 "has the results of a run" "$R" golden merge one -o two
expect 6 "" "$R" golden report none -o /dev/null/x.html

# Names that would steer a terminal or turn the writing: never as they are, wherever they are told; others as they are.
odd=$(printf 'x\033[31m\302\233\342\200\256y\303\251')
mkdir "$odd"
for command in "check-file drawn/menu.png --as ui/menu --root $odd --out $odd/out" "status $odd/out" "check $odd/out" \
    "report $odd/out -o page.html" "json $odd/out" "junit $odd/out" "markdown $odd/out" "prune $odd/out" \
    "accept --all --out $odd/out" "status $odd/none" "manifest $odd" "verify $odd" "clean $odd/out"; do
    : > page.html
    # shellcheck disable=SC2086 # words
    "$R" golden $command > log 2>&1 || true
    cat page.html >> log
    if LC_ALL=C grep -q "$(printf '\033\\|\302\233\|\342\200\256')" log; then
        fail "$command: a name is told raw"
    fi
done
# What a check says of its golden root, its artefact root and the reasons of known failures.
told() { # command...
    "$@" > log 2>&1 || true
    [ -s log ] || fail "$*: nothing is told"
    if LC_ALL=C grep -q "$(printf '\033\\|\302\233\|\342\200\256')" log; then
        fail "$*: a name is told raw"
    fi
}
: > closed
for file in menu.png greeting.txt; do
    told "$R" golden check-file "drawn/$file" --as "ui/${file%.*}" --root "$odd" --out "$odd/out"
    told "$R" golden check-file "drawn/$file" --as "ui/${file%.*}" --root "$odd" --out "closed/$odd"
    told env R3D_GOLDEN=new "$R" golden check-file "drawn/$file" --as "ui/${file%.*}" --root "$odd" --out "$odd/out"
done
draw other 0xC04022
printf 'other\n' > "$odd/ui/greeting.txt"
told "$R" golden check-file drawn/greeting.txt --as ui/greeting --root "$odd" --out "closed/$odd"
told env R3D_GOLDEN=update "$R" golden check-file drawn/greeting.txt --as ui/greeting --root "$odd" --out "$odd/out"
printf 'menu for %s\n' "$odd" > "$odd/ui/xfail.txt"
told "$R" golden check-file drawn/menu.png --as ui/menu --root "$odd" --out "$odd/out"
grep -qF "golden unexpected pass: ui/menu" log || fail "a pass that is not expected"
told env R3D_GOLDEN_CTEST=1 "$R" golden check-file wide.png --as ui/menu --root "$odd" --out "$odd/out"
grep -qF "golden known: ui/menu" log || fail "a known failure"
cp wide.png "$odd/ui/menu.xfail.png"
told env R3D_GOLDEN_CTEST=1 "$R" golden check-file drawn/other.png --as ui/menu --root "$odd" --out "$odd/out"
grep -qF "a known failure (for " log || fail "another wrong picture"
grep -qF "<CTestMeasurementFile" log || fail "lines for CTest"
told env R3D_GOLDEN=new "$R" golden check-file drawn/menu.png --as ui/menu --root "closed/$odd"
told env R3D_GOLDEN=new "$R" golden check-file drawn/greeting.txt --as ui/greeting --root "closed/$odd"
rm -rf "${odd:?}/ui"
"$R" golden check-file drawn/menu.png --as ui/menu --root "$odd" --out "$odd/out" > log 2>&1 || true
grep -qF "$(printf 'y\303\251/out')" log || fail "letters are told as they are"
echo "all is well"
