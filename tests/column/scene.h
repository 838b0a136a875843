/* SPDX-License-Identifier: MIT */
/* Reference cases: their files, and a picture with everything needed to draw one. */

#ifndef R3D_TESTS_COLUMN_SCENE_H
#define R3D_TESTS_COLUMN_SCENE_H

#include <retro3d/column.h>
#include <retro3d/levels.h>

enum { CASE_SETS_MAX = 8 };

/* One line of golden/column/cases.txt. */
typedef struct reference_case {
    char id[64];
    char level[64];
    int32_t width;
    int32_t height;
    r3d_column_camera camera;
    bool things;
    struct {
        int32_t sector;
        bool is_ceiling;
        double z;
    } sets[CASE_SETS_MAX];
    int32_t set_count;
} reference_case;

/* Reads cases.txt; calls fail() when the file or the case is missing. */
reference_case find_case(const char *id);

/* Calls `visit` for every case. */
void each_case(void (*visit)(const reference_case *c, void *user), void *user);

/* "GOLDEN/data/..." of a level's name. */
void level_path(const char *name, char *out_path, size_t size);

/* Everything that drawing needs. */
typedef struct scene {
    r3d_column_level *level;
    r3d_column_level_pictures *pictures;
    r3d_column_world *world;
    r3d_column_context *context;
    uint32_t *pixels;
    r3d_surface surface;
    r3d_column_view view;
    r3d_column_stats stats;
} scene;

/* Takes over the level (and pictures, which may be NULL). Every pixel starts as KEY_COLOUR. */
#define KEY_COLOR 0x00123456u
void scene_make(scene *s, r3d_column_level *level, r3d_column_level_pictures *pictures,
                int32_t width, int32_t height);
void scene_free(scene *s);

r3d_column_level *load_level(const char *name, bool rebuild_tree);
r3d_column_level_pictures *load_sprites(const r3d_column_level *level, const char *name);

/* Loads the level, sets heights and camera of a case. */
void scene_open_case(scene *s, const reference_case *c, bool rebuild_tree);

/* Applies the case's heights and camera to a scene that is open already. */
void scene_apply_case(scene *s, const reference_case *c);

/* Draws, and checks that it worked. */
void scene_draw(scene *s);

/* A texture whose texel (u, v) is the number u * height + v; free() the texels. */
uint32_t *number_texels(int32_t width, int32_t height, r3d_column_texture *out);

/* A level of the data all of whose faces have material 0. */
r3d_column_level *textured_level(const char *name);

/* Decodes a reference picture to RGBA. */
uint8_t *load_rgba(const char *path, int32_t width, int32_t height);

#endif
