/* SPDX-License-Identifier: MIT */
/* Item icons. Source: spec rs2-model section 11. */

#include <retro3d/icon.h>

#include <string.h>

#include "../surface/fill.h"
#include "draw_internal.h"
#include "icon_pixels.h"
#include "mesh_internal.h"

enum {
    SIZE = R3D_ICON_SIZE,
    LINKED_SIZE = 22, /* of the icon that a note shows */
    LINKED_POSITION = 5,
    STACK_ENTRIES_MAX = 10
};

static const uint32_t rgb_mask = 0xFFFFFFu;
static const uint32_t opaque = 0xFF000000u;

void r3d_icon_get_view(const r3d_icon_look *look, const r3d_mesh *mesh, r3d_icon_view *out_view)
{
    if (look == NULL || mesh == NULL || out_view == NULL) {
        return;
    }
    int32_t sine = r3d_i32_mul(r3d_sin_a11(look->pitch_a11), look->zoom) >> 16;
    int32_t cosine = r3d_i32_mul(r3d_cos_a11(look->pitch_a11), look->zoom) >> 16;
    out_view->pitch_a11 = 0;
    out_view->yaw_a11 = look->yaw_a11;
    out_view->roll_a11 = look->roll_a11;
    out_view->eye_pitch_a11 = look->pitch_a11;
    out_view->eye.x = look->x_offset;
    out_view->eye.y = r3d_i32_add(r3d_i32_add(sine, mesh->bounds.up / 2), look->y_offset);
    out_view->eye.z = r3d_i32_add(cosine, look->y_offset);
}

/* Draws a finished icon over a note: nearest samples, holes left out. */
static void draw_linked(uint32_t *pixels, const uint32_t *linked, r3d_icon_background background)
{
    int32_t step = (SIZE << 16) / LINKED_SIZE;
    for (int32_t y = 0; y < LINKED_SIZE; y++) {
        for (int32_t x = 0; x < LINKED_SIZE; x++) {
            uint32_t pixel = linked[(y * step >> 16) * SIZE + (x * step >> 16)];
            bool is_hole =
                background == R3D_ICON_BY_COVERAGE ? pixel >> 24 == 0 : (pixel & rgb_mask) == 0;
            if (!is_hole) {
                pixels[(LINKED_POSITION + y) * SIZE + LINKED_POSITION + x] = pixel | opaque;
            }
        }
    }
}

/* Draws the mesh and its outline. *out_map, if the result is not that of a wrong call, tells what
 * the pixels are. */
static r3d_result draw_outlined(r3d_draw_context *context, const r3d_palette *palette,
                                const r3d_mesh *mesh, const r3d_icon_look *look,
                                r3d_icon_background background, uint32_t *pixels,
                                r3d_priv_class_map *out_map,
                                const r3d_priv_icon_pixels **out_functions,
                                r3d_draw_report *out_report)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_icon_view view;
    memset(out_map, 0, sizeof *out_map);
    if (context == NULL || mesh == NULL || look == NULL || pixels == NULL ||
        (background != R3D_ICON_BY_COVERAGE && background != R3D_ICON_BY_COLOR)) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_priv_fill(pixels, (size_t)SIZE * SIZE, 0, r3d_isa_features(context->isa));
    r3d_result result = r3d_surface_init(&surface, pixels, SIZE, SIZE, SIZE);
    if (result == R3D_OK) {
        result = r3d_surface_set_isa(&surface, context->isa);
    }
    if (result == R3D_OK) {
        result = r3d_raster_init(&raster, &surface, palette);
    }
    if (result != R3D_OK) {
        return result;
    }
    raster.smooth = true;
    r3d_icon_get_view(look, mesh, &view);
    result = r3d_draw_model(context, &raster, mesh, &view, out_report);
    *out_functions = r3d_priv_icon_pixels_of(context->isa);
    (*out_functions)->outline(pixels, background, out_map);
    return result;
}

r3d_result r3d_icon_draw(r3d_draw_context *context, const r3d_palette *palette,
                         const r3d_mesh *mesh, const r3d_icon_look *look,
                         r3d_icon_background background, const uint32_t *linked, uint32_t *pixels,
                         r3d_draw_report *out_report)
{
    r3d_priv_class_map map;
    const r3d_priv_icon_pixels *functions = r3d_priv_icon_pixels_of(R3D_ISA_SCALAR);
    r3d_result result = draw_outlined(context, palette, mesh, look, background, pixels, &map,
                                      &functions, out_report);
    if (result == R3D_ERR_ARGUMENT) {
        return result;
    }
    functions->shadow(pixels, &map);
    if (linked != NULL) {
        draw_linked(pixels, linked, background);
    }
    return result;
}

r3d_result r3d_icon_draw_unshadowed(r3d_draw_context *context, const r3d_palette *palette,
                                    const r3d_mesh *mesh, const r3d_icon_look *look,
                                    r3d_icon_background background, uint32_t *pixels,
                                    r3d_draw_report *out_report)
{
    r3d_priv_class_map map;
    const r3d_priv_icon_pixels *functions = r3d_priv_icon_pixels_of(R3D_ISA_SCALAR);
    return draw_outlined(context, palette, mesh, look, background, pixels, &map, &functions,
                         out_report);
}

r3d_result r3d_icon_draw_selected(r3d_draw_context *context, const r3d_palette *palette,
                                  const r3d_mesh *mesh, const r3d_icon_look *look,
                                  r3d_icon_background background, uint32_t outline_rgb,
                                  uint32_t *pixels, r3d_draw_report *out_report)
{
    r3d_priv_class_map map;
    const r3d_priv_icon_pixels *functions = r3d_priv_icon_pixels_of(R3D_ISA_SCALAR);
    if (context == NULL || palette == NULL || mesh == NULL || look == NULL || pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (outline_rgb == 0 || outline_rgb > rgb_mask) {
        return R3D_ERR_RANGE;
    }
    r3d_icon_look smaller = *look;
    smaller.zoom = (int32_t)((int64_t)look->zoom * 104 / 100);
    r3d_result result = draw_outlined(context, palette, mesh, &smaller, background, pixels, &map,
                                      &functions, out_report);
    if (result != R3D_ERR_ARGUMENT) {
        functions->second_outline(pixels, &map, outline_rgb);
    }
    return result;
}

int32_t r3d_icon_stack_item(const r3d_stack_entry *entries, int32_t entry_count, int32_t item,
                            int32_t amount)
{
    if (entries == NULL || amount <= 1) {
        return item;
    }
    int32_t chosen = item;
    for (int32_t i = 0; i < entry_count && i < STACK_ENTRIES_MAX; i++) {
        if (entries[i].count != 0 && amount >= entries[i].count) {
            chosen = entries[i].item;
        }
    }
    return chosen;
}
