# SPDX-License-Identifier: MIT
# The whole static package on a machine without zlib: the core is still found, retro3d::io is not,
# and asking for it says what is missing.
. "$(dirname "$0")/common.sh"
here=$R3D_SOURCE/tests/consumer
prefix_of static
out=$R3D_OUT/without_zlib
fresh "$out"

cat > "$out/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.21)
project(consumer LANGUAGES C)
find_package(retro3d REQUIRED COMPONENTS ${COMPONENTS})
foreach(room io script golden)
  if(TARGET retro3d::${room})
    message(FATAL_ERROR "retro3d::${room} exists")
  endif()
endforeach()
add_executable(draw_c ${DRAW})
target_link_libraries(draw_c PRIVATE retro3d::retro3d)
END
configure() {
    build=$out/$1
    shift
    "$R3D_CMAKE" -S "$out" -B "$build" "-Dretro3d_ROOT=$prefix" "-DDRAW=$here/draw.c" \
        "-DCMAKE_C_COMPILER=$R3D_CC" -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON "$@"
}
configure build -DCOMPONENTS=
"$R3D_CMAKE" --build "$out/build"
"$out/build/draw_c"

if configure asked -DCOMPONENTS=script > "$out/asked.log" 2>&1; then
    fail "retro3d::script was found without zlib"
fi
grep -q 'ZLIB' "$out/asked.log" || {
    cat "$out/asked.log"
    fail "the message does not name zlib"
}
