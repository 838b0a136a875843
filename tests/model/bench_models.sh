#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: bench_models.sh PROGRAM GOLDEN_FOLDER: retro3d bench --models writes its figures and compares them
# with an earlier run.
set -euo pipefail
program=$1
golden=$2
. "$(dirname "$0")/../support/command_test.sh"

bench() { "$program" bench --models --rounds 1 "$@"; }

expect 0 'times the original' bench --icons "$golden/model/icon-grid.r3d" --csv new.csv
# kind, name, size, index, isa
for figure in 'model,frame,512,334,988,scalar,' 'model,vertex in an icon,0,0,4096,scalar,' \
    'model,vertex in a scene,0,0,4096,scalar,' 'model,lighting,0,0,988,' 'model,icon,32,32,12,best,' \
    'model,face in a scene,512,334,100,best,' 'model,face with priorities in an icon,512,334,60000,best,'; do
  [ "$(grep -c "^$figure" new.csv)" = 1 ] || { cat new.csv; fail "not one line of $figure"; }
done
# The scalar path beside itself; every median is a positive number.
grep -q '^model,frame,512,334,988,scalar,1,1,0,[1-9][0-9.]*,[1-9][0-9.]*,1\.0000,0\.0000$' new.csv ||
  fail "the scalar frame's ratio is not 1"
awk -F, 'NR > 1 && !($10 > 0) { exit 1 }' new.csv || { cat new.csv; fail "a median is not above 0"; }

# An older run that took ten times as long, but whose ratios were the same, except that of the frame.
awk -F, -v OFS=, 'NR > 1 { $10 *= 10; if ($2 == "frame") { $12 /= 2 } } { print }' new.csv >old.csv
expect 0 'the original' bench --against old.csv
grep -q '^frame  *scalar .* ratio +100\.0 %$' out.txt || { cat out.txt; fail 'the change of the ratio'; }
grep -q '^vertex, icon  *scalar .* ratio +0\.0 %$' out.txt || { cat out.txt; fail 'an equal ratio'; }
grep -qE '^lighting .* speed \+[1-9][0-9]*\.[0-9] %$' out.txt || { cat out.txt; fail 'the change of speed'; }
grep -qE '^icon .*faces/s  speed \+[1-9]' out.txt || { cat out.txt; fail 'the change of many faces'; }

echo 'no header' >bad.csv
expect 3 'bad.csv:1: not a line of' bench --against bad.csv
header=$(head -n 1 new.csv)
line='model,frame,512,334,988,scalar,1,1,0,10,10,1,0'
for damage in 's/512/nan/' 's/334/inf/' 's/988/-1/' 's/512/1e10/' 's/$/,0/' 's/,0$//' 's/10/10x/' 's/10//'; do
  { echo "$header"; echo "$line" | sed "$damage"; } >bad.csv
  expect 3 'bad.csv:2: not a line of' bench --against bad.csv
done
: >bad.csv
expect 3 'bad.csv:1: not a line of' bench --against bad.csv
expect 3 'none.csv: cannot be read' bench --against none.csv
expect 6 'none/new.csv: cannot make a file' bench --csv none/new.csv
expect 2 'option --rounds' bench --rounds 0

# Display lists: every frame and their median, and the change since an earlier run.
script=$golden/model/icon-grid.r3d
expect 0 'x scalar' "$program" bench --rounds 1 --frames 3 --isa all --csv frames.csv "$script"
[ "$(grep -c '^frame,icon-grid.r3d,.*,best,' frames.csv)" = 0 ] || fail 'an instruction set without its name'
[ "$(grep -c '^frame,icon-grid.r3d,' frames.csv)" = "$((3 * $(grep -c '^scene,icon-grid.r3d,' frames.csv)))" ] ||
  { cat frames.csv; fail 'not three frames for each scene'; }
expect 0 'x scalar  ' "$program" bench --rounds 1 --frames 1 --isa all --against frames.csv "$script"
expect 2 'option --threads is looked at only without an argument' "$program" bench --threads 2 "$script"
echo ok
