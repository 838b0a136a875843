/* SPDX-License-Identifier: MIT */
/* The inside of maps, shadow maps and frames. */

#ifndef R3D_SRC_OUTLINE_INTERNAL_H
#define R3D_SRC_OUTLINE_INTERNAL_H

#include <retro3d/outline.h>
#include <retro3d/outline_calls.h>

enum {
    R3D_PRIV_OUTLINE_CELL = 64,                       /* the length of a cell, in 1/64 */
    R3D_PRIV_OUTLINE_LEVELS = R3D_OUTLINE_HEIGHT_MAX, /* of side faces */
    R3D_PRIV_OUTLINE_TILE_X = 16,                     /* half of a tile, in pixels */
    R3D_PRIV_OUTLINE_TILE_Y = 8,
    R3D_PRIV_OUTLINE_UNIT_Z = 16,         /* a unit of height, in pixels */
    R3D_PRIV_OUTLINE_BILLBOARD_CLASS = 3, /* the rank that marks the other pixel */
    R3D_PRIV_OUTLINE_DEFAULT_CLASS = 2
};

struct r3d_outline_map {
    r3d_allocator allocator;
    int32_t width; /* after the turn */
    int32_t height;
    uint8_t *heights; /* rows of y */
    uint8_t *top_rects;
    uint8_t *side_rects;
    r3d_outline_rect *rects;
    int32_t rect_count;
    r3d_outline_sheet sheet;
    uint16_t *top_ids;    /* a cell */
    uint16_t *x_side_ids; /* a cell and level: cell * R3D_PRIV_OUTLINE_LEVELS + level */
    uint16_t *y_side_ids;
    r3d_outline_ids ids_kind;
    uint8_t *classes; /* of all ids; that of the background is not used */
    r3d_outline_map_counts counts;
};

struct r3d_outline_shadow {
    r3d_allocator allocator;
    const r3d_outline_map *map;
    int32_t texels;
    int32_t x_a64; /* where the light was cast, how far it soaks */
    int32_t y_a64;
    int32_t rho_16;     /* -1: nothing was cast, all is lit */
    uint8_t *lit;       /* width * texels a row, 255 or 0 */
    int32_t *wall_sums; /* a corner of the grid: how many walls lie left of and above it */
};

/* What a pixel shows, packed: kind, borders of the face that have lines, level, cell; or the number of
 * a billboard. 0 is the backdrop. */
enum {
    R3D_PRIV_HIT_KIND_SHIFT = 29,
    R3D_PRIV_HIT_BORDER_SHIFT = 20,
    R3D_PRIV_HIT_LEVEL_SHIFT = 16,
    R3D_PRIV_HIT_Y_SHIFT = 8
};

/* Borders of faces, for the world pass. */
enum {
    R3D_PRIV_BORDER_LOW_X = 1, /* where fx is small: towards -X */
    R3D_PRIV_BORDER_HIGH_X = 2,
    R3D_PRIV_BORDER_LOW_Y = 4,
    R3D_PRIV_BORDER_HIGH_Y = 8,
    R3D_PRIV_BORDER_FOOT = 16
};

/* Which pass ran last since the begin. */
typedef enum r3d_priv_outline_marking {
    R3D_PRIV_OUTLINE_UNMARKED,
    R3D_PRIV_OUTLINE_MARKED_WORLD,
    R3D_PRIV_OUTLINE_MARKED_SCREEN
} r3d_priv_outline_marking;

struct r3d_outline_frame {
    r3d_allocator allocator;
    int32_t max_width;
    int32_t max_height;
    int32_t max_billboards;
    const r3d_outline_map *map; /* NULL before a begin */
    int32_t width;
    int32_t height;
    int32_t origin_x;
    int32_t origin_y;
    int32_t billboard_count;
    const r3d_outline_billboard **billboards;
    bool has_all_cells; /* one call drew them all */
    bool has_part;      /* a call drew some */
    r3d_priv_outline_marking marking;
    r3d_outline_lines marked; /* how; its shadow is borrowed */
    /* A frame's pixels, rows of `width` without padding. */
    uint16_t *ids;
    int32_t *nearness;
    uint32_t *hits;
    uint16_t *owners; /* of lines */
    uint8_t *lines;
    uint8_t *steps; /* scratch of the screen pass */
};

/* A place on a face or billboard, see r3d_priv_outline_locate. */
typedef struct r3d_priv_outline_place {
    r3d_outline_kind kind;
    int32_t borders;
    int32_t cell_x;
    int32_t cell_y;
    int32_t level;
    int32_t billboard;
    int32_t x_a64; /* on faces */
    int32_t y_a64;
    int32_t z_a64;
    int32_t column; /* of a billboard's bitmap */
    int32_t row;
} r3d_priv_outline_place;

/* What the pixel (x, y) shows. */
void r3d_priv_outline_locate(const r3d_outline_frame *frame, int32_t x, int32_t y,
                             r3d_priv_outline_place *out_place);

/* The texel of a place; false where the map has no colours. */
bool r3d_priv_outline_texel(const r3d_outline_frame *frame, const r3d_priv_outline_place *place,
                            int32_t *out_x, int32_t *out_y);

/* The colour of a pixel, 0x00RRGGBB; the paint is checked. */
uint32_t r3d_priv_outline_color(const r3d_outline_frame *frame, const r3d_outline_paint *paint,
                                int32_t x, int32_t y);

/* Paints columns begin..end - 1 of a row, inside the clip rectangle. */
void r3d_priv_outline_paint_run(const r3d_outline_paint_call *call, r3d_surface *surface,
                                int32_t row, int32_t begin, int32_t end);

/* Paints run by run, and tells the listener of the surface of each. */
void r3d_priv_outline_tell_paint(const r3d_outline_paint_call *call, r3d_surface *surface);

/* The place that decides whether it is lit: the point itself, in front of sides, the foot. */
static inline bool r3d_priv_outline_place_is_lit(const r3d_outline_frame *frame,
                                                 const r3d_priv_outline_place *place,
                                                 const r3d_outline_shadow *shadow)
{
    if (place->kind == R3D_OUTLINE_BILLBOARD) {
        const r3d_outline_billboard *billboard = frame->billboards[place->billboard];
        return r3d_outline_shadow_is_lit(shadow, billboard->x_a64, billboard->y_a64);
    }
    return r3d_outline_shadow_is_lit(shadow, place->x_a64, place->y_a64);
}

/* Left upper pixel of a billboard, and what its nearness is in row 0 of the picture; each row below is
 * 4 less. */
void r3d_priv_outline_billboard_place(const r3d_outline_frame *frame,
                                      const r3d_outline_billboard *billboard, int32_t *out_left,
                                      int32_t *out_top, int32_t *out_nearness);

/* Whether the texel of a bitmap is opaque; false outside of it. */
bool r3d_priv_outline_is_opaque(const r3d_outline_frame *frame,
                                const r3d_outline_billboard *billboard, int32_t column,
                                int32_t row);

/* The height of a cell; 0 outside the map. */
static inline int32_t r3d_priv_outline_height(const r3d_outline_map *map, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height) {
        return 0;
    }
    return map->heights[y * map->width + x];
}

/* Whether the side of a cell at a level is there. */
static inline bool r3d_priv_outline_has_x_side(const r3d_outline_map *map, int32_t x, int32_t y,
                                               int32_t level)
{
    return r3d_priv_outline_height(map, x + 1, y) <= level &&
           level < r3d_priv_outline_height(map, x, y);
}

static inline bool r3d_priv_outline_has_y_side(const r3d_outline_map *map, int32_t x, int32_t y,
                                               int32_t level)
{
    return r3d_priv_outline_height(map, x, y + 1) <= level &&
           level < r3d_priv_outline_height(map, x, y);
}

/* Gives faces their ids and ids their classes, and fills in the counts. Uses map->allocator. */
r3d_result r3d_priv_outline_number(r3d_outline_map *map, r3d_outline_ids ids);

/* Marks one of each pair of neighbours of different ids: owners and steps as r3d_outline_pass_run. */
void r3d_priv_outline_mark_pairs(const r3d_outline_pass *pass, uint16_t *owners, uint8_t *steps);

/* Widens the marks by line_width - 1 steps; `lines` (NULL: none) is carried along. */
void r3d_priv_outline_widen(const r3d_outline_pass *pass, uint16_t *owners, uint8_t *steps,
                            uint8_t *lines);

/* Whether the widths and the crease limit of lines are in range. */
bool r3d_priv_outline_lines_are_valid(const r3d_outline_lines *lines);

#endif
