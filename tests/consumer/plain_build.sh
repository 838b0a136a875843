# SPDX-License-Identifier: MIT
# plain_build.sh gcc|clang O0|O3|m32: the core library builds from a list of its sources on the
# command line, with no configure step and no warning, and draws the expected pixels.
. "$(dirname "$0")/common.sh"
compiler=$1
level=$2
need "$compiler"

out=$R3D_OUT/plain_${compiler}_$level
fresh "$out"
flags=-$level
[ "$level" = m32 ] && flags='-m32 -O2'

if [ "$level" = m32 ]; then
    # The smallest program that needs the headers and the C library of the 32-bit target.
    printf '#include <stdlib.h>\nint main(void) { return abs(0); }\n' > "$out/try.c"
    "$compiler" -m32 "$out/try.c" -o "$out/try" > "$out/try.log" 2>&1 ||
        skip "$compiler -m32 cannot build programs here (Debian: gcc-multilib)"
fi

# compile ARGUMENTS...: in the folder of this test, with the warnings of users who are strict.
compile() {
    # shellcheck disable=SC2086  # a list of flags
    (cd "$out" && "$compiler" -std=c11 $flags -Wall -Wextra -Wpedantic -Wconversion -Werror \
        -I "$R3D_SOURCE/include" "$@")
}

# A room that computes in double wants true doubles, which the x87 unit of 32-bit x86 does not have.
# Its sources tell gcc so; clang needs the flags. All other rooms are built for the x87 here.
objects=
: > "$out/sources"
for room in $(core_rooms); do
    if [ "$compiler-$level" = clang-m32 ] && grep -q mfpmath=sse "$R3D_SOURCE/src/$room/CMakeLists.txt"; then
        # shellcheck disable=SC2046  # a list of files; the project's paths hold no spaces
        compile -msse2 -mfpmath=sse -c $(sources_of "$room")
        objects=$(ls "$out"/*.o)
    else
        sources_of "$room" >> "$out/sources"
    fi
done
# shellcheck disable=SC2046,SC2086
compile $(cat "$out/sources") "$R3D_SOURCE/tests/checksum/checksums.c" $objects -o checksums

run=
if [ "$level" = m32 ]; then
    run="sh $R3D_SOURCE/tests/consumer/run_foreign.sh"
    status=0
    $run "$out/try" || status=$?
    [ $status -ne 126 ] || skip "built without a warning, but not run: see the line above"
    [ $status -eq 0 ] || fail "32-bit programs do not run here (status $status)"
fi
if [ -z "$run" ]; then
    "$out/checksums" --check "$R3D_SOURCE/tests/checksum/expected.txt"
else # perhaps emulated: the definition and one other instruction set will do
    $run "$out/checksums" --isa scalar --check "$R3D_SOURCE/tests/checksum/expected.txt"
    $run "$out/checksums" --isa best --check "$R3D_SOURCE/tests/checksum/expected.txt"
fi
