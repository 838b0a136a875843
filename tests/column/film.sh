#!/bin/sh
# SPDX-License-Identifier: MIT
# film.sh PROGRAM SOURCE OUT: the language of path files, walked frame by frame, and what it refuses; --stats.
set -eu
program=$1
source=$2
out=$3
rm -rf "$out"
mkdir -p "$out"
door=$source/golden/data/levels/door.level
view="--mode ids --size 80x60"

fail() {
    echo "film.sh: $*" >&2
    exit 1
}

# film NAME RATE: films NAME.path in the level with the door.
film() {
    # shellcheck disable=SC2086  # several options
    "$program" column "$door" --path "$out/$1.path" $view --rate "$2" -o "$out/$1-###.png" 2>"$out/stderr" ||
        fail "$1.path: $(cat "$out/stderr")"
}

# frame_is NAME NUMBER CAMERA OPTION...: a frame is the picture of that camera.
frame_is() {
    name=$1-$2.png
    camera=$3
    shift 3
    # shellcheck disable=SC2086
    "$program" column "$door" --camera "$camera" $view "$@" -o "$out/still.png" || fail "still of $name"
    "$program" diff --quiet "$out/$name" "$out/still.png" || fail "$name is not the picture at $camera $*"
}

count_is() {
    [ "$(find "$out" -name "$1-*.png" | wc -l)" -eq "$2" ] || fail "$1: not $2 frames"
}

# A mover: 35 units a second is one unit a tick, so at 35 frames a second one unit a frame.
printf -- '-100 0 41 0 0\nmover door up 35\nwait 20 # it opens\nmover door stop\nwait 5\nmover door down 70\nwait 5\n' >"$out/door.path"
film door 35
count_is door 31
frame_is door 000 -100,0,41,0,0
frame_is door 001 -100,0,41,0,0 --set 1:ceil:1
frame_is door 020 -100,0,41,0,0 --set 1:ceil:20
frame_is door 025 -100,0,41,0,0 --set 1:ceil:20
frame_is door 027 -100,0,41,0,0 --set 1:ceil:16
frame_is door 030 -100,0,41,0,0 --set 1:ceil:10
# At 7 frames a second five ticks a frame.
film door 7
frame_is door 004 -100,0,41,0,0 --set 1:ceil:20

# A walk: forward and left, with turns between; the frames of a step end where the next begins.
printf -- '-100 0 41 0 0\nturn 90 2\nwalk 20 4\nturn -90 1\nwalk 10 2 -10\n' >"$out/walk.path"
film walk 35
count_is walk 10
frame_is walk 000 -100,0,41,0,0
frame_is walk 001 -100,0,41,45,0
frame_is walk 002 -100,0,41,90,0
frame_is walk 003 -100,5,41,90,0
frame_is walk 006 -100,20,41,90,0
frame_is walk 007 -100,20,41,0,0
frame_is walk 008 -95,15,41,0,0
frame_is walk 009 -90,10,41,0,0

# Walls stop whoever walks, and a closed door is one; set opens it.
printf -- '-100 0 41 0 0\nwalk 300 10\n' >"$out/stop.path"
film stop 35
frame_is stop 010 -16,0,41,0,0
printf -- 'set 1:ceil:88\n-100 0 41 0 0\nwalk 200 10\n' >"$out/through.path"
film through 35
frame_is through 010 100,0,41,0,0 --set 1:ceil:88

# Without a camera it begins at the start of the level; a camera held, then one that is glided to.
printf 'walk 10 1\n' >"$out/start.path"
film start 35
count_is start 2
frame_is start 001 -118,0,41,0,0
printf -- '-100 0 41 0 0 3\nwait 1\n-90 0 41 0 0 2\nmover door up 35\n-80 0 41 0 0 9\n' >"$out/held.path"
film held 35
count_is held 7
frame_is held 002 -100,0,41,0,0
frame_is held 004 -90,0,41,0,0
frame_is held 005 -85,0,41,0,0
frame_is held 006 -80,0,41,0,0

# From above the floor whoever walks falls.
printf -- '-100 0 81 0 0\nwalk 0 1\nwalk 0 70\n' >"$out/fall.path"
film fall 35
frame_is fall 000 -100,0,81,0,0
frame_is fall 071 -100,0,41,0,0

# What is wrong is told with its line, and nothing is left behind.
refuses() {
    expected=$1
    shift
    printf '%b' "-100 0 41 0 0\n# a remark\n$*\n" >"$out/bad.path"
    status=0
    # shellcheck disable=SC2086
    "$program" column "$door" --path "$out/bad.path" $view -o "$out/bad-#.png" 2>"$out/stderr" || status=$?
    [ $status -eq 3 ] || fail "$* ended with $status: $(cat "$out/stderr")"
    grep -q "bad.path:3: .*$expected" "$out/stderr" || fail "$*: not \"$expected\" but $(cat "$out/stderr")"
    [ -z "$(find "$out" -name 'bad-*')" ] || fail "$*: frames are left"
}
refuses 'expected walk FORWARD FRAMES' walk
refuses 'expected walk FORWARD FRAMES' walk 10
refuses 'expected walk FORWARD FRAMES' walk ten 10
refuses 'expected walk FORWARD FRAMES' walk 10 0
refuses 'expected walk FORWARD FRAMES' walk 10 1e9
refuses 'expected walk FORWARD FRAMES' walk 1e30 10
refuses 'expected walk FORWARD FRAMES' walk 10 10 1 1
refuses 'expected turn DEGREES FRAMES' turn 90
refuses 'expected turn DEGREES FRAMES' turn nan 3
refuses 'expected wait FRAMES' wait
refuses 'expected wait FRAMES' wait 1 2
refuses 'expected mover NAME up|down|stop' mover door
refuses 'expected mover NAME up|down|stop' mover door sideways
refuses 'expected mover NAME up|down|stop' mover door up -3
refuses 'no mover gate among the 1' mover gate up
refuses 'mover door has no speed' mover door up
refuses 'expected set SECTOR:floor:Z' set 1
refuses 'expected set SECTOR:floor:Z' set 1:wall:3
refuses 'expected set SECTOR:floor:Z' set 1:ceil:3 2:ceil:4
refuses 'no sector 9: they are 0..2' set 9:ceil:3
refuses 'the ceiling lies below the floor' set 1:ceil:-9
refuses 'expected X Y Z YAW SHEAR' fly 1 2 3
refuses 'expected X Y Z YAW SHEAR' 1 2 3
refuses 'more than 8 words' 1 2 3 4 5 6 7 8 9
refuses 'more than 100000 frames' wait 100000
refuses 'no mover ?\[31m among' 'mover \033[31m up'
printf 'set 1:ceil:8\n' >"$out/none.path"
"$program" column "$door" --path "$out/none.path" -o "$out/x.png" 2>"$out/stderr" && fail "a path without frames"
grep -q 'has no cameras' "$out/stderr" || fail "no cameras: $(cat "$out/stderr")"
grep -v '^start' "$door" >"$out/nowhere.level"
printf 'walk 1 1\n' >"$out/none.path"
"$program" column "$out/nowhere.level" --path "$out/none.path" -o "$out/x.png" 2>"$out/stderr" && fail "a walk from nowhere"
grep -q 'none.path:1: the level has no start' "$out/stderr" || fail "no start: $(cat "$out/stderr")"
# Frames a second of single files matter only when something moves by itself.
printf -- '-100 0 41 0 0 2\n-90 0 41 0 0\n' >"$out/still.path"
status=0
"$program" column "$door" --path "$out/still.path" --rate 9 -o "$out/x-#.png" 2>"$out/stderr" || status=$?
[ $status -eq 2 ] || fail "--rate for nothing ended with $status"

# level plan: each option draws something, and what check finds is in red.
plan() {
    name=$1
    shift
    "$program" level plan "$@" --size 200x160 -o "$out/plan-$name.png" 2>"$out/stderr" || fail "plan $*: $(cat "$out/stderr")"
}
differ() {
    status=0
    "$program" diff --quiet "$out/plan-$1.png" "$out/plan-$2.png" || status=$?
    [ $status -eq 1 ] || fail "plans $1 and $2: diff ended with $status"
}
plan bare "$door"
plan again "$door" --strict
"$program" diff --quiet "$out/plan-bare.png" "$out/plan-again.png" || fail "two plans of one level differ"
plan tree "$door" --tree
plan blocks "$door" --blocks
plan radius "$door" --radius
plan path "$door" --path "$out/walk.path"
plan both "$door" --path "$out/walk.path" --radius
for name in tree blocks radius path; do differ bare $name; done
differ path both
faulty=$source/tests/column/levels
plan hole "$faulty/hole.level"
grep -q 'sector 0: open between vertices 3 and 0' "$out/stderr" || fail "plan does not tell: $(cat "$out/stderr")"
{ cat "$faulty/hole.level"; echo 'wall 3 3 0 mid 0 stroke se'; } >"$out/closed.level"
plan closed "$out/closed.level"
[ ! -s "$out/stderr" ] || fail "a closed level is told: $(cat "$out/stderr")"
differ hole closed
plan two "$faulty/two.level"
sed 's/hole 1 0/hole 0 1/' "$faulty/two.level" >"$out/right.level"
plan right "$out/right.level"
differ two right
plan outside "$faulty/s.level"
grep -v '^vertex 4' "$faulty/s.level" >"$out/fewer.level"
plan fewer "$out/fewer.level"
differ outside fewer
for refused in "plan $door" "plan $door -o $out/x.png --size 0x9" "check $door --tree" "info $door --path $out/walk.path"; do
    status=0
    # shellcheck disable=SC2086
    "$program" level $refused 2>"$out/stderr" || status=$?
    [ $status -eq 2 ] || fail "level $refused ended with $status"
done
status=0
"$program" level plan "$door" --path "$out/bad.path" -o "$out/x.png" 2>"$out/stderr" || status=$?
[ $status -eq 3 ] || fail "a plan with a wrong path ended with $status"
[ ! -e "$out/x.png" ] || fail "a plan with a wrong path is written"

# --stats: a line a frame, and all pixels of it are counted.
"$program" column "$door" --path "$out/still.path" --size 64x48 --mode flat --stats -o "$out/x.png" >"$out/stdout"
[ "$(grep -c '^frame [0-2]: nodes [0-9]*, leaves .* overdraw 1.000$' "$out/stdout")" -eq 3 ] ||
    fail "--stats: $(cat "$out/stdout")"
awk '{ sum = 0
       for (i = 1; i < NF; i++) if ($(i + 1) == "pixels" && $i != "slice") sum += $(i + 2)
       if (sum != 64 * 48) { print "line " NR ": " sum " pixels"; exit 1 } }' "$out/stdout" || fail "--stats"
