# SPDX-License-Identifier: MIT
# The compiler lines of README.md and docs/embedding.md, as they stand there: a list of sources and a program make a program
# that draws. The longest one has every room of the core.
. "$(dirname "$0")/common.sh"
need cc
need bash
out=$R3D_OUT/plain_lines
fresh "$out"
cd "$out"
ln -s "$R3D_SOURCE/src" "$R3D_SOURCE/include" "$R3D_SOURCE/tests" .
cp "$R3D_SOURCE/tests/consumer/plain_client.c" client.c

# Lines of code blocks, with what a backslash continues; and `cc ...` in the table of README.md.
{
    # shellcheck disable=SC2016  # backquotes of Markdown
    sed -n 's/.*`\(cc [^`]* src\/[^`]*\)`.*/\1/p' "$R3D_SOURCE/README.md"
    sed -n 's/^    \(.*\)/\1/p' "$R3D_SOURCE/docs/embedding.md" |
        sed -e ':more' -e '/\\$/ { N; s/\\\n */ /; b more' -e '}' | grep '^cc .* src/'
} | sort -u > lines
[ "$(wc -l < lines)" -ge 2 ] || fail "the documents have fewer than two compiler lines: $(cat lines)"

while IFS= read -r line; do
    echo "$line"
    program=${line##* -o }
    rm -f "$program"
    bash -ec "$line" || fail "the line does not compile and link"
    case $program in
    client) ./client || fail "the client ends with exit code $?" ;;
    checksums) ./checksums --check tests/checksum/expected.txt || fail "the checksums differ" ;;
    *) fail "what is $program?" ;;
    esac
done < lines

for room in $(core_rooms); do
    grep -q "src/{[^}]*\\b$room\\b[^}]*}/\\*\\.c .*client\\.c" lines ||
        fail "no line for a client has the room $room of src/CMakeLists.txt"
done
