# SPDX-License-Identifier: MIT
# A package without the optional libraries holds none of their headers and needs no zlib.
. "$(dirname "$0")/common.sh"
here=$R3D_SOURCE/tests/consumer
prefix_of core
out=$R3D_OUT/core_only
fresh "$out"

# (retro3d::threads needs nothing that the core does not have, so it comes along.)
for header in io png pictures levels models cache assembly script diff golden r3d_cmocka; do
    [ ! -e "$prefix/include/retro3d/$header.h" ] || fail "$header.h is installed without its library"
done
[ -e "$prefix/include/retro3d/raster.h" ] || fail "raster.h is not installed"
[ -e "$prefix/include/retro3d/text.h" ] || fail "text.h is not installed"

cat > "$out/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.21)
project(consumer LANGUAGES C)
find_package(retro3d REQUIRED)
if(TARGET retro3d::io)
  message(FATAL_ERROR "retro3d::io exists")
endif()
add_executable(draw_c ${DRAW})
target_link_libraries(draw_c PRIVATE retro3d::retro3d)
END
"$R3D_CMAKE" -S "$out" -B "$out/build" "-Dretro3d_ROOT=$prefix" "-DDRAW=$here/draw.c" \
    "-DCMAKE_C_COMPILER=$R3D_CC" -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON
"$R3D_CMAKE" --build "$out/build"
"$out/build/draw_c"
