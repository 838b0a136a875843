# SPDX-License-Identifier: MIT
# r3d_add_golden_test(NAME test SOURCES file... [LIBS target...] [LABELS label...] [GOLDEN_DIR dir]
#                     [OUT_DIR dir] [WORKING_DIRECTORY dir] [TIMEOUT seconds])
#
# Makes the cmocka executable `test` and registers it with CTest under its name and the label
# "golden". Its goldens lie in GOLDEN_DIR (default: "golden" below the source folder), its artefacts
# and results go to R3D_GOLDEN_OUT, if that is set when ctest runs, else to OUT_DIR (default: golden-out
# below the build folder). It runs in WORKING_DIRECTORY (default: the build folder, as CTest does), a relative one
# of the source folder; where goldens and artefacts lie does not depend on it. Two more tests come with the
# first one: golden.clean empties the artefacts before, golden.report afterwards writes report.json, junit.xml and
# report.html and says where. Exit status 77 of a test means skipped. Tests may run at
# the same time. Each test knows the names of all that share its OUT_DIR, so that "retro3d golden prune" sees which
# of them did not run.
# Works inside the project and after find_package(retro3d). docs/golden-testing.md shows it in use.

function(r3d_add_golden_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;GOLDEN_DIR;OUT_DIR;WORKING_DIRECTORY;TIMEOUT"
    "SOURCES;LIBS;LABELS")
  if(NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "r3d_add_golden_test: NAME and SOURCES are required")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "r3d_add_golden_test: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_GOLDEN_DIR)
    set(arg_GOLDEN_DIR "${CMAKE_CURRENT_SOURCE_DIR}/golden")
  endif()
  if(NOT arg_OUT_DIR)
    set(arg_OUT_DIR "${CMAKE_BINARY_DIR}/golden-out")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  get_filename_component(golden_dir "${arg_GOLDEN_DIR}" ABSOLUTE)
  get_filename_component(out_dir "${arg_OUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

  if(NOT TARGET PkgConfig::CMOCKA)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE retro3d::golden ${arg_LIBS} PkgConfig::CMOCKA)
  # So that the program also works when it is started by hand.
  target_compile_definitions(${arg_NAME} PRIVATE
    "R3D_GOLDEN_DEFAULT_DIR=\"${golden_dir}\"" "R3D_GOLDEN_DEFAULT_OUT=\"${out_dir}\"")

  # The list begins anew with each configuring.
  string(MD5 list "${out_dir}")
  set(list "${CMAKE_BINARY_DIR}/CMakeFiles/retro3d-golden-tests-${list}.txt")
  get_property(lists GLOBAL PROPERTY R3D_GOLDEN_LISTS)
  if(NOT list IN_LIST lists)
    file(WRITE "${list}" "")
    set_property(GLOBAL APPEND PROPERTY R3D_GOLDEN_LISTS "${list}")
  endif()
  file(APPEND "${list}" "${arg_NAME}\n")

  set(working_directory "")
  if(arg_WORKING_DIRECTORY)
    get_filename_component(directory "${arg_WORKING_DIRECTORY}" ABSOLUTE)
    set(working_directory WORKING_DIRECTORY "${directory}")
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME} ${working_directory})
  set_tests_properties(${arg_NAME} PROPERTIES
    LABELS "golden;${arg_LABELS}"
    TIMEOUT ${arg_TIMEOUT}
    SKIP_RETURN_CODE 77
    ENVIRONMENT "R3D_GOLDEN_DIR=${golden_dir};R3D_GOLDEN_DEFAULT_OUT=${out_dir};R3D_GOLDEN_CTEST=1;R3D_GOLDEN_TEST=${arg_NAME};R3D_GOLDEN_TESTS=${list};R3D_GOLDEN_SOURCE_BASE=${CMAKE_BINARY_DIR}"
    FIXTURES_REQUIRED retro3d_golden)

  # Once a project: the fixture round all golden tests.
  get_property(done GLOBAL PROPERTY R3D_GOLDEN_FIXTURE)
  if(done)
    return()
  endif()
  set_property(GLOBAL PROPERTY R3D_GOLDEN_FIXTURE TRUE)
  if(TARGET retro3d_program)
    set(program $<TARGET_FILE:retro3d_program>)
  else()
    find_program(R3D_PROGRAM retro3d HINTS "${R3D_PROGRAM_DIR}")
    if(NOT R3D_PROGRAM)
      message(STATUS "r3d_add_golden_test: no program retro3d found, so no report is written")
      return()
    endif()
    set(program "${R3D_PROGRAM}")
  endif()
  add_test(NAME golden.clean COMMAND ${CMAKE_COMMAND} -DACTION=clean
    "-DPROGRAM=${program}" "-DOUT=${out_dir}" -P "${R3D_GOLDEN_SCRIPT_DIR}/Retro3dGoldenReport.cmake")
  add_test(NAME golden.report COMMAND ${CMAKE_COMMAND} -DACTION=report
    "-DPROGRAM=${program}" "-DOUT=${out_dir}" -P "${R3D_GOLDEN_SCRIPT_DIR}/Retro3dGoldenReport.cmake")
  set_tests_properties(golden.clean PROPERTIES LABELS golden FIXTURES_SETUP retro3d_golden)
  set_tests_properties(golden.report PROPERTIES LABELS golden FIXTURES_CLEANUP retro3d_golden)
endfunction()

set(R3D_GOLDEN_SCRIPT_DIR "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL
  "Folder of Retro3dGoldenReport.cmake")
