#!/bin/sh
# SPDX-License-Identifier: MIT
# big_endian.sh [FOLDER]: the sums of checksums.c on a big-endian machine (s390x), under emulation.
# Not part of the default check. Debian packages: clang qemu-user binutils-s390x-linux-gnu
# libc6-dev-s390x-cross libgcc-12-dev-s390x-cross. (gcc's own cross compiler will do as well, but
# cannot be installed beside gcc-multilib: CC="s390x-linux-gnu-gcc".)
# Exit codes: 0 equal, 1 different, 77 the tools are missing.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$source/build/s390x}
cc=${CC:-clang --target=s390x-linux-gnu}
mkdir -p "$out"

printf '#include <stdint.h>\nint main(void) { uint16_t n = 1; return *(unsigned char *)&n; }\n' > "$out/try.c"
# shellcheck disable=SC2086  # a command and its arguments
if ! $cc -static "$out/try.c" -o "$out/try" 2> "$out/try.log" || ! command -v qemu-s390x > /dev/null; then
    echo "SKIPPED: no cross compiler or no qemu-s390x, see the head of this script"
    exit 77
fi
qemu-s390x "$out/try" || { echo "FAILED: that machine is not big-endian" >&2; exit 1; }

# The rooms of the core library: those that src/CMakeLists.txt adds without a condition.
rooms=$(sed -n 's/^add_subdirectory(\([a-z0-9_]*\)).*/\1/p' "$source/src/CMakeLists.txt")
files=$(for room in $rooms; do find "$source/src/$room" -name '*.c'; done)
# shellcheck disable=SC2086
$cc -static -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror -I "$source/include" \
    $files "$source/tests/checksum/checksums.c" -o "$out/checksums"
qemu-s390x "$out/checksums" --check "$source/tests/checksum/expected.txt"
