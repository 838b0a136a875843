/* SPDX-License-Identifier: MIT */
/* Lines from ids and nearness: each pair of neighbours of different ids has one owner and marks one
 * pixel. Source: spec outline section 4. */

#include <string.h>

#include "../base/desc.h"

#include "outline_internal.h"

void r3d_outline_pass_init_sized(r3d_outline_pass *out_pass, uint32_t struct_size)
{
    r3d_outline_pass whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.crease_limit = R3D_OUTLINE_CREASE_LIMIT;
    whole.line_width = 1;
    R3D_PRIV_DESC_GIVE(out_pass, whole, struct_size);
}

static int32_t class_of_id(const r3d_outline_pass *pass, uint16_t id)
{
    return pass->classes != NULL && id < pass->class_count ? pass->classes[id]
                                                           : R3D_PRIV_OUTLINE_DEFAULT_CLASS;
}

/* Whether `a` owns the line between two pixels of different ids. */
static bool first_owns(const r3d_outline_pass *pass, size_t a, size_t b)
{
    const uint16_t id_a = pass->ids[a];
    const uint16_t id_b = pass->ids[b];
    if (id_a == 0 || id_b == 0) {
        return id_b == 0;
    }
    const int64_t distance = (int64_t)pass->nearness[a] - pass->nearness[b];
    if (distance > pass->crease_limit || -distance > pass->crease_limit) {
        return distance > 0;
    }
    const int32_t class_a = class_of_id(pass, id_a);
    const int32_t class_b = class_of_id(pass, id_b);
    return class_a != class_b ? class_a > class_b : id_a < id_b;
}

/* A pixel keeps the billboard of the greatest id that marks it; without one it is its own. */
static void mark(uint16_t *owners, uint8_t *steps, size_t pixel, uint16_t own, uint16_t owner)
{
    steps[pixel] = 1;
    if (owner == own) {
        if (owners[pixel] == 0) {
            owners[pixel] = own;
        }
    } else if (owners[pixel] == 0 || owners[pixel] == own || owners[pixel] < owner) {
        owners[pixel] = owner;
    }
}

static void mark_pair(const r3d_outline_pass *pass, size_t a, size_t b, uint16_t *owners,
                      uint8_t *steps)
{
    if (pass->ids[a] == pass->ids[b]) {
        return;
    }
    const bool first = first_owns(pass, a, b);
    const uint16_t owner = first ? pass->ids[a] : pass->ids[b];
    const bool own = class_of_id(pass, owner) != R3D_PRIV_OUTLINE_BILLBOARD_CLASS;
    const size_t pixel = first == own ? a : b;
    mark(owners, steps, pixel, pass->ids[pixel], owner);
}

void r3d_priv_outline_mark_pairs(const r3d_outline_pass *pass, uint16_t *owners, uint8_t *steps)
{
    const size_t width = (size_t)pass->width;
    const size_t height = (size_t)pass->height;
    memset(owners, 0, width * height * sizeof *owners);
    memset(steps, 0, width * height);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            const size_t pixel = y * width + x;
            if (x + 1 < width) {
                mark_pair(pass, pixel, pixel + 1, owners, steps);
            }
            if (y + 1 < height) {
                mark_pair(pass, pixel, pixel + width, owners, steps);
            }
        }
    }
}

void r3d_priv_outline_widen(const r3d_outline_pass *pass, uint16_t *owners, uint8_t *steps,
                            uint8_t *lines)
{
    const int32_t width = pass->width;
    const int32_t height = pass->height;
    static const int8_t neighbours[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int32_t step = 1; step < pass->line_width; step++) {
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                const size_t pixel = (size_t)y * (size_t)width + (size_t)x;
                for (int i = 0; i < 4 && steps[pixel] == 0; i++) {
                    const int32_t from_x = x + neighbours[i][0];
                    const int32_t from_y = y + neighbours[i][1];
                    if (from_x < 0 || from_y < 0 || from_x >= width || from_y >= height) {
                        continue;
                    }
                    const size_t from = (size_t)from_y * (size_t)width + (size_t)from_x;
                    /* Marks of this very step do not count yet. */
                    if (steps[from] == 0 || steps[from] > step ||
                        pass->ids[from] != pass->ids[pixel]) {
                        continue;
                    }
                    steps[pixel] = (uint8_t)(step + 1);
                    owners[pixel] = owners[from];
                    if (lines != NULL) {
                        lines[pixel] = lines[from];
                    }
                }
            }
        }
    }
}

r3d_result r3d_outline_pass_run(const r3d_outline_pass *pass, uint16_t *out_owners,
                                uint8_t *scratch)
{
    r3d_outline_pass whole;
    r3d_outline_pass_init(&whole);
    if (r3d_priv_desc_read(&whole, sizeof whole, pass) != R3D_OK || whole.ids == NULL ||
        whole.nearness == NULL || out_owners == NULL || scratch == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    pass = &whole;
    if (pass->width < 1 || pass->width > R3D_SURFACE_SIZE_MAX || pass->height < 1 ||
        pass->height > R3D_SURFACE_SIZE_MAX || pass->crease_limit < 0 || pass->class_count < 0 ||
        pass->line_width < 1 || pass->line_width > R3D_OUTLINE_WIDTH_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_priv_outline_mark_pairs(pass, out_owners, scratch);
    r3d_priv_outline_widen(pass, out_owners, scratch, NULL);
    return R3D_OK;
}

void r3d_outline_lines_init_sized(r3d_outline_lines *out_lines, uint32_t struct_size)
{
    r3d_outline_lines whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.width = 1;
    whole.sprite_width = 1;
    whole.crease_limit = R3D_OUTLINE_CREASE_LIMIT;
    R3D_PRIV_DESC_GIVE(out_lines, whole, struct_size);
}

bool r3d_priv_outline_lines_are_valid(const r3d_outline_lines *lines)
{
    return lines->width >= 1 && lines->width <= R3D_OUTLINE_WIDTH_MAX && lines->sprite_width >= 1 &&
           lines->sprite_width <= R3D_OUTLINE_WIDTH_MAX && lines->crease_limit >= 0;
}

/* Whether the line of a pixel is light: by the foot of the billboard that marked it, or by its place. */
static bool is_light(const r3d_outline_frame *frame, const r3d_outline_shadow *shadow, int32_t x,
                     int32_t y, uint16_t own, uint16_t owner)
{
    if (shadow == NULL) {
        return false;
    }
    if (owner != own) {
        const r3d_outline_billboard *billboard =
            frame->billboards[owner - frame->map->counts.ids - 1];
        return r3d_outline_shadow_is_lit(shadow, billboard->x_a64, billboard->y_a64);
    }
    r3d_priv_outline_place place;
    r3d_priv_outline_locate(frame, x, y, &place);
    return r3d_priv_outline_place_is_lit(frame, &place, shadow);
}

r3d_result r3d_outline_frame_mark_screen(r3d_outline_frame *frame, const r3d_outline_lines *lines)
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
    frame->marking = R3D_PRIV_OUTLINE_MARKED_SCREEN;
    frame->marked = *lines;
    r3d_outline_pass pass;
    r3d_outline_pass_init(&pass);
    pass.width = frame->width;
    pass.height = frame->height;
    pass.ids = frame->ids;
    pass.nearness = frame->nearness;
    pass.classes = frame->map->classes;
    pass.class_count = frame->map->counts.ids + 1 + frame->billboard_count;
    pass.crease_limit = lines->crease_limit;
    pass.line_width = lines->width;
    r3d_priv_outline_mark_pairs(&pass, frame->owners, frame->steps);
    for (int32_t y = 0; y < frame->height; y++) {
        for (int32_t x = 0; x < frame->width; x++) {
            const size_t pixel = (size_t)y * (size_t)frame->width + (size_t)x;
            frame->lines[pixel] =
                frame->steps[pixel] == 0 ? R3D_OUTLINE_NO_LINE
                : is_light(frame, lines->shadow, x, y, frame->ids[pixel], frame->owners[pixel])
                    ? R3D_OUTLINE_LIGHT
                    : R3D_OUTLINE_DARK;
        }
    }
    r3d_priv_outline_widen(&pass, frame->owners, frame->steps, frame->lines);
    return R3D_OK;
}
