# SPDX-License-Identifier: MIT
# diff_only.sh static|shared: a project that asks for the component diff alone gets no suites, and
# needs neither cmocka nor threads.
. "$(dirname "$0")/common.sh"
need nm
here=$R3D_SOURCE/tests/consumer
prefix_of "$1"
out=$R3D_OUT/diff_only_$1
fresh "$out"

cat > "$out/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.21)
project(consumer LANGUAGES C)
find_package(retro3d REQUIRED COMPONENTS diff)
foreach(target golden script threads)
  if(TARGET retro3d::${target})
    message(FATAL_ERROR "retro3d::${target} exists")
  endif()
endforeach()
if(COMMAND r3d_add_golden_test)
  message(FATAL_ERROR "r3d_add_golden_test exists")
endif()
add_executable(diff_only ${SOURCE})
target_link_libraries(diff_only PRIVATE retro3d::diff)
END
"$R3D_CMAKE" -S "$out" -B "$out/build" "-Dretro3d_ROOT=$prefix" "-DSOURCE=$here/diff_only.c" \
    "-DCMAKE_C_COMPILER=$R3D_CC" -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_Threads=ON
"$R3D_CMAKE" --build "$out/build"
(cd "$out" && "$out/build/diff_only") || fail "diff_only: exit code $?"

# The library itself knows no suite, no test framework and no thread.
library=$(find "$libdir" -name 'libretro3d_diff.a' -o -name 'libretro3d_diff.so')
[ -n "$library" ] || fail "there is no libretro3d_diff"
names=$(nm --format=posix "$library" 2> /dev/null; nm -D --format=posix "$library" 2> /dev/null || true)
if echo "$names" | grep -E '^(r3d_golden|r3d_priv_golden|_?cm_|_assert_|pthread_|r3d_pool)'; then
    fail "$library knows the names above"
fi
