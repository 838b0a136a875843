/* SPDX-License-Identifier: MIT */
/* The inside of a draw context, and the steps of a draw: project.c, cull.c, sort.c, face.c. */

#ifndef R3D_SRC_MODEL_DRAW_INTERNAL_H
#define R3D_SRC_MODEL_DRAW_INTERNAL_H

#include <retro3d/camera.h>
#include <retro3d/model.h>

#include "../raster/kernels.h" /* r3d_priv_drawn_face */
#include "mesh_internal.h"

/* Limits of the original's scratch memory. Source: spec rs2-model sections 0 and 9. */
enum r3d_priv_original_limits {
    R3D_PRIV_VERTICES_MAX = 4096,
    R3D_PRIV_FACES_MAX = 4096,
    R3D_PRIV_BUCKETS_MAX = 1500,
    R3D_PRIV_BUCKET_FACES_MAX = 512,
    R3D_PRIV_PRIORITY_FACES_MAX = 2000,
    R3D_PRIV_REACH_MAX = 2047, /* largest z difference that the near plane can cut */
    R3D_PRIV_PICKS_MAX = 1000
};

enum r3d_priv_sort_sizes {
    R3D_PRIV_PRIORITY_COUNT = 12,
    R3D_PRIV_DIGIT_BITS = 11,
    R3D_PRIV_DIGIT_COUNT = 1 << R3D_PRIV_DIGIT_BITS
};

/* What is known of a texture number. */
typedef enum r3d_priv_bound_texture_state {
    R3D_PRIV_TEXTURE_UNSET = 0,
    R3D_PRIV_TEXTURE_SET = 1,
    R3D_PRIV_TEXTURE_BLACK = 2 /* R3D_LIMITS_ORIGINAL: was used without being set */
} r3d_priv_bound_texture_state;

typedef struct r3d_priv_bound_texture {
    r3d_priv_bound_texture_state state;
    r3d_texels texels;
} r3d_priv_bound_texture;

/* Vertices of the mesh that is drawn, as the projection leaves them. */
typedef struct r3d_priv_vertex_scratch {
    int32_t *screen_x;
    int32_t *screen_y;
    int32_t *depth;
    int32_t *camera_x;
    int32_t *camera_y;
    int32_t *camera_z;
} r3d_priv_vertex_scratch;

enum r3d_priv_scratch_sizes { R3D_PRIV_VERTEX_ARRAYS = 6 };

/* A face that will be drawn, while it is sorted. */
typedef struct r3d_priv_sorted_face {
    int32_t drawn; /* its number in r3d_draw_context.drawn */
    int32_t bucket;
    int32_t priority;
} r3d_priv_sorted_face;

/* Asks for the memory of something that is needed soon. */
#if defined(__GNUC__)
#define R3D_PRIV_PREFETCH(address) __builtin_prefetch(address)
#else
#define R3D_PRIV_PREFETCH(address) ((void)0)
#endif

struct r3d_draw_context {
    r3d_allocator allocator;
    bool original; /* R3D_LIMITS_ORIGINAL */
    r3d_isa isa;
    int32_t vertex_capacity;
    int32_t face_capacity;
    int32_t texture_capacity;
    int32_t pick_capacity;

    r3d_priv_vertex_scratch vertices;
    uint8_t *at_eye; /* R3D_LIMITS_NONE: vertices with depth 0, which have no position */
    int32_t at_eye_count;
    r3d_priv_drawn_face *drawn;  /* faces that are drawn, in the order of the mesh */
    r3d_priv_sorted_face *faces; /* the same, being sorted */
    r3d_priv_sorted_face *spare; /* the other half of the sorting */
    int32_t digit_counts[R3D_PRIV_DIGIT_COUNT];

    /* What survives from draw to draw in the original. */
    int32_t bucket_counts[R3D_PRIV_BUCKETS_MAX];
    int32_t translucency; /* of the last face that set it */
    r3d_priv_bound_texture *textures;

    bool has_watch; /* of a pixel: which face is seen there */
    bool is_seen;
    int32_t watch_x;
    int32_t watch_y;
    r3d_draw_seen seen;
    r3d_draw_counts counts;

    bool has_mouse;
    int32_t mouse_x;
    int32_t mouse_y;
    int32_t *picks;
    int32_t *picked_faces;
    int32_t pick_count;
    r3d_draw_observer observer;
};

/* One draw: everything that its steps share. */
typedef struct r3d_priv_draw {
    r3d_draw_context *context;
    r3d_mesh_view mesh;
    r3d_raster raster;
    int32_t last_x;         /* clip.right - 1 */
    bool has_near_vertices; /* some vertex may lie before the near plane */
    bool picks_faces;       /* the mouse is inside the model's box: look for the face under it */
    int32_t id;
    r3d_draw_report *report;
} r3d_priv_draw;

/* Notes an error of a face (-1: of none). Returns true if the draw goes on without it, false if the
 * original gave up here. */
bool r3d_priv_draw_error(r3d_priv_draw *draw, r3d_result reason, int32_t face);

/* Projects all vertices in icon style. Returns false if the original gave up. */
bool r3d_priv_project_icon(r3d_priv_draw *draw, const r3d_icon_view *view);

/* Where a model is, seen from the camera of a scene. */
typedef struct r3d_priv_placement {
    int32_t middle_z; /* of the model's origin */
    int32_t far_z;    /* farthest point */
    int32_t near_z;   /* nearest point, at least R3D_DRAW_NEAR_Z */
    int32_t left;     /* extent around the screen centre, as numerators: divide by a z */
    int32_t right;
    int32_t top;
    int32_t bottom;
    int32_t center_x; /* of the model, relative to the view axis */
    int32_t center_y;
    bool touches_near; /* it may reach before the near plane */
} r3d_priv_placement;

/* Places a model; returns why it is out of view, if it is. */
r3d_cull r3d_priv_place(const r3d_bounds *bounds, const r3d_surface *surface,
                        const r3d_scene_view *view, r3d_priv_placement *out_placement);

/* Whether the mouse is inside the box of a placed model. */
bool r3d_priv_mouse_inside(const r3d_priv_draw *draw, const r3d_priv_placement *placement);

/* Adds the model to the picks, with the face (-1: picked by its box). Returns false if the original gave up. */
bool r3d_priv_pick(r3d_priv_draw *draw, int32_t face);

/* Whether the mouse is inside the box of a face on the screen. */
bool r3d_priv_mouse_over_face(const r3d_priv_draw *draw, const int32_t corners[3]);

/* Projects all vertices in scene style. Returns false if the original gave up. */
bool r3d_priv_project_scene(r3d_priv_draw *draw, const r3d_scene_view *view,
                            const r3d_priv_placement *placement);

/* Picks, sorts and draws the faces. */
void r3d_priv_draw_faces(r3d_priv_draw *draw);

/* Draws faces in the given order. Returns false if the original gave up. */
bool r3d_priv_draw_face_list(r3d_priv_draw *draw, const r3d_priv_sorted_face *sorted,
                             int32_t count);

/* Draws one face. Returns false if the original gave up. */
bool r3d_priv_draw_face(r3d_priv_draw *draw, const r3d_priv_sorted_face *sorted);

/* Whether a face has a corner before the near plane. */
static inline bool r3d_priv_is_near(const r3d_priv_draw *draw, const int32_t corners[3])
{
    const int32_t *x = draw->context->vertices.screen_x;
    return draw->has_near_vertices &&
           (x[corners[0]] == R3D_DRAW_NEAR_X || x[corners[1]] == R3D_DRAW_NEAR_X ||
            x[corners[2]] == R3D_DRAW_NEAR_X);
}

/* Whether a triangle on the screen shows its front. */
static inline bool r3d_priv_faces_eye(const int32_t x[3], const int32_t y[3])
{
    int32_t area = r3d_i32_sub(r3d_i32_mul(r3d_i32_sub(x[0], x[1]), r3d_i32_sub(y[2], y[1])),
                               r3d_i32_mul(r3d_i32_sub(y[0], y[1]), r3d_i32_sub(x[2], x[1])));
    return area > 0;
}

#endif
