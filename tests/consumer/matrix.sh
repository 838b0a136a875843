#!/bin/sh
# SPDX-License-Identifier: MIT
# matrix.sh [PRESET...]: replays all reference scripts in other builds than the release one: gcc -O0,
# clang -O3 and 32-bit x86, by default. A build that this machine cannot make is reported as skipped.
# Exit codes: 0 all that could be built passed, 1 a build or a reference failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
[ $# -gt 0 ] || set -- debug clang m32

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
        elif ! sh tests/consumer/m32_libraries.sh build/i386; then
            echo "no 32-bit zlib and cmocka"
        fi
        rm -rf "$try"
        ;;
    esac
}

for preset in "$@"; do
    reason=$(obstacle "$preset")
    if [ -n "$reason" ]; then
        note "$preset: SKIPPED: $reason"
        continue
    fi
    # No documents, examples or consumers: only what replays the references.
    if cmake --preset "$preset" > "build/matrix-$preset.log" 2>&1 &&
        cmake --build --preset "$preset" --target golden_case checksums \
            >> "build/matrix-$preset.log" 2>&1; then
        if ctest --preset "$preset" -L 'golden-raster' --parallel 2 &&
            ctest --preset "$preset" -R '^checksums$'; then
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
