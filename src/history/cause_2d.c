/* SPDX-License-Identifier: MIT */
/* Causes that lie in 2D calls: rectangles, lines and copies of pictures. */

#include "history_internal.h"

static const r3d_image_frame *frame_of(const r3d_copy_call *copy)
{
    return copy->image8 != NULL ? &copy->image8->frame : &copy->image24->frame;
}

/* The rectangle that a call fills, unclipped, as 64-bit numbers left, top, right, bottom. Returns
 * false for calls that are no rectangles. */
static bool rectangle_of(const r3d_draw_call *call, int64_t out[4])
{
    const r3d_area_call *area = r3d_priv_area_of(call);
    const r3d_copy_call *copy = r3d_priv_copy_of(call);
    int64_t width;
    int64_t height;
    if (area != NULL) {
        out[0] = area->x;
        out[1] = area->y;
        width = area->width;
        height = area->height;
    } else if (copy != NULL && copy->rotation == NULL && call->type != &r3d_call_image24_scaled) {
        const r3d_image_frame *frame = frame_of(copy);
        out[0] = (int64_t)copy->x + frame->offset_x;
        out[1] = (int64_t)copy->y + frame->offset_y;
        width = frame->width;
        height = frame->height;
    } else {
        return false;
    }
    out[2] = out[0] + width;
    out[3] = out[1] + height;
    return true;
}

/* ---- a write that happened ---- */

/* What was there before is expected: the write was wrong to happen. */
static void look_at_excess(const r3d_draw_call *call, r3d_priv_point *point, const char *name)
{
    const int64_t x = point->point.x;
    const int64_t y = point->point.y;
    const r3d_rect *clip = &call->surface->clip;
    int64_t box[4];
    if (!rectangle_of(call, box)) {
        return;
    }
    if (x < clip->left || x >= clip->right || y < clip->top || y >= clip->bottom) {
        r3d_priv_add_cause(point, R3D_CAUSE_CLIP, R3D_PRIV_RANK_OUTSIDE,
                           "write #%zu (%s) lies outside the clip rectangle: what it covers is "
                           "expected",
                           point->write_number, name);
    } else if (x < box[0] || y < box[1] || x >= box[2] || y >= box[3]) {
        r3d_priv_add_cause(point, R3D_CAUSE_COVERAGE, R3D_PRIV_RANK_OUTSIDE,
                           "write #%zu (%s) lies %s of its rectangle: what it covers is expected",
                           point->write_number, name,
                           x < box[0]    ? "left"
                           : x >= box[2] ? "right"
                           : y < box[1]  ? "above the top"
                                         : "below the bottom");
    }
}

/* A hole of a picture that was copied, by a copy that leaves holes out. */
static void look_at_hole(const r3d_draw_call *call, r3d_priv_point *point,
                         const r3d_pixel_write *write, const char *name)
{
    int64_t box[4];
    const r3d_copy_call *copy = r3d_priv_copy_of(call);
    if (copy == NULL || !rectangle_of(call, box) || call->type == &r3d_call_blit24 ||
        write->sprite_x >= 0) {
        return;
    }
    const int64_t u = point->point.x - box[0];
    const int64_t v = point->point.y - box[1];
    const r3d_image_frame *frame = frame_of(copy);
    if (u >= 0 && v >= 0 && u < frame->width && v < frame->height) {
        r3d_priv_add_cause(point, R3D_CAUSE_HOLE, R3D_PRIV_RANK_HOLE,
                           "write #%zu (%s) draws pixel (%ld,%ld) of the picture, which is a hole: "
                           "what it covers is expected",
                           point->write_number, name, (long)u, (long)v);
    }
}

static bool gives_expected(const r3d_priv_point *point, const r3d_pixel_write *write, uint32_t rgb)
{
    uint32_t pixel = write->share == 256 ? rgb
                                         : r3d_priv_blend(rgb, write->share, write->background,
                                                          256 - write->share, false);
    return r3d_priv_is_expected(point, pixel);
}

/* The index nearest to the one drawn whose colour is expected, and the pixel of the picture nearest
 * to it. */
static void look_at_picture(const r3d_copy_call *copy, r3d_priv_point *point,
                            const r3d_pixel_write *write, const char *name)
{
    enum { REACH = 4 }; /* columns and rows around the pixel */
    const r3d_image_frame *frame = frame_of(copy);
    for (int32_t ring = 1; ring <= REACH; ring++) {
        for (int32_t v = write->sprite_y - ring; v <= write->sprite_y + ring; v++) {
            for (int32_t u = write->sprite_x - ring; u <= write->sprite_x + ring; u++) {
                if (u < 0 || v < 0 || u >= frame->width || v >= frame->height) {
                    continue;
                }
                size_t i = (size_t)v * (size_t)frame->width + (size_t)u;
                uint32_t rgb = copy->image8 != NULL
                                   ? copy->image8->palette_rgb[copy->image8->pixels[i]]
                                   : copy->image24->pixels[i];
                if (gives_expected(point, write, rgb)) {
                    r3d_priv_add_cause(point, R3D_CAUSE_TEXEL, R3D_PRIV_RANK_TEXEL,
                                       "write #%zu (%s): pixel (%ld,%ld) of the picture instead of "
                                       "(%ld,%ld) has the expected colour",
                                       point->write_number, name, (long)u, (long)v,
                                       (long)write->sprite_x, (long)write->sprite_y);
                    ring = REACH;
                    v = write->sprite_y + REACH + 1;
                    break;
                }
            }
        }
    }
    for (int32_t distance = 1; copy->image8 != NULL && distance < 256; distance++) {
        for (int side = -1; side <= 1; side += 2) {
            int32_t index = write->index + side * distance;
            if (index > 0 && index < 256 &&
                gives_expected(point, write, copy->image8->palette_rgb[index])) {
                r3d_priv_add_cause(point, R3D_CAUSE_COLOR, R3D_PRIV_RANK_COLOR,
                                   "write #%zu (%s): palette index %ld instead of %ld has the "
                                   "expected colour",
                                   point->write_number, name, (long)index, (long)write->index);
                return;
            }
        }
    }
}

void r3d_priv_causes_of_2d_write(const r3d_draw_call *call, r3d_priv_point *point,
                                 const r3d_pixel_write *write, const char *name)
{
    if (r3d_priv_is_expected(point, write->before)) {
        look_at_excess(call, point, name);
        look_at_hole(call, point, write, name);
    }
    if (!r3d_priv_shows(point) || r3d_priv_is_expected(point, write->after)) {
        return;
    }
    if (gives_expected(point, write, write->source_rgb) && write->share == 256) {
        r3d_priv_add_cause(point, R3D_CAUSE_COLOR, R3D_PRIV_RANK_SHADE_BANK,
                           "write #%zu (%s) draws 0x%06lX instead of the colour that it was given, "
                           "0x%06lX, which is expected",
                           point->write_number, name, r3d_priv_rgb(write->after),
                           r3d_priv_rgb(write->source_rgb));
        return;
    }
    if (r3d_priv_copy_of(call) != NULL && write->sprite_x >= 0) {
        look_at_picture(r3d_priv_copy_of(call), point, write, name);
    }
}

/* ---- a write that did not happen ---- */

/* What a call that fills a rectangle or copies a picture at natural size would make of a pixel
 * inside; *out_is_hole tells that the picture has a hole there. */
static uint32_t pixel_of_call(const r3d_draw_call *call, const r3d_priv_point *point,
                              const int64_t box[4], bool *out_is_hole)
{
    const r3d_area_call *area = r3d_priv_area_of(call);
    const r3d_copy_call *copy = r3d_priv_copy_of(call);
    uint32_t rgb = area != NULL ? area->rgb : 0;
    int32_t share = area != NULL ? area->weight : copy->weight;
    *out_is_hole = false;
    if (copy != NULL) {
        size_t at = (size_t)(point->point.y - box[1]) * (size_t)frame_of(copy)->width +
                    (size_t)(point->point.x - box[0]);
        rgb = copy->image8 != NULL ? copy->image8->palette_rgb[copy->image8->pixels[at]]
                                   : copy->image24->pixels[at];
        *out_is_hole = call->type != &r3d_call_blit24 &&
                       (copy->image8 != NULL ? copy->image8->pixels[at] == 0 : rgb == 0);
    }
    if (!r3d_priv_is_blended(call->type)) {
        return rgb;
    }
    share = share < 0 ? 0 : share > 256 ? 256 : share;
    return r3d_priv_blend(rgb, share, point->before, 256 - share, false);
}

void r3d_priv_causes_of_2d_miss(const r3d_history *history, const r3d_draw_call *call,
                                r3d_priv_point *point)
{
    const int32_t x = point->point.x;
    const int32_t y = point->point.y;
    const r3d_rect *clip = &call->surface->clip;
    const r3d_copy_call *copy = r3d_priv_copy_of(call);
    int64_t box[4];
    if (!rectangle_of(call, box) || x < box[0] || y < box[1] || x >= box[2] || y >= box[3] ||
        (copy != NULL && copy->mask != NULL &&
         copy->mask[(size_t)y * (size_t)call->surface->width + (size_t)x] != 0)) {
        return;
    }
    bool is_hole;
    if (!r3d_priv_is_expected(point, pixel_of_call(call, point, box, &is_hole))) {
        return;
    }
    const bool is_clipped =
        x < clip->left || y < clip->top || x >= clip->right || y >= clip->bottom;
    r3d_pixel_cause cause = is_clipped ? R3D_CAUSE_CLIP
                            : is_hole  ? R3D_CAUSE_HOLE
                                       : R3D_CAUSE_COVERAGE;
    const char *words =
        is_clipped ? "the clip rectangle cuts it off here"
        : is_hole  ? "its picture has a hole here"
        : y == box[3] - 1 || y == clip->bottom - 1
            ? "this pixel is in the last row of what it covers, and was left out"
        : x == box[2] - 1 || x == clip->right - 1
            ? "this pixel is in the last column of what it covers, and was left out"
        : y == box[1] || y == clip->top
            ? "this pixel is in the first row of what it covers, and was left out"
        : x == box[0] || x == clip->left
            ? "this pixel is in the first column of what it covers, and was left out"
            : "this pixel is inside of what it covers, and was left out";
    r3d_priv_tell_missing(history, call, point, cause, words);
}
