#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds where two builds of checksums draw differently: the first seed, then the first step in it.
#
#   first_difference.sh COMMAND_A COMMAND_B [LAST_SEED]
#
# A command may hold arguments, e.g. "qemu-s390x build/s390x/checksums".
# Exit codes: 0 all sums are equal, 1 they differ, 2 usage, 3 a program failed.
set -u
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: first_difference.sh COMMAND_A COMMAND_B [LAST_SEED]" >&2
    exit 2
fi
last=${3:-}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

# shellcheck disable=SC2086  # a command is a list of words
sums() {
    if ! $1 ${last:+0 "$last"} > "$folder/$2"; then
        echo "first_difference: '$1' failed" >&2
        exit 3
    fi
}
sums "$1" a
sums "$2" b

seed=$(paste -d ' ' "$folder/a" "$folder/b" | awk '$1 != $3 || $2 != $4 { print $1; exit }')
if [ -z "$seed" ]; then
    echo "$(wc -l < "$folder/a") scenes, all equal"
    exit 0
fi
total=$(paste -d ' ' "$folder/a" "$folder/b" | awk '$1 != $3 || $2 != $4' | wc -l)
echo "$total scenes differ, the first is seed $seed"

# shellcheck disable=SC2086
$1 --trace "$seed" > "$folder/a" || exit 3
# shellcheck disable=SC2086
$2 --trace "$seed" > "$folder/b" || exit 3
head -n 1 "$folder/a"
paste -d '|' "$folder/a" "$folder/b" | awk -F'|' '
    $1 != $2 { split($1, a, " "); split($2, b, " ")
               print "step " a[1] " (" a[3] "): " a[2] " and " b[2]; exit }
    { before = $1 }'
exit 1
