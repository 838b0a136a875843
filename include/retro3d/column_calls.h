/* SPDX-License-Identifier: MIT */
/// @file column_calls.h
/// What a listener (listen.h) hears of r3d_column_draw: the draw, and as parts of it each stretch of
/// a wall, floor, ceiling or sky (also where no row of it is open), each column of a thing or masked wall, the strokes of a wall in
/// line mode, and the background.
///
/// The origins of a part, from the outermost: "sector" and "leaf" that are looked into, "wall" (with
/// its "side", 0 front and 1 back) whose piece ends them, and what is drawn: "middle", "upper",
/// "lower", "outline" or "masked" with the number of the wall, "floor" or "ceiling" with that of the
/// sector, "sky", or "thing" with its own. These are the owners of pixels.

#ifndef RETRO3D_COLUMN_CALLS_H
#define RETRO3D_COLUMN_CALLS_H

#include <retro3d/column.h>
#include <retro3d/listen.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of a draw.
typedef struct r3d_column_draw_call {
    r3d_column_context *context;
    const r3d_column_level *level;
    const r3d_column_world *world;
    const r3d_column_view *view;
} r3d_column_draw_call;

extern R3D_API const r3d_draw_call_type r3d_call_column_draw; ///< r3d_column_draw; has parts.

/// Arguments of a part. Columns and rows are those of the picture: (0, 0) is the corner of the
/// surface's clip rectangle. What does not apply is -1 or NULL.
typedef struct r3d_column_part_call {
    r3d_column_context *context;
    r3d_column_kind kind; ///< R3D_COLUMN_THING_WHITE for all things, R3D_COLUMN_NOTHING for the
                          ///< background.
    bool is_masked;       ///< The middle texture of a hole wall.
    int32_t wall;         ///< For planes and the sky the wall that ends them, too.
    int32_t side;
    int32_t sector; ///< The one that is looked into.
    int32_t leaf;
    int32_t thing;
    int32_t begin; ///< Columns [begin, end).
    int32_t end;
    const int32_t *top; ///< Rows [top[i], bottom[i]) of column i, none where top >= bottom; NULL
                        ///< for strokes and slices.
    const int32_t *bottom;
    const int32_t *window_top; ///< The windows of column i before the wall; NULL: not known.
    const int32_t *window_bottom;
    int32_t slice; ///< A column of a thing or masked wall: its number in the context.
} r3d_column_part_call;

extern R3D_API const r3d_draw_call_type r3d_call_column_face;  ///< Upper, middle and lower faces.
extern R3D_API const r3d_draw_call_type r3d_call_column_plane; ///< Floors and ceilings.
extern R3D_API const r3d_draw_call_type r3d_call_column_sky;
extern R3D_API const r3d_draw_call_type r3d_call_column_thing;  ///< One column of a thing.
extern R3D_API const r3d_draw_call_type r3d_call_column_masked; ///< One column of a masked wall.
extern R3D_API const r3d_draw_call_type r3d_call_column_stroke; ///< Line mode: outlines of a wall.
extern R3D_API const r3d_draw_call_type r3d_call_column_background; ///< What nothing else drew.

#ifdef __cplusplus
}
#endif

#endif
