/* SPDX-License-Identifier: MIT */
/* The fills as calls: what listeners are told, and making one once more. */

#include <retro3d/raster_calls.h>

#include "kernels.h"

/* Whole rows: a fill that is wrong leaves its columns first. */
static void touch_triangle(const r3d_draw_call *call, r3d_rect *out)
{
    const r3d_fill_call *c = call->arguments;
    out->left = 0;
    out->right = call->surface->width;
    out->top = c->y[0] < c->y[1] ? c->y[0] : c->y[1];
    out->top = c->y[2] < out->top ? c->y[2] : out->top;
    out->bottom = c->y[0] > c->y[1] ? c->y[0] : c->y[1];
    out->bottom = c->y[2] > out->bottom ? c->y[2] : out->bottom;
}

static r3d_result repeat_flat(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_fill_call *c = call->arguments;
    r3d_raster raster = *c->raster;
    raster.surface = quiet;
    r3d_fill_flat(&raster, c->x, c->y, c->rgb);
    return R3D_OK;
}

static r3d_result repeat_gouraud(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_fill_call *c = call->arguments;
    r3d_raster raster = *c->raster;
    raster.surface = quiet;
    r3d_fill_gouraud(&raster, c->x, c->y, c->value);
    return R3D_OK;
}

static r3d_result repeat_textured(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_fill_call *c = call->arguments;
    r3d_raster raster = *c->raster;
    raster.surface = quiet;
    r3d_fill_textured(&raster, c->x, c->y, c->value, c->plane, c->texels);
    return R3D_OK;
}

const r3d_draw_call_type r3d_call_flat = {
    "flat fill", R3D_DRAW_WRITES_PIXELS, touch_triangle, repeat_flat, NULL, NULL};
const r3d_draw_call_type r3d_call_gouraud = {
    "Gouraud fill", R3D_DRAW_WRITES_PIXELS, touch_triangle, repeat_gouraud, NULL, NULL};
const r3d_draw_call_type r3d_call_textured = {
    "textured fill", R3D_DRAW_WRITES_PIXELS, touch_triangle, repeat_textured, NULL, NULL};

/* ---- telling ---- */

void r3d_priv_tell_flat(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                        uint32_t rgb)
{
    const r3d_fill_call call = {
        raster, {x[0], x[1], x[2]}, {y[0], y[1], y[2]}, {0, 0, 0}, rgb, NULL, NULL};
    (void)r3d_draw_tell(&r3d_call_flat, raster->surface, &call);
}

void r3d_priv_tell_gouraud(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                           const int32_t hsl16[3])
{
    const r3d_fill_call call = {
        raster, {x[0], x[1], x[2]}, {y[0], y[1], y[2]}, {hsl16[0], hsl16[1], hsl16[2]}, 0, NULL,
        NULL};
    (void)r3d_draw_tell(&r3d_call_gouraud, raster->surface, &call);
}

void r3d_priv_tell_textured(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                            const int32_t shade[3], const r3d_texture_plane *plane,
                            const r3d_texels *texels)
{
    const r3d_fill_call call = {
        raster, {x[0], x[1], x[2]}, {y[0], y[1], y[2]}, {shade[0], shade[1], shade[2]}, 0, plane,
        texels};
    (void)r3d_draw_tell(&r3d_call_textured, raster->surface, &call);
}
