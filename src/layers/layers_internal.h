/* SPDX-License-Identifier: MIT */
/* Channel arithmetic, stages and targets. */

#ifndef R3D_SRC_LAYERS_INTERNAL_H
#define R3D_SRC_LAYERS_INTERNAL_H

#include <retro3d/layers.h>

#include "../perspective/perspective_internal.h"

enum { R3D_PRIV_LAYERS_PLACE_MAX = 1 << 20 }; /* pixels from the origin of a target */

/* ---- channels, spec layers section 2 ---- */

/* n / 255 to the nearest whole number, for n of 0 to 4 * 255 * 255. */
static inline int32_t r3d_priv_d255(int32_t n)
{
    return (n + 127) / 255;
}

static inline int32_t r3d_priv_mul8(int32_t x, int32_t y)
{
    const int32_t t = x * y + 128;
    return (t + (t >> 8)) >> 8;
}

static inline int32_t r3d_priv_channel(int32_t value)
{
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

/* ---- stages ---- */

/* What is known at a pixel. */
typedef struct r3d_priv_layers_input {
    int32_t uv_q16[2];
    int32_t uv1_q16[2];
    int32_t planar_q16[2];
    int32_t normal8[2]; /* normal bytes times 256 */
    int32_t depth_q16;
    int32_t diffuse[4];
} r3d_priv_layers_input;

/* Runs the stages of one pixel: the generic loop, which is the definition. */
void r3d_priv_layers_run(const r3d_layers_stack *stack, const r3d_priv_layers_input *input,
                         int32_t frame, int32_t out_rgba[4]);

/* ---- targets ---- */

enum { R3D_PRIV_NO_CELL = -1, R3D_PRIV_UNTOUCHED = -2 };

struct r3d_layers_target {
    r3d_allocator allocator;
    int32_t width;
    int32_t height;
    r3d_surface *surface; /* NULL before a begin */
    bool is_color_cleared;
    bool is_depth_cleared;
    bool is_stencil_cleared;
    int32_t *depth_q16;
    uint8_t *stencil;
    uint16_t *writes;
    int16_t *cells;
    r3d_perspective_weights *weights; /* of a row */
    r3d_layers_counters counters;
};

/* Clears what belongs to the target, as a begin does. */
static inline bool r3d_priv_layers_is_begun(const r3d_layers_target *target)
{
    return target->surface != NULL;
}

/* The rectangle that may be drawn: target, clip rectangle and scissor. */
r3d_rect r3d_priv_layers_clip(const r3d_layers_target *target, const r3d_rect *scissor);

/* The frame-buffer step: a colour meets the picture. */
static inline uint32_t r3d_priv_layers_blend(r3d_layers_blend blend, const int32_t rgba[4],
                                             uint32_t old)
{
    uint32_t result = 0xFF;
    for (int i = 0; i < 3; i++) {
        const int32_t c = rgba[i];
        const int32_t d = (int32_t)(old >> (16 - 8 * i)) & 255;
        int32_t value;
        switch (blend) {
        case R3D_LAYERS_BLEND_ALPHA:
            value = r3d_priv_d255(c * rgba[3] + d * (255 - rgba[3]));
            break;
        case R3D_LAYERS_BLEND_ADD:
            value = r3d_priv_channel(d + c);
            break;
        case R3D_LAYERS_BLEND_ADD_ALPHA:
            value = r3d_priv_channel(d + r3d_priv_mul8(c, rgba[3]));
            break;
        case R3D_LAYERS_BLEND_MODULATE:
            value = r3d_priv_mul8(d, c);
            break;
        default:
            value = c;
            break;
        }
        result = result << 8 | (uint32_t)value;
    }
    return result;
}

/* Writes a pixel and counts it. */
static inline void r3d_priv_layers_write(r3d_layers_target *target, int32_t x, int32_t y,
                                         r3d_layers_blend blend, const int32_t rgba[4])
{
    uint32_t *pixel =
        target->surface->pixels + (size_t)y * (size_t)target->surface->stride_px + (size_t)x;
    *pixel = r3d_priv_layers_blend(blend, rgba, *pixel);
    uint16_t *writes = &target->writes[(size_t)y * (size_t)target->width + (size_t)x];
    target->counters.pixels++;
    target->counters.touched += *writes == 0 ? 1 : 0;
    *writes = (uint16_t)(*writes + (*writes < UINT16_MAX ? 1 : 0));
}

/* Adds a colour without counting it: particles, lightning, shown targets. */
static inline void r3d_priv_layers_add(r3d_layers_target *target, int32_t x, int32_t y,
                                       const int32_t rgb[3])
{
    uint32_t *pixel =
        target->surface->pixels + (size_t)y * (size_t)target->surface->stride_px + (size_t)x;
    const int32_t rgba[4] = {rgb[0], rgb[1], rgb[2], 255};
    *pixel = r3d_priv_layers_blend(R3D_LAYERS_BLEND_ADD, rgba, *pixel);
}

static inline void r3d_priv_layers_note_stages(r3d_layers_target *target, int64_t pixels_before,
                                               const r3d_layers_stack *stack)
{
    const int32_t count = stack == NULL ? 0 : stack->count;
    if (target->counters.pixels > pixels_before && count > target->counters.stages) {
        target->counters.stages = count;
    }
}

/* The world place and normal of a vertex. */
void r3d_priv_layers_place(const r3d_layers_mesh *mesh, const r3d_layers_vertex *vertex,
                           int32_t out_place_q16[3], bool *out_is_in_world);

#endif
