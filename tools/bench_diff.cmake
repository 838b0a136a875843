# SPDX-License-Identifier: MIT
# retro3d bench --diff: measures parts of the libraries on their own, which they do not export.
target_sources(retro3d_program PRIVATE bench_diff.c bench_pairs.c bench_yardsticks.c)
get_target_property(golden_type retro3d_golden TYPE)
if(golden_type STREQUAL "SHARED_LIBRARY")
  target_sources(retro3d_program PRIVATE ../src/golden/cluster.c ../src/io/inflate.c
    ../src/io/inflate_tables.c)
endif()
# stb_image declares more than it defines when it reads PNG alone.
set_source_files_properties(bench_yardsticks.c PROPERTIES
  COMPILE_OPTIONS "$<$<C_COMPILER_ID:GNU,Clang,AppleClang>:-Wno-unused-function;-Wno-undef>")
find_package(ZLIB REQUIRED)
target_link_libraries(retro3d_program PRIVATE ZLIB::ZLIB)
target_include_directories(retro3d_program SYSTEM PRIVATE ${STB_INCLUDE_DIR})
if(RETRO3D_LIBDEFLATE)
  set_source_files_properties(bench_yardsticks.c PROPERTIES COMPILE_DEFINITIONS R3D_HAS_LIBDEFLATE)
endif()
