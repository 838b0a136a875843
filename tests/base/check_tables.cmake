# SPDX-License-Identifier: MIT
execute_process(COMMAND ${PYTHON} ${SOURCE}/tools/generators/make_tables.py
  OUTPUT_VARIABLE generated RESULT_VARIABLE result)
file(READ ${SOURCE}/src/base/tables.c committed)
if(NOT result EQUAL 0 OR NOT generated STREQUAL committed)
  message(FATAL_ERROR "src/base/tables.c differs from the output of tools/generators/make_tables.py")
endif()
