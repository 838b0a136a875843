/* SPDX-License-Identifier: MIT */
/* Calls to lines of a display list. State is written when it differs from what the replay has by
 * then. */

#include <string.h>

#include <retro3d/model.h>

#include "../model/draw_internal.h"
#include "recorder_internal.h"

/* ---- state ---- */

static void put_clip(r3d_recorder *recorder, const r3d_surface *surface)
{
    const r3d_rect *c = &surface->clip;
    const r3d_rect *known = &recorder->clip;
    if (c->left != known->left || c->top != known->top || c->right != known->right ||
        c->bottom != known->bottom) {
        recorder->clip = *c;
        r3d_priv_recorder_put(recorder, "clip %ld %ld %ld %ld\n", (long)c->left, (long)c->top,
                              (long)c->right, (long)c->bottom);
    }
}

/* What fills and models have in common. */
static void put_raster(r3d_recorder *recorder, const r3d_raster *raster)
{
    if (raster->center_x != recorder->center_x || raster->center_y != recorder->center_y) {
        recorder->center_x = raster->center_x;
        recorder->center_y = raster->center_y;
        r3d_priv_recorder_put(recorder, "center %ld %ld\n", (long)raster->center_x,
                              (long)raster->center_y);
    }
    if (raster->smooth != recorder->smooth) {
        recorder->smooth = raster->smooth;
        r3d_priv_recorder_put(recorder, "smooth %d\n", raster->smooth ? 1 : 0);
    }
    if (raster->band_top != recorder->band_top || raster->band_bottom != recorder->band_bottom) {
        recorder->band_top = raster->band_top;
        recorder->band_bottom = raster->band_bottom;
        r3d_priv_recorder_put(recorder, "band %ld %ld\n", (long)raster->band_top,
                              (long)raster->band_bottom);
    }
}

static void put_fill_settings(r3d_recorder *recorder, const r3d_raster *raster)
{
    put_raster(recorder, raster);
    int32_t translucency = raster->translucency & 0xFF;
    if (translucency != recorder->translucency) {
        recorder->translucency = translucency;
        r3d_priv_recorder_put(recorder, "alpha %ld\n", (long)translucency);
    }
    if (raster->side_clip != recorder->side_clip) {
        recorder->side_clip = raster->side_clip;
        r3d_priv_recorder_put(recorder, "hclip %d\n", raster->side_clip ? 1 : 0);
    }
}

static void put_palette(r3d_recorder *recorder, const r3d_palette *palette)
{
    enum { SIDE = 256 };
    if (recorder->has_palette && memcmp(recorder->palette, palette, sizeof *palette) == 0) {
        return;
    }
    *recorder->palette = *palette;
    recorder->has_palette = true;
    int32_t asset =
        r3d_priv_recorder_keep_png(recorder, "palette", palette->rgb, SIDE, SIDE, SIDE, false);
    r3d_priv_recorder_put(recorder, "palette %s\n", r3d_priv_recorder_file_name(recorder, asset));
}

/* ---- texels ---- */

static bool has_texels(const r3d_recorder *recorder, int32_t id, const r3d_texels *texels)
{
    const r3d_priv_slot *place = &recorder->textures[id];
    int32_t size = texels->detail == R3D_DETAIL_HIGH ? 128 : 64;
    return place->asset != R3D_PRIV_NO_FILE && place->frame.width == size &&
           place->masked == texels->masked &&
           memcmp(recorder->texels[id], texels->texels,
                  r3d_texels_count(texels->detail) * sizeof *texels->texels) == 0;
}

static void put_texels(r3d_recorder *recorder, int32_t id, const r3d_texels *texels)
{
    r3d_priv_slot *place = &recorder->textures[id];
    if (has_texels(recorder, id, texels)) {
        return;
    }
    const r3d_allocator *hooks = &recorder->allocator;
    if (recorder->texels[id] == NULL) {
        recorder->texels[id] =
            hooks->alloc(R3D_TEXELS_HIGH_COUNT * sizeof *texels->texels, hooks->user);
        if (recorder->texels[id] == NULL) {
            r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for texels");
            return;
        }
    }
    size_t count = r3d_texels_count(texels->detail);
    memcpy(recorder->texels[id], texels->texels, count * sizeof *texels->texels);
    int32_t size = texels->detail == R3D_DETAIL_HIGH ? 128 : 64;
    place->asset =
        r3d_priv_recorder_keep_png(recorder, "texels", texels->texels, size, size * 4, size, false);
    place->masked = texels->masked;
    place->frame.width = size;
    r3d_priv_recorder_put(recorder, "texels %ld %s %d\n", (long)id,
                          r3d_priv_recorder_file_name(recorder, place->asset),
                          texels->masked ? 1 : 0);
}

/* A place among those of fills: the one that holds the texels, a free one, or the one that was not
 * used for longest. */
static int32_t bank_for(r3d_recorder *recorder, const r3d_texels *texels)
{
    int32_t oldest = R3D_PRIV_FILLS_BANK;
    for (int32_t id = R3D_PRIV_FILLS_BANK; id < R3D_PRIV_TEXTURE_COUNT; id++) {
        if (has_texels(recorder, id, texels)) {
            oldest = id;
            break;
        }
        if (recorder->textures[id].last_use < recorder->textures[oldest].last_use) {
            oldest = id;
        }
        if (recorder->textures[id].asset == R3D_PRIV_NO_FILE) {
            oldest = id;
            break; /* places are taken in order: none behind it holds anything */
        }
    }
    recorder->textures[oldest].last_use = ++recorder->clock;
    put_texels(recorder, oldest, texels);
    return oldest;
}

/* ---- sprites ---- */

/* The place of a file among sprites of one kind, loaded if need be; -1 if it is loaded anew. */
static int32_t place_for(r3d_recorder *recorder, r3d_priv_slot *places, int32_t asset,
                         const r3d_image_frame *frame, bool *out_is_there)
{
    int32_t chosen = 0;
    *out_is_there = false;
    for (int32_t id = 0; id < R3D_PRIV_SPRITE_COUNT; id++) {
        if (places[id].asset == asset && memcmp(&places[id].frame, frame, sizeof *frame) == 0) {
            chosen = id;
            *out_is_there = true;
            break;
        }
        if (places[id].last_use < places[chosen].last_use) {
            chosen = id;
        }
    }
    places[chosen].asset = asset;
    places[chosen].frame = *frame;
    places[chosen].last_use = ++recorder->clock;
    return chosen;
}

static int32_t put_sprite8(r3d_recorder *recorder, const r3d_image8 *image)
{
    bool is_there;
    int32_t asset = r3d_priv_recorder_keep_tx8(recorder, image);
    int32_t id = place_for(recorder, recorder->sprites8, asset, &image->frame, &is_there);
    if (!is_there) {
        r3d_priv_recorder_put(recorder, "sprite8 %ld %s\n", (long)id,
                              r3d_priv_recorder_file_name(recorder, asset));
    }
    return id;
}

static int32_t put_sprite24(r3d_recorder *recorder, const r3d_image24 *image)
{
    bool is_there;
    const r3d_image_frame *f = &image->frame;
    int32_t asset = r3d_priv_recorder_keep_png(recorder, "sprite", image->pixels, f->width,
                                               f->height, f->width, false);
    int32_t id = place_for(recorder, recorder->sprites24, asset, f, &is_there);
    if (!is_there) {
        r3d_priv_recorder_put(recorder, "sprite24 %ld %s %ld %ld %ld %ld\n", (long)id,
                              r3d_priv_recorder_file_name(recorder, asset), (long)f->canvas_width,
                              (long)f->canvas_height, (long)f->offset_x, (long)f->offset_y);
    }
    return id;
}

/* A mask as an 8-bit sprite of the frame's size. */
static int32_t put_mask(r3d_recorder *recorder, const r3d_surface *surface, const uint8_t *mask)
{
    const r3d_allocator *hooks = &recorder->allocator;
    size_t count = (size_t)surface->width * (size_t)surface->height;
    uint8_t *pixels = hooks->alloc(count, hooks->user);
    if (pixels == NULL) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for a mask");
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        pixels[i] = mask[i] != 0 ? 1 : 0;
    }
    uint32_t palette[2] = {0, 0xFFFFFF};
    r3d_image8 image;
    memset(&image, 0, sizeof image);
    image.frame.canvas_width = image.frame.width = surface->width;
    image.frame.canvas_height = image.frame.height = surface->height;
    image.pixels = pixels;
    image.palette_rgb = palette;
    image.palette_count = 2;
    int32_t id = put_sprite8(recorder, &image);
    hooks->free(pixels, hooks->user);
    return id;
}

/* ---- calls ---- */

static void put_rotation(r3d_recorder *recorder, const r3d_rotation *r)
{
    r3d_priv_recorder_put(recorder, " %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (long)r->x,
                          (long)r->y, (long)r->width, (long)r->height, (long)r->anchor_x,
                          (long)r->anchor_y, (long)r->sin_fx16, (long)r->cos_fx16, (long)r->zoom);
}

static bool is_too_large(const r3d_draw_call *c)
{
    if (c->rotation == NULL) {
        return c->width > R3D_SPRITE_SPAN_MAX || c->height > R3D_SPRITE_SPAN_MAX;
    }
    if (c->rotation->width > R3D_SPRITE_SPAN_MAX || c->rotation->height > R3D_SPRITE_SPAN_MAX) {
        return true;
    }
    for (int32_t i = 0; i < c->row_count && i < c->rotation->height; i++) {
        if (c->rows[i].length > R3D_SPRITE_SPAN_MAX) {
            return true;
        }
    }
    return false;
}

static void put_transformed(r3d_recorder *recorder, const r3d_draw_call *c)
{
    if (is_too_large(c)) {
        return; /* the call drew nothing and said so */
    }
    int32_t id = put_sprite24(recorder, c->image24);
    if (c->kind == R3D_CALL_IMAGE24_SCALED) {
        r3d_priv_recorder_put(recorder, "scale24 %ld %ld %ld %ld %ld\n", (long)id, (long)c->x,
                              (long)c->y, (long)c->width, (long)c->height);
        return;
    }
    if (c->kind == R3D_CALL_IMAGE24_ROTATED_MASKED) {
        r3d_priv_recorder_put(recorder, "turnz24 %ld", (long)id);
        put_rotation(recorder, c->rotation);
        return;
    }
    int32_t count = c->row_count < c->rotation->height ? c->row_count : c->rotation->height;
    count = count < 0 ? 0 : count;
    size_t before = recorder->text.count;
    r3d_priv_recorder_put(recorder, "lines 0 %ld", (long)count);
    for (int32_t i = 0; i < count; i++) {
        r3d_priv_recorder_put(recorder, " %ld %ld", (long)c->rows[i].start,
                              (long)c->rows[i].length);
    }
    if (recorder->text.count - before > R3D_SCRIPT_LINE_BYTES_MAX) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_LIMIT, "a list of %ld rows", (long)count);
    }
    r3d_priv_recorder_put(recorder, "\nturn24 %ld 0", (long)id);
    put_rotation(recorder, c->rotation);
}

static void put_copy(r3d_recorder *recorder, const r3d_draw_call *c)
{
    const long x = c->x;
    const long y = c->y;
    int32_t weight = c->weight < 0 ? 0 : c->weight > 256 ? 256 : c->weight;
    put_clip(recorder, c->surface);
    if (c->kind == R3D_CALL_IMAGE8) {
        r3d_priv_recorder_put(recorder, "draw8 %ld %ld %ld\n",
                              (long)put_sprite8(recorder, c->image8), x, y);
        return;
    }
    if (c->kind >= R3D_CALL_IMAGE24_SCALED) {
        put_transformed(recorder, c);
        return;
    }
    const long id = put_sprite24(recorder, c->image24);
    switch (c->kind) {
    case R3D_CALL_IMAGE24:
        r3d_priv_recorder_put(recorder, "draw24 %ld %ld %ld\n", id, x, y);
        break;
    case R3D_CALL_BLIT24:
        r3d_priv_recorder_put(recorder, "blit24 %ld %ld %ld\n", id, x, y);
        break;
    case R3D_CALL_IMAGE24_ALPHA:
        r3d_priv_recorder_put(recorder, "alpha24 %ld %ld %ld %ld\n", id, x, y, (long)weight);
        break;
    default: {
        long mask = put_mask(recorder, c->surface, c->mask);
        r3d_priv_recorder_put(recorder, "mask24 %ld %ld %ld %ld\n", id, mask, x, y);
        break;
    }
    }
}

static void put_area(r3d_recorder *recorder, const r3d_draw_call *c)
{
    const unsigned long rgb = c->rgb & 0xFFFFFFu;
    const long x = c->x;
    const long y = c->y;
    const long w = c->width;
    const long h = c->height;
    const long weight = c->weight < 0 ? 0 : c->weight > 256 ? 256 : c->weight;
    put_clip(recorder, c->surface);
    switch (c->kind) {
    case R3D_CALL_CLEAR:
        r3d_priv_recorder_put(recorder, "clear 0x%06lx\n", rgb);
        break;
    case R3D_CALL_ERASE:
        r3d_priv_recorder_put(recorder, "sentinel\n");
        break;
    case R3D_CALL_RECT:
        r3d_priv_recorder_put(recorder, "rect %ld %ld %ld %ld 0x%06lx\n", x, y, w, h, rgb);
        break;
    case R3D_CALL_RECT_ALPHA:
        r3d_priv_recorder_put(recorder, "rectalpha %ld %ld %ld %ld 0x%06lx %ld\n", x, y, w, h, rgb,
                              weight);
        break;
    case R3D_CALL_HLINE:
        r3d_priv_recorder_put(recorder, "hline %ld %ld %ld 0x%06lx\n", x, y, w, rgb);
        break;
    case R3D_CALL_HLINE_ALPHA:
        r3d_priv_recorder_put(recorder, "hlinealpha %ld %ld %ld 0x%06lx %ld\n", x, y, w, rgb,
                              weight);
        break;
    case R3D_CALL_VLINE:
        r3d_priv_recorder_put(recorder, "vline %ld %ld %ld 0x%06lx\n", x, y, h, rgb);
        break;
    case R3D_CALL_VLINE_ALPHA:
        r3d_priv_recorder_put(recorder, "vlinealpha %ld %ld %ld 0x%06lx %ld\n", x, y, h, rgb,
                              weight);
        break;
    case R3D_CALL_OUTLINE:
        r3d_priv_recorder_put(recorder, "outline %ld %ld %ld %ld 0x%06lx\n", x, y, w, h, rgb);
        break;
    default:
        r3d_priv_recorder_put(recorder, "outlinealpha %ld %ld %ld %ld 0x%06lx %ld\n", x, y, w, h,
                              rgb, weight);
        break;
    }
}

void r3d_priv_recorder_put_pixels(r3d_recorder *recorder, const uint32_t *pixels, int32_t stride_px)
{
    int32_t asset = r3d_priv_recorder_keep_png(recorder, "pixels", pixels, recorder->width,
                                               recorder->height, stride_px, true);
    r3d_priv_recorder_put(recorder, "pixels %s\n", r3d_priv_recorder_file_name(recorder, asset));
}

static void put_fill(r3d_recorder *recorder, const r3d_draw_call *c)
{
    const int32_t *x = c->corner_x;
    const int32_t *y = c->corner_y;
    const int32_t *v = c->value;
    put_clip(recorder, c->surface);
    put_fill_settings(recorder, c->raster);
    if (c->kind == R3D_CALL_FLAT) {
        r3d_priv_recorder_put(recorder, "flat %ld %ld %ld %ld %ld %ld 0x%06lx\n", (long)x[0],
                              (long)y[0], (long)x[1], (long)y[1], (long)x[2], (long)y[2],
                              (unsigned long)(c->rgb & 0xFFFFFFu));
        return;
    }
    if (c->kind == R3D_CALL_GOURAUD) {
        put_palette(recorder, c->raster->palette);
        r3d_priv_recorder_put(recorder, "gouraud %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (long)x[0],
                              (long)y[0], (long)v[0], (long)x[1], (long)y[1], (long)v[1],
                              (long)x[2], (long)y[2], (long)v[2]);
        return;
    }
    const r3d_texture_plane *p = c->plane;
    const long id = bank_for(recorder, c->texels);
    r3d_priv_recorder_put(recorder, "banktex %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld", id,
                          (long)x[0], (long)y[0], (long)v[0], (long)x[1], (long)y[1], (long)v[1],
                          (long)x[2], (long)y[2], (long)v[2]);
    r3d_priv_recorder_put(recorder, " %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (long)p->origin.x,
                          (long)p->origin.y, (long)p->origin.z, (long)p->u_end.x, (long)p->u_end.y,
                          (long)p->u_end.z, (long)p->v_end.x, (long)p->v_end.y, (long)p->v_end.z);
}

/* ---- models ---- */

/* The textures that the faces of a mesh name. */
static void put_model_textures(r3d_recorder *recorder, const r3d_draw_context *context,
                               const r3d_mesh_view *mesh)
{
    const int32_t most = context->original ? R3D_PRIV_NUMBERED_TEXTURES : R3D_PRIV_BOUND_TEXTURES;
    for (int32_t face = 0; face < mesh->face_count && mesh->colors != NULL; face++) {
        int32_t info = mesh->infos != NULL ? mesh->infos[face] : 0;
        int32_t number = mesh->colors[face];
        if (info == R3D_FACE_HIDDEN || (info & R3D_FACE_TEXTURED) == 0 ||
            number >= context->texture_capacity) {
            continue;
        }
        const r3d_priv_bound_texture *bound = &context->textures[number];
        if (number >= most && bound->state == R3D_PRIV_TEXTURE_SET) {
            r3d_priv_recorder_fail(recorder, R3D_ERR_LIMIT,
                                   "a model has texture %ld, display lists have 0..%ld",
                                   (long)number, (long)most - 1);
        } else if (bound->state == R3D_PRIV_TEXTURE_SET) {
            put_texels(recorder, number, &bound->texels);
        } else if (number < most && recorder->textures[number].asset != R3D_PRIV_NO_FILE) {
            r3d_priv_recorder_fail(recorder, R3D_ERR_LIMIT,
                                   "texture %ld was taken away while recording", (long)number);
        }
    }
}

/* The number of a mesh in the recording. */
static size_t put_mesh(r3d_recorder *recorder, const r3d_mesh_view *mesh)
{
    r3d_priv_growing text = {NULL, 0, 0};
    if (!r3d_priv_lit_mesh_text(mesh, &recorder->allocator, &text)) {
        recorder->allocator.free(text.items, recorder->allocator.user);
        text.items = NULL;
    }
    int32_t asset = r3d_priv_recorder_keep(recorder, "mesh", "litmesh", text.items, text.count);
    r3d_priv_recorded_mesh *meshes = recorder->meshes.items;
    for (size_t i = 0; i < recorder->meshes.count; i++) {
        if (meshes[i].asset == asset) {
            return i;
        }
    }
    r3d_priv_recorded_mesh *made =
        r3d_priv_grow(&recorder->allocator, &recorder->meshes, 1, sizeof *made);
    if (made == NULL) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for a mesh");
        return 0;
    }
    made->asset = asset;
    made->pick_by_box = false;
    r3d_priv_recorder_put(recorder, "litmesh m%zu %s\n", recorder->meshes.count,
                          r3d_priv_recorder_file_name(recorder, asset));
    return recorder->meshes.count - 1;
}

/* What the replay's context has: zeros at first. */
static void put_leftover(r3d_recorder *recorder, const r3d_draw_context *context)
{
    const r3d_allocator *hooks = &recorder->allocator;
    r3d_priv_leftover *known = &recorder->leftovers[recorder->limits];
    if (!r3d_priv_leftover_take(context, hooks, &recorder->seen)) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for leftovers");
        return;
    }
    const bool mouse_moved = r3d_priv_leftover_mouse_differs(known, &recorder->seen);
    if (r3d_priv_leftover_is_equal(known, &recorder->seen) &&
        (!mouse_moved || context->has_mouse)) {
        if (mouse_moved) {
            r3d_priv_recorder_put(recorder, "mouse %ld %ld\n", (long)context->mouse_x,
                                  (long)context->mouse_y);
        }
        return;
    }
    r3d_priv_growing text = {NULL, 0, 0};
    if (!r3d_priv_leftover_text(context, hooks, &text)) {
        hooks->free(text.items, hooks->user);
        text.items = NULL;
    }
    int32_t asset = r3d_priv_recorder_keep(recorder, "context", "leftover", text.items, text.count);
    r3d_priv_recorder_put(recorder, "leftover %s\n", r3d_priv_recorder_file_name(recorder, asset));
}

static void put_model(r3d_recorder *recorder, const r3d_draw_call *c)
{
    const r3d_draw_limits limits = c->context->original ? R3D_LIMITS_ORIGINAL : R3D_LIMITS_NONE;
    r3d_mesh_view mesh;
    r3d_mesh_get_view(c->mesh, &mesh);
    if (mesh.lit == NULL) {
        return; /* refused by the draw */
    }
    put_clip(recorder, c->surface);
    put_raster(recorder, c->raster);
    put_palette(recorder, c->raster->palette);
    if (limits != recorder->limits) {
        recorder->limits = limits;
        r3d_priv_recorder_put(recorder, "limits %s\n",
                              limits == R3D_LIMITS_NONE ? "none" : "original");
    }
    put_model_textures(recorder, c->context, &mesh);
    put_leftover(recorder, c->context);
    size_t number = put_mesh(recorder, &mesh);
    if (recorder->result != R3D_OK) {
        return;
    }
    if (c->kind == R3D_CALL_MODEL) {
        const r3d_icon_view *v = c->icon_view;
        r3d_priv_recorder_put(recorder, "draw m%zu %ld %ld %ld %ld %ld %ld %ld\n", number + 1,
                              (long)v->pitch_a11, (long)v->yaw_a11, (long)v->roll_a11,
                              (long)v->eye_pitch_a11, (long)v->eye.x, (long)v->eye.y,
                              (long)v->eye.z);
        return;
    }
    const r3d_scene_view *v = c->scene_view;
    r3d_priv_recorded_mesh *known = (r3d_priv_recorded_mesh *)recorder->meshes.items + number;
    if (known->pick_by_box != v->pick_by_box) {
        known->pick_by_box = v->pick_by_box;
        r3d_priv_recorder_put(recorder, "pickable m%zu %d\n", number + 1, v->pick_by_box ? 1 : 0);
    }
    r3d_priv_recorder_put(recorder, "drawscene m%zu %ld %ld %ld %ld %ld %ld %ld\n", number + 1,
                          (long)v->yaw_a11, (long)v->camera_pitch_a11, (long)v->camera_yaw_a11,
                          (long)v->position.x, (long)v->position.y, (long)v->position.z,
                          (long)v->id);
}

void r3d_priv_recorder_put_call(r3d_recorder *recorder, const r3d_draw_call *call)
{
    if (call->kind == R3D_CALL_RESTORE) {
        r3d_priv_recorder_put_pixels(recorder, call->pixels, call->surface->width);
    } else if (call->kind <= R3D_CALL_VLINE_ALPHA || call->kind == R3D_CALL_OUTLINE ||
               call->kind == R3D_CALL_OUTLINE_ALPHA) {
        put_area(recorder, call);
    } else if (call->kind < R3D_CALL_FLAT) {
        put_copy(recorder, call);
    } else if (call->kind <= R3D_CALL_TEXTURED) {
        put_fill(recorder, call);
    } else {
        put_model(recorder, call);
    }
}
