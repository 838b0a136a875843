/* SPDX-License-Identifier: MIT */
/* From what was read to a frame: the map and its buffers for the settings, and what is drawn at a time.
 * Source: spec outline sections 10 to 12. */

#include <string.h>

#include "../base/desc.h"

#include "isomaps_internal.h"

static const int64_t TIME_MAX = (int64_t)1 << 40;

void r3d_isomap_settings_init_sized(r3d_isomap_settings *out_settings, uint32_t struct_size)
{
    r3d_isomap_settings whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.width = 1;
    whole.color_percent = 100;
    whole.texels = 8;
    R3D_PRIV_DESC_GIVE(out_settings, whole, struct_size);
}

r3d_result r3d_isomap_get_settings(const r3d_isomap *map, r3d_isomap_settings *out_settings)
{
    if (map == NULL || out_settings == NULL ||
        !r3d_priv_desc_size_is_possible(out_settings->struct_size)) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_priv_desc_give(out_settings, out_settings->struct_size, &map->settings,
                       sizeof map->settings);
    return R3D_OK;
}

/* ---- what is made for the settings ---- */

/* What replaces that of the map when all of it is made. */
typedef struct parts {
    r3d_outline_map *map;
    r3d_outline_shadow *shadow;
    r3d_outline_frame *frame;
    r3d_outline_billboard *shown;
    int32_t size[4];
} parts;

static void release(const r3d_isomap *map, parts *made)
{
    r3d_outline_frame_destroy(made->frame);
    r3d_outline_shadow_destroy(made->shadow);
    r3d_outline_map_destroy(made->map);
    r3d_priv_release(&map->allocator, made->shown);
}

static r3d_result check_settings(const r3d_isomap_settings *s)
{
    const bool is_valid = (s->mode == R3D_ISOMAP_WORLD || s->mode == R3D_ISOMAP_SCREEN) &&
                          s->width >= 1 && s->width <= R3D_OUTLINE_WIDTH_MAX &&
                          s->ids >= R3D_OUTLINE_IDS_SURFACE && s->ids <= R3D_OUTLINE_IDS_FACE &&
                          s->color_percent >= 0 && s->color_percent <= 100 && s->texels >= 1 &&
                          s->texels <= R3D_OUTLINE_TEXELS_MAX && s->quadrant >= 0 &&
                          s->quadrant <= 3;
    const bool is_near = s->light_x_a64 >= -R3D_OUTLINE_PLACE_A64_MAX * 4 &&
                         s->light_x_a64 <= R3D_OUTLINE_PLACE_A64_MAX * 4 &&
                         s->light_y_a64 >= -R3D_OUTLINE_PLACE_A64_MAX * 4 &&
                         s->light_y_a64 <= R3D_OUTLINE_PLACE_A64_MAX * 4;
    return is_valid && is_near ? R3D_OK : R3D_ERR_RANGE;
}

/* The size of the picture and its origin. */
static void find_size(const r3d_isomap *map, int32_t quadrant, int32_t size[4])
{
    const int32_t width = (quadrant & 1) != 0 ? map->height : map->width;
    const int32_t height = (quadrant & 1) != 0 ? map->width : map->height;
    int32_t greatest = 0;
    for (int32_t i = 0; i < map->width * map->height; i++) {
        greatest = map->heights[i] > greatest ? map->heights[i] : greatest;
    }
    const int32_t origin_y = 16 * greatest + 8 + map->sprite_height_max;
    const int32_t usual[4] = {16 * (width + height) + 8, origin_y + 8 * (width + height) + 6,
                              16 * height + 4, origin_y};
    memcpy(size, usual, sizeof usual);
    if (map->has_canvas) {
        memcpy(size, map->canvas, 2 * sizeof *size);
        for (int i = 0; i < 2; i++) {
            const int32_t more = size[i] - usual[i];
            /* floor, also of negative ones */
            size[2 + i] = usual[2 + i] + (more < 0 ? -((1 - more) / 2) : more / 2);
        }
    }
    if (map->has_origin) {
        memcpy(size + 2, map->canvas + 2, 2 * sizeof *size);
    }
}

static r3d_result make_map(const r3d_isomap *map, const r3d_isomap_settings *settings, parts *made)
{
    r3d_outline_map_desc desc;
    r3d_outline_map_desc_init(&desc);
    desc.allocator = &map->allocator;
    desc.width = map->width;
    desc.height = map->height;
    desc.heights = map->heights;
    desc.quadrant = settings->quadrant;
    desc.ids = settings->ids;
    if (map->rect_count > 0) {
        desc.top_rects = map->tops;
        desc.side_rects = map->sides;
        desc.rects = map->rects;
        desc.rect_count = map->rect_count;
        desc.sheet =
            (r3d_outline_sheet){map->sheet, map->sheet_width, map->sheet_height, map->sheet_width};
    }
    return r3d_outline_map_create(&desc, &made->map);
}

static r3d_result make_frame(const r3d_isomap *map, parts *made)
{
    r3d_outline_frame_desc desc;
    r3d_outline_frame_desc_init(&desc);
    desc.allocator = &map->allocator;
    desc.max_width = made->size[0];
    desc.max_height = made->size[1];
    desc.max_billboards = (int32_t)map->billboards.count;
    return r3d_outline_frame_create(&desc, &made->frame);
}

static r3d_result build(const r3d_isomap *map, const r3d_isomap_settings *settings, parts *made,
                        const char **out_reason)
{
    const bool has_light = settings->has_light || map->light_kind != R3D_PRIV_ISO_NO_LIGHT;
    int32_t x;
    int32_t y;
    *out_reason = "a setting is out of range";
    r3d_result result = check_settings(settings);
    if (result != R3D_OK) {
        return result;
    }
    /* A light that moves may find its place later. */
    if (has_light && (settings->has_light || map->light_kind == R3D_PRIV_ISO_PLACE) &&
        !r3d_priv_iso_light_place(map, settings, 0, &x, &y)) {
        *out_reason = "the light is in a wall or outside the map, expected a cell of height 0";
        return R3D_ERR_RANGE;
    }
    find_size(map, settings->quadrant, made->size);
    if (made->size[0] > R3D_SURFACE_SIZE_MAX || made->size[1] > R3D_SURFACE_SIZE_MAX ||
        (int64_t)made->size[0] * made->size[1] > R3D_ISOMAP_PIXELS_MAX) {
        *out_reason = "the picture is too large";
        return R3D_ERR_LIMIT;
    }
    *out_reason = "the map has more than 65535 surfaces";
    result = make_map(map, settings, made);
    if (result == R3D_OK && has_light) {
        *out_reason = "the shadow map is too large, expected fewer texels a cell";
        result =
            r3d_outline_shadow_create(made->map, settings->texels, &map->allocator, &made->shadow);
    }
    if (result == R3D_OK) {
        *out_reason = "the frame is too large";
        result = make_frame(map, made);
    }
    const size_t count = map->billboards.count;
    made->shown = r3d_priv_alloc(&map->allocator, count, sizeof *made->shown);
    result = result == R3D_OK && made->shown == NULL ? R3D_ERR_MEMORY : result;
    *out_reason = result == R3D_ERR_MEMORY ? "out of memory" : *out_reason;
    return result;
}

r3d_result r3d_priv_iso_build(r3d_isomap *map, const r3d_isomap_settings *settings,
                              const char *name, int32_t line, r3d_error *out_error)
{
    parts made = {NULL, NULL, NULL, NULL, {0, 0, 0, 0}};
    const char *reason = "";
    const r3d_result result = build(map, settings, &made, &reason);
    if (result != R3D_OK) {
        release(map, &made);
        return r3d_priv_io_fail(out_error, result, name, result == R3D_ERR_RANGE ? line : 0, -1,
                                "%s", reason);
    }
    parts old = {map->map, map->shadow, map->frame, map->shown, {0, 0, 0, 0}};
    map->map = made.map;
    map->shadow = made.shadow;
    map->frame = made.frame;
    map->shown = made.shown;
    memcpy(map->size, made.size, sizeof map->size);
    map->settings = *settings;
    map->is_drawn = false;
    release(map, &old);
    return R3D_OK;
}

r3d_result r3d_isomap_set_settings(r3d_isomap *map, const r3d_isomap_settings *settings,
                                   r3d_error *out_error)
{
    r3d_isomap_settings whole;
    r3d_isomap_settings_init(&whole);
    if (map == NULL || r3d_priv_desc_read(&whole, sizeof whole, settings) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                "no map, or settings without their size");
    }
    return r3d_priv_iso_build(map, &whole, NULL, 0, out_error);
}

/* ---- drawing ---- */

static r3d_result draw_all(r3d_isomap *map, int64_t time_ms)
{
    const r3d_priv_iso_billboard *billboards = map->billboards.items;
    const int32_t count = (int32_t)map->billboards.count;
    for (int32_t i = 0; i < count; i++) {
        r3d_outline_billboard *shown = &map->shown[i];
        *shown = billboards[i].shape;
        r3d_priv_iso_place(map, &billboards[i], time_ms, &shown->x_a64, &shown->y_a64);
        r3d_outline_turn(map->settings.quadrant, map->width, map->height, &shown->x_a64,
                         &shown->y_a64);
    }
    r3d_result result = r3d_outline_frame_begin(map->frame, map->map, map->size[0], map->size[1],
                                                map->size[2], map->size[3]);
    if (result == R3D_OK) {
        result = r3d_outline_frame_draw_cells(map->frame, NULL, 0);
    }
    if (result == R3D_OK) {
        result = r3d_outline_frame_draw_billboards(map->frame, map->shown, count);
    }
    return result;
}

r3d_result r3d_isomap_draw(r3d_isomap *map, int64_t time_ms, r3d_error *out_error)
{
    int32_t x = 0;
    int32_t y = 0;
    if (map == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "no map");
    }
    if (time_ms < -TIME_MAX || time_ms > TIME_MAX) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, NULL, 0, -1,
                                "the time is out of range, expected -2^40..2^40 milliseconds");
    }
    map->is_drawn = false;
    if (map->shadow != NULL) {
        if (!r3d_priv_iso_light_place(map, &map->settings, time_ms, &x, &y)) {
            return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, NULL, 0, -1,
                                    "the light was in no cell of height 0 up to time %lld",
                                    (long long)time_ms);
        }
        const r3d_result cast = r3d_outline_shadow_cast(map->shadow, x, y, map->rho_16);
        if (cast != R3D_OK) {
            return r3d_priv_io_fail(out_error, cast, NULL, 0, -1, "the light cannot be cast");
        }
    }
    r3d_result result = draw_all(map, time_ms);
    if (result == R3D_OK) {
        map->is_drawn = true;
        result = r3d_isomap_mark(map, map->settings.mode);
    }
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_io_fail(out_error, result, NULL, 0, -1,
                                               "the billboards do not fit: more than 65535 "
                                               "surfaces, or one outside the sheet");
}

r3d_result r3d_isomap_mark(r3d_isomap *map, r3d_isomap_mode mode)
{
    if (map == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (mode != R3D_ISOMAP_WORLD && mode != R3D_ISOMAP_SCREEN) {
        return R3D_ERR_RANGE;
    }
    if (!map->is_drawn) {
        return R3D_ERR_STATE;
    }
    r3d_outline_lines lines;
    r3d_outline_lines_init(&lines);
    lines.width = map->settings.width;
    lines.sprite_width = map->sprite_width;
    lines.shadow = map->has_dark_lines ? NULL : map->shadow;
    return mode == R3D_ISOMAP_WORLD ? r3d_outline_frame_mark_world(map->frame, &lines)
                                    : r3d_outline_frame_mark_screen(map->frame, &lines);
}

r3d_result r3d_isomap_paint(const r3d_isomap *map, r3d_surface *surface, int32_t x, int32_t y)
{
    if (map == NULL || surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!map->is_drawn || map->rect_count == 0) {
        return R3D_ERR_STATE;
    }
    r3d_outline_paint paint = map->paint;
    paint.color_percent = map->settings.color_percent;
    paint.shadow = map->shadow;
    return r3d_outline_frame_paint(map->frame, &paint, surface, x, y);
}

/* ---- what can be asked ---- */

void r3d_isomap_get_size(const r3d_isomap *map, int32_t *out_width, int32_t *out_height)
{
    if (out_width != NULL) {
        *out_width = map == NULL ? 0 : map->size[0];
    }
    if (out_height != NULL) {
        *out_height = map == NULL ? 0 : map->size[1];
    }
}

bool r3d_isomap_has_colors(const r3d_isomap *map)
{
    return map != NULL && map->rect_count > 0;
}

const r3d_outline_frame *r3d_isomap_get_frame(const r3d_isomap *map)
{
    return map == NULL ? NULL : map->frame;
}

const r3d_outline_shadow *r3d_isomap_get_shadow(const r3d_isomap *map)
{
    return map == NULL ? NULL : map->shadow;
}

void r3d_isomap_get_counts(const r3d_isomap *map, r3d_isomap_counts *out_counts)
{
    if (out_counts == NULL) {
        return;
    }
    memset(out_counts, 0, sizeof *out_counts);
    if (map == NULL) {
        return;
    }
    r3d_outline_map_get_counts(map->map, &out_counts->map);
    out_counts->billboards = (int32_t)map->billboards.count;
    out_counts->draws = 1 + (out_counts->map.x_sides > 0 ? 1 : 0) +
                        (out_counts->map.y_sides > 0 ? 1 : 0) +
                        (out_counts->billboards > 0 ? 1 : 0);
    out_counts->surfaces = out_counts->map.ids + out_counts->billboards;
    const int32_t texels = map->settings.texels;
    out_counts->texels = out_counts->map.width * texels * out_counts->map.height * texels;
    out_counts->lit_texels = out_counts->texels;
    if (map->shadow != NULL) {
        const uint8_t *lit = r3d_outline_shadow_get_texels(map->shadow, NULL, NULL);
        out_counts->lit_texels = 0;
        for (int32_t i = 0; i < out_counts->texels; i++) {
            out_counts->lit_texels += lit[i] != 0 ? 1 : 0;
        }
    }
}
