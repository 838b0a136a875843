/* SPDX-License-Identifier: MIT */
/* Scaled and rotated sprite copies. The original addresses the frame by one number, y * width + x,
 * without looking at columns, so a copy that leaves a row on one side goes on in its neighbour; all
 * of that is kept here. Source: spec rs2-raster section 9. */

#include <retro3d/surface_calls.h>

#include "surface_internal.h"

/* The pixel at a frame address, or NULL outside the frame. */
static uint32_t *at_address(const r3d_surface *surface, int32_t address)
{
    if (address < 0 || address >= surface->width * surface->height) {
        return NULL;
    }
    if (surface->stride_px == surface->width) {
        return surface->pixels + address;
    }
    return r3d_priv_surface_row(surface, address / surface->width) + address % surface->width;
}

/* y * width + x, wrapping. */
static int32_t address_of(const r3d_surface *surface, int32_t x, int32_t y)
{
    return r3d_i32_add(r3d_i32_mul(y, surface->width), x);
}

/* The stored pixel at 16.16 source coordinates, or NULL outside the stored picture. A column beyond
 * the right side names a pixel of the next row, as in the original. */
static const uint32_t *source_at(const r3d_image24 *image, r3d_fx16 x, r3d_fx16 y)
{
    const r3d_image_frame *frame = &image->frame;
    int32_t index = r3d_i32_add(x >> 16, r3d_i32_mul(y >> 16, frame->width));
    if (index < 0 || index >= frame->width * frame->height) {
        return NULL;
    }
    return image->pixels + index;
}

/* One axis of a scaled copy: the first visible target position and size, and the source position
 * and step, before clipping. */
typedef struct scaled_axis {
    int32_t position;
    int32_t size;
    r3d_fx16 source;
    r3d_fx16 step;
} scaled_axis;

static scaled_axis scale_axis(int32_t position, int32_t size, int32_t canvas, int32_t stored,
                              int32_t offset)
{
    scaled_axis axis;
    int32_t scaled_offset = r3d_i32_mul(offset, size);
    int32_t rest = scaled_offset % canvas;
    axis.step = r3d_i32_div(r3d_i32_shl(canvas, 16), size);
    axis.position = r3d_i32_add(
        position, r3d_i32_div(r3d_i32_sub(r3d_i32_add(scaled_offset, canvas), 1), canvas));
    axis.source = rest == 0 ? 0 : r3d_i32_div(r3d_i32_shl(r3d_i32_sub(canvas, rest), 16), size);
    axis.size = r3d_i32_div(r3d_i32_mul(size, r3d_i32_sub(stored, axis.source >> 16)), canvas);
    return axis;
}

r3d_result r3d_draw_image24_scaled(r3d_surface *surface, const r3d_image24 *image, int32_t x,
                                   int32_t y, int32_t width, int32_t height)
{
    if (surface == NULL || image == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {NULL, image, x, y, width, height, 0, NULL, NULL, NULL, 0};
        return r3d_draw_tell(&r3d_call_image24_scaled, surface, &call);
    }
    const r3d_image_frame *frame = &image->frame;
    const r3d_rect *clip = &surface->clip;
    if (width > R3D_SPRITE_SPAN_MAX || height > R3D_SPRITE_SPAN_MAX) {
        return R3D_ERR_LIMIT;
    }
    if (width <= 0 || height <= 0) {
        return R3D_OK;
    }
    scaled_axis h = scale_axis(x, width, frame->canvas_width, frame->width, frame->offset_x);
    scaled_axis v = scale_axis(y, height, frame->canvas_height, frame->height, frame->offset_y);
    int32_t address = address_of(surface, h.position, v.position);
    int32_t skip = r3d_i32_sub(surface->width, h.size);

    /* Clipping sets a position to 0 (not to left or top) after moving the address by the distance,
     * which makes the right and bottom limits too lax when left or top is not 0. */
    if (v.position < clip->top) {
        int32_t distance = r3d_i32_sub(clip->top, v.position);
        v.size = r3d_i32_sub(v.size, distance);
        v.position = 0;
        address = r3d_i32_add(address, r3d_i32_mul(distance, surface->width));
        v.source = r3d_i32_add(v.source, r3d_i32_mul(v.step, distance));
    }
    if (r3d_i32_add(v.position, v.size) > clip->bottom) {
        v.size = r3d_i32_sub(clip->bottom, v.position);
    }
    if (h.position < clip->left) {
        int32_t distance = r3d_i32_sub(clip->left, h.position);
        h.size = r3d_i32_sub(h.size, distance);
        h.position = 0;
        address = r3d_i32_add(address, distance);
        h.source = r3d_i32_add(h.source, r3d_i32_mul(h.step, distance));
        skip = r3d_i32_add(skip, distance);
    }
    if (r3d_i32_add(h.position, h.size) > clip->right) {
        int32_t excess = r3d_i32_sub(r3d_i32_add(h.position, h.size), clip->right);
        h.size = r3d_i32_sub(h.size, excess);
        skip = r3d_i32_add(skip, excess);
    }
    /* Sizes larger than the surface survive only where a sum above wrapped, that is for positions
     * near the ends of the 32-bit range, far outside every surface. */
    if (h.size > surface->width || v.size > surface->height) {
        return R3D_OK;
    }
    for (int32_t row = 0; row < v.size; row++) {
        r3d_fx16 source_x = h.source;
        for (int32_t column = 0; column < h.size; column++) {
            const uint32_t *source = source_at(image, source_x, v.source);
            if (source == NULL) {
                return R3D_OK;
            }
            if (*source != 0) {
                uint32_t *target = at_address(surface, address);
                if (target == NULL) {
                    return R3D_OK;
                }
                *target = *source | R3D_PRIV_DRAWN;
            }
            address = r3d_i32_add(address, 1);
            source_x = r3d_i32_add(source_x, h.step);
        }
        v.source = r3d_i32_add(v.source, v.step);
        address = r3d_i32_add(address, skip);
    }
    return R3D_OK;
}

/* Both rotated copies: `rows` NULL stands for rows of the full width, and then holes are skipped.
 */
static r3d_result draw_rotated(r3d_surface *surface, const r3d_image24 *image,
                               const r3d_rotation *rotation, const r3d_row_span *rows,
                               int32_t row_count)
{
    if (rotation->width > R3D_SPRITE_SPAN_MAX || rotation->height > R3D_SPRITE_SPAN_MAX) {
        return R3D_ERR_LIMIT;
    }
    for (int32_t r = 0; rows != NULL && r < rotation->height && r < row_count; r++) {
        if (rows[r].length > R3D_SPRITE_SPAN_MAX) {
            return R3D_ERR_LIMIT;
        }
    }
    int32_t sn = r3d_i32_mul(rotation->sin_fx16, rotation->zoom) >> 8;
    int32_t cs = r3d_i32_mul(rotation->cos_fx16, rotation->zoom) >> 8;
    int32_t middle_x = r3d_i32_neg(rotation->width) / 2;
    int32_t middle_y = r3d_i32_neg(rotation->height) / 2;
    r3d_fx16 row_x = r3d_i32_add(r3d_i32_shl(rotation->anchor_x, 16),
                                 r3d_i32_add(r3d_i32_mul(middle_y, sn), r3d_i32_mul(middle_x, cs)));
    r3d_fx16 row_y = r3d_i32_add(r3d_i32_shl(rotation->anchor_y, 16),
                                 r3d_i32_sub(r3d_i32_mul(middle_y, cs), r3d_i32_mul(middle_x, sn)));

    for (int32_t r = 0; r < rotation->height; r++) {
        r3d_row_span span = {0, rotation->width};
        if (rows != NULL) {
            if (r >= row_count) {
                return R3D_OK;
            }
            span = rows[r];
        }
        int32_t address =
            r3d_i32_add(address_of(surface, rotation->x, r3d_i32_add(rotation->y, r)), span.start);
        r3d_fx16 source_x = r3d_i32_add(row_x, r3d_i32_mul(cs, span.start));
        r3d_fx16 source_y = r3d_i32_sub(row_y, r3d_i32_mul(sn, span.start));
        for (int32_t i = 0; i < span.length; i++) {
            const uint32_t *source = source_at(image, source_x, source_y);
            if (source == NULL) {
                return R3D_OK;
            }
            if (*source != 0 || rows != NULL) {
                uint32_t *target = at_address(surface, address);
                if (target == NULL) {
                    return R3D_OK;
                }
                *target = *source | R3D_PRIV_DRAWN;
            }
            address = r3d_i32_add(address, 1);
            source_x = r3d_i32_add(source_x, cs);
            source_y = r3d_i32_sub(source_y, sn);
        }
        row_x = r3d_i32_add(row_x, sn);
        row_y = r3d_i32_add(row_y, cs);
    }
    return R3D_OK;
}

r3d_result r3d_draw_image24_rotated(r3d_surface *surface, const r3d_image24 *image,
                                    const r3d_rotation *rotation, const r3d_row_span *rows,
                                    int32_t row_count)
{
    if (surface == NULL || image == NULL || rotation == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (rows == NULL || row_count < 0) {
        return R3D_ERR_ARGUMENT;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {NULL, image, 0, 0, 0, 0, 0, NULL, rotation, rows, row_count};
        return r3d_draw_tell(&r3d_call_image24_rotated, surface, &call);
    }
    return draw_rotated(surface, image, rotation, rows, row_count);
}

r3d_result r3d_draw_image24_rotated_masked(r3d_surface *surface, const r3d_image24 *image,
                                           const r3d_rotation *rotation)
{
    if (surface == NULL || image == NULL || rotation == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (surface->listener != NULL) {
        const r3d_copy_call call = {NULL, image, 0, 0, 0, 0, 0, NULL, rotation, NULL, 0};
        return r3d_draw_tell(&r3d_call_image24_rotated_masked, surface, &call);
    }
    return draw_rotated(surface, image, rotation, NULL, 0);
}
