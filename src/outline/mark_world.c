/* SPDX-License-Identifier: MIT */
/* Lines from the map: each edge of the block world belongs to one face, each sprite's outline lies round
 * its opaque texels. Source: spec outline section 5. */

#include "outline_internal.h"

#include "../base/desc.h"

enum { LINE_A64 = 4 /* a pixel's width on a face, in 1/64 cell */ };

static bool is_on_line(const r3d_priv_outline_place *place, int32_t width_a64)
{
    const int32_t fx = place->x_a64 - R3D_PRIV_OUTLINE_CELL * place->cell_x;
    const int32_t fy = place->y_a64 - R3D_PRIV_OUTLINE_CELL * place->cell_y;
    const int32_t fz = place->z_a64 - R3D_PRIV_OUTLINE_CELL * place->level;
    return ((place->borders & R3D_PRIV_BORDER_LOW_X) != 0 && fx < width_a64) ||
           ((place->borders & R3D_PRIV_BORDER_HIGH_X) != 0 &&
            R3D_PRIV_OUTLINE_CELL - fx < width_a64) ||
           ((place->borders & R3D_PRIV_BORDER_LOW_Y) != 0 && fy < width_a64) ||
           ((place->borders & R3D_PRIV_BORDER_HIGH_Y) != 0 &&
            R3D_PRIV_OUTLINE_CELL - fy < width_a64) ||
           ((place->borders & R3D_PRIV_BORDER_FOOT) != 0 && fz < width_a64);
}

static void mark_faces(r3d_outline_frame *frame, const r3d_outline_lines *lines)
{
    for (int32_t y = 0; y < frame->height; y++) {
        for (int32_t x = 0; x < frame->width; x++) {
            const size_t pixel = (size_t)y * (size_t)frame->width + (size_t)x;
            r3d_priv_outline_place place;
            r3d_priv_outline_locate(frame, x, y, &place);
            frame->lines[pixel] = R3D_OUTLINE_NO_LINE;
            frame->owners[pixel] = 0;
            if (place.borders == 0 || !is_on_line(&place, LINE_A64 * lines->width)) {
                continue;
            }
            frame->owners[pixel] = frame->ids[pixel];
            frame->lines[pixel] =
                lines->shadow != NULL && r3d_priv_outline_place_is_lit(frame, &place, lines->shadow)
                    ? R3D_OUTLINE_LIGHT
                    : R3D_OUTLINE_DARK;
        }
    }
}

/* Whether a place that is not opaque itself has an opaque texel within `width` columns and rows. */
static bool is_sprite_beside(const r3d_outline_frame *frame, const r3d_outline_billboard *billboard,
                             int32_t column, int32_t row, int32_t width)
{
    if (r3d_priv_outline_is_opaque(frame, billboard, column, row)) {
        return false;
    }
    for (int32_t dy = -width; dy <= width; dy++) {
        for (int32_t dx = -width; dx <= width; dx++) {
            if (r3d_priv_outline_is_opaque(frame, billboard, column + dx, row + dy)) {
                return true;
            }
        }
    }
    return false;
}

static void mark_sprite(r3d_outline_frame *frame, int32_t number, const r3d_outline_lines *lines)
{
    const r3d_outline_billboard *billboard = frame->billboards[number];
    const uint16_t id = (uint16_t)(frame->map->counts.ids + 1 + number);
    const uint8_t line =
        lines->shadow != NULL &&
                r3d_outline_shadow_is_lit(lines->shadow, billboard->x_a64, billboard->y_a64)
            ? R3D_OUTLINE_LIGHT
            : R3D_OUTLINE_DARK;
    const int32_t width = lines->sprite_width;
    int32_t left;
    int32_t top;
    int32_t nearness;
    r3d_priv_outline_billboard_place(frame, billboard, &left, &top, &nearness);
    for (int32_t row = -width; row < billboard->rect.height + width; row++) {
        const int32_t y = top + row;
        if (y < 0 || y >= frame->height) {
            continue;
        }
        const int32_t row_nearness = nearness - 4 * y;
        for (int32_t column = -width; column < billboard->rect.width + width; column++) {
            const int32_t x = left + column;
            if (x < 0 || x >= frame->width) {
                continue;
            }
            const size_t pixel = (size_t)y * (size_t)frame->width + (size_t)x;
            if (row_nearness > frame->nearness[pixel] &&
                is_sprite_beside(frame, billboard, column, row, width)) {
                frame->owners[pixel] = id;
                frame->lines[pixel] = line;
            }
        }
    }
}

r3d_result r3d_outline_frame_mark_world(r3d_outline_frame *frame, const r3d_outline_lines *lines)
{
    r3d_outline_lines whole;
    r3d_outline_lines_init(&whole);
    if (frame == NULL || r3d_priv_desc_read(&whole, sizeof whole, lines) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    lines = &whole;
    if (frame->map == NULL) {
        return R3D_ERR_STATE;
    }
    if (!r3d_priv_outline_lines_are_valid(lines)) {
        return R3D_ERR_RANGE;
    }
    frame->marking = R3D_PRIV_OUTLINE_MARKED_WORLD;
    frame->marked = *lines;
    mark_faces(frame, lines);
    for (int32_t i = 0; i < frame->billboard_count; i++) {
        mark_sprite(frame, i, lines);
    }
    return R3D_OK;
}
