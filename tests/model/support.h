/* SPDX-License-Identifier: MIT */
/* What the tests of this room share: small meshes, a counting allocator that can fail. */

#ifndef R3D_TESTS_MODEL_SUPPORT_H
#define R3D_TESTS_MODEL_SUPPORT_H

#include <stdbool.h>

#include "cmocka_all.h"

#include <retro3d/icon.h>
#include <retro3d/light.h>
#include <retro3d/model.h>
#include <retro3d/skeleton.h>

#include "rng.h"

/* Counts what it hands out; fails from allocation number `fail_at` (from 0) on once, if that is not
 * negative. */
typedef struct counting {
    long calls;
    long live;
    long fail_at;
} counting;

r3d_allocator counting_allocator(counting *c);

/* Arrays to describe a mesh with; all may be filled by hand. */
enum { ARRAYS_MAX = 1 << 17 };

typedef struct arrays {
    int32_t *x, *y, *z, *vertex_labels;
    int32_t *corners, *colors, *infos, *priorities, *alphas, *face_labels;
    int32_t *planes;
    r3d_mesh_desc desc; /* refers to the mandatory arrays; optional ones are NULL */
} arrays;

/* Room for so many vertices and faces, all zero. Free it with arrays_free. */
arrays arrays_make(int32_t vertex_count, int32_t face_count, int32_t plane_count);
void arrays_free(arrays *a);

void arrays_set_vertex(arrays *a, int32_t i, int32_t x, int32_t y, int32_t z);
void arrays_set_face(arrays *a, int32_t i, int32_t v0, int32_t v1, int32_t v2, int32_t color);

/* Makes a mesh; the test fails if that fails. */
r3d_mesh *arrays_create(const arrays *a);

/* A mesh of `count` separate faces that all show their front to the eye of `front_view`, at depth z
 * each. */
r3d_mesh *make_front_faces(int32_t count, int32_t z);

/* Lights with the engine's values for items. */
void light_standard(r3d_mesh *mesh);

extern const r3d_light standard_light;

/* A picture to draw into, with palette. */
typedef struct canvas {
    uint32_t *pixels;
    r3d_surface surface;
    r3d_raster raster;
    r3d_palette *palette;
} canvas;

void canvas_make(canvas *c, int32_t width, int32_t height);
void canvas_free(canvas *c);
uint32_t canvas_crc(const canvas *c);

r3d_draw_context *make_context(r3d_draw_limits limits);

/* Records which faces are drawn, and their buckets. */
typedef struct recorder {
    int32_t faces[ARRAYS_MAX];
    int32_t buckets[ARRAYS_MAX];
    int32_t count;
    int32_t triangle_count;
    r3d_draw_triangle last_triangle;
} recorder;

void recorder_attach(recorder *r, r3d_draw_context *context);

#endif
