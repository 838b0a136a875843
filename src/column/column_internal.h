/* SPDX-License-Identifier: MIT */
/* The drawing context and what its files pass to each other. Nothing here is exported. */

#ifndef R3D_SRC_COLUMN_COLUMN_INTERNAL_H
#define R3D_SRC_COLUMN_COLUMN_INTERNAL_H

#include <retro3d/column.h>

#include "level_internal.h"
#include "numbers.h"
#include "world_internal.h"

/* What drawing shares with explanations is not to become a call for it. */
#if defined(__GNUC__)
#define R3D_PRIV_COLUMN_INLINE __attribute__((always_inline)) static inline
#else
#define R3D_PRIV_COLUMN_INLINE static inline
#endif

/// A vertex as the camera sees it; filled when a frame first needs it.
struct r3d_priv_column_seen_vertex {
    double t;       ///< Depth.
    double s;       ///< Lateral, right positive.
    int32_t column; ///< First column whose centre is at or right of it; only for t > 0.
    uint32_t frame;
};

/// Rows of a surface over a range of columns: [top[i], bottom[i]), empty when top >= bottom.
struct r3d_priv_column_region {
    int32_t *top;
    int32_t *bottom;
};

/// One column of a thing or a masked wall, kept until everything solid is drawn.
struct r3d_priv_column_slice {
    double t;
    int32_t next; ///< The next nearer slice of the column; -1 ends the list.
    int32_t ref;  ///< Thing number, or -1 - (2 * wall + side) for a masked wall.
    int32_t top;
    int32_t bottom;
};

/// A wall piece as it is drawn: the whole wall's line with the end that is on the left as seen.
struct r3d_priv_column_seen_wall {
    int32_t wall;
    int32_t side;
    const r3d_column_level_side *look;
    int32_t near_sector;
    int32_t far_sector; ///< R3D_COLUMN_NONE for middle walls.
    double left_t, left_s;
    double right_t, right_s;
    double cross; ///< left_t * right_s - left_s * right_t, above 0.
    double length;
    bool left_stroke; ///< Line mode: the piece begins at a flagged end of the wall.
    bool right_stroke;
    int32_t x0; ///< Columns [x0, x1) that are drawn.
    int32_t x1;
    int32_t covered_x0; ///< Columns that the piece covers, closed ones and other bands' too.
    int32_t covered_x1;
};

struct r3d_column_context {
    r3d_allocator allocator;
    const r3d_column_level *level;
    int32_t max_width;
    int32_t max_height;
    void *memory;

    /* Per column. */
    double *k; ///< Lateral slope of the column's ray.
    int32_t *window_top;
    int32_t *window_bottom;
    double *inverse_depth; ///< 1 / t of the wall piece at hand.
    int32_t *before_top;   ///< The windows before the piece, when somebody asks for them.
    int32_t *before_bottom;
    int32_t *slice_head;
    int32_t *sky_column; ///< Column of the sky picture; valid when sky_ready.
    struct r3d_priv_column_region ceiling;
    struct r3d_priv_column_region floor;
    struct r3d_priv_column_region upper; ///< The middle face of a middle wall as well.
    struct r3d_priv_column_region lower;

    /* Per row. */
    int32_t *span_start;
    double *slope; ///< Height gained per unit of depth along the row's rays.

    struct r3d_priv_column_seen_vertex *vertices;
    int32_t *stack;
    struct r3d_priv_column_slice *slices;
    int32_t slice_capacity;
    uint32_t frame;

    /* The frame at hand. */
    const r3d_column_world *world;
    const r3d_column_view *view;
    const r3d_column_materials *materials;
    uint32_t *pixels;
    ptrdiff_t stride;
    int32_t width;
    int32_t height;
    int32_t begin;
    int32_t end;
    double eye_x, eye_y, eye_z;
    double forward_x, forward_y; ///< The right vector is (forward_y, -forward_x).
    double center_x, horizon;
    double focal_x, focal_y;
    bool sky_ready;
    int32_t open_columns;
    r3d_column_stats stats;
    r3d_column_counters counters; ///< Only while view->counters is set.

    /* For listeners, see calls.c. */
    r3d_surface *told; ///< The surface while parts are told of, otherwise NULL.
    int32_t clip_left;
    int32_t clip_top;
    int32_t leaf;                                  ///< The one at hand,
    const struct r3d_priv_column_seen_wall *piece; ///< and the wall piece; NULL: none.
    struct r3d_priv_column_seen_wall piece_copy;   ///< Only made for listeners.
};

/// Which side of 17 a light level is: 0 white .. 16 black for dithering.
typedef enum r3d_priv_column_face {
    R3D_PRIV_COLUMN_FACE_MIDDLE,
    R3D_PRIV_COLUMN_FACE_UPPER,
    R3D_PRIV_COLUMN_FACE_LOWER
} r3d_priv_column_face;

static inline const struct r3d_priv_column_seen_vertex *
r3d_priv_column_see_vertex(r3d_column_context *c, int32_t vertex)
{
    struct r3d_priv_column_seen_vertex *seen = &c->vertices[vertex];
    if (seen->frame != c->frame) {
        const r3d_column_level_vertex *v = &c->level->desc.vertices[vertex];
        const double dx = v->x - c->eye_x;
        const double dy = v->y - c->eye_y;
        seen->t = dx * c->forward_x + dy * c->forward_y;
        seen->s = dx * c->forward_y - dy * c->forward_x;
        seen->frame = c->frame;
        seen->column = seen->t > 0.0
                           ? r3d_priv_column_ceil_clamped(
                                 c->center_x + c->focal_x * seen->s / seen->t - 0.5, c->width)
                           : 0;
    }
    return seen;
}

/// The texture of a material; NULL where there is none.
static inline const r3d_column_texture *r3d_priv_column_material(const r3d_column_context *c,
                                                                 int32_t material)
{
    const r3d_column_materials *m = c->materials;
    if (m == NULL || m->textures == NULL || material < 0 || material >= m->texture_count ||
        m->textures[material].width == 0) {
        return NULL;
    }
    return &m->textures[material];
}

/// The brightness copy for a light level at a depth. Source: spec column section 8, "Light".
static inline int32_t r3d_priv_column_light_copy(const r3d_column_context *c, double light,
                                                 double t, int32_t copies)
{
    if (c->view->fade_length > 0.0 && t > c->view->fade_start) {
        light -= (t - c->view->fade_start) * 255.0 / c->view->fade_length;
    }
    light = light < 0.0 ? 0.0 : light > 255.0 ? 255.0 : light;
    const int32_t copy = (int32_t)((double)copies * (255.0 - light) / 256.0);
    return copy >= copies ? copies - 1 : copy;
}

/// Sector light with the direction of a wall taken into account.
double r3d_priv_column_wall_light(const r3d_column_context *c,
                                  const struct r3d_priv_column_seen_wall *wall);

/// Which height the rows of a face's texture are counted down from (v = this - z).
double r3d_priv_column_face_top(const r3d_column_context *c,
                                const struct r3d_priv_column_seen_wall *wall,
                                r3d_priv_column_face face, const r3d_column_texture *texture);

/// Prepares the drawing form of one side of a wall; false when the eye does not see that side.
bool r3d_priv_column_see_wall(r3d_column_context *c, int32_t wall, int32_t side,
                              struct r3d_priv_column_seen_wall *out);

/// Called for every row piece [x0, x1) of a region.
typedef void (*r3d_priv_column_span)(r3d_column_context *c, int32_t row, int32_t x0, int32_t x1,
                                     const void *user);

/// Cuts a region into row spans.
void r3d_priv_column_each_span(r3d_column_context *c, const struct r3d_priv_column_region *region,
                               int32_t x0, int32_t x1, r3d_priv_column_span span, const void *user);

/// Fills a region with one pixel value.
void r3d_priv_column_fill_region(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                 int32_t x0, int32_t x1, uint32_t pixel);

void r3d_priv_column_paint_plane(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                 int32_t x0, int32_t x1, int32_t sector, bool is_ceiling);
void r3d_priv_column_paint_face(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                const struct r3d_priv_column_seen_wall *wall,
                                r3d_priv_column_face face);
void r3d_priv_column_paint_sky(r3d_column_context *c, const struct r3d_priv_column_region *region,
                               int32_t x0, int32_t x1);
void r3d_priv_column_paint_nothing(r3d_column_context *c);

void r3d_priv_column_texture_plane(r3d_column_context *c,
                                   const struct r3d_priv_column_region *region, int32_t x0,
                                   int32_t x1, const r3d_column_texture *texture, double z,
                                   double light);
void r3d_priv_column_texture_face(r3d_column_context *c,
                                  const struct r3d_priv_column_region *region,
                                  const struct r3d_priv_column_seen_wall *wall,
                                  r3d_priv_column_face face, const r3d_column_texture *texture);

/// Line mode: strokes the edges of a piece whose windows before it are in before_top/before_bottom.
void r3d_priv_column_stroke_wall(r3d_column_context *c,
                                 const struct r3d_priv_column_seen_wall *wall);

void r3d_priv_column_keep_things(r3d_column_context *c, int32_t leaf);
void r3d_priv_column_keep_masked(r3d_column_context *c,
                                 const struct r3d_priv_column_seen_wall *wall);
void r3d_priv_column_draw_slices(r3d_column_context *c);

/* count.c */
int64_t r3d_priv_column_count_pixels(const struct r3d_priv_column_region *region, int32_t x0,
                                     int32_t x1);
int32_t r3d_priv_column_count_spans(const struct r3d_priv_column_region *region, int32_t x0,
                                    int32_t x1);
void r3d_priv_column_count_plane(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                 int32_t x0, int32_t x1, bool is_sky);
void r3d_priv_column_count_slices(r3d_column_context *c);

/// A place in a picture and its brightness.
struct r3d_priv_column_texel {
    const r3d_column_texture *texture; ///< NULL: the pixel does not come from a picture.
    int32_t u;
    int32_t v; ///< Of masked walls: may lie outside the picture, where nothing is drawn.
    int32_t copy;
    double depth;
};

/// What the drawing takes at a pixel of a face, plane, sky or slice. Made by the same code.
void r3d_priv_column_face_texel(const r3d_column_context *c,
                                const struct r3d_priv_column_seen_wall *wall,
                                r3d_priv_column_face face, const r3d_column_texture *texture,
                                int32_t x, int32_t row, struct r3d_priv_column_texel *out);
void r3d_priv_column_plane_texel(const r3d_column_context *c, const r3d_column_texture *texture,
                                 double z, double light, int32_t x, int32_t row,
                                 struct r3d_priv_column_texel *out);
void r3d_priv_column_sky_texel(const r3d_column_context *c, int32_t x, int32_t row,
                               struct r3d_priv_column_texel *out);
void r3d_priv_column_slice_texel(r3d_column_context *c, int32_t x, int32_t slice, int32_t row,
                                 struct r3d_priv_column_texel *out);

/// The colour of a pixel of a slice that shows a texel, in the mode of the view.
uint32_t r3d_priv_column_slice_rgb(const r3d_column_context *c, int32_t slice,
                                   const struct r3d_priv_column_texel *texel);

/// What is drawn where there is no texture: the plain pixel of a face or plane.
uint32_t r3d_priv_column_plain_face(const r3d_column_context *c,
                                    const struct r3d_priv_column_seen_wall *wall,
                                    r3d_priv_column_face face, int32_t light);
uint32_t r3d_priv_column_plain_plane(const r3d_column_context *c, int32_t sector, bool is_ceiling,
                                     int32_t light);
uint32_t r3d_priv_column_plain_sky(void);
const r3d_column_texture *r3d_priv_column_face_texture(const r3d_column_context *c,
                                                       const struct r3d_priv_column_seen_wall *wall,
                                                       r3d_priv_column_face face);
const r3d_column_texture *r3d_priv_column_plane_texture(const r3d_column_context *c, int32_t sector,
                                                        bool is_ceiling);

/// Shade 0 (white) .. 16 (black) of dithering, and the pixel that it gives.
int32_t r3d_priv_column_face_shade(const r3d_column_context *c,
                                   const struct r3d_priv_column_seen_wall *wall);
int32_t r3d_priv_column_plane_shade(const r3d_column_context *c, int32_t sector, bool is_ceiling);
uint32_t r3d_priv_column_dither(int32_t x, int32_t row, int32_t shade);

/// Draws one column of a thing or masked wall.
void r3d_priv_column_draw_slice(r3d_column_context *c, int32_t x, int32_t slice);

/// Line mode: the paper.
void r3d_priv_column_paint_paper(r3d_column_context *c);

/* ---- calls.c: each paints by the function of the same name, and tells of it ---- */

void r3d_priv_column_tell_plane(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                int32_t x0, int32_t x1, int32_t sector, bool is_ceiling);
void r3d_priv_column_tell_face(r3d_column_context *c, const struct r3d_priv_column_region *region,
                               const struct r3d_priv_column_seen_wall *wall,
                               r3d_priv_column_face face);
void r3d_priv_column_tell_sky(r3d_column_context *c, const struct r3d_priv_column_region *region,
                              int32_t x0, int32_t x1);
void r3d_priv_column_tell_slice(r3d_column_context *c, int32_t x, int32_t slice);
void r3d_priv_column_tell_strokes(r3d_column_context *c,
                                  const struct r3d_priv_column_seen_wall *wall);
void r3d_priv_column_tell_background(r3d_column_context *c, bool is_paper);

/// `value` modulo `size` as a fraction of `size`, scaled by 2^64.
uint64_t r3d_priv_column_fraction(double value, int32_t size);

static inline uint32_t *r3d_priv_column_row_pixels(const r3d_column_context *c, int32_t row)
{
    return c->pixels + (ptrdiff_t)row * c->stride;
}

static inline uint32_t r3d_priv_column_opaque(uint32_t rgb)
{
    return rgb | 0xFF000000u;
}

#endif
