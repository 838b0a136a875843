# SPDX-License-Identifier: MIT
# The command "golden" of the program. The parts of the report page become one C file.
set(report_parts "${CMAKE_CURRENT_BINARY_DIR}/report_parts.c")
add_custom_command(OUTPUT "${report_parts}"
  COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${report_parts}"
    -P "${CMAKE_CURRENT_SOURCE_DIR}/report/embed.cmake"
  DEPENDS report/embed.cmake report/report.css report/report.js report/body.html
  VERBATIM)
target_sources(retro3d_program PRIVATE
  diff_folders.c diff_input.c diff_pair.c preview.c
  cmd_golden.c cmd_golden_add.c cmd_golden_accept.c cmd_golden_files.c cmd_golden_report.c cmd_golden_status.c
  golden_html.c golden_results.c golden_text.c golden_walk.c json_read.c "${report_parts}")
# What the library does not export when it is shared.
get_target_property(golden_type retro3d_golden TYPE)
if(golden_type STREQUAL "SHARED_LIBRARY")
  target_sources(retro3d_program PRIVATE ../src/golden/fs.c ../src/golden/memory.c)
endif()
set_source_files_properties("${report_parts}" PROPERTIES
  INCLUDE_DIRECTORIES "${CMAKE_CURRENT_SOURCE_DIR}/report")
if(NOT MSVC)
  target_link_libraries(retro3d_program PRIVATE m)
endif()
find_package(Threads REQUIRED)
target_link_libraries(retro3d_program PRIVATE Threads::Threads)
