# SPDX-License-Identifier: MIT
# one_file.sh gcc|clang: the sources of the core put together into one file compile without a warning and draw the
# expected pixels. The folders x86 and arm stay beside it: each of their files is one instance of the same kernels, under
# the same names, for one instruction set.
. "$(dirname "$0")/common.sh"
compiler=$1
need "$compiler"

out=$R3D_OUT/one_file_$compiler
fresh "$out"
for room in $(core_rooms); do
    sources_of "$room" >> "$out/sources"
done
grep -Ev '/(x86|arm)/[^/]*$' "$out/sources" | sed 's/.*/#include "&"/' > "$out/retro3d.c"
[ "$(wc -l < "$out/retro3d.c")" -gt 50 ] || fail "the list of sources is too short"

flags=
# A room that computes in double wants true doubles, which the x87 unit of 32-bit x86 does not have.
if echo | "$compiler" -dM -E - | grep -qw __i386__; then
    flags='-msse2 -mfpmath=sse'
fi
# shellcheck disable=SC2046,SC2086  # lists; the project's paths hold no spaces
(cd "$out" && "$compiler" -std=c11 -O1 $flags -Wall -Wextra -Wpedantic -Werror -I "$R3D_SOURCE/include" \
    retro3d.c $(grep -E '/(x86|arm)/[^/]*$' sources) "$R3D_SOURCE/tests/checksum/checksums.c" -o checksums)
"$out/checksums" --check "$R3D_SOURCE/tests/checksum/expected.txt"
