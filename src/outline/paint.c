/* SPDX-License-Identifier: MIT */
/* Places of pixels and the coloured picture. Source: spec outline sections 2 and 10. */

#include <string.h>

#include <retro3d/outline_calls.h>

#include "../base/desc.h"

#include "outline_internal.h"

enum { FULL_SHADE = 256, X_SIDE_SHADE = 160, Y_SIDE_SHADE = 208, DARK_SHADE = 128, PERCENT = 100 };

void r3d_outline_paint_init_sized(r3d_outline_paint *out_paint, uint32_t struct_size)
{
    r3d_outline_paint whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.top_shade = FULL_SHADE;
    whole.x_side_shade = X_SIDE_SHADE;
    whole.y_side_shade = Y_SIDE_SHADE;
    whole.dark_shade = DARK_SHADE;
    whole.color_percent = PERCENT;
    whole.light_rgb = 0xFFFFFF;
    whole.has_lines = true;
    R3D_PRIV_DESC_GIVE(out_paint, whole, struct_size);
}

void r3d_priv_outline_locate(const r3d_outline_frame *frame, int32_t x, int32_t y,
                             r3d_priv_outline_place *out_place)
{
    enum { BORDER_MASK = 31, LEVEL_MASK = 15, CELL_MASK = 255 };
    r3d_priv_outline_place place;
    memset(&place, 0, sizeof place);
    place.billboard = -1;
    const uint32_t hit = frame->hits[(size_t)y * (size_t)frame->width + (size_t)x];
    place.kind = (r3d_outline_kind)(hit >> R3D_PRIV_HIT_KIND_SHIFT);
    if (place.kind == R3D_OUTLINE_BILLBOARD) {
        place.billboard = (int32_t)(hit & R3D_OUTLINE_ID_MAX);
        const r3d_outline_billboard *billboard = frame->billboards[place.billboard];
        int32_t nearness;
        r3d_priv_outline_billboard_place(frame, billboard, &place.column, &place.row, &nearness);
        place.column = x - place.column;
        place.row = y - place.row;
        place.x_a64 = billboard->x_a64;
        place.y_a64 = billboard->y_a64;
        *out_place = place;
        return;
    }
    const int32_t a = 2 * (x - frame->origin_x) + 1;
    const int32_t b = 2 * (y - frame->origin_y) + 1;
    place.borders = (int32_t)(hit >> R3D_PRIV_HIT_BORDER_SHIFT) & BORDER_MASK;
    place.level = (int32_t)(hit >> R3D_PRIV_HIT_LEVEL_SHIFT) & LEVEL_MASK;
    place.cell_y = (int32_t)(hit >> R3D_PRIV_HIT_Y_SHIFT) & CELL_MASK;
    place.cell_x = (int32_t)hit & CELL_MASK;
    switch (place.kind) {
    case R3D_OUTLINE_TOP:
        place.z_a64 = R3D_PRIV_OUTLINE_CELL * place.level;
        place.x_a64 = a + 2 * b + place.z_a64;
        place.y_a64 = -a + 2 * b + place.z_a64;
        break;
    case R3D_OUTLINE_X_SIDE:
        place.x_a64 = R3D_PRIV_OUTLINE_CELL * (place.cell_x + 1);
        place.y_a64 = place.x_a64 - 2 * a;
        place.z_a64 = place.x_a64 - a - 2 * b;
        break;
    case R3D_OUTLINE_Y_SIDE:
        place.y_a64 = R3D_PRIV_OUTLINE_CELL * (place.cell_y + 1);
        place.x_a64 = place.y_a64 + 2 * a;
        place.z_a64 = place.y_a64 + a - 2 * b;
        break;
    default:
        break;
    }
    *out_place = place;
}

bool r3d_priv_outline_texel(const r3d_outline_frame *frame, const r3d_priv_outline_place *place,
                            int32_t *out_x, int32_t *out_y)
{
    const r3d_outline_map *map = frame->map;
    if (map->rect_count == 0 || place->kind == R3D_OUTLINE_BACKDROP) {
        return false;
    }
    if (place->kind == R3D_OUTLINE_BILLBOARD) {
        const r3d_outline_billboard *billboard = frame->billboards[place->billboard];
        const r3d_outline_rect *rect = &billboard->rect;
        *out_x = rect->x + (billboard->mirrored ? rect->width - 1 - place->column : place->column);
        *out_y = rect->y + place->row;
        return true;
    }
    enum { LAST = R3D_PRIV_OUTLINE_CELL - 1 };
    const int32_t cell = place->cell_y * map->width + place->cell_x;
    const int32_t fx = place->x_a64 - R3D_PRIV_OUTLINE_CELL * place->cell_x;
    const int32_t fy = place->y_a64 - R3D_PRIV_OUTLINE_CELL * place->cell_y;
    const int32_t fz = place->z_a64 - R3D_PRIV_OUTLINE_CELL * place->level;
    const r3d_outline_rect *rect =
        &map->rects[place->kind == R3D_OUTLINE_TOP ? map->top_rects[cell] : map->side_rects[cell]];
    const int32_t u = place->kind == R3D_OUTLINE_X_SIDE ? LAST - fy : fx;
    const int32_t v = place->kind == R3D_OUTLINE_TOP ? fy : LAST - fz;
    *out_x = rect->x + ((u * rect->width) >> 6);
    *out_y = rect->y + ((v * rect->height) >> 6);
    return true;
}

/* (channel * shade) >> 8 of all three channels. */
static uint32_t shaded(uint32_t rgb, int32_t shade)
{
    const uint32_t s = (uint32_t)shade;
    const uint32_t red_blue = ((rgb & 0xFF00FF) * s >> 8) & 0xFF00FF;
    const uint32_t green = ((rgb & 0x00FF00) * s >> 8) & 0x00FF00;
    return red_blue | green;
}

static uint32_t faded(uint32_t rgb, int32_t percent)
{
    uint32_t result = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const int32_t channel = (int32_t)(rgb >> shift) & 255;
        const int32_t value =
            (channel * percent + 255 * (PERCENT - percent) + PERCENT / 2) / PERCENT;
        result |= (uint32_t)value << shift;
    }
    return result;
}

uint32_t r3d_priv_outline_color(const r3d_outline_frame *frame, const r3d_outline_paint *paint,
                                int32_t x, int32_t y)
{
    const uint8_t line = frame->lines[(size_t)y * (size_t)frame->width + (size_t)x];
    if (paint->has_lines && line != R3D_OUTLINE_NO_LINE) {
        return line == R3D_OUTLINE_LIGHT ? paint->light_rgb : paint->dark_rgb;
    }
    r3d_priv_outline_place place;
    r3d_priv_outline_locate(frame, x, y, &place);
    uint32_t rgb = paint->backdrop_rgb;
    int32_t texel_x;
    int32_t texel_y;
    if (r3d_priv_outline_texel(frame, &place, &texel_x, &texel_y)) {
        const r3d_outline_sheet *sheet = &frame->map->sheet;
        rgb = sheet->pixels[(size_t)texel_y * (size_t)sheet->stride_px + (size_t)texel_x];
        if (place.kind == R3D_OUTLINE_TOP) {
            rgb = shaded(rgb, paint->top_shade);
        } else if (place.kind == R3D_OUTLINE_X_SIDE) {
            rgb = shaded(rgb, paint->x_side_shade);
        } else if (place.kind == R3D_OUTLINE_Y_SIDE) {
            rgb = shaded(rgb, paint->y_side_shade);
        }
        if (paint->shadow != NULL && !r3d_priv_outline_place_is_lit(frame, &place, paint->shadow)) {
            rgb = shaded(rgb, paint->dark_shade);
        }
    }
    return paint->color_percent == PERCENT ? rgb : faded(rgb, paint->color_percent);
}

void r3d_priv_outline_paint_run(const r3d_outline_paint_call *call, r3d_surface *surface,
                                int32_t row, int32_t begin, int32_t end)
{
    const r3d_rect *clip = &surface->clip;
    const int64_t target_y = (int64_t)call->y + row;
    if (target_y < clip->top || target_y >= clip->bottom) {
        return;
    }
    const int64_t left = (int64_t)clip->left - call->x;
    const int64_t right = (int64_t)clip->right - call->x;
    begin = begin < left ? (int32_t)(left < end ? left : end) : begin;
    end = end > right ? (int32_t)(right > begin ? right : begin) : end;
    if (begin >= end) {
        return;
    }
    uint32_t *target = surface->pixels + (size_t)target_y * (size_t)surface->stride_px;
    for (int32_t column = begin; column < end; column++) {
        target[(int64_t)call->x + column] =
            0xFF000000 | r3d_priv_outline_color(call->frame, call->paint, column, row);
    }
}

static bool is_shade(int32_t shade)
{
    return shade >= 0 && shade <= FULL_SHADE;
}

r3d_result r3d_outline_frame_paint(const r3d_outline_frame *frame, const r3d_outline_paint *paint,
                                   r3d_surface *surface, int32_t x, int32_t y)
{
    r3d_outline_paint whole;
    r3d_outline_paint_init(&whole);
    if (frame == NULL || surface == NULL ||
        r3d_priv_desc_read(&whole, sizeof whole, paint) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    paint = &whole;
    if (frame->map == NULL || frame->map->rect_count == 0) {
        return R3D_ERR_STATE;
    }
    if (!is_shade(paint->top_shade) || !is_shade(paint->x_side_shade) ||
        !is_shade(paint->y_side_shade) || !is_shade(paint->dark_shade) ||
        paint->color_percent < 0 || paint->color_percent > PERCENT) {
        return R3D_ERR_RANGE;
    }
    const r3d_outline_paint_call call = {frame, paint, x, y};
    if (surface->listener != NULL) {
        r3d_priv_outline_tell_paint(&call, surface);
        return R3D_OK;
    }
    for (int32_t row = 0; row < frame->height; row++) {
        r3d_priv_outline_paint_run(&call, surface, row, 0, frame->width);
    }
    return R3D_OK;
}

r3d_result r3d_outline_frame_get_pixel(const r3d_outline_frame *frame, int32_t x, int32_t y,
                                       r3d_outline_pixel *out_pixel)
{
    if (frame == NULL || out_pixel == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (frame->map == NULL) {
        return R3D_ERR_STATE;
    }
    if (x < 0 || y < 0 || x >= frame->width || y >= frame->height) {
        return R3D_ERR_RANGE;
    }
    const size_t pixel = (size_t)y * (size_t)frame->width + (size_t)x;
    r3d_priv_outline_place place;
    r3d_priv_outline_locate(frame, x, y, &place);
    memset(out_pixel, 0, sizeof *out_pixel);
    out_pixel->kind = place.kind;
    out_pixel->id = frame->ids[pixel];
    out_pixel->nearness = place.kind == R3D_OUTLINE_BACKDROP ? 0 : frame->nearness[pixel];
    out_pixel->cell_x = place.cell_x;
    out_pixel->cell_y = place.cell_y;
    out_pixel->level = place.level;
    out_pixel->billboard = place.billboard;
    out_pixel->place_x_a64 = place.x_a64;
    out_pixel->place_y_a64 = place.y_a64;
    out_pixel->place_z_a64 = place.z_a64;
    if (!r3d_priv_outline_texel(frame, &place, &out_pixel->texel_x, &out_pixel->texel_y)) {
        out_pixel->texel_x = -1;
        out_pixel->texel_y = -1;
    }
    out_pixel->line = (r3d_outline_line)frame->lines[pixel];
    out_pixel->line_owner = frame->owners[pixel];
    return R3D_OK;
}
