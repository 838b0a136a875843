/* SPDX-License-Identifier: MIT */
/* The reference scenes of golden/affine, read and made. */

#ifndef R3D_TESTS_AFFINE_SCENE_H
#define R3D_TESTS_AFFINE_SCENE_H

#include <retro3d/affine.h>

enum { SCENE_ITEMS_MAX = 256, SCENE_PICTURES_MAX = 1024 };

typedef struct scene {
    r3d_affine_scene scene;
    r3d_affine_camera camera;
    r3d_affine_hw_frame hw; /* raw scenes */
    bool has_camera;
    bool has_counters;
    bool has_inspector;
    r3d_affine_wall walls[SCENE_ITEMS_MAX];
    r3d_affine_sprite sprites[SCENE_ITEMS_MAX];
    r3d_affine_box boxes[SCENE_ITEMS_MAX];
    r3d_affine_hw_background backgrounds[R3D_AFFINE_HW_BACKGROUNDS_MAX];
    r3d_affine_hw_object objects[R3D_AFFINE_HW_OBJECTS_MAX];
    r3d_affine_matrix matrices[R3D_AFFINE_HW_MATRICES_MAX];
    void *memory[SCENE_PICTURES_MAX];
    int32_t memory_count;
    uint32_t floor_palette[256];
    uint32_t object_palette[256];
    r3d_affine_picture tiles;
    int32_t floor_seeds[2];
} scene;

/* Reads golden/affine/NAME.scene; a fault ends the test. */
scene *scene_read(const char *name);
void scene_free(scene *s);

/* A bitmap by one of the formulas of golden/affine/README.md. */
r3d_affine_picture scene_bitmap(scene *s, const char *kind, int32_t w, int32_t h, int32_t seed);

/* The three pre-drawn shadows, the tiles and palettes of the reference scenes. */
void scene_make_shadows(scene *s);
void scene_make_palettes(scene *s);

#endif
