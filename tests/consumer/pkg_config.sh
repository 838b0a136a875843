# SPDX-License-Identifier: MIT
# pkg_config.sh static|shared: one compiler call with pkg-config's flags builds each program.
. "$(dirname "$0")/common.sh"
need pkg-config
need gcc
need g++
here=$R3D_SOURCE/tests/consumer
prefix_of "$1"
out=$R3D_OUT/pkg_config_$1
fresh "$out"
PKG_CONFIG_PATH=$libdir/pkgconfig
LD_LIBRARY_PATH=$libdir
export PKG_CONFIG_PATH LD_LIBRARY_PATH

for package in retro3d retro3d-io retro3d-script retro3d-diff retro3d-golden; do
    pkg-config --validate "$package"
    version=$(pkg-config --modversion "$package")
    [ "$version" = "$R3D_VERSION" ] || fail "$package says version $version, expected $R3D_VERSION"
done
case $(pkg-config --libs --static retro3d) in
*-lz*) fail "the core library asks for zlib" ;;
esac

# shellcheck disable=SC2046  # lists of flags
gcc "$here/draw.c" -o "$out/draw_c" $(pkg-config --cflags --libs retro3d)
# shellcheck disable=SC2046
g++ "$here/draw.cpp" -o "$out/draw_cpp" $(pkg-config --cflags --libs retro3d-io)
# shellcheck disable=SC2046
gcc "$here/rooms.c" -o "$out/rooms" $(pkg-config --cflags --libs retro3d-script retro3d-golden)
# shellcheck disable=SC2046
gcc "$here/diff_only.c" -o "$out/diff_only" $(pkg-config --cflags --libs retro3d-diff)
for program in draw_c draw_cpp rooms diff_only; do
    (cd "$out" && "$out/$program") || fail "$program: exit code $?"
done
