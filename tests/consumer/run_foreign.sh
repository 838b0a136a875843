#!/bin/sh
# SPDX-License-Identifier: MIT
# run_foreign.sh PROGRAM ARGUMENTS...: runs a 32-bit x86 program, by the kernel where it can do that
# and by qemu-i386 (Debian: qemu-user) elsewhere. 126: neither is possible.
set -u
if [ -z "${R3D_RUN32:-}" ]; then
    # The dynamic loader itself is the smallest 32-bit program at hand.
    if /lib/ld-linux.so.2 --version > /dev/null 2>&1; then
        R3D_RUN32=native
    elif command -v qemu-i386 > /dev/null 2>&1; then
        R3D_RUN32=qemu-i386
    else
        echo "run_foreign: this kernel runs no 32-bit programs and qemu-i386 (qemu-user) is not installed" >&2
        exit 126
    fi
    export R3D_RUN32
fi
[ "$R3D_RUN32" = native ] && exec "$@"
exec "$R3D_RUN32" "$@"
