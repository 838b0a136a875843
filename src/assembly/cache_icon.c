/* SPDX-License-Identifier: MIT */
/* What drawing with a cache needs, and icons. Source: spec rs2-model section 11. */

#include "../cache/root_internal.h"

#include <retro3d/assembly.h>

#include <string.h>

enum {
    ZOOM_PERCENT_MAX = 100000,
    NOTE_AMOUNT = 10,
    NOTE_DEPTH_MAX = 8, /* notes of notes; the original would not end on a circle of them */
    ICON_PIXELS = R3D_ICON_SIZE * R3D_ICON_SIZE
};

struct r3d_cache_renderer {
    r3d_cache *cache;
    r3d_palette palette;
};

r3d_result r3d_cache_build_palette(const r3d_cache *cache, r3d_palette *out_palette,
                                   r3d_error *out_error)
{
    if (cache == NULL || out_palette == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    r3d_gamma gamma;
    r3d_result result = r3d_gamma_build(cache->brightness, &gamma);
    if (result == R3D_OK) {
        result = r3d_palette_build(&gamma, cache->rules.black, out_palette);
    }
    if (result != R3D_OK) {
        return r3d_priv_cache_fail(out_error, result, r3d_priv_cache_origin(cache), -1,
                                   "no palette: %s", r3d_result_string(result));
    }
    return R3D_OK;
}

r3d_result r3d_cache_renderer_create(r3d_cache *cache, r3d_cache_renderer **out_renderer,
                                     r3d_error *out_error)
{
    if (cache == NULL || out_renderer == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    *out_renderer = NULL;
    r3d_cache_renderer *renderer =
        r3d_priv_cache_alloc_array(&cache->allocator, 1, sizeof *renderer);
    if (renderer == NULL) {
        return r3d_priv_cache_no_memory(out_error, r3d_priv_cache_origin(cache));
    }
    renderer->cache = cache;
    r3d_result result = r3d_cache_build_palette(cache, &renderer->palette, out_error);
    if (result != R3D_OK) {
        r3d_cache_renderer_destroy(renderer);
        return result;
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

r3d_result r3d_cache_bind_textures(r3d_cache *cache, const r3d_mesh *mesh,
                                   r3d_draw_context *context, r3d_error *out_error)
{
    if (cache == NULL || mesh == NULL || context == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    bool bound[R3D_DRAW_TEXTURES_DEFAULT] = {false};
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    if (view.infos == NULL || view.colors == NULL) {
        return R3D_OK;
    }
    for (int32_t i = 0; i < view.face_count; i++) {
        int32_t number = view.colors[i];
        if ((view.infos[i] & 2) == 0 || view.infos[i] == R3D_FACE_HIDDEN ||
            number >= R3D_DRAW_TEXTURES_DEFAULT || bound[number]) {
            continue;
        }
        const r3d_texels *texels;
        r3d_result result = r3d_cache_get_texels(cache, number, &texels, out_error);
        if (result == R3D_OK) {
            (void)r3d_draw_context_set_texture(context, number, texels);
        } else if (result != R3D_ERR_RANGE ||
                   r3d_cache_contains(cache, R3D_CACHE_TEXTURES, number)) {
            return result;
        }
        bound[number] = true;
    }
    return R3D_OK;
}

static int32_t zoomed(const r3d_cache_icon_change *change, int32_t distance)
{
    if (change->zoom_percent == 0) {
        return distance;
    }
    return (int32_t)((int64_t)distance * change->zoom_percent / 100); /* at most 65,535 * 1,000 */
}

/* A finished icon, and the look it was made with. */
static r3d_result draw_finished(r3d_cache_renderer *renderer, const r3d_mesh *mesh,
                                const r3d_icon_look *look, const uint32_t *linked, bool shadow,
                                uint32_t *pixels, r3d_error *out_error)
{
    r3d_mesh_view view;
    r3d_draw_context *context = NULL;
    r3d_mesh_get_view(mesh, &view);
    r3d_result result = make_context(renderer, &view, &context, out_error);
    if (result == R3D_OK) {
        result = r3d_cache_bind_textures(renderer->cache, mesh, context, out_error);
    }
    if (result == R3D_OK) {
        result = shadow ? r3d_icon_draw(context, &renderer->palette, mesh, look, R3D_ICON_BY_COLOR,
                                        linked, pixels, NULL)
                        : r3d_icon_draw_unshadowed(context, &renderer->palette, mesh, look,
                                                   R3D_ICON_BY_COLOR, pixels, NULL);
        if (result != R3D_OK) {
            (void)r3d_priv_cache_fail(out_error, result, r3d_priv_cache_origin(renderer->cache), -1,
                                      "cannot draw: %s", r3d_result_string(result));
        }
    }
    r3d_draw_context_destroy(context);
    return result;
}

static r3d_result draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                            const r3d_cache_icon_change *change, bool zoomed_note, int depth,
                            uint32_t *pixels, r3d_error *out_error);

/* The icon that a note shows. */
static r3d_result draw_note(r3d_cache_renderer *renderer, const r3d_cache_obj *record, int depth,
                            uint32_t *pixels, r3d_error *out_error)
{
    if (depth >= NOTE_DEPTH_MAX) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, r3d_priv_cache_origin(renderer->cache),
                                   -1, "notes of notes, more than %d deep", NOTE_DEPTH_MAX);
    }
    static const r3d_cache_icon_change fixed = {0};
    return draw_icon(renderer, record->note_item, NOTE_AMOUNT, &fixed,
                     renderer->cache->rules.notes == R3D_NOTE_ZOOMED, depth + 1, pixels, out_error);
}

static void copy_over(uint32_t *pixels, const uint32_t *icon)
{
    for (int i = 0; i < ICON_PIXELS; i++) {
        if ((icon[i] & 0xFFFFFFu) != 0) {
            pixels[i] = icon[i];
        }
    }
}

static void change_look(r3d_icon_look *look, const r3d_cache_icon_change *change, bool zoomed_note)
{
    if (zoomed_note) {
        look->zoom = (int32_t)((int64_t)look->zoom * 3 / 2);
    }
    look->zoom = zoomed(change, look->zoom);
    if (change->has_pitch) {
        look->pitch_a11 = change->pitch_a11;
    }
    if (change->has_yaw) {
        look->yaw_a11 = change->yaw_a11;
    }
}

/* zoomed_note  This is the icon that a note of revision 317 shows. */
static r3d_result draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                            const r3d_cache_icon_change *change, bool zoomed_note, int depth,
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
    change_look(&look, change, zoomed_note);
    bool scaled = cache->rules.notes == R3D_NOTE_SCALED;
    /* Revision 317 shows what a note stands for without a shadow. */
    result = draw_finished(renderer, mesh, &look, is_note && scaled ? linked : NULL, !zoomed_note,
                           pixels, out_error);
    if (result == R3D_OK && is_note && !scaled) {
        copy_over(pixels, linked);
    }
    r3d_mesh_destroy(mesh);
    return result;
}

r3d_result r3d_cache_draw_icon(r3d_cache_renderer *renderer, int32_t obj, int32_t amount,
                               const r3d_cache_icon_change *change, uint32_t *pixels,
                               r3d_error *out_error)
{
    static const r3d_cache_icon_change none = {0};
    if (renderer == NULL || pixels == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    if (change == NULL) {
        change = &none;
    }
    if (change->zoom_percent < 0 || change->zoom_percent > ZOOM_PERCENT_MAX) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, r3d_priv_cache_origin(renderer->cache),
                                   -1, "a zoom of %ld, expected 0..%d", (long)change->zoom_percent,
                                   ZOOM_PERCENT_MAX);
    }
    return draw_icon(renderer, obj, amount, change, false, 0, pixels, out_error);
}
