# SPDX-License-Identifier: MIT
# Seeded faults: programs that are parts of retro3d but for one source file with one mistake in it. The mistake is
# made in a copy while configuring; the sources themselves know nothing of it. Each is found by
# `retro3d explain` and cut out by `retro3d reduce` in test_faults.c.
#
# r3d_seeded_fault(NAME FILE CAUSE WRONG_TEXT RIGHT_TEXT): RIGHT_TEXT in src/FILE becomes WRONG_TEXT.
add_library(seeded_main OBJECT seeded_main.c)
retro3d_target_settings(seeded_main)
target_link_libraries(seeded_main PRIVATE
  retro3d::retro3d retro3d::io retro3d::script retro3d::golden)

function(r3d_seeded_fault name file cause right wrong)
  set(source "${PROJECT_SOURCE_DIR}/src/${file}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" text)
  string(FIND "${text}" "${right}" place)
  if(place EQUAL -1)
    message(SEND_ERROR "tests/history/faults.cmake: the text of fault ${name} is not in src/${file} any more")
    return()
  endif()
  string(REPLACE "${right}" "${wrong}" text "${text}")
  get_filename_component(base "${file}" NAME)
  get_filename_component(folder "${source}" DIRECTORY)
  set(copy "${CMAKE_CURRENT_BINARY_DIR}/fault_${name}/${base}")
  file(CONFIGURE OUTPUT "${copy}" CONTENT "${text}" @ONLY)

  # Sanitizers have nothing to find in ten programs that they do not find in one, and are slow.
  if(RETRO3D_SANITIZE AND NOT name STREQUAL "alpha_share")
    return()
  endif()

  # The copy's functions are found before those of the library, whose file is then not linked.
  set(program retro3d_fault_${name})
  add_executable(${program} "${copy}" $<TARGET_OBJECTS:seeded_main>)
  retro3d_target_settings(${program})
  set_target_properties(${program} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  target_include_directories(${program} PRIVATE "${folder}")
  target_link_libraries(${program} PRIVATE tools_script)

  add_test(NAME seeded_fault.${name} COMMAND test_faults ${name} "${cause}"
    $<TARGET_FILE:${program}> $<TARGET_FILE:retro3d_program>)
  set_tests_properties(seeded_fault.${name} PROPERTIES LABELS "unit" TIMEOUT 120)
endfunction()

r3d_seeded_fault(shade_bank texture/texture.c "shade"
  "shade[shade_count * 2] = (texel - (texel >> 2)) & texel_bits"
  "shade[shade_count * 2] = (texel - (texel >> 4)) & texel_bits")
r3d_seeded_fault(priorities model/sort.c "priority"
  "source->priorities != NULL ? source->priorities[face] : 0"
  "source->priorities != NULL ? source->priorities[face] ^ 1 : 0")
r3d_seeded_fault(right_edge raster/triangle.c "coverage"
  "out_span->right = right->x >> 16"
  "out_span->right = (right->x >> 16) + 1")
r3d_seeded_fault(hole_test raster/textured.c "hole"
  "if (texel != 0 || !texels->masked)"
  "if (texel != 0 || true)")
r3d_seeded_fault(alpha_share raster/flat.c "translucency"
  "r3d_priv_scale(rgb, 256u - translucency)"
  "r3d_priv_scale(rgb, 255u - translucency)")
r3d_seeded_fault(bucket_tie model/sort.c "tie"
  "    for (int32_t i = 0; i < count; i++) {
        uint32_t key = (uint32_t)greatest - (uint32_t)context->faces[i].bucket;
        context->spare["
  "    for (int32_t i = count - 1; i >= 0; i--) {
        uint32_t key = (uint32_t)greatest - (uint32_t)context->faces[i].bucket;
        context->spare[")
r3d_seeded_fault(texel_column raster/textured.c "texel"
  "(b & address->v_mask) + (a >> address->row_shift)"
  "(b & address->v_mask) + ((a + 64) >> address->row_shift)")
r3d_seeded_fault(gouraud_step raster/gouraud.c "colour"
  "value = r3d_i32_add(value, step)"
  "value = r3d_i32_add(value, step - step / 4)")
r3d_seeded_fault(back_faces model/sort.c "culling"
  "if (!r3d_priv_faces_eye(face_x, face_y)) {"
  "if (!r3d_priv_faces_eye(face_x, face_y) && false) {")
r3d_seeded_fault(bucket_depth model/sort.c "bucket"
  "r3d_i32_add(sum / 3, source->min_depth)"
  "r3d_i32_add(sum / 3 * 0 + depth[corners[0]], source->min_depth)")

r3d_seeded_fault(palette_index surface/sprite.c "colour"
  "row[column] = image->palette_rgb[index]"
  "row[column] = image->palette_rgb[index ^ 1]")
r3d_seeded_fault(sprite_column surface/sprite.c "coverage"
  "            if (index != 0) {
                row[column] = image"
  "            if (index != 0 && column + 1 < placed.box.right) {
                row[column] = image")
r3d_seeded_fault(rectangle_row surface/primitives.c "coverage"
  "    uint32_t value = rgb | R3D_PRIV_DRAWN;
    for (int32_t row_y = box.top; row_y < box.bottom; row_y++) {"
  "    uint32_t value = rgb | R3D_PRIV_DRAWN;
    for (int32_t row_y = box.top; row_y < box.bottom - 1; row_y++) {")

r3d_seeded_fault(column_texel column/texture_wall.c "texel"
  "const double u = r3d_priv_column_floor(along + wall->look->offset_u);"
  "const double u = r3d_priv_column_floor(along + wall->look->offset_u) + 1.0;")
r3d_seeded_fault(column_light column/paint.c "light"
  "light -= 16.0;"
  "light += 16.0;")
r3d_seeded_fault(column_window column/walk.c "window"
  "const int32_t floor_top = max_i32(row_floor, top);"
  "const int32_t floor_top = max_i32(row_floor + 1, top);")
r3d_seeded_fault(column_hole column/slices.c "hole"
  "if (sprite->mask == NULL || sprite->mask[texel] != 0) {"
  "if (sprite->mask == NULL || true) {")

# The commands, with a wrong program to compare with.
find_program(RETRO3D_BASH bash)
mark_as_advanced(RETRO3D_BASH)
if(RETRO3D_BASH)
  add_test(NAME history_commands COMMAND ${RETRO3D_BASH} ${CMAKE_CURRENT_SOURCE_DIR}/commands.sh
    $<TARGET_FILE:retro3d_program> $<TARGET_FILE:retro3d_fault_alpha_share> ${PROJECT_SOURCE_DIR})
  set_tests_properties(history_commands PROPERTIES LABELS unit TIMEOUT 120)
  if(TARGET example_record)
    add_test(NAME worked_example COMMAND ${RETRO3D_BASH}
      ${CMAKE_CURRENT_SOURCE_DIR}/worked_example.sh ${PROJECT_SOURCE_DIR}/docs/pixel-history.md
      $<TARGET_FILE:retro3d_program> $<TARGET_FILE:retro3d_fault_alpha_share>
      $<TARGET_FILE:example_record>)
    set_tests_properties(worked_example PROPERTIES LABELS unit TIMEOUT 120)
  endif()
endif()
