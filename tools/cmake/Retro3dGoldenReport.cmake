# SPDX-License-Identifier: MIT
# cmake -DACTION=clean|report -DPROGRAM=retro3d -DOUT=dir -P Retro3dGoldenReport.cmake: what comes before and
# after the golden tests of one run. R3D_GOLDEN_OUT goes before OUT.
if(NOT "$ENV{R3D_GOLDEN_OUT}" STREQUAL "")
  get_filename_component(OUT "$ENV{R3D_GOLDEN_OUT}" ABSOLUTE)
endif()
if(ACTION STREQUAL "clean")
  execute_process(COMMAND "${PROGRAM}" golden clean --out "${OUT}" RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "retro3d golden clean failed: ${result}")
  endif()
  return()
endif()
if(NOT IS_DIRECTORY "${OUT}/results")
  message("no golden was checked")
  return()
endif()
foreach(kind "json;report.json" "junit;junit.xml" "report;report.html")
  list(GET kind 0 action)
  list(GET kind 1 file)
  execute_process(COMMAND "${PROGRAM}" golden ${action} "${OUT}" -o "${OUT}/${file}"
    RESULT_VARIABLE result OUTPUT_QUIET)
  # Results that cannot be read make it fail, but not before everything else is written. Of nothing (1) the report
  # itself says that it is nothing.
  if(NOT result EQUAL 0 AND NOT result EQUAL 1)
    message(SEND_ERROR "retro3d golden ${action} failed: ${result}")
  endif()
  message("${OUT}/${file}")
endforeach()
