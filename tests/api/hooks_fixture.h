/* SPDX-License-Identifier: MIT */
/* What test_hooks.c calls the public functions with: hooks that count, and objects. */

#ifndef R3D_TESTS_HOOKS_FIXTURE_H
#define R3D_TESTS_HOOKS_FIXTURE_H

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/affine.h>
#include <retro3d/apng.h>
#include <retro3d/arenas.h>
#include <retro3d/isomaps.h>
#include <retro3d/cache.h>
#include <retro3d/folders.h>
#include <retro3d/golden.h>
#include <retro3d/history.h>
#include <retro3d/layers.h>
#include <retro3d/layers_film.h>
#include <retro3d/levels.h>
#include <retro3d/models.h>
#include <retro3d/outline.h>
#include <retro3d/pictures.h>
#include <retro3d/png.h>
#include <retro3d/png_rows.h>
#include <retro3d/record.h>
#include <retro3d/retro3d.h>
#include <retro3d/script_case.h>
#include <retro3d/threads.h>

#define SOURCE(path) R3D_TEST_SOURCE_DIR "/" path

enum { SIDE = 4 };

/* ---- hooks that count ---- */

static int calls;
static int live;

static void *count_alloc(size_t size, void *user)
{
    (void)user;
    void *memory = malloc(size);
    calls++;
    live += memory != NULL ? 1 : 0;
    return memory;
}

static void count_free(void *memory, void *user)
{
    (void)user;
    calls++;
    live -= memory != NULL ? 1 : 0;
    free(memory);
}

/* ---- what the functions are called with ---- */

static uint32_t pixels[2][SIDE * SIDE];
static const r3d_picture_view first = {pixels[0], SIDE * 4, SIDE, SIDE, R3D_LAYOUT_ARGB32};
static const r3d_picture_view second = {pixels[1], SIDE * 4, SIDE, SIDE, R3D_LAYOUT_ARGB32};
static const char png_path[] = R3D_TEST_BINARY_DIR "/hooks.png";
static void *png;
static size_t png_size;
static r3d_mesh *mesh;
static r3d_mesh *lit;
static r3d_loaded_skeleton skeleton;
static r3d_animation animation;
static r3d_column_level *level;
static r3d_outline_map *map;
static r3d_isomap *iso;
static r3d_outline_paint iso_paint;
static r3d_script *script;
static r3d_diff_result compared;
static r3d_wad *wad;
static r3d_diff_effective effective;
static const char skeleton_text[] = "skeleton 1\nbase 0\n";
static const uint8_t wad_bytes[28] = {'P', 'W', 'A', 'D', 1, 0, 0, 0, 12, 0,  0,
                                      0,   12,  0,   0,   0, 0, 0, 0, 0,  'A'};

/* A macro, so that the line of the call is told. */
#define must(call) assert_int_equal(call, R3D_OK)

static int set_up(void **state)
{
    (void)state;
    static const int32_t zeros[9];
    static const int32_t corners[3] = {0, 1, 2};
    static const uint8_t heights[4] = {1, 1, 1, 1};
    pixels[1][0] = 0xFFFFFFFFu;
    r3d_mesh_desc desc;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = 3;
    desc.face_count = 1;
    desc.x = desc.y = desc.z = desc.colors = zeros;
    desc.corners = corners;
    must(r3d_mesh_create(&desc, NULL, &mesh));
    must(r3d_mesh_create(&desc, NULL, &lit));
    r3d_light light = {64, 768, {-50, -10, -50}};
    must(r3d_mesh_light(lit, &light));
    must(r3d_png_encode(&first, R3D_PNG_FAST, NULL, &png, &png_size, NULL));
    must(r3d_file_write(png_path, png, png_size, NULL));
    must(r3d_column_level_load(SOURCE("golden/data/levels/door.level"), NULL, NULL, &level, NULL));
    r3d_outline_map_desc map_desc;
    r3d_outline_map_desc_init(&map_desc);
    map_desc.width = map_desc.height = 2;
    map_desc.heights = heights;
    must(r3d_outline_map_create(&map_desc, &map));
    must(r3d_isomap_load(SOURCE("golden/outline/maps/turned.iso"), NULL, NULL, &iso, NULL));
    must(r3d_isomap_draw(iso, 0, NULL));
    r3d_outline_paint_init(&iso_paint);
    iso_paint.shadow = r3d_isomap_get_shadow(iso);
    must(r3d_script_parse("size 8 8\n", 9, "a", NULL, &script, NULL));
    r3d_diff_effective_init(&effective);
    must(r3d_diff_compare(&first, &second, &effective, NULL, &compared, NULL));
    must(r3d_wad_decode(wad_bytes, sizeof wad_bytes, "w", NULL, &wad, NULL));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    r3d_mesh_destroy(mesh);
    r3d_mesh_destroy(lit);
    free(png);
    r3d_column_level_destroy(level);
    r3d_outline_map_destroy(map);
    r3d_isomap_destroy(iso);
    r3d_script_destroy(script);
    r3d_diff_result_free(&compared);
    r3d_wad_destroy(wad);
    return 0;
}

#endif
