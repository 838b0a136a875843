# SPDX-License-Identifier: MIT
# What the headers declare with R3D_API is what the shared libraries export, no more and no less; and
# the headers of the core-only package declare nothing that its two libraries lack.
. "$(dirname "$0")/common.sh"
need gcc
need nm
out=$R3D_OUT/declared_api
fresh "$out"

# declared INCLUDE_DIR: names of all functions and constants declared with default visibility.
declared() {
    for header in "$1"/retro3d/*.h; do
        echo "#include <retro3d/$(basename "$header")>"
    done | gcc -E -P -I "$1" - | tr '\n' ' ' | tr ';{}' '\n' |
        sed -n -e 's/.*visibility("default").*[ *]\(r3d_[a-z0-9_]*\) *(.*/\1/p' \
            -e 's/.*extern.*visibility("default").*[ *]\(r3d_[a-z0-9_]*\) *$/\1/p' | sort -u
}

# exported LIBRARY...
exported() {
    nm -D --defined-only --format=posix "$@" | sed -n 's/^\([^ ]*\) [A-Z] .*/\1/p' | sort -u
}

prefix_of core
declared "$prefix/include" > "$out/core_declared"
prefix_of shared
declared "$prefix/include" > "$out/all_declared"
# The worker pool comes along with the core: it needs nothing more.
exported "$libdir/libretro3d.so" "$libdir/libretro3d_threads.so" > "$out/core_exported"
exported "$libdir"/libretro3d*.so > "$out/all_exported"
[ -s "$out/core_declared" ] || fail "no declarations found"

wrong=0
report() {
    if [ -s "$2" ]; then
        echo "$1"
        sed 's/^/    /' "$2"
        wrong=1
    fi
}
comm -23 "$out/core_declared" "$out/core_exported" > "$out/list"
report "Declared by headers of the core, but not in libretro3d (is the header missing in the table of tools/cmake/Retro3dInstall.cmake?):" "$out/list"
comm -13 "$out/core_declared" "$out/core_exported" > "$out/list"
report "Exported by libretro3d, but not declared in a header of the core:" "$out/list"
comm -23 "$out/all_declared" "$out/all_exported" > "$out/list"
report "Declared, but not exported by any library:" "$out/list"
comm -13 "$out/all_declared" "$out/all_exported" > "$out/list"
report "Exported, but not declared in any header:" "$out/list"
[ $wrong -eq 0 ] || fail "headers and libraries differ"
echo "$(wc -l < "$out/all_declared") functions, $(wc -l < "$out/core_declared") of them in the core"
