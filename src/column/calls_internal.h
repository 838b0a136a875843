/* SPDX-License-Identifier: MIT */
/* What calls.c and calls_explain.c know of a part of a draw. */

#ifndef R3D_SRC_COLUMN_CALLS_INTERNAL_H
#define R3D_SRC_COLUMN_CALLS_INTERNAL_H

#include <retro3d/column_calls.h>

#include "column_internal.h"

/// The function that draws a part.
typedef enum r3d_priv_column_painter {
    R3D_PRIV_COLUMN_PAINTS_PLANE,
    R3D_PRIV_COLUMN_PAINTS_FACE,
    R3D_PRIV_COLUMN_PAINTS_SKY,
    R3D_PRIV_COLUMN_PAINTS_SLICE,
    R3D_PRIV_COLUMN_PAINTS_STROKES,
    R3D_PRIV_COLUMN_PAINTS_PAPER,
    R3D_PRIV_COLUMN_PAINTS_NOTHING
} r3d_priv_column_painter;

/// A part as it is told: the public arguments come first, so that a pointer to them is one to it.
struct r3d_priv_column_part {
    r3d_column_part_call call;
    r3d_priv_column_painter painter;
    const struct r3d_priv_column_region *region;   ///< NULL for slices, strokes and backgrounds.
    const struct r3d_priv_column_seen_wall *piece; ///< NULL where there is none.
    r3d_priv_column_face face;
};

/// r3d_draw_call_type.explain of all parts.
void r3d_priv_column_explain(const r3d_draw_call *call, const r3d_draw_pixel *pixel,
                             const r3d_draw_explainer *to);

#endif
