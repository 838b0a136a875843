/* SPDX-License-Identifier: MIT */
/* The reference scenes of golden/outline, read and made. */

#ifndef R3D_TESTS_OUTLINE_SCENE_H
#define R3D_TESTS_OUTLINE_SCENE_H

#include <retro3d/outline.h>

enum {
    SCENE_SIZE_MAX = 64,
    SCENE_BILLBOARDS_MAX = 64,
    SCENE_MATERIALS = 10,
    SCENE_SHEET_MAX = 256
};

typedef struct scene {
    int32_t canvas[4]; /* width, height, origin */
    int32_t width;
    int32_t height;
    uint8_t heights[SCENE_SIZE_MAX * SCENE_SIZE_MAX];
    uint8_t tops[SCENE_SIZE_MAX * SCENE_SIZE_MAX];
    uint8_t sides[SCENE_SIZE_MAX * SCENE_SIZE_MAX];
    r3d_outline_rect rects[SCENE_MATERIALS];
    uint32_t *sheet; /* NULL: none */
    int32_t sheet_width;
    int32_t sheet_height;
    r3d_outline_billboard billboards[SCENE_BILLBOARDS_MAX];
    uint8_t *opacity[SCENE_BILLBOARDS_MAX];
    int32_t billboard_count;
    bool has_light;
    int32_t light_x_a64;
    int32_t light_y_a64;
    int32_t rho_16;
    int32_t texels;
    int32_t quadrant;
    r3d_outline_ids ids;
    bool all_dark;
    r3d_outline_lines lines;
    r3d_outline_paint paint;
    char want[8][16];
    int32_t want_count;
    /* Made by scene_make. */
    r3d_outline_map *map;
    r3d_outline_shadow *shadow;
    r3d_outline_frame *frame; /* all drawn, no lines yet */
} scene;

/* Reads a scene file below golden/outline; a fault ends the test. */
scene *scene_read(const char *name);

/* Makes the map, casts the light and draws cells and billboards. */
void scene_make(scene *s);

void scene_free(scene *s);

#endif
