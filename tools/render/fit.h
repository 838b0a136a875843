/* SPDX-License-Identifier: MIT */
/* Where the eye must be for a model to fill its picture. */

#ifndef R3D_TOOLS_RENDER_FIT_H
#define R3D_TOOLS_RENDER_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include <retro3d/model.h>

/* How a model is shown. */
typedef struct render_view {
    int32_t yaw_a11;
    int32_t pitch_a11; /* of the eye, looking down */
    int32_t roll_a11;
    int32_t zoom; /* percent of nine tenths of the picture that the model fills one way or the
                   * other */
    int32_t width;
    int32_t height;
    bool smooth;
    bool has_background;
    uint32_t background_rgb;
} render_view;

/* What all poses and sides that are drawn need. Axes: x and y as on the picture, z away from the
 * eye. A corner at (x, y, z) shows at 512 * x / (z + distance) from the middle; for that to be at
 * most h, the distance must be 512 * x / h - z or more: the greatest of these, a side of the
 * picture each, are all there is to know. */
typedef struct render_extent {
    double right;
    double left;
    double below;
    double above;
    double nearest;  /* least z */
    double farthest; /* greatest distance of a corner from the model's origin */
    bool is_any;
} render_extent;

/* Where the eye is, in units of the model times `scale`. */
typedef struct render_eye {
    double x; /* of the model's origin against the axis of the eye */
    double y;
    double distance;
    double scale;    /* by which the model must be scaled so that the arithmetic of the engine does
                      * not wrap, and that small models are not all rounding; mostly 1 */
    bool is_closest; /* nearer, the eye would be in the model, so the view's zoom is not reached */
} render_eye;

void render_extent_begin(render_extent *extent);

/* Adds the corners of all faces that are not hidden, under a view. */
void render_extent_add(render_extent *extent, const r3d_mesh_view *mesh, const render_view *view);

/* The z of a corner under a view, away from the eye, against the model's origin. */
double render_depth(const render_view *view, int32_t x, int32_t y, int32_t z);

/* Places the eye.
 * @param turns  The model is seen from many sides: keep its axis in the middle. */
void render_place_eye(const render_extent *extent, const render_view *view, bool turns,
                      render_eye *out_eye);

/* The view of the engine for an eye. */
void render_get_icon_view(const render_eye *eye, const render_view *view, r3d_icon_view *out_view);

/* Scales a mesh by about `scale`; *out_scale is by how much it was. Factors above 1 must be whole.
 */
r3d_result render_scale(r3d_mesh *mesh, double scale, double *out_scale);

/* Scales a mesh down so that no coordinate is greater than coordinate_max. */
r3d_result render_shrink(r3d_mesh *mesh, int32_t coordinate_max, int64_t *out_greatest,
                         double *out_scale);

#endif
