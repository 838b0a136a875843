/* SPDX-License-Identifier: MIT */
/* See cards.h. Source: golden/cache/README.md. */

#include "cards.h"

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
    CARD_YAW = 100,
    MASKED_YAW = 1100,
    DISTANCE_MAX = 3000,
    PERCENT_MAX = 100000,
    ACTION_SEQ = 1, /* what masked rows play */
    MOVEMENT_SEQ = 0,
    WORN_SEQ = 2
};

/* What scenery that follows the ground stands on. */
static const r3d_corner_heights card_ground = {0, -16, -40, -24};

struct card_drawer {
    r3d_cache *cache;
    r3d_allocator allocator;
    r3d_cache_renderer *icons;
    card_worn worn;
    bool has_kits[2]; /* `worn.kits` are known */
    r3d_palette palette;
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

/* Draws a mesh on a card and destroys it. */
static r3d_result draw_card(card_drawer *drawer, r3d_mesh *mesh, int32_t yaw,
                            const card_camera *camera, uint32_t *pixels, r3d_error *out_error)
{
    const int32_t size = camera->size_px > 0 ? camera->size_px : CARD_SIZE;
    const r3d_a11 pitch = camera->has_pitch ? camera->pitch_a11 : CARD_PITCH;
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    const int32_t big = greater(view.bounds.radius, view.bounds.up / 2);
    int32_t distance = DISTANCE_MAX;
    if (big < DISTANCE_MAX) {
        distance = big * 5 + 100 < DISTANCE_MAX ? big * 5 + 100 : DISTANCE_MAX;
    }
    distance = zoomed(camera, distance);
    r3d_scene_view scene;
    memset(&scene, 0, sizeof scene);
    scene.yaw_a11 = camera->has_yaw ? camera->yaw_a11 : yaw;
    scene.camera_pitch_a11 = pitch;
    scene.position.y =
        r3d_i32_add(r3d_i32_mul(distance, r3d_sin_a11(pitch)) >> 16, view.bounds.up / 2);
    scene.position.z = r3d_i32_mul(distance, r3d_cos_a11(pitch)) >> 16;

    r3d_draw_context *context = NULL;
    r3d_surface surface;
    r3d_raster raster;
    r3d_result result = make_context(drawer, &view, &context, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_bind_textures(drawer->cache, mesh, context, out_error);
    }
    if (result == R3D_OK) {
        memset(pixels, 0, (size_t)size * (size_t)size * sizeof *pixels);
        (void)r3d_surface_init(&surface, pixels, size, size, size);
        (void)r3d_raster_init(&raster, &surface, &drawer->palette);
        result = r3d_draw_model_in_scene(context, &raster, mesh, &scene, NULL);
        if (result != R3D_OK) {
            (void)card_fail(out_error, result, drawer->cache, "cannot draw: %s",
                            r3d_result_string(result));
        }
    }
    r3d_draw_context_destroy(context);
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

static r3d_result draw_npc(card_drawer *drawer, const card_row *row, const card_camera *camera,
                           uint32_t *pixels, r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    const r3d_cache_npc *record;
    r3d_cache_pose pose;
    r3d_cache_pose_init(&pose);
    r3d_result result = r3d_cache_get_npc(cache, row->id, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    switch (row->action) {
    case CARD_ACTION_STAND:
        result = r3d_cache_get_step_frame(cache, record->stand_seq, 0, &pose.primary, out_error);
        break;
    case CARD_ACTION_WALK:
        result =
            r3d_cache_get_step_frame(cache, record->walk_seq, row->frame, &pose.primary, out_error);
        break;
    default:
        result = r3d_cache_get_step_frame(cache, ACTION_SEQ, row->frame, &pose.primary, out_error);
        if (result == R3D_OK) {
            result = r3d_cache_get_step_frame(cache, MOVEMENT_SEQ, row->frame + 1, &pose.secondary,
                                              out_error);
        }
        pose.mask_seq = ACTION_SEQ;
        break;
    }
    r3d_mesh *mesh = NULL;
    if (result == R3D_OK) {
        result = r3d_cache_make_npc(cache, row->id, &pose, &mesh, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    int32_t yaw = row->action == CARD_ACTION_MASKED ? MASKED_YAW : CARD_YAW;
    return draw_card(drawer, mesh, yaw, camera, pixels, out_error);
}

static r3d_result draw_loc(card_drawer *drawer, const card_row *row, const card_camera *camera,
                           uint32_t *pixels, r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    const r3d_cache_loc *record;
    int32_t frame = -1;
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_cache_get_loc(cache, row->id, &record, out_error);
    if (result == R3D_OK && row->animated) {
        result = r3d_cache_get_step_frame(cache, record->seq, 0, &frame, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_cache_make_loc(cache, row->id, row->shape, row->rotation, &card_ground, frame,
                                    &mesh, out_error);
    }
    return result == R3D_OK ? draw_card(drawer, mesh, CARD_YAW, camera, pixels, out_error) : result;
}

/* The first body part of each kind that may be chosen. */
static r3d_result find_kits(card_drawer *drawer, int32_t gender, r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    int32_t count = 0;
    r3d_result result = r3d_cache_count(cache, R3D_CACHE_IDKS, &count, out_error);
    if (result != R3D_OK) {
        return result;
    }
    int32_t found[R3D_CACHE_BODY_PARTS];
    for (int part = 0; part < R3D_CACHE_BODY_PARTS; part++) {
        found[part] = -1;
    }
    for (int32_t id = count - 1; id >= 0; id--) {
        const r3d_cache_idk *record;
        result = r3d_cache_get_idk(cache, id, &record, out_error);
        if (result != R3D_OK) {
            return result;
        }
        int32_t part = record->body_part - gender * R3D_CACHE_BODY_PARTS;
        if (!record->disabled && part >= 0 && part < R3D_CACHE_BODY_PARTS) {
            found[part] = id;
        }
    }
    int32_t kits = 0;
    for (int part = 0; part < R3D_CACHE_BODY_PARTS; part++) {
        if (found[part] >= 0) {
            drawer->worn.kits[gender][kits++] = found[part];
        }
    }
    drawer->worn.kit_count[gender] = kits;
    drawer->has_kits[gender] = true;
    return R3D_OK;
}

static r3d_result draw_worn(card_drawer *drawer, const card_row *row, const card_camera *camera,
                            uint32_t *pixels, r3d_error *out_error)
{
    const int32_t gender = row->gender;
    r3d_result result = drawer->has_kits[gender] ? R3D_OK : find_kits(drawer, gender, out_error);
    if (result != R3D_OK) {
        return result;
    }
    int32_t slots[CARD_KITS_MAX + 1];
    int32_t count = 0;
    for (int32_t i = 0; i < drawer->worn.kit_count[gender]; i++) {
        slots[count++] = drawer->worn.kits[gender][i] + R3D_APPEARANCE_KIT;
    }
    if (row->id >= 0) {
        slots[count++] = row->id + R3D_APPEARANCE_ITEM;
    }
    r3d_cache_pose pose;
    r3d_cache_pose_init(&pose);
    int32_t seq = drawer->worn.has_seq ? drawer->worn.seq : WORN_SEQ;
    r3d_mesh *mesh = NULL;
    result = r3d_cache_get_step_frame(drawer->cache, seq, 0, &pose.primary, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_make_player(drawer->cache, gender, slots, count, NULL, 0, &pose, &mesh,
                                       out_error);
    }
    return result == R3D_OK ? draw_card(drawer, mesh, CARD_YAW, camera, pixels, out_error) : result;
}

static r3d_result draw_spot(card_drawer *drawer, const card_row *row, const card_camera *camera,
                            uint32_t *pixels, r3d_error *out_error)
{
    r3d_cache *cache = drawer->cache;
    const r3d_cache_spot *record;
    int32_t frame = -1;
    r3d_mesh *mesh = NULL;
    r3d_result result = r3d_cache_get_spot(cache, row->id, &record, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_get_step_frame(cache, record->seq, row->frame, &frame, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_cache_make_spot(cache, row->id, frame, &mesh, out_error);
    }
    return result == R3D_OK ? draw_card(drawer, mesh, CARD_YAW, camera, pixels, out_error) : result;
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
    case CARD_NPC:
        return draw_npc(drawer, row, camera, pixels, out_error);
    case CARD_LOC:
        return draw_loc(drawer, row, camera, pixels, out_error);
    case CARD_WORN:
        if (row->gender == 0 || row->gender == 1) {
            return draw_worn(drawer, row, camera, pixels, out_error);
        }
        break;
    case CARD_SPOT:
        return draw_spot(drawer, row, camera, pixels, out_error);
    default:
        break;
    }
    return card_fail(out_error, R3D_ERR_RANGE, drawer->cache, "a row of kind %d and gender %ld",
                     (int)row->kind, (long)row->gender);
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
