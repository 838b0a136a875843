# SPDX-License-Identifier: MIT
# first_difference.sh finds a difference that was planted, and none where there is none.
set -u
checksums=$1
here=$(dirname "$0")
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

sh "$here/first_difference.sh" "$checksums" "$checksums" 20 > "$folder/equal" || {
    echo "two equal builds: exit code $?"
    exit 1
}

# A "build" whose scene 7 goes wrong at step 4: line 6, after the size and the set-up.
cat > "$folder/wrong" << END
#!/bin/sh
if [ "\$1" = --trace ]; then
    "$checksums" "\$@" | sed '6s/ [0-9a-f]\{8\} / 00000000 /'
else
    "$checksums" "\$@" | sed 's/^\(7\|12\) .*/\1 00000000/'
fi
END
chmod +x "$folder/wrong"
sh "$here/first_difference.sh" "$checksums" "$folder/wrong" 20 > "$folder/found"
status=$?
cat "$folder/found"
[ $status -eq 1 ] || { echo "exit code $status, expected 1"; exit 1; }
grep -q '^2 scenes differ, the first is seed 7$' "$folder/found" || { echo "wrong seed"; exit 1; }
grep -q '^step 4 ' "$folder/found" || { echo "wrong step"; exit 1; }
