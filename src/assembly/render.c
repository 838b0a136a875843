/* SPDX-License-Identifier: MIT */
/* Pictures of what a cache holds, under fixed cameras. Source: spec rs2-model section 11 for icons,
 * golden/cache/README.md for the cards. */

#include "../cache/root_internal.h"

#include <retro3d/assembly.h>

#include <string.h>

#include <zlib.h>

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
    WORN_SEQ = 2,
    WORN_KITS_MAX = 12,
    NOTE_AMOUNT = 10,
    NOTE_DEPTH_MAX = 8, /* notes of notes; the original would not end on a circle of them */
    ICON_PIXELS = R3D_ICON_SIZE * R3D_ICON_SIZE
};

/* What scenery that follows the ground stands on. */
static const r3d_corner_heights card_ground = {0, -16, -40, -24};

struct r3d_cache_renderer {
    r3d_cache *cache;
    r3d_cache_worn worn;
    bool has_kits[2]; /* `worn.kits` are known */
    r3d_palette palette;
};

r3d_result r3d_cache_renderer_create(r3d_cache *cache, const r3d_cache_worn *worn,
                                     r3d_cache_renderer **out_renderer, r3d_error *out_error)
{
    if (cache == NULL || out_renderer == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    *out_renderer = NULL;
    r3d_priv_origin origin = r3d_priv_cache_origin(cache);
    if (worn != NULL) {
        for (int sex = 0; sex < 2; sex++) {
            if (worn->has_kits[sex] &&
                (worn->kit_count[sex] < 0 || worn->kit_count[sex] > WORN_KITS_MAX)) {
                return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin, -1,
                                           "%ld kits, expected 0..%d", (long)worn->kit_count[sex],
                                           WORN_KITS_MAX);
            }
        }
    }
    r3d_cache_renderer *renderer =
        r3d_priv_cache_alloc_array(&cache->allocator, 1, sizeof *renderer);
    if (renderer == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    renderer->cache = cache;
    if (worn != NULL) {
        renderer->worn = *worn;
        renderer->has_kits[0] = worn->has_kits[0];
        renderer->has_kits[1] = worn->has_kits[1];
    }
    r3d_gamma gamma;
    r3d_result result = r3d_gamma_build(cache->brightness, &gamma);
    if (result == R3D_OK) {
        result = r3d_palette_build(&gamma, cache->rules.black, &renderer->palette);
    }
    if (result != R3D_OK) {
        r3d_cache_renderer_destroy(renderer);
        return r3d_priv_cache_fail(out_error, result, origin, -1, "no palette: %s",
                                   r3d_result_string(result));
    }
    *out_renderer = renderer;
    return R3D_OK;
}

void r3d_cache_renderer_destroy(r3d_cache_renderer *renderer)
{
    if (renderer != NULL) {
        r3d_allocator allocator = renderer->cache->allocator;
        r3d_priv_io_free(&allocator, renderer);
    }
}

/* ---- drawing ---- */

/* A context in the state of a fresh renderer, just large enough for a mesh. */
static r3d_result make_context(r3d_cache_renderer *renderer, const r3d_mesh_view *view,
                               r3d_draw_context **out_context, r3d_error *out_error)
{
    r3d_draw_context_desc desc;
    r3d_draw_context_desc_init(&desc);
    desc.limits = R3D_LIMITS_ORIGINAL;
    desc.vertex_capacity = view->vertex_count > 0 ? view->vertex_count : 1;
    desc.face_capacity = view->face_count > 0 ? view->face_count : 1;
    desc.allocator = renderer->cache->allocator;
    r3d_result result = r3d_draw_context_create(&desc, out_context);
    if (result != R3D_OK) {
        return r3d_priv_cache_no_memory(out_error, r3d_priv_cache_origin(renderer->cache));
    }
    return R3D_OK;
}

/* Hands the textures of a mesh to the context. A texture that does not exist is left out: the
 * original draws black then. One that is damaged is an error. */
static r3d_result bind_textures(r3d_cache_renderer *renderer, r3d_draw_context *context,
                                const r3d_mesh_view *view, r3d_error *out_error)
{
    bool bound[R3D_DRAW_TEXTURES_DEFAULT] = {false};
    if (view->infos == NULL || view->colors == NULL) {
        return R3D_OK;
    }
    for (int32_t i = 0; i < view->face_count; i++) {
        int32_t number = view->colors[i];
        if ((view->infos[i] & 2) == 0 || view->infos[i] == R3D_FACE_HIDDEN ||
            number >= R3D_DRAW_TEXTURES_DEFAULT || bound[number]) {
            continue;
        }
        const r3d_texels *texels;
        r3d_result result = r3d_cache_get_texels(renderer->cache, number, &texels, out_error);
        if (result == R3D_OK) {
            (void)r3d_draw_context_set_texture(context, number, texels);
        } else if (result != R3D_ERR_RANGE ||
                   r3d_cache_contains(renderer->cache, R3D_CACHE_TEXTURES, number)) {
            return result;
        }
        bound[number] = true;
    }
    return R3D_OK;
}

/* What cameras have in common: checks them, and says by how much they change a distance. */
static r3d_result check_camera(const r3d_cache_renderer *renderer, const r3d_cache_camera *camera,
                               r3d_error *out_error)
{
    if (camera->size_px < 0 || camera->size_px > CARD_SIZE_MAX || camera->zoom_percent < 0 ||
        camera->zoom_percent > PERCENT_MAX) {
        return r3d_priv_cache_fail(
            out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(renderer->cache), -1,
            "a camera of size %ld and zoom %ld, expected 1..%d and 1..%d", (long)camera->size_px,
            (long)camera->zoom_percent, CARD_SIZE_MAX, PERCENT_MAX);
    }
    return R3D_OK;
}

static int32_t zoomed(const r3d_cache_camera *camera, int32_t distance)
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

/* Draws a mesh on a card and destroys it. */
static r3d_result draw_card(r3d_cache_renderer *renderer, r3d_mesh *mesh, int32_t yaw,
                            const r3d_cache_camera *camera, uint32_t *pixels, r3d_error *out_error)
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
    r3d_result result = make_context(renderer, &view, &context, out_error);
    if (result == R3D_OK) {
        result = bind_textures(renderer, context, &view, out_error);
    }
    if (result == R3D_OK) {
        memset(pixels, 0, (size_t)size * (size_t)size * sizeof *pixels);
        (void)r3d_surface_init(&surface, pixels, size, size, size);
        (void)r3d_raster_init(&raster, &surface, &renderer->palette);
        result = r3d_draw_model_in_scene(context, &raster, mesh, &scene, NULL);
        if (result != R3D_OK) {
            (void)r3d_priv_cache_fail(out_error, result, r3d_priv_cache_origin(renderer->cache), -1,
                                      "cannot draw: %s", r3d_result_string(result));
        }
    }
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    return result;
}

/* ---- icons ---- */

/* A finished icon, and the look it was made with. */
static r3d_result draw_finished(r3d_cache_renderer *renderer, const r3d_mesh *mesh,
                                const r3d_icon_look *look, const uint32_t *linked, uint32_t *pixels,
                                r3d_error *out_error)
{
    r3d_mesh_view view;
    r3d_draw_context *context = NULL;
    r3d_mesh_get_view(mesh, &view);
    r3d_result result = make_context(renderer, &view, &context, out_error);
    if (result == R3D_OK) {
        result = bind_textures(renderer, context, &view, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_icon_draw(context, &renderer->palette, mesh, look, R3D_ICON_BY_COLOR, linked,
                               pixels, NULL);
        if (result != R3D_OK) {
            (void)r3d_priv_cache_fail(out_error, result, r3d_priv_cache_origin(renderer->cache), -1,
                                      "cannot draw: %s", r3d_result_string(result));
        }
    }
    r3d_draw_context_destroy(context);
    return result;
}

/* The model of an icon alone, without outline and shadow. */
static r3d_result draw_bare(r3d_cache_renderer *renderer, const r3d_mesh *mesh,
                            const r3d_icon_look *look, uint32_t *pixels, r3d_error *out_error)
{
    r3d_mesh_view view;
    r3d_icon_view eye;
    r3d_draw_context *context = NULL;
    r3d_surface surface;
    r3d_raster raster;
    r3d_mesh_get_view(mesh, &view);
    r3d_icon_get_view(look, mesh, &eye);
    r3d_result result = make_context(renderer, &view, &context, out_error);
    if (result == R3D_OK) {
        result = bind_textures(renderer, context, &view, out_error);
    }
    if (result == R3D_OK) {
        memset(pixels, 0, ICON_PIXELS * sizeof *pixels);
        (void)r3d_surface_init(&surface, pixels, R3D_ICON_SIZE, R3D_ICON_SIZE, R3D_ICON_SIZE);
        (void)r3d_raster_init(&raster, &surface, &renderer->palette);
        raster.smooth = true;
        result = r3d_draw_model(context, &raster, mesh, &eye, NULL);
    }
    r3d_draw_context_destroy(context);
    return result;
}

static r3d_result draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                            const r3d_cache_camera *camera, bool zoomed_note, int depth,
                            uint32_t *pixels, r3d_error *out_error);

/* The icon that a note shows. */
static r3d_result draw_note(r3d_cache_renderer *renderer, const r3d_cache_obj *record, int depth,
                            uint32_t *pixels, r3d_error *out_error)
{
    if (depth >= NOTE_DEPTH_MAX) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, r3d_priv_cache_origin(renderer->cache),
                                   -1, "notes of notes, more than %d deep", NOTE_DEPTH_MAX);
    }
    static const r3d_cache_camera fixed = {0};
    return draw_icon(renderer, record->note_item, NOTE_AMOUNT, &fixed,
                     renderer->cache->rules.notes == R3D_NOTE_ZOOMED, depth + 1, pixels, out_error);
}

/* Revision 317 shows what a note stands for without a shadow: it is taken away where there was
 * nothing. */
static r3d_result remove_shadow(r3d_cache_renderer *renderer, const r3d_mesh *mesh,
                                const r3d_icon_look *look, uint32_t *pixels, r3d_error *out_error)
{
    uint32_t bare[ICON_PIXELS];
    r3d_result result = draw_bare(renderer, mesh, look, bare, out_error);
    for (int i = 0; i < ICON_PIXELS && result == R3D_OK; i++) {
        bool drawn = (bare[i] & 0xFFFFFFu) != 0;
        if (!drawn && (pixels[i] & 0xFFFFFFu) == R3D_ICON_SHADOW_RGB) {
            pixels[i] = 0;
        }
    }
    return result;
}

static void copy_over(uint32_t *pixels, const uint32_t *icon)
{
    for (int i = 0; i < ICON_PIXELS; i++) {
        if ((icon[i] & 0xFFFFFFu) != 0) {
            pixels[i] = icon[i];
        }
    }
}

static void move_camera(r3d_icon_look *look, const r3d_cache_camera *camera, bool zoomed_note)
{
    if (zoomed_note) {
        look->zoom = (int32_t)((int64_t)look->zoom * 3 / 2);
    }
    look->zoom = zoomed(camera, look->zoom);
    if (camera->has_pitch) {
        look->pitch_a11 = camera->pitch_a11;
    }
    if (camera->has_yaw) {
        look->yaw_a11 = camera->yaw_a11;
    }
}

/* zoomed_note  This is the icon that a note of revision 317 shows. */
static r3d_result draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                            const r3d_cache_camera *camera, bool zoomed_note, int depth,
                            uint32_t *pixels, r3d_error *out_error)
{
    r3d_cache *cache = renderer->cache;
    const r3d_cache_obj *record;
    r3d_mesh *mesh = NULL;
    r3d_icon_look look;
    uint32_t linked[ICON_PIXELS];
    int32_t shown = obj;
    r3d_result result = r3d_cache_get_stack_item(cache, obj, amount, &shown, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_get_obj(cache, shown, &record, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    bool is_note = record->note_template >= 0 && record->note_item >= 0;
    if (is_note) {
        result = draw_note(renderer, record, depth, linked, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_cache_make_obj(cache, shown, &mesh, &look, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    move_camera(&look, camera, zoomed_note);
    bool scaled = cache->rules.notes == R3D_NOTE_SCALED;
    result =
        draw_finished(renderer, mesh, &look, is_note && scaled ? linked : NULL, pixels, out_error);
    if (result == R3D_OK && zoomed_note) {
        result = remove_shadow(renderer, mesh, &look, pixels, out_error);
    }
    if (result == R3D_OK && is_note && !scaled) {
        copy_over(pixels, linked);
    }
    r3d_mesh_destroy(mesh);
    return result;
}

r3d_result r3d_cache_draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                               uint32_t *pixels, r3d_error *out_error)
{
    static const r3d_cache_camera fixed = {0};
    if (renderer == NULL || pixels == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    return draw_icon(renderer, obj, amount, &fixed, false, 0, pixels, out_error);
}

/* ---- cards ---- */

static r3d_result draw_npc(r3d_cache_renderer *renderer, const r3d_cache_row *row,
                           const r3d_cache_camera *camera, uint32_t *pixels, r3d_error *out_error)
{
    r3d_cache *cache = renderer->cache;
    const r3d_cache_npc *record;
    r3d_cache_pose pose;
    r3d_cache_pose_init(&pose);
    r3d_result result = r3d_cache_get_npc(cache, row->id, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    switch (row->action) {
    case R3D_ACTION_STAND:
        result = r3d_cache_get_step_frame(cache, record->stand_seq, 0, &pose.primary, out_error);
        break;
    case R3D_ACTION_WALK:
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
    int32_t yaw = row->action == R3D_ACTION_MASKED ? MASKED_YAW : CARD_YAW;
    return draw_card(renderer, mesh, yaw, camera, pixels, out_error);
}

static r3d_result draw_loc(r3d_cache_renderer *renderer, const r3d_cache_row *row,
                           const r3d_cache_camera *camera, uint32_t *pixels, r3d_error *out_error)
{
    r3d_cache *cache = renderer->cache;
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
    return result == R3D_OK ? draw_card(renderer, mesh, CARD_YAW, camera, pixels, out_error)
                            : result;
}

/* The first body part of each kind that may be chosen. */
static r3d_result find_kits(r3d_cache_renderer *renderer, int32_t gender, r3d_error *out_error)
{
    r3d_cache *cache = renderer->cache;
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
            renderer->worn.kits[gender][kits++] = found[part];
        }
    }
    renderer->worn.kit_count[gender] = kits;
    renderer->has_kits[gender] = true;
    return R3D_OK;
}

static r3d_result draw_worn(r3d_cache_renderer *renderer, const r3d_cache_row *row,
                            const r3d_cache_camera *camera, uint32_t *pixels, r3d_error *out_error)
{
    const int32_t gender = row->gender;
    r3d_result result =
        renderer->has_kits[gender] ? R3D_OK : find_kits(renderer, gender, out_error);
    if (result != R3D_OK) {
        return result;
    }
    int32_t slots[WORN_KITS_MAX + 1];
    int32_t count = 0;
    for (int32_t i = 0; i < renderer->worn.kit_count[gender]; i++) {
        slots[count++] = renderer->worn.kits[gender][i] + R3D_APPEARANCE_KIT;
    }
    if (row->id >= 0) {
        slots[count++] = row->id + R3D_APPEARANCE_ITEM;
    }
    r3d_cache_pose pose;
    r3d_cache_pose_init(&pose);
    int32_t seq = renderer->worn.has_seq ? renderer->worn.seq : WORN_SEQ;
    r3d_mesh *mesh = NULL;
    result = r3d_cache_get_step_frame(renderer->cache, seq, 0, &pose.primary, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_make_player(renderer->cache, gender, slots, count, NULL, 0, &pose, &mesh,
                                       out_error);
    }
    return result == R3D_OK ? draw_card(renderer, mesh, CARD_YAW, camera, pixels, out_error)
                            : result;
}

static r3d_result draw_spot(r3d_cache_renderer *renderer, const r3d_cache_row *row,
                            const r3d_cache_camera *camera, uint32_t *pixels, r3d_error *out_error)
{
    r3d_cache *cache = renderer->cache;
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
    return result == R3D_OK ? draw_card(renderer, mesh, CARD_YAW, camera, pixels, out_error)
                            : result;
}

static r3d_result draw_texels(r3d_cache_renderer *renderer, int32_t id, uint32_t *pixels,
                              r3d_error *out_error)
{
    const r3d_texels *texels;
    r3d_result result = r3d_cache_get_texels(renderer->cache, id, &texels, out_error);
    for (int i = 0; i < R3D_TEXELS_HIGH_COUNT && result == R3D_OK; i++) {
        pixels[i] = texels->texels[i] | 0xFF000000u;
    }
    return result;
}

void r3d_cache_picture_size(const r3d_cache_row *row, const r3d_cache_camera *camera,
                            int32_t *out_width, int32_t *out_height)
{
    int32_t width = 0;
    int32_t height = 0;
    if (row != NULL) {
        switch (row->kind) {
        case R3D_PICTURE_TEXELS:
            width = TEXELS_WIDTH;
            height = TEXELS_HEIGHT;
            break;
        case R3D_PICTURE_ICON:
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

r3d_result r3d_cache_draw(r3d_cache_renderer *renderer, const r3d_cache_row *row,
                          const r3d_cache_camera *camera, uint32_t *pixels, r3d_error *out_error)
{
    static const r3d_cache_camera fixed = {0};
    if (renderer == NULL || row == NULL || pixels == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    if (camera == NULL) {
        camera = &fixed;
    }
    r3d_result result = check_camera(renderer, camera, out_error);
    if (result != R3D_OK) {
        return result;
    }
    switch (row->kind) {
    case R3D_PICTURE_TEXELS:
        return draw_texels(renderer, row->id, pixels, out_error);
    case R3D_PICTURE_ICON:
        return draw_icon(renderer, row->id, row->amount, camera, false, 0, pixels, out_error);
    case R3D_PICTURE_NPC:
        return draw_npc(renderer, row, camera, pixels, out_error);
    case R3D_PICTURE_LOC:
        return draw_loc(renderer, row, camera, pixels, out_error);
    case R3D_PICTURE_WORN:
        if (row->gender == 0 || row->gender == 1) {
            return draw_worn(renderer, row, camera, pixels, out_error);
        }
        break;
    case R3D_PICTURE_SPOT:
        return draw_spot(renderer, row, camera, pixels, out_error);
    default:
        break;
    }
    return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(renderer->cache), -1,
                               "a row of kind %d and gender %ld", (int)row->kind,
                               (long)row->gender);
}

void r3d_cache_picture_hash(const uint32_t *pixels, int32_t width, int32_t height,
                            uint32_t *out_crc, int32_t *out_nonzero)
{
    uLong crc = crc32(0, NULL, 0);
    int32_t nonzero = 0;
    if (pixels == NULL || width < 0 || height < 0) {
        return;
    }
    size_t count = (size_t)width * (size_t)height;
    for (size_t at = 0; at < count;) {
        Bytef bytes[256 * 3];
        size_t piece = count - at < 256 ? count - at : 256;
        for (size_t i = 0; i < piece; i++) {
            uint32_t pixel = pixels[at + i];
            bytes[i * 3] = (Bytef)(pixel >> 16);
            bytes[i * 3 + 1] = (Bytef)(pixel >> 8);
            bytes[i * 3 + 2] = (Bytef)pixel;
            nonzero += (pixel & 0xFFFFFFu) != 0 ? 1 : 0;
        }
        crc = crc32(crc, bytes, (uInt)(piece * 3));
        at += piece;
    }
    if (out_crc != NULL) {
        *out_crc = (uint32_t)crc;
    }
    if (out_nonzero != NULL) {
        *out_nonzero = nonzero;
    }
}
