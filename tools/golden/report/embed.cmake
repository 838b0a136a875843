# SPDX-License-Identifier: MIT
# cmake -DOUTPUT=out.c -P embed.cmake: turns the parts of the report page into one C file.
set(text "/* Made by tools/golden/report/embed.cmake from tools/golden/report. */\n#include \"report_parts.h\"\n")
foreach(part css js html)
  if(part STREQUAL "html")
    set(file "${CMAKE_CURRENT_LIST_DIR}/body.html")
  else()
    set(file "${CMAKE_CURRENT_LIST_DIR}/report.${part}")
  endif()
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "(................................................................................)"
    "\\1\n" bytes "${bytes}")
  string(APPEND text "const unsigned char report_part_${part}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
