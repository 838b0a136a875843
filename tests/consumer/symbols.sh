# SPDX-License-Identifier: MIT
# symbols.sh static|shared: what the libraries bring into a program beside their functions.
. "$(dirname "$0")/common.sh"
need nm
need readelf
prefix_of "$1"

check_static() {
    core=$libdir/libretro3d.a
    nm --defined-only "$core" > /dev/null

    # Writable data: B b C D d G g S s. Constant tables of pointers are relocated once at start and
    # lie in .data.rel.ro, which nm also calls d; they are told apart by their section.
    writable=$(nm --defined-only --format=sysv "$core" |
        awk -F'|' '{ gsub(/ /, "", $3); gsub(/ /, "", $7) }
                   $3 ~ /^[BbCDdGgSs]$/ && $7 !~ /^\.data\.rel\.ro/ { print $1, $3, $7 }')
    [ -z "$writable" ] || fail "writable data in the core library:
$writable"

    for library in "$libdir"/libretro3d*.a; do
        names=$(nm --defined-only --extern-only --format=posix "$library" |
            awk 'NF > 1 { print $1 }' | grep -v '^r3d_' || true)
        [ -z "$names" ] || fail "global names without r3d_ in $library:
$names"
    done

    # The core takes nothing from the C library but memory and qsort: no file, no thread, no text output, no
    # locale, no environment. (__stack_chk_fail, _GLOBAL_OFFSET_TABLE_ and __cpu_model, what the
    # processor can do, are the compiler's.)
    nm --defined-only --format=posix "$core" | awk 'NF > 1 { print $1 }' | sort -u > "$R3D_OUT/defined"
    foreign=$(nm --undefined-only --format=posix "$core" | awk 'NF > 1 { print $1 }' | sort -u |
        comm -23 - "$R3D_OUT/defined" |
        grep -Ev '^(mem(cpy|set|move|cmp)|malloc|free|strlen|strcmp|strncmp|qsort|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__cpu_model)$' || true)
    [ -z "$foreign" ] || fail "the core library uses more than memory from the C library:
$foreign"
}

check_shared() {
    for library in "$libdir"/libretro3d*.so; do
        names=$(nm -D --defined-only --format=posix "$library" | awk 'NF > 1 { print $1 }' |
            grep -Ev '^r3d_' || true)
        [ -z "$names" ] || fail "$library exports names without r3d_:
$names"
        names=$(nm -D --defined-only --format=posix "$library" | awk '{ print $1 }' |
            grep '^r3d_priv_' || true)
        [ -z "$names" ] || fail "$library exports private names:
$names"
        # Rooms above the core use what others export, nothing hidden.
        names=$(nm -D --undefined-only --format=posix "$library" | awk '{ print $1 }' |
            grep '^r3d_priv_' || true)
        [ -z "$names" ] || fail "$library needs private names of another library:
$names"
        readelf -d "$library" | grep -q 'SONAME.*\.so\.[0-9]' || fail "$library has no versioned soname"
    done
    needed=$(readelf -d "$libdir/libretro3d.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -Ev '^(libc\.so|ld-linux|libc\.musl)' || true)
    [ -z "$needed" ] || fail "the core library is linked against $needed"
}

check_"$1"
