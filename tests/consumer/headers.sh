# SPDX-License-Identifier: MIT
# headers.sh gcc|clang: every public header compiles alone as C99, C17 and C++17 without a warning.
. "$(dirname "$0")/common.sh"
need "$1"

checked=0
for header in "$R3D_SOURCE"/include/retro3d/*.h; do
    name=retro3d/$(basename "$header")
    before=
    if [ "${name#retro3d/r3d_cmocka}" != "$name" ]; then
        # Extends cmocka.h, which asks for the same headers before it.
        before=$(printf '#include <%s.h>\n' stdarg stddef setjmp stdint cmocka)
    fi
    for std in c99 c17 c++17; do
        case $std in
        c++*) language=c++ ;;
        *) language=c ;;
        esac
        # Twice: a header must also bear being included again.
        printf '%s\n#include <%s>\n#include <%s>\nint consumer_uses_it(void);\n' "$before" "$name" "$name" |
            "$1" -x $language -std=$std -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
                -I "$R3D_SOURCE/include" - || fail "$name does not compile alone as $std with $1"
        checked=$((checked + 1))
    done
done
[ $checked -gt 0 ] || fail "no headers found"

# Comparing pictures and running jobs have nothing to do with triangles.
for name in diff threads jobs; do
    if printf '#include <retro3d/%s.h>\n' "$name" | "$1" -x c -E -I "$R3D_SOURCE/include" - |
        grep -E '^# .*retro3d/(raster|bands|surface|script|golden)\.h'; then
        fail "retro3d/$name.h includes the header above"
    fi
done
echo "$checked compilations with $1"
