# SPDX-License-Identifier: MIT
# Helpers that every folder of the build uses. Nothing here sets a global flag.

# retro3d_target_settings(TARGET): language level, warnings and sanitizers of one target of ours.
function(retro3d_target_settings target)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    $<$<C_COMPILER_ID:GNU,Clang,AppleClang>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wundef;-Wvla;$<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>;$<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>;-Wimplicit-fallthrough;-ffp-contract=off>
    $<$<AND:$<BOOL:${RETRO3D_WERROR}>,$<C_COMPILER_ID:GNU,Clang,AppleClang>>:-Werror>)
  if(RETRO3D_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${RETRO3D_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${RETRO3D_SANITIZE})
  endif()
  if(RETRO3D_FUZZER)
    # Without this a fuzzer sees the branches of its own little file only, and mutates blindly.
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# retro3d_library(ROOM SOURCES...): the library target of a room, `retro3d_ROOM`, with the alias
# retro3d::ROOM and the same name after install. The core library has the room name `retro3d`.
function(retro3d_library room)
  if(room STREQUAL "retro3d")
    set(target retro3d)
  else()
    set(target retro3d_${room})
  endif()
  add_library(${target} ${ARGN})
  add_library(retro3d::${room} ALIAS ${target})
  retro3d_target_settings(${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${room} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY")
    target_compile_definitions(${target} PRIVATE R3D_BUILD_SHARED)
    target_compile_definitions(${target} INTERFACE R3D_USE_SHARED)
  endif()
  set_property(GLOBAL APPEND PROPERTY RETRO3D_LIBRARIES ${target})
endfunction()

# retro3d_test(NAME SOURCES file... [LIBS target...] [LABELS label...] [TIMEOUT seconds]):
# one cmocka executable, registered with CTest as ROOM.TOPIC: the room is the folder, the topic what NAME says besides
# "test" and the room.
function(retro3d_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  retro3d_target_settings(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
  target_link_libraries(${name} PRIVATE ${arg_LIBS} PkgConfig::CMOCKA)
  target_compile_definitions(${name} PRIVATE
    R3D_TEST_SOURCE_DIR="${PROJECT_SOURCE_DIR}" R3D_TEST_BINARY_DIR="${CMAKE_CURRENT_BINARY_DIR}")
  get_filename_component(room ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  string(REGEX REPLACE "^test_" "" topic ${name})
  string(REGEX REPLACE "^${room}_" "" topic ${topic})
  add_test(NAME ${room}.${topic} COMMAND ${name})
  # What builds with other compilers run besides the references: the tests of reading and comparing pictures.
  if(name MATCHES "^(diff|golden|io|png|pictures)_")
    if(NOT TARGET picture_tests)
      add_custom_target(picture_tests)
    endif()
    add_dependencies(picture_tests ${name})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  set_tests_properties(${room}.${topic} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
endfunction()
