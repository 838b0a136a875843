# SPDX-License-Identifier: MIT
# Seeded faults: programs that are parts of retro3d but for one source file with one mistake in it. The mistake is
# made in a copy while configuring; the sources themselves know nothing of it. Each is found by
# `retro3d explain` and cut out by `retro3d reduce` in test_faults.c.
#
# r3d_seeded_fault(NAME FILE CAUSE RIGHT_TEXT WRONG_TEXT): RIGHT_TEXT in src/FILE becomes WRONG_TEXT.
# r3d_seeded_isa_fault(NAME FILE ISA COMMAND RIGHT_TEXT WRONG_TEXT): the same in code of one instruction set, which
# `retro3d bisect --isa` finds and the scalar code draws right; COMMAND of isa_fault.sh shows it.
add_library(seeded_main OBJECT seeded_main.c)
retro3d_target_settings(seeded_main)
target_link_libraries(seeded_main PRIVATE
  retro3d::retro3d retro3d::io retro3d::script retro3d::golden)

# r3d_seeded_program(NAME FILE RIGHT_TEXT WRONG_TEXT): the target retro3d_fault_NAME.
function(r3d_seeded_program name file right wrong)
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
  target_link_libraries(${program} PRIVATE tools_script tools_diff)
endfunction()

function(r3d_seeded_fault name file cause right wrong)
  r3d_seeded_program(${name} ${file} "${right}" "${wrong}")
  set(program retro3d_fault_${name})
  if(NOT TARGET ${program})
    return()
  endif()
  add_test(NAME history.fault.${name} COMMAND test_faults ${name} "${cause}"
    $<TARGET_FILE:${program}> $<TARGET_FILE:retro3d_program>)
  set_tests_properties(history.fault.${name} PROPERTIES LABELS "unit" TIMEOUT 120)
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
  add_test(NAME history.commands COMMAND ${RETRO3D_BASH} ${CMAKE_CURRENT_SOURCE_DIR}/commands.sh
    $<TARGET_FILE:retro3d_program> $<TARGET_FILE:retro3d_fault_alpha_share> ${PROJECT_SOURCE_DIR})
  set_tests_properties(history.commands PROPERTIES LABELS unit TIMEOUT 120)
  if(TARGET example_record)
    add_test(NAME history.worked_example COMMAND ${RETRO3D_BASH}
      ${CMAKE_CURRENT_SOURCE_DIR}/worked_example.sh ${PROJECT_SOURCE_DIR}/docs/pixel-history.md
      $<TARGET_FILE:retro3d_program> $<TARGET_FILE:retro3d_fault_alpha_share>
      $<TARGET_FILE:example_record>)
    set_tests_properties(history.worked_example PROPERTIES LABELS unit TIMEOUT 120)
  endif()
endif()

if(NOT RETRO3D_BASH)
  return()
endif()

function(r3d_seeded_isa_fault name file isa command right wrong)
  r3d_seeded_program(${name} ${file} "${right}" "${wrong}")
  if(TARGET retro3d_fault_${name})
    add_test(NAME history.fault.isa.${name} COMMAND ${RETRO3D_BASH}
      ${CMAKE_CURRENT_SOURCE_DIR}/isa_fault.sh ${isa} ${command} $<TARGET_FILE:retro3d_fault_${name}>
      $<TARGET_FILE:retro3d_program> ${PROJECT_SOURCE_DIR})
    set_tests_properties(history.fault.isa.${name} PROPERTIES LABELS "unit;simd" TIMEOUT 120
      SKIP_RETURN_CODE 77)
  endif()
endfunction()

# Row filters and the conversion of rows are not heard in scripts: `retro3d diff --isa` is right and wrong.
function(r3d_seeded_diff_fault name file isa right wrong)
  r3d_seeded_program(${name} ${file} "${right}" "${wrong}")
  if(TARGET retro3d_fault_${name})
    add_test(NAME history.fault.isa.${name} COMMAND ${RETRO3D_BASH}
      ${CMAKE_CURRENT_SOURCE_DIR}/diff_isa_fault.sh ${isa} $<TARGET_FILE:retro3d_fault_${name}>
      $<TARGET_FILE:retro3d_program>)
    set_tests_properties(history.fault.isa.${name} PROPERTIES LABELS "unit;simd" TIMEOUT 120
      SKIP_RETURN_CODE 77)
  endif()
endfunction()

foreach(isa sse2 avx2 avx512)
  r3d_seeded_isa_fault(flat_${isa} raster/x86/flat_${isa}.c ${isa} flat
    "fill_flat(raster, x, y, rgb)" "fill_flat(raster, x, y, rgb ^ 1u)")
  r3d_seeded_isa_fault(gouraud_${isa} raster/x86/gouraud_${isa}.c ${isa} gouraud
    "    fill_gouraud(raster, x, y, hsl16);"
    "    const int32_t wrong[3] = {hsl16[0] + 9, hsl16[1], hsl16[2]};
    fill_gouraud(raster, x, y, wrong);")
  r3d_seeded_isa_fault(vertices_${isa} model/x86/vertices_${isa}.c ${isa} draw
    "return project_vertices(projection, mesh, out, first, count, stores_camera)"
    "r3d_priv_projection wrong = *projection;
    wrong.center_x++;
    return project_vertices(&wrong, mesh, out, first, count, stores_camera)")
endforeach()
r3d_seeded_isa_fault(textured_sse2 raster/x86/textured_sse2.c sse2 tex
  "texel | R3D_PRIV_DRAWN" "(texel ^ 1u) | R3D_PRIV_DRAWN")
r3d_seeded_isa_fault(textured_avx2 raster/x86/textured_avx2.c avx2 tex
  "_mm256_add_epi32(rows, columns)" "_mm256_sub_epi32(rows, columns)")
r3d_seeded_isa_fault(textured_avx512 raster/x86/textured_avx512.c avx512 tex
  "r3d_i32_sub(w.y, raster->center_y)" "r3d_i32_sub(w.y, raster->center_y + 1)")
r3d_seeded_isa_fault(clear_avx2 surface/fill.c avx2 clear
  "        fill_avx2(pixels, count, value)" "        fill_avx2(pixels, count - 1, value)")
r3d_seeded_isa_fault(clear_avx512 surface/fill.c avx512 clear
  "    size_t i = 0;
    for (; i + 4 * run" "    size_t i = 1;
    for (; i + 4 * run")
r3d_seeded_isa_fault(lighting_avx512 model/x86/light_avx512.c avx512 draw
  "clamp(value, 2, 126)" "clamp(value, 2, 60)")
r3d_seeded_isa_fault(extents_avx2 model/transform.c avx2 ploticon
  "        return extent_by_avx2(xs, ys, zs, count);"
  "        model_extent wrong = extent_by_avx2(xs, ys, zs, count);
        wrong.up += 90;
        return wrong;")
r3d_seeded_isa_fault(icon_sse2 model/x86/icon_sse2.c sse2 ploticon
  "_mm_packs_epi16(low, high)" "_mm_packs_epi16(high, low)")
r3d_seeded_isa_fault(icon_avx512 model/x86/icon_avx512.c avx512 ploticon
  "_mm512_mask_storeu_epi32(row, (__mmask16)bits, pixels)"
  "_mm512_mask_storeu_epi32(row, (__mmask16)(bits >> 1), pixels)")

# Where the processor has no AVX-512, the tests of its faults are skipped; this one shows without it that all families
# draw at the level that is asked for.
r3d_seeded_program(pretended_avx512 base/isa.c
  "    return features;
}

#elif R3D_PRIV_NEON"
  "    return features | R3D_ISA_HAS_AVX512;
}

#elif R3D_PRIV_NEON")
if(TARGET retro3d_fault_pretended_avx512)
  add_test(NAME history.pretended_avx512 COMMAND ${RETRO3D_BASH} ${CMAKE_CURRENT_SOURCE_DIR}/pretended_isa.sh
    $<TARGET_FILE:retro3d_fault_pretended_avx512> $<TARGET_FILE:retro3d_program> ${PROJECT_SOURCE_DIR})
  set_tests_properties(history.pretended_avx512 PROPERTIES LABELS "unit;simd" TIMEOUT 120 SKIP_RETURN_CODE 77)
endif()

r3d_seeded_diff_fault(png_filter png/x86/png_unfilter_sse41.c avx2
  "_mm_add_epi8(left, load_pixel(row + i, bpp))" "_mm_sub_epi8(left, load_pixel(row + i, bpp))")
r3d_seeded_diff_fault(row_words diff/x86/row_kernels_ssse3.c avx2
  "_mm_setr_epi8(2, 1, 0, -1," "_mm_setr_epi8(0, 1, 2, -1,")
r3d_seeded_diff_fault(row_luma diff/x86/row_kernels_ssse3.c avx2
  "_mm_set1_epi32(150)" "_mm_set1_epi32(90)")
