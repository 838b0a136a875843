# SPDX-License-Identifier: MIT
# Install rules: libraries, headers, the program, the CMake package and the pkg-config files.
# Everything installed is relocatable: nothing stores the prefix.

include(CMakePackageConfigHelpers)

# Headers. Every header belongs to the core library unless a pattern here gives it to another one, so
# a new core room needs no line. A header whose library is not built is not installed.
# tests/consumer/declared_api.sh compares what the headers declare with what the libraries export.
set(retro3d_patterns_threads "threads")
set(retro3d_patterns_io "io|folders|png|apng|png_rows|pictures|levels|arenas|isomaps|models|cache|assembly")
set(retro3d_patterns_script "script|script_case|script_room|history|record|r3d_cmocka_script")
set(retro3d_patterns_diff "diff|diff_pictures|diff_words")
set(retro3d_patterns_golden "golden|r3d_cmocka")

file(GLOB retro3d_headers_retro3d CONFIGURE_DEPENDS
  RELATIVE "${PROJECT_SOURCE_DIR}/include/retro3d" "${PROJECT_SOURCE_DIR}/include/retro3d/*.h")
foreach(room threads io script diff golden)
  set(retro3d_headers_${room} ${retro3d_headers_retro3d})
  list(FILTER retro3d_headers_${room} INCLUDE REGEX "^(${retro3d_patterns_${room}})\\.h$")
  list(FILTER retro3d_headers_retro3d EXCLUDE REGEX "^(${retro3d_patterns_${room}})\\.h$")
endforeach()

set(retro3d_cmakedir "${CMAKE_INSTALL_LIBDIR}/cmake/retro3d")

# retro3d_relative(OUT FROM TO): the path from one installed folder to another.
function(retro3d_relative out from to)
  file(RELATIVE_PATH relative "/prefix/${from}" "/prefix/${to}")
  string(REGEX REPLACE "/$" "" relative "${relative}")
  set(${out} "${relative}" PARENT_SCOPE)
endfunction()

# One export set a library, so that a client without zlib can still load the core.
get_property(retro3d_libraries GLOBAL PROPERTY RETRO3D_LIBRARIES)
set(retro3d_components)
foreach(target IN LISTS retro3d_libraries)
  get_target_property(room ${target} EXPORT_NAME)
  if(NOT room STREQUAL "retro3d")
    list(APPEND retro3d_components ${room})
  endif()
  foreach(header IN LISTS retro3d_headers_${room})
    target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
      FILES "${PROJECT_SOURCE_DIR}/include/retro3d/${header}")
  endforeach()
  get_target_property(has_headers ${target} HEADER_SETS)
  set(file_set)
  if(has_headers)
    set(file_set FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT Development)
  endif()
  if(BUILD_SHARED_LIBS AND UNIX AND NOT APPLE)
    # Libraries find each other beside themselves, wherever the folder is moved to.
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "\$ORIGIN")
  endif()
  install(TARGETS ${target} EXPORT retro3d-${room}
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT Runtime
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Runtime NAMELINK_COMPONENT Development
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Development
    ${file_set})
  install(EXPORT retro3d-${room} NAMESPACE retro3d:: FILE retro3d-${room}-targets.cmake
    DESTINATION "${retro3d_cmakedir}" COMPONENT Development)
endforeach()

if(TARGET retro3d_program)
  if(BUILD_SHARED_LIBS AND UNIX AND NOT APPLE)
    retro3d_relative(bin_to_lib "${CMAKE_INSTALL_BINDIR}" "${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(retro3d_program PROPERTIES INSTALL_RPATH "\$ORIGIN/${bin_to_lib}")
    if(TARGET retro3d_import)
      set_target_properties(retro3d_import PROPERTIES INSTALL_RPATH "\$ORIGIN/${bin_to_lib}")
    endif()
  endif()
  set(retro3d_programs retro3d_program)
  if(TARGET retro3d_import)
    list(APPEND retro3d_programs retro3d_import)
  endif()
  install(TARGETS ${retro3d_programs}
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT Runtime)
endif()

# Man pages and completions, made from the option tables: by running the program.
if(TARGET retro3d_program AND UNIX AND NOT CMAKE_CROSSCOMPILING AND NOT RETRO3D_SANITIZE)
  set(retro3d_manual "${PROJECT_BINARY_DIR}/manual")
  file(GLOB retro3d_manual_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/manual/*")
  add_custom_command(OUTPUT "${retro3d_manual}/retro3d.1"
    COMMAND ${CMAKE_COMMAND} -E rm -rf "${retro3d_manual}"
    COMMAND sh "${PROJECT_SOURCE_DIR}/tools/manual/make-manual" $<TARGET_FILE:retro3d_program> "${retro3d_manual}"
    DEPENDS ${retro3d_programs} ${retro3d_manual_sources} VERBATIM
    COMMENT "Man pages and completions")
  add_custom_target(retro3d_manual ALL DEPENDS "${retro3d_manual}/retro3d.1")
  install(DIRECTORY "${retro3d_manual}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT Runtime
    FILES_MATCHING PATTERN "*.1")
  install(FILES "${retro3d_manual}/retro3d.bash"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME retro3d COMPONENT Runtime)
  install(FILES "${retro3d_manual}/_retro3d"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT Runtime)
endif()

# Documents, examples, licence.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
  "${PROJECT_SOURCE_DIR}/CONTRIBUTING.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT Documents)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT Documents
  PATTERN "benchmarks" EXCLUDE PATTERN "CMakeLists.txt" EXCLUDE)

# The CMake package. A static retro3d::io hands zlib on to whoever links it, a shared one does not.
set(retro3d_io_needs_zlib OFF)
if(TARGET retro3d_io)
  get_target_property(retro3d_io_type retro3d_io TYPE)
  if(retro3d_io_type STREQUAL "STATIC_LIBRARY")
    set(retro3d_io_needs_zlib ON)
  endif()
endif()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/retro3d-config.cmake.in"
  "${PROJECT_BINARY_DIR}/retro3d-config.cmake"
  INSTALL_DESTINATION "${retro3d_cmakedir}" NO_SET_AND_CHECK_MACRO)
# Pixels are part of the interface: they may change with the minor version while the major one is 0.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(retro3d_compatibility SameMinorVersion)
else()
  set(retro3d_compatibility SameMajorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/retro3d-config-version.cmake"
  COMPATIBILITY ${retro3d_compatibility})
install(FILES
  "${PROJECT_BINARY_DIR}/retro3d-config.cmake" "${PROJECT_BINARY_DIR}/retro3d-config-version.cmake"
  DESTINATION "${retro3d_cmakedir}" COMPONENT Development)

if(TARGET retro3d_golden)
  install(FILES
    "${CMAKE_CURRENT_LIST_DIR}/Retro3dGoldenTest.cmake"
    "${CMAKE_CURRENT_LIST_DIR}/Retro3dGoldenReport.cmake"
    DESTINATION "${retro3d_cmakedir}" COMPONENT Development)
endif()

# pkg-config, one file a library. ${pcfiledir} is the folder of the file itself, wherever it is.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(retro3d_pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(retro3d_pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
  set(retro3d_pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
  retro3d_relative(pc_to_prefix "${CMAKE_INSTALL_LIBDIR}/pkgconfig" "")
  set(retro3d_pc_prefix "\${pcfiledir}/${pc_to_prefix}")
  set(retro3d_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(retro3d_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()

# retro3d_pkg_config(ROOM DESCRIPTION [PUBLIC packages...] [PRIVATE packages...] [LIBS flags...]):
# PUBLIC packages are part of the interface; PRIVATE ones and LIBS are needed to link a static
# library. Where only the static library exists they must appear without `--static`, too.
function(retro3d_pkg_config room description)
  cmake_parse_arguments(arg "" "" "PUBLIC;PRIVATE;LIBS" ${ARGN})
  set(target retro3d_${room})
  set(file_name retro3d-${room})
  if(room STREQUAL "retro3d")
    set(target retro3d)
    set(file_name retro3d)
  endif()
  if(NOT TARGET ${target})
    return()
  endif()
  get_target_property(type ${target} TYPE)
  set(requires ${arg_PUBLIC})
  set(requires_private)
  set(libs "-L\${libdir} -l${target}")
  set(cflags "-I\${includedir}")
  if(type STREQUAL "SHARED_LIBRARY")
    foreach(package IN LISTS arg_PRIVATE)
      if(package MATCHES "^retro3d")
        list(APPEND requires_private ${package})
      endif()
    endforeach()
    string(APPEND cflags " -DR3D_USE_SHARED")
  else()
    list(APPEND requires ${arg_PRIVATE})
    list(JOIN arg_LIBS " " private_libs)
    string(APPEND libs " ${private_libs}")
  endif()
  list(JOIN requires " " requires)
  list(JOIN requires_private " " requires_private)
  string(STRIP "${libs}" libs)
  configure_file("${PROJECT_SOURCE_DIR}/tools/cmake/retro3d.pc.in"
    "${PROJECT_BINARY_DIR}/${file_name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${file_name}.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT Development)
endfunction()

set(retro3d_isal_flag)
if(RETRO3D_ISAL)
  set(retro3d_isal_flag -lisal)
endif()
retro3d_pkg_config(retro3d "${PROJECT_DESCRIPTION}")
retro3d_pkg_config(threads "Worker pool for retro3d" PUBLIC retro3d LIBS -pthread)
retro3d_pkg_config(io "Pictures, texts and files for retro3d" PUBLIC retro3d PRIVATE zlib
  LIBS ${retro3d_isal_flag})
retro3d_pkg_config(script "Display lists for retro3d" PUBLIC retro3d PRIVATE retro3d-io)
retro3d_pkg_config(diff "Picture comparison for retro3d" PUBLIC retro3d-io LIBS -lm)
retro3d_pkg_config(golden "Golden pictures for retro3d" PUBLIC retro3d-diff)
