# SPDX-License-Identifier: MIT
# The command "import" of the program; without Assimp it only says so.
find_package(assimp QUIET)
if(assimp_FOUND AND TARGET assimp::assimp)
  target_sources(retro3d_program PRIVATE
    cmd_import.c import_animation.c import_color.c import_faults.c import_matrix.c import_mesh.c import_scene.c
    import_sides.c import_split.c)
  target_link_libraries(retro3d_program PRIVATE assimp::assimp)
  if(NOT MSVC)
    target_link_libraries(retro3d_program PRIVATE m)
  endif()
  set_target_properties(retro3d_program PROPERTIES RETRO3D_HAVE_IMPORT ON)
else()
  message(STATUS "Assimp was not found: retro3d import is left out (Debian: libassimp-dev)")
  target_sources(retro3d_program PRIVATE cmd_import_missing.c)
  set_target_properties(retro3d_program PROPERTIES RETRO3D_HAVE_IMPORT OFF)
endif()
