/* SPDX-License-Identifier: MIT */
/* A lit model that can be drawn into a picture from any side: what `retro3d render` draws. */

#ifndef R3D_TOOLS_RENDER_MODEL_H
#define R3D_TOOLS_RENDER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include <retro3d/light.h>
#include <retro3d/model.h>
#include <retro3d/models.h>

#include "fit.h"

enum { R3D_RENDER_TEXTURES_MAX = R3D_DRAW_TEXTURES_DEFAULT };

/* A model with all that drawing it needs. */
typedef struct render_model {
    r3d_mesh *base; /* lit */
    r3d_mesh *pose;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    r3d_draw_context *context;
    r3d_palette *palette;
    r3d_gamma gamma;
    uint32_t *texels[R3D_RENDER_TEXTURES_MAX];
    double shrink;            /* by which the mesh was scaled when it was loaded, 1 or less */
    r3d_frame_op *shrunk_ops; /* the operations of one frame, for a mesh that was shrunk */
    render_extent extent;
    render_eye eye;
} render_model;

enum { R3D_RENDER_PARTS_MAX = 32 };

/* Whether a mesh can be lit by this light, whose direction and contrast can be too small. */
bool render_light_is_usable(const r3d_light *light);

/* Loads a mesh, or welds one of several, groups its labels and lights it. A mesh that is too large
 * for the arithmetic of the engine is scaled down, which is told on stderr. On failure prints why
 * and returns false. The model must be all zero before and is released with render_model_free
 * in any case. */
bool render_model_load(render_model *model, const char *const *mesh_paths, int32_t path_count,
                       const r3d_light *light, double brightness);

/* Loads the skeleton and animation of the model. */
bool render_model_load_animation(render_model *model, const char *skeleton_path,
                                 const char *animation_path);

/* Loads a `.tx8` texture. */
bool render_model_load_texture(render_model *model, int32_t number, const char *path);

/* Adds a pose (NULL: the model as it is) and a side to what the picture must have room for. */
bool render_model_add_extent(render_model *model, const r3d_frame *frame, const render_view *view);

/* Places the eye for all that was added. */
void render_model_place_eye(render_model *model, const render_view *view, bool turns);

/* Poses the model by a frame, NULL for none, and draws it into view->width * view->height pixels,
 * stride_px apart, which are cleared first: to the background, or to transparent. False without
 * memory. *out_result and *out_report are those of r3d_draw_model. */
bool render_model_draw(render_model *model, const r3d_frame *frame, const render_view *view,
                       uint32_t *pixels, int32_t stride_px, r3d_result *out_result,
                       r3d_draw_report *out_report);

/* Tells on stderr why a face was not drawn. */
void render_model_explain(const render_model *model, r3d_result result,
                          const r3d_draw_report *report);

void render_model_free(render_model *model);

#endif
