/* SPDX-License-Identifier: MIT */
/* The reference scenes of golden/layers, read and drawn line by line. */

#ifndef R3D_TESTS_LAYERS_SCENE_H
#define R3D_TESTS_LAYERS_SCENE_H

#include <retro3d/layers_film.h>

enum { SCENE_MESHES_MAX = 512, SCENE_MEMORY_MAX = 4096, SCENE_LAMPS_MAX = 64 };

typedef struct scene_mesh {
    char name[32];
    r3d_layers_mesh mesh;
    r3d_layers_stack stack;
    r3d_layers_stage stages[16];
    int32_t stage_count;
    r3d_layers_vertex *vertices;
    int32_t *corners;
} scene_mesh;

typedef struct scene_texture {
    char name[32];
    r3d_layers_texture texture;
} scene_texture;

/* The lines of films; see film.c. */
typedef struct scene_film scene_film;

typedef struct scene {
    scene_film *film; /* NULL: none of its lines came */
    uint32_t *pixels;
    r3d_surface surface;
    r3d_layers_target *target; /* the main one */
    uint32_t sprite_pixels[R3D_LAYERS_PARTICLE_TARGET * R3D_LAYERS_PARTICLE_TARGET];
    r3d_surface sprite_surface;
    r3d_layers_target *sprite_target;
    bool in_sprite;
    r3d_layers_view view;
    r3d_layers_lights lights;
    r3d_layers_lamp lamps[SCENE_LAMPS_MAX];
    scene_mesh *meshes[SCENE_MESHES_MAX];
    int32_t mesh_count;
    scene_texture textures[8];
    int32_t texture_count;
    r3d_layers_system system;
    r3d_layers_pool pool;
    uint32_t *pool_texels;
    r3d_layers_cell cells[32];
    int32_t cell_count;
    r3d_layers_portal portals[32];
    int32_t portal_count;
    r3d_layers_visit visits[32];
    int32_t order[32];
    int32_t visited;
    int32_t camera[8]; /* the numbers of its line; all 0: none */
    char show[32];
    char show_flame[32];
    char info[4096];
    size_t info_length;
    void *memory[SCENE_MEMORY_MAX];
    int32_t memory_count;
} scene;

/* One line of words. */
enum { READER_WORDS_MAX = 64, READER_LINE_MAX = 4096 };

typedef struct reader {
    void *file;
    char line[READER_LINE_MAX];
    char *words[READER_WORDS_MAX];
    int count;
} reader;

bool reader_next(reader *r);
int32_t reader_number(const reader *r, int word);
void *scene_keep(scene *s, size_t size);
void scene_put(scene *s, const char *format, ...);
void scene_put_lights(scene *s, const r3d_layers_lamp *lamps, int32_t count, int32_t frame);
void scene_read_system(const reader *r, int first, r3d_layers_system_desc *out);
scene_mesh *scene_mesh_named(scene *s, const char *name);
void scene_read_quad(reader *r, int first, scene *s, r3d_layers_quad *out);
void scene_draw_mesh(scene *s, const scene_mesh *m, const r3d_rect *scissor);

/* Takes a line of a film; false: it is none. */
bool film_line(reader *r, scene *s);
/* Goes to a frame: tracks act on what is drawn afterwards. */
void film_set_frame(scene *s, int32_t frame);
/* Whether a mesh is shown, with the instance of the frame. */
bool film_pose_mesh(const scene *s, const scene_mesh *mesh, r3d_layers_mesh *out_mesh);
void film_render(scene *s, int32_t frame);
bool film_info(scene *s, const char *word);
/* The buffers of the last render, its marks in place of the stencil. */
void film_buffers(const scene *s, r3d_layers_buffers *out_buffers);
const uint32_t *film_flame(const scene *s, const char *name);
void film_free(scene *s);

/* Reads and draws a scene file; a fault ends the test. The picture is in `pixels`, as `show` says. */
scene *scene_run(const char *path);
void scene_free(scene *s);

/* A texture by one of the formulas of golden/layers/README.md, with all levels. */
r3d_layers_texture scene_texture_of(scene *s, const char *kind, int32_t size, int32_t seed);

#endif
