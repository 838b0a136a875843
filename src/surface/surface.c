/* SPDX-License-Identifier: MIT */
/* The frame buffer and its clip rectangle. Source: spec rs2-raster section 1. */

#include <retro3d/surface_calls.h>

#include <string.h>

#include "fill.h"
#include "surface_internal.h"

enum { STRIDE_MAX = 1 << 24 };

r3d_result r3d_surface_init(r3d_surface *surface, uint32_t *pixels, int32_t width, int32_t height,
                            int32_t stride_px)
{
    if (surface == NULL || pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (width < 1 || width > R3D_SURFACE_SIZE_MAX || height < 1 || height > R3D_SURFACE_SIZE_MAX ||
        stride_px < width || stride_px > STRIDE_MAX) {
        return R3D_ERR_RANGE;
    }
    surface->pixels = pixels;
    surface->width = width;
    surface->height = height;
    surface->stride_px = stride_px;
    surface->listener = NULL;
    surface->origin = NULL;
    surface->isa = R3D_ISA_BEST;
    r3d_surface_reset_clip(surface);
    return R3D_OK;
}

r3d_result r3d_surface_set_isa(r3d_surface *surface, r3d_isa isa)
{
    if (surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_isa_available(isa)) {
        return R3D_ERR_RANGE;
    }
    surface->isa = isa;
    return R3D_OK;
}

void r3d_surface_set_clip(r3d_surface *surface, int32_t left, int32_t top, int32_t right,
                          int32_t bottom)
{
    if (surface == NULL) {
        return;
    }
    surface->clip.left = left < 0 ? 0 : left;
    surface->clip.top = top < 0 ? 0 : top;
    surface->clip.right = right > surface->width ? surface->width : right;
    surface->clip.bottom = bottom > surface->height ? surface->height : bottom;
}

void r3d_surface_reset_clip(r3d_surface *surface)
{
    if (surface == NULL) {
        return;
    }
    r3d_surface_set_clip(surface, 0, 0, surface->width, surface->height);
}

void r3d_surface_clear(r3d_surface *surface, uint32_t rgb)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {0, 0, 0, 0, rgb, 0};
        (void)r3d_draw_tell(&r3d_call_clear, surface, &call);
        return;
    }
    uint32_t value = rgb | R3D_PRIV_DRAWN;
    uint32_t features = r3d_isa_features(surface->isa);
    size_t width = (size_t)surface->width;
    if (surface->stride_px == surface->width) {
        r3d_priv_fill(surface->pixels, width * (size_t)surface->height, value, features);
        return;
    }
    for (int32_t y = 0; y < surface->height; y++) {
        r3d_priv_fill(r3d_priv_surface_row(surface, y), width, value, features);
    }
}

void r3d_surface_erase(r3d_surface *surface)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {0, 0, 0, 0, 0, 0};
        (void)r3d_draw_tell(&r3d_call_erase, surface, &call);
        return;
    }
    for (int32_t y = 0; y < surface->height; y++) {
        memset(r3d_priv_surface_row(surface, y), 0, (size_t)surface->width * sizeof(uint32_t));
    }
}

void r3d_surface_restore(r3d_surface *surface, const uint32_t *pixels)
{
    if (surface == NULL || pixels == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_restore_call call = {pixels};
        (void)r3d_draw_tell(&r3d_call_restore, surface, &call);
        return;
    }
    for (int32_t y = 0; y < surface->height; y++) {
        uint32_t *row = r3d_priv_surface_row(surface, y);
        for (int32_t x = 0; x < surface->width; x++) {
            uint32_t pixel = *pixels++;
            row[x] = (pixel & R3D_PRIV_DRAWN) != 0 ? pixel | R3D_PRIV_DRAWN : pixel;
        }
    }
}
