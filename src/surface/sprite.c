/* SPDX-License-Identifier: MIT */
/* Sprite copies at natural size. Source: spec rs2-raster section 9. */

#include <retro3d/surface_calls.h>

#include "surface_internal.h"

/* The visible part of a stored picture: its place on the surface and where its source begins. */
typedef struct placement {
    r3d_rect box;        /* on the surface; empty unless left < right and top < bottom */
    size_t source_first; /* index of the stored pixel that belongs to (box.left, box.top) */
    size_t source_stride;
} placement;

static placement place(const r3d_surface *surface, const r3d_image_frame *frame, int32_t x,
                       int32_t y)
{
    const r3d_rect *clip = &surface->clip;
    int32_t left = r3d_i32_add(x, frame->offset_x);
    int32_t top = r3d_i32_add(y, frame->offset_y);
    int64_t right = (int64_t)left + frame->width;
    int64_t bottom = (int64_t)top + frame->height;
    placement placed = {{0, 0, 0, 0}, 0, (size_t)frame->width};
    if (right > clip->right) {
        right = clip->right;
    }
    if (bottom > clip->bottom) {
        bottom = clip->bottom;
    }
    placed.box.left = left < clip->left ? clip->left : left;
    placed.box.top = top < clip->top ? clip->top : top;
    if (placed.box.left >= right || placed.box.top >= bottom) {
        placed.box.right = placed.box.left;
        placed.box.bottom = placed.box.top;
        return placed;
    }
    placed.box.right = (int32_t)right;
    placed.box.bottom = (int32_t)bottom;
    placed.source_first = (size_t)((int64_t)placed.box.top - top) * placed.source_stride +
                          (size_t)((int64_t)placed.box.left - left);
    return placed;
}

void r3d_draw_image8(r3d_surface *surface, const r3d_image8 *image, int32_t x, int32_t y)
{
    if (surface == NULL || image == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {image, NULL, x, y, 0, 0, 0, NULL, NULL, NULL, 0};
        (void)r3d_draw_tell(&r3d_call_image8, surface, &call);
        return;
    }
    placement placed = place(surface, &image->frame, x, y);
    size_t source_row = placed.source_first;
    for (int32_t row_y = placed.box.top; row_y < placed.box.bottom; row_y++) {
        uint32_t *row = r3d_priv_surface_row(surface, row_y);
        const uint8_t *source = image->pixels + source_row;
        for (int32_t column = placed.box.left; column < placed.box.right; column++) {
            uint8_t index = *source++;
            if (index != 0) {
                row[column] = image->palette_rgb[index] | R3D_PRIV_DRAWN;
            }
        }
        source_row += placed.source_stride;
    }
}

/* What a copy does with a pixel of the picture. */
typedef enum copy_kind { COPY_SKIP_HOLES, COPY_ALL, COPY_BLENDED, COPY_MASKED } copy_kind;

/* The loop of all true-colour copies. It is inlined with a constant `kind`, so the choice costs
 * nothing in the loop. `share` and `mask` belong to the kinds that need them. */
static inline void copy_image24(r3d_surface *surface, const r3d_image24 *image, int32_t x,
                                int32_t y, copy_kind kind, uint32_t share, const uint8_t *mask)
{
    placement placed = place(surface, &image->frame, x, y);
    size_t source_row = placed.source_first;
    for (int32_t row_y = placed.box.top; row_y < placed.box.bottom; row_y++) {
        uint32_t *row = r3d_priv_surface_row(surface, row_y);
        const uint32_t *source = image->pixels + source_row;
        for (int32_t column = placed.box.left; column < placed.box.right; column++) {
            uint32_t rgb = *source++;
            if (kind != COPY_ALL && rgb == 0) {
                continue;
            }
            if (kind == COPY_MASKED &&
                mask[(size_t)row_y * (size_t)surface->width + (size_t)column] != 0) {
                continue;
            }
            row[column] =
                kind == COPY_BLENDED ? r3d_priv_mix(rgb, row[column], share) : rgb | R3D_PRIV_DRAWN;
        }
        source_row += placed.source_stride;
    }
}

void r3d_draw_image24(r3d_surface *surface, const r3d_image24 *image, int32_t x, int32_t y)
{
    if (surface == NULL || image == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {NULL, image, x, y, 0, 0, 0, NULL, NULL, NULL, 0};
        (void)r3d_draw_tell(&r3d_call_image24, surface, &call);
        return;
    }
    copy_image24(surface, image, x, y, COPY_SKIP_HOLES, 0, NULL);
}

void r3d_blit_image24(r3d_surface *surface, const r3d_image24 *image, int32_t x, int32_t y)
{
    if (surface == NULL || image == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {NULL, image, x, y, 0, 0, 0, NULL, NULL, NULL, 0};
        (void)r3d_draw_tell(&r3d_call_blit24, surface, &call);
        return;
    }
    copy_image24(surface, image, x, y, COPY_ALL, 0, NULL);
}

void r3d_draw_image24_alpha(r3d_surface *surface, const r3d_image24 *image, int32_t x, int32_t y,
                            int32_t weight)
{
    if (surface == NULL || image == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {NULL, image, x, y, 0, 0, weight, NULL, NULL, NULL, 0};
        (void)r3d_draw_tell(&r3d_call_image24_alpha, surface, &call);
        return;
    }
    copy_image24(surface, image, x, y, COPY_BLENDED, r3d_priv_share(weight), NULL);
}

void r3d_draw_image24_masked(r3d_surface *surface, const r3d_image24 *image, int32_t x, int32_t y,
                             const uint8_t *mask)
{
    if (surface == NULL || image == NULL || mask == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {NULL, image, x, y, 0, 0, 0, mask, NULL, NULL, 0};
        (void)r3d_draw_tell(&r3d_call_image24_masked, surface, &call);
        return;
    }
    copy_image24(surface, image, x, y, COPY_MASKED, 0, mask);
}
