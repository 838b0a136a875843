#!/bin/sh
# SPDX-License-Identifier: MIT
# matrix.sh [PRESET...]: replays all reference scripts in other builds than the release one: gcc -O0,
# clang -O3 (with the tests of the PNG reader and of the golden harness), 32-bit x86 and 64-bit ARM (under
# qemu, with the tests of its NEON fills), by default. A
# build that this machine cannot make is reported as skipped.
# Exit codes: 0 all that could be built passed, 1 a build or a reference failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
[ $# -gt 0 ] || set -- debug clang m32 arm64

status=0
summary=
note() {
    echo "matrix: $*"
    summary="$summary
  $*"
}

# Prints why a preset cannot be used here; nothing if it can.
obstacle() {
    case $1 in
    clang) command -v clang > /dev/null 2>&1 || echo "clang is not installed" ;;
    m32)
        try=$(mktemp -d)
        printf '#include <errno.h>\n#include <stdlib.h>\nint main(void) { return abs(errno); }\n' \
            > "$try/try.c"
        if ! gcc -m32 "$try/try.c" -o "$try/try" > /dev/null 2>&1; then
            echo "gcc -m32 cannot build programs here (Debian: gcc-multilib)"
        elif ! sh tests/consumer/run_foreign.sh "$try/try"; then
            echo "32-bit programs do not run here"
        elif ! sh tests/consumer/foreign_libraries.sh i386 build/i386; then
            echo "no 32-bit zlib and cmocka"
        fi
        rm -rf "$try"
        ;;
    arm64)
        try=$(mktemp -d)
        printf '#include <arm_neon.h>\nint main(void) { return vgetq_lane_s32(vdupq_n_s32(0), 0); }\n' \
            > "$try/try.c"
        if ! clang --target=aarch64-linux-gnu "$try/try.c" -o "$try/try" > /dev/null 2>&1; then
            echo "clang cannot build programs for it here (Debian: clang binutils-aarch64-linux-gnu" \
                "libc6-dev-arm64-cross libgcc-12-dev-arm64-cross)"
        elif ! qemu-aarch64 -L /usr/aarch64-linux-gnu "$try/try" > /dev/null 2>&1; then
            echo "qemu-aarch64 is not installed (Debian: qemu-user)"
        elif ! sh tests/consumer/foreign_libraries.sh arm64 build/arm64-libraries; then
            echo "no zlib and cmocka for it"
        fi
        rm -rf "$try"
        ;;
    esac
}

# What is built and run. Under an emulator starting a program costs more than a reference does.
targets() {
    echo golden_case checksums
    [ "$1" != clang ] || echo picture_tests
    [ "$1" != arm64 ] || echo golden_model_case test_rows test_isas test_model_vertices
}
run_tests() {
    if [ "$1" = arm64 ]; then
        R3D_TEST_TRIANGLES=100000 ctest --preset arm64 --parallel 2 --no-tests=error -R \
            '^((raster|model)[.]isa[.](scalar|neon)|checksum[.]scenes|raster[.]rows|raster[.]isas|model[.]vertices)$'
    else
        ctest --preset "$1" -L 'golden-raster' --parallel 2 && ctest --preset "$1" -R '^checksum[.]scenes$' || return
        [ "$1" != clang ] ||
            ctest --preset "$1" -R '^(diff|golden|io|png|pictures)[.]' -LE 'page|slow' --parallel 2 --no-tests=error
    fi
}

for preset in "$@"; do
    reason=$(obstacle "$preset")
    if [ -n "$reason" ]; then
        note "$preset: SKIPPED: $reason"
        continue
    fi
    # No documents, examples or consumers: only what replays the references.
    # shellcheck disable=SC2046  # several targets
    if cmake --preset "$preset" > "build/matrix-$preset.log" 2>&1 &&
        cmake --build --preset "$preset" --target $(targets "$preset") \
            >> "build/matrix-$preset.log" 2>&1; then
        if run_tests "$preset"; then
            note "$preset: passed"
        else
            note "$preset: FAILED"
            status=1
        fi
    else
        tail -n 40 "build/matrix-$preset.log"
        note "$preset: FAILED to build, see build/matrix-$preset.log"
        status=1
    fi
done
echo "matrix:$summary"
exit $status
