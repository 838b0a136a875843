/* SPDX-License-Identifier: MIT */
/* A lit model that can be drawn into a picture from any side: what `retro3d render` and the bench
 * share. */

#ifndef R3D_TOOLS_RENDER_MODEL_H
#define R3D_TOOLS_RENDER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include <retro3d/light.h>
#include <retro3d/model.h>
#include <retro3d/model_io.h>

enum { R3D_RENDER_TEXTURES_MAX = R3D_DRAW_TEXTURES_DEFAULT };

/* How a model is shown. */
typedef struct r3d_render_view {
    int32_t yaw_a11;
    int32_t pitch_a11; /* of the eye, looking down */
    int32_t roll_a11;
    int32_t zoom; /* percent; 100 fills the picture */
    int32_t width;
    int32_t height;
    bool smooth;
    bool has_background;
    uint32_t background_rgb;
} r3d_render_view;

/* A model with all that drawing it needs. */
typedef struct r3d_render_model {
    r3d_mesh *base; /* lit */
    r3d_mesh *pose;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    r3d_draw_context *context;
    r3d_palette *palette;
    r3d_gamma gamma;
    uint32_t *texels[R3D_RENDER_TEXTURES_MAX];
    r3d_bounds extent; /* of all poses that are drawn, for a steady distance */
} r3d_render_model;

enum { R3D_RENDER_PARTS_MAX = 32 };

/* Loads a mesh, or welds one of several, groups its labels and lights it. On failure prints why and
 * returns false. The model must be all zero before and is released with r3d_render_model_free in
 * any case. */
bool r3d_render_model_load(r3d_render_model *model, const char *const *mesh_paths,
                           int32_t path_count, const r3d_light *light, double brightness);

/* Loads the skeleton and animation of the model. */
bool r3d_render_model_load_animation(r3d_render_model *model, const char *skeleton_path,
                                     const char *animation_path);

/* Loads a `.tx8` texture. */
bool r3d_render_model_load_texture(r3d_render_model *model, int32_t number, const char *path);

/* Poses the model by a frame, NULL for none. */
bool r3d_render_model_pose(r3d_render_model *model, const r3d_frame *frame);

/* Makes the extent that of the pose, or large enough for it too. */
void r3d_render_model_begin_extent(r3d_render_model *model);
void r3d_render_model_add_extent(r3d_render_model *model);

/* Draws the pose into view->width * view->height pixels, stride_px apart, which are cleared first:
 * to the background, or to transparent. Returns what r3d_draw_model does. */
r3d_result r3d_render_model_draw(const r3d_render_model *model, const r3d_render_view *view,
                                 uint32_t *pixels, int32_t stride_px, r3d_draw_report *out_report);

void r3d_render_model_free(r3d_render_model *model);

#endif
