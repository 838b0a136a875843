/* SPDX-License-Identifier: MIT */
/* The inside of a frame: the camera's numbers, matrices by kind, the order of drawing. */

#ifndef R3D_SRC_AFFINE_INTERNAL_H
#define R3D_SRC_AFFINE_INTERNAL_H

#include <retro3d/affine_calls.h>

extern const int32_t r3d_priv_affine_quarter_sine[513];

enum {
    R3D_PRIV_AFFINE_UNIT_Q8 = 256,
    R3D_PRIV_AFFINE_HALF_PIXEL_Q8 = 128,
    R3D_PRIV_AFFINE_MATRIX_SHIFT = 24, /* 16 of the matrix, 8 of the pixel */
    R3D_PRIV_AFFINE_TILE = 8,
    /* Where coordinates of hardware objects wrap. */
    R3D_PRIV_AFFINE_X_RANGE = 512,
    R3D_PRIV_AFFINE_Y_RANGE = 256
};

/* ---- rounding, spec affine section 2 ---- */

static inline int64_t r3d_priv_round8(int64_t value)
{
    return (value + 128) >> 8;
}

static inline int64_t r3d_priv_round16(int64_t value)
{
    return (value + 32768) >> 16;
}

static inline int64_t r3d_priv_affine_magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

/* n / d to the nearest whole number, halves away from zero; d is not 0. Magnitudes below 2^62. */
static inline int64_t r3d_priv_divide_rounded(int64_t n, int64_t d)
{
    if (d < 0) {
        n = -n;
        d = -d;
    }
    const int64_t magnitude = n < 0 ? -n : n;
    const int64_t rest = magnitude % d;
    const int64_t quotient = magnitude / d + (rest >= d - rest ? 1 : 0);
    return n < 0 ? -quotient : quotient;
}

/* n / d rounded down; d > 0. */
static inline int64_t r3d_priv_divide_down(int64_t n, int64_t d)
{
    return n >= 0 ? n / d : -((-n + d - 1) / d);
}

/* ---- the camera ---- */

typedef struct r3d_priv_affine_view {
    r3d_affine_camera camera; /* angles 0..2047 */
    int32_t width;
    int32_t height;
    int64_t sin_h;
    int64_t cos_h;
    int64_t sin_p;
    int64_t cos_p;
    int64_t sin_r;
    int64_t cos_r;
} r3d_priv_affine_view;

void r3d_priv_affine_view_init(r3d_priv_affine_view *view, const r3d_affine_camera *camera,
                               int32_t width, int32_t height);

/* Projects a place; `raise_q8` is added to the height on the picture before the roll. */
void r3d_priv_affine_project(const r3d_priv_affine_view *view, int64_t x_q8, int64_t y_q8,
                             int64_t z_q8, int64_t raise_q8, int64_t out_screen_q8[2],
                             int64_t *out_nearness_q8);

r3d_result r3d_priv_affine_check_camera(const r3d_affine_camera *camera, int32_t width,
                                        int32_t height);

/* ---- kinds of walls ---- */

/* A kind with what it is made of. */
typedef struct r3d_priv_affine_axes {
    int64_t tx; /* q24: pixels per texel of u across */
    int64_t ty; /* and down */
    int64_t by; /* and per texel of v */
} r3d_priv_affine_axes;

/* Works out a kind: its axes, whether it is visible, its matrix. */
void r3d_priv_affine_kind_update(const r3d_priv_affine_view *view, r3d_affine_mode mode, int32_t vs,
                                 r3d_affine_kind *kind, r3d_priv_affine_axes *out_axes);

r3d_affine_matrix r3d_priv_affine_floor_matrix(const r3d_priv_affine_view *view,
                                               r3d_affine_mode mode, int32_t hs);

/* ---- a context ---- */

struct r3d_affine_context {
    r3d_allocator allocator;
    int32_t max_walls;
    int32_t max_sprites;
    bool has_report;
    r3d_affine_mode mode; /* of the report */
    r3d_affine_report report;
    /* As many as walls and the eight directions. */
    r3d_affine_kind *kinds;
    r3d_priv_affine_axes *axes;
    /* Numbers of kinds by hash; -1: free. A power of two, twice the kinds at least. */
    int32_t *kind_slots;
    int32_t kind_slot_count;
    /* A wall: */
    int32_t *wall_kinds;
    uint8_t *wall_states;
    int64_t (*centers_q8)[2]; /* the middle of the wall on the picture */
    /* A sprite: */
    r3d_affine_shadow_state *shadows;
    /* Walls and sprites together: */
    r3d_affine_item *orders[2];
    r3d_affine_item *spare;
    /* Mode hw: what the compositor gets. */
    r3d_affine_hw_frame hw;
    r3d_affine_hw_background hw_backgrounds[2];
    r3d_affine_hw_object hw_objects[R3D_AFFINE_HW_OBJECTS_MAX];
    r3d_affine_matrix hw_matrices[R3D_AFFINE_HW_MATRICES_MAX];
    /* Seal: which box covers each column of a row. */
    int32_t column_boxes[R3D_AFFINE_SCREEN_MAX];
};

/* A frame being drawn. */
typedef struct r3d_priv_affine_frame {
    r3d_affine_context *context;
    const r3d_affine_scene *scene;
    r3d_priv_affine_view view;
    uint8_t cycled[256]; /* the palette index that each index of a floor shows now */
    r3d_surface *surface;
    r3d_surface *told;  /* whose listener hears the parts; NULL: nobody listens */
    int32_t part_count; /* of those that were told */
    int32_t x;          /* of the picture in the surface */
    int32_t y;
    r3d_rect clip; /* of the picture's pixels, in the picture's coordinates */
} r3d_priv_affine_frame;

/* Whether the scene can be drawn at all. */
r3d_result r3d_priv_affine_check_scene(const r3d_affine_context *context,
                                       const r3d_affine_scene *scene,
                                       const r3d_affine_camera *camera);

/* Whether a picture has pixels. */
bool r3d_priv_affine_picture_is_valid(const r3d_affine_picture *picture, int32_t size_max);

/* Whether the hardware has objects of that size: twelve sizes. */
bool r3d_priv_affine_is_hw_size(int32_t width, int32_t height);

/* Fills in which index each index shows at a time; false when the cycles are out of range. */
bool r3d_priv_affine_cycle(const r3d_affine_cycle *cycles, int32_t count, int64_t time_ms,
                           uint8_t out_cycled[256]);

/* Matrices, culling, shadows, the order of drawing: fills in the report. */
void r3d_priv_affine_prepare(r3d_priv_affine_frame *frame);

/* The half sizes of a wall's box on the picture, in q8. */
void r3d_priv_affine_wall_box(const r3d_priv_affine_frame *frame, int32_t wall,
                              int64_t out_half_q8[2]);

/* The part of the picture that the surface takes; false: nothing. */
bool r3d_priv_affine_clip(r3d_priv_affine_frame *frame, int32_t width, int32_t height);

void r3d_priv_affine_draw_free(r3d_priv_affine_frame *frame);

/* Mode free: one part. */
void r3d_priv_affine_paint(r3d_priv_affine_frame *frame, r3d_affine_part_kind kind, int32_t number);

/* ---- the compositor by parts ---- */

/* Who has a pixel of a composed frame: the backdrop, a background, or from here on an object. */
enum {
    R3D_PRIV_AFFINE_ANYBODY = -2,
    R3D_PRIV_AFFINE_OWNER_BACKDROP = -1,
    R3D_PRIV_AFFINE_OWNER_OBJECTS = R3D_AFFINE_HW_BACKGROUNDS_MAX
};

/* Composes; of the pixels only those of one owner, unless it is anybody's. */
void r3d_priv_affine_compose(const r3d_affine_hw_frame *frame, const uint8_t cycled[256],
                             r3d_surface *surface, int32_t x, int32_t y, int32_t owner);

/* The owner of a pixel. */
int32_t r3d_priv_affine_owner(const r3d_affine_hw_frame *frame, const uint8_t cycled[256],
                              int32_t x, int32_t y);

/* A texel of an object or background at a pixel of the frame. */
typedef struct r3d_priv_affine_hw_texel {
    int32_t u;
    int32_t v;
    uint32_t argb; /* 0: transparent */
} r3d_priv_affine_hw_texel;

/* False: the pixel is outside. */
bool r3d_priv_affine_object_at(const r3d_affine_hw_frame *frame, int32_t object, int32_t x,
                               int32_t y, r3d_priv_affine_hw_texel *out);
bool r3d_priv_affine_background_at(const r3d_affine_hw_frame *frame, int32_t background,
                                   const uint8_t cycled[256], int32_t x, int32_t y,
                                   r3d_priv_affine_hw_texel *out);

/* ---- telling, see calls.c ---- */

/* A part with what is needed to draw it once more. */
typedef struct r3d_priv_affine_part {
    r3d_affine_part_call call;
    r3d_priv_affine_frame *frame; /* mode free */
    const uint8_t *cycled;
    int32_t owner; /* of composed pixels */
    bool is_culled;
} r3d_priv_affine_part;

/* Tells a part of mode free. */
void r3d_priv_affine_tell_part(r3d_priv_affine_frame *frame, r3d_affine_part_kind kind,
                               int32_t number);

/* Tells the parts of a composed frame. `scene` NULL: it is composed alone. */
void r3d_priv_affine_tell_composed(const r3d_affine_hw_frame *frame, const r3d_affine_scene *scene,
                                   const uint8_t cycled[256], r3d_surface *surface, int32_t x,
                                   int32_t y);

/* r3d_draw_call_type.explain of all parts. */
void r3d_priv_affine_explain(const r3d_draw_call *call, const r3d_draw_pixel *pixel,
                             const r3d_draw_explainer *to);

/* Where a texel of a floor, wall, shadow or sprite is at a pixel of the picture, in mode free. */
void r3d_priv_affine_free_texel(const r3d_priv_affine_frame *frame, r3d_affine_part_kind kind,
                                int32_t number, int32_t x, int32_t y, int64_t *out_u,
                                int64_t *out_v);

/* Makes the objects of the compositor; R3D_ERR_LIMIT when there are too many. */
r3d_result r3d_priv_affine_make_hw(r3d_priv_affine_frame *frame);

/* ---- texels ---- */

static inline int32_t r3d_priv_affine_wall_run(const r3d_affine_wall *wall)
{
    return wall->run == 0 ? 1 : wall->run;
}

/* The pixel of a picture, 0xFFRRGGBB, or 0 where it is transparent. */
static inline uint32_t r3d_priv_affine_texel(const r3d_affine_picture *picture, int32_t u,
                                             int32_t v)
{
    const size_t at = (size_t)v * (size_t)picture->stride_px + (size_t)u;
    if (picture->argb != NULL) {
        return picture->argb[at] >> 24 != 0 ? picture->argb[at] | 0xFF000000 : 0;
    }
    const uint8_t index = picture->indices[at];
    return index == 0 ? 0 : picture->palette[index] | 0xFF000000;
}

/* The pixel (u, v) of a tilemap; inside it. */
static inline uint32_t r3d_priv_affine_tile_texel(const r3d_affine_picture *tiles,
                                                  const int16_t *cells, int32_t columns, int32_t u,
                                                  int32_t v, const uint8_t cycled[256])
{
    const int32_t tile = cells[(size_t)(v >> 3) * (size_t)columns + (size_t)(u >> 3)];
    if (tile < 0) {
        return 0;
    }
    const int32_t across = tiles->width / R3D_PRIV_AFFINE_TILE;
    const int32_t x = tile % across * R3D_PRIV_AFFINE_TILE + (u & 7);
    const int32_t y = tile / across * R3D_PRIV_AFFINE_TILE + (v & 7);
    if (tiles->argb != NULL) {
        return r3d_priv_affine_texel(tiles, x, y);
    }
    const uint8_t index = tiles->indices[(size_t)y * (size_t)tiles->stride_px + (size_t)x];
    return index == 0 ? 0 : tiles->palette[cycled[index]] | 0xFF000000;
}

/* The pixels of one row of the picture in the surface. */
static inline uint32_t *r3d_priv_affine_row(const r3d_priv_affine_frame *frame, int32_t row)
{
    return frame->surface->pixels + (ptrdiff_t)(frame->y + row) * frame->surface->stride_px +
           frame->x;
}

/* ---- seal, see seal.c ---- */

/* Whether a wall is drawn with seal. */
bool r3d_priv_affine_seal_shows_wall(const r3d_priv_affine_frame *frame, int32_t wall);
void r3d_priv_affine_seal_draw_wall(r3d_priv_affine_frame *frame, int32_t wall);
void r3d_priv_affine_seal_draw_floor(r3d_priv_affine_frame *frame);

#endif
