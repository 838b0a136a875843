# SPDX-License-Identifier: MIT
# Sourced by the scripts of this folder. CTest sets R3D_SOURCE, R3D_BUILD, R3D_OUT, R3D_CMAKE, R3D_CC
# and R3D_VERSION.

set -eu
unset DESTDIR CFLAGS CXXFLAGS CPPFLAGS LDFLAGS

: "${R3D_SOURCE:?run this through ctest}" "${R3D_BUILD:?}" "${R3D_OUT:?}"

# The generator of our presets, so that no other build tool is needed.
CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}
export CMAKE_GENERATOR

skip() {
    echo "SKIPPED: $*"
    exit 77
}

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# need PROGRAM: skips the test where it is not installed.
need() {
    command -v "$1" > /dev/null 2>&1 || skip "$1 is not installed"
}

# An empty folder for this test.
fresh() {
    rm -rf "$1"
    mkdir -p "$1"
}

# prefix_of KIND: the installed package, and its folder of libraries.
prefix_of() {
    prefix=$R3D_OUT/$1
    pc=$(find "$prefix" -name retro3d.pc)
    [ -n "$pc" ] || fail "no package in $prefix"
    libdir=$(dirname "$(dirname "$pc")")
}

# The rooms of the core library: those that src/CMakeLists.txt adds without a condition.
core_rooms() {
    sed -n 's/^add_subdirectory(\([a-z0-9_]*\)).*/\1/p' "$R3D_SOURCE/src/CMakeLists.txt"
}

# sources_of ROOM
sources_of() {
    find "$R3D_SOURCE/src/$1" -name '*.c' | sort
}
