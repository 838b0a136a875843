# SPDX-License-Identifier: MIT
# cmake -DPROGRAM=retro3d -DOUT=dir -P Retro3dGoldenReport.cmake: writes the reports of one run.
if(NOT IS_DIRECTORY "${OUT}/results")
  message("no golden was checked")
  return()
endif()
foreach(kind "report;report.html" "json;report.json" "junit;junit.xml")
  list(GET kind 0 action)
  list(GET kind 1 file)
  execute_process(COMMAND "${PROGRAM}" golden ${action} "${OUT}" -o "${OUT}/${file}"
    RESULT_VARIABLE result OUTPUT_QUIET)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "retro3d golden ${action} failed: ${result}")
  endif()
  message("${OUT}/${file}")
endforeach()
