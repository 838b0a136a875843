/* SPDX-License-Identifier: MIT */
/* Rectangles: no depth, no perspective, no levels. Source: spec layers sections 2 and 3. */

#include <string.h>

#include "layers_internal.h"

#include <retro3d/layers_calls.h>

static void gradient(const r3d_layers_quad *quad, int32_t x, int32_t y, int32_t out_rgba[4])
{
    const int32_t across = quad->width > 1 ? quad->width - 1 : 1;
    const int32_t along = quad->height > 1 ? quad->height - 1 : 1;
    const int32_t both = quad->width + quad->height > 3 ? quad->width + quad->height - 2 : 1;
    out_rgba[0] = 255 * x / across;
    out_rgba[1] = 255 * y / along;
    out_rgba[2] = 255 - out_rgba[0];
    out_rgba[3] = 255 * (x + y) / both;
}

static void quad_input_at(const r3d_layers_quad *quad, int32_t x, int32_t y,
                          r3d_priv_layers_input *out_input)
{
    memset(out_input, 0, sizeof *out_input);
    out_input->uv_q16[0] = x * 65536;
    out_input->uv_q16[1] = y * 65536;
    memcpy(out_input->uv1_q16, out_input->uv_q16, sizeof out_input->uv1_q16);
    memcpy(out_input->planar_q16, out_input->uv_q16, sizeof out_input->planar_q16);
    /* Towards 0, as the reference scenes have it. */
    out_input->normal8[0] = (2 * x + 1 - quad->width) * 127 / quad->width * 256;
    out_input->normal8[1] = -((2 * y + 1 - quad->height) * 127 / quad->height) * 256;
    if (quad->has_gradient) {
        gradient(quad, x, y, out_input->diffuse);
    } else {
        for (int i = 0; i < 4; i++) {
            out_input->diffuse[i] = quad->diffuse[i];
        }
    }
}

r3d_result r3d_layers_draw_quad(r3d_layers_target *target, const r3d_layers_quad *quad,
                                int32_t frame)
{
    if (target == NULL || quad == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    if (quad->width < 0 || quad->width > R3D_PERSPECTIVE_SIZE_MAX || quad->height < 0 ||
        quad->height > R3D_PERSPECTIVE_SIZE_MAX || quad->x < -R3D_PRIV_LAYERS_PLACE_MAX ||
        quad->x > R3D_PRIV_LAYERS_PLACE_MAX || quad->y < -R3D_PRIV_LAYERS_PLACE_MAX ||
        quad->y > R3D_PRIV_LAYERS_PLACE_MAX || (int)quad->blend < R3D_LAYERS_BLEND_REPLACE ||
        (int)quad->blend > R3D_LAYERS_BLEND_MODULATE) {
        return R3D_ERR_RANGE;
    }
    const r3d_rect box = {quad->x, quad->y, quad->x + quad->width, quad->y + quad->height};
    const r3d_rect clip = r3d_priv_layers_clip(target, &box);
    const r3d_layers_call call = {target, NULL, NULL, quad, NULL, frame, 0};
    r3d_draw_tell_before(&r3d_call_layers_quad, target->surface, &call);
    const int64_t before = target->counters.pixels;
    for (int32_t y = clip.top; y < clip.bottom; y++) {
        for (int32_t x = clip.left; x < clip.right; x++) {
            r3d_priv_layers_input input;
            int32_t rgba[4];
            quad_input_at(quad, x - quad->x, y - quad->y, &input);
            r3d_priv_layers_run(quad->stack, &input, frame, rgba);
            r3d_priv_layers_write(target, x, y, quad->blend, rgba);
        }
    }
    r3d_draw_tell_after(&r3d_call_layers_quad, target->surface, &call);
    r3d_priv_layers_note_stages(target, before, quad->stack);
    return R3D_OK;
}
