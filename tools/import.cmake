# SPDX-License-Identifier: MIT
# The command "import" of the program is a program of its own, retro3d-import, which the program runs:
# loading Assimp and what that needs takes longer than most other commands do. Without Assimp the
# command only says so.
find_package(assimp QUIET)
if(assimp_FOUND AND TARGET assimp::assimp)
  add_executable(retro3d_import
    import_main.c options.c render_fit.c cmd_import.c import_animation.c import_color.c
    import_faults.c import_matrix.c
    import_mesh.c import_scene.c import_sides.c import_split.c)
  set_target_properties(retro3d_import PROPERTIES OUTPUT_NAME retro3d-import)
  retro3d_target_settings(retro3d_import)
  target_link_libraries(retro3d_import PRIVATE
    retro3d::retro3d retro3d::io retro3d::script assimp::assimp)
  if(NOT MSVC)
    target_link_libraries(retro3d_import PRIVATE m)
  endif()
  target_sources(retro3d_program PRIVATE cmd_import_run.c)
  add_dependencies(retro3d_program retro3d_import)
  set_target_properties(retro3d_program PROPERTIES RETRO3D_HAVE_IMPORT ON)
else()
  message(STATUS "Assimp was not found: retro3d import is left out (Debian: libassimp-dev)")
  target_sources(retro3d_program PRIVATE cmd_import_missing.c)
  set_target_properties(retro3d_program PROPERTIES RETRO3D_HAVE_IMPORT OFF)
endif()
