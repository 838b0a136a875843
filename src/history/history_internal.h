/* SPDX-License-Identifier: MIT */
/* The inside of a history: history.c listens, trace.c finds out what a fill does, the files of
 * causes why a pixel is wrong, history_text.c tells. */

#ifndef R3D_SRC_HISTORY_INTERNAL_H
#define R3D_SRC_HISTORY_INTERNAL_H

#include <retro3d/history.h>
#include <retro3d/model_calls.h>
#include <retro3d/raster_calls.h>
#include <retro3d/surface_calls.h>

#include "../script/model_state.h"

enum {
    R3D_PRIV_RGB_MASK = 0xFFFFFF,
    R3D_PRIV_CAUSES_MAX = 12, /* of one point */
    R3D_PRIV_CAUSE_TEXT = 400
};

/* Something that would have given the expected colour. */
typedef struct r3d_priv_cause {
    r3d_pixel_cause cause;
    const char *name; /* of the cause */
    int32_t rank;     /* lower tells more */
    char text[R3D_PRIV_CAUSE_TEXT];
} r3d_priv_cause;

typedef struct r3d_priv_point {
    r3d_history_point point;
    bool is_inside;
    bool is_wrong;           /* second pass: its colour is not the expected one */
    bool is_written;         /* by the call that is being made */
    uint32_t before;         /* while a call draws */
    uint32_t following;      /* the pixel at the next address, before the call */
    r3d_priv_growing writes; /* of r3d_pixel_write */
    size_t write_number;     /* second pass: writes seen so far */
    r3d_priv_cause causes[R3D_PRIV_CAUSES_MAX];
    size_t cause_count;
} r3d_priv_point;

/* The ids of a command, or of one call of it: those of each kind of owner one behind the other, and
 * one for what has no owner. */
typedef struct r3d_priv_owner_range {
    uint32_t first;
    size_t command;
    const r3d_draw_origin *origin; /* copied */
    r3d_draw_owners owners[R3D_DRAW_OWNER_KINDS_MAX];
    int32_t owner_kinds;
} r3d_priv_owner_range;

/* Buffers to try fills in. */
typedef struct r3d_priv_trace {
    uint32_t *pixels; /* of the frame's size */
    r3d_surface surface;
    r3d_palette *numbers; /* colour i is i */
    uint32_t *bank;       /* texels of the greatest size */
    r3d_image24 sprite;   /* pixel i is i + 1 */
    size_t sprite_capacity;
} r3d_priv_trace;

struct r3d_history {
    r3d_allocator allocator;
    const r3d_script *script;
    r3d_replay *replay;
    const r3d_replay *surface_of;
    r3d_draw_listener listener;
    r3d_isa isa;
    r3d_priv_point *points;
    size_t point_count;
    size_t write_count;
    uint32_t *owner;
    bool wants_owner;
    bool is_second_pass;
    bool is_placed;          /* it is known which points are inside the frame */
    int depth;               /* calls with parts that are being made */
    r3d_priv_growing ranges; /* of r3d_priv_owner_range */
    uint32_t next_owner;
    r3d_priv_growing origins; /* of r3d_draw_origin pointers: copies for writes and ranges */
    const r3d_draw_origin *last_origin; /* the last copy */
    r3d_priv_growing facts;             /* of r3d_draw_number */
    r3d_priv_trace trace;
    r3d_result result; /* the first failure while listening */
};

/* ---- kinds of calls that are explained here; all others explain themselves ---- */

static inline bool r3d_priv_is_fill(const r3d_draw_call_type *type)
{
    return type == &r3d_call_flat || type == &r3d_call_gouraud || type == &r3d_call_textured;
}

/* Whether a call is of one colour or a copy of a whole frame: there is nothing to tell of it. */
static inline bool r3d_priv_is_whole(const r3d_draw_call_type *type)
{
    return type == &r3d_call_clear || type == &r3d_call_erase || type == &r3d_call_restore;
}

/* The arguments of rectangles and lines; NULL for other calls. */
const r3d_area_call *r3d_priv_area_of(const r3d_draw_call *call);

/* The arguments of copies; NULL for other calls. */
const r3d_copy_call *r3d_priv_copy_of(const r3d_draw_call *call);

/* Whether a 2D call blends, by its weight. */
bool r3d_priv_is_blended(const r3d_draw_call_type *type);

static inline r3d_pixel_write *r3d_priv_last_write(const r3d_priv_point *p)
{
    r3d_pixel_write *writes = p->writes.items;
    return p->writes.count > 0 ? &writes[p->writes.count - 1] : NULL;
}

/* Notes a failure, if it is the first. */
void r3d_priv_note_result(r3d_history *history, r3d_result result);

/* ---- owner.c ---- */

/* A copy of a stack of origins, which lives as long as the history; NULL without memory, too. */
const r3d_draw_origin *r3d_priv_copy_origin(r3d_history *history, const r3d_draw_origin *origin);

/* Makes the ids of a call, if it is the first of its command or has owners. */
void r3d_priv_make_range(r3d_history *history, const r3d_draw_call *call);

/* The id of what a call draws. */
uint32_t r3d_priv_owner_id(const r3d_history *history, const r3d_draw_call *call);

/* ---- trace.c ---- */

r3d_result r3d_priv_trace_init(r3d_history *history, const r3d_surface *frame);
void r3d_priv_trace_free(r3d_history *history);

/* Fills in what a call did at a pixel it wrote: span, colours, texel, source. `write` has its corners
 * and colours before and after. */
r3d_result r3d_priv_trace_write(r3d_history *history, const r3d_draw_call *call, int32_t x,
                                int32_t y, r3d_pixel_write *write);

/* Makes a fill on row y of the buffer, opaque, and returns the pixel at x; 0 when it is not covered.
 * `masked` false draws holes too. */
uint32_t r3d_priv_trace_fill(r3d_history *history, const r3d_draw_call_type *type,
                             const r3d_fill_call *fill, const r3d_raster *raster, int32_t x,
                             int32_t y, bool masked);

/* The columns that the last r3d_priv_trace_fill covered around x; equal when it did not cover x. */
void r3d_priv_trace_span(const r3d_history *history, int32_t x, int32_t y, int32_t *out_left,
                         int32_t *out_right);

/* A texel in one of its shades, from the texel of bank 0. Source: spec rs2-raster section 6. */
uint32_t r3d_priv_shaded_texel(uint32_t texel, int32_t shade);

/* ---- what the files of causes share ---- */

/* Lower ranks tell more: a fact about the write itself comes before the order of two writes. */
enum r3d_priv_cause_rank {
    R3D_PRIV_RANK_HOLE = 10,
    R3D_PRIV_RANK_BACK = 15,
    R3D_PRIV_RANK_OUTSIDE = 20,
    R3D_PRIV_RANK_SHADE_BANK = 25,
    R3D_PRIV_RANK_ROOM_RULE = 26,
    R3D_PRIV_RANK_BLEND = 30,
    R3D_PRIV_RANK_SORT = 40,
    R3D_PRIV_RANK_FACE_MISSING = 45,
    R3D_PRIV_RANK_NEAR_COLOR = 47,
    R3D_PRIV_RANK_MISSING = 50,
    R3D_PRIV_RANK_STEPPING = 55,
    R3D_PRIV_RANK_ORDER = 58,
    R3D_PRIV_RANK_SHADE = 60,
    R3D_PRIV_RANK_ROOM = 61,
    R3D_PRIV_RANK_TEXEL = 65,
    R3D_PRIV_RANK_COLOR = 70,
    R3D_PRIV_RANK_NEAREST = 99
};

static inline unsigned long r3d_priv_rgb(uint32_t pixel)
{
    return pixel & R3D_PRIV_RGB_MASK;
}

/* Channel by channel: share/256 of one colour and rest/256 of another, both products truncated, as fills
 * do it, or their sum. */
uint32_t r3d_priv_blend(uint32_t source, int32_t share, uint32_t background, int32_t rest,
                        bool by_product);

/* Whether the pixel would have its expected colour at the end if it were `pixel` now: the writes to come
 * lie over it, and 2D ones that blend let it through. */
bool r3d_priv_is_expected(const r3d_priv_point *point, uint32_t pixel);

/* Whether the writes to come let the pixel through. */
bool r3d_priv_shows(const r3d_priv_point *point);

/* ---- cause.c, cause_write.c, cause_missing.c, cause_room.c ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void r3d_priv_add_cause(r3d_priv_point *point, r3d_pixel_cause cause, int32_t rank,
                        const char *format, ...);

/* The same for a cause that has a name only. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void r3d_priv_add_named_cause(r3d_priv_point *point, const char *name, int32_t rank,
                              const char *format, ...);

/* Second pass: what might have been, for a point that a call wrote or did not write. */
void r3d_priv_causes_of_write(r3d_history *history, const r3d_draw_call *call,
                              r3d_priv_point *point, const r3d_pixel_write *write);
void r3d_priv_causes_of_miss(r3d_history *history, const r3d_draw_call *call,
                             r3d_priv_point *point);

/* Tells of a write that would have given the expected colour. */
void r3d_priv_tell_missing(const r3d_history *history, const r3d_draw_call *call,
                           r3d_priv_point *point, r3d_pixel_cause cause, const char *why);

/* "line 12 drawscene, bob face 17" for what is being drawn. */
void r3d_priv_name_missing(const r3d_history *history, const r3d_draw_call *call, char *out_text,
                           size_t size);

/* The innermost origin with a name; NULL if there is none. */
const char *r3d_priv_name_of_origin(const r3d_draw_origin *origin);

/* cause_room.c: what calls say that explain themselves. */
void r3d_priv_facts_of_room(r3d_history *history, const r3d_draw_call *call,
                            const r3d_priv_point *point, r3d_pixel_write *write);
void r3d_priv_causes_of_room(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point,
                             const r3d_pixel_write *write);

/* cause_2d.c: the same for rectangles, lines and copies. */
void r3d_priv_causes_of_2d_write(const r3d_draw_call *call, r3d_priv_point *point,
                                 const r3d_pixel_write *write, const char *name);
void r3d_priv_causes_of_2d_miss(const r3d_history *history, const r3d_draw_call *call,
                                r3d_priv_point *point);

/* Second pass: the faces of a model that were not drawn. */
void r3d_priv_causes_of_model(r3d_history *history, const r3d_draw_call *call);

/* After the second pass: what the order of the writes tells. */
void r3d_priv_causes_of_order(r3d_history *history, r3d_priv_point *point);

/* "line 12 drawscene, bob face 17" */
void r3d_priv_name_write(const r3d_pixel_write *write, char *out_text, size_t size);

#endif
