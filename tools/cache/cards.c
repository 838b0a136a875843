/* SPDX-License-Identifier: MIT */
/* See cards.h. Source: golden/cache/README.md. */

#include "card_drawer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

enum {
    TEXELS_WIDTH = 128,
    TEXELS_HEIGHT = 512,
    CARD_SIZE = 256,
    CARD_SIZE_MAX = 4096,
    CARD_PITCH = 128,
    DISTANCE_MAX = 3000,
    PERCENT_MAX = 100000
};

r3d_result card_fail(r3d_error *out_error, r3d_result result, const r3d_cache *cache,
                     const char *format, ...)
{
    if (out_error == NULL) {
        return result;
    }
    const char *root = r3d_cache_get_root(cache);
    const size_t length = strlen(root);
    const size_t room = sizeof out_error->file - 2;
    out_error->result = result;
    out_error->line = 0;
    out_error->offset = -1;
    snprintf(out_error->file, sizeof out_error->file, "%s",
             length > room ? root + (length - room) : root);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out_error->message, sizeof out_error->message, format, arguments);
    va_end(arguments);
    return result;
}

r3d_result card_drawer_create(r3d_cache *cache, const r3d_allocator *allocator,
                              const card_worn *worn, card_drawer **out_drawer, r3d_error *out_error)
{
    *out_drawer = NULL;
    r3d_allocator hooks;
    (void)r3d_allocator_resolve(allocator, &hooks);
    if (worn != NULL) {
        for (int sex = 0; sex < 2; sex++) {
            if (worn->has_kits[sex] &&
                (worn->kit_count[sex] < 0 || worn->kit_count[sex] > CARD_KITS_MAX)) {
                return card_fail(out_error, R3D_ERR_RANGE, cache, "%ld kits, expected 0..%d",
                                 (long)worn->kit_count[sex], CARD_KITS_MAX);
            }
        }
        if (worn->wear_count < 0 || worn->wear_count > CARD_WEAR_MAX) {
            return card_fail(out_error, R3D_ERR_RANGE, cache, "%ld worn items, expected 0..%d",
                             (long)worn->wear_count, CARD_WEAR_MAX);
        }
    }
    card_drawer *drawer = hooks.alloc(sizeof *drawer, hooks.user);
    if (drawer == NULL) {
        return card_fail(out_error, R3D_ERR_MEMORY, cache, "out of memory");
    }
    memset(drawer, 0, sizeof *drawer);
    drawer->cache = cache;
    drawer->allocator = hooks;
    if (worn != NULL) {
        drawer->worn = *worn;
        drawer->has_kits[0] = worn->has_kits[0];
        drawer->has_kits[1] = worn->has_kits[1];
    }
    r3d_result result = r3d_cache_renderer_create(cache, &drawer->icons, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_build_palette(cache, &drawer->palette, out_error);
    }
    if (result != R3D_OK) {
        card_drawer_destroy(drawer);
        return result;
    }
    *out_drawer = drawer;
    return R3D_OK;
}

void card_drawer_destroy(card_drawer *drawer)
{
    if (drawer != NULL) {
        r3d_allocator hooks = drawer->allocator;
        r3d_cache_renderer_destroy(drawer->icons);
        hooks.free(drawer, hooks.user);
    }
}

void card_drawer_set_listener(card_drawer *drawer, const r3d_draw_listener *listener)
{
    drawer->listener = listener;
}

/* ---- drawing ---- */

/* What cameras have in common. */
static r3d_result check_camera(const card_drawer *drawer, const card_camera *camera,
                               r3d_error *out_error)
{
    if (camera->size_px < 0 || camera->size_px > CARD_SIZE_MAX || camera->zoom_percent < 0 ||
        camera->zoom_percent > PERCENT_MAX) {
        return card_fail(out_error, R3D_ERR_RANGE, drawer->cache,
                         "a camera of size %ld and zoom %ld, expected 1..%d and 1..%d",
                         (long)camera->size_px, (long)camera->zoom_percent, CARD_SIZE_MAX,
                         PERCENT_MAX);
    }
    return R3D_OK;
}

static int32_t zoomed(const card_camera *camera, int32_t distance)
{
    if (camera->zoom_percent == 0) {
        return distance;
    }
    return (int32_t)((int64_t)distance * camera->zoom_percent / 100); /* at most 65,535 * 1,000 */
}

static int32_t greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* A context in the state of a fresh renderer, just large enough for a mesh. */
static r3d_result make_context(card_drawer *drawer, const r3d_mesh_view *view,
                               r3d_draw_context **out_context, r3d_error *out_error)
{
    r3d_draw_context_desc desc;
    r3d_draw_context_desc_init(&desc);
    desc.limits = R3D_LIMITS_ORIGINAL;
    desc.vertex_capacity = view->vertex_count > 0 ? view->vertex_count : 1;
    desc.face_capacity = view->face_count > 0 ? view->face_count : 1;
    desc.allocator = drawer->allocator;
    r3d_result result = r3d_draw_context_create(&desc, out_context);
    if (result != R3D_OK) {
        return card_fail(out_error, R3D_ERR_MEMORY, drawer->cache, "out of memory");
    }
    return R3D_OK;
}

/* The view of the fixed camera, or of one that was changed. */
static void look_at(const r3d_mesh *mesh, int32_t yaw, const card_camera *camera,
                    r3d_scene_view *out_view)
{
    const r3d_a11 pitch = camera->has_pitch ? camera->pitch_a11 : CARD_PITCH;
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    const int32_t big = greater(view.bounds.radius, view.bounds.up / 2);
    int32_t distance = DISTANCE_MAX;
    if (big < DISTANCE_MAX) {
        distance = big * 5 + 100 < DISTANCE_MAX ? big * 5 + 100 : DISTANCE_MAX;
    }
    distance = zoomed(camera, distance);
    memset(out_view, 0, sizeof *out_view);
    out_view->yaw_a11 = camera->has_yaw ? camera->yaw_a11 : yaw;
    out_view->camera_pitch_a11 = pitch;
    out_view->position.y =
        r3d_i32_add(r3d_i32_mul(distance, r3d_sin_a11(pitch)) >> 16, view.bounds.up / 2);
    out_view->position.z = r3d_i32_mul(distance, r3d_cos_a11(pitch)) >> 16;
}

/* Draws a mesh as a view shows it. */
static r3d_result draw_view(card_drawer *drawer, const r3d_mesh *mesh, const r3d_scene_view *scene,
                            int32_t size, uint32_t *pixels, r3d_error *out_error)
{
    r3d_mesh_view view;
    r3d_draw_context *context = NULL;
    r3d_surface surface;
    r3d_raster raster;
    r3d_mesh_get_view(mesh, &view);
    r3d_result result = make_context(drawer, &view, &context, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_bind_textures(drawer->cache, mesh, context, out_error);
    }
    if (result == R3D_OK) {
        memset(pixels, 0, (size_t)size * (size_t)size * sizeof *pixels);
        (void)r3d_surface_init(&surface, pixels, size, size, size);
        r3d_surface_set_listener(&surface, drawer->listener);
        (void)r3d_raster_init(&raster, &surface, &drawer->palette);
        result = r3d_draw_model_in_scene(context, &raster, mesh, scene, NULL);
        if (result != R3D_OK) {
            (void)card_fail(out_error, result, drawer->cache, "cannot draw: %s",
                            r3d_result_string(result));
        }
    }
    r3d_draw_context_destroy(context);
    return result;
}

/* Draws what a row shows on a card. */
static r3d_result draw_card(card_drawer *drawer, const card_row *row, const card_camera *camera,
                            uint32_t *pixels, r3d_error *out_error)
{
    const int32_t size = camera->size_px > 0 ? camera->size_px : CARD_SIZE;
    r3d_mesh *mesh = NULL;
    r3d_mesh *enlarged = NULL;
    int32_t yaw = 0;
    r3d_scene_view view;
    r3d_scene_view enlarged_view;
    r3d_result result = card_make_mesh(drawer, row, &mesh, &yaw, out_error);
    if (result != R3D_OK) {
        return result;
    }
    look_at(mesh, yaw, camera, &view);
    if (size == CARD_SIZE) {
        result = draw_view(drawer, mesh, &view, size, pixels, out_error);
    } else {
        result = card_enlarge(mesh, &view, size, CARD_SIZE, &drawer->allocator, &enlarged,
                              &enlarged_view);
        result = result == R3D_OK
                     ? draw_view(drawer, enlarged, &enlarged_view, size, pixels, out_error)
                     : card_fail(out_error, result, drawer->cache,
                                 "cannot be drawn in this size: %s", r3d_result_string(result));
    }
    r3d_mesh_destroy(enlarged);
    r3d_mesh_destroy(mesh);
    return result;
}

/* ---- rows ---- */

static r3d_result draw_icon(card_drawer *drawer, const card_row *row, const card_camera *camera,
                            uint32_t *pixels, r3d_error *out_error)
{
    const r3d_cache_icon_change change = {camera->zoom_percent, camera->has_pitch,
                                          camera->pitch_a11, camera->has_yaw, camera->yaw_a11};
    return r3d_cache_draw_icon(drawer->icons, row->id, row->amount, &change, pixels, out_error);
}

static r3d_result draw_texels(card_drawer *drawer, int32_t id, uint32_t *pixels,
                              r3d_error *out_error)
{
    const r3d_texels *texels;
    r3d_result result = r3d_cache_get_texels(drawer->cache, id, &texels, out_error);
    for (int i = 0; i < R3D_TEXELS_HIGH_COUNT && result == R3D_OK; i++) {
        pixels[i] = texels->texels[i] | 0xFF000000u;
    }
    return result;
}

void card_size(const card_row *row, const card_camera *camera, int32_t *out_width,
               int32_t *out_height)
{
    int32_t width = 0;
    int32_t height = 0;
    if (row != NULL) {
        switch (row->kind) {
        case CARD_TEXELS:
            width = TEXELS_WIDTH;
            height = TEXELS_HEIGHT;
            break;
        case CARD_ICON:
            width = R3D_ICON_SIZE;
            height = R3D_ICON_SIZE;
            break;
        default:
            width = camera != NULL && camera->size_px > 0 ? camera->size_px : CARD_SIZE;
            height = width;
            break;
        }
    }
    if (out_width != NULL) {
        *out_width = width;
    }
    if (out_height != NULL) {
        *out_height = height;
    }
}

r3d_result card_draw(card_drawer *drawer, const card_row *row, const card_camera *camera,
                     uint32_t *pixels, r3d_error *out_error)
{
    static const card_camera fixed = {0};
    if (camera == NULL) {
        camera = &fixed;
    }
    r3d_result result = check_camera(drawer, camera, out_error);
    if (result != R3D_OK) {
        return result;
    }
    switch (row->kind) {
    case CARD_TEXELS:
        return draw_texels(drawer, row->id, pixels, out_error);
    case CARD_ICON:
        return draw_icon(drawer, row, camera, pixels, out_error);
    default:
        return draw_card(drawer, row, camera, pixels, out_error);
    }
}

void card_hash(const uint32_t *pixels, int32_t width, int32_t height, uint32_t *out_crc,
               int32_t *out_nonzero)
{
    const r3d_picture_view view = {.pixels = pixels,
                                   .stride_bytes = (ptrdiff_t)width * 4,
                                   .width = width,
                                   .height = height,
                                   .layout = R3D_LAYOUT_XRGB32};
    int32_t nonzero = 0;
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        nonzero += (pixels[i] & 0xFFFFFFu) != 0 ? 1 : 0;
    }
    *out_crc = 0;
    (void)r3d_picture_crc32_rgb(&view, out_crc);
    *out_nonzero = nonzero;
}
