# SPDX-License-Identifier: MIT
# The example of README.md compiles against the installed package as it stands there, and saves a
# picture of the size it says, with a Gouraud triangle on it.
. "$(dirname "$0")/common.sh"
need pkg-config
prefix_of static
out=$R3D_OUT/readme_example
fresh "$out"
fresh "$out/run"
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH

# The ```c block whose first line is the mark.
awk '/^```c *$/ { inside = 1; text = ""; next }
     /^``` *$/ { if (inside && text ~ /^\/\* example: gouraud\.c \*\//) { printf "%s", text; exit }
                 inside = 0; next }
     inside { text = text $0 "\n" }' "${R3D_README:-$R3D_SOURCE/README.md}" > "$out/gouraud.c"
[ -s "$out/gouraud.c" ] ||
    fail 'README.md has no block ```c that begins with /* example: gouraud.c */'

# shellcheck disable=SC2046  # lists of flags
"$R3D_CC" -std=c11 -Wall -Wextra -Wpedantic -Werror "$out/gouraud.c" -o "$out/gouraud" \
    $(pkg-config --cflags --libs retro3d-io)
(cd "$out/run" && "$out/gouraud") || fail "the example ends with exit code $?"

set -- "$out"/run/*
[ $# -eq 1 ] && [ -f "$1" ] || fail "the example should save one picture; it left: $*"
stb=$(sed -n 's/^STB_INCLUDE_DIR:PATH=//p' "$R3D_BUILD/CMakeCache.txt")
"$R3D_CC" -I "$stb" "$R3D_SOURCE/tests/consumer/describe_png.c" -o "$out/describe_png" -lm
# shellcheck disable=SC2046  # several words
set -- $("$out/describe_png" "$1")
echo "$1 x $2 pixels, $3 of them not black, $4 colours"
for size in "$1" "$2"; do
    grep -qw -e "$size" "$out/gouraud.c" || fail "the size $1 x $2 is not the one in the example"
done
[ "$3" -ge $(($1 * $2 / 20)) ] || fail "less than a twentieth of the picture is drawn"
[ "$4" -ge 24 ] || fail "a Gouraud triangle has more than $4 colours"
