# SPDX-License-Identifier: MIT
# The checked-in tables are those that their generators write.
foreach(pair "make_tables.py;src/base/tables.c" "make_affine_sine.py;src/affine/sine_table.c")
  list(GET pair 0 generator)
  list(GET pair 1 table)
  execute_process(COMMAND ${PYTHON} ${SOURCE}/tools/generators/${generator}
    OUTPUT_VARIABLE generated RESULT_VARIABLE result)
  file(READ ${SOURCE}/${table} committed)
  if(NOT result EQUAL 0 OR NOT generated STREQUAL committed)
    message(SEND_ERROR "${table} differs from the output of tools/generators/${generator}")
  endif()
endforeach()
